"""The values that are written down in a program, read without running or compiling it, in time linear in its length."""

import ast
import io
import re
import tokenize
import zlib
from collections.abc import Iterator
from typing import Any

from evaluator.values.wire import encode

MOST_BRACKETS = 40  # one in another
MOST_VALUES = 200_000  # of one program
LEAST_TEXT = 12  # characters, and
LEAST_INFORMATION = 40  # bytes that a text or a container takes compressed
LEAST_DIGITS = 8  # of a number, without the zeros at its ends
_OPEN, _CLOSE = "([{", ")]}"
_WORDS = ("True", "False", "None")
_SIGNS = (",", ":", "-", "+")
_BETWEEN = re.compile(r"[\s,;]+")
_NUMBERS = re.compile(r"[-+0-9.eE]+(?:[\s,;]+[-+0-9.eE]+)+\s*")


def literals_of(code: str) -> set[bytes]:
    """The marks of the values in a program that say something, the parts of containers and of texts among them."""
    found: set[bytes] = set()
    for value in _values(code, within=2):
        found |= marks_of(value, most=MOST_VALUES - len(found))
    return found


def marks_of(value: Any, most: int = MOST_VALUES) -> set[bytes]:
    """The marks of a value and of its parts, of those that are not trivial. A tuple is a list here."""
    found: set[bytes] = set()
    waiting = [value]
    while waiting and len(found) < most:
        item = waiting.pop()
        if is_telling(item):
            try:
                found.add(encode(_as_lists(item)))
            except (ValueError, RecursionError):
                continue
        if isinstance(item, (list, tuple, set, frozenset)):
            waiting += item
        elif isinstance(item, dict):
            waiting += (*item, *item.values())
    return found


def is_telling(value: Any) -> bool:
    """Whether nobody writes a value down by chance: long numbers that are not round, texts and lists with content."""
    if isinstance(value, bool) or value is None:
        return False
    if isinstance(value, int):
        return _is_telling_number(abs(value))
    if isinstance(value, float):
        return len(repr(abs(value)).partition("e")[0].replace(".", "").strip("0")) >= LEAST_DIGITS
    if isinstance(value, (str, bytes)):
        content = value.encode("utf-8", "surrogatepass") if isinstance(value, str) else value
        return len(content) >= LEAST_TEXT and _information(content) >= LEAST_INFORMATION
    if isinstance(value, (list, tuple, set, frozenset, dict)):
        try:
            return len(value) > 1 and _information(encode(_as_lists(value))) >= LEAST_INFORMATION
        except (ValueError, RecursionError):
            return False
    return False


def _is_telling_number(value: int) -> bool:
    """Whether a number is long, and no bound or modulus: not close to a power of two or of ten."""
    bits = value.bit_length()
    if min(abs(value - (1 << bits)), abs(value - (1 << bits >> 1))) <= 1_000:
        return False
    if bits > 4_000:
        return True  # Python refuses to write long ones in decimal
    digits = str(value)
    return len(digits.strip("0")) >= LEAST_DIGITS and abs(value - 10 ** (len(digits) - 1)) > 1_000


def _information(content: bytes) -> int:
    return len(zlib.compress(content[:20_000], 6)) - len(zlib.compress(b""))


def _as_lists(value: Any) -> Any:
    if isinstance(value, (list, tuple)):
        return [_as_lists(item) for item in value]
    if isinstance(value, dict):
        return {key: _as_lists(item) for key, item in value.items()}
    return value


def _values(text: str, within: int) -> Iterator[Any]:
    """The values of the literals in a text, and in the texts that these hold."""
    if _NUMBERS.fullmatch(text):
        text = f"[{','.join(_BETWEEN.split(text.strip()))}]"
    for piece in _literal_texts(text):
        try:
            value = ast.literal_eval(piece)
        except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
            continue
        yield value
        if within:
            for inside in _texts(value):
                yield from _values(inside, within - 1)


def _texts(value: Any) -> Iterator[str]:
    """The texts in a value that are long enough to hold others."""
    waiting = [value]
    while waiting:
        item = waiting.pop()
        if isinstance(item, bytes):
            item = item.decode("latin-1")
        if isinstance(item, str) and len(item) >= LEAST_TEXT:
            yield item
        elif isinstance(item, (list, tuple, set, frozenset)):
            waiting += item
        elif isinstance(item, dict):
            waiting += (*item, *item.values())


def _literal_texts(code: str) -> Iterator[str]:
    """The texts of the largest literals: containers that hold nothing else, and values that stand alone.

    They are found token by token: a parser takes time that grows with the square of what some programs are made of.
    """
    lines = code.splitlines(keepends=True)
    pieces: list[tuple[bool, list[str]]] = []  # brackets that are open: whether all in them is literal, and its tokens
    try:
        for token in tokenize.generate_tokens(io.StringIO("".join(lines)).readline):
            text = token.string
            if token.type in (tokenize.NL, tokenize.NEWLINE, tokenize.COMMENT, tokenize.INDENT, tokenize.DEDENT):
                continue
            if token.type == tokenize.OP and text in _OPEN:
                if len(pieces) == MOST_BRACKETS:
                    return
                pieces.append((True, [text]))
            elif token.type == tokenize.OP and text in _CLOSE and pieces:
                literal, inside = pieces.pop()
                whole = " ".join((*inside, text))
                if literal and pieces and pieces[-1][0]:
                    pieces[-1][1].append(whole)
                elif literal:
                    yield whole
                elif pieces:
                    yield from _given_up(pieces)
            elif token.type in (tokenize.NUMBER, tokenize.STRING) or text in _WORDS or text in _SIGNS:
                if pieces and pieces[-1][0]:
                    pieces[-1][1].append(text)
                elif token.type in (tokenize.NUMBER, tokenize.STRING):
                    yield text
            elif pieces:
                yield from _given_up(pieces)
    except (tokenize.TokenError, SyntaxError, IndentationError):
        return


def _given_up(pieces: list[tuple[bool, list[str]]]) -> Iterator[str]:
    """What was literal in a bracket that holds something else too."""
    literal, inside = pieces[-1]
    if literal:
        pieces[-1] = (False, [])
        yield from (text for text in inside[1:] if text not in _SIGNS and text not in _WORDS)
