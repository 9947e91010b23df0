"""Feedback on an execution for a refining model: our words, figures, and one bounded line of an error."""

from collections.abc import Sequence
from typing import Final

from tallybench.generating.refining.public_tests import Execution
from tallybench.model.verdicts import StressVerdict
from tallybench.values.text import clean_text

ERROR_LIMIT = 160  # characters of an error
DIGITS = 3  # significant digits of a figure; further ones may differ between two builds of an interpreter
NO_TESTS: Final = "There are no public tests for this problem: the program was not run."
NO_CODE: Final = "The answer held no Python code that could be run."
_WORDS = {
    StressVerdict.WRONG_OUTPUT: "failed: the output is wrong",
    StressVerdict.TIMEOUT: "failed: it took too much time",
    StressVerdict.MEMORY: "failed: it took too much memory",
}


def feedback_text(executions: Sequence[Execution] | None) -> str:
    """Return the feedback on a program.

    It never has an input, an output or an expected output. For a failure by an exception it has the solution's own
    error, on one line without anything that could end a block of the prompt.

    Args:
        executions: the executions on the public tests; empty if the problem has none, None if there was no program.
    """
    if executions is None:
        return NO_CODE
    if not executions:
        return NO_TESTS
    passed = sum(execution.outcome.verdict is StressVerdict.COUNTED for execution in executions)
    lines = [f"It passed {passed} of {len(executions)} public tests."]
    lines += [f"Test {number}, {_told(execution)}" for number, execution in enumerate(executions, 1)]
    return "\n".join(lines)


def rounded(figure: int) -> str:
    """Round a figure for feedback, such as 1,234,567 to 1,230,000."""
    return f"{round(figure, DIGITS - len(str(figure))):,}" if figure else "0"


def _told(execution: Execution) -> str:
    outcome = execution.outcome
    size_of = execution.size_of[:1].lower() + execution.size_of[1:].rstrip(".")
    test = f"an input of size {execution.size:,} ({size_of}): " if execution.size else "not ended: "
    if outcome.verdict is StressVerdict.COUNTED:
        memory = "" if execution.memory is None else f", peak memory {rounded(-(-execution.memory // 1024))} KB"
        return f"{test}passed, {rounded(outcome.count or 0)} instructions{memory}"
    if outcome.verdict is StressVerdict.OVER_BUDGET:
        return f"{test}stopped after {rounded(execution.budget)} instructions, before it ended"
    if outcome.verdict is StressVerdict.EXCEPTION:
        return f"{test}failed with an error: {safe_error(outcome.reason or '')}"
    return test + _WORDS.get(outcome.verdict, "failed: it did what it must not")


def safe_error(reason: str) -> str:
    """Return a program's own error as one bounded line in which nothing opens or ends a block of a prompt."""
    plain = reason.translate({ord("`"): "'", ord("<"): "(", ord(">"): ")", ord("|"): "/"})
    return clean_text(plain, ERROR_LIMIT) or "no message"
