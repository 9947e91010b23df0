"""What is wrong with a file."""

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Fault:
    """Something that is wrong with a file.

    Attributes:
        where: the JSON path, or the line; empty for the file as a whole.
        what: what is wrong and, if that is not obvious, what to do.
        stale: whether it is wrong only because the benchmark has changed since.
    """

    where: str
    what: str
    stale: bool = False

    def __str__(self) -> str:
        return clean_place(f"{self.where}: {self.what}" if self.where else self.what)

    def of(self, path: Path) -> str:
        """Return the fault with its file, as text: `path:3: ...` if the place is a line."""
        return f"{path}{self}" if self.where.startswith(":") else f"{path}: {self}"


def clean_place(where: str) -> str:
    """Return a JSON path, or a message about it, without unprintable characters: keys and values come from the file."""
    return "".join(character if character.isprintable() else "?" for character in where)
