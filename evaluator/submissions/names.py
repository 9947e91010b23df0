"""Names as readers see them: two that look the same are one name, and none may hide a character.

Names are compared by their skeletons (Unicode Technical Standard 39, section 4): a character stands for all that look
like it. The table of those is `confusable-homoglyphs`', which has Unicode's `confusables.txt` as pairs that are alike;
a class of such pairs is what the standard maps to one prototype.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from functools import cache

from evaluator.submissions.faults import Fault

# Default_Ignorable_Code_Point of Unicode's DerivedCoreProperties.txt: stable, for what may come is in it already.
_IGNORABLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    "\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
_BRAILLE_BLANK = "\u2800"  # a symbol by its category, and nothing to be seen
_UNSEEN = ("Cc", "Cf", "Co", "Cs", "Zl", "Zp")
_WORD = re.compile(r"[^\W\d_]+")
_SEPARATORS = re.compile(r"[\s_-]+")


def unseen(text: str) -> str | None:
    """The characters of a text that show nothing, or of which nobody knows what they show; None where it has none."""
    odd = {
        character
        for character in text
        if unicodedata.category(character) in (*_UNSEEN, "Cn")
        or _IGNORABLE.match(character)
        or character == _BRAILLE_BLANK
    }
    return ", ".join(f"U+{ord(character):04X}" for character in sorted(odd)[:5]) or None


def name_faults(where: str, name: str) -> Iterator[Fault]:
    """Why a text cannot be the name of a model or of an organization."""
    if (told := unseen(name)) is not None:
        yield Fault(where, f"holds characters that are not seen or not assigned ({told}); remove them")
    elif name != unicodedata.normalize("NFC", name):
        yield Fault(where, "is not in Unicode's normal form C; write it with composed characters")
    elif (word := disguised_word(name)) is not None:
        letters = ", ".join(f"U+{ord(letter):04X}" for letter in word if not _is_latin(letter))
        yield Fault(where, f"has letters of another script that look like Latin ones ({letters}); write Latin ones")


def disguised_word(name: str) -> str | None:
    """A word in a name of Latin letters whose letters of other scripts all look like Latin ones; None where none has.

    A word of another script that can be told from Latin, as `Модель` can, is none.
    """
    if not any(map(_is_latin, name)):
        return None
    for word in _WORD.findall(name):
        others = [letter for letter in word if not _is_latin(letter)]
        mixed = len(others) < len(word)
        alike = [any(map(_is_latin, prototype(letter))) for letter in others]
        if others and (any(alike) if mixed else all(alike)):
            return str(word)
    return None


def look_alike(first: str, second: str) -> bool:
    """Whether readers would take two names for the same one."""
    return not _forms(first).isdisjoint(_forms(second))


@cache
def _forms(name: str) -> frozenset[str]:
    """A name without what only a machine tells apart: as it is written, and as it looks."""
    plain = _IGNORABLE.sub("", unicodedata.normalize("NFKC", name))
    folded = plain.casefold()
    # In either case too: a small o and a zero look alike where both are large.
    looks = (skeleton(text).casefold() for text in (plain, folded, plain.upper()))
    return frozenset(_SEPARATORS.sub(" ", form).strip() for form in (folded, *looks))


def skeleton(text: str) -> str:
    """What all texts that look alike have in common."""
    decomposed = unicodedata.normalize("NFD", text)
    return unicodedata.normalize("NFD", "".join(map(prototype, decomposed)))


def prototype(character: str) -> str:
    """What stands for all that look like a character."""
    return _prototypes().get(character, character)


@cache
def _prototypes() -> dict[str, str]:
    """The prototype of each character that looks like another one."""
    from confusable_homoglyphs.confusables import confusables_data

    alike: defaultdict[str, set[str]] = defaultdict(set)
    for text, homoglyphs in confusables_data.items():
        for homoglyph in homoglyphs:
            pair = _IGNORABLE.sub("", text), _IGNORABLE.sub("", homoglyph["c"])
            alike[pair[0]].add(pair[1])
            alike[pair[1]].add(pair[0])
    found: dict[str, str] = {}
    for text in alike:
        if text not in found:
            group = _connected(text, alike)
            # A sequence, such as the rn that m looks like, can only be what others are mapped to.
            least = min(group, key=lambda member: (-len(member), member))
            found.update(dict.fromkeys(group, least))
    return {text: least for text, least in found.items() if len(text) == 1}


def _connected(text: str, alike: dict[str, set[str]]) -> set[str]:
    group, waiting = {text}, [text]
    while waiting:
        for other in alike[waiting.pop()] - group:
            group.add(other)
            waiting.append(other)
    return group


def _is_latin(character: str) -> bool:
    return unicodedata.name(character, "").startswith(("LATIN ", "FULLWIDTH LATIN "))
