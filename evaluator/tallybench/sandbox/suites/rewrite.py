"""Rewrites a test so that it can be observed: each assertion becomes a report of the values that it evaluated.

Constants in it (a literal, or a local name that stands for one and is used only in assertions) are taken out of the
program and stay here.
"""

import ast
import copy
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from tallybench.model.problem import Suites
from tallybench.sandbox.suites.names import (
    COMPARED,
    COUNTED,
    HAS_CALLS,
    PURE_BUILTINS,
    RAISES,
    Constants,
    arguments_of,
    assertion_of,
    assertion_of_other,
    is_immutable,
    listed_calls,
    mentions,
    name_apart,
    only_asserted,
    stored_names,
)

# How many operands each assertion has; any further argument is a message, or `places`.
OPERANDS = {
    **dict.fromkeys(("assertTrue", "assertFalse", "assertIsNone", "assertIsNotNone"), 1),
    **dict.fromkeys(("assertEqual", "assertNotEqual", "assertIs", "assertIsNot", "assertIn", "assertNotIn"), 2),
    **dict.fromkeys(("assertGreater", "assertGreaterEqual", "assertLess", "assertLessEqual"), 2),
    **dict.fromkeys(("assertListEqual", "assertTupleEqual", "assertDictEqual", "assertSetEqual"), 2),
    **dict.fromkeys(("assertAlmostEqual", "assertNotAlmostEqual", "assertCountEqual"), 2),
}
LEAVES = "observed"  # what the judge's expressions call the values that were reported
DESCRIBED = "describe"
FIXTURES = ("setUp", "tearDown", "setUpClass", "tearDownClass")


class NotObservable(Exception):
    """A test that cannot be rewritten, with the reason."""


@dataclass(frozen=True)
class Site:
    """One assertion of a test.

    Attributes:
        kind: its name.
        operands: expressions over the values that were reported.
        leaves: how many values it reports.
        options: keywords, such as `places`, as expressions.
    """

    kind: str
    operands: tuple[str, ...]
    leaves: int
    options: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class SuiteTest:
    """One test method.

    Attributes:
        suite: the name of its class.
        name: the method's.
        program: what is executed after the solution.
        sites: its assertions; a report identifies one by its number.
        prelude: the class and the name of a test that has to run first, whose report does not count; None for none.
        constants: the imports that the judge's expressions use.
    """

    suite: str
    name: str
    program: str
    sites: tuple[Site, ...]
    constants: str
    prelude: tuple[str, str] | None = None


class _Leak(Exception):
    """Raised if a name that stands for a constant is read where its value cannot be taken out."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name


class TestRewriter:
    """Rewrites one test with the fixtures of its class."""

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
                refused.add(leak.name)
        made = ast.ClassDef(self._suite.name, [], [], body, [])
        program = heading + "\n" + ast.unparse(ast.fix_missing_locations(made)) + "\n"
        return SuiteTest(self._suite.name, self._test, program, tuple(self._sites), self._constants.program)

    def _class_body(self, refused: set[str]) -> list[ast.stmt]:
        kept = []
        for node in self._suite.body:
            if not isinstance(node, ast.FunctionDef) or not node.name.startswith("test") or node.name == self._test:
                kept.append(copy.deepcopy(node))
        functions = [node for node in kept if isinstance(node, ast.FunctionDef)]
        for function in functions:
            name_apart(function)
        functions.sort(key=lambda function: function.name not in FIXTURES)  # fixtures set what tests compare with
        attributes = only_asserted(functions, "self.") - refused
        for function in functions:
            self._constants = self._given.without(ast.unparse(node) for node in stored_names([function]))
            self._hidden = attributes | (only_asserted([function], "") - refused)
            self._values = {name: value for name, value in self._values.items() if name in attributes}
            function.body = list(self._block(function.body, top=True)) or [ast.Pass()]
        return kept or [ast.Pass()]

    def _block(self, statements: Sequence[ast.stmt], top: bool = False) -> Iterator[ast.stmt]:
        """Yield the statements of a block with its assertions rewritten.

        In a function's own block, names are replaced by what they stand for.
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
                    raise NotObservable(f"{self._suite.name} uses the statement assert")
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

    def _context(self, item: ast.withitem) -> ast.withitem:
        kind = assertion_of(item.context_expr)
        if kind is None:
            return item
        call = item.context_expr
        if kind != RAISES or not isinstance(call, ast.Call) or len(call.args) != 1:
            raise NotObservable(f"{self._suite.name} uses {kind} as a context")
        return ast.withitem(self._raises(call), item.optional_vars)

    def _raises(self, call: ast.Call) -> ast.Call:
        wanted = call.args[0]
        names = wanted.elts if isinstance(wanted, ast.Tuple) else [wanted]
        self._sites.append(Site(RAISES, tuple(ast.unparse(name) for name in names), 1))
        return ast.Call(ast.Name("tallybench_raises", ast.Load()), [ast.Constant(len(self._sites) - 1)], [])

    def _observed(self, kind: str, call: ast.Call) -> ast.stmt:
        if kind == RAISES:
            context = ast.Attribute(self._raises(call), "call", ast.Load())
            return ast.Expr(ast.Call(context, call.args[1:], call.keywords))
        if kind not in OPERANDS:
            raise NotObservable(f"{self._suite.name} uses {kind}, which is not known")
        count = OPERANDS[kind]
        leaves: list[ast.expr] = []
        operands = tuple(ast.unparse(self._judged(operand, leaves)) for operand in call.args[:count])
        options = [(keyword.arg or "", keyword.value) for keyword in call.keywords]
        if "AlmostEqual" in kind and len(call.args) > count:
            options.append(("places", call.args[count]))
        options = [(name, value) for name, value in options if name != "msg"]
        if len(operands) != count or not all(self._constants.is_constant(value) for _, value in options):
            raise NotObservable(f"{self._suite.name} uses {kind} in a way that is not known")
        return self._report(kind, operands, leaves, options)

    def _of_mock(self, kind: str, call: ast.Call) -> ast.stmt:
        """Return the report of an assertion on a mock: its calls, and those expected arguments that are computed."""
        assert isinstance(call.func, ast.Attribute)
        given: ast.expr | None = None
        options: list[tuple[str, ast.expr]] = []
        if kind in COMPARED and kind != HAS_CALLS:
            given = arguments_of(call)
        elif kind == HAS_CALLS and call.args:
            given = listed_calls(call.args[0])
            options = [("any_order", value) for value in call.args[1:2]]
            options += [(keyword.arg or "", keyword.value) for keyword in call.keywords]
        elif kind not in COUNTED or call.args or call.keywords:
            raise NotObservable(f"{self._suite.name} uses {kind}, which is not known")
        if (kind in COMPARED and given is None) or not all(self._constants.is_constant(value) for _, value in options):
            raise NotObservable(f"{self._suite.name} uses {kind} in a way that is not known")
        leaves: list[ast.expr] = []
        calls = ast.Call(ast.Name("tallybench_calls", ast.Load()), [call.func.value], [])
        operands = [self._judged(calls, leaves)] + ([self._judged(given, leaves)] if given is not None else [])
        return self._report(kind, tuple(map(ast.unparse, operands)), leaves, options)

    def _report(
        self, kind: str, operands: tuple[str, ...], leaves: list[ast.expr], options: list[tuple[str, ast.expr]]
    ) -> ast.stmt:
        site = Site(kind, operands, len(leaves), tuple((name, ast.unparse(value)) for name, value in options))
        self._sites.append(site)
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
            return ast.Call(ast.Name(DESCRIBED, ast.Load()), [self._filled(node)], [])
        read = set(mentions(node)) & self._values.keys()
        match node:
            case ast.Set(elts=items) if not _starred(items):
                return ast.Set([judged(item) for item in items])
            case ast.List(elts=items) | ast.Tuple(elts=items) if not _starred(items):
                return type(node)([judged(item) for item in items], ast.Load())
            case ast.Dict(keys=keys, values=values) if None not in keys:
                made: list[tuple[ast.expr, ast.expr]] = []
                for key, value in zip(keys, values, strict=True):
                    assert key is not None
                    made.append((judged(key), judged(value)))
                return ast.Dict([key for key, _ in made], [value for _, value in made])
            case ast.Compare(left=left, ops=operators, comparators=others):
                return ast.Compare(judged(left), operators, [judged(other) for other in others])
            case ast.UnaryOp(op=operator, operand=operand):
                return ast.UnaryOp(operator, judged(operand))
            case ast.BinOp(left=left, op=binary, right=right) if read:
                return ast.BinOp(judged(left), binary, judged(right))
            case ast.Subscript(value=value, slice=index) if read and not isinstance(index, ast.Slice):
                return ast.Subscript(judged(value), judged(index), ast.Load())
            case ast.Call(func=ast.Name(id=name), args=arguments, keywords=[]) if read and name in PURE_BUILTINS:
                return ast.Call(ast.Name(name, ast.Load()), [judged(argument) for argument in arguments], [])
        for name in sorted(read & self._hidden):
            raise _Leak(name)
        leaves.append(node)
        return ast.Subscript(ast.Name(LEAVES, ast.Load()), ast.Constant(len(leaves) - 1), ast.Load())


def _starred(items: Sequence[ast.expr]) -> bool:
    return any(isinstance(item, ast.Starred) for item in items)


_CLASS_BASES = ("unittest.TestCase", "TestCase")


@lru_cache(maxsize=128)
def rewrite_suites(program: str, suites: Suites) -> tuple[SuiteTest, ...]:
    """Return the tests of a problem, in the order in which unittest runs them.

    Args:
        program: the suites' source.
        suites: which suites it has.

    Raises:
        NotObservable: they cannot be rewritten.
    """
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
        shared = [_fixtures_alone(classes[other]) for other in classes if other != name and _names(suite, other)]
        above = "\n".join([heading, *map(ast.unparse, shared)])
        for test in _test_names(suite):
            rewritten = TestRewriter(constants, suite, test).rewritten(above)
            if (prelude := preludes.get(name)) is not None:
                before = TestRewriter(constants, classes[prelude[0]], prelude[1]).rewritten("")
                rewritten = replace(rewritten, program=rewritten.program + before.program, prelude=prelude)
            tests.append(rewritten)
    return tuple(tests)


def _test_names(suite: ast.ClassDef) -> list[str]:
    """Return the tests of a suite, in the order in which unittest runs them.

    Raises:
        NotObservable: it is not a plain test case.
    """
    if any(ast.unparse(base) not in _CLASS_BASES for base in suite.bases):
        raise NotObservable(f"{suite.name} is not a plain unittest.TestCase")
    names = {node.name for node in suite.body if isinstance(node, ast.FunctionDef)}
    return sorted(name for name in names if name.startswith("test"))


def _names(suite: ast.ClassDef, other: str) -> bool:
    return any(isinstance(node, ast.Name) and node.id == other for node in ast.walk(suite))


def _fixtures_alone(suite: ast.ClassDef) -> ast.ClassDef:
    """Return, without its tests, a test class that another one uses."""
    functions = [node for node in suite.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test")]
    kept = [node for node in suite.body if node not in functions]
    return ast.ClassDef(suite.name, [], [], kept or [ast.Pass()], [])


def _is_unittest(node: ast.stmt) -> bool:
    return isinstance(node, ast.Import) and all(alias.name == "unittest" for alias in node.names)
