"""Render templates to HTML: the environment, and how numbers, programs and hostile texts are written."""

import re
import unicodedata
from functools import lru_cache
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer, TextLexer

from tallybench.model.budget import MEMORY_FLOOR
from tallybench.model.metrics import Unit
from tallybench.model.result import Figure
from tallybench.statistics.cost import CostRatio
from tallybench.statistics.ranking import Difference

LONGEST_CODE = 20_000  # characters; the page shows only the start of a longer program
_LEXER, _TEXT_LEXER, _FORMATTER = PythonLexer(stripnl=False), TextLexer(stripnl=False), HtmlFormatter(nowrap=True)
# The theme measures each `pre > code` as a page loads: seconds on a phone if there are dozens, none of them visible.
_FOLDED = '<pre><span class="tb-folded"><code tabindex="0">{}</code></span></pre>'
_SCALES = {Unit.SHARE: 100, Unit.POINTS: 1}
_SELDOM = re.compile(r"[^\n\t -~]")
_LOOKALIKES = str.maketrans({"<": "‹", ">": "›", "&": "＆", '"': "”", "'": "’", "{": "(", "}": ")", "`": "’"})


def environment(templates: Path) -> Environment:
    """Return the Jinja2 environment of generated pages. Everything that is not `Markup` is escaped."""
    env = Environment(
        loader=FileSystemLoader(templates),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    env.filters.update(
        difference=difference,
        cost_ratio=cost_ratio,
        figure=figure_cell,
        instructions=instructions,
        ratio=ratio,
        code=highlighted,
        readable=readable,
        words=words,
        size=size,
        memory=memory_cell,
        thousands=lambda number: f"{number:,}",
        plural=plural,
    )
    return env


def readable(text: str, longest: int = 200) -> str:
    """Return a text from elsewhere as people see it: without control and direction characters, not too long."""
    seen = "".join(" " if unicodedata.category(c) in ("Cc", "Zl", "Zp") else c for c in text[: 4 * longest])
    seen = "".join(c for c in seen if unicodedata.category(c) not in ("Cf", "Cs", "Co", "Cn"))
    seen = re.sub(r"\s+", " ", seen).strip()
    return seen if len(seen) <= longest else seen[: longest - 1] + "…"


def plain(text: str, longest: int = 100) -> str:
    """Return a text for places that are not escaped, such as a page's title: nothing in it is HTML or Jinja."""
    return readable(text, longest).translate(_LOOKALIKES)


def words(name: str) -> str:
    """Return an identifier such as `wrong_output` as words."""
    return name.replace("_", " ")


def plural(number: int, noun: str) -> str:
    """Return a number of things, such as `1 model` or `1,149 problems`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def percent(value: float | None) -> str:
    """Return a share, such as `62.3`; a dash if there is no value."""
    return "–" if value is None else f"{100 * value:.1f}"


def points(value: float | None) -> str:
    """Return a score, such as `62.3`; a dash if there is no value."""
    return "–" if value is None else f"{value:.1f}"


def _figure_text(value: float | None, unit: Unit) -> str:
    """Return a figure's value as tables show it: shares in per cent; a dash if there is no value."""
    if value is None:
        return "–"
    return f"{value:.2f}" if unit == Unit.RATIO else f"{_SCALES[unit] * value:.1f}"


def figure_cell(figure: Figure | None, unit: Unit) -> Markup:
    """Return a headline figure with its interval; or why it has no value."""
    if figure is None or figure.value is None:
        reason = "not counted" if figure is None else figure.reason or "none"
        return Markup('<span class="tb-none" title="{}">–</span>').format(readable(reason))
    value, low, high = (_figure_text(bound, unit) for bound in (figure.value, figure.low or 0, figure.high or 0))
    return Markup('{} <span class="tb-interval">{}–{}</span>').format(value, low, high)


def bar_cell(figure: Figure | None, unit: Unit) -> Markup:
    """Return a figure from 0 to 100 with its interval, and both drawn on a bar."""
    cell = figure_cell(figure, unit)
    if figure is None or figure.value is None:
        return cell
    ends = (f"{_SCALES[unit] * end:.1f}" for end in (figure.value, figure.low or 0, figure.high or 0))
    return cell + Markup('<span class="tb-bar" style="--value:{};--low:{};--high:{}"></span>').format(*ends)


def difference(found: Difference, unit: Unit) -> Markup:
    """Return how far a model is ahead of another, in points, with the interval; bold if it is more than chance."""
    value, low, high = (  # the sum turns -0.0 into 0.0
        f"{round(_SCALES[unit] * bound, 1) + 0:+.1f}" for bound in (found.value, found.low, found.high)
    )
    cell = Markup("<strong>{}</strong>" if found.significant else "{}").format(value)
    return cell + Markup(' <span class="tb-interval">{} to {}</span>').format(low, high)


def cost_ratio(found: CostRatio) -> Markup:
    """Return a cost ratio with its interval, such as `0.89×`; bold if it is more than chance."""
    if found.value is None or found.low is None or found.high is None:
        return Markup('<span class="tb-none" title="too few problems that both solve within the budget">–</span>')
    cell = Markup("<strong>{}</strong>" if found.significant else "{}").format(f"{found.value:.2f}×")
    return cell + Markup(' <span class="tb-interval">{} to {}</span>').format(f"{found.low:.2f}", f"{found.high:.2f}")


def instructions(count: int | None, censored: bool = False) -> str:
    """Return a count with three digits and a unit, such as `12.3 M`; a lower bound is marked."""
    if count is None:
        return "–"
    if censored:
        return f"≥ {instructions(count)}"
    for unit, power in (("G", 9), ("M", 6), ("k", 3)):
        if count >= 0.9995 * 10**power:
            return f"{_three_digits(count / 10**power)} {unit}"
    return str(count)


def _three_digits(value: float) -> str:
    return f"{value:.{2 if value < 9.995 else 1 if value < 99.95 else 0}f}"


def size(count: int) -> str:
    """Return bytes with a unit."""
    for unit, power in (("MB", 6), ("kB", 3)):
        if count >= 10**power:
            return f"{count / 10**power:.1f} {unit}"
    return f"{count} B"


def memory(peak: int | None) -> str:
    """Return peak memory with three digits and a unit, such as `1.18 MiB`; a dash if it was not measured."""
    if peak is None:
        return "–"
    if peak < MEMORY_FLOOR:
        return f"under {MEMORY_FLOOR >> 10} KiB"
    unit, power = ("GiB", 30) if peak >= 0.9995 * 2**30 else ("MiB", 20) if peak >= 0.9995 * 2**20 else ("KiB", 10)
    return f"{_three_digits(peak / 2**power)} {unit}"


def memory_cell(peak: int | None) -> Markup:
    """Return the same, with the exact number as a tooltip."""
    if peak is None:
        return Markup('<span class="tb-none" title="not measured">–</span>')
    return Markup('<span title="{} bytes">{}</span>').format(f"{peak:,}", memory(peak))


def ratio(value: float | None, censored: bool = False) -> str:
    """Return a ratio, such as `1.84×`; a lower bound is marked."""
    if value is None:
        return "–"
    return f"{'≥ ' if censored else ''}{value:.{2 if value < 9.995 else 1}f}×"


@lru_cache(maxsize=4096)
def highlighted(source: str, folded: bool = False, python: bool = True) -> Markup:
    """Return a Python program, highlighted; only the start of a very long one."""
    text = source if len(source) <= LONGEST_CODE else source[:LONGEST_CODE] + "\n# … (cut; the result file has it all)"
    # Characters that would change how it looks (control, direction) are written as escapes.
    lines = highlight(_SELDOM.sub(_written, text), _LEXER if python else _TEXT_LEXER, _FORMATTER)
    block = _FOLDED if folded else '<pre tabindex="0"><code>{}</code></pre>'
    return Markup(f'<div class="highlight">{block}</div>').format(Markup(lines.rstrip()))


def _written(match: re.Match[str]) -> str:
    unseen = unicodedata.category(match[0]) in ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
    return f"\\u{ord(match[0]):04x}" if unseen else match[0]
