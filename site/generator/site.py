"""Everything that the site is made from."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from types import MappingProxyType

import pandas as pd

from generator.benchmark import BenchmarkView, read_benchmarks, read_own_benchmark
from generator.limits import PAIRED_MODELS
from generator.model import ModelOnBenchmark
from generator.relations import Releases, releases_of
from tallybench.benchmarks.user_benchmark import Manifest, UserBenchmark
from tallybench.statistics.finding import Finding, Sources, read_sources
from tallybench.statistics.findings import answer
from tallybench.statistics.pairs import compare_pairs, compare_samples, observations
from tallybench.statistics.published.boards import make_boards
from tallybench.statistics.published.data_files import PassTable, read_extra, read_growth, read_pass_table
from tallybench.statistics.published.entries import Entry, read_entries, read_own_entries


@dataclass(frozen=True)
class ModelView:
    """A model's page."""

    slug: str  # its folder
    # The benchmarks that it has a result on, and how it does there; at least one.
    results: tuple[tuple[BenchmarkView, ModelOnBenchmark], ...]

    @property
    def entry(self) -> Entry:
        """A result that says whose model it is."""
        return self.results[0][1].row.entry

    @property
    def link(self) -> str | None:
        """Its own address, if that is a web address."""
        url = self.entry.result.model.url
        return url if url and url.startswith(("https://", "http://")) else None


@dataclass(frozen=True)
class Site:
    """Everything that is shown."""

    benchmarks: tuple[BenchmarkView, ...]  # the default one first
    entries: tuple[Entry, ...]  # all results, those of unknown benchmarks too
    # Pass@1 of files of answers beside what others measured; None if that is not at hand.
    passes: PassTable | None = None
    # The description of the user's own benchmark that the site is about; None: the site is TallyBench's.
    own: Manifest | None = None

    @property
    def default(self) -> BenchmarkView:
        """The benchmark whose board is on the home page."""
        return self.benchmarks[0]

    @cached_property
    def models(self) -> list[ModelView]:
        """The models of all current leaderboards, baselines too, those of the default benchmark first."""
        found: dict[str, list[tuple[BenchmarkView, ModelOnBenchmark]]] = {}
        for benchmark in self.benchmarks:
            for model in benchmark.models:
                found.setdefault(model.row.entry.slug, []).append((benchmark, model))
        return [ModelView(slug, tuple(results)) for slug, results in found.items()]

    @cached_property
    def slugs(self) -> frozenset[str]:
        """The folders of the models that have a page."""
        return frozenset(row.entry.slug for benchmark in self.benchmarks for row in benchmark.board.all_rows)

    @cached_property
    def releases(self) -> Releases:
        """When the models of all current leaderboards came out."""
        return releases_of(row.entry for benchmark in self.benchmarks for row in benchmark.board.models)

    @cached_property
    def findings(self) -> list[Finding]:
        """Findings about the ranked models of the default benchmark; empty if there are few."""
        return [] if self._sources is None or self.own is not None else answer(self._sources)

    @cached_property
    def pairs(self) -> pd.DataFrame | None:
        """The ranked models of the default benchmark, each beside every other one; None if there are few."""
        if self._sources is None:
            return None
        return compare_pairs(self.default.board, self.default.costs, PAIRED_MODELS)

    @cached_property
    def study(self) -> pd.DataFrame | None:
        """The same models, tested on each problem as in the study of Coignion et al.; None likewise."""
        if self._sources is None:
            return None
        rows = self.default.board.rows[:PAIRED_MODELS]
        return compare_samples({row.entry.slug: observations(row.entry) for row in rows})

    @cached_property
    def _sources(self) -> Sources | None:
        return read_sources(self.default.board, self.default.orders)

    @property
    def newest(self) -> str:
        """The date of the newest result: the site's date."""
        return max((entry.date for entry in self.entries if entry.date), default="2026-01-01")


def read_site(root: Path, code: Mapping[str, Mapping[str, str]] = MappingProxyType({})) -> Site:
    """Read results, benchmarks and measurements.

    `code` has samples that are public elsewhere and may be shown, by the result's path and the program's SHA-256.

    Raises:
        InputError: one of them is broken.
    """
    entries = tuple(_with_code(entry, code.get(entry.path, {})) for entry in read_entries(root))
    growth, extra = read_growth(root), read_extra(root)
    benchmarks = read_benchmarks(root, entries, make_boards(entries), growth, extra)
    return Site(tuple(benchmarks), entries, read_pass_table(root))


def read_own_site(own: UserBenchmark) -> Site:
    """Read the user's own benchmark and its results.

    Raises:
        InputError: one of them is broken.
    """
    entries = tuple(read_own_entries(own.folder, own.benchmark.name))
    return Site((read_own_benchmark(own, entries, make_boards(entries)),), entries, own=own.manifest)


def _with_code(entry: Entry, code: Mapping[str, str]) -> Entry:
    """Return a result with the programs that its file does not include."""
    if not code:
        return entry
    samples = tuple(
        sample.model_copy(update={"code": code.get(sample.code_sha256 or "")}) for sample in entry.submitted.samples
    )
    submitted = entry.submitted.model_copy(update={"samples": samples})
    record = entry.record and replace(entry.record, submitted=submitted)
    return Entry(entry.slug, entry.path, entry.date, submitted, record, entry.own)
