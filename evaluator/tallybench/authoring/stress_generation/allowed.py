"""Decide which parts of a model's answer may be used, from its syntax tree, before any of it runs.

Generators and expressions run only in the sandbox; names that they may not use would be of no use there, and reviewers
need not look for them. A contract is different: an audit of a problem's file runs its contract in the evaluator's own
process. So an assertion is an expression of a small language that reaches only its inputs: no attributes but methods of
plain data and names of `math`, no names but its own, no functions but those below.
"""

import ast
from collections.abc import Collection, Iterator

LONGEST = 20_000  # characters of an answer's code; an input is an expression or a function, not raw data

_BUILTINS = frozenset(
    (  # noqa: SIM905  # a list of words reads better than a list of strings
        "abs all any bool bytes chr complex dict divmod enumerate filter float frozenset int isinstance len list map "
        "max min ord range reversed round set sorted str sum tuple type zip"
    ).split()
)
_METHODS = frozenset(
    (  # noqa: SIM905
        "bit_length count endswith find get index intersection is_integer isalnum isalpha isascii isdecimal isdigit "
        "isdisjoint isidentifier islower isnumeric isspace issubset issuperset istitle isupper items keys lower lstrip "
        "rstrip split splitlines startswith strip union upper values"
    ).split()
)
_MATH = frozenset({"ceil", "floor", "gcd", "inf", "isfinite", "isinf", "isnan", "isqrt", "log2", "sqrt"})
_SYNTAX = (
    *(ast.BoolOp, ast.And, ast.Or, ast.UnaryOp, ast.Not, ast.USub, ast.UAdd, ast.BinOp, ast.Add, ast.Sub, ast.Mult),
    *(ast.Div, ast.FloorDiv, ast.Mod, ast.Pow, ast.BitAnd, ast.BitOr, ast.BitXor, ast.Compare, ast.cmpop, ast.Call),
    *(ast.keyword, ast.Constant, ast.Name, ast.Load, ast.Store, ast.Attribute, ast.Subscript, ast.Slice, ast.List),
    *(ast.Tuple, ast.Set, ast.Dict, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.comprehension),
    *(ast.IfExp, ast.Starred),
)
_LARGEST_POWER = 64  # a quarter of the bits that a power may have; only powers of constants are allowed

MODULES = frozenset(
    "bisect collections functools heapq itertools math operator random string typing".split()  # noqa: SIM905
)
"""What inputs may import: modules of the standard library that compute and do nothing else."""
_FORBIDDEN = frozenset(
    "__import__ breakpoint compile delattr eval exec globals input locals open print setattr vars".split()  # noqa: SIM905
)


class NotAllowed(ValueError):
    """An answer holds something that is not allowed; the message goes to the model."""


def check_assertion(statement: ast.Assert, names: Collection[str]) -> None:
    """Refuse an assertion that does more than compute with its inputs.

    Args:
        statement: the assertion.
        names: the contract's parameters, and what it derives from them.

    Raises:
        NotAllowed: the assertion is refused.
    """
    if not (isinstance(statement.msg, ast.Constant) and isinstance(statement.msg.value, str) and statement.msg.value):
        raise NotAllowed("an assertion needs a message, a plain string in quotes behind a comma")
    bound = {node.id for node in ast.walk(statement.test) if isinstance(node, ast.Name) and _stores(node)}
    if hidden := sorted(bound & (set(names) | _BUILTINS | {"math"})):
        raise NotAllowed(f"it gives the name {hidden[0]} another meaning")
    usable = bound | set(names)
    called = {id(node.func) for node in ast.walk(statement.test) if isinstance(node, ast.Call)}
    for node in ast.walk(statement.test):
        if not isinstance(node, _SYNTAX):
            raise NotAllowed(f"it uses {type(node).__name__}, which an assertion may not")
        if isinstance(node, ast.Name):
            _check_name(node, usable)
        elif isinstance(node, ast.Attribute):
            _check_attribute(node, id(node) in called, usable)
        elif isinstance(node, ast.Call):
            _check_call(node)
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.Pow):
            _check_power(node)
    if not any(isinstance(node, ast.Name) and node.id in names for node in ast.walk(statement.test)):
        raise NotAllowed("it says nothing of the inputs")


def _stores(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store)


def _check_name(node: ast.Name, usable: Collection[str]) -> None:
    if node.id.startswith("_") or not (node.id in usable or node.id in _BUILTINS or node.id == "math"):
        raise NotAllowed(f"it uses the name {node.id}; there are the inputs {', '.join(sorted(usable))} and builtins")


def _check_attribute(node: ast.Attribute, called: bool, usable: Collection[str]) -> None:
    of_math = isinstance(node.value, ast.Name) and node.value.id == "math" and "math" not in usable
    if of_math and node.attr in _MATH:
        return
    if of_math or not called or node.attr not in _METHODS:
        raise NotAllowed(f"it uses .{node.attr}, which an assertion may not")


def _check_call(node: ast.Call) -> None:
    if not isinstance(node.func, ast.Name | ast.Attribute):
        raise NotAllowed("it calls something that has no name")
    if isinstance(node.func, ast.Name) and node.func.id == "type" and (len(node.args) != 1 or node.keywords):
        raise NotAllowed("type() takes one value")


def _check_power(node: ast.BinOp) -> None:
    sides = (node.left, node.right)
    if not all(isinstance(side, ast.Constant) and type(side.value) is int for side in sides):
        raise NotAllowed("it takes a power of something else than two whole numbers")
    base, exponent = (side.value for side in sides if isinstance(side, ast.Constant) and isinstance(side.value, int))
    if exponent < 0 or exponent * base.bit_length() > 4 * _LARGEST_POWER:
        raise NotAllowed("it takes too large a power")


def check_input_code(tree: ast.AST) -> None:
    """Refuse the code of an input that uses more than an input needs.

    This makes the code easy to review. It protects nothing: the sandbox does.

    Raises:
        NotAllowed: the code is refused.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            _check_import(node)
        elif isinstance(node, ast.Name) and (node.id in _FORBIDDEN or node.id.startswith("__")):
            raise NotAllowed(f"it uses {node.id}; an input opens no file, prints nothing and runs no other code")
        elif isinstance(node, ast.Attribute) and node.attr.startswith("_"):
            raise NotAllowed(f"it uses .{node.attr}; names that start with an underscore are not for inputs")
        elif isinstance(node, ast.Global | ast.Nonlocal | ast.ClassDef | ast.AsyncFunctionDef | ast.Await):
            raise NotAllowed(f"it uses {type(node).__name__}, which an input does not need")


def _check_import(node: ast.Import | ast.ImportFrom) -> None:
    for module in _modules(node):
        if module not in MODULES:
            raise NotAllowed(f"it imports {module}; there is {', '.join(sorted(MODULES))}")
    if any(alias.name == "*" or alias.name.startswith("_") for alias in node.names):
        raise NotAllowed("it imports names that cannot be seen")


def _modules(node: ast.Import | ast.ImportFrom) -> Iterator[str]:
    if isinstance(node, ast.Import):
        yield from (alias.name.split(".")[0] for alias in node.names)
    else:
        yield "a package of its own" if node.level or not node.module else node.module.split(".")[0]
