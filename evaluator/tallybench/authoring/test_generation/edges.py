"""Inputs at the edges, made of those that are there: what mutation in small steps seldom reaches.

EvalPlus' first inputs come from a model, which thinks of an empty list, of numbers below zero, of fractions and of full
stops (section 2.1). Here each of them is a change of all values of a type at once; the contract says what is allowed.
"""

import re
from collections.abc import Callable, Iterator
from itertools import count, cycle
from typing import Any

from tallybench.values.wire import encode

MOST_STARTS = 5  # inputs that edges are made of: the first
MARKS = ".,"  # after words, by turns
BILLION = 10**9  # too many for every smaller number to be tried
PRIME = BILLION + 7  # the first prime after it

Change = Callable[[Any], Any]  # of an argument
ChangeLeaf = Callable[[Any, int], Any]  # of what is no collection, the number-th within its argument


def edge_inputs(inputs: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Distinct arguments of calls: of the first inputs, each argument changed alone, and all of them together.

    A value changes in one way within an edge: it is the least of its type; numbers are negated, have a half more, all
    or every second, or are 10 or 100 times as large; texts have their case swapped, or marks after their words.
    """
    return _made(inputs, CHANGES)


def extreme_inputs(inputs: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Distinct arguments of calls, made like edges: all numbers zero, or all whole numbers beyond a billion.

    Whole numbers are a billion larger, or the first prime after it, in place of each: a program that tries every number
    or every divisor does not end there in time.
    """
    return _made(inputs, EXTREMES)


def _made(inputs: list[tuple[Any, ...]], changes: tuple[Change, ...]) -> list[tuple[Any, ...]]:
    starts = inputs[:MOST_STARTS]
    made: dict[bytes, tuple[Any, ...]] = {}
    for change in changes:
        for arguments in starts:
            for edge in _changed(arguments, change):
                made.setdefault(encode(edge), edge)
    given = {encode(arguments) for arguments in inputs}
    return [edge for encoded, edge in made.items() if encoded not in given]


def _changed(arguments: tuple[Any, ...], change: Change) -> Iterator[tuple[Any, ...]]:
    others = tuple(change(argument) for argument in arguments)
    yield others
    if len(arguments) > 1:
        for place, other in enumerate(others):
            yield (*arguments[:place], other, *arguments[place + 1 :])


def _least(value: Any) -> Any:
    return value if value is None else type(value)()


def _numbers(change: ChangeLeaf) -> Change:
    return lambda value: _each(value, lambda leaf, number: change(leaf, number) if _is_number(leaf) else leaf)


def _whole(change: Callable[[int], int]) -> Change:
    return _numbers(lambda leaf, _: change(leaf) if isinstance(leaf, int) else leaf)


def _texts(change: Callable[[str], str]) -> Change:
    return lambda value: _each(value, lambda leaf, _: change(leaf) if isinstance(leaf, str) else leaf)


def _with_half(number: Any) -> Any:
    try:
        return number + 0.5
    except OverflowError:  # a whole number that no float is as large as
        return number


def _marked(text: str) -> str:
    marks = cycle(MARKS)
    return re.sub(r"\S+", lambda word: word[0] + next(marks), text)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | complex) and not isinstance(value, bool)


def _each(value: Any, change: ChangeLeaf) -> Any:
    """Return the same value with everything within it changed that is no collection."""
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


CHANGES: tuple[Change, ...] = (
    _least,
    _numbers(lambda leaf, _: -leaf),
    _numbers(lambda leaf, _: _with_half(leaf)),
    _numbers(lambda leaf, number: _with_half(leaf) if number % 2 else leaf),
    _texts(str.swapcase),
    _texts(_marked),
    _numbers(lambda leaf, _: 10 * leaf),
    _numbers(lambda leaf, _: 100 * leaf),
)
EXTREMES: tuple[Change, ...] = (
    _numbers(lambda leaf, _: type(leaf)()),
    _whole(lambda leaf: leaf + BILLION),
    _whole(lambda _: PRIME),
)
