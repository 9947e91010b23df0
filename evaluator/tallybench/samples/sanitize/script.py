"""The program in a chat answer if no function is asked for: one that reads standard input and prints."""

import ast
import re
from collections.abc import Sequence

from tallybench.samples.sanitize.answer import pick_from
from tallybench.samples.sanitize.program import Program, Sanitized, parse_program
from tallybench.samples.sanitize.text import dedent, fenced_blocks, has_code, runs

# Names that are called, or of modules and files, in a program that reads, and in one that prints; `exec` may do both.
_READS = frozenset({"input", "open", "exec", "stdin", "fileinput"})
_PRINTS = frozenset({"print", "exec", "stdout"})
_OPENED = re.compile(r"```(?:python|py)?\s*\Z")
_FENCE_LINE = re.compile(r"^[ \t]*(?:```|~~~)", re.MULTILINE)


def pick_script(text: str, prompt: str) -> Sanitized:
    """Take a program from a text, whole and unchanged, since all of it is executed.

    If there are several fenced blocks, the first that is an answer is taken, as for functions and classes: here, the
    first that reads and prints; if no block does both, the first that does one of them.

    Args:
        text: the answer.
        prompt: the problem's prompt; one that ends in an open fence is continued by code.
    """
    return pick_from(text, lambda part: _pick(part, prompt))


def _pick(text: str, prompt: str) -> Sanitized:
    blocks = fenced_blocks(text)
    if _OPENED.search(prompt) and (fence := _FENCE_LINE.search(text)) is not None:
        # The first fence may close the one that the prompt opened.
        blocks.insert(0, text[: fence.start()])
    programs = [program for block in blocks if (program := _whole(block)) is not None]
    if (chosen := _first_acting(programs)) is not None:
        return Sanitized(chosen.source, ("fenced_block",))
    if (whole := _whole(text)) is not None and _acts(whole):
        return Sanitized(whole.source, ())
    broken = [block for block in blocks if has_code(block) and _mentions(block)]
    if broken:
        # It does not parse, and executing it says why.
        return Sanitized(max(broken, key=len), ("fenced_block",))
    found = [program for program in runs(dedent(text).lstrip(" \t\n")) if _acts(program)]
    if found:
        return Sanitized(max(found, key=lambda program: len(program.source)).source, ("unfenced_lines",))
    return Sanitized(None, ())


def _whole(block: str) -> Program | None:
    block = block.strip("\n") + "\n"
    if not has_code(block):
        return None
    return parse_program(dedent(block) if block[0] in " \t" else block)


def _first_acting(programs: Sequence[Program]) -> Program | None:
    acting = [(program, _acts(program)) for program in programs]
    both = (program for program, acts in acting if len(acts) > 1)
    return next(both, next((program for program, acts in acting if acts), None))


def _acts(program: Program) -> set[str]:
    """Return whether it reads and whether it prints; with neither, it may be prose that happens to parse."""
    names = set[str]()
    for node in (node for top in program.nodes for node in ast.walk(top)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            names.add(node.func.id)
        elif isinstance(node, ast.Attribute) and node.attr in {"stdin", "stdout", "fileinput"}:
            names.add(node.attr)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names.update(alias.name for alias in node.names if alias.name in {"stdin", "stdout", "fileinput"})
    return {what for what, known in (("reads", _READS), ("prints", _PRINTS)) if names & known}


def _mentions(block: str) -> bool:
    return any(word in block for word in ("input", "print", "stdin", "stdout"))
