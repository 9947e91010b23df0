"""Source taken apart: its top-level statements, and which of them a name needs, including from other sources."""

import ast
import builtins
import symtable
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from tallybench.samples.sanitize.names import SCOPES, Statement, note_alterations, note_names, note_nested_names

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef

# Characters of a program. No model writes that many. The parser rebuilds `import a.a.a...` for each dot, which takes a
# second for this many characters and took 100 for four times as many.
MAX_CODE = 1 << 16
# What a parser raises, and what it raises on text that is too deep, too long, or no text (NUL, half surrogate pairs).
UNPARSABLE = (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError, SystemError)
# Code that reads one of these reaches names that are not written in it.
_DYNAMIC = {"eval", "exec", "globals", "vars"}
_BUILTINS = frozenset(dir(builtins)) | {"__file__", "exit", "quit", "copyright", "credits", "license", "help"}


class Sanitized(NamedTuple):
    """What is left of a sample."""

    code: str | None  # a program; None if the sample holds none
    rules: tuple[str, ...]  # the names of the rules that changed something, in the order they were applied

    def after(self, rules: Iterable[str]) -> "Sanitized":
        """Return the same, with rules that were applied before it."""
        return Sanitized(self.code, (*rules, *self.rules))


@dataclass(frozen=True)
class Program:
    """Source that parses, and its statements."""

    source: str
    lines: list[str]
    statements: list[Statement]

    @property
    def nodes(self) -> list[ast.stmt]:
        return [node for statement in self.statements for node in statement.nodes]

    @property
    def binds(self) -> set[str]:
        return set[str]().union(*(statement.binds for statement in self.statements))

    def render(self, kept: Iterable[int]) -> str:
        """Return the source of some statements with the comments above each, as written."""
        statements = [self.statements[index] for index in sorted(kept)]
        if len(statements) == len(self.statements):
            return self.source
        return "\n".join(line for one in statements for line in self.lines[one.lead : one.end]) + "\n"


def parse_tree(source: str) -> ast.Module | None:
    """Parse source; return None if it is not a program, or is more than a parser can take."""
    if len(source) > MAX_CODE:
        return None
    try:
        return ast.parse(source)
    except UNPARSABLE:
        return None


def parse_program(source: str) -> Program | None:
    """Parse source into statements; return None if it is not a program."""
    if (tree := parse_tree(source)) is None:
        return None
    try:
        table = symtable.symtable(source, "<sample>", "exec")
    except UNPARSABLE:
        return None
    statements: list[Statement] = []
    for node in tree.body:
        decorators = node.decorator_list if isinstance(node, SCOPES) else []
        start = min([node.lineno, *(decorator.lineno for decorator in decorators)]) - 1
        end = node.end_lineno or node.lineno
        if statements and start < statements[-1].end:
            statements[-1].nodes.append(node)
            statements[-1].end = max(statements[-1].end, end)
        else:
            statements.append(Statement([node], statements[-1].end if statements else 0, start, end))
    for statement in statements:
        if not note_names(statement):
            return None
    note_nested_names(statements, table)
    imported = set[str]().union(*(statement.binds for statement in statements if statement.imports))
    defined = set[str]().union(*(statement.binds for statement in statements if statement.defines))
    for statement in statements:
        note_alterations(statement, imported, defined)
    return Program(source, source.split("\n"), statements)


@lru_cache(maxsize=1024)
def parse_prompt(prompt: str) -> Program | None:
    """Parse a prompt, which may end in a signature whose body the model is to write."""
    return parse_program(prompt) or parse_program(prompt.rstrip() + "\n    pass\n")


def methods_of(declared: ast.ClassDef) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    """Return the functions in a class's body."""
    return [node for node in declared.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def skeleton_methods(prompt: str, entry_point: str) -> set[str]:
    """Return the methods of the class that a prompt declares; none if the entry point is not a class."""
    asked = parse_prompt(prompt)
    declared = [] if asked is None else [node for node in asked.nodes if isinstance(node, ast.ClassDef)]
    return {method.name for node in declared if node.name == entry_point for method in methods_of(node)}


def needed_statements(program: Program, entry_point: str, roots: Iterable[str], given: Iterable[int] = ()) -> set[int]:
    """Return the statements that some names, and the given statements, need.

    A name needs the statements that bind it and those that may alter its value, even if only through functions that
    they call. A statement that only calls the entry point is an example of it and is not taken to alter anything. Each
    statement and each name is visited once.
    """
    statements = program.statements
    binding, altering, reading = defaultdict(list), defaultdict(list), defaultdict(list)
    for index, statement in enumerate(statements):
        for name in statement.binds:
            binding[name].append(index)
        for name in statement.alters:
            altering[name].append(index)
        for name in statement.reads:
            reading[name].append(index)

    kept, needed, acting = set[int](), set[str](), set[str]()
    keep = [*given, *(index for index, statement in enumerate(statements) if statement.star or statement.sets)]
    need, act = list(roots), list[str]()  # `act`: functions that alter what is needed, so that calls of them count
    dynamic = False
    while keep or need or act:
        altering_statements: list[int] = []
        if keep:
            if (index := keep.pop()) not in kept:
                kept.add(index)
                need.extend(statements[index].reads)
                if not dynamic and statements[index].reads & _DYNAMIC:
                    dynamic = True
                    reachable = (
                        statement for statement in statements if statement.defines or entry_point not in statement.reads
                    )
                    need.extend(name for statement in reachable for name in statement.binds)
        elif need:
            if (name := need.pop()) not in needed:
                needed.add(name)
                keep.extend(index for index in binding[name] if not statements[index].idle)
                altering_statements = altering[name]
        elif (name := act.pop()) not in acting and name != entry_point:
            acting.add(name)
            altering_statements = reading[name]
        for index in altering_statements:
            if statements[index].scopes:
                act.extend(statements[index].binds)
            if not statements[index].defines and not statements[index].idle:
                keep.append(index)
    return kept


def is_documented(program: Program) -> bool:
    """Return whether it begins with a docstring."""
    first = program.nodes[0]
    return isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str)


def with_borrowed(
    program: Program, kept: set[int], providers: Iterable[Program | None], entry_point: str
) -> tuple[str, list[Program]]:
    """Return the kept statements, preceded by what they lack and others define, and the programs that provide it.

    A docstring and imports from __future__ still come first.
    """
    statements = [program.statements[index] for index in kept]
    bound = set[str]().union(*(statement.binds for statement in statements))
    missing = set[str]().union(*(statement.reads for statement in statements)) - bound - _BUILTINS
    pieces: list[str] = []
    lenders: list[Program] = []
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
    if not pieces:
        return program.render(kept), []
    opening = {index for index in kept if program.statements[index].future}
    opening |= {0} if is_documented(program) else set()
    pieces = [program.render(opening), *pieces, program.render(kept - opening)]
    return "\n\n".join(piece.strip("\n") for piece in pieces if piece.strip()) + "\n", lenders
