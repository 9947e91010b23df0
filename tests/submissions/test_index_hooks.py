"""Code whose `__index__` changes something is named, for it can reach the interpreter's memory."""

import pytest

from evaluator.problems.problem import code_hash
from evaluator.results.reading import load_result
from evaluator.results.verdicts import Verdict
from evaluator.submissions.code.findings import find_ways_to_memory
from evaluator.submissions.code.index_hooks import has_index_hook
from tests.made_results import kept_result

METHOD = "class Number:\n    def __index__(self):\n        {}\n        return 7\n"
SHRINKS = METHOD.format("values.clear()")


@pytest.mark.parametrize(
    "code",
    [
        *(METHOD.format(body) for body in ("del values[:]", "values.pop()", "values[:] = []", "values[0] += 1")),
        *(METHOD.format(f"values.{name}(0)") for name in ("append", "extend", "remove", "resize")),
        "class Number:\n    __index__ = lambda self: values.clear() or 7\n",
        "def shrink(self):\n    values.clear()\n    return 7\nclass Number: pass\nNumber.__index__ = shrink\n",
        SHRINKS.replace("__index__", "__\uff49ndex__"),
    ],
)
def test_an_index_with_side_effects_is_a_finding(code: str) -> None:
    assert has_index_hook(code)


@pytest.mark.parametrize(
    "code",
    [
        METHOD.format("pass"),
        METHOD.format("total = self.number + 1"),
        "class Number:\n    __index__ = lambda self: 7\n    def clear(self):\n        self.values.clear()\n",
        "def f(values):\n    values.clear()\n    return '__index__'\n",
        "def __index__(:",
    ],
)
def test_an_index_that_returns_a_number_is_none(code: str) -> None:
    assert not has_index_hook(code)


def test_the_finding_names_the_sample_and_its_problem() -> None:
    result = load_result(kept_result("gemma-3-270m"))
    number = next(n for n, sample in enumerate(result.samples) if sample.verdict is Verdict.PASSED)
    changed = result.samples[number].model_copy(update={"code": SHRINKS, "code_sha256": code_hash(SHRINKS)})
    samples = (*result.samples[:number], changed, *result.samples[number + 1 :])
    (line,) = find_ways_to_memory(result.model_copy(update={"samples": samples}))
    assert line.startswith(f"samples[{number}].code: {changed.task_id} defines __index__ with side effects")
    assert find_ways_to_memory(result) == []
