"""When the models on the site came out, as far as that is known: before a problem was written, or after."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from tallybench.statistics.published.entries import Entry


class Release(NamedTuple):
    """A model's: its day, or its month where the day is not known; its name and its folder."""

    released: str
    name: str
    slug: str


@dataclass(frozen=True)
class Releases:
    """The known ones, the oldest first."""

    known: tuple[Release, ...]

    def before(self, day: date) -> list[Release]:
        """Return the models that were out before a day. One of the month of that day may not have been."""
        return [one for one in self.known if one.released < day.isoformat()[: len(one.released)]]

    def since(self, day: date) -> list[Release]:
        """Return the others: what was written on that day they may have seen."""
        before = set(self.before(day))
        return [one for one in self.known if one not in before]


def releases_of(entries: Iterable[Entry]) -> Releases:
    """Return the releases of some results' models, each model once."""
    found = {
        entry.slug: Release(entry.result.model.released, entry.name, entry.slug)
        for entry in entries
        if entry.result.model.released and not entry.baseline
    }
    return Releases(tuple(sorted(found.values())))
