"""The border's encoding: plain data comes back as it was, and malformed bytes raise WireError and nothing else."""

import marshal
import math
import random
import struct
import sys
from collections.abc import Callable
from typing import Any

import pytest

from tallybench.values.wire import MAX_DEPTH, WireError, decode, encode

# Multiples of the modulus of hash(int): all have the hash 0.
SAME_HASH = [((1 << 61) - 1) * factor for factor in range(1, 101)]

TAGS = b"NTFilgysu([<>{"
SIZED = (b"(", b"[", b"<", b">", b"s", b"u")

PLAIN: list[Any] = [
    None,
    True,
    False,
    *(0, 1, -1, 255, 2**15, 2**31 - 1, -(2**31), 2**31, -(2**31) - 1, 2**60, -(2**75), 2**119, 2**120, 2**121 - 1),
    *(10**4000, -(10**4000)),
    *(0.0, -0.0, 1.5, -1e308, 5e-324, math.inf, -math.inf, math.nan),
    *(0j, complex(-0.0, math.inf), complex(math.nan, -1)),
    *(b"", b"\x00\xff" * 300),
    *("", "plain", "\x00", "žluťoučký 漢字 🐍", "\ud800", "a\udfffb", "\ud83d\udc0d"),
    *((), (1,), (1, (2, (3,))), [], [[], [[]]], [None, [True, "x", 1.0, b"y"]]),
    *({}, {"a": 1, 2: [3], (4, 5): {"b": None}, None: 0, 1.5: {}, True: 1}),
    *(set(), {1, "a", 2.5, None}, frozenset(), frozenset({1, frozenset({2}), (3, 4)}), {frozenset({1}), (1, 2)}),
]


# By number, since the order in which a set shows its members differs between processes.
IDS = [f"{number}-{type(value).__name__}" for number, value in enumerate(PLAIN)]


def size(number: int) -> bytes:
    return struct.pack("<I", number)


def same(one: Any, other: Any) -> bool:
    """Equality of plain data to the type and the bit: 1 is not True, 0.0 is not -0.0, a nan is a nan."""
    if type(one) is not type(other):
        return False
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict):
        return same(list(one.items()), list(other.items()))
    if isinstance(one, float):
        return struct.pack("<d", one) == struct.pack("<d", other)
    if isinstance(one, complex):
        return same((one.real, one.imag), (other.real, other.imag))
    if isinstance(one, set | frozenset):
        return len(one) == len(other) and all(any(same(member, found) for found in other) for member in one)
    return bool(one == other)


@pytest.mark.parametrize("value", PLAIN, ids=IDS)
def test_plain_data_comes_back_as_it_was(value: object) -> None:
    assert same(decode(encode(value)), value)


def plain(draw: random.Random, depth: int = 0) -> Any:
    def leaf() -> Any:
        kinds: list[Callable[[], Any]] = [
            lambda: draw.choice([None, True, False]),
            lambda: draw.randint(-10, 10),
            lambda: draw.randint(-(2 ** draw.randint(1, 400)), 2 ** draw.randint(1, 400)),
            lambda: struct.unpack("<d", draw.randbytes(8))[0],
            lambda: draw.randbytes(draw.randint(0, 20)),
            lambda: "".join(chr(draw.randint(0, 0x10FFFF)) for _ in range(draw.randint(0, 9))),
            lambda: complex(draw.random(), -draw.random()),
        ]
        return draw.choice(kinds)()

    if depth > 5 or draw.random() < 0.3:
        return leaf()
    members = [plain(draw, depth + 1) for _ in range(draw.randint(0, 5))]
    hashed = [leaf() for _ in members]
    build = draw.choice([list, tuple, set, frozenset, dict])
    if build is dict:
        return dict(zip(hashed, members, strict=True))
    return build(hashed if build in (set, frozenset) else members)


@pytest.mark.parametrize("seed", range(200))
def test_random_plain_data_comes_back_as_it_was(seed: int) -> None:
    value = plain(random.Random(seed))
    decoded = decode(encode(value))
    assert encode(decoded) == encode(value)
    assert same(decoded, value)


@pytest.mark.parametrize("sign", [1, -1])
def test_an_int_of_a_million_digits_is_decoded(sign: int) -> None:
    number = sign * (10**1_000_000 + 7)
    assert decode(encode(number)) == number


@pytest.mark.parametrize("value", PLAIN, ids=IDS)
def test_data_cut_short_at_any_byte_is_refused(value: object) -> None:
    encoded = encode(value)
    for length in range(len(encoded)):
        with pytest.raises(WireError):
            decode(encoded[:length])


@pytest.mark.parametrize("value", PLAIN, ids=IDS)
def test_anything_after_the_data_is_refused(value: object) -> None:
    for more in (b"\0", b"N", encode(value)):
        with pytest.raises(WireError, match="follows its end"):
            decode(encode(value) + more)


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(marshal.dumps(compile("1", "", "eval"), 2), id="code object"),
        pytest.param(b"r" + size(0), id="reference"),
        pytest.param(b"[" + size(2) + b"\xe9\1\0\0\0r" + size(0), id="flagged for reference"),
        pytest.param(b"\xe9\1\0\0\0", id="flag of a reference"),
        pytest.param(marshal.dumps("interned", 4), id="str of version 4"),
        pytest.param(marshal.dumps(Ellipsis, 2), id="ellipsis"),
        pytest.param(marshal.dumps(StopIteration, 2), id="StopIteration"),
        pytest.param(b"0", id="null"),
        pytest.param(b"[" + size(1) + b"0", id="null in a list"),
        *(pytest.param(bytes([tag]) + bytes(40), id=f"tag {tag:#x}") for tag in range(256) if tag not in TAGS),
        *(pytest.param(tag + size(9) + b"N" * 8, id=f"{tag!r} one item short") for tag in (b"(", b"[", b"<", b">")),
        *(pytest.param(tag + b"\xff\xff\xff\xff", id=f"{tag!r} of 4 GB") for tag in SIZED),
        *(pytest.param(tag + b"\xff\xff\xff\x7f" + b"N" * 99, id=f"{tag!r} of 2 GB") for tag in SIZED),
        *(pytest.param(b"l" + struct.pack("<i", n), id=f"int of {n} digits") for n in (1, -1, 2**31 - 1, -(2**31))),
        pytest.param(b"l\1\0\0\0\0\x80", id="digit out of range"),
        pytest.param(b"l\xfe\xff\xff\xff\1\0\xff\xff", id="last digit out of range"),
        pytest.param(b"u" + size(1) + b"\xff", id="no utf-8"),
        pytest.param(b"u" + size(2) + b"\xc0\x80", id="overlong utf-8"),
        pytest.param(b"u" + size(4) + b"\xf4\x90\x80\x80", id="beyond unicode"),
        *(pytest.param(tag + size(1) + item, id=f"{tag!r} of {item!r}")
          for tag in (b"<", b">") for item in (b"[\0\0\0\0", b"{0", b"<\0\0\0\0", b"(\1\0\0\0[\0\0\0\0")),
        *(pytest.param(b"{" + key + b"N0", id=f"key {key!r}") for key in (b"[\0\0\0\0", b"{0", b"<\0\0\0\0")),
        pytest.param(b"{N", id="dict without a value"),
        pytest.param(b"{NN", id="dict without an end"),
        pytest.param(b"{N0", id="dict that ends before a value"),
    ],
)  # fmt: skip
def test_malformed_data_is_refused(data: bytes) -> None:
    with pytest.raises(WireError):
        decode(data)


@pytest.mark.parametrize("build", [set, frozenset, dict.fromkeys])
def test_many_members_of_one_hash_are_refused(build: Any) -> None:
    with pytest.raises(WireError, match="colliding"):
        decode(encode(build(SAME_HASH)))
    assert decode(encode(build(SAME_HASH[:40]))) == build(SAME_HASH[:40])


def nested(opening: bytes, middle: bytes, closing: bytes, depth: int) -> bytes:
    return opening * depth + middle + closing * depth


NESTINGS = [
    pytest.param(b"[" + size(1), b"N", b"", id="list"),
    pytest.param(b"(" + size(1), b"N", b"", id="tuple"),
    pytest.param(b">" + size(1), b"N", b"", id="frozenset"),
    pytest.param(b"{N", b"N", b"0", id="dict"),
    pytest.param(b"(" + size(1) + b"{N", b"N", b"0", id="tuple of a dict"),
]


@pytest.mark.parametrize("depth", [MAX_DEPTH + 1, 1999, 100_000])
@pytest.mark.parametrize(("opening", "middle", "closing"), NESTINGS)
def test_deep_nesting_is_refused(opening: bytes, middle: bytes, closing: bytes, depth: int) -> None:
    with pytest.raises(WireError, match="nested deeper"):
        decode(nested(opening, middle, closing, depth))


@pytest.mark.parametrize(("opening", "middle", "closing"), NESTINGS)
def test_nesting_up_to_the_limit_is_decoded(opening: bytes, middle: bytes, closing: bytes) -> None:
    levels = 2 if b"(" in opening and b"{" in opening else 1
    if opening.startswith(b">"):
        value: Any = decode(nested(opening, middle, closing, 10))
        assert repr(value).count("frozenset") == 10
        return
    value = decode(nested(opening, middle, closing, MAX_DEPTH // levels))
    depth = 0
    while value is not None:
        (value,) = value.values() if isinstance(value, dict) else value
        depth += 1
    assert depth == MAX_DEPTH // levels * levels


@pytest.mark.parametrize("seed", range(20))
def test_random_bytes_are_decoded_or_refused(seed: int) -> None:
    draw = random.Random(seed)
    for _ in range(150):
        data = bytearray(encode(plain(draw)))
        for _ in range(draw.randint(1, 4)):
            data[draw.randrange(len(data))] = draw.choice([draw.randrange(256), *b"NTFilgysu([<>{0\xff"])
        try:
            decode(bytes(data))
        except WireError:
            pass


@pytest.mark.parametrize(
    "value", [(), (1, 1, 0), (1, 0.5, 2), (2, "ten"), (2, "1E+20000"), (2, 1), (3, 1), [(0, (9,))], {(): 1}]
)
def test_a_converted_value_that_stands_for_nothing_is_refused(value: object) -> None:
    with pytest.raises(WireError):
        decode(b"Q" + encode(value))


def test_numbers_of_one_hash_are_refused_in_converted_sets_too() -> None:
    modulus = sys.hash_info.modulus
    with pytest.raises(WireError, match="colliding"):
        decode(b"Q" + encode({(1, 2 * number * modulus + 1, 2) for number in range(100)}))
