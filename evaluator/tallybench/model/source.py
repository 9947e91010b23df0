"""Where a result's samples are public: a repository at a commit, its files and their licence."""

import hashlib
import re
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from tallybench.model.parts import Name, Part, Sha256

_REPOSITORY = re.compile(r"https://([a-z0-9][a-z0-9.-]*)/([A-Za-z0-9_.-]+)/([A-Za-z0-9_.-]+)")
OPEN_LICENCES = ("MIT", "Apache-2.0")  # pages show other people's samples only under these
SampleField = Literal["task_id", "solution", "completion", "raw"]


def _in_repository(path: str) -> str:
    if path.startswith("/") or "\\" in path or not path.isprintable() or {"", ".", ".."} & set(path.split("/")):
        raise ValueError("must be a path in the repository, such as data/samples.jsonl")
    return path


def _as_repository(address: str) -> str:
    found = _REPOSITORY.fullmatch(address)
    if found is None or any(set(part) == {"."} for part in found.groups()):
        raise ValueError("must be an address such as https://github.com/OWNER/NAME")
    return address


RepositoryPath = Annotated[str, Field(min_length=1, max_length=300), AfterValidator(_in_repository)]


class Source(Part):
    """Where samples that a result does not hold are public, so that anyone can get and measure them again."""

    repository: Annotated[str, Field(max_length=200), AfterValidator(_as_repository)]
    commit: Annotated[str, Field(pattern=r"^[0-9a-f]{40}$")]
    files: Annotated[dict[RepositoryPath, Sha256], Field(min_length=1, max_length=1000)] = Field(
        description="the samples' files and the SHA-256 of each; they are read in the order of their paths"
    )
    fields: dict[SampleField, Name] = Field(
        default_factory=dict,
        description="what `task_id` and the sample's text are called there, where they have other names",
    )
    licence: Name | None = Field(
        default=None, description="its SPDX identifier, by its sender's word; None where the repository states none"
    )

    @property
    def answers_sha256(self) -> str:
        """The hash that identifies its files: that of a single file, or of what `sha256sum` prints for several."""
        if len(self.files) == 1:
            return next(iter(self.files.values()))
        lines = "".join(f"{digest}  {path}\n" for path, digest in sorted(self.files.items()))
        return hashlib.sha256(lines.encode()).hexdigest()
