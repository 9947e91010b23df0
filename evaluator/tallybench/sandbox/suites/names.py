"""Find things in a test: assertions, calls, what statements bind, names that only assertions read, and constants.

The values of constants stay with the judge, and never enter the sandbox. The judge evaluates them in its own process,
although the tests come with the benchmark's data. So a name may lead only to the public contents of a pure module, and
never to another module.
"""

import ast
import copy
import importlib
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import count
from types import ModuleType

from tallybench.sandbox.suites.judge import RAISES

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
# Standard modules whose functions always return the same for the same arguments, except for those in _IMPURE.
_PURE_MODULES = frozenset({"collections", "datetime", "decimal", "fractions", "math", "string"})
_IMPURE = frozenset({"now", "today", "utcnow", "fromtimestamp", "getcontext", "setcontext"})
PURE_BUILTINS = frozenset(
    {"abs", "bool", "bytes", "complex", "dict", "float", "frozenset", "int", "len", "list", "max", "min", "range"}
    | {"repr", "round", "set", "sorted", "str", "sum", "tuple"}
)
_MOCK_CALL = ("call", "mock.call", "unittest.mock.call")
_IMMUTABLE = (ast.Constant, ast.UnaryOp, ast.BinOp, ast.Tuple, ast.operator, ast.unaryop, ast.expr_context)


def assertion_of(node: ast.AST) -> str | None:
    """Return the name of the assertion that a call makes on the test case; None if it makes none."""
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


def _loads(node: ast.AST) -> Counter[str]:
    paths = (part for part in ast.walk(node) if isinstance(part, ast.Name | ast.Attribute))
    return Counter(ast.unparse(part) for part in paths if isinstance(part.ctx, ast.Load))


def only_asserted(functions: Sequence[ast.FunctionDef], *, attributes: bool = False) -> set[str]:
    """Return the names that the functions' own blocks assign, and that only assertions read.

    With `attributes`, these are those of the object (`self.name`) instead of local names.
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
            if isinstance(node, ast.Expr) and (kind := assertion_of(node.value) or assertion_of_other(node.value)):
                asserted += _loads(node) if kind != RAISES else Counter()
    names = {name for name, times in assigned.items() if stored[name] == times and read[name] == asserted[name]}
    if attributes:
        return {name for name in names if name.startswith("self.") and name.count(".") == 1}
    return {name for name in names if name.isidentifier()}


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
                unused = (made for number in count(values[name]) if (made := f"{name}_{number}") not in taken)
                current[name] = next(unused)
                taken.add(current[name])
        for part in bound:
            part.id = current.get(part.id, part.id)


class Constants:
    """Tells constant expressions from others, given the import statements that a test relies on, in order.

    `program` is the source of those that a constant may use, for its evaluation.
    """

    def __init__(self, imports: Iterable[ast.stmt]) -> None:
        self._names = set(PURE_BUILTINS)
        self._modules: dict[str, str] = {}  # by the name that each is imported as
        used: list[str] = []
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
                continue
            if aliases:
                self._names |= {alias.asname or alias.name for alias in aliases}
                used.append(ast.unparse(ast.fix_missing_locations(made)))
        self.program = "\n".join(used)

    def without(self, names: Iterable[str]) -> "Constants":
        """Return a copy in which some names mean something else."""
        made = copy.copy(self)
        made._names = self._names - set(names)
        return made

    def is_constant(self, node: ast.AST | None, known: Iterable[str] = ()) -> bool:
        """Return whether an expression is constant, given the source of names and attributes known to be constant."""
        if isinstance(node, ast.Name | ast.Attribute) and ast.unparse(node) in known:
            return True
        parts: Sequence[ast.AST | None] = ()
        match node:
            case ast.Constant():
                return True
            case ast.Name() | ast.Attribute():
                return self._is_pure_path(node)
            case ast.Call(func=function, args=arguments, keywords=named) if self._is_pure_path(function):
                parts = [*arguments, *(keyword.value for keyword in named)]
            case ast.List(elts=parts) | ast.Tuple(elts=parts) | ast.Set(elts=parts):
                pass
            case ast.Dict(keys=keys, values=values):
                parts = [*keys, *values]
            case ast.UnaryOp(operand=operand):
                parts = [operand]
            case ast.BinOp(left=left, right=right) | ast.Subscript(value=left, slice=right):
                parts = [left, right]
            case _:
                return False
        return all(self.is_constant(part, known) for part in parts)

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


def is_starred(items: Sequence[ast.expr]) -> bool:
    """Return whether any of some items is unpacked."""
    return any(isinstance(item, ast.Starred) for item in items)


def call_arguments(call: ast.Call) -> ast.expr | None:
    """Return a call's arguments, in the form in which the calls of a mock are reported; None if any are unpacked."""
    if is_starred(call.args) or any(keyword.arg is None for keyword in call.keywords):
        return None
    named = ast.Dict(
        [ast.Constant(keyword.arg) for keyword in call.keywords], [keyword.value for keyword in call.keywords]
    )
    return ast.Tuple([ast.Tuple(call.args, ast.Load()), named], ast.Load())


def listed_calls(node: ast.expr) -> ast.expr | None:
    """Return a list of `call(...)`, in the form in which the calls of a mock are reported; None for anything else."""
    if not isinstance(node, ast.List):
        return None
    items = []
    for item in node.elts:
        if not isinstance(item, ast.Call) or ast.unparse(item.func) not in _MOCK_CALL:
            return None
        if (arguments := call_arguments(item)) is None:
            return None
        items.append(arguments)
    return ast.List(items, ast.Load())
