"""Type-aware mutation: one small change to a value, which keeps its type (EvalPlus, section 2.1, table 1)."""

import random
from typing import Any

from tallybench.values.wire import encode

MOST_FRAGMENTS = 400  # per type; those seen first are kept
LARGEST_FRAGMENT = 256  # bytes, encoded
REUSE = 0.2  # how often a value is replaced by a fragment of its type
MOST_STEPS = 4  # changes between an input and the one made from it


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
        if isinstance(value, str):
            words = value.split()
            for word in words if len(words) > 1 else ():
                self.collect(word)
        for item in _inside(value):
            self.collect(item)

    def draw(self, rng: random.Random, kind: type) -> Any:
        """Return a random fragment of a type.

        Raises:
            LookupError: no fragment has this type.
        """
        return rng.choice(list(self._by_type.get(kind, {}).values()))


def mutated_arguments(rng: random.Random, arguments: tuple[Any, ...], fragments: Fragments) -> tuple[Any, ...]:
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
    if value is not None and rng.random() < REUSE:
        try:
            return fragments.draw(rng, type(value))
        except LookupError:
            pass
    match value:
        case bool():
            return rng.random() < 0.5
        case int() | float() | complex():
            return value + rng.choice((-1, 1))
        case str() | bytes():
            return _text(rng, value, fragments)
        case list():
            return _items(rng, value, fragments)
        case tuple():
            return tuple(_items(rng, list(value), fragments))
        case set() | frozenset():
            return type(value)(_hashable(_items(rng, sorted(value, key=encode), fragments)))
        case dict():
            return _pairs(rng, value, fragments)
    return value


def _text(rng: random.Random, text: Any, fragments: Fragments) -> Any:
    """Return the text with a part removed, repeated, or replaced by its mutation."""
    if not text:
        try:
            return fragments.draw(rng, type(text))
        except LookupError:
            return text
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


def _hashable(items: list[Any]) -> list[Any]:
    return [item for item in items if not isinstance(item, list | set | dict)]


def _inside(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [*value.keys(), *value.values()]
    if isinstance(value, set | frozenset):
        return sorted(value, key=encode)
    return list(value) if isinstance(value, list | tuple) else []
