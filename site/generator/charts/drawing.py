"""Turn layers of marks into a page's SVG: by Vega-Lite, then reduced, named, linked and escaped.

Vega-Lite never sees a name or a link: marks carry `#` and their number, and their meaning is put in afterwards, while
its output is reduced to the few elements and attributes that draw something. Margins are fixed, so that no installed
font can change a byte.
"""

import json
import os
import re
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from generator.charts.placement import Spot
from generator.charts.wording import clean, width
from tallybench.sandbox.isolation import clean_environment, isolated_command

Json = dict[str, Any]

WIDTH = 460  # units of most charts; with 13-unit text, which is 9 px on a phone
WIDEST, FONT_SIZE = 560, 13
FONT = "Liberation Sans"  # bundled with vl_convert; the page's own font replaces it
INK, MUTED, GRID, ACCENT = (f"var(--tb-{name})" for name in ("ink", "muted", "grid", "accent"))
ALT_CELLS, TITLE_CELLS = 400, 80
MOST_LINKED = 200  # marks of a chart; of more, each a few units wide, links are bytes that nobody can aim at

_INHERITED = ("fill", "fill-opacity", "stroke", "stroke-width", "stroke-opacity", "stroke-dasharray", "text-anchor")
_PLACED = ("d", "transform", "x2", "y2")
_DEFAULTS = {("text-anchor", "start"), ("transform", "translate(0,0)"), ("x2", "0"), ("y2", "0"), ("stroke-width", "1")}
_NUMBER = re.compile(r"-?\d+(?:\.\d+)?(?:e[-+]?\d+)?")
_RELATIVE = re.compile(r"(?:\.{1,2}/)*(?:[\w~%-][\w.~%-]*/?)*(?:#[\w.~%-]*)?", re.ASCII)

# Vega-Lite in a process of its own, where the JavaScript engine that draws cannot disturb this one: once it has drawn
# in a process of CPython 3.11, calls of deeply recursive functions there were seen to reach the wrong function.
_DRAWER = """
import json, sys
import vl_convert
for line in sys.stdin:
    print(json.dumps(vl_convert.vegalite_to_svg(json.loads(line))), flush=True)
"""


@dataclass(frozen=True)
class Target:
    """What a numbered mark means."""

    title: str
    href: str | None = None


def layer(mark: Json, rows: list[Json], **channels: Any) -> Json:
    """Return a Vega-Lite layer. Channels: a field's name, or a definition, whose field is the channel's own name."""
    encoding: Json = {}
    for name, channel in channels.items():
        encoding[name] = {"field": name, **channel} if isinstance(channel, dict) else {"field": channel}
        if name in ("text", "description", "detail"):
            encoding[name]["type"] = "nominal"
    return {"data": {"values": rows}, "mark": mark, "encoding": encoding}


def marks(colour: str, shape: str, size: float, rows: list[Json], **channels: Any) -> Json:
    """Numbered symbols, at their rows' `py` if no y is given.

    A filled one has an invisible rim, an open one an invisible filling: more to aim at.
    """
    paint, opened = f"var(--tb-{colour})", shape.startswith("triangle")
    mark: Json = {"type": "point", "shape": shape, "size": size, "fill": paint, "stroke": paint, "opacity": 1}
    mark |= {"strokeWidth": 1.6, "fillOpacity": 0} if opened else {"strokeWidth": 8, "strokeOpacity": 0}
    if "y" not in channels:
        mark["y"] = {"expr": "datum.py"}
    return layer(mark, rows, description="id", **channels)


def note(text: str, x: float, y: float, colour: str = MUTED, align: str = "left") -> Json:
    return layer({"type": "text", "text": text, "x": x, "y": y, "color": colour, "align": align}, [{}])


def quantity(title: str | None, low: float, high: float, axis: Json, *, log: bool = False) -> Json:
    """Return the definition of a numeric channel, from `low` to `high`."""
    scale: Json = {"domain": [low, high], "nice": False} | ({"type": "log"} if log else {})
    return {"type": "quantitative", "title": title, "scale": scale, "axis": axis}


def legend(entries: Iterable[tuple[str, str, str]], x: float, y: float) -> list[Json]:
    """Return symbols with their words, from left to right: the colour, the shape and the text of each."""
    layers: list[Json] = []
    for colour, shape, text in entries:
        symbol = layer(marks(colour, shape, 70, [])["mark"] | {"x": x, "y": y}, [{}])
        layers += [symbol, note(text, x + 11, y)]
        x += width(text) + 32
    return layers


def labels(numbers: Iterable[int], spots: Iterable[Spot | None]) -> Json:
    """Return numbered labels at their spots; one without a spot is left out."""
    rows: list[Json] = [
        {"n": f"#{number}", "px": spot.x, "py": spot.y, "to": spot.align}
        for number, spot in zip(numbers, spots, strict=True)
        if spot is not None
    ]
    at = {channel: {"expr": f"datum.{name}"} for channel, name in (("x", "px"), ("y", "py"), ("align", "to"))}
    return layer({"type": "text", "color": INK} | at, rows, text="n")


def draw(
    layers: Sequence[Json],
    targets: Sequence[Target] = (),
    names: Mapping[int, str] | None = None,
    *,
    label: str,
    size: tuple[float, float],
    margin: tuple[float, float, float, float],
) -> str:
    """Return the SVG. size: of the plot; margin: left, top, right, bottom."""
    words = {"labelColor": MUTED, "labelFontSize": FONT_SIZE, "titleColor": MUTED, "titleFontSize": FONT_SIZE}
    plain = {"titleFontWeight": "normal", "gridColor": GRID, "domain": False, "ticks": False, "labelPadding": 6}
    plain |= {"labelFlush": False, "titlePadding": 10}
    spec = {
        "width": size[0],
        "height": size[1],
        "autosize": "none",
        "padding": dict(zip(("left", "top", "right", "bottom"), margin, strict=True)),
        "layer": [layer for layer in layers if layer["data"]["values"]],
        "config": {
            "font": FONT, "axis": words | plain, "view": {"stroke": None}, "text": {"fontSize": FONT_SIZE},
        },
    }  # fmt: skip
    root = ElementTree.fromstring(_vegalite_to_svg(spec))
    wide, high = size[0] + margin[0] + margin[2], size[1] + margin[1] + margin[3]
    linked = any(target.href is not None for target in targets)
    svg = Element("svg", {"class": "tb-chart", "viewBox": f"0 0 {wide:g} {high:g}"})
    svg.attrib |= {"role": "group" if linked else "img", "aria-label": clean(label, ALT_CELLS)}
    svg.attrib |= {"width": "100%", "style": f"max-width:{WIDEST}px"}
    svg.attrib |= {"font-family": "inherit", "font-size": str(FONT_SIZE)}
    svg.extend([element for child in root for element in _reduce(child, targets, names or {})])
    # A brace in a name must mean nothing to a template that the page may pass through later.
    return ElementTree.tostring(svg, encoding="unicode").replace("{", "&#123;")


def _reduce(node: Element, targets: Sequence[Target], names: Mapping[int, str]) -> list[Element]:
    """Return the visible part of Vega's element, as briefly as possible; numbered marks get their title and link."""
    tag = node.tag.rpartition("}")[2]
    if tag not in ("g", "path", "line", "text") or node.get("opacity") == "0" or node.get("display") == "none":
        return []
    children = [reduced for child in node for reduced in _reduce(child, targets, names)]
    said = {name: node.get(name, "") for name in (*_INHERITED, *_PLACED)}
    said = {name: _NUMBER.sub(_round, text) if name in _PLACED else text for name, text in said.items() if text}
    element = Element(tag, {name: text for name, text in said.items() if (name, text) not in _DEFAULTS})
    if "stroke" not in element.attrib:
        element.attrib.pop("stroke-width", None)
    if tag == "g":
        element.extend(children)
        if len(children) > 1:
            _hoist(element)
        return [element] if element.attrib and children else children
    if tag == "path" and not {"fill", "stroke"} & set(element.attrib):
        return []
    if tag == "text":
        text = node.text or ""
        element.text = names[int(text[1:])] if text.startswith("#") else text
    mark = node.get("aria-label", "")
    return [_identify(element, targets[int(mark[1:])])] if mark.startswith("#") else [element]


def _hoist(group: Element) -> None:
    """Move attributes shared by all parts of a group to the group."""
    for name in _INHERITED:
        said = {child.get(name) for child in group}
        if len(said) == 1 and (value := said.pop()) is not None:
            group.set(name, value)
            for child in group:
                del child.attrib[name]


def _identify(mark: Element, target: Target) -> Element:
    title = Element("title")
    title.text = target.title
    if target.href is None:
        mark.append(title)
        return mark
    if not target.href or not _RELATIVE.fullmatch(target.href):
        raise ValueError(
            f"charts: {target.href[:80]!r} is no relative path: link a chart's marks to the site's own pages"
        )
    link = Element("a", {"href": target.href, "aria-label": target.title})
    link.attrib |= {name: mark.attrib.pop(name) for name in _INHERITED if name in mark.attrib}
    link.extend((title, mark))
    return link


def _round(match: re.Match[str]) -> str:
    return (
        f"{float(match[0]):.1f}".removesuffix(".0").replace("-0", "0")
        if "." in match[0] or "e" in match[0]
        else match[0]
    )


def _vegalite_to_svg(spec: Mapping[str, Any]) -> str:
    """Return the SVG of a specification; the drawing process writes its messages to standard error."""
    drawer = _drawer(os.getpid())
    assert drawer.stdin is not None and drawer.stdout is not None
    try:
        drawer.stdin.write(json.dumps(spec) + "\n")
        drawer.stdin.flush()
        answer = drawer.stdout.readline()
    except BrokenPipeError:
        answer = ""
    if not answer:
        _drawer.cache_clear()
        raise RuntimeError(f"charts: vl_convert ended with status {drawer.wait()} on a chart's specification")
    svg: str = json.loads(answer)
    return svg


@cache
def _drawer(caller: int) -> subprocess.Popen[str]:
    """Return a caller's drawing process: one specification per line in, one SVG per line out.

    A copy of this process has its own: otherwise answers would get mixed up.
    """
    pipe = subprocess.PIPE
    command = isolated_command(_DRAWER)
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, encoding="utf-8", env=clean_environment())
