"""Where code stands in text that may be no code."""

import re
from collections.abc import Iterator

from evaluator.samples.sanitize.program import Program, parse_program, parse_tree

_SEARCH_FACTOR = 4  # how many times its length a search may parse in vain
# A string (unclosed: up to its line's or the text's end), a comment, a continued line, brackets, an end of line.
_TOKEN = re.compile(
    r'''"""(?:[^"\\]++|\\(?:.|\Z)|"(?!""))*+(?:"""|\Z)'''
    r"""|\'\'\'(?:[^'\\]++|\\(?:.|\Z)|'(?!''))*+(?:\'\'\'|\Z)"""
    r"""|"(?:[^"\\\n]++|\\(?:.|\Z))*+"?"""
    r"""|'(?:[^'\\\n]++|\\(?:.|\Z))*+'?"""
    r"|\#[^\n]*|\\\n|[(\[{]|[)\]}]|\n",
    re.DOTALL,
)
_CONTINUES = re.compile(r"(?:else|elif|except|finally)\b")  # at column 0, and yet of the statement before
FENCE = re.compile(r"^([ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?)(`{3,}(?=[^`\n]*$)|~{3,})", re.MULTILINE)


def fenced_blocks(text: str) -> list[str]:
    """The contents of fenced code blocks, as CommonMark reads them; the last one may lack its end."""
    blocks = []
    lines = text.split("\n")
    opened, fence, inside = 0, "", list[str]()
    for line in lines:
        if not fence:
            if (opening := FENCE.match(line)) is not None:
                opened, fence, inside = len(opening[1].expandtabs(4)), opening[2], []
            continue
        stripped = line.strip()
        if stripped.startswith(fence) and not stripped.strip(fence[0]) and _indentation(line) <= opened + 3:
            blocks.append("\n".join(inside) + "\n")
            fence = ""
        else:
            cut = min(_indentation(line), opened)
            inside.append(line[cut:])
    if fence:
        blocks.append("\n".join(inside) + "\n")
    return [block for block in blocks if block.strip()]


def statement_starts(text: str, start: int = 0) -> Iterator[int]:
    """Where code stands at column 0, outside of strings and brackets, from a line's start on; whatever the code."""
    depth, at = 0, start
    while True:
        if at < len(text) and text[at] not in " \t\f\n#\\" and not _CONTINUES.match(text, at):
            yield at
        for token in _TOKEN.finditer(text, at):
            kind = token.group()
            if kind in ("(", "[", "{"):
                depth += 1
            elif kind in (")", "]", "}"):
                depth = max(depth - 1, 0)
            elif kind == "\n" and depth == 0:
                at = token.end()
                break
        else:
            return


def statement_stop(text: str, at: int) -> int:
    """Where the top-level statement that starts here stops, its decorators counted in."""
    decorated = False
    for start in statement_starts(text, at):
        if start != at and not decorated:
            return start
        decorated = text[start] == "@"
    return len(text)


def runs(text: str) -> Iterator[Program]:
    """The longest stretches of lines that parse.

    Statement by statement from the top; where one does not parse, on from its next line. One that runs to the text's
    end for want of a bracket or a quote would make that quadratic, hence the limit on what is parsed in vain.
    """
    left = _SEARCH_FACTOR * len(text) + 1000
    at, run = 0, 0
    while at < len(text) and left > 0:
        line_end = (text.find("\n", at) + 1) or len(text)
        line = text[at:line_end]
        if not line.strip():
            at = line_end
            continue
        stop = at
        if line[0] not in " \t":
            stop = statement_stop(text, at)
            if parse_tree(text[at:stop]) is None:
                left -= stop - at
                stop = at
        if stop == at:
            yield from _run(text[run:at])
            run = stop = line_end
        at = stop
    yield from _run(text[run:at])


def _run(text: str) -> Iterator[Program]:
    program = parse_program(text.strip("\n") + "\n") if text.strip() else None
    if program is not None:
        yield program


def with_newlines(text: str) -> str:
    """As Python reads source; so that a line number means the same here and there."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def has_code(text: str) -> bool:
    return any(line.strip() and not line.lstrip().startswith("#") for line in text.split("\n"))


def first_indent(text: str) -> str:
    return text[: len(text) - len(text.lstrip())].rpartition("\n")[2]


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip(" \t"))
