"""Inputs at the edges, made of those that are there: what mutation in small steps seldom reaches.

EvalPlus' first inputs come from a model, which thinks of an empty list, of numbers below zero, of fractions and of full
stops (section 2.1). Here each of them is a change of all values of a type at once; the contract says what is allowed.
"""

import re
from collections.abc import Callable, Iterator
from itertools import count, cycle
from typing import Any

from evaluator.values.wire import encode

MOST_STARTS = 5  # inputs that edges are made of: the first
MARKS = ".,"  # after words, by turns

Change = Callable[[Any, int], Any]  # another value for one that is no collection, the number-th of its input


def edge_inputs(inputs: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Distinct arguments of calls: of the first inputs, each argument changed alone, and all of them together.

    A value changes in one way within an edge: it is the least of its type; numbers are negated, have a half more, all
    or every second, or are 10 or 100 times as large; texts have their case swapped, or marks after their words.
    """
    starts = inputs[:MOST_STARTS]
    made: dict[bytes, tuple[Any, ...]] = {}
    for change in (_least, _negated, _with_half, _with_half_by_turns, _swapped, _marked, _tenfold, _hundredfold):
        for arguments in starts:
            for edge in _changed(arguments, change):
                made.setdefault(encode(edge), edge)
    given = {encode(arguments) for arguments in inputs}
    return [edge for encoded, edge in made.items() if encoded not in given]


def _changed(arguments: tuple[Any, ...], change: Callable[[Any], Any]) -> Iterator[tuple[Any, ...]]:
    others = tuple(change(argument) for argument in arguments)
    yield others
    if len(arguments) > 1:
        for place, other in enumerate(others):
            yield (*arguments[:place], other, *arguments[place + 1 :])


def _least(value: Any) -> Any:
    return value if value is None else type(value)()


def _negated(value: Any) -> Any:
    return _each(value, lambda leaf, _: -leaf if _is_number(leaf) else leaf)


def _with_half(value: Any) -> Any:
    return _each(value, lambda leaf, _: leaf + 0.5 if _is_number(leaf) else leaf)


def _with_half_by_turns(value: Any) -> Any:
    return _each(value, lambda leaf, number: leaf + 0.5 if _is_number(leaf) and number % 2 else leaf)


def _tenfold(value: Any) -> Any:
    return _each(value, lambda leaf, _: 10 * leaf if _is_number(leaf) else leaf)


def _hundredfold(value: Any) -> Any:
    return _each(value, lambda leaf, _: 100 * leaf if _is_number(leaf) else leaf)


def _swapped(value: Any) -> Any:
    return _each(value, lambda leaf, _: leaf.swapcase() if isinstance(leaf, str) else leaf)


def _marked(value: Any) -> Any:
    def marked(leaf: Any, _: int) -> Any:
        marks = cycle(MARKS)
        return re.sub(r"\S+", lambda word: word[0] + next(marks), leaf) if isinstance(leaf, str) else leaf

    return _each(value, marked)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | complex) and not isinstance(value, bool)


def _each(value: Any, change: Change) -> Any:
    """The same value with everything within it changed that is no collection."""
    numbers = count()

    def rebuilt(inner: Any) -> Any:
        match inner:
            case dict():
                return {rebuilt(key): rebuilt(item) for key, item in inner.items()}
            case list() | tuple():
                return type(inner)(rebuilt(item) for item in inner)
            case set() | frozenset():
                return type(inner)(rebuilt(item) for item in sorted(inner, key=encode))
        return change(inner, next(numbers))

    return rebuilt(value)
