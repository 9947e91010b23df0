"""What the site shows of a benchmark whose texts are not ours: statistics, and where the texts are."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from evaluator.benchmarks.catalogue import Catalogue, CataloguedProblem, catalogues
from evaluator.benchmarks.measured import Measured, MeasuredProblem, read_measured
from evaluator.errors import InputError
from evaluator.results.counts import BUDGET
from evaluator.results.published.boards import Board, Row
from evaluator.results.published.entries import Entry
from evaluator.results.result import ProblemResult
from generator.models import ModelView, view_models
from generator.standing import Standing, sort_out


@dataclass(frozen=True)
class ForeignView(Standing):
    """A problem whose text is not ours, as its page shows it.

    Attributes:
        home: the benchmark's folder, from the site's root.
        facts: what is public of it.
        number: its place in the benchmark, from 1.
    """

    problem: CataloguedProblem
    home: str
    facts: CataloguedProblem
    number: int

    @property
    def path(self) -> str:
        return f"{self.home}problems/{self.slug}/"

    @property
    def title(self) -> str:
        return self.problem.entry_point or self.problem.task_id

    @property
    def input_names(self) -> list[str]:
        return list(self.problem.inputs)

    @property
    def solvers(self) -> int:
        """How many models have a correct sample."""
        return sum(one.correct > 0 for one in self.attempts)

    @cached_property
    def yardstick(self) -> ProblemResult | None:
        """The counts that samples were compared with, of the first result that has them; None without measurements."""
        found = (one.row.entry.result.problems[self.problem.task_id] for one in self.attempts)
        return next((one for one in found if one.inputs), None)

    @property
    def best_total(self) -> int | None:
        if self.measured or self.yardstick is None:
            return super().best_total
        return sum(one.best_known for one in self.yardstick.inputs.values())

    @property
    def truth_total(self) -> int | None:
        if self.measured or self.yardstick is None:
            return super().truth_total
        counts = [one.ground_truth for one in self.yardstick.inputs.values()]
        known = [count for count in counts if count is not None]
        return sum(known) if len(known) == len(counts) else None

    @property
    def truth_bound(self) -> int | None:
        if self.measured or self.yardstick is None:
            return super().truth_bound
        return sum(one.ground_truth or BUDGET * one.best_known for one in self.yardstick.inputs.values())

    @property
    def references(self) -> dict[str, dict[str, int | None]]:
        """What is known to be spent on each stressful input, by input and solution; None: over the budget."""
        if self.measured:
            return {name: dict(one.counts) for name, one in self.measured.inputs.items()}
        if self.yardstick is None:
            return {}
        return {
            name: {"best known": one.best_known, "ground truth": one.ground_truth}
            for name, one in sorted(self.yardstick.inputs.items())
        }


@dataclass(frozen=True)
class ForeignBenchmark:
    """A benchmark whose texts are not ours.

    Attributes:
        catalogue: what is public of it.
        measured: its measurements; None where there are none.
        entries: its results.
        boards: its leaderboards, the newest version first.
    """

    catalogue: Catalogue
    measured: Measured | None
    entries: tuple[Entry, ...]
    boards: tuple[Board, ...]

    @property
    def name(self) -> str:
        return self.catalogue.name

    @property
    def path(self) -> str:
        """Of its page, from the site's root."""
        return f"benchmarks/{self.name}/"

    @property
    def data(self) -> str:
        """Where its files to download are, from the site's root."""
        return f"data/{self.name}/"

    @cached_property
    def board(self) -> Board:
        """The leaderboard of the data as they are catalogued."""
        version = self.catalogue.version
        return next((one for one in self.boards if one.version == version), Board(self.name, version, (), ()))

    @cached_property
    def problems(self) -> list[ForeignView]:
        rows, measured = self.board.all_rows, self.measured.problems if self.measured else {}
        return [
            self._view(problem, measured.get(task_id), rows, number)
            for number, (task_id, problem) in enumerate(self.catalogue.problems.items(), 1)
        ]

    def _view(
        self, problem: CataloguedProblem, measured: MeasuredProblem | None, rows: Sequence[Row], number: int
    ) -> ForeignView:
        if measured is not None and measured.hash != problem.hash:
            measured = None
        facts = self.catalogue.problems[problem.task_id]
        return ForeignView(problem, measured, *sort_out(problem, rows), self.path, facts, number)

    @cached_property
    def models(self) -> list[ModelView]:
        return view_models(self.board, self.problems, self.entries)

    @property
    def efficiency_problems(self) -> int:
        """How many problems count for efficiency."""
        return sum(one.without_efficiency is None for one in self.catalogue.problems.values())

    @property
    def stressful(self) -> int:
        """The number of stressful inputs that are used."""
        return sum(len(one.inputs) for one in self.catalogue.problems.values())

    @property
    def left_out(self) -> list[tuple[str, str, str]]:
        """Task id, name and reason of each stressful input that is not used."""
        problems = self.catalogue.problems.items()
        return [(task_id, *one) for task_id, problem in problems for one in sorted(problem.left_out.items())]

    @property
    def pass_only(self) -> list[tuple[ForeignView, str]]:
        """The problems that count for pass@k only, and why."""
        return [(one, one.problem.without_efficiency) for one in self.problems if one.problem.without_efficiency]


def read_foreign(root: Path, entries: Sequence[Entry], boards: Sequence[Board]) -> tuple[ForeignBenchmark, ...]:
    """All benchmarks of others that have a catalogue, by name.

    Args:
        root: the project's root.
        entries: all results.
        boards: all leaderboards.

    Raises:
        InputError: a catalogue or a benchmark's measurements are broken, or hold texts that are not ours.
    """
    data = root / "hf_dataset"
    return tuple(
        ForeignBenchmark(
            catalogue,
            _measured(data / "measured" / f"{catalogue.name}.json"),
            tuple(one for one in entries if one.benchmark == catalogue.name),
            tuple(one for one in boards if one.benchmark == catalogue.name),
        )
        for catalogue in catalogues(data / "catalogue")
        if not catalogue.texts.shown
    )


def _measured(path: Path) -> Measured | None:
    if not path.exists():
        return None
    measured = read_measured(path)
    for task_id, problem in measured.problems.items():
        for name, one in problem.inputs.items():
            if one.preview:
                raise InputError(
                    f"{path}: problems.{task_id}.inputs.{name}.preview: shows the data of others; make it empty"
                )
    return measured
