"""Small changes of a class, one at a time, by the operators of mutmut.

Numbers and strings, comparisons, arithmetic, `and` and `or`, `not`, truth values, `break` and `continue`, what is
assigned, and decorators, in the methods of the class.
"""

import ast
from collections.abc import Callable, Iterator

_BINARY: dict[type[ast.operator], type[ast.operator]] = {
    **{ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Div},
    **{ast.Mod: ast.Div, ast.Pow: ast.Mult, ast.LShift: ast.RShift, ast.RShift: ast.LShift},
    **{ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitAnd},
}
_COMPARED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    **{ast.Eq: ast.NotEq, ast.NotEq: ast.Eq, ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt},
    **{ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is},
}
Change = Callable[[], Callable[[], None]]
"""Changes a node, and returns what undoes that."""


def mutants(code: str, class_name: str) -> Iterator[str]:
    """The changed programs, in the order of the places in the code.

    Args:
        code: a program.
        class_name: the class of it that is changed.
    """
    tree = ast.parse(code)
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name == class_name:
            skipped = _docstrings(node)
            for part in ast.walk(node):
                if part in skipped or part is node:
                    continue
                for change in _changes(part):
                    undo = change()
                    yield ast.unparse(tree)
                    undo()


def _docstrings(node: ast.AST) -> set[ast.AST]:
    """Texts that stand alone, and what is in f-strings."""
    found: set[ast.AST] = set()
    for part in ast.walk(node):
        if isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant):
            found |= {part, part.value}
        if isinstance(part, ast.JoinedStr):
            found |= set(ast.walk(part))
    return found


def _set(node: ast.AST, field: str, value: object) -> Change:
    def change() -> Callable[[], None]:
        before = getattr(node, field)
        setattr(node, field, value)
        return lambda: setattr(node, field, before)

    return change


def _changes(node: ast.AST) -> Iterator[Change]:
    match node:
        case ast.Constant(value=bool(value)):
            yield _set(node, "value", not value)
        case ast.Constant(value=int(value) | float(value)):
            yield _set(node, "value", value + 1)
        case ast.Constant(value=str(value)):
            yield _set(node, "value", f"XX{value}XX")
        case ast.BinOp(op=operator) if type(operator) in _BINARY:
            yield _set(node, "op", _BINARY[type(operator)]())
        case ast.AugAssign(op=operator) if type(operator) in _BINARY:
            yield _set(node, "op", _BINARY[type(operator)]())
        case ast.Compare(ops=operators):
            for place, compared in enumerate(operators):
                if type(compared) in _COMPARED:
                    changed = [*operators[:place], _COMPARED[type(compared)](), *operators[place + 1 :]]
                    yield _set(node, "ops", changed)
        case ast.BoolOp(op=ast.And()):
            yield _set(node, "op", ast.Or())
        case ast.BoolOp(op=ast.Or()):
            yield _set(node, "op", ast.And())
        case ast.Assign(value=ast.Constant(value=None)):
            yield _set(node, "value", ast.Constant(""))
        case ast.Assign():
            yield _set(node, "value", ast.Constant(None))
        case ast.FunctionDef(decorator_list=[_, *_]):
            yield _set(node, "decorator_list", [])
    for field in ("body", "orelse"):
        block = getattr(node, field, None)
        if isinstance(block, list):
            for place, statement in enumerate(block):
                if isinstance(statement, ast.Break | ast.Continue):
                    other: ast.stmt = ast.Continue() if isinstance(statement, ast.Break) else ast.Break()
                    yield _set(node, field, [*block[:place], other, *block[place + 1 :]])
    for field in ("test", "value", "operand"):
        inner = getattr(node, field, None)
        if isinstance(inner, ast.UnaryOp) and isinstance(inner.op, ast.Not):
            yield _set(node, field, inner.operand)
