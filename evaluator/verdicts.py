"""What is said of a sample, and how untrusted text is made fit to be said."""

import re
from enum import StrEnum

TEXT_LIMIT = 200


class Verdict(StrEnum):
    """The outcome of the correctness tests; PASSED alone counts as correct."""

    PASSED = "passed"
    WRONG_OUTPUT = "wrong_output"
    EXCEPTION = "exception"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    NO_CODE = "no_code"
    FORBIDDEN = "forbidden"
    TAMPERING = "tampering"


class StressVerdict(StrEnum):
    """The outcome on one stressful input; COUNTED alone has a count."""

    COUNTED = "counted"
    OVER_BUDGET = "over_budget"
    WRONG_OUTPUT = "wrong_output"
    EXCEPTION = "exception"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    NO_CODE = "no_code"
    FORBIDDEN = "forbidden"
    TAMPERING = "tampering"


_ADDRESS = re.compile(r"0x[0-9a-fA-F]{6,}")
_UNPRINTABLE = re.compile(r"[^\x20-\x7e\xa0-\u024f\u0370-\u1fff\u2010-\u2027\u2030-\u205e\u2070-\ud7ff]")


def clean_text(text: str, limit: int = TEXT_LIMIT) -> str:
    """Untrusted text on one short line: no control or direction marks, no addresses (they differ between runs)."""
    text = _UNPRINTABLE.sub(" ", _ADDRESS.sub("0x...", text[: 4 * limit]))
    text = " ".join(text.split())
    return text if len(text) <= limit else text[: limit - 3] + "..."
