"""Rewrite unittest suites: each test becomes a program that only observes, and expressions that the judge compares.

Each assertion becomes a report of the values that it evaluated. Constants in it (a literal, or a local name that stands
for one and is used only in assertions) are taken out of the program and stay here.
"""

import ast
import copy
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TypeGuard

from tallybench.model.problem import Suites
from tallybench.sandbox.suites.judge import (
    HAS_CALLS,
    LEAVES,
    MOCK_CALLS,
    MOCK_COUNTS,
    ONE_OPERAND,
    RAISES,
    TWO_OPERANDS,
    Site,
    SuiteTest,
)
from tallybench.sandbox.suites.names import (
    PURE_BUILTINS,
    Constants,
    assertion_of,
    assertion_of_other,
    call_arguments,
    is_immutable,
    is_starred,
    listed_calls,
    mentions,
    name_apart,
    only_asserted,
    stored_names,
)

_FIXTURES = ("setUp", "tearDown", "setUpClass", "tearDownClass")
_CLASS_BASES = ("unittest.TestCase", "TestCase")


class NotObservable(Exception):
    """A test that cannot be rewritten, with the reason."""


@lru_cache(maxsize=128)
def rewrite_suites(program: str, suites: Suites) -> tuple[SuiteTest, ...]:
    """Return the tests of a problem, in the order of unittest; raise NotObservable if they cannot be rewritten."""
    try:
        tree, imports = ast.parse(program), ast.parse(suites.imports)
    except (SyntaxError, ValueError) as error:
        raise NotObservable(f"its tests are not Python ({error})") from None
    own = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom) and not _is_unittest(node)]
    constants = Constants([*imports.body, *own])
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    heading = "\n".join(ast.unparse(node) for node in own)
    preludes = dict(suites.preludes)
    tests = []
    for name, _ in suites.methods:
        if name not in classes:
            raise NotObservable(f"its tests do not define {name}")
        suite = classes[name]
        if any(ast.unparse(base) not in _CLASS_BASES for base in suite.bases):
            raise NotObservable(f"{name} is not a plain unittest.TestCase")
        used = {node.id for node in ast.walk(suite) if isinstance(node, ast.Name)} - {name}
        shared = [_without_tests(classes[other]) for other in classes if other in used]
        above = "\n".join([heading, *map(ast.unparse, shared)])
        for test in sorted({node.name for node in suite.body if _is_test(node)}):
            rewritten = _TestRewriter(constants, suite, test).rewritten(above)
            if (prelude := preludes.get(name)) is not None:
                before = _TestRewriter(constants, classes[prelude[0]], prelude[1]).rewritten("")
                rewritten = replace(rewritten, program=rewritten.program + before.program, prelude=prelude)
            tests.append(rewritten)
    return tuple(tests)


def _is_unittest(node: ast.stmt) -> bool:
    return isinstance(node, ast.Import) and all(alias.name == "unittest" for alias in node.names)


def _is_test(node: ast.stmt) -> TypeGuard[ast.FunctionDef]:
    return isinstance(node, ast.FunctionDef) and node.name.startswith("test")


def _without_tests(suite: ast.ClassDef) -> ast.ClassDef:
    kept = [node for node in suite.body if not _is_test(node)]
    return ast.ClassDef(suite.name, [], [], kept or [ast.Pass()], [])


class _Leak(Exception):
    """Names a variable for a constant that is read where its value cannot be taken out."""


class _TestRewriter:
    def __init__(self, constants: Constants, suite: ast.ClassDef, test: str) -> None:
        self._given = self._constants = constants
        self._suite = suite
        self._test = test
        self._sites: list[Site] = []
        self._values: dict[str, ast.expr] = {}  # the values of names that are constant here
        self._hidden: set[str] = set()  # the names whose values are left out of the program

    def rewritten(self, heading: str) -> SuiteTest:
        refused: set[str] = set()
        while True:
            try:
                self._sites, self._values = [], {}
                body = self._class_body(refused)
                break
            except _Leak as leak:
                refused.add(str(leak))
        made = ast.ClassDef(self._suite.name, [], [], body, [])
        program = heading + "\n" + ast.unparse(ast.fix_missing_locations(made)) + "\n"
        return SuiteTest(self._suite.name, self._test, program, tuple(self._sites), self._constants.program)

    def _class_body(self, refused: set[str]) -> list[ast.stmt]:
        kept = [copy.deepcopy(node) for node in self._suite.body if not _is_test(node) or node.name == self._test]
        functions = [node for node in kept if isinstance(node, ast.FunctionDef)]
        for function in functions:
            name_apart(function)
        functions.sort(key=lambda function: function.name not in _FIXTURES)  # fixtures set what tests compare with
        attributes = only_asserted(functions, attributes=True) - refused
        for function in functions:
            self._constants = self._given.without(ast.unparse(node) for node in stored_names([function]))
            self._hidden = attributes | (only_asserted([function]) - refused)
            self._values = {name: value for name, value in self._values.items() if name in attributes}
            function.body = list(self._block(function.body, top=True)) or [ast.Pass()]
        return kept or [ast.Pass()]

    def _block(self, statements: Sequence[ast.stmt], top: bool = False) -> Iterator[ast.stmt]:
        """Yield the statements of a block with its assertions rewritten.

        In a function's own block, names are replaced by their values.
        """
        for statement in statements:
            match statement:
                case ast.Assign(targets=[target], value=value) if top and ast.unparse(target) in self._hidden:
                    name = ast.unparse(target)
                    if not self._constants.is_constant(value, self._values):
                        raise _Leak(name)
                    self._values[name] = self._filled(value)
                    continue
                case ast.Expr(value=ast.Call() as call) if (kind := assertion_of(call)) is not None:
                    yield self._observed(kind, call)
                    continue
                case ast.Expr(value=ast.Call() as call) if (kind := assertion_of_other(call)) is not None:
                    yield self._of_mock(kind, call)
                    continue
                case ast.Assert():
                    raise self._unknown("the statement assert")
                case ast.With(items=items):
                    statement.items = [self._context(item) for item in items]
            for name in {ast.unparse(node) for node in stored_names([statement])} - self._hidden:
                self._values.pop(name, None)
            match statement:
                case ast.Assign(targets=[ast.Name(id=name)], value=value) if top:
                    if self._constants.is_constant(value) and is_immutable(value):
                        self._values[name] = value
            for field in ("body", "orelse", "finalbody"):
                inner = getattr(statement, field, None)
                if isinstance(inner, list) and inner and isinstance(inner[0], ast.stmt):
                    setattr(statement, field, list(self._block(inner)))
            for handler in getattr(statement, "handlers", []):
                handler.body = list(self._block(handler.body))
            yield statement

    def _unknown(self, what: str) -> NotObservable:
        return NotObservable(f"{self._suite.name} uses {what}")

    def _context(self, item: ast.withitem) -> ast.withitem:
        kind, call = assertion_of(item.context_expr), item.context_expr
        if kind is None:
            return item
        if kind != RAISES or not isinstance(call, ast.Call) or len(call.args) != 1:
            raise self._unknown(f"{kind} as a context")
        return ast.withitem(self._raises(call), item.optional_vars)

    def _raises(self, call: ast.Call) -> ast.Call:
        wanted = call.args[0]
        names = wanted.elts if isinstance(wanted, ast.Tuple) else [wanted]
        self._sites.append(Site(RAISES, tuple(ast.unparse(name) for name in names), 1))
        return ast.Call(ast.Name("tallybench_raises", ast.Load()), [ast.Constant(len(self._sites) - 1)], [])

    def _observed(self, kind: str, call: ast.Call) -> ast.stmt:
        """Return the report of an assertion of the test case: those parts of its operands that are computed."""
        if kind == RAISES:
            context = ast.Attribute(self._raises(call), "call", ast.Load())
            return ast.Expr(ast.Call(context, call.args[1:], call.keywords))
        if kind not in ONE_OPERAND and kind not in TWO_OPERANDS:
            raise self._unknown(f"{kind}, which is not known")
        count = 1 if kind in ONE_OPERAND else 2  # any further argument is a message, or `places`
        options = [(keyword.arg or "", keyword.value) for keyword in call.keywords if keyword.arg != "msg"]
        if "AlmostEqual" in kind and len(call.args) > count:
            options.append(("places", call.args[count]))
        if len(call.args) < count:
            raise self._unknown(f"{kind} in a way that is not known")
        return self._report(kind, call.args[:count], options)

    def _of_mock(self, kind: str, call: ast.Call) -> ast.stmt:
        """Return the report of an assertion on a mock: its calls, and those expected arguments that are computed."""
        assert isinstance(call.func, ast.Attribute)
        operands: list[ast.expr] = [ast.Call(ast.Name("tallybench_calls", ast.Load()), [call.func.value], [])]
        options: list[tuple[str, ast.expr]] = []
        if kind in MOCK_CALLS:
            given = None if kind == HAS_CALLS else call_arguments(call)
            if kind == HAS_CALLS and call.args:
                given = listed_calls(call.args[0])
                options = [("any_order", value) for value in call.args[1:2]]
                options += [(keyword.arg or "", keyword.value) for keyword in call.keywords]
            if given is None:
                raise self._unknown(f"{kind} in a way that is not known")
            operands.append(given)
        elif kind not in MOCK_COUNTS or call.args or call.keywords:
            raise self._unknown(f"{kind}, which is not known")
        return self._report(kind, operands, options)

    def _report(self, kind: str, operands: Sequence[ast.expr], options: Sequence[tuple[str, ast.expr]]) -> ast.stmt:
        if not all(self._constants.is_constant(value) for _, value in options):
            raise self._unknown(f"{kind} in a way that is not known")
        leaves: list[ast.expr] = []
        judged = tuple(ast.unparse(self._judged(operand, leaves)) for operand in operands)
        constant = tuple((name, ast.unparse(value)) for name, value in options)
        self._sites.append(Site(kind, judged, len(leaves), constant))
        report = [ast.Constant(len(self._sites) - 1), *leaves]
        return ast.Expr(ast.Call(ast.Name("tallybench_see", ast.Load()), report, []))

    def _filled(self, node: ast.expr) -> ast.expr:
        """Return a constant expression with its names replaced by their values."""
        values = self._values

        class Fill(ast.NodeTransformer):
            def visit_Name(self, name: ast.Name) -> ast.expr:
                return copy.deepcopy(values.get(name.id, name))

            def visit_Attribute(self, path: ast.Attribute) -> ast.AST:
                value = values.get(ast.unparse(path))
                return self.generic_visit(path) if value is None else copy.deepcopy(value)

        filled = Fill().visit(copy.deepcopy(node))
        assert isinstance(filled, ast.expr)
        return filled

    def _judged(self, node: ast.expr, leaves: list[ast.expr]) -> ast.expr:
        """Return an operand as the judge evaluates it; add what has to be observed for it to the leaves."""

        def judged(part: ast.expr) -> ast.expr:
            return self._judged(part, leaves)

        if self._constants.is_constant(node, self._values):
            return ast.Call(ast.Name("describe", ast.Load()), [self._filled(node)], [])
        read = set(mentions(node)) & self._values.keys()
        match node:
            case ast.Set(elts=items) if not is_starred(items):
                return ast.Set(list(map(judged, items)))
            case ast.List(elts=items) | ast.Tuple(elts=items) if not is_starred(items):
                return type(node)(list(map(judged, items)), ast.Load())
            case ast.Dict(keys=keys, values=values) if None not in keys:
                pairs = [(judged(key), judged(value)) for key, value in zip(keys, values, strict=True) if key]
                return ast.Dict([key for key, _ in pairs], [value for _, value in pairs])
            case ast.Compare(left=left, ops=operators, comparators=others):
                return ast.Compare(judged(left), operators, list(map(judged, others)))
            case ast.UnaryOp(op=operator, operand=operand):
                return ast.UnaryOp(operator, judged(operand))
            case ast.BinOp(left=left, op=binary, right=right) if read:
                return ast.BinOp(judged(left), binary, judged(right))
            case ast.Subscript(value=value, slice=index) if read and not isinstance(index, ast.Slice):
                return ast.Subscript(judged(value), judged(index), ast.Load())
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if read and name in PURE_BUILTINS:
                return ast.Call(ast.Name(name, ast.Load()), list(map(judged, arguments)), [])
        for name in sorted(read & self._hidden):
            raise _Leak(name)
        leaves.append(node)
        return ast.Subscript(ast.Name(LEAVES, ast.Load()), ast.Constant(len(leaves) - 1), ast.Load())
