"""Shapes and previews of arguments: right for the usual, bounded and printable for the hostile."""

import ast
from collections.abc import Callable
from typing import Any

import pytest

from tallybench.values.preview import LONGEST_PREVIEW, preview_of, shape_of


def nested(depth: int) -> list[Any]:
    """A list in a list in a list, so deep that `repr` of it fails."""
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


def aliased(depth: int) -> list[Any]:
    """A list of few objects, whose `repr` would have 10 to the power of `depth` items."""
    value: list[Any] = [0] * 10
    for _ in range(depth):
        value = [value] * 10
    return value


def cyclic() -> list[Any]:
    value: list[Any] = []
    value.append(value)
    return value


class Hostile:
    """Nothing of a value of an unknown type may be called."""

    def __repr__(self) -> str:
        raise AssertionError("was called")

    __len__ = __iter__ = __bool__ = __hash__ = __eq__ = __str__ = __repr__  # type: ignore[assignment]


SHAPES: list[tuple[Any, str]] = [
    (7, "int"),
    (-(10**30), "int of 31 digits"),
    (10**3000 - 1, "int of 3,000 digits"),
    (1 << 2_000_000, "int of 2,000,001 bits"),
    (True, "bool"),
    (None, "None"),
    (0.5, "float"),
    ("a" * 100_000, "str of 100,000 characters"),
    ("a", "str of 1 character"),
    ("", "empty str"),
    (b"abc", "bytes of 3 bytes"),
    ([1.5] * 1400, "list of 1,400 float"),
    ([1, 10**29], "list of 2 int of 1 to 30 digits"),
    ([[1, 2, 3, 4]] * 300, "list of 300 lists of 4 int"),
    ([[1], [2, 3]], "list of 2 lists of 1 to 2 int"),
    (["ab", "abcde"], "list of 2 str of 2 to 5 characters"),
    ([], "empty list"),
    ([[], []], "list of 2 empty lists"),
    ((1, "a", None), "tuple of 3 None, int or str"),
    ([1, True, "a", 2.0, None], "list of 5 values of 5 types"),
    ({"a": 1, "b": 2}, "dict of 2 items, str of 1 character to int"),
    ({}, "empty dict"),
    ({3, 4}, "set of 2 int"),
]


@pytest.mark.parametrize(("value", "shape"), SHAPES, ids=[shape for _, shape in SHAPES])
def test_a_shape_tells_type_and_size(value: Any, shape: str) -> None:
    assert shape_of(value) == shape


PREVIEWS: list[tuple[tuple[Any, ...], str]] = [
    (([1.5, 2.25], 0.01), "[1.5, 2.25], 0.01"),
    ((), ""),
    (("it's", None, True), '"it\'s", None, True'),
    (((1,), (), [], {}, set()), "(1,), (), [], {}, set()"),
    (({"a": [1, 2]},), "{'a': [1, 2]}"),
    ((list(range(10_000)),), "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, …]"),
    (("x" * 81,), "'" + "x" * 80 + "…'"),
    ((10**40 - 1,), "9" * 40),
    ((-1234567 * 10**2993,), "-123456…(3,000 digits)"),
    ((-(1 << 2_000_000),), "-…(2,000,001 bits)"),
    (([[[[[1]]]]],), "[[[[[…]]]]]"),
    (({"b", "a", "c"}, set(range(101))), "{'a', 'b', 'c'}, {…}"),
    ((frozenset([2, 1]), {frozenset([1])}), "frozenset({1, 2}), {…}"),
    (("\x00\x1b\n\x7f\ud800é…",), r"'\x00\x1b\n\x7f\ud800\xe9\u2026'"),
]


@pytest.mark.parametrize(("arguments", "preview"), PREVIEWS, ids=range(len(PREVIEWS)))
def test_a_preview_is_the_start_of_the_literals(arguments: tuple[Any, ...], preview: str) -> None:
    assert preview_of(arguments) == preview


def test_a_preview_in_which_nothing_is_cut_is_the_call() -> None:
    arguments: tuple[Any, ...] = ([1, -2.5, "a\n"], {"k": (True, None)}, b"\xff", [[]], (1 + 2j))
    assert ast.literal_eval(f"({preview_of(arguments)},)") == arguments


def test_every_argument_is_seen_where_the_first_is_long() -> None:
    preview = preview_of((["word " * 50] * 99, [float(number) / 7 for number in range(99)], "last"))
    assert preview.endswith("'last'") and len(preview) <= LONGEST_PREVIEW


HOSTILE: dict[str, Callable[[], Any]] = {
    "deep": lambda: nested(50_000),
    "aliased": lambda: aliased(60),
    "cyclic": cyclic,
    "long int": lambda: 10 ** (10**6),
    "negative int": lambda: -(10**5000),
    "wide characters": lambda: "\U0001f600" * 10**6,
    "surrogates": lambda: "\ud800" * 999,
    "bytes": lambda: b"\xff" * 10**6,
    "long ints": lambda: [10**4400] * 999,
    "dict of sets": lambda: {frozenset([number]): nested(500) for number in range(999)},
    "unknown type": lambda: [Hostile(), Hostile()],
    "long type name": lambda: type("é" * 200, (), {})(),
    "not a number": lambda: float("nan"),
}


@pytest.mark.parametrize("make", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_values_have_short_printable_texts(make: Callable[[], Any]) -> None:
    value = make()
    texts = (shape_of(value), shape_of((value, 1)), preview_of((value,)), preview_of((value,) * 300))
    for text in texts:
        assert 0 < len(text) <= LONGEST_PREVIEW
        assert text.replace("…", "").isascii() and text.isprintable()


def test_the_number_of_digits_is_exact_beside_powers_of_ten() -> None:
    for exponent in (20, 21, 22, 100, 1233, 4300, 90_000):
        power = 10**exponent
        assert shape_of(power) == f"int of {exponent + 1:,} digits"
        assert preview_of((power - 1,)).startswith("9" * min(exponent, 6))
    assert shape_of(10**4300 - 1) == "int of 4,300 digits"
