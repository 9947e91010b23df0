"""Turns a model's output into a program: keeps the code that the entry point needs, in its own words, and nothing else.

Everything is decided on the syntax tree and the symbol table; nothing is compiled or executed. The output is untrusted
and may be built to hurt a parser, so what cannot be parsed for whatever reason counts as not being code, and the work
is near linear in the length: each piece of text is parsed a fixed number of times, and the one search that may have to
read a piece again (`_runs`) stops after a number of characters proportional to its length.

A top-level statement is kept when the entry point needs it: it binds a name that kept code reads, or it may alter what
such a name stands for. What only uses the entry point (an example, a test) is neither and goes.
"""

import ast
import builtins
import re
import symtable
import textwrap
import warnings
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

MAX_CODE = 1 << 18  # characters of a program; this many take a second to parse, and no model writes them
MAX_TEXT = 1 << 20  # characters of a chat answer
_BODIES = 8  # fenced blocks that are tried as a bare body, each parsed anew behind the prompt
_SEARCH_FACTOR = 4  # how many times its length a search may parse in vain

_Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef
_Comprehension = ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)

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
# At column 0 behind a prompt, certainly no part of a body that lost its indentation.
_NOT_BODY = re.compile(r"^(?:(?:async +def|def|class|assert|if +__name__)\b|print\(|@|```|~~~)", re.MULTILINE)
_FENCE = re.compile(r"^([ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)?)(`{3,}(?=[^`\n]*$)|~{3,})", re.MULTILINE)
# What a parser raises, and what it raises on text that is too deep, too long, or no text (NUL, half surrogate pairs).
_UNPARSABLE = (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError, SystemError)
_THOUGHT = "</think>"

# What a solution may rely on without naming it: settings of the whole interpreter.
_SETTINGS = {"setrecursionlimit", "set_int_max_str_digits", "getcontext", "setcontext", "seed"}
# Code that reads one of these reaches names that are not written in it.
_DYNAMIC = {"eval", "exec", "globals", "vars"}
_BUILTINS = frozenset(dir(builtins)) | {"__name__", "__file__", "__doc__"}


@dataclass(frozen=True)
class Sanitized:
    """What is left of a sample.

    Attributes:
        code: a program; None where the sample holds none.
        rules: the names of the rules that changed something, in the order they were applied.
    """

    code: str | None
    rules: tuple[str, ...]


@dataclass
class _Part:
    """The top-level statements that share a line: nearly always one.

    Attributes:
        lead: the first line of the comments and blank lines before it, from 0.
        start: its first line, decorators included.
        end: the line after its last.
        binds: the names it binds at top level.
        reads: the global names that it, or code in it, reads.
        alters: the global names whose values it, or code in it, may alter.
        star: it imports everything from somewhere.
        sets: it changes something of a module's or of the interpreter's.
    """

    nodes: list[ast.stmt]
    lead: int
    start: int
    end: int
    binds: set[str] = field(default_factory=set)
    reads: set[str] = field(default_factory=set)
    alters: set[str] = field(default_factory=set)
    star: bool = False
    sets: bool = False

    @property
    def imports(self) -> bool:
        return all(isinstance(node, ast.Import | ast.ImportFrom) for node in self.nodes)

    @property
    def defines(self) -> bool:
        """It only defines: executing it calls nothing."""
        return all(
            isinstance(node, _SCOPES)
            and not node.decorator_list
            and not (isinstance(node, ast.ClassDef) and (node.bases or node.keywords))
            for node in self.nodes
        )

    @property
    def acts(self) -> bool:
        """It defines nothing and may matter to others by what it does."""
        return not self.idle and not any(isinstance(node, _SCOPES) for node in self.nodes)

    @property
    def future(self) -> bool:
        return all(isinstance(node, ast.ImportFrom) and node.module == "__future__" for node in self.nodes)

    @property
    def idle(self) -> bool:
        """Nothing else is to depend on it: an assertion, a print, a block for the main program."""
        return all(_is_idle(node) for node in self.nodes)


@dataclass(frozen=True)
class _Program:
    """Source that parses, and what it is made of."""

    source: str
    lines: list[str]
    parts: list[_Part]

    @property
    def nodes(self) -> list[ast.stmt]:
        return [node for part in self.parts for node in part.nodes]

    @property
    def binds(self) -> set[str]:
        return set[str]().union(*(part.binds for part in self.parts))

    def render(self, kept: Iterable[int]) -> str:
        """The source of some parts with the comments above each, as written."""
        kept = sorted(kept)
        if len(kept) == len(self.parts):
            return self.source
        lines = [line for index in kept for line in self.lines[self.parts[index].lead : self.parts[index].end]]
        return "\n".join(lines) + "\n"


def sanitize(sample_field: str, text: str, prompt: str, entry_point: str) -> Sanitized:
    """Makes a program of a sample.

    A `solution` is one already and is returned untouched. A `completion` is put behind the prompt and cut where it goes
    on to something that the entry point does not need; one that passes whole passes cut. In a `raw` answer the code
    that defines the entry point is looked for. A completion too long to be parsed (MAX_CODE) is left whole, an answer
    that is too long (MAX_TEXT) holds no code.

    Args:
        sample_field: `solution`, `completion` or `raw`.
        text: the sample's text, any text.
        prompt: the problem's prompt, which a completion continues, and whose imports and helpers an answer may use.
        entry_point: the function or class that the tests call.
    """
    if sample_field == "solution":
        return Sanitized(text, ())
    # As Python reads source; so that a line number means the same here and there.
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the invalid escapes in a model's code nobody here wants to read
        if sample_field == "completion":
            return _finish(prompt, text, entry_point)
        return _pick(text, prompt, entry_point) if len(text) <= MAX_TEXT else Sanitized(None, ())


def _finish(prompt: str, completion: str, entry_point: str) -> Sanitized:
    whole = prompt + completion
    if len(whole) > MAX_CODE:
        return Sanitized(whole, ())
    if (finished := _cut(prompt, completion, entry_point)) is not None:
        return finished
    outside = len(_first_indent(completion)) < len(_body_indent(prompt, entry_point))
    if outside or _FENCE.search(completion):
        picked = _pick(completion, prompt, entry_point)
        # As a bare body, the whole text is `_repair`'s.
        if picked.code is not None and picked.rules[:1] != ("body_only",):
            return Sanitized(picked.code, ("completion_read_as_raw", *picked.rules))
        if (repaired := _repair(prompt, completion, entry_point)) is not None:
            return repaired
    # It does not parse, and whoever executes it shall say so; of the model's further talk it need not say anything.
    end = _body_end(prompt, whole)
    if outside:
        unlike = _NOT_BODY.search(whole, len(whole) - len(completion.lstrip()) + 1)
        end = unlike.start() if unlike else len(whole)
    return Sanitized(whole[:end], ("cut_after_function",) if whole[end:].strip() else ())


def _cut(prompt: str, body: str, entry_point: str) -> Sanitized | None:
    """The prompt with a body, less what follows it in vain. None where there is no body or it does not parse."""
    whole = prompt + body
    program = _parse(whole)
    if program is None:
        end = _body_end(prompt, whole)
        if not _has_code(whole[len(prompt) : end]) or (program := _parse(whole[:end])) is None:
            return None
        while end < len(whole):
            stop = _statement_stop(whole, end)
            if _parse(whole[end:stop]) is None:
                break
            end = stop
        program = _parse(whole[:end]) or program
    first_line = prompt.count("\n") + bool(prompt and not prompt.endswith("\n"))
    given = [index for index, part in enumerate(program.parts) if part.start < first_line]
    kept = _needed(program, entry_point, [entry_point], given)
    cut = len(program.source) < len(whole.rstrip()) or len(kept) < len(program.parts)
    return Sanitized(program.render(kept), ("cut_after_function",) if cut else ())


def _repair(prompt: str, completion: str, entry_point: str) -> Sanitized | None:
    """Gives a body that does not parse the indentation it lost, on its first line or on all, if then it parses."""
    indent = _body_indent(prompt, entry_point)
    if len(_first_indent(completion)) >= len(indent):
        return None
    first = indent + completion.lstrip()
    behind = first[_body_end(prompt, prompt + first) - len(prompt) :]
    others_lost_it = re.search(r"^return\b", behind, re.MULTILINE) is not None
    if not others_lost_it and (repaired := _cut(prompt, first, entry_point)) is not None:
        return Sanitized(repaired.code, ("indented_first_line", *repaired.rules))
    body = completion.lstrip()
    if (unlike := _NOT_BODY.search(body)) is not None:
        body = body[: unlike.start()]
    if not _has_code(body) or (repaired := _cut(prompt, textwrap.indent(body, indent), entry_point)) is None:
        return None
    return Sanitized(repaired.code, ("indented_body", *(["cut_after_function"] if unlike else repaired.rules)))


def _body_end(prompt: str, whole: str) -> int:
    return next((start for start in _statement_starts(whole) if start >= len(prompt)), len(whole))


def _first_indent(text: str) -> str:
    return text[: len(text) - len(text.lstrip())].rpartition("\n")[2]


def _body_indent(prompt: str, entry_point: str) -> str:
    if (program := _parse_prompt(prompt)) is not None:
        for node in program.nodes:
            if isinstance(node, _Definition) and node.name == entry_point:
                return program.lines[node.body[0].lineno - 1][: node.body[0].col_offset]
    return "    "


def _pick(text: str, prompt: str, entry_point: str) -> Sanitized:
    rules = []
    if _THOUGHT in text:
        # What a reasoning model tries out before it answers is not its answer.
        text = text.rpartition(_THOUGHT)[2]
        rules.append("dropped_reasoning")
    blocks = _fenced_blocks(text)
    programs = [program for block in blocks for program in _programs(block, entry_point)]
    if (chosen := _choose(programs, entry_point)) is not None:
        rules.append("fenced_block")
    else:
        programs = list(_runs(textwrap.dedent(text).lstrip(" \t\n")))
        chosen = _choose(_longest_first(programs), entry_point)
        if chosen is not None and chosen.source.strip() != text.strip():
            rules.append("unfenced_lines")
    if chosen is not None:
        index = next(index for index, program in enumerate(programs) if program is chosen)
        others = [*reversed(programs[:index]), *programs[index + 1 :]]
        code, further = _assemble(chosen, others, _parse_prompt(prompt), entry_point)
        return Sanitized(code, (*rules, *further))
    for body in blocks[:_BODIES] or [text]:
        candidate = body.strip("\n") + "\n"
        if _parse(candidate) is not None or not _has_code(candidate):
            continue
        finished = _cut(prompt, candidate, entry_point) or _repair(prompt, candidate, entry_point)
        if finished is not None:
            rules += ["fenced_block", "body_only"] if blocks else ["body_only"]
            return Sanitized(finished.code, (*rules, *finished.rules))
    return _broken(text, blocks, rules, entry_point)


def _broken(text: str, blocks: list[str], rules: list[str], entry_point: str) -> Sanitized:
    """Code that defines the entry point and does not parse is code all the same: executing it says what is wrong."""
    definition = re.compile(rf"^(?:async +def|def|class) +{re.escape(entry_point)}\b", re.MULTILINE)
    for block in blocks:
        if definition.search(block):
            return Sanitized(block, (*rules, "fenced_block"))
    if (found := definition.search(text)) is not None:
        end = re.compile(r"^[^\s#)\]}]", re.MULTILINE).search(text, found.start() + 1)
        return Sanitized(text[found.start() : end.start() if end else len(text)], (*rules, "unfenced_lines"))
    return Sanitized(None, tuple(rules))


def _fenced_blocks(text: str) -> list[str]:
    """The contents of fenced code blocks, as CommonMark reads them; the last one may lack its end."""
    blocks = []
    lines = text.split("\n")
    opened, fence, inside = 0, "", list[str]()
    for line in lines:
        if not fence:
            if (opening := _FENCE.match(line)) is not None:
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


def _programs(block: str, entry_point: str) -> Iterator[_Program]:
    """A block's program; of a block that does not parse, the parts that do, if it may define the entry point."""
    block = block.strip("\n") + "\n"
    if (program := _parse(textwrap.dedent(block) if block[0] in " \t" else block)) is not None:
        yield program
    elif entry_point in block:
        yield from _longest_first(_runs(block))


def _longest_first(programs: Iterable[_Program]) -> list[_Program]:
    return sorted(programs, key=lambda program: len(program.lines), reverse=True)


def _choose(programs: Sequence[_Program], entry_point: str) -> _Program | None:
    """The first that defines the entry point; one that implements it before one that only declares it."""
    defining = [program for program in programs if entry_point in program.binds]
    implementing = (program for program in defining if not _only_declares(program, entry_point))
    if (chosen := next(implementing, None)) is not None:
        return chosen
    methods = (program for program in programs if _has_method(program, entry_point))
    return next(methods, defining[0] if defining else None)


def _only_declares(program: _Program, entry_point: str) -> bool:
    """The entry point's body is a docstring, `...`, `pass` or `raise NotImplementedError`, or it is imported."""
    binding = [part for part in program.parts if entry_point in part.binds][-1].nodes[0]
    if isinstance(binding, ast.Import | ast.ImportFrom):
        return True  # as tests do, from a module that is not there
    return isinstance(binding, ast.FunctionDef | ast.AsyncFunctionDef) and all(
        isinstance(step, ast.Pass | ast.Raise) or (isinstance(step, ast.Expr) and isinstance(step.value, ast.Constant))
        for step in binding.body
    )


def _has_method(program: _Program, entry_point: str) -> bool:
    return any(
        isinstance(node, ast.ClassDef)
        and node.name == "Solution"
        and any(isinstance(step, ast.FunctionDef) and step.name == entry_point for step in node.body)
        for node in program.nodes
    )


def _assemble(
    chosen: _Program, others: Sequence[_Program], prompt: _Program | None, entry_point: str
) -> tuple[str, list[str]]:
    """The chosen code less what the entry point does not need, behind what it lacks, and the rules that apply."""
    rules = []
    method = entry_point not in chosen.binds
    documented = [0] if _is_text(chosen.nodes[0]) else []
    imports = [index for index, part in enumerate(chosen.parts) if part.imports]
    kept = _needed(chosen, entry_point, ["Solution" if method else entry_point], [*documented, *imports])
    dropped = [part for index, part in enumerate(chosen.parts) if index not in kept]
    if any(_is_main_block(node) for part in dropped for node in part.nodes):
        rules.append("dropped_main_block")
    if any(not isinstance(node, _Definition) and not _is_main_block(node) for part in dropped for node in part.nodes):
        rules.append("dropped_statements")
    if any(isinstance(node, _Definition) for part in dropped for node in part.nodes):
        rules.append("dropped_definitions")

    parts = [chosen.parts[index] for index in kept]
    bound = set[str]().union(*(part.binds for part in parts))
    missing = set[str]().union(*(part.reads for part in parts)) - bound - _BUILTINS
    borrowed: list[str] = []
    for provider in (*others, prompt):
        if provider is None or not missing:
            continue
        roots = missing & provider.binds
        if not roots and not any(part.star for part in provider.parts):
            continue
        taken = _needed(provider, entry_point, roots)
        borrowed.insert(0, provider.render(taken))
        for part in (provider.parts[index] for index in taken):
            bound |= part.binds
            missing -= part.binds
        for part in (provider.parts[index] for index in taken):
            missing |= part.reads - bound - _BUILTINS
        rule = "prompt_preamble" if provider is prompt else "other_blocks"
        if rule not in rules:
            rules.append(rule)

    code = chosen.render(kept)
    if borrowed:
        # Nothing may come before a docstring and the imports from __future__.
        opening = {index for index in kept if chosen.parts[index].future} | set(documented)
        pieces = [chosen.render(opening), *borrowed, chosen.render(kept - opening)]
        code = "\n\n".join(piece.strip("\n") for piece in pieces if piece.strip()) + "\n"
    if method:
        rules.append("solution_method")
        code = f"{code.rstrip()}\n\n\n{entry_point} = Solution().{entry_point}\n"
    return code, rules


def _needed(program: _Program, entry_point: str, roots: Iterable[str], given: Iterable[int] = ()) -> set[int]:
    """The parts that some names, and some parts, need; each part and each name is visited once.

    A name needs the parts that bind it and the statements that may alter its value, be it through functions that they
    call. A statement that only calls the entry point is an example of it and is not taken to alter anything.
    """
    parts = program.parts
    binding, altering, reading = defaultdict(list), defaultdict(list), defaultdict(list)
    for index, part in enumerate(parts):
        for name in part.binds:
            binding[name].append(index)
        for name in part.alters:
            altering[name].append(index)
        for name in part.reads:
            reading[name].append(index)

    kept, needed, acting = set[int](), set[str](), set[str]()
    keep = [*given, *(index for index, part in enumerate(parts) if part.star or part.sets)]
    need, act = list(roots), list[str]()  # `act`: functions that alter what is needed, so that calls of them count
    dynamic = False
    while keep or need or act:
        altering_parts: list[int] = []
        if keep:
            if (index := keep.pop()) not in kept:
                kept.add(index)
                need.extend(parts[index].reads)
                if not dynamic and parts[index].reads & _DYNAMIC:
                    dynamic = True
                    reachable = (part for part in parts if part.defines or entry_point not in part.reads)
                    need.extend(name for part in reachable for name in part.binds)
        elif need:
            if (name := need.pop()) not in needed:
                needed.add(name)
                keep.extend(index for index in binding[name] if not parts[index].idle)
                altering_parts = altering[name]
        elif (name := act.pop()) not in acting and name != entry_point:
            acting.add(name)
            altering_parts = reading[name]
        for index in altering_parts:
            if any(isinstance(node, _SCOPES) for node in parts[index].nodes):
                act.extend(parts[index].binds)
            if not parts[index].defines and not parts[index].idle:
                keep.append(index)
    return kept


def _is_idle(node: ast.stmt) -> bool:
    if isinstance(node, ast.Expr):
        call = node.value
        return isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "print"
    return isinstance(node, ast.Assert) or _is_main_block(node)


def _is_main_block(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and any(
        isinstance(part, ast.Name) and part.id == "__name__" for part in ast.walk(node.test)
    )


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _parse_prompt(prompt: str) -> _Program | None:
    """A prompt may end in a signature, whose body is the model's to write."""
    return _parse(prompt) or _parse(prompt.rstrip() + "\n    pass\n")


def _tree(source: str) -> ast.Module | None:
    if len(source) > MAX_CODE:
        return None
    try:
        return ast.parse(source)
    except _UNPARSABLE:
        return None


def _parse(source: str) -> _Program | None:
    """Takes source apart. None if it is no program, or is more than a parser can take."""
    if (tree := _tree(source)) is None:
        return None
    try:
        table = symtable.symtable(source, "<sample>", "exec")
    except _UNPARSABLE:
        return None
    parts: list[_Part] = []
    for node in tree.body:
        decorators = node.decorator_list if isinstance(node, _SCOPES) else []
        start = min([node.lineno, *(decorator.lineno for decorator in decorators)]) - 1
        end = node.end_lineno or node.lineno
        if parts and start < parts[-1].end:
            parts[-1].nodes.append(node)
            parts[-1].end = max(parts[-1].end, end)
        else:
            parts.append(_Part([node], parts[-1].end if parts else 0, start, end))
    for part in parts:
        if not _note_names(part):
            return None
    _note_nested_names(parts, table)
    imported = set[str]().union(*(part.binds for part in parts if part.imports))
    defined = set[str]().union(*(part.binds for part in parts if part.defines))
    for part in parts:
        _note_alterations(part, imported, defined)
    return _Program(source, source.split("\n"), parts)


def _note_names(part: _Part) -> bool:
    """Notes the names that a part binds and reads at top level. False if it holds what only a function may hold."""
    pending: list[ast.AST] = list(part.nodes)
    while pending:
        node = pending.pop()
        if isinstance(node, ast.Return | ast.Yield | ast.YieldFrom | ast.Await):
            return False
        if isinstance(node, ast.Name):
            (part.reads if isinstance(node.ctx, ast.Load) else part.binds).add(node.id)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            part.binds.update(alias.asname or alias.name.partition(".")[0] for alias in node.names)
            part.star = part.star or any(alias.name == "*" for alias in node.names)
        elif isinstance(node, ast.MatchAs | ast.MatchStar) and node.name:
            part.binds.add(node.name)
        elif isinstance(node, ast.MatchMapping) and node.rest:
            part.binds.add(node.rest)
        elif isinstance(node, ast.AugAssign) and isinstance(node.target, ast.Name):
            part.reads.add(node.target.id)
        elif isinstance(node, _Comprehension):
            # Part of its surroundings from Python 3.12 on, a scope before; its variables are its own in either case.
            inside = list(ast.walk(node))
            part.binds.update(name.target.id for name in inside if isinstance(name, ast.NamedExpr))
            names = [name for name in inside if isinstance(name, ast.Name)]
            variables = {name.id for name in names if isinstance(name.ctx, ast.Store)}
            part.reads.update(name.id for name in names if name.id not in variables)
            continue
        pending.extend(_top_level_children(node, part))
    return True


def _top_level_children(node: ast.AST, part: _Part) -> Iterable[ast.AST]:
    """What of a node is executed at top level; the rest is the symbol table's (see `_note_nested_names`)."""
    if isinstance(node, ast.ClassDef):
        part.binds.add(node.name)
        return [*node.decorator_list, *node.bases, *node.keywords]
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
        part.binds.add(node.name)
        return [*node.decorator_list, node.args, *([node.returns] if node.returns else [])]
    if isinstance(node, ast.Lambda):
        return [node.args]
    return ast.iter_child_nodes(node)


def _note_nested_names(parts: list[_Part], table: symtable.SymbolTable) -> None:
    starts = [part.start for part in parts]
    for scope in table.get_children():
        part = parts[max(bisect_right(starts, scope.get_lineno() - 1) - 1, 0)]
        pending = [scope]
        while pending:
            inner = pending.pop()
            pending.extend(inner.get_children())
            for symbol in inner.get_symbols():
                # A class body's own name may still be a global one where it is first read (`limit = limit`).
                if symbol.is_global() or (inner.get_type() == "class" and symbol.is_referenced()):
                    part.reads.add(symbol.get_name())
                if symbol.is_global() and symbol.is_assigned():
                    part.alters.add(symbol.get_name())


def _note_alterations(part: _Part, imported: set[str], defined: set[str]) -> None:
    """Notes what a part may alter without binding it: stores into it, its methods, functions it is passed to.

    A module's functions alter nothing here, a function is not altered by being passed on, and print alters nothing.
    """
    for node in (node for top in part.nodes for node in ast.walk(top)):
        if isinstance(node, ast.Attribute | ast.Subscript) and not isinstance(node.ctx, ast.Load):
            name = _root(node)
            part.sets = part.sets or (name in imported and part.acts)
            part.alters.add(name)
        elif isinstance(node, ast.ClassDef):
            part.alters.update(_root(base) for base in node.bases)  # it may register with it
        elif isinstance(node, ast.Call):
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            part.sets = part.sets or (name in _SETTINGS and part.acts)
            if isinstance(node.func, ast.Attribute) and (root := _root(node.func)) not in imported:
                part.alters.add(root)
            if name != "print":
                values = [*node.args, *(keyword.value for keyword in node.keywords)]
                part.alters.update({_root(value) for value in values} - imported - defined)
    part.alters &= part.reads


def _root(node: ast.AST) -> str:
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Starred):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _statement_starts(text: str, start: int = 0) -> Iterator[int]:
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


def _runs(text: str) -> Iterator[_Program]:
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
            stop = _statement_stop(text, at)
            if _tree(text[at:stop]) is None:
                left -= stop - at
                stop = at
        if stop == at:
            yield from _run(text[run:at])
            run = stop = line_end
        at = stop
    yield from _run(text[run:at])


def _run(text: str) -> Iterator[_Program]:
    program = _parse(text.strip("\n") + "\n") if text.strip() else None
    if program is not None:
        yield program


def _statement_stop(text: str, at: int) -> int:
    """Where the top-level statement that starts here stops, its decorators counted in."""
    decorated = False
    for start in _statement_starts(text, at):
        if start != at and not decorated:
            return start
        decorated = text[start] == "@"
    return len(text)


def _has_code(text: str) -> bool:
    return any(line.strip() and not line.lstrip().startswith("#") for line in text.split("\n"))


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip(" \t"))
