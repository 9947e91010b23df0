"""A plain description of any value: plain data as they are, all else by the name of its type and what it holds.

This file is used twice. The child describes with it what a test looks at, so that its answer is plain data; the judge
describes with it the test's own literals, so that both sides have one form. So it imports the standard library only,
and the source is put into the child's program as it is.
"""

import datetime
import decimal
import fractions
import pathlib
import sys
import uuid
from collections import deque
from typing import Any, Callable, Tuple  # noqa: UP035  # as Python 3.9 has them

TAG = "\x00type"  # first item of the tuple that describes what is no plain data
_PLAIN = (type(None), bool, int, float, complex, str, bytes)
_DEPTH = 60
# By type: the text that says all of a value. Two are equal where their texts are.
_TEXTS: Tuple[Tuple[Any, str, Callable[[Any], Any]], ...] = (  # noqa: UP006
    (datetime.datetime, "datetime.datetime", datetime.datetime.isoformat),
    (datetime.date, "datetime.date", datetime.date.isoformat),
    (datetime.time, "datetime.time", datetime.time.isoformat),
    (datetime.timedelta, "datetime.timedelta", datetime.timedelta.__repr__),
    (decimal.Decimal, "decimal.Decimal", decimal.Decimal.__repr__),
    (fractions.Fraction, "fractions.Fraction", fractions.Fraction.__repr__),
    (uuid.UUID, "uuid.UUID", uuid.UUID.__str__),
    (pathlib.PurePath, "pathlib.PurePath", pathlib.PurePath.__str__),
    (range, "range", range.__repr__),
    (bytearray, "bytearray", bytes),
)
_CONTAINERS: Tuple[Any, ...] = (list, tuple, set, frozenset)  # noqa: UP006
_BASES: Tuple[Tuple[Any, Callable[[Any], Any]], ...] = (  # noqa: UP006
    (int, int.__int__),
    (float, float.__float__),
    (str, lambda text: str.join("", list(text))),
)


def type_name(kind: Any) -> str:
    """Return a type's name with its module."""
    return f"{kind.__module__}.{kind.__qualname__}"


def describe(value: Any, depth: int = 0) -> Any:
    """Return the description of a value.

    Containers are described by what they hold, so that a later change of one does not show. Subclasses of plain types
    count as these: what a class of its own says of equality is not asked.
    """
    kind = type(value)
    if kind in _PLAIN:
        return value
    if depth > _DEPTH:
        return (TAG, "nested too deeply", None)
    for container in _CONTAINERS:
        if isinstance(value, container):
            return container([describe(item, depth + 1) for item in container.__iter__(value)])
    if isinstance(value, dict):
        return {describe(key, depth + 1): describe(item, depth + 1) for key, item in dict.items(value)}
    if isinstance(value, deque):
        return (TAG, "collections.deque", tuple(describe(item, depth + 1) for item in deque.__iter__(value)))
    for base, name, text in _TEXTS:
        if isinstance(value, base):
            return (TAG, name, text(value))
    for base, plain in _BASES:
        if isinstance(value, base):
            return plain(value)
    if isinstance(value, type):
        return (TAG, "type", type_name(value))
    numpy = sys.modules.get("numpy")
    if numpy is not None and isinstance(value, numpy.generic):
        return describe(value.item(), depth + 1)
    if numpy is not None and isinstance(value, numpy.ndarray):
        return (TAG, "numpy.ndarray", describe(value.tolist(), depth + 1))
    return (TAG, type_name(kind), None)
