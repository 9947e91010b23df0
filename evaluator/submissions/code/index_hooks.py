"""Samples that define `__index__` with side effects: the way to CPython's own memory that needs no crafted bytecode.

CPython asks an object for its `__index__` in the middle of storing it in an array. Where that call shrinks the array,
the store goes beyond its end. A finding for a maintainer to read, no fault: a method may change something for a reason.
"""

import ast
import unicodedata
from collections.abc import Iterator

from evaluator.benchmarks.trees import parse_briefly

HOOK = "__index__"
CHANGING = {"append", "clear", "extend", "frombytes", "insert", "pop", "remove", "resize"}

_Function = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda


def told_index_hook(code: str) -> str | None:
    """That a program defines `__index__` with side effects, in words."""
    return (
        f"defines {HOOK} with side effects, which can reach the memory of the interpreter"
        if has_index_hook(code)
        else None
    )


def has_index_hook(code: str) -> bool:
    """Whether a program has an `__index__` that deletes something, stores in a container, or changes its length."""
    if HOOK not in unicodedata.normalize("NFKC", code):  # as Python reads names
        return False
    tree = parse_briefly(code)
    return tree is not None and any(map(_has_side_effects, _hooks(tree)))


def _hooks(tree: ast.Module) -> Iterator[_Function]:
    """What is defined as `__index__` or assigned to that name."""
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    yield from (function for function in functions if function.name == HOOK)
    for node in ast.walk(tree):
        if not isinstance(node, ast.Assign) or not any(map(_is_hook, node.targets)):
            continue
        if isinstance(node.value, ast.Lambda):
            yield node.value
        elif isinstance(node.value, ast.Name):
            yield from (function for function in functions if function.name == node.value.id)


def _is_hook(target: ast.expr) -> bool:
    name = target.id if isinstance(target, ast.Name) else target.attr if isinstance(target, ast.Attribute) else None
    return name == HOOK


def _has_side_effects(function: _Function) -> bool:
    body = function.body if isinstance(function.body, list) else [function.body]
    return any(_changes(node) for statement in body for node in ast.walk(statement))


def _changes(node: ast.AST) -> bool:
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Attribute) and node.func.attr in CHANGING
    return isinstance(node, ast.Delete) or (isinstance(node, ast.Subscript) and isinstance(node.ctx, ast.Store))
