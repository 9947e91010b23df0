"""What is known about the model, and where its samples are public: given in a file, or fact by fact."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tallybench.errors import InputError

if TYPE_CHECKING:
    from tallybench.model.parts import Source
    from tallybench.model.result import Model
    from tallybench.statistics.spending import Price

_TEXTS = ("name", "organization", "released", "url", "revision", "prompt", "submitter", "price")
_VALUES = ("parameters", "open_weights", "pipeline")  # numbers and booleans, as in JSON
_SETTING = "generation."


@dataclass(frozen=True, kw_only=True)
class Facts:
    """What is known about the model.

    Attributes:
        about: Facts about the model: JSON with `model`, as `generate` writes it beside samples; with `source` too, as
            in a result, if SAMPLES is the folder of fetched samples.
        set_ (KEY=VALUE): A fact about the model; may be repeated. KEY is organization, parameters (in billions),
            open_weights (true or false), released (YYYY-MM-DD or YYYY-MM), url, revision (the commit of its weights, or
            its dated name), prompt ({prompt} stands for the problem's own; @FILE reads it), submitter (who answers for
            the result), generation.NAME (a setting), pipeline, name, or price (IN,OUT in dollars per million tokens).
    """

    about: Path | None = None
    set_: list[str] | None = None

    def given(self) -> dict[str, Any]:
        """Return the facts of `--set`, by the names of the fields of `Model`, without `price`."""
        return {key: value for key, value in self._parsed().items() if key != "price"}

    def price(self) -> "Price | None":
        """Return the provider's price; None if it is not given."""
        from tallybench.statistics.spending import Price

        text = self._parsed().get("price")
        return None if text is None else Price.parse(text)

    def _parsed(self) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for fact in self.set_ or ():
            key, equals, value = fact.partition("=")
            if not equals:
                raise InputError(f"--set {fact}: must be KEY=VALUE")
            if key.startswith(_SETTING) and key != _SETTING:
                found.setdefault("generation", {})[key.removeprefix(_SETTING)] = _json_or_text(value)
            elif key in _TEXTS:
                found[key] = file_or_text(value, f"--set {key}=") if key == "prompt" else value
            elif key in _VALUES:
                found[key] = _json_or_text(value)
            else:
                raise InputError(f"--set {key}: must be one of {', '.join((*_TEXTS, *_VALUES))}, {_SETTING}NAME")
        return found


def read_about(path: Path) -> "tuple[Model, Source | None]":
    """Read a model, and the source of its samples if there is one, from a file or from another result."""
    from tallybench.model.parts import Source
    from tallybench.model.result import Model
    from tallybench.statistics.reading import parse_json, parse_model

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


def evaluated_model(facts: Facts, name: str, samples: str, benchmark: str) -> "tuple[Model, Source | None]":
    """Return the model whose samples are evaluated, and their source if they are public.

    Without a name, it is that of the file or of the embedded set; an embedded baseline of the user's own benchmark is
    named after that.
    """
    from tallybench.benchmarks.user_benchmark import user_benchmark_at
    from tallybench.samples.embedded import PREFIX, sample_set
    from tallybench.samples.sources import answers_digest

    given = facts.given() | ({"name": name} if name else {})
    known, source = (None, None) if facts.about is None else read_about(facts.about)
    if known is not None and source is not None:
        if given:
            raise InputError("--about: has a source, and describes the whole model; leave --model and --set out")
        return known, source
    if known is not None or given.get("name"):
        return merged(known, given | {"answers_sha256": answers_digest(samples)}), None
    if not samples.startswith(PREFIX):
        raise InputError("--model: is missing; give the model's name, or --about FILE")
    model = sample_set(samples).model
    if not model.baseline:
        submitter = given.get("submitter")
        return (model if submitter is None else model.model_copy(update={"submitter": submitter})), None
    if (own := user_benchmark_at(benchmark)) is not None:
        named = samples.removeprefix(PREFIX).removeprefix("classes-")
        model = model.model_copy(update={"name": f"{own.manifest.title} {named}", "organization": own.manifest.authors})
    return model, None


def asked_model(facts: Facts, name: str) -> "Model":
    """Return what options say about the model that will be asked, which Inspect AI knows by this name."""
    given = facts.given()
    for key in ("generation", "prompt"):
        if key in given:
            raise InputError(f"--set {key}: is known from how the samples are generated; leave it out")
    if facts.about is not None:
        return merged(read_about(facts.about)[0], given, "--set name")
    return merged(None, {"name": name.rpartition("/")[2]} | given, "--set name")


def merged(known: "Model | None", given: dict[str, Any], option: str = "--model") -> "Model":
    """Return a model with further facts, by the names of its fields; `option` is the one that gives its name."""
    from pydantic import ValidationError

    from tallybench.model.result import Model

    facts = {} if known is None else known.model_dump()
    settings = facts.get("generation", {}) | given.get("generation", {})
    try:
        return Model(**(facts | given | {"generation": settings}))
    except ValidationError as error:
        fault = error.errors()[0]
        field = str(fault["loc"][0])
        raise InputError(f"{option if field == 'name' else f'--set {field}'}: {fault['msg']}") from None


def file_or_text(text: str, option: str) -> str:
    """Return a text that was typed, or for `@FILE` the content of the file."""
    if not text.startswith("@"):
        return text
    try:
        return Path(text[1:]).read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise InputError(f"{option}{text}: cannot be read ({error}); give a file of UTF-8 text") from None


def _json_or_text(value: str) -> object:
    import orjson

    try:
        return orjson.loads(value)
    except orjson.JSONDecodeError:
        return value
