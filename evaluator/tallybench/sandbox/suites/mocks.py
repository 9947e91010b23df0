"""What a test asserts about a mock: how often it was called, and with which arguments.

The child reports the calls that a mock recorded, each with its positional and its named arguments; they are compared
here with what the test expects.
"""

import ast
from collections.abc import Callable, Mapping, Sequence
from typing import Any

Calls = Sequence[Any]
HAS_CALLS = "assert_has_calls"


def _has(made: Calls, wanted: Calls, any_order: bool = False) -> bool:
    """Return whether there were these calls: in this order with none in between, or in any order."""
    if not any_order:
        return any(made[start : start + len(wanted)] == wanted for start in range(len(made) - len(wanted) + 1))
    rest = list(made)
    for call in wanted:
        if call not in rest:
            return False
        rest.remove(call)
    return True


COUNTED: Mapping[str, Callable[[Calls, Any], bool]] = {
    "assert_called": lambda made, _: len(made) > 0,
    "assert_not_called": lambda made, _: len(made) == 0,
    "assert_called_once": lambda made, _: len(made) == 1,
}
COMPARED: Mapping[str, Callable[..., bool]] = {
    "assert_called_with": lambda made, wanted: len(made) > 0 and bool(made[-1] == wanted),
    "assert_called_once_with": lambda made, wanted: len(made) == 1 and bool(made[0] == wanted),
    "assert_any_call": lambda made, wanted: wanted in made,
    HAS_CALLS: _has,
}


def arguments_of(call: ast.Call) -> ast.expr | None:
    """Return a call's arguments, in the form in which the calls of a mock are reported; None if any are unpacked."""
    if any(isinstance(argument, ast.Starred) for argument in call.args):
        return None
    names: list[ast.expr | None] = []
    for keyword in call.keywords:
        if keyword.arg is None:
            return None
        names.append(ast.Constant(keyword.arg))
    named = ast.Dict(names, [keyword.value for keyword in call.keywords])
    return ast.Tuple([ast.Tuple(call.args, ast.Load()), named], ast.Load())


def listed_calls(node: ast.expr) -> ast.expr | None:
    """Return a list of `call(...)`, in the form in which the calls of a mock are reported; None for anything else."""
    if not isinstance(node, ast.List):
        return None
    items = []
    for item in node.elts:
        if not isinstance(item, ast.Call) or ast.unparse(item.func) not in ("call", "mock.call", "unittest.mock.call"):
            return None
        if (arguments := arguments_of(item)) is None:
            return None
        items.append(arguments)
    return ast.List(items, ast.Load())
