"""How results are related: whose samples, what existed before, releases, rounds of refinement."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

import pandas as pd

from generator.limits import COPIES_AMONG
from generator.render import readable
from tallybench.benchmarks.copies import Copied, copies_among
from tallybench.model.benchmark import Benchmark
from tallybench.model.result import Model
from tallybench.statistics.frames import sample_frame
from tallybench.statistics.published.boards import Board, Row
from tallybench.statistics.published.entries import Entry
from tallybench.statistics.sample_statistics import recitation


def said_copies(rows: Sequence[Row], benchmark: Benchmark | None) -> dict[str, tuple[Copied, ...]]:
    """By folder of a model: whose samples it has, beyond what models have in common by themselves.

    The review of a submission compares with every result. Here a share is left out that its models explain, unless all
    samples that can be compared are the other's. With very many models this is left to the reviews.
    """
    if len(rows) > COPIES_AMONG:
        return {}
    labels = [readable(row.entry.name, 60) for row in rows]
    found = copies_among([(label, row.entry.result) for label, row in zip(labels, rows, strict=True)], benchmark)
    by_label: dict[str, list[Model]] = {}
    for label, row in zip(labels, rows, strict=True):
        by_label.setdefault(label, []).append(row.entry.result.model)

    def explained(model: Model, copied: Copied) -> bool:
        if copied.own or copied.whole:
            return False
        return all(explains(model, other) for other in by_label[copied.source] if other is not model)

    said = {
        row.entry.slug: tuple(one for one in copied if one.said and not explained(row.entry.result.model, one))
        for row, copied in zip(rows, found, strict=True)
    }
    return {slug: copied for slug, copied in said.items() if copied}


def explains(model: Model, other: Model) -> bool:
    """Return whether what two models are explains why they wrote the same.

    Either both are one organisation's model of one revision, asked in different ways (with one name, if no revision is
    known: `GPT-3.5` and `GPT-3.5, 5 samples`); or both are agents, and the settings of one of them name the other as
    what it starts from.
    """
    same_maker = model.organization is not None and model.organization == other.organization
    # A name is without the setting that follows a comma or a bracket.
    ours, others = (one.revision or re.split(r", | \(", one.name, maxsplit=1)[0] for one in (model, other))
    return (same_maker and ours == others) or _starts_from(model, other) or _starts_from(other, model)


def _starts_from(model: Model, other: Model) -> bool:
    """Return whether an agent's settings name another agent: `runs and debugs what Reflexion wrote`."""
    named = other.name.split()[:1]
    told = str(model.generation.get("pipeline", "")).split()
    return model.pipeline and other.pipeline and bool(named) and named[0] in told[1:]


class Recited(NamedTuple):
    """A model's shares, each with the median over the ranked models."""

    compared: int  # its samples whose function is long enough to tell
    letter: tuple[float, float]  # of all samples, those identical to the canonical program
    # Of all samples, those that are to the letter what a model of another organization wrote too.
    letter_shared: tuple[float, float]
    canonical: tuple[float, float]  # of the compared ones, those whose syntax tree is the canonical solution's
    # Of the compared ones, those whose tree a model of another organization has written too.
    shared: tuple[float, float]


def recited_by(board: Board) -> dict[str, Recited]:
    """By folder of a ranked model; empty if canonical solutions or a second model are missing."""
    canonical = [row.entry for row in board.baselines if "canonical" in row.entry.slug]
    entries = [row.entry for row in board.rows]
    if not canonical or len(entries) < 2:
        return {}
    organizations = pd.Series({entry.slug: entry.result.model.organization or entry.slug for entry in entries})
    found = recitation(sample_frame(entries), sample_frame(canonical), organizations)
    found = found[found["compared"].notna()].fillna(0).set_index("model")
    middle = found.median()
    shares = ("letter", "letter_shared", "canonical", "shared")
    return {
        str(model): Recited(int(row["compared"]), *((float(row[name]), float(middle[name])) for name in shares))
        for model, row in found.iterrows()
    }


class Release(NamedTuple):
    """A model's release: its day, or its month if the day is not known; its name and its folder."""

    released: str
    name: str
    slug: str


@dataclass(frozen=True)
class Releases:
    """The known ones, the oldest first."""

    known: tuple[Release, ...]

    def before(self, day: date) -> list[Release]:
        """Return the models released before a day. One known only to be from that day's month may not have been."""
        return [one for one in self.known if one.released < day.isoformat()[: len(one.released)]]

    def since(self, day: date) -> list[Release]:
        """Return the others, which may have seen what was written on that day."""
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


FIGURES = ("pass@1", "score@1", "optimized@1")  # what is drawn over the rounds; the last one of programs to be edited
MOST = 20  # rounds of a kind


@dataclass(frozen=True)
class Refined:
    """A first attempt, and the rounds of a kind that go on from it."""

    kind: str  # `self`, `exec` or `nl+exec`
    entries: tuple[Entry, ...]  # round 0 first

    @property
    def figures(self) -> list[tuple[str, list[float]]]:
        """By figure, its value in each round, out of 100; only figures that every round has."""
        found = []
        for name in FIGURES:
            figures = [entry.figure(name) for entry in self.entries]
            values = [figure.value for figure in figures if figure is not None and figure.value is not None]
            if len(values) == len(self.entries):
                scale = 1 if name.startswith("score") else 100
                found.append((name, [scale * value for value in values]))
        return found

    def told(self, name: str, place: int) -> str:
        """Return a figure of a round as the table shows it; empty if it has none."""
        values = dict(self.figures).get(name)
        return "" if values is None else f"{values[place]:.1f}"


def refinements(entries: Sequence[Entry]) -> dict[str, tuple[Refined, ...]]:
    """By path of each result that is part of a refinement: the refinements of its first attempt."""
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
