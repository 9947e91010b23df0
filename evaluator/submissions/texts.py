"""No text that is shown may hide something, turn the line around, or fill a page."""

import re
import unicodedata
from collections.abc import Iterator
from typing import Any

from evaluator.results.environment import ranked_facts
from evaluator.results.result import Result
from evaluator.submissions.faults import Fault, clean_place

MAX_SETTINGS, MAX_TEXT = 50, 400  # generation settings; characters of one of them
MAX_FACTS = 10_000  # characters of an environment's facts
MAX_RULES, MAX_RULE = 20, 100  # by which a sample was sanitized; characters of the name of one
# Letters that look like spaces, and more accents on a letter than any script has.
_BLANK = re.compile("[\u115f\u1160\u3164\uffa0\u2800]|[\u0300-\u036f\u1ab0-\u1aff\u20d0-\u20ff]{4}")


def text_faults(result: Result) -> Iterator[Fault]:
    """No text that is shown may hide something, turn the line around, or fill a page."""
    for where, text in (("model.name", result.model.name), ("model.organization", result.model.organization or "-")):
        if text != " ".join(text.split()) or _BLANK.search(text):
            yield Fault(where, "has spaces at its ends, several together, or characters that show nothing; remove them")
    if (facts := set(result.environment.facts) - set(ranked_facts())) or len(str(result.environment.facts)) > MAX_FACTS:
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
        # A prompt has lines; everything else is a line.
        yield from _hidden(where[:MAX_TEXT], text.replace("\n", " ") if where == "model.prompt" else text)
    for number, sample in enumerate(result.samples):
        for where, text in _strings(sample.model_dump(mode="json", exclude={"code"}), f"samples[{number}]"):
            yield from _hidden(where, text)


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


def _hidden(where: str, text: str) -> Iterator[Fault]:
    odd = {character for character in text if unicodedata.category(character) in ("Cc", "Cf", "Co", "Cs", "Zl", "Zp")}
    if odd:
        told = ", ".join(f"U+{ord(character):04X}" for character in sorted(odd)[:5])
        yield Fault(clean_place(where), f"holds characters that are not seen ({told}); remove them")
