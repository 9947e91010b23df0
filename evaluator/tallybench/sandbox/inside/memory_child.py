"""What the sandbox's processes do with a job where the memory that a solution takes is measured.

Run by the measuring interpreter; it imports nothing of the project. In the sandbox this file is `child.py`, and the
`child.py` beside it is `function_child.py` (see `process.py`).
"""

import gc
import itertools
import marshal
import os

import function_child
import native_zygote
import plain_child as plain_child  # it changes how values are encoded
import program_child
from function_child import READING as READING
from function_child import encode, failure, first_odd_type, load_count, write_all
from function_child import limit as limit
from protocol import WIRE_VERSION

IN_ONE = 512  # plain values that are encoded together
LONG = 4096  # characters or bytes of a text that is encoded in pieces


class UncachedSpec:
    """What `_imp.create_dynamic` wants of a module spec.

    It finds its attributes by itself. For the interpreter makes their names anew at each call, and holds those that it
    looked up in a type until another name comes to the same place, which is by chance of addresses.
    """

    def __init__(self, name, origin):
        self.fields = {"name": name, "origin": origin}

    def __getattribute__(self, name):
        return object.__getattribute__(self, "fields")[name]


def finish(loaded):
    """From here on, what the child takes is counted; code that was left to it is loaded then.

    A full collection lets go of what the interpreter has freed and keeps at hand: that would be given out uncounted.
    """
    gc.collect()
    native_zygote.load_seal("gauge", GAUGE)
    return function_child.finish(loaded)


def pieces(value, dumps=marshal.dumps, wire=WIRE_VERSION):
    """What `marshal.loads` reads as the value, in small pieces: all at once would be memory that nobody asked for.

    Raises:
        ValueError: it is no plain data, or nested too deeply.
    """
    stack, plain = [(iter((value,)), b"")], []
    while stack:
        items, end = stack[-1]
        opened = False
        for item in items:
            kind = type(item)
            if kind in CONTAINERS or (kind in TEXTS and len(item) > LONG):
                yield from together(plain, dumps, wire)
                if kind in TEXTS:
                    yield from text_pieces(item)
                    continue
                if len(stack) > DEEPEST:
                    raise ValueError("object too deeply nested to marshal")
                yield CONTAINERS[kind] + (b"" if kind is dict else len(item).to_bytes(4, "little"))
                inner = itertools.chain.from_iterable(item.items()) if kind is dict else iter(item)
                stack.append((inner, b"0" if kind is dict else b""))
                opened = True
                break
            plain.append(item)
            if len(plain) == IN_ONE:
                yield from together(plain, dumps, wire)
        if not opened:
            yield from together(plain, dumps, wire)
            yield end
            stack.pop()


def together(plain, dumps, wire):
    """The plain values that have gathered, encoded; then there are none."""
    if plain:
        yield dumps(tuple(plain), wire)[5:]
        plain.clear()


def text_pieces(text):
    if type(text) is bytes:
        yield b"s" + len(text).to_bytes(4, "little")
        for start in range(0, len(text), LONG):
            yield text[start : start + LONG]
        return
    parts = range(0, len(text), LONG)
    size = sum(len(text[start : start + LONG].encode("utf-8", "surrogatepass")) for start in parts)
    yield b"u" + size.to_bytes(4, "little")
    for start in parts:
        yield text[start : start + LONG].encode("utf-8", "surrogatepass")


def run_count(loaded, channel, output_limit):
    """Like function_child's, but what encodes the output takes next to no memory."""
    code, entry_point, arguments, namespace = loaded
    output = None
    try:
        exec(code, namespace)
        output = namespace[entry_point](*arguments)
        write_all(channel, b"R")
        for piece in pieces(output):
            write_all(channel, piece)
    except BaseException as error:
        odd = isinstance(error, ValueError) and first_odd_type(output) is not None
        answer = encode(output) if odd else failure(error)
        os.lseek(channel, 0, os.SEEK_SET)
        os.ftruncate(channel, 0)
        write_all(channel, answer)
    return output


CONTAINERS = {list: b"[", tuple: b"(", set: b"<", frozenset: b">", dict: b"{"}
TEXTS = (str, bytes)
DEEPEST = 1900  # of containers within each other; marshal takes 2,000
JOBS = {**program_child.JOBS, "count": (load_count, run_count)}
GAUGE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "gauge.so")
os.environ.pop("PYTHONMALLOC", None)  # a solution need not see what is measured
native_zygote.SealSpec = UncachedSpec
native_zygote.load_seal("gauge_page", GAUGE)
