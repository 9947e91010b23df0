"""Which fields and other methods of its class each method uses, read from the syntax tree.

See section 4.4 of ClassEval's paper: the share of what a canonical method uses, each counted once, that the written
method uses too.
"""

import ast
from dataclasses import dataclass
from functools import lru_cache

from tallybench.benchmarks.trees import parse_briefly
from tallybench.model.call_scripts import CONSTRUCTOR


@dataclass(frozen=True)
class Uses:
    """What a method uses.

    Attributes:
        fields: the object's fields.
        methods: other methods of the class.
    """

    fields: frozenset[str]
    methods: frozenset[str]


@lru_cache(maxsize=512)
def uses_of(code: str, class_name: str) -> dict[str, Uses]:
    """Return what each method except the constructor uses; empty if the code cannot be parsed or lacks the class."""
    if (tree := parse_briefly(code)) is None:
        return {}
    declared = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == class_name]
    if not declared:
        return {}
    functions = {node.name: node for node in declared[-1].body if isinstance(node, ast.FunctionDef)}
    found = {}
    for name, function in functions.items():
        if name == CONSTRUCTOR:
            continue
        owners = {class_name, *_object(function)}
        read = {
            node.attr
            for node in ast.walk(function)
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in owners
        }
        methods = frozenset(read & functions.keys() - {name})
        found[name] = Uses(frozenset(part for part in read - functions.keys() if not part.startswith("__")), methods)
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
    """Return how many of the canonical methods' uses are also found in a program's methods of the same names."""
    wanted, written = uses_of(canonical, class_name), uses_of(code, class_name)
    nothing = Uses(frozenset(), frozenset())
    fields = methods = 0
    for name, uses in wanted.items():
        used = written.get(name, nothing)
        fields += len(uses.fields & used.fields)
        methods += len(uses.methods & used.methods)
    return Recalled(
        (fields, sum(len(uses.fields) for uses in wanted.values())),
        (methods, sum(len(uses.methods) for uses in wanted.values())),
    )
