"""Which calls a problem's tests will make, so that a solution can be sent many of them at once.

Otherwise the two processes would take turns at each call, and on a busy machine each turn waits for a processor. What
is foreseen wrongly costs time and changes no verdict: the tests still make their calls one by one, and an answer counts
only for the very call that it was given to.
"""

import ast
import random
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from types import CodeType
from typing import TYPE_CHECKING, Any

from tallybench.sandbox.guard import TooMuch, guarded
from tallybench.values.wire import encode

if TYPE_CHECKING:
    from tallybench.sandbox.correctness import Tests

_MOST_CALLS, _MOST_BYTES = 1000, 1 << 20  # beyond these, a call more or less at once hardly matters
_CPU_SECONDS = 1.0  # to try the tests


def foreseen_calls(tests: "Tests") -> list[bytes]:
    """Return the (encoded) calls that tests will make first: all of them for most tests, maybe none."""
    if tests.level != "function":
        return []
    return _first(tests) if tests.cases else _tried(tests)


def _first(tests: "Tests") -> list[bytes]:
    calls: list[bytes] = []
    size = 0
    for case in tests.cases[:_MOST_CALLS]:
        calls.append(encode((case.arguments, {})))
        size += len(calls[-1])
        if size > _MOST_BYTES:
            break
    return calls


@lru_cache(maxsize=256)
def _tried(tests: "Tests") -> list[bytes]:
    """Run the tests on a candidate whatever they assert about its outputs, and return how it was called."""
    calls: list[bytes] = []

    def candidate(*arguments: Any, **named: Any) -> "_Output":
        if len(calls) == _MOST_CALLS:
            raise TooMuch
        calls.append(encode((arguments, named)))
        return _Output()

    with suppress(TooMuch, Exception), guarded(_CPU_SECONDS):
        prompt, _ = _compiled(tests)
        tree = ast.fix_missing_locations(_WithoutAssertions().visit(ast.parse(tests.source)))
        _run((prompt, compile(tree, "<tests>", "exec", dont_inherit=True)), tests, candidate)
    return calls


def run_tests(tests: "Tests", candidate: Any) -> None:
    """Run the tests of a source; they raise an AssertionError where the candidate is wrong."""
    _run(_compiled(tests), tests, candidate)


def _run(parts: tuple[CodeType, CodeType], tests: "Tests", candidate: Any) -> None:
    namespace: dict[str, Any] = {"__name__": "tests"}
    for part in parts:
        exec(part, namespace)
    namespace[tests.entry_point] = candidate
    random.seed(tests.task_id)
    namespace["check"](candidate)


@lru_cache(maxsize=256)
def _compiled(tests: "Tests") -> tuple[CodeType, CodeType]:
    prompt = compile(tests.prompt, "<prompt>", "exec", dont_inherit=True, optimize=0)
    return prompt, compile(tests.source, "<tests>", "exec", dont_inherit=True, optimize=0)


class _WithoutAssertions(ast.NodeTransformer):
    """Makes of each assertion its condition, which is still computed."""

    def visit_Assert(self, node: ast.Assert) -> ast.Expr:
        return ast.copy_location(ast.Expr(node.test), node)


class _Output:
    """An output with which most of what tests do with one is possible."""

    def _itself(self, *_: object) -> "_Output":
        return self

    def __float__(self) -> float:
        return 0.0

    def __len__(self) -> int:
        return 0

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __truediv__ = __rtruediv__ = __pow__ = _itself
    __lt__ = __le__ = __gt__ = __ge__ = __abs__ = __neg__ = __round__ = __call__ = _itself

    def __iter__(self) -> Iterator[Any]:
        return iter(())

    def __getitem__(self, _: object) -> "_Output":
        return self
