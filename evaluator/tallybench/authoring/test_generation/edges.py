"""Edge inputs, made from existing ones: inputs that mutation in small steps seldom reaches.

EvalPlus' first inputs come from a model, which thinks of an empty list, of numbers below zero, of fractions and of full
stops (section 2.1). Here each of these is one change to all values of a type; the contract decides what is allowed.
"""

import re
from collections.abc import Callable, Iterator
from itertools import count, cycle
from typing import Any

from tallybench.values.wire import encode

MOST_STARTS = 5  # inputs from which edges are made: the first ones
MARKS = ".,"  # put after words, in turn
BILLION = 10**9  # too large for every smaller number to be tried
PRIME = BILLION + 7  # the first prime after it

Change = Callable[[Any], Any]  # changes an argument
ChangeLeaf = Callable[[Any, int], Any]  # changes a value that is not a collection, by its number within its argument


def edge_inputs(inputs: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Return distinct new inputs: the first inputs with each argument changed alone, and with all of them changed.

    Each edge has one kind of change: arguments become the empty or zero values of their types; all numbers are negated,
    or multiplied by 10 or 100; a half is added to all numbers, or to every second one; texts get their case swapped, or
    marks after their words.
    """
    return _made(inputs, CHANGES)


def extreme_inputs(inputs: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Return distinct new inputs, made like edges: all numbers become zero, or all whole numbers huge.

    A billion is added to whole numbers, or the first prime after it replaces them: a program that tries every number or
    every divisor does not end in time there.
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
    except OverflowError:  # a whole number that is too large for a float
        return number


def _marked(text: str) -> str:
    marks = cycle(MARKS)
    return re.sub(r"\S+", lambda word: word[0] + next(marks), text)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | complex) and not isinstance(value, bool)


def _each(value: Any, change: ChangeLeaf) -> Any:
    """Return the value with everything in it changed that is not a collection."""
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
