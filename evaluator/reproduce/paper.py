"""The figures of COFFE's paper that are at hand. What is not is None, never a guess; a file of a user's can add it."""

from importlib import resources
from pathlib import Path

import orjson
from pydantic import BaseModel, ConfigDict, ValidationError

from evaluator.errors import InputError

NOT_AT_HAND = "not at hand"


class PaperFigure(BaseModel):
    """A published figure.

    Attributes:
        value: as published: shares in percent.
        of: its denominator, where it is known or follows from the value.
        source: where it is published.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    value: float | None
    of: int | None = None
    source: str = NOT_AT_HAND


class _PaperFile(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    source: str
    figures: dict[str, PaperFigure]


class Paper:
    """Published figures by key: `TABLE/MODEL or SPLIT/.../FIGURE`.

    Args:
        own: the file of the paper's figures, beside this module.
        also: a file in the format of `paper.json`, whose figures are added or put in place of ours.

    Raises:
        InputError: that file cannot be used.
    """

    def __init__(self, also: Path | None = None, own: str = "paper.json") -> None:
        content = resources.files("evaluator.reproduce").joinpath(own).read_bytes()
        self._figures = _read(content, own)
        if also is not None:
            try:
                content = also.read_bytes()
            except OSError as error:
                raise InputError(f"--paper {also}: cannot be read ({error.strerror})") from None
            self._figures |= _read(content, f"--paper {also}")

    def figure(self, key: str) -> PaperFigure:
        """A figure; one without a value where it is not at hand."""
        return self._figures.get(key) or PaperFigure(value=None)

    def model(self, name: str) -> str | None:
        """The name under which table 6 has a model; None where it has none of this name."""
        names = {key.split("/")[1] for key in self._figures if key.startswith("6/")}
        return next((published for published in sorted(names) if published.casefold() == name.casefold()), None)


def _read(content: bytes, where: str) -> dict[str, PaperFigure]:
    try:
        file = _PaperFile.model_validate(orjson.loads(content))
    except orjson.JSONDecodeError as error:
        raise InputError(f"{where}: is not JSON ({error.msg})") from None
    except ValidationError as error:
        first = error.errors()[0]
        at = ".".join(map(str, first["loc"])) or "the file"
        raise InputError(f"{where}: {at}: {first['msg']}; see evaluator/reproduce/paper.json for the format") from None
    return {
        key: figure
        if figure.source != NOT_AT_HAND or figure.value is None
        else figure.model_copy(update={"source": file.source})
        for key, figure in file.figures.items()
    }
