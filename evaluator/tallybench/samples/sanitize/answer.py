"""The code in a chat answer."""

import ast
import builtins
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from tallybench.samples.sanitize.body import body_indent, cut_body, repair_body
from tallybench.samples.sanitize.markers import without_end, without_thoughts
from tallybench.samples.sanitize.names import is_main_block, is_text
from tallybench.samples.sanitize.program import (
    Definition,
    Program,
    Sanitized,
    are_methods,
    methods_of,
    needed_statements,
    parse_program,
    parse_prompt,
)
from tallybench.samples.sanitize.text import FENCE, dedent, fenced_blocks, has_code, runs, with_newlines

_BODIES = 8  # fenced blocks that are tried as a bare body, each parsed again behind the prompt
PROMPT_PREAMBLE = "prompt_preamble"
# Python 3.11's names; later versions have two more, and `-S` leaves some out.
_BUILTINS = frozenset(dir(builtins)) - {"PythonFinalizationError", "_IncompleteInputError"} | {
    "__name__",
    "__file__",
    "__doc__",
    "exit",
    "quit",
    "copyright",
    "credits",
    "license",
    "help",
}


def pick_code(text: str, prompt: str, entry_point: str, any_name: bool = False) -> Sanitized:
    """Return the code in an answer that defines the entry point; or, with `any_name`, another function in its place."""
    return pick_from(text, lambda part: _pick(part, prompt, entry_point, any_name))


def pick_from(text: str, pick: Callable[[str], Sanitized]) -> Sanitized:
    """Return the code in an answer, without the model's thoughts and without what ends the answer.

    What a model tries out while thinking is not its answer.
    """
    parts = without_thoughts(text)
    rules = [] if parts == [text] else ["dropped_reasoning"] if parts else ["unfinished_reasoning"]
    picked = Sanitized(None, ())
    for part in parts:
        ended = without_end(part)
        picked = pick(ended)
        if picked.code is not None:
            cut = ["cut_at_end_token"] if ended.strip() != part.strip() else []
            return Sanitized(picked.code, (*rules, *cut, *picked.rules))
    return Sanitized(None, (*rules, *picked.rules))


def _pick(text: str, prompt: str, entry_point: str, any_name: bool) -> Sanitized:
    rules = list[str]()
    blocks = fenced_blocks(text)
    programs = [program for block in blocks for program in _programs(block, entry_point)]
    if (chosen := _choose(programs, entry_point)) is not None:
        rules.append("fenced_block")
    else:
        programs = list(runs(dedent(text).lstrip(" \t\n")))
        chosen = _choose(_longest_first(programs), entry_point)
        if chosen is not None and chosen.source.strip() != text.strip():
            rules.append("unfenced_lines")
    if chosen is not None:
        index = next(index for index, program in enumerate(programs) if program is chosen)
        others = [*reversed(programs[:index]), *programs[index + 1 :]]
        code, further = _assemble(chosen, others, parse_prompt(prompt), entry_point)
        return Sanitized(code, (*rules, *further))
    for body in blocks[:_BODIES] or [text]:
        candidate = body.strip("\n") + "\n"
        if (parsed := parse_program(candidate)) is not None and blocks and are_methods(parsed, prompt, entry_point):
            candidate = textwrap.indent(candidate, body_indent(prompt, entry_point))
        elif parsed is not None or not has_code(candidate):
            continue
        finished = cut_body(prompt, candidate, entry_point) or repair_body(prompt, candidate, entry_point)
        if finished is not None:
            rules += ["fenced_block", "body_only"] if blocks else ["body_only"]
            return Sanitized(finished.code, (*rules, *finished.rules))
    opened = FENCE.search(text)
    if opened and text[: opened.start()].strip() and text.lstrip("\n")[:1] in (" ", "\t"):
        # The prompt opened a fence and ended in the signature; the answer goes on from there.
        finished = cut_body(prompt, text[: opened.start()], entry_point)
        if finished is not None:
            return Sanitized(finished.code, (*rules, "body_only", *finished.rules))
    taken = _broken(text, blocks, rules, entry_point)
    if taken.code is None and any_name and (renamed := _renamed(blocks, prompt, entry_point)) is not None:
        return Sanitized(renamed.code, (*rules, *renamed.rules))
    return taken


def _renamed(blocks: list[str], prompt: str, entry_point: str) -> Sanitized | None:
    """Return the first fenced program with a function, under the entry point's name.

    It is the last function that no other one calls.
    """
    programs = [program for block in blocks if (program := parse_program(block)) is not None]
    for program in programs:
        names = [node.name for node in program.nodes if isinstance(node, ast.FunctionDef)]
        called = set[str]().union(
            *(statement.reads - statement.binds for statement in program.statements if statement.defines)
        )
        if chosen := [name for name in names if name not in called] or names:
            others = [other for other in programs if other is not program]
            code, rules = _assemble(program, others, parse_prompt(prompt), chosen[-1])
            named = f"{code.rstrip()}\n\n\n{entry_point} = {chosen[-1]}\n"
            return Sanitized(named, ("fenced_block", *rules, "other_name"))
    return None


def _broken(text: str, blocks: list[str], rules: list[str], entry_point: str) -> Sanitized:
    """Return code that defines the entry point but does not parse: executing it shows what is wrong."""
    definition = re.compile(rf"^(?:async +def|def|class) +{re.escape(entry_point)}\b", re.MULTILINE)
    for block in blocks:
        if definition.search(block):
            return Sanitized(block, (*rules, "fenced_block"))
    if (found := definition.search(text)) is not None:
        end = re.compile(r"^[^\s#)\]}]", re.MULTILINE).search(text, found.start() + 1)
        return Sanitized(text[found.start() : end.start() if end else len(text)], (*rules, "unfenced_lines"))
    return Sanitized(None, tuple(rules))


def _programs(block: str, entry_point: str) -> Iterator[Program]:
    """Yield a block's program; or, if it does not parse but may define the entry point, its parts that do."""
    block = block.strip("\n") + "\n"
    if (program := parse_program(dedent(block) if block[0] in " \t" else block)) is not None:
        yield program
    elif entry_point in block:
        yield from _longest_first(runs(block))


def _longest_first(programs: Iterable[Program]) -> list[Program]:
    return sorted(programs, key=lambda program: len(program.lines), reverse=True)


def _choose(programs: Sequence[Program], entry_point: str) -> Program | None:
    """Return the first that defines the entry point; one that implements it before one that only declares it.

    That is the rule for several blocks of functions, classes and programs alike (`script.py`); the page on samples has
    what was measured.
    """
    defining = [program for program in programs if entry_point in program.binds]
    implementing = (program for program in defining if not _only_declares(program, entry_point))
    if (chosen := next(implementing, None)) is not None:
        return chosen
    methods = (program for program in programs if _has_method(program, entry_point))
    return next(methods, defining[0] if defining else None)


def _only_declares(program: Program, entry_point: str) -> bool:
    """Return whether the entry point is only declared or imported, not implemented.

    A function is if its body is only a docstring, `...`, `pass` or a `raise`; a class if all of its methods are.
    """
    binding = [statement for statement in program.statements if entry_point in statement.binds][-1].nodes[0]
    if isinstance(binding, ast.Import | ast.ImportFrom):
        return True  # as in tests, from a module that does not exist
    if isinstance(binding, ast.ClassDef):
        return bool(methods := methods_of(binding)) and all(map(_is_empty, methods))
    return isinstance(binding, ast.FunctionDef | ast.AsyncFunctionDef) and _is_empty(binding)


def _is_empty(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return all(
        isinstance(step, ast.Pass | ast.Raise) or (isinstance(step, ast.Expr) and isinstance(step.value, ast.Constant))
        for step in function.body
    )


def _has_method(program: Program, entry_point: str) -> bool:
    return any(
        isinstance(node, ast.ClassDef)
        and node.name == "Solution"
        and any(isinstance(step, ast.FunctionDef) and step.name == entry_point for step in node.body)
        for node in program.nodes
    )


def _assemble(
    chosen: Program, others: Sequence[Program], prompt: Program | None, entry_point: str
) -> tuple[str, list[str]]:
    """Return the chosen code, with what it lacks and without what it does not need, and the rules applied."""
    rules = []
    method = entry_point not in chosen.binds
    documented = [0] if is_text(chosen.nodes[0]) else []
    imports = [index for index, statement in enumerate(chosen.statements) if statement.imports]
    kept = needed_statements(chosen, entry_point, ["Solution" if method else entry_point], [*documented, *imports])
    dropped = [statement for index, statement in enumerate(chosen.statements) if index not in kept]
    if any(is_main_block(node) for statement in dropped for node in statement.nodes):
        rules.append("dropped_main_block")
    if any(
        not isinstance(node, Definition) and not is_main_block(node)
        for statement in dropped
        for node in statement.nodes
    ):
        rules.append("dropped_statements")
    if any(isinstance(node, Definition) for statement in dropped for node in statement.nodes):
        rules.append("dropped_definitions")

    borrowed = _borrow(chosen, kept, (*others, prompt), entry_point)
    for provider in borrowed.providers:
        rule = PROMPT_PREAMBLE if provider is prompt else "other_blocks"
        if rule not in rules:
            rules.append(rule)
    code = _put_before(chosen, kept, borrowed)
    if method:
        rules.append("solution_method")
        code = f"{code.rstrip()}\n\n\n{entry_point} = Solution().{entry_point}\n"
    return code, rules


@dataclass(frozen=True)
class _Borrowed:
    """What a program lacks and others define: the pieces of source, and the programs that provide them."""

    pieces: tuple[str, ...]
    providers: tuple[Program, ...]


def _borrow(program: Program, kept: Iterable[int], providers: Iterable[Program | None], entry_point: str) -> _Borrowed:
    statements = [program.statements[index] for index in kept]
    bound = set[str]().union(*(statement.binds for statement in statements))
    missing = set[str]().union(*(statement.reads for statement in statements)) - bound - _BUILTINS
    pieces: list[str] = []
    lenders = []
    for provider in providers:
        if provider is None or not missing:
            continue
        roots = missing & provider.binds
        if not roots and not any(statement.star for statement in provider.statements):
            continue
        taken = needed_statements(provider, entry_point, roots)
        pieces.insert(0, provider.render(taken))
        lenders.append(provider)
        for statement in (provider.statements[index] for index in taken):
            bound |= statement.binds
            missing -= statement.binds
        for statement in (provider.statements[index] for index in taken):
            missing |= statement.reads - bound - _BUILTINS
    return _Borrowed(tuple(pieces), tuple(lenders))


def _put_before(program: Program, kept: set[int], borrowed: _Borrowed) -> str:
    """Return the kept statements behind what they borrow.

    A docstring and imports from __future__ still come first.
    """
    if not borrowed.pieces:
        return program.render(kept)
    documented = {0} if is_text(program.nodes[0]) else set[int]()
    opening = {index for index in kept if program.statements[index].future} | documented
    pieces = [program.render(opening), *borrowed.pieces, program.render(kept - opening)]
    return "\n\n".join(piece.strip("\n") for piece in pieces if piece.strip()) + "\n"


def may_lack(text: str, prompt: str, entry_point: str) -> bool:
    """Return whether a whole program mentions anything else that the prompt defines, without parsing it."""
    return any(name in text for name in _preamble_names(prompt) - {entry_point})


@lru_cache(maxsize=1024)
def _preamble_names(prompt: str) -> frozenset[str]:
    asked = parse_prompt(prompt)
    return frozenset() if asked is None else frozenset(asked.binds)


def supply_preamble(text: str, prompt: str, entry_point: str) -> Sanitized:
    """Return a whole program, behind the imports and helpers that it uses, lacks, and finds in the prompt.

    Models that answer with the whole function often leave out what is above it in the prompt, as in an editor where
    it is still there. A program that lacks nothing, or that the prompt has nothing for, stays as it is.
    """
    program, asked = parse_program(with_newlines(text)), parse_prompt(prompt)
    if program is None or asked is None or entry_point not in program.binds:
        return Sanitized(text, ())
    every = set(range(len(program.statements)))
    borrowed = _borrow(program, every, (asked,), entry_point)
    if not borrowed.pieces:
        return Sanitized(text, ())
    return Sanitized(_put_before(program, every, borrowed), (PROMPT_PREAMBLE,))
