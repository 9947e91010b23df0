"""What is wrong with a file; and which of its texts mislead readers, hide something or fill a page."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tallybench.model.environment import known_facts
from tallybench.model.result import Model, Result

MAX_NAME = 80  # characters of a model's or an organization's name
SIGNS = ".-_+/():,@#'"  # allowed in names, in addition to ASCII letters, digits and single spaces
MAX_SETTINGS, MAX_TEXT = 50, 400  # generation settings; characters of one of them
MAX_FACTS = 10_000  # characters of an environment's facts
MAX_RULES, MAX_RULE = 20, 100  # rules by which a sample was sanitized; characters of a rule's name
MAX_PARAMETERS = 100_000  # in billions: a hundred trillion
MAX_URL = 200  # characters

_NAME = re.compile(f"[A-Za-z0-9](?:[A-Za-z0-9 {re.escape(SIGNS)}]*[A-Za-z0-9)+])?")
# A public host: its last label is a word, and not one that only private networks use.
_PRIVATE = "alt|arpa|corp|example|home|internal|intranet|invalid|lan|local|localdomain|localhost|onion|private|test"
_HOST = re.compile(rf"(?:[a-z0-9](?:[a-z0-9-]{{0,61}}[a-z0-9])?\.)+(?!(?:{_PRIVATE})$)[a-z][a-z0-9-]*[a-z0-9]")
_HIDDEN = ("Cc", "Cf", "Co", "Cs", "Zl", "Zp")  # categories of invisible characters

_UNSTATED = re.compile(
    r"(it is )?(not|un)[ -]?(stated|known|given|specified|disclosed|documented|provided|reported|available|public)"
    r"( (by|in) [^.{}]{1,60})?|none given|tba|tbd|todo|secret|confidential|proprietary|withheld|private|\?+"
)
_EMPTY = re.compile(r"n[ ./]*a|none|null|nothing|empty|[-–._/ ]*")  # but a single setting may be: no stop words
_MOVING = re.compile(r"(the )?(latest|newest|current|head|main|master|default)( (version|model|release))?")


@dataclass(frozen=True)
class Fault:
    """Something that is wrong with a file."""

    where: str  # the JSON path, or the line; empty for the file as a whole
    what: str  # what is wrong and, if that is not obvious, what to do
    stale: bool = False  # whether it is wrong only because the benchmark has changed since

    def __str__(self) -> str:
        return clean_place(f"{self.where}: {self.what}" if self.where else self.what)

    def of(self, path: Path) -> str:
        """Return the fault with its file, as text: `path:3: ...` if the place is a line."""
        return f"{path}{self}" if self.where.startswith(":") else f"{path}: {self}"


def clean_place(where: str) -> str:
    """Return a JSON path, or a message about it, without unprintable characters: keys and values come from the file."""
    return "".join(character if character.isprintable() else "?" for character in where)


def text_faults(result: Result) -> Iterator[Fault]:
    """Yield why a text of a result cannot be published."""
    model, facts = result.model, result.environment.facts
    for where, name in (("model.name", model.name), ("model.organization", model.organization)):
        if name is not None and (why := _why_no_name(name)) is not None:
            yield Fault(where, why)
    if model.parameters is not None and not model.parameters < MAX_PARAMETERS:
        yield Fault("model.parameters", f"is {model.parameters:g} billion, must be below {MAX_PARAMETERS:,}")
    if model.url is not None and (why := _why_no_page(model.url)) is not None:
        yield Fault("model.url", why)
    if (others := set(facts) - known_facts()) or len(str(facts)) > MAX_FACTS:
        yield Fault("environment.facts", f"are too many or too long ({', '.join(sorted(others)[:3])[:80]} ...)")
    if len(model.generation) > MAX_SETTINGS:
        yield Fault("model.generation", f"has {len(model.generation)} settings, more than {MAX_SETTINGS}")
    texts = list(_strings(result.model_dump(mode="json", exclude={"samples"}), ""))
    for number, sample in enumerate(result.samples):
        if len(sample.sanitized) > MAX_RULES or any(len(rule) > MAX_RULE for rule in sample.sanitized):
            yield Fault(f"samples[{number}].sanitized", "are not names of rules")
        texts += _strings(sample.model_dump(mode="json", exclude={"code"}), f"samples[{number}]")
    for where, text in texts:
        place = clean_place(where[:MAX_TEXT])
        if where.startswith("model.generation") and len(text) > MAX_TEXT:
            yield Fault(place, f"has {len(text):,} characters, more than {MAX_TEXT}")
        # A prompt may have several lines; every other text is a single line.
        odd = set(text.replace("\n", " ") if where == "model.prompt" else text)
        odd = {character for character in odd if unicodedata.category(character) in _HIDDEN}
        if odd and where not in ("model.name", "model.organization"):
            yield Fault(place, f"has invisible characters ({_codes(odd)}); remove them")


def placeholder_faults(model: Model) -> Iterator[Fault]:
    """Yield the fields that a rank requires but whose text says nothing, such as "unknown"."""
    texts = [(f"model.{name}", getattr(model, name)) for name in ("revision", "prompt", "submitter")]
    said_nothing = [(where, text) for where, text in texts if _is(_UNSTATED, text) or _is(_EMPTY, text)]
    settings = model.generation.items()
    said_nothing += [(f"model.generation.{name}", str(value)) for name, value in settings if _is(_UNSTATED, value)]
    for where, text in said_nothing:
        shown = f"{' '.join(text.split())!r:.60}"
        yield Fault(where, f"is {shown}, which says nothing; say what it is, or leave it out")
    if _is(_MOVING, model.revision):
        what = f"is {model.revision!r:.60}, which changes over time; give the commit or the date"
        yield Fault("model.revision", what)
    if settings and all(value is None or _is(_EMPTY, value) for _, value in settings):
        yield Fault("model.generation", "has only empty settings; give at least one that is not, or none at all")


def _why_no_name(name: str) -> str | None:
    """Return why a name cannot be shown; None if it can."""
    odd = {letter for letter in name if not (letter.isascii() and letter.isalnum()) and letter not in f" {SIGNS}"}
    if odd:
        return f"has invalid characters ({_codes(odd)}); allowed are A to Z, a to z, digits, spaces and {SIGNS}"
    if len(name) > MAX_NAME:
        return f"has {len(name)} characters, more than {MAX_NAME}; shorten it"
    if "  " in name or _NAME.fullmatch(name) is None:
        return "must begin with a letter or a digit, end with one, ) or +, and have single spaces; correct it"
    return None


def _why_no_page(url: str) -> str | None:
    """Return why an address cannot be shown on a public page; None if it can."""
    if len(url) > MAX_URL:
        return f"has {len(url)} characters, more than {MAX_URL}"
    if re.search(r"[^\x21-\x7e]|\\", url):
        return "must have only printable ASCII characters; write others as %XX or xn--"
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return "is not an address"
    if parts.scheme != "https":
        return "must start with https://"
    if "@" in parts.netloc:
        return "has a user's name or password in it; remove them"
    if port not in (None, 443):
        return "names a port; give an address without one"
    return None if _HOST.fullmatch(parts.hostname or "") else "names no public host; give a public page"


def _strings(value: Any, where: str) -> Iterator[tuple[str, str]]:
    """Yield every text and key in JSON, with its path."""
    if isinstance(value, str):
        yield where, value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _strings(item, f"{where}.{key}".lstrip("."))
            yield f"{where}.{key}".lstrip("."), key
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from _strings(item, f"{where}[{number}]")


def _is(pattern: re.Pattern[str], value: object) -> bool:
    """Return whether a text, without punctuation around it, is one of these."""
    return isinstance(value, str) and bool(pattern.fullmatch(" ".join(value.casefold().split()).strip(" .!()[]<>\"'")))


def _codes(characters: set[str]) -> str:
    return ", ".join(f"U+{ord(character):04X}" for character in sorted(characters)[:5])
