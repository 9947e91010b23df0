"""Who wrote the samples, and where they are public: as options, or as a file."""

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from evaluator.errors import InputError

if TYPE_CHECKING:
    from pydantic import ValidationError

    from evaluator.results.result import Model
    from evaluator.results.source import Source


def read_about(path: Path) -> "tuple[Model, Source | None]":
    """Reads a model, and the source of its samples where there is one, from a file: also from another result.

    Raises:
        InputError: it cannot be read, or has no `model` as results have it.
    """
    from evaluator.results.reading import parse_json, parse_model
    from evaluator.results.result import Model
    from evaluator.results.source import Source

    try:
        data = parse_json(path.read_bytes(), path)
    except OSError as error:
        raise InputError(f"--about {path}: cannot be read ({error.strerror})") from None
    if not isinstance(data, dict) or "model" not in data:
        raise InputError(f"--about {path}: has no `model`; give an object with `model`, and `source`, as results have")
    model = parse_model(Model, data["model"], path)
    if data.get("source") is None:
        return model, None
    source = parse_model(Source, data["source"], path)
    return model.model_copy(update={"answers_sha256": source.answers_sha256}), source


def model_of(samples: str, name: str, facts: Mapping[str, object], generation: list[str]) -> "Model":
    """The model as options tell it; that of an embedded set where no name is given.

    Raises:
        InputError: an option is missing or cannot be used.
    """
    import orjson
    from pydantic import ValidationError

    from evaluator.results.result import Model
    from evaluator.samples.digest import answers_digest
    from evaluator.samples.embedded import PREFIX, sample_set

    if not name:
        if not samples.startswith(PREFIX):
            raise InputError("--model: is missing; give the model's name, or --about FILE")
        known = sample_set(samples).model
        submitter = None if known.baseline else facts["submitter"]
        return known if submitter is None else known.model_copy(update={"submitter": submitter})
    settings = {}
    for setting in generation:
        key, equals, value = setting.partition("=")
        if not equals:
            raise InputError(f"--generation {setting}: must be NAME=VALUE")
        try:
            settings[key] = orjson.loads(value)
        except orjson.JSONDecodeError:
            settings[key] = value
    try:
        return Model(name=name, generation=settings, answers_sha256=answers_digest(samples), **facts)
    except ValidationError as error:
        raise bad_option(error) from None


def completed(model: "Model", facts: Mapping[str, object], samples: str) -> "Model":
    """A model as a file tells it, with what options say besides, and with the hash of the samples that are given.

    Raises:
        InputError: an option cannot be used.
    """
    from pydantic import ValidationError

    from evaluator.results.result import Model
    from evaluator.samples.digest import answers_digest

    try:
        return Model(**(model.model_dump() | dict(facts) | {"answers_sha256": answers_digest(samples)}))
    except ValidationError as error:
        raise bad_option(error) from None


def bad_option(error: "ValidationError", name: str = "--model") -> InputError:
    """Return what is wrong with an option of which no model can be made.

    Args:
        error: of the model.
        name: the option that gives the model's name.
    """
    fault = error.errors()[0]
    field = str(fault["loc"][0])
    option = name if field == "name" else f"--{field.replace('_', '-')}"
    return InputError(f"{option}: {fault['msg']}")


def file_or_text(text: str | None, option: str) -> str | None:
    """What an option says; of `@FILE` what is in the file.

    Raises:
        InputError: the file cannot be read.
    """
    if text is None or not text.startswith("@"):
        return text
    try:
        return Path(text[1:]).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise InputError(f"{option} {text}: cannot be read ({error}); give a file of UTF-8 text") from None
