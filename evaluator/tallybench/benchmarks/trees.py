"""Syntax trees of programs: normalised, to tell which programs are alike, and what the methods of a class use.

A normalised tree leaves out what can be changed without effect: docstrings, annotations, imports and formatting; the
names that the program defines become numbers. Constants, operators, attributes and the names of built-ins stay.
"""

import ast
import warnings
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from tallybench.model.call_scripts import CONSTRUCTOR
from tallybench.model.problem import code_hash

LEAST_NODES = 30  # in a function's normalised tree
LONGEST = 20_000  # characters; reading hostile code can take time quadratic in its length
MOST_TIMES = 5  # nested functions are written repeatedly; this limits the nodes written, as a multiple of the program's
MOST_KEPT = 50_000  # programs to cache after reading: a leaderboard compares each model's with all others'


def parse_quietly(text: str, mode: str = "exec") -> Any:
    """Parse Python source without warnings, since our users need no warnings about other people's code."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ast.parse(text, mode=mode)
        except (SyntaxError, RecursionError, MemoryError) as error:
            raise ValueError(str(error)) from None


def parse_briefly(code: str) -> ast.Module | None:
    """Parse a program that may be hostile; None if it does not parse or is too long."""
    try:
        return parse_quietly(code) if len(code) <= LONGEST else None
    except ValueError:
        return None


@lru_cache(maxsize=MOST_KEPT)
def functions_of(code: str) -> frozenset[str]:
    """Return the hashes of the normalised trees of a program and of its functions, except short ones."""
    if (tree := parse_briefly(code)) is None:
        return frozenset()
    nodes = list(ast.walk(tree))
    names = _defined_names(nodes)
    found, left = set(), MOST_TIMES * len(nodes)
    for node in (tree, *(node for node in nodes if isinstance(node, ast.FunctionDef))):
        digest, written = _normalised(node, names)
        found.add(digest)
        left -= written
        if left < 0:
            break
    return frozenset(digest for digest in found if digest is not None)


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
    names = _defined_names(_nodes_of(tree))
    return (_normalised(named[-1], names)[0] if named else None) or _normalised(tree, names)[0]


@lru_cache(maxsize=MOST_KEPT)
def program_tree(code: str) -> str | None:
    """Return the hash of a whole program's normalised tree, however short; None if it cannot be read."""
    if (tree := parse_briefly(code)) is None:
        return None
    return _normalised(tree, _defined_names(_nodes_of(tree)), least=0)[0]


def _normalised(node: ast.AST, names: set[str], least: int = LEAST_NODES) -> tuple[str | None, int]:
    """Return the hash of a normalised tree's text, and how many nodes were written.

    The hash is None for a tree that is short or nested too deeply to be read.
    """
    writer = _Writer(names)
    try:
        text = writer.write(node)
    except RecursionError:
        return None, writer.nodes
    return (code_hash(text) if writer.nodes >= least else None), writer.nodes


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


def _defined_names(nodes: Iterable[ast.AST]) -> set[str]:
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
    match node:
        case ast.Assign(targets=[ast.Name(id=new)], value=ast.Name(id=old)):
            return new, old
    return None


_LEFT_OUT = frozenset({"annotation", "ctx", "kind", "returns", "type_comment", "type_params"})
_NAMES = frozenset({"id", "arg", "name"})


class _Writer:
    """Writes a tree without the parts that can be changed without effect; `names` are those the program defines."""

    def __init__(self, names: set[str]) -> None:
        self._names = names
        self._numbers: dict[str, int] = {}
        self.nodes = 0

    def write(self, value: object) -> str:
        """Return the text of a node, of a list of nodes, or of another value in a node."""
        if isinstance(value, list):
            return f"[{','.join([self.write(item) for item in value if not _has_no_effect(item)])}]"
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
                if field in _NAMES and isinstance(part, str):
                    number = self._numbers.setdefault(part, len(self._numbers)) if part in self._names else part
                    parts.append(str(number))
                else:
                    parts.append(self.write(part))
        return f"{type(value).__name__}({','.join(parts)})"


def _has_no_effect(node: object) -> bool:
    """Return whether a statement does nothing: a docstring or another constant, an import, a bare annotation."""
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    if isinstance(node, ast.AnnAssign):
        return node.value is None
    return isinstance(node, (ast.Import, ast.ImportFrom, ast.Pass))


@dataclass(frozen=True)
class Uses:
    """What a method uses: the object's fields, and other methods of the class."""

    fields: frozenset[str] = frozenset()
    methods: frozenset[str] = frozenset()


@lru_cache(maxsize=512)
def uses_of(code: str, class_name: str) -> dict[str, Uses]:
    """Return what each method except the constructor uses; empty if the code cannot be parsed or lacks the class."""
    tree = parse_briefly(code) or ast.Module([], [])
    declared = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == class_name]
    members = declared[-1].body if declared else []
    functions = {node.name: node for node in members if isinstance(node, ast.FunctionDef)}
    found = {}
    for name, function in functions.items():
        owners = {class_name, *_object(function)}
        read = {
            node.attr
            for node in ast.walk(function)
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in owners
        }
        fields = frozenset(part for part in read - functions.keys() if not part.startswith("__"))
        found[name] = Uses(fields, frozenset(read & functions.keys() - {name}))
    found.pop(CONSTRUCTOR, None)
    return found


def _object(function: ast.FunctionDef) -> list[str]:
    """Return the name of a method's first parameter, its object or class; a static method has neither."""
    decorators = {decorator.id for decorator in function.decorator_list if isinstance(decorator, ast.Name)}
    first = [*function.args.posonlyargs, *function.args.args][:1]
    return [] if "staticmethod" in decorators else [parameter.arg for parameter in first]


@dataclass(frozen=True)
class Recalled:
    """How many of the canonical class's uses are found, and their total."""

    fields: tuple[int, int]
    methods: tuple[int, int]


def recall(code: str, canonical: str, class_name: str) -> Recalled:
    """Return how many of the canonical methods' uses are also found in a program's methods of the same names.

    See section 4.4 of ClassEval's paper: the share of the names that a canonical method uses, each counted once.
    """
    wanted, written = uses_of(canonical, class_name), uses_of(code, class_name)
    pairs = [(uses, written.get(name, Uses())) for name, uses in wanted.items()]
    return Recalled(
        (sum(len(uses.fields & used.fields) for uses, used in pairs), sum(len(uses.fields) for uses, _ in pairs)),
        (sum(len(uses.methods & used.methods) for uses, used in pairs), sum(len(uses.methods) for uses, _ in pairs)),
    )
