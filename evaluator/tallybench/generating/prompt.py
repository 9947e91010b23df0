"""Prompts: what a model is asked, as data. `prompts/` has one file per prompt.

A file is TOML:

    name = "instruct"
    version = 1              # increased when a text changes
    about = "..."            # what it is, in one sentence
    task = "write"           # the tasks it is for: "write" (the default), or "edit", with the program as {program}
    strategy = "once"        # how it is asked, a name in `strategies.STRATEGIES`; the default is "once"
    answer = "raw"           # "raw" (the default), code somewhere in an answer; "completion", the prompt continued
    system = "..."           # a system prompt, if there is one

    [text]                   # by level: function, file, class; a strategy may ask for more, under names of its own
    function = "... {prompt} ... {entry_point} ..."

Names in braces that the strategy knows are replaced; other braces stay, because code has them.
"""

import re
import tomllib
from collections.abc import Mapping
from hashlib import sha256
from importlib import resources
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from tallybench.errors import InputError

_FOLDER = Path(str(resources.files("tallybench.generating") / "prompts"))
_NAME = r"^[a-z0-9]+(-[a-z0-9]+)*$"
_FIELD = re.compile(r"\{([a-z_]+)\}")


class Prompt(BaseModel):
    """What a model is asked: a file as described above, and `sha256`, its hash."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    name: Annotated[str, Field(pattern=_NAME, max_length=60)]
    version: Annotated[int, Field(ge=1)]
    about: str
    task: Literal["write", "edit"] = "write"
    strategy: str = "once"
    answer: Literal["raw", "completion"] = "raw"
    system: str | None = None
    text: Annotated[Mapping[str, Annotated[str, Field(min_length=1)]], Field(min_length=1)]
    sha256: str

    @property
    def label(self) -> str:
        """Its name and version, such as `instruct@1`."""
        return f"{self.name}@{self.version}"

    def fill(self, which: str, fields: Mapping[str, str]) -> str:
        """Return one of the texts with the fields filled in; braces in the inserted values stay as they are."""
        if which not in self.text:
            there = ", ".join(sorted(self.text))
            raise InputError(f"--prompt {self.name}: has no text for `{which}`, only for {there}; choose another")
        return _FIELD.sub(lambda found: fields.get(found[1], found[0]), self.text[which].removeprefix("\n"))


def prompt_names() -> list[str]:
    """Return the names of the prompts that come with TallyBench."""
    return sorted(path.stem for path in _FOLDER.glob("*.toml"))


def load_prompt(name: str) -> Prompt:
    """Return a prompt by its name, or from a file of your own, whose path ends in .toml.

    Raises:
        InputError: it does not exist, or its file is malformed.
    """
    if name.endswith(".toml"):
        return read_prompt(Path(name))
    if name not in prompt_names():
        raise InputError(f"--prompt {name}: must be one of {', '.join(prompt_names())}, or your own file NAME.toml")
    return read_prompt(_FOLDER / f"{name}.toml")


def refining_prompt(kind: str) -> Prompt:
    """Return the prompt for the further rounds of a kind of refinement: `self`, `exec` or `nl+exec`."""
    return read_prompt(_FOLDER / "refine" / f"{kind.replace('+', '-')}.toml")


def training_prompt(kind: str) -> Prompt:
    """Return the prompt for a kind of fine-tuning data: `execution` or `trajectory`."""
    return read_prompt(_FOLDER / "training" / f"{kind}.toml")


def read_prompt(path: Path) -> Prompt:
    """Read a prompt's file."""
    try:
        content = path.read_bytes()
        data = tomllib.loads(content.decode())
    except OSError as error:
        raise InputError(f"--prompt {path}: cannot be read ({error.strerror})") from None
    except (ValueError, RecursionError) as error:
        raise InputError(f"--prompt {path}: is not TOML in UTF-8: {error}") from None
    try:
        return Prompt.model_validate(data | {"sha256": sha256(content).hexdigest()})
    except ValidationError as error:
        fault = error.errors()[0]
        where = ".".join(map(str, fault["loc"]))
        raise InputError(f"--prompt {path}: `{where}`: {fault['msg']}; see the documentation for the format") from None
