"""Where code is found in text that may not be code: fenced, in lines that parse, or as the body after a prompt."""

import re
import textwrap
from collections.abc import Iterator

from tallybench.samples.sanitize.program import (
    Definition,
    Program,
    Sanitized,
    needed_statements,
    parse_program,
    parse_prompt,
    parse_tree,
)

_SEARCH_FACTOR = 4  # a search may parse this many times the text's length without success
# A string (unclosed: up to its line's or the text's end), a comment, a continued line, brackets, an end of line. Python
# 3.11.2 gets possessive quantifiers wrong (cpython 106052); nothing here can match in two ways, so none are needed.
_TOKEN = re.compile(
    r'''"""[^"\\]*(?:(?:\\(?:.|\Z)|"(?!""))[^"\\]*)*(?:"""|\Z)'''
    r"""|\'\'\'[^'\\]*(?:(?:\\(?:.|\Z)|'(?!''))[^'\\]*)*(?:\'\'\'|\Z)"""
    r"""|"[^"\\\n]*(?:\\(?:.|\Z)[^"\\\n]*)*"?"""
    r"""|'[^'\\\n]*(?:\\(?:.|\Z)[^'\\\n]*)*'?"""
    r"|\#[^\n]*|\\\n|[(\[{]|[)\]}]|\n",
    re.DOTALL,
)
_CONTINUES = re.compile(r"(?:else|elif|except|finally)\b")  # at column 0, but part of the statement before
# At column 0 after a prompt, certainly not part of a body that lost its indentation.
NOT_BODY = re.compile(r"^(?:(?:async +def|def|class|assert|if +__name__)\b|print\(|@|```|~~~)", re.MULTILINE)
FENCE = re.compile(r"^([ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?)(`{3,}(?=[^`\n]*$)|~{3,})", re.MULTILINE)


def fenced_blocks(text: str) -> list[str]:
    """Return the contents of fenced code blocks, as CommonMark reads them; the last one may be unclosed."""
    return [block for _, _, block in _blocks(text) if block.strip()]


def fenced_spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield where the contents of each fenced code block start and end."""
    starts = [0, *(found.end() for found in re.finditer("\n", text)), len(text) + 1]
    for first, end, _ in _blocks(text):
        yield starts[first], starts[end]


def _blocks(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield the first line, the line after the last, and the content of each fenced block."""
    lines = text.split("\n")
    opened, first, fence, inside = 0, 0, "", list[str]()
    for number, line in enumerate(lines):
        if not fence:
            if (opening := FENCE.match(line)) is not None:
                opened, first, fence, inside = len(opening[1].expandtabs(4)), number + 1, opening[2], []
            continue
        stripped = line.strip()
        if stripped.startswith(fence) and not stripped.strip(fence[0]) and _indentation(line) <= opened + 3:
            yield first, number, "\n".join(inside) + "\n"
            fence = ""
        else:
            cut = min(_indentation(line), opened)
            inside.append(line[cut:])
    if fence:
        yield first, len(lines), "\n".join(inside) + "\n"


def statement_starts(text: str, start: int = 0) -> Iterator[int]:
    """Yield each position where code starts at column 0, outside strings and brackets, from a line's start on.

    The code need not be valid.
    """
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
    """Return where the top-level statement that starts here ends, its decorators included."""
    decorated = False
    for start in statement_starts(text, at):
        if start != at and not decorated:
            return start
        decorated = text[start] == "@"
    return len(text)


def runs(text: str) -> Iterator[Program]:
    """Yield the longest stretches of lines that parse."""
    for start, end in run_spans(text):
        program = parse_program(text[start:end].strip("\n") + "\n")
        if program is not None:
            yield program


def run_spans(text: str) -> Iterator[tuple[int, int]]:
    """Yield where the longest stretches of lines that parse start and end.

    It goes statement by statement from the top; after one that does not parse, it continues at that one's next line.
    Statements that run to the end of the text because a bracket or a quote is missing would make that quadratic, hence
    the limit on what is parsed without success.
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
            if text[run:at].strip():
                yield run, at
            run = stop = line_end
        at = stop
    if text[run:at].strip():
        yield run, at


def with_newlines(text: str) -> str:
    """Return text with newlines as Python reads source, so that a line number means the same in both."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def has_code(text: str) -> bool:
    return any(line.strip() and not line.lstrip().startswith("#") for line in text.split("\n"))


def first_indent(text: str) -> str:
    return text[: len(text) - len(text.lstrip())].rpartition("\n")[2]


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip(" \t"))


def cut_body(prompt: str, body: str, entry_point: str) -> Sanitized | None:
    """Return the prompt and a body, without what is not needed after it; None without one, or if it does not parse."""
    whole = prompt + body
    program = parse_program(whole)
    if program is None:
        end = body_end(prompt, whole)
        if not has_code(whole[len(prompt) : end]) or (program := parse_program(whole[:end])) is None:
            return None
        while end < len(whole):
            stop = statement_stop(whole, end)
            if parse_program(whole[end:stop]) is None:
                break
            end = stop
        program = parse_program(whole[:end]) or program
    first_line = prompt.count("\n") + bool(prompt and not prompt.endswith("\n"))
    given = [index for index, statement in enumerate(program.statements) if statement.start < first_line]
    kept = needed_statements(program, entry_point, [entry_point], given)
    cut = len(program.source) < len(whole.rstrip()) or len(kept) < len(program.statements)
    return Sanitized(program.render(kept), ("cut_after_function",) if cut else ())


def repair_body(prompt: str, completion: str, entry_point: str) -> Sanitized | None:
    """Restore the indentation that a body lost, on its first line or on all lines, if it then parses."""
    indent = body_indent(prompt, entry_point)
    if len(first_indent(completion)) >= len(indent):
        return None
    first = indent + completion.lstrip()
    behind = first[body_end(prompt, prompt + first) - len(prompt) :]
    others_lost_it = re.search(r"^return\b", behind, re.MULTILINE) is not None
    if not others_lost_it and (repaired := cut_body(prompt, first, entry_point)) is not None:
        return repaired.after(["indented_first_line"])
    body = completion.lstrip()
    if (unlike := NOT_BODY.search(body)) is not None:
        body = body[: unlike.start()]
    if not has_code(body) or (repaired := cut_body(prompt, textwrap.indent(body, indent), entry_point)) is None:
        return None
    return Sanitized(repaired.code, ("indented_body", *(["cut_after_function"] if unlike else repaired.rules)))


def body_end(prompt: str, whole: str) -> int:
    """Return where the body after a prompt ends: at the next code at column 0."""
    return next((start for start in statement_starts(whole) if start >= len(prompt)), len(whole))


def body_indent(prompt: str, entry_point: str) -> str:
    """Return the indentation of the body that a prompt asks for."""
    if (program := parse_prompt(prompt)) is not None:
        for node in program.nodes:
            if isinstance(node, Definition) and node.name == entry_point:
                return program.lines[node.body[0].lineno - 1][: node.body[0].col_offset]
    return "    "
