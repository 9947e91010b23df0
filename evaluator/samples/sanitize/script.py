"""The program in a chat answer where no function is asked for: one that reads standard input and prints."""

import ast
import re
from collections.abc import Iterable

from evaluator.samples.sanitize.answer import pick_from
from evaluator.samples.sanitize.program import Program, Sanitized, parse_program
from evaluator.samples.sanitize.text import dedent, fenced_blocks, has_code, runs

_CALLED = frozenset({"input", "print", "open", "exec"})
_READ = frozenset({"stdin", "stdout", "fileinput"})
_OPENED = re.compile(r"```(?:python|py)?\s*\Z")
_FENCE_LINE = re.compile(r"^[ \t]*(?:```|~~~)", re.MULTILINE)


def pick_script(text: str, prompt: str) -> Sanitized:
    """Makes a program of a text, in its own words: it is taken whole, for all of a program is executed.

    Of several fenced blocks the longest that parses and reads or prints is taken: others are examples and excerpts.

    Args:
        text: the answer.
        prompt: the problem's prompt; one that ends in an open fence is continued by code.
    """
    return pick_from(text, lambda part: _pick(part, prompt))


def _pick(text: str, prompt: str) -> Sanitized:
    rules = list[str]()
    blocks = fenced_blocks(text)
    if _OPENED.search(prompt) and (fence := _FENCE_LINE.search(text)) is not None:
        # The first fence may close the one that the prompt opened.
        blocks.insert(0, text[: fence.start()])
    programs = [program for block in blocks if (program := _whole(block)) is not None]
    if (chosen := _longest_acting(programs)) is not None:
        if len(programs) > 1:
            rules.append("longest_block")
        return Sanitized(chosen.source, (*rules, "fenced_block"))
    if (whole := _whole(text)) is not None and _acts(whole):
        return Sanitized(whole.source, tuple(rules))
    broken = [block for block in blocks if has_code(block) and _mentions(block)]
    if broken:
        # It does not parse, and whoever executes it shall say so.
        return Sanitized(max(broken, key=len), (*rules, "fenced_block"))
    if (chosen := _longest_acting(runs(dedent(text).lstrip(" \t\n")))) is not None:
        return Sanitized(chosen.source, (*rules, "unfenced_lines"))
    return Sanitized(None, tuple(rules))


def _whole(block: str) -> Program | None:
    block = block.strip("\n") + "\n"
    if not has_code(block):
        return None
    return parse_program(dedent(block) if block[0] in " \t" else block)


def _longest_acting(programs: Iterable[Program]) -> Program | None:
    return max(
        (program for program in programs if _acts(program)), key=lambda program: len(program.source), default=None
    )


def _acts(program: Program) -> bool:
    """It reads or prints somewhere, so that it is more than prose that happens to parse."""
    for node in (node for top in program.nodes for node in ast.walk(top)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _CALLED:
            return True
        if isinstance(node, ast.Attribute) and node.attr in _READ:
            return True
        if isinstance(node, ast.Import | ast.ImportFrom) and any(alias.name in _READ for alias in node.names):
            return True
    return False


def _mentions(block: str) -> bool:
    return any(word in block for word in ("input", "print", "stdin", "stdout"))
