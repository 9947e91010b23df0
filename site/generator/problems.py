"""What the site shows of a problem: its files, its measurements and every model's result on it."""

import ast
import re
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from evaluator.boards import Row
from evaluator.execution.counting import BUDGET
from evaluator.measured import MeasuredInput, MeasuredProblem
from evaluator.metrics import ProblemCounts, SampleCounts
from evaluator.problems import Problem, Solution, StressfulInput
from evaluator.result import SampleResult
from evaluator.verdicts import StressVerdict, Verdict

SHOWN_SAMPLES = 5
_EXAMPLES = re.compile(r">>>|^\s*(for )?examples?\b", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True)
class Attempt:
    """A model on a problem.

    Attributes:
        row: the model's line of the leaderboard.
        counts: what the metrics know of it.
        samples: what is in its file.
    """

    row: Row
    counts: ProblemCounts
    samples: Sequence[SampleResult]

    @property
    def correct(self) -> int:
        """How many samples pass the correctness tests."""
        return sum(one.correct for one in self.counts.samples)

    @cached_property
    def place(self) -> int | None:
        """The position of the sample that is shown: the cheapest correct one, else the first; None without any."""
        totals = [(one.total, index) for index, one in enumerate(self.counts.samples) if one.correct and one.total]
        if totals:
            return min(totals)[1]
        passed = (index for index, one in enumerate(self.counts.samples) if one.correct)
        return next(passed, 0 if self.samples else None)

    @property
    def sample(self) -> SampleResult | None:
        return None if self.place is None else self.samples[self.place]

    @property
    def _sample_counts(self) -> SampleCounts | None:
        return None if self.place is None else self.counts.samples[self.place]

    @property
    def total(self) -> int | None:
        """Instructions over all stressful inputs; a lower bound where `censored`; None where one has no count."""
        return self._sample_counts.total if self._sample_counts else None

    @property
    def censored(self) -> bool:
        return self._sample_counts is not None and self._sample_counts.censored

    @property
    def ratio(self) -> float | None:
        """The total over the best known solution's."""
        return self.total / self.counts.best_known if self.total and self.counts.best_known else None

    @property
    def efficient(self) -> bool | None:
        """Whether it spends no more than the ground truth; None where the problem does not count for efficiency."""
        if not self.counts.efficiency:
            return None
        from_here = self._sample_counts
        if from_here is None or not from_here.counted or self.counts.ground_truth is None or not self.total:
            return False
        tie = self.row.entry.result.tie_tolerance
        slack = max(tie.relative * self.counts.ground_truth, tie.absolute * len(from_here.stress))
        return self.total <= self.counts.ground_truth + slack

    @property
    def outcome(self) -> str:
        """In a word: the verdict where it is not correct; else what became of it under stress."""
        sample = self.sample
        if sample is None:
            return "no sample"
        if sample.verdict is not Verdict.PASSED:
            return str(sample.verdict)
        if not self.counts.efficiency or not sample.stress:
            return "passed"
        failed = [one.verdict for one in sample.stress.values() if one.verdict is not StressVerdict.COUNTED]
        worst = [one for one in failed if one is not StressVerdict.OVER_BUDGET]
        if worst:
            return f"{worst[0]} under stress"
        if failed:
            return "over budget"
        return "efficient" if self.efficient else "slow"

    @property
    def reason(self) -> str:
        """Why it failed, in its own words."""
        sample = self.sample
        if sample is None:
            return ""
        if sample.failure is not None:
            return sample.failure.reason
        return next((one.reason for one in sample.stress.values() if one.reason), "")

    @property
    def score(self) -> float:
        """1 for the best known solution's count, less for more, 0 where there is none: best known / total."""
        if self.ratio is None or self.censored:
            return 0.0
        return min(1.0, 1 / self.ratio)

    @property
    def shown_samples(self) -> list[SampleResult]:
        """The samples whose code is shown, the one that stands for the model first."""
        sample = self.sample
        others = [one for one in self.samples if one is not sample]
        return [one for one in ([sample] if sample else []) + others if one.code][:SHOWN_SAMPLES]


@dataclass(frozen=True)
class ProblemView:
    """A problem as its page shows it.

    Attributes:
        problem: the benchmark's.
        measured: its measurements; None where it has no stressful inputs.
        attempts: of all models whose results are of this very problem, in the leaderboard's order.
        stale: the models whose results are of an earlier form of it.
    """

    problem: Problem
    measured: MeasuredProblem | None
    attempts: tuple[Attempt, ...]
    stale: tuple[Row, ...]

    @property
    def slug(self) -> str:
        return self.problem.task_id.lower().replace("/", "-")

    @property
    def path(self) -> str:
        """Of its page, from the site's root."""
        return f"problems/{self.slug}/"

    @property
    def number(self) -> int:
        """The last number of the id, to sort by."""
        return int(re.findall(r"\d+", self.problem.task_id)[-1])

    @property
    def task(self) -> str:
        """What the statement asks for, on one line: the docstring up to its examples."""
        for node in ast.parse(self.problem.canonical.code).body:
            if isinstance(node, ast.FunctionDef) and node.name == self.problem.entry_point:
                return " ".join(_EXAMPLES.split(ast.get_docstring(node) or "", maxsplit=1)[0].split())
        return ""

    @property
    def solved(self) -> float | None:
        """The mean over the models of the share of correct samples; None without models."""
        shares = [one.correct / len(one.samples) if one.samples else 0.0 for one in self.attempts]
        return statistics.fmean(shares) if shares else None

    @property
    def efficient(self) -> float | None:
        """The share of models whose best sample is efficient; None where the problem does not count for it."""
        if self.problem.without_efficiency is not None or not self.attempts:
            return None
        return statistics.fmean(float(one.efficient or False) for one in self.attempts)

    @property
    def discrimination(self) -> float | None:
        """How far the problem tells the models apart: the standard deviation of their scores; None under two models."""
        if self.problem.without_efficiency is not None or len(self.attempts) < 2:
            return None
        return statistics.pstdev(one.score for one in self.attempts)

    def total_of(self, solution: str) -> int | None:
        """A solution's instructions over all stressful inputs; None where one of them has no count."""
        if self.measured is None:
            return None
        counts = [one.counts.get(solution) for one in self.measured.inputs.values()]
        known = [count for count in counts if count is not None]
        return sum(known) if len(known) == len(counts) else None

    @property
    def best_total(self) -> int | None:
        return self.total_of(self.measured.best_known) if self.measured else None

    @property
    def truth_total(self) -> int | None:
        """The ground truth's; None where it is over the budget on an input."""
        return self.total_of(self.measured.ground_truth) if self.measured else None

    @property
    def truth_bound(self) -> int | None:
        """The ground truth's with the budget on the inputs where it is over it."""
        if self.measured is None:
            return None
        truth, best = self.measured.ground_truth, self.measured.best_known
        inputs = self.measured.inputs.values()
        return sum(one.counts.get(truth) or BUDGET * (one.counts[best] or 0) for one in inputs)

    @property
    def truth_ratio(self) -> float | None:
        """The ground truth's total over the best known solution's; a lower bound where `truth_total` is None."""
        return self.truth_bound / self.best_total if self.truth_bound and self.best_total else None

    def best_on(self, name: str) -> int | None:
        """The best known solution's count on an input."""
        if self.measured is None or name not in self.measured.inputs:
            return None
        return self.measured.inputs[name].counts[self.measured.best_known]

    @property
    def best_solution(self) -> Solution | None:
        return self.solutions[0] if self.measured else None

    @property
    def notes(self) -> list[str]:
        """What the problem's file says of it, by paragraphs, without the title."""
        _, _, text = self.problem.notes.partition("\n")
        return [" ".join(paragraph.split()) for paragraph in text.split("\n\n") if paragraph.strip()]

    @property
    def wrong_input(self) -> str:
        """The valid input on which the canonical solution is wrong, as a call."""
        if self.problem.canonical_wrong is None:
            return ""
        return f"{self.problem.entry_point}({', '.join(map(repr, self.problem.canonical_wrong[0]))})"

    def input_code(self, one: StressfulInput) -> str:
        """What builds an input, as it is in the problem's file."""
        program = one.program.strip()
        calls = ",\n".join(one.expressions)
        return "\n\n".join(part for part in (program, calls) if part)

    def code_of(self, solution: Solution) -> str:
        """A solution's program without the prompt's text, which the page shows already."""
        prompt = self.problem.prompt
        return solution.code.removeprefix(prompt) if solution is self.problem.canonical else solution.code

    @property
    def inputs(self) -> list[tuple[StressfulInput, MeasuredInput]]:
        if self.measured is None:
            return []
        return [(one, self.measured.inputs[one.name]) for one in self.problem.stressful]

    @property
    def solutions(self) -> list[Solution]:
        """All that there is, the best known first: references, ground truth, canonical, slow."""
        problem = self.problem
        truth = [problem.corrected] if problem.corrected else []
        listed = [*problem.references, *truth, problem.canonical, *problem.slow]
        best = self.measured.best_known if self.measured else None
        return sorted(listed, key=lambda one: one.name != best)

    def role_of(self, solution: Solution) -> str:
        """What a solution is to the problem."""
        problem = self.problem
        roles = []
        if self.measured and solution.name == self.measured.best_known:
            roles.append("best known")
        if solution.name == problem.ground_truth.name:
            roles.append("ground truth")
        if solution in problem.slow:
            roles.append("slow on purpose")
        if solution.name == problem.canonical.name and problem.corrected is not None:
            roles.append("wrong on a valid input")
        return ", ".join(roles) or "reference"


def view_problem(problem: Problem, measured: MeasuredProblem | None, rows: Sequence[Row]) -> ProblemView:
    """Puts together what is known of a problem."""
    attempts, stale = [], []
    for row in rows:
        facts = row.entry.result.problems.get(problem.task_id)
        if facts is None:
            continue
        if facts.hash != problem.hash:
            stale.append(row)
            continue
        counts = row.entry.counts[problem.task_id]
        attempts.append(Attempt(row, counts, row.entry.samples.get(problem.task_id, [])))
    return ProblemView(problem, measured, tuple(attempts), tuple(stale))
