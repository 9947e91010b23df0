"""Source taken apart: its top-level statements, and which of them a name needs."""

import ast
import symtable
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from evaluator.samples.sanitize.grammar import GRAMMAR, has_newer_strings, is_too_deep
from evaluator.samples.sanitize.names import SCOPES, Statement, note_alterations, note_names, note_nested_names

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef

# Characters of a program. No model writes so many. The parser builds `import a.a.a...` anew for each dot, which takes
# it a second for this many, and took it 100 for four times as many.
MAX_CODE = 1 << 16
# What a parser raises, and what it raises on text that is too deep, too long, or no text (NUL, half surrogate pairs).
UNPARSABLE = (SyntaxError, ValueError, RecursionError, MemoryError, OverflowError, SystemError)
# Code that reads one of these reaches names that are not written in it.
_DYNAMIC = {"eval", "exec", "globals", "vars"}


@dataclass(frozen=True)
class Sanitized:
    """What is left of a sample.

    Attributes:
        code: a program; None where the sample holds none.
        rules: the names of the rules that changed something, in the order they were applied.
    """

    code: str | None
    rules: tuple[str, ...]


@dataclass(frozen=True)
class Program:
    """Source that parses, and what it is made of."""

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
        """The source of some statements with the comments above each, as written."""
        kept = sorted(kept)
        if len(kept) == len(self.statements):
            return self.source
        lines = [
            line for index in kept for line in self.lines[self.statements[index].lead : self.statements[index].end]
        ]
        return "\n".join(lines) + "\n"


def parse_tree(source: str) -> ast.Module | None:
    """Parse source as Python 3.11 does, whichever Python runs this: the one that measures is a 3.11."""
    if len(source) > MAX_CODE:
        return None
    try:
        tree = ast.parse(source, feature_version=GRAMMAR)
    except UNPARSABLE:
        return None
    return None if is_too_deep(tree, len(source)) or has_newer_strings(tree, source) else tree


def parse_program(source: str) -> Program | None:
    """Takes source apart. None if it is no program, or is more than a parser can take."""
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


def parse_prompt(prompt: str) -> Program | None:
    """A prompt may end in a signature, whose body is the model's to write."""
    return parse_program(prompt) or parse_program(prompt.rstrip() + "\n    pass\n")


def needed_statements(program: Program, entry_point: str, roots: Iterable[str], given: Iterable[int] = ()) -> set[int]:
    """The statements that some names, and the given statements, need; each statement and each name is visited once.

    A name needs the statements that bind it and those that may alter its value, be it through functions that they
    call. A statement that only calls the entry point is an example of it and is not taken to alter anything.
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
            if any(isinstance(node, SCOPES) for node in statements[index].nodes):
                act.extend(statements[index].binds)
            if not statements[index].defines and not statements[index].idle:
                keep.append(index)
    return kept
