"""Changes to existing inputs: edges and extremes, which change all values of a type, and mutants, which change one.

EvalPlus' first inputs come from a model, which thinks of an empty list, of numbers below zero, of fractions and of full
stops (section 2.1). Here each of these is one change to all values of a type; the contract decides what is allowed.
Mutation is one change to a value, which keeps its type (table 1): mostly small, but numbers also change in length, a
number within a text changes like a number, and a word like an item of a list.
"""

import random
import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import count, cycle
from operator import mul
from typing import Any

from tallybench.authoring.calls import Arguments
from tallybench.values.wire import encode

MOST_STARTS = 5  # edges are made from this many inputs: the first ones
MARKS = ".,"  # put after words, in turn
BILLION = 10**9  # too large for a program to try every smaller number
PRIME = BILLION + 7  # the first prime after it
INEXACT = 10**17  # too large for a float to tell it from the next whole number
SCALES = (10**3, 10**5, 10**7)  # by which extremes multiply whole numbers: the contract decides which are too large
LENGTHS = (10, 100)  # how often they repeat lists and texts

NUMBER = re.compile(r"(?<![\w.])-?[0-9]+(?:\.[0-9]+)?|[0-9]+")  # within a text
LONGEST_NUMBER = 18  # the most digits of a number in a text that is changed like a number

MOST_FRAGMENTS = 400  # per type; those seen first are kept
LARGEST_FRAGMENT = 256  # bytes, encoded
REUSE = 0.2  # the probability that a value is replaced by a fragment of its type
MOST_STEPS = 4  # the most changes between an input and its mutant

Change = Callable[[Any], Any]  # changes an argument
ChangeLeaf = Callable[[Any, int], Any]  # changes a value that is not a collection, by its number within its argument


def edge_inputs(inputs: list[Arguments]) -> list[Arguments]:
    """Return distinct new inputs: the first inputs with each argument changed alone, and with all of them changed.

    Each edge has one kind of change: arguments become the empty or zero values of their types; all numbers are negated,
    or multiplied by 10 or 100; a half is added to all numbers, or to every second one; texts get another case, marks
    after their words, blanks around and between these, or line ends or tabs for blanks; lists and texts are reversed or
    doubled, and lists sorted, or left with their first item alone or nothing but copies of it.
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
        *map(_texts, (str.upper, str.lower, lambda text: f" {text} ", lambda text: text.replace(" ", "  "))),
        *map(_texts, (lambda text: text.replace(" ", "\n"), lambda text: text.replace(" ", "\t"))),
        *map(_sequences, (lambda items: items[::-1], lambda items: items + items, _sorted)),
        *map(_sequences, (lambda items: items[:1], lambda items: items[:1] * len(items))),
    )


def extreme_inputs(inputs: list[Arguments]) -> list[Arguments]:
    """Return distinct new inputs, made like edges: with all numbers zero, all whole numbers huge, or everything long.

    A billion or INEXACT is added to whole numbers, the first prime after a billion replaces them, or they are
    multiplied: a program that tries every number or every divisor does not end in time on these, and one that computes
    with floats is inexact. Lists and texts are repeated.
    """
    return _changed_inputs(
        inputs,
        _numbers(lambda leaf, _: type(leaf)()),
        *(_numbers(partial(_more, number)) for number in (BILLION, INEXACT)),
        _numbers(lambda leaf, _: PRIME if isinstance(leaf, int) else leaf),
        *(_numbers(partial(_times, scale)) for scale in SCALES),
        *(_sequences(partial(mul, length)) for length in LENGTHS),
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


def _sequences(change: Change) -> Change:
    return lambda value: change(value) if isinstance(value, list | str) else value


def _sorted(items: Any) -> Any:
    try:
        return type(items)(sorted(items)) if isinstance(items, list) else items
    except TypeError:  # items that have no order
        return items


def _more(by: int, number: Any, _: int) -> Any:
    return number + by if isinstance(number, int) else number


def _times(scale: int, number: Any, _: int) -> Any:
    return scale * number if isinstance(number, int) else number


def _with_half(number: Any) -> Any:
    try:
        return number + 0.5
    except OverflowError:  # a whole number that is too large for a float
        return number


def _marked(text: str) -> str:
    marks = cycle(MARKS)
    return re.sub(r"\S+", lambda word: word[0] + next(marks), text)


def _each(value: Any, change: ChangeLeaf) -> Any:
    """Return the value with everything in it changed except collections."""
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
    """Pieces of the inputs seen so far, by type: inputs made of them more often meet constraints beyond types."""

    def __init__(self) -> None:
        self._by_type: dict[type, dict[bytes, Any]] = {}
        self.characters: dict[str, None] = {}  # of all texts

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
                self.characters.update(dict.fromkeys(value))
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
    """Return new arguments for a call, one to MOST_STEPS changes away; the given ones are not changed."""
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
            return _number(rng, value)
        case str():
            return _words(rng, value, fragments)
        case bytes():
            return _text(rng, value, fragments)
        case list() | tuple():
            return type(value)(_items(rng, list(value), fragments))
        case set() | frozenset():
            items = _items(rng, sorted(value, key=encode), fragments)
            return type(value)(item for item in items if not isinstance(item, list | set | dict))
        case dict():
            return _pairs(rng, value, fragments)
    return value


def _number(rng: random.Random, number: Any) -> Any:
    """Return the number moved by one or, for a float, a half; negated, longer or shorter; or a new one."""
    step, least = (rng.choice((1, 0.5)), 0.1) if isinstance(number, float) else (1, 1)
    match 9 if isinstance(number, complex) else rng.randrange(10):
        case 0:
            return -number
        case 1:
            return number * 10
        case 2:
            return number / 10 if isinstance(number, float) else number // 10
        case 3:
            return type(number)(10 ** rng.randint(0, 4)) + rng.choice((-least, 0, least))
        case 4:
            return type(number)(rng.randrange(10 ** rng.randint(1, 4)))
    return number + rng.choice((-step, step))


def _words(rng: random.Random, text: str, fragments: Fragments) -> str:
    """Return the text with a number, a word, a character or a part of it changed."""
    numbers = [found for found in NUMBER.finditer(text) if len(found[0]) <= LONGEST_NUMBER]
    if numbers and rng.random() < 0.4:
        found = rng.choice(numbers)
        old = float(found[0]) if "." in found[0] else int(found[0])
        new = f"{round(_number(rng, old), 6)}"
        return text[: found.start()] + (new.zfill(len(found[0])) if found[0][0] == "0" else new) + text[found.end() :]
    words = text.split(" ")
    if len(words) > 1 and rng.random() < 0.4:
        return " ".join(_items(rng, words, fragments))
    if fragments.characters and rng.random() < 0.4:
        place, length = rng.randint(0, len(text)), rng.randint(0, 1)
        return text[:place] + rng.choice(list(fragments.characters)) + text[place + length :]
    changed: str = _text(rng, text, fragments)
    return changed


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
    """Return the items with one removed, repeated, or moved; or with its mutation before it or in its place."""
    if not items:
        return []
    place = rng.randrange(len(items))
    item = items[place]
    match rng.randrange(6):
        case 0:
            return items[:place] + items[place + 1 :]
        case 1:
            return [*items[:place], item, *items[place:]]
        case 2:
            return [*items[:place], mutated(rng, item, fragments), *items[place:]]
        case 3:
            others = items[:place] + items[place + 1 :]
            place = rng.randint(0, len(others))
            return [*others[:place], item, *others[place:]]
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
