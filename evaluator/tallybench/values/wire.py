"""The border between the sandbox and the evaluator: plain data in the bytes of `marshal`, version 2.

Version 2 has no references and no interning, so equal values of equal types have equal bytes (from Python 3.11 on, also
sets). Its C code writes a list of a million ints in 40 million instructions, where JSON needs 737 million, and takes
linear time for ints of any size. What comes out of the sandbox is *never* passed to `marshal.loads`, which trusts its
input; `decode` below reads the following types, checks every length against the data, and refuses everything else.

=======  ================================================================
byte     followed by (all little endian)
=======  ================================================================
N T F    nothing: None, True, False
i        int32
l        int32 n, then abs(n) digits of 15 bits as int16; the sign of n is the number's
g        float64
y        two float64: a complex
s        uint32 length, bytes
u        uint32 length, UTF-8 with surrogates passed through: a str
( [ < >  uint32 size, items: tuple, list, set, frozenset
{        key, value, ..., then the byte 0
=======  ================================================================

A standard library value that `==` finds equal to plain data (a Counter, a Decimal, a named tuple) is converted inside
the sandbox. Its encoding begins with the byte P, or with Q if more than the outermost container was converted. In a Q
encoding, the first item of each tuple says what the tuple stands for: 0 is a tuple of the other items, 1 a Fraction
(numerator, denominator), 2 a Decimal (its text).
"""

import marshal
import struct
import sys
from collections import Counter
from decimal import Decimal, InvalidOperation
from fractions import Fraction
from typing import Any

VERSION = 2  # of marshal; the same as in `sandbox/inside/protocol.py`, on the other side of the border
MAX_DEPTH = 400

_INT = struct.Struct("<i")
_SIZE = struct.Struct("<I")
_FLOAT = struct.Struct("<d")
_COMPLEX = struct.Struct("<dd")
_NUMBERS = {0x69: struct.Struct("<xi"), 0x67: struct.Struct("<xd")}  # including the type byte before each
_FEW = 4  # with fewer members, reading them one by one is just as fast
_SEQUENCES = {0x28: tuple, 0x5B: list, 0x3C: set, 0x3E: frozenset}
_ODD = {0x2E: "ellipsis", 0x53: "type", 0x63: "code"}  # other types that marshal can encode
_HASHED = (0x3C, 0x3E)
_SET_DEPTH = 40  # levels that a set counts as: marshal sorts members by encoding, exponential work for nested sets
_MODULUS = sys.hash_info.modulus  # integers smaller than this have distinct hashes
_SAME_HASH_IN_LISTS = 1000  # higher, since a list need not be hashed; every 61st power of 2 has the same hash
_LONGEST_DECIMAL = 10_000  # digits, including zeros from its exponent
_SAME_HASH = 50  # members of a set or keys of a dict that may share a hash: with more, building it takes quadratic time


class WireError(ValueError):
    """Bytes that are not plain data in the encoding above."""


def encode(value: Any) -> bytes:
    """Encode trusted plain data; raise ValueError if the value holds anything else."""
    return marshal.dumps(value, VERSION)


def decode(data: bytes) -> Any:
    """Decode untrusted bytes into plain data of exact built-in types, in time linear in their length.

    Raises:
        WireError: the bytes are malformed, too deeply nested, or hold something that is not plain data.
    """
    converted = is_converted(data)
    try:
        value, end = _decode(data, int(converted), 0)
    except (struct.error, IndexError, UnicodeDecodeError, TypeError) as error:
        raise WireError(f"malformed output: {error}") from None
    if end != len(data):
        raise WireError("malformed output: something follows its end")
    return _restored(value) if data[:1] == b"Q" else value


def decode_own(data: bytes) -> Any:
    """Decode quickly what `encode` made from our own plain data, or from what `decode` returned."""
    return marshal.loads(data)


def is_converted(data: bytes) -> bool:
    """Return whether a value was converted to plain data before it was encoded."""
    return data[:1] in (b"P", b"Q")


def _decode(data: bytes, at: int, depth: int) -> tuple[Any, int]:
    if depth > MAX_DEPTH:
        raise WireError(f"output nested deeper than {MAX_DEPTH}")
    tag = data[at]
    at += 1
    if tag == 0x69:  # i
        return _INT.unpack_from(data, at)[0], at + 4
    if tag == 0x75:  # u
        raw, at = _slice(data, at)
        return raw.decode("utf-8", "surrogatepass"), at
    if tag in _SEQUENCES:
        size = _SIZE.unpack_from(data, at)[0]
        at += 4
        if size > len(data) - at:
            raise WireError("malformed output: a size beyond its end")
        below = depth + (_SET_DEPTH if tag in _HASHED else 1)
        if below <= MAX_DEPTH and (numbers := _plain_numbers(data, at, size)) is not None:
            if tag in _HASHED:
                _check_hashes(numbers)
            return _SEQUENCES[tag](numbers), at + size * _NUMBERS[data[at]].size
        items = []
        for _ in range(size):
            item, at = _decode(data, at, below)
            items.append(item)
        if tag in _HASHED:
            _check_hashes(items)
        elif size > _SAME_HASH_IN_LISTS:
            _check_integers(items)
        return _SEQUENCES[tag](items), at
    if tag == 0x67:  # g
        return _FLOAT.unpack_from(data, at)[0], at + 8
    if tag == 0x4E:  # N
        return None, at
    if tag == 0x54:  # T
        return True, at
    if tag == 0x46:  # F
        return False, at
    if tag == 0x6C:  # l
        return _decode_long(data, at)
    if tag == 0x73:  # s
        return _slice(data, at)
    if tag == 0x7B:  # {
        return _decode_dict(data, at, depth)
    if tag == 0x79:  # y
        return complex(*_COMPLEX.unpack_from(data, at)), at + 16
    if tag in _ODD:
        raise WireError(f"it returned a value of type {_ODD[tag]}")
    raise WireError(f"malformed output: unknown type byte {tag}")


def _plain_numbers(data: bytes, at: int, size: int) -> list[Any] | None:
    """Return the members of a sequence if all are int32 or all are floats; None for any other sequence."""
    if size < _FEW or (form := _NUMBERS.get(data[at])) is None:
        return None
    end = at + size * form.size
    if end > len(data) or data[at : end : form.size].count(data[at]) != size:
        return None
    return [number for (number,) in form.iter_unpack(data[at:end])]


def _restored(value: Any) -> Any:
    """Return the value that a converted one stands for, rebuilding each Fraction and Decimal."""
    kind = type(value)
    if kind is list:
        return [_restored(item) for item in value]
    if kind is dict:
        keys = [_restored(key) for key in value]
        _check_hashes(keys)
        return dict(zip(keys, map(_restored, value.values()), strict=True))
    if kind in (set, frozenset):
        members = [_restored(item) for item in value]
        _check_hashes(members)
        return kind(members)
    return _restored_tuple(*value) if kind is tuple else value


def _restored_tuple(stands_for: Any = None, *items: Any) -> Any:
    match stands_for, items:
        case 0, _:
            return tuple(map(_restored, items))
        case 1, (int(numerator), int(denominator)) if denominator > 0:
            return Fraction(numerator, denominator)
        case 2, (str(text),) if len(text) <= 2 * _LONGEST_DECIMAL:
            try:
                number = Decimal(text)
            except InvalidOperation:
                raise WireError("malformed output: no decimal number") from None
            if number.is_finite() and len(number.as_tuple().digits) + abs(number.adjusted()) > _LONGEST_DECIMAL:
                raise WireError("output of a decimal number that is too long")
            return number
    raise WireError("malformed output: a tuple that stands for nothing")


def _check_hashes(keys: list[Any]) -> None:
    if keys and Counter(map(hash, keys)).most_common(1)[0][1] > _SAME_HASH:
        raise WireError("malformed output: members with colliding hashes")


def _check_integers(items: list[Any]) -> None:
    """Refuse many different integers with one hash: if a judge puts 40,000 into a set, that takes 90 seconds."""
    large = [item for item in items if type(item) is int and not -_MODULUS < item < _MODULUS]
    if len(large) > _SAME_HASH_IN_LISTS:
        common, times = Counter(map(hash, large)).most_common(1)[0]
        if times > _SAME_HASH_IN_LISTS:
            different = {hex(number) for number in large if hash(number) == common}
            if len(different) > _SAME_HASH_IN_LISTS:
                raise WireError("output of different integers with one hash")


def _slice(data: bytes, at: int) -> tuple[bytes, int]:
    size = _SIZE.unpack_from(data, at)[0]
    at += 4
    if size > len(data) - at:
        raise WireError("malformed output: a length beyond its end")
    return bytes(data[at : at + size]), at + size


def _decode_dict(data: bytes, at: int, depth: int) -> tuple[dict[Any, Any], int]:
    keys, values = [], []
    while data[at] != 0x30:  # 0
        key, at = _decode(data, at, depth + 1)
        value, at = _decode(data, at, depth + 1)
        keys.append(key)
        values.append(value)
    _check_hashes(keys)
    return dict(zip(keys, values, strict=True)), at + 1


def _decode_long(data: bytes, at: int) -> tuple[int, int]:
    signed = _INT.unpack_from(data, at)[0]
    at += 4
    count = abs(signed)
    end = at + 2 * count
    if end > len(data):
        raise WireError("malformed output: an int beyond its end")
    # Eight digits of 15 bits are 15 bytes: pack group by group, so that the whole stays linear.
    digits = struct.unpack_from(f"<{count}H", data, at)
    if any(digit > 0x7FFF for digit in digits):
        raise WireError("malformed output: a digit of an int is too large")
    groups = bytearray()
    for start in range(0, count, 8):
        group = 0
        for shift, digit in enumerate(digits[start : start + 8]):
            group |= digit << (15 * shift)
        groups += group.to_bytes(15, "little")
    number = int.from_bytes(groups, "little")
    return (-number if signed < 0 else number), end
