"""Changes of existing inputs: edges and extremes, which change all values of a type, and mutants, which change one.

EvalPlus' first inputs come from a model, which thinks of an empty list, of numbers below zero, of fractions and of full
stops (section 2.1). Here each of these is one change to all values of a type; the contract decides what is allowed.
Mutation is one small change to a value, which keeps its type (table 1).
"""

import random
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import count, cycle
from typing import Any

from tallybench.authoring.calls import Arguments
from tallybench.values.wire import encode

MOST_STARTS = 5  # inputs from which edges are made: the first ones
MARKS = ".,"  # put after words, in turn
BILLION = 10**9  # too large for every smaller number to be tried
PRIME = BILLION + 7  # the first prime after it

MOST_FRAGMENTS = 400  # per type; those seen first are kept
LARGEST_FRAGMENT = 256  # bytes, encoded
REUSE = 0.2  # how often a value is replaced by a fragment of its type
MOST_STEPS = 4  # changes between an input and its mutant

Change = Callable[[Any], Any]  # changes an argument
ChangeLeaf = Callable[[Any, int], Any]  # changes a value that is not a collection, by its number within its argument


def edge_inputs(inputs: list[Arguments]) -> list[Arguments]:
    """Return distinct new inputs: the first inputs with each argument changed alone, and with all of them changed.

    Each edge has one kind of change: arguments become the empty or zero values of their types; all numbers are negated,
    or multiplied by 10 or 100; a half is added to all numbers, or to every second one; texts get their case swapped, or
    marks after their words.
    """
    return _changed_inputs(
        inputs,
        lambda value: value if value is None else type(value)(),
        _numbers(lambda leaf, _: -leaf),
        _numbers(lambda leaf, _: _with_half(leaf)),
        _numbers(lambda leaf, number: _with_half(leaf) if number % 2 else leaf),
        _texts(str.swapcase),
        _texts(_marked),
        _numbers(lambda leaf, _: 10 * leaf),
        _numbers(lambda leaf, _: 100 * leaf),
    )


def extreme_inputs(inputs: list[Arguments]) -> list[Arguments]:
    """Return distinct new inputs, made like edges: all numbers become zero, or all whole numbers huge.

    A billion is added to whole numbers, or the first prime after it replaces them: a program that tries every number or
    every divisor does not end in time there.
    """
    return _changed_inputs(
        inputs,
        _numbers(lambda leaf, _: type(leaf)()),
        _numbers(lambda leaf, _: leaf + BILLION if isinstance(leaf, int) else leaf),
        _numbers(lambda leaf, _: PRIME if isinstance(leaf, int) else leaf),
    )


def _changed_inputs(inputs: list[Arguments], *changes: Change) -> list[Arguments]:
    made: dict[bytes, Arguments] = {}
    for change in changes:
        for arguments in inputs[:MOST_STARTS]:
            for edge in _changed(arguments, change):
                made.setdefault(encode(edge), edge)
    given = {encode(arguments) for arguments in inputs}
    return [edge for encoded, edge in made.items() if encoded not in given]


def _changed(arguments: Arguments, change: Change) -> Iterator[Arguments]:
    others = tuple(change(argument) for argument in arguments)
    yield others
    if len(arguments) > 1:
        for place, other in enumerate(others):
            yield (*arguments[:place], other, *arguments[place + 1 :])


def _numbers(change: ChangeLeaf) -> Change:
    def of_leaf(leaf: Any, number: int) -> Any:
        is_number = isinstance(leaf, int | float | complex) and not isinstance(leaf, bool)
        return change(leaf, number) if is_number else leaf

    return lambda value: _each(value, of_leaf)


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


class Fragments:
    """Pieces of the inputs seen so far, by type: inputs made of them more often meet what types do not express."""

    def __init__(self) -> None:
        self._by_type: dict[type, dict[bytes, Any]] = {}

    def collect(self, value: Any) -> None:
        """Add a value and everything within it."""
        encoded = encode(value)
        held = self._by_type.setdefault(type(value), {})
        if len(encoded) <= LARGEST_FRAGMENT and len(held) < MOST_FRAGMENTS:
            held.setdefault(encoded, value)
        inside: Iterable[Any] = ()
        match value:
            case str():
                words = value.split()
                inside = words if len(words) > 1 else ()
            case dict():
                inside = [*value.keys(), *value.values()]
            case set() | frozenset():
                inside = sorted(value, key=encode)
            case list() | tuple():
                inside = value
        for item in inside:
            self.collect(item)

    def of_type(self, kind: type) -> list[Any]:
        """Return the pieces of a type."""
        return list(self._by_type.get(kind, {}).values())


def mutated_arguments(rng: random.Random, arguments: Arguments, fragments: Fragments) -> Arguments:
    """Return other arguments of a call, one to MOST_STEPS changes away; the given ones are not changed."""
    changed = list(arguments)
    for _ in range(rng.randint(1, MOST_STEPS) if changed else 0):
        place = rng.randrange(len(changed))
        changed[place] = mutated(rng, changed[place], fragments)
    return tuple(changed)


def mutated(rng: random.Random, value: Any, fragments: Fragments) -> Any:
    """Return a value of the same type, one change away.

    Args:
        rng: the source of randomness.
        value: plain data; it is not changed.
        fragments: pieces that may replace or extend it.
    """
    if value is not None and rng.random() < REUSE and (pieces := fragments.of_type(type(value))):
        return rng.choice(pieces)
    match value:
        case bool():
            return rng.random() < 0.5
        case int() | float() | complex():
            return value + rng.choice((-1, 1))
        case str() | bytes():
            return _text(rng, value, fragments)
        case list() | tuple():
            return type(value)(_items(rng, list(value), fragments))
        case set() | frozenset():
            items = _items(rng, sorted(value, key=encode), fragments)
            return type(value)(item for item in items if not isinstance(item, list | set | dict))
        case dict():
            return _pairs(rng, value, fragments)
    return value


def _text(rng: random.Random, text: Any, fragments: Fragments) -> Any:
    """Return the text with a part removed, repeated, or replaced by its mutation."""
    if not text:
        pieces = fragments.of_type(type(text))
        return rng.choice(pieces) if pieces else text
    start = rng.randrange(len(text))
    end = rng.randint(start + 1, len(text))
    before, part, after = text[:start], text[start:end], text[end:]
    match rng.randrange(3):
        case 0:
            return before + after
        case 1:
            return before + part + part + after
    shorter = len(part) < len(text)
    return before + (_text(rng, part, fragments) if shorter else part[::-1]) + after


def _items(rng: random.Random, items: list[Any], fragments: Fragments) -> list[Any]:
    """Return the items with one removed or repeated, or with its mutation before it or in its place."""
    if not items:
        return []
    place = rng.randrange(len(items))
    item = items[place]
    match rng.randrange(4):
        case 0:
            return items[:place] + items[place + 1 :]
        case 1:
            return [*items[:place], item, *items[place:]]
        case 2:
            return [*items[:place], mutated(rng, item, fragments), *items[place:]]
    return [*items[:place], mutated(rng, item, fragments), *items[place + 1 :]]


def _pairs(rng: random.Random, pairs: dict[Any, Any], fragments: Fragments) -> dict[Any, Any]:
    """Return the pairs with one removed, a value mutated, or a mutated key added with a mutated value."""
    if not pairs:
        return {}
    key = rng.choice(list(pairs))
    match rng.randrange(3):
        case 0:
            return {other: value for other, value in pairs.items() if other != key}
        case 1:
            return {**pairs, key: mutated(rng, pairs[key], fragments)}
    return {**pairs, mutated(rng, key, fragments): mutated(rng, pairs[key], fragments)}
