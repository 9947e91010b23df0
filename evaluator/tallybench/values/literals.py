"""Python values as text that `ast.literal_eval` reads: how the dataset stores the arguments of a call.

The text is a Python literal. Most values can be read back by `ast.literal_eval` alone: None, bool, int, float with the
infinities (`1e999`), complex, str, bytes, list, tuple, dict and set. What has no literal, or only a very long one, is
written as a dict with one key that starts with `$`:

=============================  =======================================================================
`{'$nan': None}`               the float that is not a number
`{'$frozenset': [...]}`        a frozenset of these members
`{'$range': (0, 3, 1)}`        a range: start, stop, step
`{'$repeat': (unit, n, end)}`  a long str, bytes or list: `unit * n + end`
`{'$shift': (m, n)}`           a long int: `m << n`
=============================  =======================================================================

The text of a value is always the same: members of a set are ordered by their texts. `write_literal` writes it, and
`read_literal` reads it, within limits, even from an untrusted source.
"""

import ast
import math
from typing import Any

LONGEST = 100_000  # characters of a text
MOST_ITEMS = 1 << 25  # items, characters and bits that a text, or all texts of a source together, may grow by
MOST_LEVELS = 60
_SIZE_OF_ANY = 8  # what any value counts as, in items of a list
_LONG = 1_000  # items; shorter values are not searched for a repetition
_LONGEST_UNIT = 64  # items; about as many may follow the repetitions
_DECIMAL_BITS = 4_096  # an int of more bits is written in hexadecimal: Python refuses long decimal ones


class LiteralError(ValueError):
    """A value that cannot be written, or a text that cannot be read."""


def write_literal(value: Any) -> str:
    """Return the text of a value; raise LiteralError if it holds what has no text, is too long or too deeply nested."""
    text = _write(value, MOST_LEVELS)
    if len(text) > LONGEST:
        raise LiteralError(f"takes {len(text):,} characters, at most {LONGEST:,} are allowed")
    return text


class Growth:
    """How much more the texts of one source may grow as they are read."""

    def __init__(self) -> None:
        self._left = MOST_ITEMS

    def take(self, size: int) -> None:
        """Take a size off what is left; raise LiteralError if it is too much."""
        self._left -= size
        if self._left < 0:
            raise LiteralError(f"grows by more than {MOST_ITEMS:,} items, with what was read before")


def read_literal(text: str, growth: Growth | None = None) -> Any:
    """Return the value of a text that `write_literal` wrote.

    `growth` says how much more the texts of its source may grow; without it, this text has a limit of its own. What is
    not a literal, or grows too large, raises LiteralError.
    """
    if len(text) > LONGEST:
        raise LiteralError(f"has {len(text):,} characters, at most {LONGEST:,} are allowed")
    try:
        read = ast.literal_eval(text)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError) as error:
        raise LiteralError(f"is not a Python literal ({type(error).__name__})") from None
    return _revive(read, MOST_LEVELS, growth or Growth())


def _write(value: Any, levels: int) -> str:
    if levels == 0:
        raise LiteralError(f"is nested more than {MOST_LEVELS} deep")
    kind = type(value)
    if value is None or kind in (bool, str, bytes, list) or kind is int:
        if kind in (str, bytes, list) and (found := _repetition(value)) is not None:
            unit, times, end = found
            return f"{{'$repeat': ({_write(unit, levels - 1)}, {times}, {_write(end, levels - 1)})}}"
        if kind is int and value.bit_length() > _DECIMAL_BITS:
            return _long_int(value)
        return f"[{_items(value, levels)}]" if kind is list else ascii(value)
    if kind is float:
        return _float(value)
    if kind is complex and math.isfinite(value.real) and math.isfinite(value.imag):
        return repr(value)
    if kind is tuple:
        return f"({_items(value, levels)}{',' if len(value) == 1 else ''})"
    if kind is range:
        return f"{{'$range': {_write((value.start, value.stop, value.step), levels - 1)}}}"
    if kind in (set, frozenset):
        return _set(value, levels)
    if kind is dict:
        if any(type(key) is str and key.startswith("$") for key in value):
            raise LiteralError("has a dict with a key that starts with $")
        _hashable(value, "a dict has a key")
        pairs = (f"{_write(key, levels - 1)}: {_write(item, levels - 1)}" for key, item in value.items())
        return f"{{{', '.join(pairs)}}}"
    raise LiteralError(f"has a {kind.__name__}, which has no literal")


def _items(values: Any, levels: int) -> str:
    return ", ".join(_write(item, levels - 1) for item in values)


def _long_int(value: int) -> str:
    zeros = (value & -value).bit_length() - 1
    return f"{{'$shift': ({hex(value >> zeros)}, {zeros})}}" if zeros > _DECIMAL_BITS else hex(value)


def _float(value: float) -> str:
    if math.isnan(value):
        return "{'$nan': None}"
    if math.isinf(value):
        return "1e999" if value > 0 else "-1e999"
    return repr(value)


def _set(value: Any, levels: int) -> str:
    _hashable(value, "a set has a member")
    members = ", ".join(sorted(_write(item, levels - 1) for item in value))
    if type(value) is frozenset:
        return f"{{'$frozenset': [{members}]}}"
    return f"{{{members}}}" if members else "set()"


def _hashable(members: Any, where: str) -> None:
    """Refuse members that may be written as a dict, which can be neither a key nor a member of a set."""
    for member in members:
        inside = member if type(member) is tuple else ()
        _hashable(inside, where)
        if (
            type(member) in (frozenset, range)
            or (type(member) is float and math.isnan(member))
            or (type(member) in (str, bytes) and _repetition(member) is not None)
            or (type(member) is int and member.bit_length() > _DECIMAL_BITS)
        ):
            raise LiteralError(f"{where} that has no literal of its own ({type(member).__name__})")


def _repetition(value: Any) -> tuple[Any, int, Any] | None:
    """Return the unit, times and end of a long value that repeats its beginning; None for any other value."""
    size = len(value)
    if size < _LONG:
        return None
    for period in range(1, _LONGEST_UNIT + 1):
        unit, times = value[:period], (size - _LONGEST_UNIT) // period
        if value[period : 2 * period] != unit or value[: period * times] != unit * times:
            continue
        while value[period * times : period * (times + 1)] == unit:
            times += 1
        return unit, times, value[period * times :]
    return None


def _revive(value: Any, levels: int, growth: Growth) -> Any:
    """Restore the values that are written as dicts with a `$` key."""
    if levels == 0:
        raise LiteralError(f"is nested more than {MOST_LEVELS} deep")
    growth.take(_SIZE_OF_ANY)  # `[[],[],` takes twenty times its text
    kind = type(value)
    if kind is list:
        return [_revive(item, levels - 1, growth) for item in value]
    if kind is tuple:
        return tuple(_revive(item, levels - 1, growth) for item in value)
    if kind is dict:
        if len(value) == 1 and type(key := next(iter(value))) is str and key.startswith("$"):
            return _marked(key, _revive(value[key], levels - 1, growth), growth)
        return {key: _revive(item, levels - 1, growth) for key, item in value.items()}
    if value is Ellipsis:
        raise LiteralError("has an ellipsis, which is not plain data")
    return value


def _marked(key: str, inside: Any, growth: Growth) -> Any:
    if key == "$nan" and inside is None:
        return math.nan
    if key == "$frozenset" and type(inside) is list:
        try:
            return frozenset(inside)
        except TypeError:
            raise LiteralError("has a frozenset with a member that cannot be in one") from None
    if key == "$range" and _is_triple(inside):
        return range(*inside)
    if key == "$repeat" and type(inside) is tuple and len(inside) == 3:
        unit, times, end = inside
        if type(unit) in (str, bytes, list) and type(end) is type(unit) and type(times) is int and times > 0:
            growth.take(_weight(unit) * times)
            return unit * times + end
    if key == "$shift" and type(inside) is tuple and len(inside) == 2:
        number, bits = inside
        if type(number) is int and type(bits) is int and bits >= 0:
            growth.take(bits)
            return number << bits
    raise LiteralError(f"has {key[:20]!r} with contents that do not belong to it")


def _weight(value: Any) -> int:
    """Return how much one more copy of a value takes, at least 1."""
    if type(value) in (str, bytes):
        return len(value) or 1
    if type(value) is int:
        return 1 + value.bit_length() // 8
    if type(value) is dict:
        return 1 + sum(_weight(key) + _weight(item) for key, item in value.items())
    return 1 + sum(map(_weight, value)) if type(value) in (list, tuple, set, frozenset) else 1


def _is_triple(inside: Any) -> bool:
    return (
        type(inside) is tuple and len(inside) == 3 and all(type(number) is int for number in inside) and inside[2] != 0
    )
