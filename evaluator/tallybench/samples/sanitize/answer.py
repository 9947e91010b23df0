"""The code in a chat answer: a function or class by its name, or a program that reads standard input and prints."""

import ast
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence

from tallybench.samples.sanitize.markers import without_end, without_thoughts
from tallybench.samples.sanitize.names import is_main_block
from tallybench.samples.sanitize.program import (
    Definition,
    Program,
    Sanitized,
    is_documented,
    methods_of,
    needed_statements,
    parse_program,
    parse_prompt,
    skeleton_methods,
    with_borrowed,
)
from tallybench.samples.sanitize.text import (
    FENCE,
    body_indent,
    cut_body,
    fenced_blocks,
    has_code,
    repair_body,
    runs,
    with_newlines,
)

_BODIES = 8  # fenced blocks that are tried as a bare body, each parsed again after the prompt
_PREAMBLE = "prompt_preamble"
# Names of functions, modules and files in a program that reads, and in one that prints; `exec` may do both.
_FILES = frozenset({"stdin", "stdout", "fileinput"})
_READS = frozenset({"input", "open", "exec", "stdin", "fileinput"})
_PRINTS = frozenset({"print", "exec", "stdout"})
_OPENED = re.compile(r"```(?:python|py)?\s*\Z")
_FENCE_LINE = re.compile(r"^[ \t]*(?:```|~~~)", re.MULTILINE)


def pick_code(text: str, prompt: str, entry_point: str, any_name: bool = False) -> Sanitized:
    """Return the code in an answer that defines the entry point; or, with `any_name`, another function instead."""
    return _pick_from(text, lambda part: _pick(part, prompt, entry_point, any_name))


def pick_script(text: str, prompt: str) -> Sanitized:
    """Take a program from a text, whole and unchanged, because all of it is executed.

    If there are several fenced blocks, the first that is an answer is taken, as for functions and classes: here, the
    first that reads and prints, or the first that does one of the two if none does both.
    """
    return _pick_from(text, lambda part: _pick_script(part, prompt))


def _pick_from(text: str, pick: Callable[[str], Sanitized]) -> Sanitized:
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
        programs = list(runs(textwrap.dedent(text).lstrip(" \t\n")))
        chosen = _choose(_longest_first(programs), entry_point)
        if chosen is not None and chosen.source.strip() != text.strip():
            rules.append("unfenced_lines")
    if chosen is not None:
        index = next(index for index, program in enumerate(programs) if program is chosen)
        others = [*reversed(programs[:index]), *programs[index + 1 :]]
        return _assemble(chosen, others, prompt, entry_point).after(rules)
    for body in blocks[:_BODIES] or [text]:
        candidate = body.strip("\n") + "\n"
        if (parsed := parse_program(candidate)) is not None and blocks and _are_methods(parsed, prompt, entry_point):
            candidate = textwrap.indent(candidate, body_indent(prompt, entry_point))
        elif parsed is not None or not has_code(candidate):
            continue
        finished = cut_body(prompt, candidate, entry_point) or repair_body(prompt, candidate, entry_point)
        if finished is not None:
            return finished.after([*rules, "fenced_block", "body_only"] if blocks else [*rules, "body_only"])
    opened = FENCE.search(text)
    if opened and text[: opened.start()].strip() and text.lstrip("\n")[:1] in (" ", "\t"):
        # The prompt opened a fence and ended in the signature; the answer goes on from there.
        finished = cut_body(prompt, text[: opened.start()], entry_point)
        if finished is not None:
            return finished.after([*rules, "body_only"])
    taken = _broken(text, blocks, entry_point)
    if taken.code is None and any_name:
        taken = _renamed(blocks, prompt, entry_point) or taken
    return taken.after(rules)


def _are_methods(program: Program, prompt: str, entry_point: str) -> bool:
    """Return whether a program is only methods, without indentation, of the class that the prompt declares."""
    asked = skeleton_methods(prompt, entry_point)
    functions = [node for node in program.nodes if isinstance(node, ast.FunctionDef)]
    return len(functions) == len(program.nodes) and any(node.name in asked for node in functions)


def _renamed(blocks: list[str], prompt: str, entry_point: str) -> Sanitized | None:
    """Return the first fenced program with a function, under the entry point's name.

    It is the last function that no other function calls.
    """
    programs = [program for block in blocks if (program := parse_program(block)) is not None]
    for program in programs:
        names = [node.name for node in program.nodes if isinstance(node, ast.FunctionDef)]
        called = set[str]().union(
            *(statement.reads - statement.binds for statement in program.statements if statement.defines)
        )
        if chosen := [name for name in names if name not in called] or names:
            others = [other for other in programs if other is not program]
            found = _assemble(program, others, prompt, chosen[-1])
            named = f"{(found.code or '').rstrip()}\n\n\n{entry_point} = {chosen[-1]}\n"
            return Sanitized(named, ("fenced_block", *found.rules, "other_name"))
    return None


def _broken(text: str, blocks: list[str], entry_point: str) -> Sanitized:
    """Return code that defines the entry point but does not parse: executing it shows what is wrong."""
    definition = re.compile(rf"^(?:async +def|def|class) +{re.escape(entry_point)}\b", re.MULTILINE)
    for block in blocks:
        if definition.search(block):
            return Sanitized(block, ("fenced_block",))
    if (found := definition.search(text)) is not None:
        end = re.compile(r"^[^\s#)\]}]", re.MULTILINE).search(text, found.start() + 1)
        return Sanitized(text[found.start() : end.start() if end else len(text)], ("unfenced_lines",))
    return Sanitized(None, ())


def _programs(block: str, entry_point: str) -> Iterator[Program]:
    """Yield a block's program; or, if it does not parse but may define the entry point, its parts that do."""
    block = block.strip("\n") + "\n"
    if (program := parse_program(textwrap.dedent(block) if block[0] in " \t" else block)) is not None:
        yield program
    elif entry_point in block:
        yield from _longest_first(runs(block))


def _longest_first(programs: Iterable[Program]) -> list[Program]:
    return sorted(programs, key=lambda program: len(program.lines), reverse=True)


def _choose(programs: Sequence[Program], entry_point: str) -> Program | None:
    """Return the first program that defines the entry point, preferring one that implements it to a declaration.

    That is the rule for several blocks of functions, classes and programs alike; the page on samples has the
    measurements.
    """
    defining = [program for program in programs if entry_point in program.binds]
    implementing = (program for program in defining if not _only_declares(program, entry_point))
    if (chosen := next(implementing, None)) is not None:
        return chosen
    methods = (program for program in programs if _has_method(program, entry_point))
    return next(methods, defining[0] if defining else None)


def _only_declares(program: Program, entry_point: str) -> bool:
    """Return whether the entry point is only declared or imported, not implemented.

    A function is only declared if its body is only a docstring, `...`, `pass` or a `raise`; a class, if all of its
    methods are only declared.
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


def _assemble(chosen: Program, others: Sequence[Program], prompt: str, entry_point: str) -> Sanitized:
    """Return the chosen code, with what it lacks and without what it does not need."""
    rules = []
    method = entry_point not in chosen.binds
    documented = [0] if is_documented(chosen) else []
    imports = [index for index, statement in enumerate(chosen.statements) if statement.imports]
    kept = needed_statements(chosen, entry_point, ["Solution" if method else entry_point], [*documented, *imports])
    dropped = [
        node for index, statement in enumerate(chosen.statements) if index not in kept for node in statement.nodes
    ]
    if any(map(is_main_block, dropped)):
        rules.append("dropped_main_block")
    if any(not isinstance(node, Definition) and not is_main_block(node) for node in dropped):
        rules.append("dropped_statements")
    if any(isinstance(node, Definition) for node in dropped):
        rules.append("dropped_definitions")
    asked = parse_prompt(prompt)
    code, lenders = with_borrowed(chosen, kept, (*others, asked), entry_point)
    rules += dict.fromkeys(_PREAMBLE if lender is asked else "other_blocks" for lender in lenders)
    if method:
        rules.append("solution_method")
        code = f"{code.rstrip()}\n\n\n{entry_point} = Solution().{entry_point}\n"
    return Sanitized(code, tuple(rules))


def supply_preamble(text: str, prompt: str, entry_point: str) -> Sanitized:
    """Return a whole program, preceded by the imports and helpers of the prompt that it uses but lacks.

    Models that answer with the whole function often leave out what is above it in the prompt, as in an editor where
    it is still there. A program that lacks nothing, or that the prompt has nothing for, stays as it is.
    """
    program = parse_program(with_newlines(text))
    if program is None or entry_point not in program.binds:
        return Sanitized(text, ())
    every = set(range(len(program.statements)))
    code, lenders = with_borrowed(program, every, (parse_prompt(prompt),), entry_point)
    return Sanitized(code, (_PREAMBLE,)) if lenders else Sanitized(text, ())


def _pick_script(text: str, prompt: str) -> Sanitized:
    blocks = fenced_blocks(text)
    if _OPENED.search(prompt) and (fence := _FENCE_LINE.search(text)) is not None:
        # The first fence may close the one that the prompt opened.
        blocks.insert(0, text[: fence.start()])
    acting = [(program, acts) for block in blocks if (program := _whole(block)) and (acts := _acts(program))]
    if acting:
        return Sanitized(max(acting, key=lambda found: len(found[1]))[0].source, ("fenced_block",))
    if (whole := _whole(text)) is not None and _acts(whole):
        return Sanitized(whole.source, ())
    words = ("input", "print", "stdin", "stdout")
    broken = [block for block in blocks if has_code(block) and any(word in block for word in words)]
    if broken:
        # It does not parse, and executing it says why.
        return Sanitized(max(broken, key=len), ("fenced_block",))
    found = [program for program in runs(textwrap.dedent(text).lstrip(" \t\n")) if _acts(program)]
    if found:
        return Sanitized(max(found, key=lambda program: len(program.source)).source, ("unfenced_lines",))
    return Sanitized(None, ())


def _whole(block: str) -> Program | None:
    block = block.strip("\n") + "\n"
    if not has_code(block):
        return None
    return parse_program(textwrap.dedent(block) if block[0] in " \t" else block)


def _acts(program: Program) -> set[str]:
    """Return whether it reads and whether it prints; with neither, it may be prose that happens to parse."""
    names = set[str]()
    for node in (node for top in program.nodes for node in ast.walk(top)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            names.add(node.func.id)
        elif isinstance(node, ast.Attribute):
            names |= {node.attr} & _FILES
        elif isinstance(node, ast.Import | ast.ImportFrom):
            names |= {alias.name for alias in node.names} & _FILES
    return {what for what, known in (("reads", _READS), ("prints", _PRINTS)) if names & known}
