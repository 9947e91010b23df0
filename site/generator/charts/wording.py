"""Words and numbers short enough for a chart, from untrusted text."""

import math
import unicodedata

MINUS = "\N{MINUS SIGN}"  # as wide as a plus, and as the axes have it


def clean(text: str, cells: int) -> str:
    """Clean a text of control, bidi and unassigned characters, at most `cells` wide (East Asian ones count twice)."""
    text = " ".join("".join(" " if c.isspace() else c for c in text[: 20 * cells] if _is_visible(c)).split())
    ends = [0]
    for character in text:
        ends.append(ends[-1] + (2 if unicodedata.east_asian_width(character) in "WF" else 1))
    if ends[-1] <= cells:
        return text
    return text[: max(place for place, end in enumerate(ends) if end <= cells - 1)].rstrip() + "…"


def with_interval(value: float, low: float | None, high: float | None) -> str:
    return f"{value:.1f}" + ("" if low is None or high is None else f" ({low:.1f} to {high:.1f})")


def _is_visible(character: str) -> bool:
    return character.isspace() or not unicodedata.category(character).startswith("C")


def si(value: float) -> str:
    """Three digits with a prefix: 1.23M."""
    power = min(math.floor(math.log10(max(value, 1)) / 3 + 1e-12), 4)
    scaled = f"{value / 1000**power:.3g}"
    if float(scaled) >= 1000 and power < 4:
        power, scaled = power + 1, "1"
    return f"{float(scaled):g}{' kMGT'[power].strip()}"


def width(text: str) -> float:
    """About how many units the text takes at the charts' size, whatever sans-serif font the page has."""
    return sum(map(_character_width, text))


def _character_width(character: str) -> float:
    if unicodedata.east_asian_width(character) in "WF":
        return 13.5
    if character in "mwMW@%":
        return 11
    if character in "iljtfrI.,:;'|!()[] -":
        return 4.8
    return 9 if character.isupper() else 7.4
