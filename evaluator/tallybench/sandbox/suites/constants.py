"""Which expressions of a test are constant: their values stay with the judge, and never enter the sandbox.

The judge evaluates them in its own process, although the tests come with the benchmark's data. So a name may lead only
to the public contents of a pure module, and never to another module.
"""

import ast
import copy
import importlib
from collections.abc import Iterable, Iterator
from types import ModuleType

# Standard modules whose functions always return the same for the same arguments, except for those in _IMPURE.
_PURE_MODULES = frozenset({"collections", "datetime", "decimal", "fractions", "math", "string"})
_IMPURE = frozenset({"now", "today", "utcnow", "fromtimestamp", "getcontext", "setcontext"})
PURE_BUILTINS = frozenset(
    {"abs", "bool", "bytes", "complex", "dict", "float", "frozenset", "int", "len", "list", "max", "min", "range"}
    | {"repr", "round", "set", "sorted", "str", "sum", "tuple"}
)
_IMMUTABLE = (ast.Constant, ast.UnaryOp, ast.BinOp, ast.Tuple, ast.operator, ast.unaryop, ast.expr_context)


class Constants:
    """Tells constant expressions from others.

    Args:
        imports: the import statements that a test relies on, in order.

    Attributes:
        program: the source of those that a constant may use, for its evaluation.
    """

    def __init__(self, imports: Iterable[ast.stmt]) -> None:
        self._names = set(PURE_BUILTINS)
        self._modules: dict[str, str] = {}  # by the name that each is imported as
        used = []
        for statement in imports:
            if isinstance(statement, ast.Import):
                aliases = [alias for alias in statement.names if alias.name in _PURE_MODULES]
                made: ast.stmt = ast.Import(aliases)
                self._modules |= {alias.asname or alias.name: alias.name for alias in aliases}
            elif isinstance(statement, ast.ImportFrom) and statement.module in _PURE_MODULES and not statement.level:
                aliases = [alias for alias in statement.names if _offers(statement.module, alias.name)]
                made = ast.ImportFrom(statement.module, aliases, 0)
                for alias in aliases:
                    self._modules.pop(alias.asname or alias.name, None)
            else:
                aliases = []
            if aliases:
                self._names |= {alias.asname or alias.name for alias in aliases}
                used.append(ast.unparse(ast.fix_missing_locations(made)))
        self.program = "\n".join(used)

    def without(self, names: Iterable[str]) -> "Constants":
        """Return a copy in which some names stand for something else."""
        made = copy.copy(self)
        made._names = self._names - set(names)
        return made

    def is_constant(self, node: ast.AST, known: Iterable[str] = ()) -> bool:
        """Return whether an expression is constant.

        Args:
            node: the expression.
            known: the names and attributes, as source, that stand for constants.
        """
        if isinstance(node, ast.Constant):
            return True
        if isinstance(node, ast.Name | ast.Attribute) and ast.unparse(node) in known:
            return True
        match node:
            case ast.Name(id=name):
                return name in self._names
            case ast.Attribute():
                return self._is_pure_path(node)
            case ast.Call(func=function, args=arguments, keywords=named):
                parts = [*arguments, *(keyword.value for keyword in named)]
                return self._is_pure_path(function) and all(self.is_constant(part, known) for part in parts)
            case ast.List(elts=items) | ast.Tuple(elts=items) | ast.Set(elts=items):
                return all(self.is_constant(item, known) for item in items)
            case ast.Dict(keys=keys, values=values):
                return all(key is not None and self.is_constant(key, known) for key in keys) and all(
                    self.is_constant(value, known) for value in values
                )
            case ast.UnaryOp(operand=operand):
                return self.is_constant(operand, known)
            case ast.BinOp(left=left, right=right):
                return self.is_constant(left, known) and self.is_constant(right, known)
            case ast.Subscript(value=value, slice=index):
                return self.is_constant(value, known) and self.is_constant(index, known)
        return False

    def _is_pure_path(self, node: ast.AST) -> bool:
        """Return whether a dotted name starts with one imported from a pure module, or with a pure builtin."""
        if isinstance(node, ast.Name):
            return node.id in self._names
        if not isinstance(node, ast.Attribute) or node.attr in _IMPURE or node.attr.startswith("_"):
            return False
        if isinstance(node.value, ast.Name) and (module := self._modules.get(node.value.id)) is not None:
            return node.value.id in self._names and _offers(module, node.attr)
        return self._is_pure_path(node.value)


def _offers(module: str, name: str) -> bool:
    """Return whether a pure module has a public name that is not a module."""
    found = getattr(importlib.import_module(module), name, None)
    return not name.startswith("_") and found is not None and not isinstance(found, ModuleType)


def is_immutable(node: ast.AST) -> bool:
    """Return whether a constant expression is a number, a text, or a tuple of these, and so may be repeated."""
    return all(isinstance(part, _IMMUTABLE) for part in ast.walk(node))


def mentions(node: ast.AST) -> Iterator[str]:
    """Yield the names that an expression reads, and the attributes of names."""
    for part in ast.walk(node):
        if isinstance(part, ast.Name) or (isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name)):
            yield ast.unparse(part)
