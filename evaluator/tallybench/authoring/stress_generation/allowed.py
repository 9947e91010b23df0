"""Decide from the syntax tree of a model's answer which of its code may be used, before any of it runs.

Generators and expressions run only in the sandbox; names that they may not use would be of no use there, and reviewers
need not look for them. A contract is different: an audit of a problem's file runs its contract in the evaluator's own
process. So an assertion is an expression of a small language that reaches only its inputs: no attributes but methods of
plain data and names of `math`, no names but its own, no functions but those below.
"""

import ast
from collections.abc import Collection

from tallybench.authoring.asking import NotAllowed

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
_MOST_BITS = 256  # of a power; only powers of constants are allowed

MODULES = frozenset(
    "bisect collections functools heapq itertools math operator random string typing".split()  # noqa: SIM905
)
"""What inputs may import: modules of the standard library that compute and do nothing else."""
_FORBIDDEN = frozenset(
    "__import__ breakpoint compile delattr eval exec globals input locals open print setattr vars".split()  # noqa: SIM905
)


def check_assertion(statement: ast.Assert, names: Collection[str]) -> None:
    """Refuse an assertion that does more than compute with its inputs, which have these names.

    Raises:
        NotAllowed: the assertion is refused.
    """
    if not (isinstance(statement.msg, ast.Constant) and isinstance(statement.msg.value, str) and statement.msg.value):
        raise NotAllowed("an assertion needs a message, a plain string in quotes behind a comma")
    nodes = list(ast.walk(statement.test))
    bound = {node.id for node in nodes if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    if hidden := sorted(bound & (set(names) | _BUILTINS | {"math"})):
        raise NotAllowed(f"it gives the name {hidden[0]} another meaning")
    usable = bound | set(names)
    called = {id(node.func) for node in nodes if isinstance(node, ast.Call)}
    for node in nodes:
        if not isinstance(node, _SYNTAX):
            raise NotAllowed(f"it uses {type(node).__name__}, which an assertion may not")
        match node:
            case ast.Name(id=name) if name.startswith("_") or not (name in usable or name in _BUILTINS | {"math"}):
                there = ", ".join(sorted(usable))
                raise NotAllowed(f"it uses the name {name}; there are the inputs {there} and builtins")
            case ast.Attribute(value=ast.Name(id="math"), attr=name) if "math" not in usable:
                if name not in _MATH:
                    raise NotAllowed(f"it uses .{name}, which an assertion may not")
            case ast.Attribute(attr=name) if name not in _METHODS or id(node) not in called:
                raise NotAllowed(f"it uses .{name}, which an assertion may not")
            case ast.Call(func=ast.Name(id="type"), args=args, keywords=more) if len(args) != 1 or more:
                raise NotAllowed("type() takes one value")
            case ast.Call(func=function) if not isinstance(function, ast.Name | ast.Attribute):
                raise NotAllowed("it calls something that has no name")
            case ast.BinOp(left=left, op=ast.Pow(), right=right):
                _check_power(left, right)
    if not any(isinstance(node, ast.Name) and node.id in names for node in nodes):
        raise NotAllowed("it says nothing of the inputs")


def _check_power(left: ast.expr, right: ast.expr) -> None:
    match left, right:
        case ast.Constant(value=int(base)), ast.Constant(value=int(exponent)):
            if exponent < 0 or exponent * base.bit_length() > _MOST_BITS:
                raise NotAllowed("it takes too large a power")
        case _:
            raise NotAllowed("it takes a power of something else than two whole numbers")


def check_input_code(tree: ast.AST) -> None:
    """Refuse the code of an input that uses more than an input needs.

    This makes the code easy to review. It protects nothing: the sandbox does.

    Raises:
        NotAllowed: the code is refused.
    """
    for node in ast.walk(tree):
        match node:
            case ast.Import() | ast.ImportFrom():
                _check_import(node)
            case ast.Name(id=name) if name in _FORBIDDEN or name.startswith("__"):
                raise NotAllowed(f"it uses {name}; an input opens no file, prints nothing and runs no other code")
            case ast.Attribute(attr=name) if name.startswith("_"):
                raise NotAllowed(f"it uses .{name}; names that start with an underscore are not for inputs")
            case ast.Global() | ast.Nonlocal() | ast.ClassDef() | ast.AsyncFunctionDef() | ast.Await():
                raise NotAllowed(f"it uses {type(node).__name__}, which an input does not need")


def _check_import(node: ast.Import | ast.ImportFrom) -> None:
    if isinstance(node, ast.Import):
        modules = [alias.name.split(".")[0] for alias in node.names]
    else:
        modules = ["a package of its own" if node.level or not node.module else node.module.split(".")[0]]
    for module in modules:
        if module not in MODULES:
            raise NotAllowed(f"it imports {module}; there is {', '.join(sorted(MODULES))}")
    if any(alias.name == "*" or alias.name.startswith("_") for alias in node.names):
        raise NotAllowed("it imports names that cannot be seen")
