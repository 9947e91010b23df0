"""The body of a function whose signature is in the prompt."""

import re
import textwrap
from functools import lru_cache

from tallybench.samples.sanitize.program import Definition, Sanitized, needed_statements, parse_program, parse_prompt
from tallybench.samples.sanitize.text import first_indent, has_code, statement_starts, statement_stop

# At column 0 behind a prompt, certainly not part of a body that lost its indentation.
NOT_BODY = re.compile(r"^(?:(?:async +def|def|class|assert|if +__name__)\b|print\(|@|```|~~~)", re.MULTILINE)


def cut_body(prompt: str, body: str, entry_point: str) -> Sanitized | None:
    """Return the prompt and a body without what follows needlessly; None without a body, or if it does not parse."""
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
    """Restore the indentation that a body lost, on its first line or on all lines, if it parses then."""
    indent = body_indent(prompt, entry_point)
    if len(first_indent(completion)) >= len(indent):
        return None
    first = indent + completion.lstrip()
    behind = first[body_end(prompt, prompt + first) - len(prompt) :]
    others_lost_it = re.search(r"^return\b", behind, re.MULTILINE) is not None
    if not others_lost_it and (repaired := cut_body(prompt, first, entry_point)) is not None:
        return Sanitized(repaired.code, ("indented_first_line", *repaired.rules))
    body = completion.lstrip()
    if (unlike := NOT_BODY.search(body)) is not None:
        body = body[: unlike.start()]
    if not has_code(body) or (repaired := cut_body(prompt, textwrap.indent(body, indent), entry_point)) is None:
        return None
    return Sanitized(repaired.code, ("indented_body", *(["cut_after_function"] if unlike else repaired.rules)))


def body_end(prompt: str, whole: str) -> int:
    return next((start for start in statement_starts(whole) if start >= len(prompt)), len(whole))


@lru_cache(maxsize=256)
def body_indent(prompt: str, entry_point: str) -> str:
    if (program := parse_prompt(prompt)) is not None:
        for node in program.nodes:
            if isinstance(node, Definition) and node.name == entry_point:
                return program.lines[node.body[0].lineno - 1][: node.body[0].col_offset]
    return "    "
