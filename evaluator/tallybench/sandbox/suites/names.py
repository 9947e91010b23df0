"""Finds things in a test: its assertions, what statements bind, and which names only assertions read."""

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import count

RAISES = "assertRaises"
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


def assertion_of(node: ast.AST) -> str | None:
    """Return the name of the assertion that a call makes; None if it makes none."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="self"), attr=name)) if name.startswith(("assert", "fail")):
            return name
    return None


def assertion_of_other(node: ast.AST) -> str | None:
    """Return the name of an assertion that a call makes on something other than the test case, such as a mock."""
    match node:
        case ast.Call(func=ast.Attribute(attr=name)) if name.startswith("assert") and assertion_of(node) is None:
            return name
    return None


def stored_names(nodes: Iterable[ast.AST]) -> Iterator[ast.expr]:
    """Yield the names and attributes that statements bind."""
    for node in nodes:
        for part in ast.walk(node):
            if isinstance(part, ast.Name | ast.Attribute) and isinstance(part.ctx, ast.Store | ast.Del):
                yield part


def only_asserted(functions: Sequence[ast.FunctionDef], prefix: str) -> set[str]:
    """Return the names that the functions' own blocks assign, and that only assertions read.

    Args:
        functions: the functions that may assign and read them.
        prefix: `self.` for the object's attributes; else empty, for local names.
    """
    assigned: Counter[str] = Counter()
    for function in functions:
        for statement in function.body:
            if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
                assigned[ast.unparse(statement.targets[0])] += 1
    stored = Counter(ast.unparse(node) for node in stored_names(functions))
    read: Counter[str] = Counter()
    asserted: Counter[str] = Counter()
    for function in functions:
        read += _loads(function)
        for node in ast.walk(function):
            if isinstance(node, ast.Expr) and (assertion_of(node.value) or assertion_of_other(node.value)):
                asserted += _loads(node) if assertion_of(node.value) != RAISES else Counter()
    names = {name for name, times in assigned.items() if stored[name] == times and read[name] == asserted[name]}
    dotted = {name for name in names if name.startswith("self.") and name.count(".") == 1}
    return dotted if prefix else {name for name in names if name.isidentifier()}


def name_apart(function: ast.FunctionDef) -> None:
    """Give each value that a function's own block assigns its own name, so that each value can be taken out separately.

    A name that anything else binds, or that an inner function reads, is kept.
    """
    inner = [part for node in function.body for part in ast.walk(node) if isinstance(part, _SCOPES)]
    taken = {part.id for part in ast.walk(function) if isinstance(part, ast.Name)}
    shared = {part.id for scope in inner for part in ast.walk(scope) if isinstance(part, ast.Name)}
    shared |= {argument.arg for argument in ast.walk(function) if isinstance(argument, ast.arg)}
    for part in ast.walk(function):
        if isinstance(part, ast.Global | ast.Nonlocal):
            shared.update(part.names)
        elif isinstance(part, ast.ExceptHandler | ast.FunctionDef | ast.ClassDef) and part.name:
            shared.add(part.name)
        elif isinstance(part, ast.alias):
            shared.add((part.asname or part.name).partition(".")[0])
    own = [statement for statement in function.body if isinstance(statement, ast.Assign)]
    stored = Counter(ast.unparse(node) for node in stored_names([function]))
    assigned = Counter(ast.unparse(node) for node in stored_names(own))
    again = {name for name, times in assigned.items() if times > 1 and stored[name] == times} - shared
    values: Counter[str] = Counter()
    current: dict[str, str] = {}
    for statement in function.body:
        parts = [part for part in ast.walk(statement) if isinstance(part, ast.Name) and part.id in again]
        for part in parts:
            if isinstance(part.ctx, ast.Load):
                part.id = current.get(part.id, part.id)
        bound = [part for part in parts if isinstance(part.ctx, ast.Store)]
        for name in {part.id for part in bound}:
            values[name] += 1
            if values[name] > 1:
                current[name] = next(
                    made for number in count(values[name]) if (made := f"{name}_{number}") not in taken
                )
                taken.add(current[name])
        for part in bound:
            part.id = current.get(part.id, part.id)


def _loads(node: ast.AST) -> Counter[str]:
    return Counter(
        ast.unparse(part)
        for part in ast.walk(node)
        if isinstance(part, ast.Name | ast.Attribute) and isinstance(part.ctx, ast.Load)
    )
