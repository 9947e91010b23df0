"""Makes untrusted text safe to show."""

import re

TEXT_LIMIT = 200

UNUSABLE = re.compile("[\0\ud800-\udfff]")  # NUL or a lone surrogate: no program and no JSON file can hold them

_ADDRESS = re.compile(r"0x[0-9a-fA-F]{6,}")
_UNPRINTABLE = re.compile(r"[^\x20-\x7e\xa0-\u024f\u0370-\u1fff\u2010-\u2027\u2030-\u205e\u2070-\ud7ff]")


def described(error: Exception) -> str:
    """Return an error's type and message.

    Only the type is returned if the message cannot be made, for example because an int has too many digits.
    """
    try:
        return f"{type(error).__name__}: {error}"
    except ValueError:
        return type(error).__name__


def clean_text(text: str, limit: int = TEXT_LIMIT) -> str:
    """Return untrusted text as one short line without control characters, direction marks and memory addresses."""
    text = _UNPRINTABLE.sub(" ", _ADDRESS.sub("0x...", text[: 4 * limit]))
    text = " ".join(text.split())
    return text if len(text) <= limit else text[: limit - 3] + "..."
