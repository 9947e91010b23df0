"""A printed text as contest judges read it: word by word, separated by white space."""

import re
from typing import NoReturn

_WORD = re.compile(r"[^ \t\n\r\v\f]+")
_INTEGER = re.compile(r"-?[0-9]{1,25}")


def words_of(text: str) -> list[str]:
    """Return the words of a text."""
    return _WORD.findall(text)


class Refused(Exception):
    """What was printed is not an answer."""


class Words:
    """The words of a text, one after another."""

    def __init__(self, text: str) -> None:
        self._words = words_of(text)
        self._next = 0

    def word(self) -> str:
        """Return the next word; raise Refused if there is none."""
        if self._next == len(self._words):
            refuse()
        self._next += 1
        return self._words[self._next - 1]

    def integer(self) -> int:
        """Return the next word as a number in plain decimal digits; raise Refused if it is not one."""
        word = self.word()
        return int(word) if _INTEGER.fullmatch(word) else refuse()

    def integers(self, count: int) -> list[int]:
        """Return the next `count` words as numbers."""
        need(count >= 0)
        return [self.integer() for _ in range(count)]

    def end(self) -> None:
        """Raise Refused if a word is left."""
        if self._next < len(self._words):
            refuse()


def refuse() -> NoReturn:
    raise Refused


def need(condition: bool) -> None:
    """Raise Refused unless the condition holds."""
    if not condition:
        refuse()
