"""A benchmark as the site shows it: its public data, its texts if they may be shown, results and boards."""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from pathlib import Path
from typing import Any

from generator.model import ModelOnBenchmark, models_on, nearest
from generator.outcome import Outcome
from generator.problem import ProblemTexts, ProblemView
from generator.references import reference_counts
from generator.relations import Recited, recited_by, said_copies
from tallybench.benchmarks import BENCHMARKS, load_benchmark
from tallybench.benchmarks.catalogue import Catalogue, CataloguedProblem, catalogues, user_catalogue
from tallybench.benchmarks.copies import Copied
from tallybench.benchmarks.measured import Measured, board_file, read_measured
from tallybench.benchmarks.user_benchmark import UserBenchmark
from tallybench.errors import InputError
from tallybench.model.benchmark import Benchmark
from tallybench.statistics.cost import CostRatio, Pair, cost_ratios, model_costs
from tallybench.statistics.orders import ProblemOrders, benchmark_orders, order_standing
from tallybench.statistics.published.boards import Board, Row
from tallybench.statistics.published.data_files import BenchmarkExtra, BenchmarkGrowth, extra_standing
from tallybench.statistics.published.entries import Entry

_REPLICATED = frozenset({"classeval", "coffe", "ecco"})  # of `site/pages`, each with the figures of a paper
_ARXIV = re.compile(r"https://arxiv\.org/(?:abs|pdf)/(\d\d)(0[1-9]|1[0-2])\.")


@dataclass(frozen=True, kw_only=True)
class BenchmarkView:
    """A benchmark on the site."""

    catalogue: Catalogue  # its public data, whether or not its texts are public
    texts: Benchmark | None  # the problems with their texts; None if these may not be shown, or are not at hand
    measured: Measured | None  # what its own solutions spend; None if they were not measured
    entries: tuple[Entry, ...]  # its results
    boards: tuple[Board, ...]  # its leaderboards, the newest version first
    is_default: bool  # its pages are at the site's root
    # What correct programs spend on inputs of rising size; None if nothing was measured.
    growth: BenchmarkGrowth | None = None
    extra: BenchmarkExtra | None = None  # which programs are wrong on generated inputs; None if none were run on any
    is_own: bool = False  # it is the user's own, and the only one on the site

    @property
    def name(self) -> str:
        return self.catalogue.name

    @property
    def version(self) -> str:
        return self.catalogue.version

    @property
    def about(self) -> str:
        """The path of the page about it, from the site's root."""
        return f"benchmarks/{self.name}/"

    @property
    def home(self) -> str:
        """The folder of its leaderboard, problems and comparison, from the site's root."""
        return "" if self.is_default else self.about

    @property
    def replication(self) -> str:
        """The path of the page with its paper's figures beside ours, from the site's root; empty if there is none."""
        family = self.name.partition("-")[0]
        return f"{family}/" if family in _REPLICATED and not self.is_own else ""

    @property
    def data(self) -> str:
        """The folder of its downloads, from the site's root."""
        return f"data/{self.home.removeprefix('benchmarks/')}"

    @property
    def needs_data(self) -> bool:
        """Whether evaluating on it needs files that do not come with TallyBench."""
        return not self.is_own and (self.name not in BENCHMARKS or not BENCHMARKS[self.name].embedded)

    @property
    def edits(self) -> str:
        """The benchmark whose slow solutions are to be made faster; empty if solutions are to be written."""
        return BENCHMARKS[self.name].edits if self.name in BENCHMARKS else ""

    @property
    def options(self) -> str:
        """The options that `tallybench evaluate` needs to evaluate on it."""
        if self.is_own:
            return " --benchmark DIR"
        named = "" if self.is_default else f" --benchmark {self.name}"
        return f"{named} --data DIR" if self.needs_data else named

    @cached_property
    def board(self) -> Board:
        """The leaderboard of the benchmark as it is now."""
        board = next((board for board in self.boards if board.version == self.version), Board(self.name, self.version))
        parts: dict[str, Any] = {name: getattr(board, name) for name in ("rows", "apart", "claims", "baselines")}
        parts = {name: self._with_measurements(rows) for name, rows in parts.items()}
        return replace(board, **parts)

    @property
    def all_boards(self) -> list[Board]:
        """The leaderboards of all its versions with results, the current one with further measurements."""
        return [self.board if board.version == self.version else board for board in self.boards]

    def _with_measurements(self, rows: tuple[Row, ...]) -> tuple[Row, ...]:
        extra = self.extra if self.extra is not None and self.extra.is_of(self._hashes) else None
        return tuple(
            replace(row, orders=order_standing(row.entry, self.orders), extra=extra_standing(row.entry, extra))
            for row in rows
        )

    @property
    def _hashes(self) -> dict[str, str]:
        return {task_id: facts.hash for task_id, facts in self.catalogue.problems.items()}

    @cached_property
    def orders(self) -> dict[str, ProblemOrders]:
        """Orders of growth by task id, for the problems that were measured."""
        return benchmark_orders(self.growth, self._hashes)

    @property
    def other_boards(self) -> list[Board]:
        """The leaderboards of other versions of it."""
        return [board for board in self.boards if board.version != self.version]

    @cached_property
    def problems(self) -> list[ProblemView]:
        """In the benchmark's order."""
        return [self._problem(number, facts) for number, facts in enumerate(self.catalogue.problems.values(), 1)]

    def _problem(self, number: int, facts: CataloguedProblem) -> ProblemView:
        measured = self.measured.problems.get(facts.task_id) if self.measured else None
        if measured is not None and measured.hash != facts.hash:
            measured = None
        outcomes, stale = _outcomes(facts, self.board.models)
        baselines, _ = _outcomes(facts, self.board.baselines)
        results = (outcome.row.entry.result.problems[facts.task_id] for outcome in (*outcomes, *baselines))
        texts = None if self.texts is None else ProblemTexts(problem=self.texts.by_id[facts.task_id], measured=measured)
        return ProblemView(
            facts=facts,
            number=number,
            home=self.home,
            texts=texts,
            references=reference_counts(measured, results),
            outcomes=outcomes,
            baselines=baselines,
            stale=stale,
            orders=self.orders.get(facts.task_id),
        )

    @cached_property
    def by_spread(self) -> list[ProblemView]:
        """The problems whose correct solutions differ most come first; then the benchmark's order."""
        return sorted(self.problems, key=lambda problem: -(problem.spread or 0))

    @cached_property
    def models(self) -> list[ModelOnBenchmark]:
        """Of the current leaderboard, the baselines too."""
        return models_on(self.board, self.problems, self.entries, self.copies, self.costs)

    @cached_property
    def costs(self) -> dict[Pair, CostRatio]:
        """The cost ratios of each ranked model and those next to it, by their positions on the current leaderboard."""
        rows = self.board.rows
        near = [(place, there) for place in range(len(rows)) for there in nearest(place, len(rows))]
        return cost_ratios([model_costs(row.entry) for row in rows], near)

    @cached_property
    def copies(self) -> dict[str, tuple[Copied, ...]]:
        """By folder of a model on the current leaderboard: whose samples it has, beyond what models have in common."""
        return said_copies(self.board.models, self.texts)

    @cached_property
    def recited(self) -> dict[str, Recited]:
        """By folder of a ranked model: how much of what it wrote existed before."""
        return recited_by(self.board)

    @cached_property
    def written(self) -> tuple[date, date] | None:
        """The first and the last day on which its problems were written; None unless all problems have a date."""
        days = [problem.written for problem in self.texts] if self.texts else []
        told = [day for day in days if day is not None]
        return (min(told), max(told)) if told and len(told) == len(days) else None

    @property
    def published(self) -> str:
        """When its problems came out, YYYY-MM-DD or YYYY-MM.

        It is the last day of writing, else the month of its paper on arXiv, whose address begins with it; empty if
        neither is known.
        """
        if self.written:
            return self.written[1].isoformat()
        found = _ARXIV.match(self.catalogue.source.paper or "")
        return f"20{found[1]}-{found[2]}" if found else ""

    @property
    def efficiency_problems(self) -> int:
        """How many problems count for efficiency."""
        return sum(problem.for_efficiency for problem in self.problems)

    @property
    def stressful(self) -> int:
        """The number of stressful inputs that are used."""
        return sum(len(problem.facts.inputs) for problem in self.problems)

    @property
    def left_out(self) -> list[tuple[str, str, str]]:
        """Task id, name and reason for each unused stressful input."""
        problems = self.catalogue.problems.items()
        return [(task_id, *item) for task_id, facts in problems for item in sorted(facts.left_out.items())]

    @property
    def pass_only(self) -> list[tuple[ProblemView, str]]:
        """The problems that count for pass@k only, and why."""
        problems = ((problem, problem.facts.without_efficiency) for problem in self.problems)
        return [(problem, reason) for problem, reason in problems if reason]


def _outcomes(facts: CataloguedProblem, rows: Sequence[Row]) -> tuple[tuple[Outcome, ...], tuple[Row, ...]]:
    """Return these models' outcomes on a problem as it is now, and those with results on a different form of it."""
    outcomes, stale = [], []
    for row in rows:
        result = row.entry.result.problems.get(facts.task_id)
        if result is not None and result.hash != facts.hash:
            stale.append(row)
        elif result is not None:
            samples = row.entry.samples.get(facts.task_id, [])
            outcomes.append(Outcome(row, row.entry.counts[facts.task_id], samples))
    return tuple(outcomes), tuple(stale)


def read_benchmarks(
    root: Path,
    entries: Sequence[Entry],
    boards: Sequence[Board],
    growth: Mapping[str, BenchmarkGrowth],
    extra: Mapping[str, BenchmarkExtra],
) -> Iterator[BenchmarkView]:
    """Yield all benchmarks that have a catalogue, the default one first.

    Raises:
        InputError: a catalogue or a benchmark's measurements are broken, or hold texts that may not be shown.
    """
    own_entries, own_boards = defaultdict(list), defaultdict(list)
    for entry in entries:
        own_entries[entry.benchmark].append(entry)
    for board in boards:
        own_boards[board.benchmark].append(board)
    data = root / "hf_dataset"
    for place, catalogue in enumerate(catalogues(data / "catalogue")):
        name = catalogue.name
        embedded = name in BENCHMARKS and BENCHMARKS[name].embedded
        file = board_file(name)
        own = embedded and file.exists()
        yield BenchmarkView(
            catalogue=catalogue,
            texts=load_benchmark(name) if embedded and catalogue.texts.shown else None,
            measured=read_measured(file) if own else _measured_elsewhere(data / "measured" / f"{name}.json", catalogue),
            entries=tuple(own_entries[name]),
            boards=tuple(own_boards[name]),
            is_default=place == 0,
            growth=growth.get(name),
            extra=extra.get(name),
        )


def read_own_benchmark(own: UserBenchmark, entries: Sequence[Entry], boards: Sequence[Board]) -> BenchmarkView:
    """Return the user's own benchmark, whose pages are at the root of its own site.

    Raises:
        InputError: its measurements are broken, or something in it cannot be shown on a page.
    """
    return BenchmarkView(
        catalogue=user_catalogue(own),
        texts=own.benchmark,
        measured=read_measured(own.measured) if own.measured.exists() else None,
        entries=tuple(entries),
        boards=tuple(boards),
        is_default=True,
        is_own=True,
    )


def _measured_elsewhere(path: Path, catalogue: Catalogue) -> Measured | None:
    if not path.exists():
        return None
    measured = read_measured(path)
    for task_id, problem in measured.problems.items():
        for name, stressful_input in problem.inputs.items():
            if stressful_input.preview and not catalogue.texts.shown:
                raise InputError(
                    f"{path}: problems.{task_id}.inputs.{name}.preview: shows the data of others; make it empty"
                )
    return measured
