"""ClassEval's own rules: how code is taken from an answer, and which of its tasks count how.

As its evaluation code does it: the first fenced block, else the lines from the first `class` on with the imports above
it; the skeleton's imports before it; `@staticmethod` on every method whose line names neither `self` nor `cls`.
"""

import ast
import re
from collections.abc import Mapping, Sequence

from evaluator.benchmarks.trees import parse_briefly
from evaluator.problems.problem import Problem
from evaluator.results.estimators import pass_at_k
from evaluator.results.suites import SuiteVerdict

CLASSES, SUITES = 100, 502  # of the whole benchmark; what cannot be run counts as failed
NEVER = "ClassEval/69"  # its first test class holds no test, which counts as an error: no sample can be right
_FENCED = re.compile(r"```(?:python|ruby|scss)?(.*?)```", re.DOTALL)


def plain_program(problem: Problem, answer: str) -> str:
    """The program that ClassEval makes of an answer."""
    fenced = _FENCED.search(answer.rstrip())
    code = fenced[1] if fenced else _from_class(answer.rstrip())
    imports = problem.suites.imports if problem.suites is not None else ""
    return f"{imports}\n{_with_static(code)}"


def _from_class(text: str) -> str:
    lines, above = text.split("\n"), True
    kept = []
    for line in lines:
        above = above and not line.strip().startswith("class")
        if not above or line.strip().startswith(("import", "from")):
            kept.append(line)
    first = next((line for line in kept if line.strip().startswith("class")), "")
    extra = len(first) - len(first.lstrip())
    if not extra:
        return "\n".join(kept)
    return "\n".join(" " * (len(line) - len(line.lstrip()) - extra) + line.lstrip() for line in kept)


def _with_static(code: str) -> str:
    made = []
    for line in code.split("\n"):
        if "@staticmethod" in line:
            continue
        if re.match(r" {4}def ", line) and "self" not in line and "cls" not in line:
            made.append("    @staticmethod")
        made.append(line)
    return "\n".join(made)


def same_class(code: str | None, other: str, class_name: str) -> bool:
    """Whether two programs are one class besides imports, so that their verdicts cannot differ."""
    shown = [None if source is None else _class_alone(source, class_name) for source in (code, other)]
    return shown[0] is not None and shown[0] == shown[1]


def _class_alone(source: str, class_name: str) -> str | None:
    if (tree := parse_briefly(source)) is None:
        return None
    rest = [
        node
        for node in tree.body
        if not isinstance(node, ast.Import | ast.ImportFrom)
        and not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant))
    ]
    if len(rest) != 1 or not isinstance(rest[0], ast.ClassDef) or rest[0].name != class_name:
        return None
    imported = {ast.unparse(node) for node in tree.body if isinstance(node, ast.ImportFrom)}
    try:
        return ast.dump(rest[0]) + "".join(sorted(imported))
    except RecursionError:
        return None


def published_figures(verdicts: Mapping[str, Sequence[Sequence[SuiteVerdict]]], k: int) -> dict[str, float]:
    """The four figures of ClassEval's result files, in percent.

    Args:
        verdicts: by task id, of each sample those of its test classes.
        k: how many samples may be tried.
    """
    sums = dict.fromkeys(("class_success", "class_partial_success", "fun_success", "fun_partial_success"), 0.0)
    some = (SuiteVerdict.PASSED, SuiteVerdict.PARTIAL)
    for task_id, samples in verdicts.items():
        n = len(samples)
        if n < k:
            continue
        whole = sum(all(verdict is SuiteVerdict.PASSED for verdict in sample) for sample in samples)
        partly = sum(all(verdict in some for verdict in sample) for sample in samples)
        if task_id != NEVER:
            sums["class_success"] += pass_at_k(n, whole, k) / CLASSES
            sums["class_partial_success"] += pass_at_k(n, partly, k) / CLASSES
        for column in zip(*samples, strict=True):
            sums["fun_success"] += pass_at_k(n, sum(verdict is SuiteVerdict.PASSED for verdict in column), k) / SUITES
            sums["fun_partial_success"] += pass_at_k(n, sum(verdict in some for verdict in column), k) / SUITES
    return {name: 100 * value for name, value in sums.items()}
