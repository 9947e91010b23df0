"""Source taken apart: its top-level statements, and which of them a name needs."""

import ast
import symtable
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from evaluator.samples.sanitize.names import SCOPES, Part, note_alterations, note_names, note_nested_names

Definition = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef

MAX_CODE = 1 << 18  # characters of a program; this many take a second to parse, and no model writes them
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
    parts: list[Part]

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


def parse_tree(source: str) -> ast.Module | None:
    if len(source) > MAX_CODE:
        return None
    try:
        return ast.parse(source)
    except UNPARSABLE:
        return None


def parse_program(source: str) -> Program | None:
    """Takes source apart. None if it is no program, or is more than a parser can take."""
    if (tree := parse_tree(source)) is None:
        return None
    try:
        table = symtable.symtable(source, "<sample>", "exec")
    except UNPARSABLE:
        return None
    parts: list[Part] = []
    for node in tree.body:
        decorators = node.decorator_list if isinstance(node, SCOPES) else []
        start = min([node.lineno, *(decorator.lineno for decorator in decorators)]) - 1
        end = node.end_lineno or node.lineno
        if parts and start < parts[-1].end:
            parts[-1].nodes.append(node)
            parts[-1].end = max(parts[-1].end, end)
        else:
            parts.append(Part([node], parts[-1].end if parts else 0, start, end))
    for part in parts:
        if not note_names(part):
            return None
    note_nested_names(parts, table)
    imported = set[str]().union(*(part.binds for part in parts if part.imports))
    defined = set[str]().union(*(part.binds for part in parts if part.defines))
    for part in parts:
        note_alterations(part, imported, defined)
    return Program(source, source.split("\n"), parts)


def parse_prompt(prompt: str) -> Program | None:
    """A prompt may end in a signature, whose body is the model's to write."""
    return parse_program(prompt) or parse_program(prompt.rstrip() + "\n    pass\n")


def needed_parts(program: Program, entry_point: str, roots: Iterable[str], given: Iterable[int] = ()) -> set[int]:
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
            if any(isinstance(node, SCOPES) for node in parts[index].nodes):
                act.extend(parts[index].binds)
            if not parts[index].defines and not parts[index].idle:
                keep.append(index)
    return kept
