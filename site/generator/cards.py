"""Social cards: what a link to a page shows elsewhere. The font is the one that comes with Pillow."""

import io
from functools import cache
from typing import Any

WIDTH, HEIGHT, MARGIN = 1200, 630, 84
INK, PAPER, MUTED = (0x1B, 0x22, 0x2C), (0xFC, 0xFC, 0xFA), (0x52, 0x5D, 0x6B)
ACCENT, SLASH = (0x0B, 0x6E, 0x6E), (0xC0, 0x7D, 0x12)
SHADES = 3  # of each colour on paper; a card is then 13 kB


def card_path(source: str) -> str:
    """Return where a page's card is, from the site's root; `source` is such as `problems/humaneval-0.md`."""
    return f"assets/cards/{source.removesuffix('.md')}.png"


@cache
def draw_card(title: str, description: str) -> bytes:
    """Return a PNG of 1200 by 630 pixels."""
    from PIL import Image, ImageDraw

    image = Image.new("RGB", (WIDTH, HEIGHT), PAPER)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, WIDTH, 18), fill=ACCENT)
    for place in range(4):  # the logo: a tally of five
        draw.line((MARGIN + 34 * place + 6, 96, MARGIN + 34 * place + 6, 176), fill=ACCENT, width=12)
    draw.line((MARGIN - 14, 160, MARGIN + 122, 112), fill=SLASH, width=12)
    y = 226
    for line in _lines(title, _font(72), WIDTH - 2 * MARGIN, 2):
        draw.text((MARGIN, y), line, font=_font(72), fill=INK)
        y += 88
    y += 22
    for line in _lines(description, _font(34), WIDTH - 2 * MARGIN, 3):
        draw.text((MARGIN, y), line, font=_font(34), fill=MUTED)
        y += 48
    draw.text((MARGIN, HEIGHT - 74), "TallyBench", font=_font(30), fill=ACCENT)
    out = io.BytesIO()
    image.quantize(palette=_palette(), dither=Image.Dither.NONE).save(out, "PNG", optimize=False, compress_level=6)
    return out.getvalue()


@cache
def _palette() -> Any:
    """Paper and the shades that the edges of letters and lines have on it. Finding them anew for each card is slow."""
    from PIL import Image

    image = Image.new("P", (1, 1))
    colours: list[tuple[int, ...]] = [PAPER]
    for colour in (INK, MUTED, ACCENT, SLASH):
        for step in range(1, SHADES + 1):
            colours.append(tuple(round(p + (c - p) * step / SHADES) for p, c in zip(PAPER, colour, strict=True)))
    image.putpalette([channel for colour in colours for channel in colour])
    return image


@cache
def _font(size: int) -> Any:
    from PIL import ImageFont

    return ImageFont.load_default(size)


def _lines(text: str, font: Any, wide: int, most: int) -> list[str]:
    """Return a text broken at spaces into at most `most` lines, ending in an ellipsis if it does not fit."""
    lines: list[str] = []
    rest = text.split()
    while rest and len(lines) < most:
        count = 1
        while count < len(rest) and font.getlength(" ".join(rest[: count + 1])) <= wide:
            count += 1
        line, rest = " ".join(rest[:count]), rest[count:]
        while font.getlength(line) > wide:
            line = line[:-2] + "…"
        lines.append(line)
    if rest:
        while font.getlength(lines[-1] + " …") > wide:
            lines[-1] = lines[-1][:-1]
        lines[-1] += " …"
    return lines
