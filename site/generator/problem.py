"""A problem as its page and the tables of problems show it: its public data, and every model's result on it."""

import ast
import re
import statistics
from dataclasses import dataclass
from functools import cached_property

from generator.outcome import Outcome, SampleOutcome
from generator.references import ReferenceCounts
from generator.written import WrittenSolution, with_code_on_page, written_solutions
from tallybench.benchmarks.catalogue import CataloguedProblem
from tallybench.benchmarks.measured import MeasuredInput, MeasuredProblem
from tallybench.model.call_scripts import show_call, show_outcomes
from tallybench.model.inputs import StressfulInput
from tallybench.model.problem import Problem, Solution, Task
from tallybench.statistics.orders import ProblemOrders
from tallybench.statistics.published.boards import Row
from tallybench.statistics.sample_statistics import effort, spread_of

_EXAMPLES = re.compile(r">>>|^\s*(for )?examples?\b", re.IGNORECASE | re.MULTILINE)
MOST_CODE = 14_000  # characters of what models wrote on one page


@dataclass(frozen=True, kw_only=True)
class ProblemTexts:
    """A problem's texts on a page, if they may be shown."""

    problem: Problem  # the benchmark's
    measured: MeasuredProblem | None  # its measurements; None if there are none

    @property
    def task(self) -> str:
        """What the statement asks for, on one line: the docstring up to its examples."""
        # The canonical class, and the program of an editing task, have no docstring.
        bare = self.problem.level == "class" or self.problem.task is Task.EDIT
        for node in ast.parse(self.problem.prompt if bare else self.problem.canonical.code).body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == self.problem.entry_point:
                return " ".join(_EXAMPLES.split(ast.get_docstring(node) or "", maxsplit=1)[0].split())
        return ""

    @property
    def notes(self) -> list[str]:
        """What the problem's file says about it, by paragraphs, without the title."""
        _, _, text = self.problem.notes.partition("\n")
        return [" ".join(paragraph.split()) for paragraph in text.split("\n\n") if paragraph.strip()]

    @property
    def wrong_input(self) -> str:
        """The valid input on which the canonical solution is wrong, as a call."""
        if self.problem.canonical_wrong is None:
            return ""
        return f"{self.problem.entry_point}({', '.join(map(repr, self.problem.canonical_wrong[0]))})"

    @property
    def scripts(self) -> list[tuple[str, list[tuple[str, str]]]]:
        """The correctness tests of a class: each one's name, its calls and their expected results."""
        if self.problem.level != "class":
            return []
        return [
            (
                case.name,
                [
                    (show_call(self.problem.entry_point, call), outcome)
                    for call, outcome in zip(case.arguments[0], show_outcomes(case.expected), strict=False)
                ],
            )
            for case in self.problem.cases
        ]

    @property
    def inputs(self) -> list[tuple[StressfulInput, MeasuredInput]]:
        if self.measured is None:
            return []
        return [(given, self.measured.inputs[given.name]) for given in self.problem.stressful]

    def input_code(self, stressful_input: StressfulInput) -> str:
        """Return what builds an input, as it is in the problem's file."""
        program = stressful_input.program.strip()
        calls = ",\n".join(stressful_input.expressions)
        return "\n\n".join(text for text in (program, calls) if text)

    @property
    def solutions(self) -> list[Solution]:
        """All solutions, the best known first: references, ground truth, canonical, slow."""
        problem = self.problem
        truth = [problem.corrected] if problem.corrected else []
        listed = [*problem.references, *truth, problem.canonical, *problem.slow]
        best = self.measured.best_known if self.measured else None
        return sorted(listed, key=lambda solution: solution.name != best)

    @property
    def best_solution(self) -> Solution | None:
        return self.solutions[0] if self.measured else None

    def code_of(self, solution: Solution) -> str:
        """Return a solution's program without the prompt's text, which the page shows already."""
        prompt = self.problem.prompt
        return solution.code.removeprefix(prompt) if solution is self.problem.canonical else solution.code

    def role_of(self, solution: Solution) -> str:
        """Return what a solution is to the problem."""
        problem = self.problem
        roles = []
        if self.measured and solution.name == self.measured.best_known:
            roles.append("best known")
        if solution.name == problem.ground_truth.name:
            roles.append("to be made faster" if problem.task is Task.EDIT else "ground truth")
        if solution in problem.slow:
            roles.append("slow on purpose")
        if solution.name == problem.canonical.name and problem.corrected is not None:
            roles.append("wrong on a valid input")
        return ", ".join(roles) or "reference"


@dataclass(frozen=True, kw_only=True)
class ProblemView:
    """A problem and how every model fared on it."""

    facts: CataloguedProblem  # its public data, whether or not its texts are public
    number: int  # its place in the benchmark, from 1
    home: str  # its benchmark's folder, from the site's root
    texts: ProblemTexts | None  # None if they may not be shown
    references: ReferenceCounts | None  # what known solutions spend; None if nothing was counted
    outcomes: tuple[Outcome, ...]  # of all models whose results are of this very problem, in the leaderboard's order
    baselines: tuple[Outcome, ...]  # likewise, of the benchmark's own sets
    stale: tuple[Row, ...]  # the models whose results are of an earlier form of it
    orders: ProblemOrders | None = None  # how correct programs grow with the input; None if it was not measured

    @property
    def task_id(self) -> str:
        return self.facts.task_id

    @property
    def slug(self) -> str:
        return self.task_id.lower().replace("/", "-")

    @property
    def path(self) -> str:
        """Of its page, from the site's root."""
        return f"{self.home}problems/{self.slug}/"

    @property
    def data(self) -> str:
        """Its downloads, from the site's root, without the extension."""
        return f"data/{self.home.removeprefix('benchmarks/')}problems/{self.slug}"

    @property
    def title(self) -> str:
        """What it is called in links and tables."""
        return self.facts.entry_point or self.task_id

    @property
    def for_efficiency(self) -> bool:
        """Whether it counts for efficiency, not only for pass@k."""
        return self.facts.without_efficiency is None

    @cached_property
    def solvers(self) -> int:
        """How many models have a correct sample."""
        return sum(outcome.correct > 0 for outcome in self.outcomes)

    @cached_property
    def efficient_solvers(self) -> int | None:
        """How many models have an efficient best sample; None if the problem does not count for efficiency."""
        if not self.for_efficiency:
            return None
        return sum(bool(outcome.efficient) for outcome in self.outcomes)

    @cached_property
    def _scores(self) -> list[float]:
        return [outcome.score for outcome in self.outcomes if outcome.score is not None]

    @property
    def mean_score(self) -> float | None:
        """The models' mean score; None if no model has one, or the problem does not count for efficiency."""
        return statistics.fmean(self._scores) if self._scores else None

    @cached_property
    def spread(self) -> float | None:
        """How far the models' correct solutions differ: the factor by which they typically miss their middle.

        Over the ranked models, as in the findings; over all if none is ranked. None if fewer than two have a count, or
        the problem does not count for efficiency.
        """
        if not self.for_efficiency:
            return None
        ranked = [outcome for outcome in self.outcomes if outcome.row.rank is not None] or self.outcomes
        found = [(outcome.ratio, outcome.censored) for outcome in ranked if outcome.correct]
        return spread_of([effort(ratio, censored) for ratio, censored in found if ratio])

    @cached_property
    def written(self) -> list[WrittenSolution]:
        """The distinct solutions that models wrote, and the benchmark's own sets hold."""
        return written_solutions((*self.outcomes, *self.baselines), self.orders)

    @cached_property
    def on_page(self) -> list[WrittenSolution]:
        """Those of them that its page shows."""
        return [solution for solution in self.written if solution.on_page]

    def solution_of(self, outcome: SampleOutcome) -> WrittenSolution:
        """Return which of them a sample is."""
        return self._by_sample[id(outcome)]

    @cached_property
    def _by_sample(self) -> dict[int, WrittenSolution]:
        solutions = ((solution, writer) for solution in self.written for writer in solution.writers)
        return {id(sample): solution for solution, writer in solutions for sample in writer.samples}

    @property
    def has_memory(self) -> bool:
        """Whether peak memory was measured for a solution on this page."""
        return bool(self.references and self.references.memory) or any(
            solution.in_memory.peak is not None for solution in self.written
        )

    @cached_property
    def with_code(self) -> frozenset[int]:
        """The numbers of those whose code is on the page."""
        return with_code_on_page(self.on_page, MOST_CODE)
