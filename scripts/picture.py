"""Draws the README's picture: the table of `make demo`, as an SVG without anything from another host.

Usage: .venv/bin/python scripts/picture.py demo-results/*.json > site/assets/demo.svg
"""

import io
import re
import sys

from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

from tallybench import load_result
from tallybench.cli.terminal import print_headline


def main(paths: list[str]) -> None:
    results = [load_result(path) for path in paths]
    console = Console(record=True, width=80, file=io.StringIO(), force_terminal=True)
    console.print(Text("$ make demo", style="bold green"))
    print_headline(results, console)
    drawing = console.export_svg(title="TallyBench", theme=MONOKAI, unique_id="demo")
    drawing = re.sub(r"\s*@font-face \{.*?\}", "", drawing, flags=re.DOTALL)
    print(drawing.replace("Fira Code", "ui-monospace, Menlo, Consolas, DejaVu Sans Mono"))


if __name__ == "__main__":
    main(sys.argv[1:])
