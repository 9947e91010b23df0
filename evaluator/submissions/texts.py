"""No text that is shown may hide something, turn the line around, fill a page, or lead where nobody should go."""

import ipaddress
import re
import unicodedata
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

from evaluator.results.environment import PACKAGES_FACT, ranked_facts
from evaluator.results.result import Result
from evaluator.submissions.faults import Fault, clean_place
from evaluator.submissions.names import name_faults, unseen

MAX_SETTINGS, MAX_TEXT = 50, 400  # generation settings; characters of one of them
MAX_FACTS = 10_000  # characters of an environment's facts
MAX_RULES, MAX_RULE = 20, 100  # by which a sample was sanitized; characters of the name of one
MAX_PARAMETERS = 100_000  # in billions: a hundred trillion
MAX_URL = 200  # characters
# Names that no page in public has (RFC 2606, 6761, 6762, 7686, 8375, 9476, and what home networks use).
_PRIVATE = {
    "alt",
    "arpa",
    "corp",
    "example",
    "home",
    "internal",
    "intranet",
    "invalid",
    "lan",
    "local",
    "localdomain",
} | {
    "localhost",
    "onion",
    "private",
    "test",
}
_HOST = re.compile(r"(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]")


def text_faults(result: Result) -> Iterator[Fault]:
    """No text that is shown may hide something, turn the line around, or fill a page."""
    for where, text in (("model.name", result.model.name), ("model.organization", result.model.organization)):
        if text is not None:
            yield from name_faults(where, text)
    if (parameters := result.model.parameters) is not None and not parameters < MAX_PARAMETERS:
        yield Fault("model.parameters", f"is {parameters:g} billion, must be below {MAX_PARAMETERS:,}")
    if result.model.url is not None and (why := why_no_page(result.model.url)) is not None:
        yield Fault("model.url", why)
    if (facts := set(result.environment.facts) - set(ranked_facts()) - {PACKAGES_FACT}) or len(
        str(result.environment.facts)
    ) > MAX_FACTS:
        yield Fault("environment.facts", f"are too many or too long ({', '.join(sorted(facts)[:3])[:80]} ...)")
    for number, sample in enumerate(result.samples):
        if len(sample.sanitized) > MAX_RULES or any(len(rule) > MAX_RULE for rule in sample.sanitized):
            yield Fault(f"samples[{number}].sanitized", "are not names of rules")
    settings = result.model.generation
    if len(settings) > MAX_SETTINGS:
        yield Fault("model.generation", f"has {len(settings)} settings, more than {MAX_SETTINGS}")
    for where, text in _strings(result.model_dump(mode="json", exclude={"samples"}), ""):
        if where.startswith("model.generation") and len(text) > MAX_TEXT:
            yield Fault(where[:MAX_TEXT], f"has {len(text):,} characters, more than {MAX_TEXT}")
        if where in ("model.name", "model.organization"):
            continue
        # A prompt has lines; everything else is a line.
        if (odd := unseen(text.replace("\n", " ") if where == "model.prompt" else text)) is not None:
            yield _hiding(where[:MAX_TEXT], odd)
    for number, sample in enumerate(result.samples):
        for where, text in _strings(sample.model_dump(mode="json", exclude={"code"}), f"samples[{number}]"):
            if (odd := _controls(text)) is not None:
                yield _hiding(where, odd)


def why_no_page(url: str) -> str | None:
    """Why an address cannot stand on a public page; None where it can."""
    if len(url) > MAX_URL:
        return f"has {len(url)} characters, more than {MAX_URL}"
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return "is no address"
    if re.search(r"[^\x21-\x7e]|\\", url):
        return "must be of printable ASCII characters; write others as %XX or xn--"
    if parts.scheme != "https":
        return "must start with https://"
    if parts.username is not None or parts.password is not None or "@" in parts.netloc:
        return "has a user's name or password in it; remove them"
    if port not in (None, 443):
        return "names a port; give an address without one"
    host = (parts.hostname or "").rstrip(".")
    if _is_number(host) or host.rpartition(".")[2] in _PRIVATE:
        return "is the address of a machine or of a private network; give a public page"
    return None if _HOST.fullmatch(host) else "names no host"


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        # As browsers read numbers: 2130706433, 0x7f.1 and 0177.0.0.1 are addresses too.
        return re.fullmatch(r"(0x[0-9a-f]*|[0-9]+)", host.rpartition(".")[2]) is not None
    return True


def _strings(value: Any, where: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield where, value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _strings(item, f"{where}.{key}".lstrip("."))
            yield f"{where}.{key}".lstrip("."), key
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from _strings(item, f"{where}[{number}]")


def _controls(text: str) -> str | None:
    """The characters of a text, which a program may have said, that are not seen."""
    odd = {character for character in text if unicodedata.category(character) in ("Cc", "Cf", "Co", "Cs", "Zl", "Zp")}
    return ", ".join(f"U+{ord(character):04X}" for character in sorted(odd)[:5]) or None


def _hiding(where: str, odd: str) -> Fault:
    return Fault(clean_place(where), f"holds characters that are not seen or not assigned ({odd}); remove them")
