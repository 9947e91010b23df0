"""What a test says where: its assertions, what statements bind, and which names nothing reads but assertions."""

import ast
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

RAISES = "assertRaises"


def assertion_of(node: ast.AST) -> str | None:
    """The name of the assertion that a call makes."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="self"), attr=name)) if name.startswith(("assert", "fail")):
            return name
    return None


def stored_names(nodes: Iterable[ast.AST]) -> Iterator[ast.expr]:
    """The names and attributes that statements bind."""
    for node in nodes:
        for part in ast.walk(node):
            if isinstance(part, ast.Name | ast.Attribute) and isinstance(part.ctx, ast.Store | ast.Del):
                yield part


def only_asserted(functions: Sequence[ast.FunctionDef], prefix: str) -> set[str]:
    """The names that a function's own block assigns, and that nothing reads but assertions.

    Args:
        functions: the functions in which they may be read.
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
            if isinstance(node, ast.Expr) and assertion_of(node.value) not in (None, RAISES):
                asserted += _loads(node)
    names = {name for name, times in assigned.items() if stored[name] == times and read[name] == asserted[name]}
    dotted = {name for name in names if name.startswith("self.") and name.count(".") == 1}
    return dotted if prefix else {name for name in names if name.isidentifier()}


def _loads(node: ast.AST) -> Counter[str]:
    return Counter(
        ast.unparse(part)
        for part in ast.walk(node)
        if isinstance(part, ast.Name | ast.Attribute) and isinstance(part.ctx, ast.Load)
    )
