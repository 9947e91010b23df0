"""Rounds of refinement: results that go on from one another, by the hash of the samples that each was made from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tallybench.statistics.published.entries import Entry

FIGURES = ("pass@1", "score@1", "optimized@1")  # what is drawn over the rounds; the last one of programs to be edited
MOST = 20  # rounds of a kind


@dataclass(frozen=True)
class Refined:
    """A first attempt, and the rounds of a kind that go on from it.

    Attributes:
        kind: `self`, `exec` or `nl+exec`.
        entries: round 0 first.
    """

    kind: str
    entries: tuple[Entry, ...]

    @property
    def figures(self) -> list[tuple[str, list[float]]]:
        """By figure, its value of each round, of 100; those that every round has."""
        found = []
        for name in FIGURES:
            figures = [entry.figure(name) for entry in self.entries]
            values = [figure.value for figure in figures if figure is not None and figure.value is not None]
            if len(values) == len(self.entries):
                scale = 1 if name.startswith("score") else 100
                found.append((name, [scale * value for value in values]))
        return found

    def told(self, name: str, place: int) -> str:
        """Return a figure of a round as the table shows it; empty where it has none."""
        values = dict(self.figures).get(name)
        return "" if values is None else f"{values[place]:.1f}"


def refinements(entries: Sequence[Entry]) -> dict[str, tuple[Refined, ...]]:
    """By path of each result that is part of one: the refinements of its first attempt.

    Args:
        entries: all results of a benchmark. Of several that were made of the same samples the newest counts.
    """
    by_samples: dict[str, Entry] = {}
    for entry in sorted(entries, key=lambda entry: (entry.date, entry.path)):
        if (samples := entry.result.model.answers_sha256) is not None:
            by_samples[samples] = entry
    chains: dict[tuple[str, str], list[Entry]] = {}  # by the first attempt's path and the kind
    for entry in by_samples.values():
        kind, steps = entry.result.model.generation.get("refine"), _back(entry, by_samples)
        if isinstance(kind, str) and len(steps) > 1:
            key = steps[0].path, kind
            chains[key] = max(chains.get(key, []), steps, key=len)
    found: dict[str, list[Refined]] = {}
    for (_, kind), steps in sorted(chains.items()):
        for entry in steps:
            found.setdefault(entry.path, [])
        first = found[steps[0].path]
        first.append(Refined(kind, tuple(steps)))
        for entry in steps[1:]:
            found[entry.path] = first
    return {path: tuple(refined) for path, refined in found.items()}


def _back(entry: Entry, by_samples: Mapping[str, Entry]) -> list[Entry]:
    """Return the result and those that it goes on from, the first attempt first."""
    steps = [entry]
    while len(steps) <= MOST:
        before = steps[0].result.model.generation.get("of")
        if not isinstance(before, str) or before not in by_samples or by_samples[before] in steps:
            break
        steps.insert(0, by_samples[before])
    return steps
