"""Reads a folder that `dataset build` made: whether it is complete, what its card says, and its files' hashes."""

import hashlib
import re
from collections.abc import Mapping
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Annotated, Any

import yaml
from huggingface_hub.hf_api import RepoFile
from packaging.version import Version
from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from tallybench.errors import InputError
from tallybench.sandbox.parquet import NotParquet, read_parquet

CARD = "README.md"
BESIDE = "eval.yaml"
HUMANEVAL_NOTICE = "LICENSE-HumanEval"  # the licence of HumanEval's texts, beside the card


_Text = Annotated[str, Field(min_length=1)]


def _a_version(text: str) -> str:
    Version(text)
    return text


class Facts(BaseModel):
    """What a card says in its mapping `tallybench`."""

    model_config = ConfigDict(frozen=True, strict=True)

    benchmark: _Text  # the benchmark's name
    version: Annotated[_Text, AfterValidator(_a_version)]  # the benchmark's version
    problems_hash: _Text  # the hash of the problems
    content_hash: _Text  # the hash of all rows
    private: bool = False  # whether the benchmark is a user's own that must not be published


@dataclass(frozen=True)
class LocalFile:
    """A file with the two hashes by which the Hub identifies contents; `size` is in bytes."""

    path: Path
    size: int
    git: str
    sha256: str

    def equals(self, remote: RepoFile) -> bool:
        """Return whether a file on the Hub has the same content."""
        return self.git == remote.blob_id if remote.lfs is None else self.sha256 == remote.lfs.sha256


@dataclass(frozen=True)
class BuiltDataset:
    """A built dataset; the keys of `files` are paths in the folder, with `/`."""

    folder: Path
    facts: Facts
    files: Mapping[str, LocalFile]


def read_built(folder: Path) -> BuiltDataset:
    """Read a built dataset.

    Raises:
        InputError: it is not one, a file is missing or does not belong there, or a Parquet file cannot be read.
    """
    card = folder / CARD
    if not card.is_file():
        raise InputError(
            f"{folder}: no {CARD}, so not a built dataset; `tallybench dev dataset build {folder}` makes one"
        )
    try:
        meta = front_matter(card.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        meta = {}
    facts = facts_of(meta)
    if facts is None:
        raise InputError(
            f"{card}: no `tallybench` with benchmark, version and hashes at its top, so not a built dataset; "
            "`tallybench dev dataset build OUT` makes one"
        )
    found = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if not path.is_dir()}
    try:
        files = [file for config in meta.get("configs") or [] for file in config.get("data_files") or []]
        patterns = [CARD, BESIDE, *notices(facts.benchmark), *(str(file["path"]) for file in files)]  # may be globs
    except (AttributeError, KeyError, TypeError):
        raise InputError(f"{card}: `configs`: each needs `data_files` with `split` and `path`; build again") from None
    # A stray file may be anything, even a secret: what was not made here is not published.
    if strays := [
        name
        for name, path in found.items()
        if path.is_symlink() or not any(fnmatchcase(name, pattern) for pattern in patterns)
    ]:
        raise InputError(f"{folder}: not made by `dataset build`: {', '.join(strays[:5])}; remove it, or build again")
    if missing := [pattern for pattern in patterns if not any(fnmatchcase(name, pattern) for name in found)]:
        raise InputError(f"{folder}: {', '.join(missing)} is missing; build again: `tallybench dev dataset build OUT`")
    for name, path in found.items():
        if name.endswith(".parquet"):
            try:
                read_parquet(path, None)
            except NotParquet as error:
                raise InputError(f"{error}; build again") from None
    return BuiltDataset(folder, facts, {name: local_file(path) for name, path in found.items()})


def front_matter(card: str) -> dict[str, Any]:
    """Return the YAML between the first two lines `---`; empty if it is missing or not a mapping."""
    block = re.match(r"---\n(.*?\n)---\n", card.replace("\r\n", "\n"), re.DOTALL)
    if block is None:
        return {}
    try:
        meta = yaml.safe_load(block[1])
    except yaml.YAMLError:
        return {}
    return meta if isinstance(meta, dict) else {}


def facts_of(meta: Mapping[str, Any]) -> Facts | None:
    """Return what a card says; None if it is not TallyBench's: a field is missing, or the version is malformed."""
    try:
        return Facts.model_validate(meta.get("tallybench"))
    except ValidationError:
        return None


def notices(benchmark: str) -> list[str]:
    """Return the licence files of third-party texts in a benchmark's dataset."""
    return [HUMANEVAL_NOTICE] if benchmark in ("humaneval", "humaneval-edit") else []


def local_file(path: Path) -> LocalFile:
    content = path.read_bytes()
    git = hashlib.sha1(b"blob %d\0" % len(content) + content, usedforsecurity=False).hexdigest()
    return LocalFile(path, len(content), git, hashlib.sha256(content).hexdigest())
