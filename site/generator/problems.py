"""What the site shows of a problem: its files, its measurements and every model's result on it."""

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass

from evaluator.benchmarks.measured import MeasuredInput, MeasuredProblem
from evaluator.problems.problem import Problem, Solution, StressfulInput
from evaluator.results.published.boards import Row
from generator.standing import Standing, sort_out

_EXAMPLES = re.compile(r">>>|^\s*(for )?examples?\b", re.IGNORECASE | re.MULTILINE)


@dataclass(frozen=True)
class ProblemView(Standing):
    """A problem of ours as its page shows it."""

    problem: Problem

    @property
    def number(self) -> int:
        """The last number of the id, to sort by."""
        return int(re.findall(r"\d+", self.problem.task_id)[-1])

    @property
    def input_names(self) -> list[str]:
        return [one.name for one in self.problem.stressful]

    @property
    def task(self) -> str:
        """What the statement asks for, on one line: the docstring up to its examples."""
        for node in ast.parse(self.problem.canonical.code).body:
            if isinstance(node, ast.FunctionDef) and node.name == self.problem.entry_point:
                return " ".join(_EXAMPLES.split(ast.get_docstring(node) or "", maxsplit=1)[0].split())
        return ""

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
    return ProblemView(problem, measured, *sort_out(problem, rows))
