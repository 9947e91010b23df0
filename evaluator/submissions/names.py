"""Names as readers see them: plain letters, digits and a few signs, and no two that are taken for one."""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

from evaluator.submissions.faults import Fault

MOST_LETTERS = 80  # of a name
SIGNS = ".-_+/():,@#'"
_NAME = re.compile(f"[A-Za-z0-9](?:[A-Za-z0-9 {re.escape(SIGNS)}]*[A-Za-z0-9)+])?")
# Default_Ignorable_Code_Point of Unicode's DerivedCoreProperties.txt: stable, for what may come is in it already.
_IGNORABLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_BRAILLE_BLANK = "\u2800"  # a symbol by its category, and nothing to be seen
_UNSEEN = ("Cc", "Cf", "Co", "Cs", "Zl", "Zp")
_SEPARATORS = re.compile(r"[\s_-]+")
# What looks alike in many fonts, in small letters: GPT-40 and GPT-4o, LIama and Llama.
_ALIKE = str.maketrans("01i", "oll")


def unseen(text: str) -> str | None:
    """Return the characters of a text that show nothing, or that are not assigned; None where it has none."""
    odd = {
        character
        for character in text
        if unicodedata.category(character) in (*_UNSEEN, "Cn")
        or _IGNORABLE.match(character)
        or character == _BRAILLE_BLANK
    }
    return ", ".join(f"U+{ord(character):04X}" for character in sorted(odd)[:5]) or None


def name_faults(where: str, name: str) -> Iterator[Fault]:
    """Yield why a text cannot be the name of a model or of an organization."""
    odd = sorted(
        {letter for letter in name if not (letter.isascii() and letter.isalnum()) and letter not in f" {SIGNS}"}
    )
    if odd:
        codes = ", ".join(f"U+{ord(letter):04X}" for letter in odd[:5])
        yield Fault(
            where, f"has other characters ({codes}) than A to Z, a to z, digits, spaces and {SIGNS}; remove them"
        )
    elif len(name) > MOST_LETTERS:
        yield Fault(where, f"has {len(name)} characters, more than {MOST_LETTERS}; shorten it")
    elif "  " in name or _NAME.fullmatch(name) is None:
        yield Fault(
            where,
            "must begin with a letter or a digit, end with one, ) or +, and have single spaces; correct it",
        )


def look_alike(first: str, second: str) -> bool:
    """Return whether readers would take two names for the same one."""
    return _form(first) == _form(second)


@cache
def _form(name: str) -> str:
    """A name without case and separators, with one letter for those that look alike."""
    return _SEPARATORS.sub("", name.casefold()).translate(_ALIKE).replace("rn", "m")
