"""Normalised syntax trees: what is left of a program without the parts that can be changed with no effect.

Docstrings, annotations, imports and formatting are left out, and the names that the program defines become numbers.
Constants, operators, attributes and the names of built-ins stay.
"""

import ast
from collections.abc import Iterable
from functools import lru_cache

from tallybench.benchmarks.sources.data_files import parse_quietly
from tallybench.model.problem import code_hash

LEAST_NODES = 30  # of a function's normalised tree
LONGEST = 20_000  # characters; reading hostile code can take time quadratic in its length
MOST_TIMES = 5  # nested functions are written repeatedly; this limits the nodes written, as a multiple of the program's
MOST_KEPT = 50_000  # programs to cache after reading: a leaderboard compares each model's with all others'


@lru_cache(maxsize=MOST_KEPT)
def functions_of(code: str) -> frozenset[str]:
    """Return the hashes of the normalised trees of a program and of its functions, except short ones."""
    if (tree := parse_briefly(code)) is None:
        return frozenset()
    nodes = list(ast.walk(tree))
    given = _given_names(nodes)
    found, left = set(), MOST_TIMES * len(nodes)
    for node in (tree, *(node for node in nodes if isinstance(node, ast.FunctionDef))):
        shown, written = _shown(node, given)
        found.add(shown)
        left -= written
        if left < 0:
            break
    return frozenset(shown for shown in found if shown is not None)


@lru_cache(maxsize=MOST_KEPT)
def entry_tree(code: str, entry_point: str) -> str | None:
    """Return the hash of the normalised tree of the entry point's function or class.

    If that tree is short, the whole program's is used. None if both are short: short programs are alike by chance.
    """
    if (tree := parse_briefly(code)) is None:
        return None
    name = entry_point
    for statement in tree.body:
        if (alias := _alias(statement)) is not None and alias[0] == entry_point:
            name = alias[1]
    named = [node for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name == name]
    given = _given_names(_nodes_of(tree))
    return (_shown(named[-1], given)[0] if named else None) or _shown(tree, given)[0]


@lru_cache(maxsize=MOST_KEPT)
def program_tree(code: str) -> str | None:
    """Return the hash of a whole program's normalised tree, however short; None if it cannot be read."""
    if (tree := parse_briefly(code)) is None:
        return None
    try:
        return code_hash(_Writer(_given_names(_nodes_of(tree))).write(tree))
    except RecursionError:
        return None


def parse_briefly(code: str) -> ast.Module | None:
    """Parse a program that may be hostile; None if it does not parse or is too long."""
    if len(code) > LONGEST:
        return None
    try:
        tree: ast.Module = parse_quietly(code)
    except ValueError:
        return None
    return tree


def _shown(node: ast.AST, given: set[str]) -> tuple[str | None, int]:
    """Return the hash of a normalised tree's text, and how many nodes were written.

    The hash is None for a tree that is short or nested too deeply to be read.
    """
    writer = _Writer(given)
    try:
        text = writer.write(node)
    except RecursionError:
        return None, writer.nodes
    return (code_hash(text) if writer.nodes >= LEAST_NODES else None), writer.nodes


def _nodes_of(tree: ast.AST) -> list[ast.AST]:
    """Return all nodes of a tree except contexts, breadth first. `ast.walk` takes twice as long."""
    nodes = [tree]
    for node in nodes:
        for field in node._fields:
            part = getattr(node, field, None)
            if isinstance(part, list):
                nodes.extend([item for item in part if isinstance(item, ast.AST)])
            elif isinstance(part, ast.AST) and field != "ctx":
                nodes.append(part)
    return nodes


def _given_names(nodes: Iterable[ast.AST]) -> set[str]:
    """Return the names that a program defines; imported names are not among them."""
    names = set()
    for node in nodes:
        if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load):
            names.add(node.id)
        elif isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) or (
            isinstance(node, ast.ExceptHandler) and node.name
        ):
            names.add(str(node.name))
    return names


def _alias(node: ast.AST) -> tuple[str, str] | None:
    """Return the new and the old name if a statement only gives something another name; None otherwise."""
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.Name) and len(node.targets) == 1:
        target = node.targets[0]
        return (target.id, node.value.id) if isinstance(target, ast.Name) else None
    return None


_LEFT_OUT = frozenset({"annotation", "ctx", "kind", "returns", "type_comment", "type_params"})
_NAMES = frozenset({"id", "arg", "name"})


class _Writer:
    """Writes a tree without the parts that can be changed with no effect.

    Args:
        given: the names that the program defines.
    """

    def __init__(self, given: set[str]) -> None:
        self._given = given
        self._numbers: dict[str, int] = {}
        self.nodes = 0

    def write(self, value: object) -> str:
        """Return the text of a node, of a list of nodes, or of another value in a node."""
        if isinstance(value, list):
            return f"[{','.join([self.write(item) for item in value if not _is_form(item)])}]"
        if not isinstance(value, ast.AST):
            return repr(value)
        if isinstance(value, ast.AnnAssign) and value.value is not None:
            value = ast.Assign(targets=[value.target], value=value.value)
        elif isinstance(value, ast.Module):
            value = ast.Module([node for node in value.body if _alias(node) is None], [])
        self.nodes += 1
        parts = []
        for field in value._fields:
            if field not in _LEFT_OUT and hasattr(value, field):
                part = getattr(value, field)
                named = isinstance(part, str) and field in _NAMES
                parts.append(self._name(part) if named else self.write(part))
        return f"{type(value).__name__}({','.join(parts)})"

    def _name(self, name: str) -> str:
        return str(self._numbers.setdefault(name, len(self._numbers))) if name in self._given else name


def _is_form(node: object) -> bool:
    """Return whether a statement does nothing: a docstring or another constant, an import, a bare annotation."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    if isinstance(node, ast.AnnAssign):
        return node.value is None
    return isinstance(node, (ast.Import, ast.ImportFrom, ast.Pass))
