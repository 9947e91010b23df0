"""Foresee which calls a problem's tests will make, so that a solution can be sent many of them at once.

Otherwise the two processes would take turns at each call, and on a busy machine each turn waits for a processor. A
wrong guess costs time but changes no verdict: the tests still make their calls one by one, and an answer counts only
for the very call that it belongs to. If they make a different call, the solution is run again, call by call.
"""

import ast
import random
from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from types import CodeType
from typing import Any

from tallybench.sandbox.judging_limits import TooMuch, guarded
from tallybench.values.wire import encode

_MOST_CALLS, _MOST_BYTES = 1000, 1 << 20  # beyond these, sending more calls at once hardly helps
_CPU_SECONDS = 1.0  # to try the tests


def first_calls(arguments: Sequence[tuple[Any, ...]]) -> Sequence[bytes]:
    """Return the first of these calls, encoded."""
    calls: list[bytes] = []
    size = 0
    for given in arguments[:_MOST_CALLS]:
        calls.append(encode((given, {})))
        size += len(calls[-1])
        if size > _MOST_BYTES:
            break
    return calls


@lru_cache(maxsize=256)
def tried_calls(prompt: str, source: str, entry_point: str, seed: str) -> tuple[bytes, ...]:
    """Run tests on a stand-in, whatever they assert about its outputs, and return the calls they make, encoded."""
    calls: list[bytes] = []

    def candidate(*arguments: Any, **named: Any) -> "_Output":
        if len(calls) == _MOST_CALLS:
            raise TooMuch
        calls.append(encode((arguments, named)))
        return _Output()

    with suppress(TooMuch, Exception), guarded(_CPU_SECONDS):
        program, _ = _compiled(prompt, source)
        tree = ast.fix_missing_locations(_WithoutAssertions().visit(ast.parse(source)))
        _run((program, compile(tree, "<tests>", "exec", dont_inherit=True, optimize=0)), entry_point, seed, candidate)
    return tuple(calls)


def run_tests(prompt: str, source: str, entry_point: str, seed: str, candidate: Any) -> None:
    """Run a source's `check`, which raises an AssertionError if the candidate is wrong.

    The prompt is executed first; the seed is for tests that draw their inputs.
    """
    _run(_compiled(prompt, source), entry_point, seed, candidate)


def _run(parts: tuple[CodeType, CodeType], entry_point: str, seed: str, candidate: Any) -> None:
    namespace: dict[str, Any] = {"__name__": "tests"}
    for part in parts:
        exec(part, namespace)
    namespace[entry_point] = candidate
    random.seed(seed)
    namespace["check"](candidate)


@lru_cache(maxsize=256)
def _compiled(prompt: str, source: str) -> tuple[CodeType, CodeType]:
    before = compile(prompt, "<prompt>", "exec", dont_inherit=True, optimize=0)
    return before, compile(source, "<tests>", "exec", dont_inherit=True, optimize=0)


class _WithoutAssertions(ast.NodeTransformer):
    """Replaces each assertion with its condition, which is still computed."""

    def visit_Assert(self, node: ast.Assert) -> ast.Expr:
        return ast.copy_location(ast.Expr(node.test), node)


class _Output:
    """An output that supports most of what tests do with one."""

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
