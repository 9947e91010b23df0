"""From a unittest suite to programs that only observe, and to what the judge compares.

In the program of a test each assertion becomes a report of the values that it evaluated. What is constant in it (a
literal, a local name that stands for one and is used in assertions alone) is taken out of the program and stays here.
"""

import ast
import copy
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from evaluator.execution.suites.constants import PURE_BUILTINS, Constants, is_immutable, mentions
from evaluator.problems.suites import Suites

# How many operands each assertion has; what follows is a message, or `places`.
OPERANDS = {
    **dict.fromkeys(("assertTrue", "assertFalse", "assertIsNone", "assertIsNotNone"), 1),
    **dict.fromkeys(("assertEqual", "assertNotEqual", "assertIs", "assertIsNot", "assertIn", "assertNotIn"), 2),
    **dict.fromkeys(("assertGreater", "assertGreaterEqual", "assertLess", "assertLessEqual"), 2),
    **dict.fromkeys(("assertListEqual", "assertTupleEqual", "assertDictEqual", "assertSetEqual"), 2),
    **dict.fromkeys(("assertAlmostEqual", "assertNotAlmostEqual", "assertCountEqual"), 2),
}
RAISES = "assertRaises"
LEAVES = "observed"  # what the judge's expressions call the values that were reported
DESCRIBED = "describe"
_CLASS_BASES = ("unittest.TestCase", "TestCase")
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
        name: of the method.
        program: what is executed behind the solution.
        sites: its assertions; a report names one by its number.
        prelude: the class and the name of a test that has to run before, whose report does not count; None for none.
        constants: the imports that the judge's expressions use.
    """

    suite: str
    name: str
    program: str
    sites: tuple[Site, ...]
    constants: str
    prelude: tuple[str, str] | None = None


@lru_cache(maxsize=128)
def rewrite_suites(program: str, suites: Suites) -> tuple[SuiteTest, ...]:
    """The tests of a problem, in the order in which unittest runs them.

    Args:
        program: the suites' text.
        suites: which of them there are.

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
            rewritten = _Rewriter(constants, suite, test).rewritten(above)
            if (prelude := preludes.get(name)) is not None:
                before = _Rewriter(constants, classes[prelude[0]], prelude[1]).rewritten("")
                rewritten = replace(rewritten, program=rewritten.program + before.program, prelude=prelude)
            tests.append(rewritten)
    return tuple(tests)


def _test_names(suite: ast.ClassDef) -> list[str]:
    """The tests of a suite, in the order in which unittest runs them.

    Raises:
        NotObservable: it is no plain test case.
    """
    if any(ast.unparse(base) not in _CLASS_BASES for base in suite.bases):
        raise NotObservable(f"{suite.name} is not a plain unittest.TestCase")
    names = {node.name for node in suite.body if isinstance(node, ast.FunctionDef)}
    return sorted(name for name in names if name.startswith("test"))


def _names(suite: ast.ClassDef, other: str) -> bool:
    return any(isinstance(node, ast.Name) and node.id == other for node in ast.walk(suite))


def _fixtures_alone(suite: ast.ClassDef) -> ast.ClassDef:
    """A test class that another one uses, without its tests."""
    functions = [node for node in suite.body if isinstance(node, ast.FunctionDef) and node.name.startswith("test")]
    kept = [node for node in suite.body if node not in functions]
    return ast.ClassDef(suite.name, [], [], kept or [ast.Pass()], [])


def _is_unittest(node: ast.stmt) -> bool:
    return isinstance(node, ast.Import) and all(alias.name == "unittest" for alias in node.names)


def _assertion(node: ast.AST) -> str | None:
    """The name of the assertion that a call makes."""
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id="self"), attr=name)) if name.startswith(("assert", "fail")):
            return name
    return None


class _Leak(Exception):
    """A name that stands for a constant is read where its value cannot be taken out."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.name = name


class _Rewriter:
    """Rewrites one test with the fixtures of its class."""

    def __init__(self, constants: Constants, suite: ast.ClassDef, test: str) -> None:
        self._given = self._constants = constants
        self._suite = suite
        self._test = test
        self._sites: list[Site] = []
        self._values: dict[str, ast.expr] = {}  # what names stand for that are constant here
        self._hidden: set[str] = set()  # those of them that are not in the program

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
        functions.sort(key=lambda function: function.name not in FIXTURES)  # fixtures set what tests compare with
        attributes = _only_asserted(functions, "self.") - refused
        for function in functions:
            self._constants = self._given.without(ast.unparse(node) for node in _stored([function]))
            self._hidden = attributes | (_only_asserted([function], "") - refused)
            self._values = {name: value for name, value in self._values.items() if name in attributes}
            function.body = list(self._block(function.body, top=True)) or [ast.Pass()]
        return kept or [ast.Pass()]

    def _block(self, statements: Sequence[ast.stmt], top: bool = False) -> Iterator[ast.stmt]:
        """The statements of a block with its assertions rewritten; of a function's own block what names stand for."""
        for statement in statements:
            match statement:
                case ast.Assign(targets=[target], value=value) if top and ast.unparse(target) in self._hidden:
                    name = ast.unparse(target)
                    if not self._constants.is_constant(value, self._values):
                        raise _Leak(name)
                    self._values[name] = self._filled(value)
                    continue
                case ast.Expr(value=ast.Call() as call) if (kind := _assertion(call)) is not None:
                    yield self._observed(kind, call)
                    continue
                case ast.With(items=items):
                    statement.items = [self._context(item) for item in items]
            for name in {ast.unparse(node) for node in _stored([statement])} - self._hidden:
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
        kind = _assertion(item.context_expr)
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
        return ast.Call(ast.Name("tallybench_raises", ast.Load()), [ast.Constant(len(self._sites) - 1), wanted], [])

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
        site = Site(kind, operands, len(leaves), tuple((name, ast.unparse(value)) for name, value in options))
        self._sites.append(site)
        report = [ast.Constant(len(self._sites) - 1), *leaves]
        return ast.Expr(ast.Call(ast.Name("tallybench_see", ast.Load()), report, []))

    def _filled(self, node: ast.expr) -> ast.expr:
        """A constant expression with the values of the names in it."""
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
        """An operand as the judge evaluates it; what has to be observed for it is added to the leaves."""

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


def _stored(nodes: Iterable[ast.AST]) -> Iterator[ast.expr]:
    """The names and attributes that statements bind."""
    for node in nodes:
        for part in ast.walk(node):
            if isinstance(part, ast.Name | ast.Attribute) and isinstance(part.ctx, ast.Store | ast.Del):
                yield part


def _only_asserted(functions: Sequence[ast.FunctionDef], prefix: str) -> set[str]:
    """The names that a function's own block assigns, and that nothing reads but assertions.

    Args:
        functions: the functions in which they may be read.
        prefix: `self.` for the object's attributes; else empty, for local names.
    """
    assigned: Counter[str] = Counter()
    for function in functions:
        for statement in function.body:
            if isinstance(statement, ast.Assign) and len(statement.targets) == 1:
                assigned[ast.unparse(statement.targets[0])] += 1
    stored = Counter(ast.unparse(node) for node in _stored(functions))
    read: Counter[str] = Counter()
    asserted: Counter[str] = Counter()
    for function in functions:
        read += _loads(function)
        for node in ast.walk(function):
            if isinstance(node, ast.Expr) and _assertion(node.value) not in (None, RAISES):
                asserted += _loads(node)
    names = {name for name, times in assigned.items() if stored[name] == times and read[name] == asserted[name]}
    dotted = {name for name in names if name.startswith("self.") and name.count(".") == 1}
    return dotted if prefix else {name for name in names if name.isidentifier()}


def _loads(node: ast.AST) -> Counter[str]:
    return Counter(
        ast.unparse(part)
        for part in ast.walk(node)
        if isinstance(part, ast.Name | ast.Attribute) and isinstance(part.ctx, ast.Load)
    )
