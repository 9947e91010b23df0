"""Shows arguments to people: the shape of each, and the start of their literals. Works for any value, within limits.

Stressful inputs are large, nested and odd by design, so no `repr` of a whole value is built, no large int is turned
into digits, and nothing recurses deeper than the few levels that are shown. Texts are printable ASCII except for `…`,
which therefore always means that something was left out.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice
from typing import Any

LONGEST_PREVIEW = 160  # characters
_LEVELS = 4  # levels of nesting that are shown
_USUAL_DIGITS = 20  # up to this many digits, the length of an int is not mentioned
_SHOWN_DIGITS = 40  # of an int with more digits, only the first ones are shown
_FIRST_DIGITS = 6
_MOST_BITS = 300_000  # beyond this, counting digits takes long, so the number of bits is shown
_MOST_TYPES = 4
_SORTED_SET = 100  # the size of the largest set whose members are shown
_LOG10_OF_2 = 0.30102999566398120
# How many items of each container and characters of each string are shown: the first pair with which everything fits.
_CUTS = ((16, 80), (10, 60), (6, 40), (4, 30), (3, 20), (2, 12), (1, 8))
_BRACKETS: dict[type, tuple[str, str]] = {
    list: ("[", "]"),
    tuple: ("(", ")"),
    dict: ("{", "}"),
    set: ("{", "}"),
    frozenset: ("frozenset({", "})"),
}
_UNITS: dict[type, str] = {str: "character", bytes: "byte"}


def shape_of(value: Any) -> str:
    """Return a value's type and size in words, such as `int of 31 digits` or `list of 300 lists of 4 int`.

    It takes time linear in the value's memory, however the value is nested, and looks only a few levels deep.
    """
    return _shape([value], _LEVELS)


def preview_of(arguments: Iterable[Any]) -> str:
    """Return the arguments of a call as shortened Python literals, at most 160 characters; `…` marks what was left out.

    `([1.5, 2.25, 4.0], 0.01)` gives `[1.5, 2.25, 4.0], 0.01`.
    """
    given = list(islice(arguments, LONGEST_PREVIEW))
    text = ""
    for items, characters in _CUTS:
        text = _bounded(_arguments(given, items, characters))
        if len(text) <= LONGEST_PREVIEW:
            return text
    return text[: LONGEST_PREVIEW - 1] + "…"


def shape_of_script(calls: Sequence[tuple[Any, ...]]) -> str:
    """Return the number of calls in a script, in all and by method: `401 calls: 200 put, 200 take, 1 __init__`."""
    named = Counter(call[0] for call in calls)
    parts = ", ".join(f"{count:,} {name}" for name, count in named.most_common())
    return f"{len(calls):,} calls: {parts}"


def preview_of_script(entry_point: str, calls: Sequence[tuple[Any, ...]]) -> str:
    """Return the first calls of a script as one would write them, in at most 160 characters."""
    shown: list[str] = []
    room = LONGEST_PREVIEW - 2
    for name, *arguments in calls:
        call = f"{entry_point if name == '__init__' else '.' + name}({preview_of(arguments)})"
        room -= len(call) + 2
        if room < 0:
            return "; ".join([*shown, "…"])
        shown.append(call)
    return "; ".join(shown)


def _shape(values: list[Any], levels: int) -> str:
    """Return the common shape of the values at one place, of which there is at least one."""
    kinds = {type(value) for value in values}
    if len(kinds) > _MOST_TYPES:
        return f"values of {len(kinds)} types"
    if len(kinds) > 1:
        *names, last = sorted(map(_word, kinds))
        return f"{', '.join(names)} or {last}"
    (kind,) = kinds
    if kind is int:
        return "int" + _length_of_ints(values)
    if kind in _UNITS:
        sizes = _range(map(len, values))
        return f"empty {_word(kind)}" if sizes == "0" else f"{_word(kind)} of {_counted(sizes, _UNITS[kind])}"
    if kind not in _BRACKETS:
        return _word(kind)
    # An object that occurs in many places is looked at once, so that the work stays proportional to the memory used.
    distinct = list({id(value): value for value in values}.values())
    sizes = _range(map(len, distinct))
    word = _word(kind) + ("s" if len(values) > 1 else "")
    if sizes == "0":
        return f"empty {word}"
    if levels == 0:
        return f"{word} of {_counted(sizes, 'item')}"
    inner = _shape([item for value in distinct for item in value], levels - 1)
    if kind is not dict:
        return f"{word} of {sizes} {inner}"
    to = _shape([item for value in distinct for item in value.values()], levels - 1)
    return f"{word} of {_counted(sizes, 'item')}, {inner} to {to}"


def _word(kind: type) -> str:
    return "None" if kind is type(None) else ascii(kind.__name__[:40])[1:-1][:40]


def _range(sizes: Iterable[int]) -> str:
    distinct = set(sizes)
    least, most = min(distinct), max(distinct)
    return f"{least:,}" if least == most else f"{least:,} to {most:,}"


def _counted(sizes: str, unit: str) -> str:
    return f"{sizes} {unit}" if sizes == "1" else f"{sizes} {unit}s"


def _length_of_ints(values: list[int]) -> str:
    """Return how long ints are; an empty text if all have a usual length."""
    least, most = min(values, key=abs), max(values, key=abs)
    if most.bit_length() > _MOST_BITS:
        return f" of {_range((least.bit_length(), most.bit_length()))} bits"
    digits = _digits(most)
    return "" if digits <= _USUAL_DIGITS else f" of {_range((_digits(least), digits))} digits"


def _digits(number: int) -> int:
    """Count an int's decimal digits without `str`, which takes quadratic time and refuses more than 4,300."""
    size = abs(number)
    least = int(size.bit_length() * _LOG10_OF_2)
    return max(1, least + int(size >= 10**least))


def _bounded(pieces: Iterator[str]) -> str:
    """Join the pieces into one text, stopping once it is longer than a preview may be."""
    text = ""
    for piece in pieces:
        text += piece
        if len(text) > LONGEST_PREVIEW:
            break
    return text


def _arguments(given: list[Any], items: int, characters: int) -> Iterator[str]:
    return _joined((_literal(argument, items, characters, _LEVELS) for argument in given), len(given), len(given))


def _joined(parts: Iterable[Iterable[str]], size: int, most: int) -> Iterator[str]:
    """Yield the pieces of the first `most` of `size` parts, with commas between the parts."""
    for index, part in enumerate(islice(parts, most)):
        if index:
            yield ", "
        yield from part
    if size > most:
        yield ", …"


def _literal(value: Any, items: int, characters: int, levels: int) -> Iterator[str]:
    kind = type(value)
    if kind not in _BRACKETS:
        yield _scalar(value, characters)
        return
    if not value:
        yield repr(value)
        return
    opening, closing = _BRACKETS[kind]
    yield opening
    if levels == 0:
        yield "…"
    elif kind is set or kind is frozenset:
        yield _members(value, items, characters)
    else:
        parts = (
            _entries(value, items, characters, levels - 1)
            if kind is dict
            else (_literal(item, items, characters, levels - 1) for item in value)
        )
        yield from _joined(parts, len(value), items)
        if kind is tuple and len(value) == 1:
            yield ","
    yield closing


def _entries(value: dict[Any, Any], items: int, characters: int, levels: int) -> Iterator[Iterable[str]]:
    for key, item in value.items():
        name, content = (_literal(part, items, characters, levels) for part in (key, item))
        yield chain(name, (": ",), content)


def _members(value: set[Any] | frozenset[Any], items: int, characters: int) -> str:
    # The order of a set depends on this process's hash seed, so members are shown sorted or not at all.
    if len(value) > _SORTED_SET or any(type(member) in _BRACKETS for member in value):
        return "…"
    texts = sorted(_scalar(member, characters) for member in value)
    return ", ".join(texts[:items]) + (", …" if len(texts) > items else "")


def _scalar(value: Any, characters: int) -> str:
    kind = type(value)
    if kind is int:
        return _int(value)
    if kind is str or kind is bytes:
        text = ascii(value[:characters])
        return text if len(value) <= characters else f"{text[:-1]}…{text[-1]}"
    if value is None or kind in (bool, float, complex):
        return repr(value)
    return f"<{_word(kind)}>"


def _int(number: int) -> str:
    sign = "-" if number < 0 else ""
    if number.bit_length() > _MOST_BITS:
        return f"{sign}…({number.bit_length():,} bits)"
    digits = _digits(number)
    if digits <= _SHOWN_DIGITS:
        return str(number)
    return f"{sign}{abs(number) // 10 ** (digits - _FIRST_DIGITS)}…({digits:,} digits)"
