"""A contract in the making: its parameters and assertions, and what becomes of a proposed assertion.

An audit of a problem's file runs its contract in the evaluator's own process. So an assertion is an expression in a
small language that reaches only its inputs: no attributes but methods of plain data and names in `math`, no names but
its own, no functions but those below. This is checked on its syntax tree, before any of it runs.
"""

import ast
import re
from collections.abc import Collection
from dataclasses import dataclass, replace

from tallybench.authoring.asking import READ_SECONDS, NotAllowed, code_in, parse_answer, reading
from tallybench.authoring.calls import Arguments, Limits, Output, call_all, inputs_of_tests
from tallybench.counting.worker import Worker
from tallybench.errors import InputError
from tallybench.model.problem import Problem
from tallybench.model.verdicts import Verdict
from tallybench.sandbox.jobs import Failure
from tallybench.sandbox.judging_limits import guarded
from tallybench.values.shorten import shorten_call
from tallybench.values.text import clean_text
from tallybench.values.wire import encode

_CALLED = Limits(1.0, patience=1)
_NOTHING = re.compile(r"\W*(none|no (more|further) assertions?)\b", re.IGNORECASE)
_GIVEN = {"file": "stdin", "class": "calls"}
# How a contract for a text starts, so that each assertion can be a single expression.
_DERIVED = {"file": ("lines = stdin.splitlines()", "words = stdin.split()")}
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
_MOST_BITS = 256  # the largest power; only powers of constants are allowed


@dataclass(frozen=True)
class Contract:
    """Assertions on the inputs of a problem."""

    parameters: str  # as in a function's source
    names: tuple[str, ...]  # the names that an assertion may use: the parameters, and what is derived from them
    derived: tuple[str, ...] = ()  # the statements that derive the latter
    assertions: tuple[str, ...] = ()  # each as a statement

    @property
    def program(self) -> str:
        """A program that defines `contract`."""
        body = [*self.derived, *self.assertions] if self.assertions else ["pass"]
        needs_math = "math" not in self.names and any("math." in assertion for assertion in self.assertions)
        start = "import math\n\n\n" if needs_math else ""
        return f"{start}def contract({self.parameters}):\n" + "".join(f"    {line}\n" for line in body)

    def extended(self, assertion: str) -> "Contract":
        """Return the contract with one more assertion."""
        return replace(self, assertions=(*self.assertions, assertion))


def call_name(problem: Problem) -> str:
    """Return the name of the function that inputs are written as calls to."""
    return problem.entry_point if problem.level == "function" else "run"


def empty_contract(problem: Problem) -> Contract:
    """Return a contract without assertions, with the parameters of the problem's ground truth.

    Raises:
        InputError: the ground truth's signature cannot be read.
    """
    if (given := _GIVEN.get(problem.level)) is not None:
        derived = _DERIVED.get(problem.level, ())
        return Contract(given, (given, *(line.split(" = ")[0] for line in derived)), derived)
    entry_point = problem.entry_point
    functions: dict[str, ast.arguments] = {}
    for node in ast.parse(problem.ground_truth.code).body:
        match node:
            case ast.FunctionDef(name=name, args=arguments):
                functions[name] = arguments
            case ast.Assign(targets=targets, value=ast.Name(id=name)) if name in functions:
                functions |= {target.id: functions[name] for target in targets if isinstance(target, ast.Name)}
    found = functions.get(entry_point)
    if found is None or found.kwonlyargs:
        raise InputError(f"{problem.task_id}: the parameters of {entry_point} are unknown; a contract needs them")
    # Without annotations, and without defaults that would be computed.
    parameters = [ast.arg(given.arg) for given in (*found.posonlyargs, *found.args)]
    others = ast.arg(found.vararg.arg) if found.vararg else None
    defaults: list[ast.expr] = [one if isinstance(one, ast.Constant) else ast.Constant(None) for one in found.defaults]
    plain = ast.arguments([], parameters, others, [], [], None, defaults)
    return Contract(ast.unparse(plain), tuple(given.arg for given in (*parameters, *([others] if others else []))))


def read_assertion(text: str, names: Collection[str], there: Collection[str]) -> str | None:
    """Return the first assertion in an answer that is not `there` yet; None if the model says that none is left.

    Raises:
        NotAllowed, SyntaxError, ValueError, ...: it has no usable assertion.
    """
    code = code_in(text)
    if _NOTHING.match(code) or _NOTHING.fullmatch(text.strip()):
        return None
    found = _assertions(parse_answer(code))
    if not found:
        raise NotAllowed("it holds no assert statement")
    tests = {ast.unparse(node.test) for line in there for node in _assertions(ast.parse(line))}
    for node in found:
        source = ast.unparse(node.test)
        if source in tests:
            continue
        said = node.msg.value if isinstance(node.msg, ast.Constant) and isinstance(node.msg.value, str) else ""
        node.msg = ast.Constant(clean_text(said) or f"must hold: {clean_text(source)}")
        check_assertion(node, names)
        written = ast.get_source_segment(code, node.test) or ""
        return f"assert {written if len(written.splitlines()) == 1 else source}, {node.msg.value!r}"
    raise NotAllowed("the contract has this assertion already")


def check_assertion(statement: ast.Assert, names: Collection[str]) -> None:
    """Refuse an assertion that does more than compute with its inputs, given by `names`.

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


def _assertions(tree: ast.Module) -> list[ast.Assert]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.Assert)]


@dataclass(frozen=True)
class Tests:
    """The distinct inputs of a problem's correctness tests, and its contract without assertions."""

    inputs: tuple[Arguments, ...]
    contract: Contract


@dataclass(frozen=True)
class TestsTask:
    """Find the inputs of a problem's correctness tests."""

    problem: Problem

    def run(self, worker: Worker) -> Tests:
        inputs = inputs_of_tests(worker.native, self.problem)
        if not inputs:
            raise InputError(f"{self.problem.task_id}: its correctness tests have no inputs that can be read")
        with guarded(READ_SECONDS):
            return Tests(tuple(inputs), empty_contract(self.problem))


@dataclass(frozen=True)
class Proposed:
    """The outcome of asking for an assertion."""

    assertion: str | None  # the statement; None if the answer has none
    fault: str | None = None  # why it is not kept, in words; None if it is, or if the model says that none is left
    rejected: int = 0  # how many of the problem's invalid inputs the contract rejects with it


@dataclass(frozen=True)
class AssertionTask:
    """Try the assertion in an answer on the inputs of the correctness tests, and on inputs known to be invalid."""

    problem: Problem
    contract: Contract
    inputs: tuple[Arguments, ...]
    text: str

    def run(self, worker: Worker) -> Proposed:
        contract = self.contract
        try:
            with reading():
                assertion = read_assertion(self.text, contract.names, contract.assertions)
        except NotAllowed as error:
            return Proposed(None, str(error))
        if assertion is None:
            return Proposed(None)
        program = contract.extended(assertion).program

        def called(inputs: tuple[Arguments, ...]) -> list[Output]:
            return call_all(worker.native, program, "contract", inputs, _CALLED)

        for arguments, outcome in zip(self.inputs, called(self.inputs), strict=True):
            if isinstance(outcome, Failure):
                call = shorten_call(call_name(self.problem), arguments, {})
                return Proposed(assertion, f"the correctness test {call} does not keep it: {outcome.reason}")
        failures = [outcome for outcome in called(plain_invalid(self.problem)) if isinstance(outcome, Failure)]
        if unfit := [failure for failure in failures if failure.verdict is not Verdict.EXCEPTION]:
            return Proposed(assertion, f"it does not end within the limits on some inputs: {unfit[0].reason}")
        rejected = sum(failure.reason.startswith("AssertionError") for failure in failures)
        return Proposed(assertion, None, rejected)


def plain_invalid(problem: Problem) -> tuple[Arguments, ...]:
    """Return the invalid inputs of a problem that are plain data, as the sandbox needs."""
    found = []
    for _, arguments in problem.invalid:
        try:
            encode(arguments)
        except ValueError:
            continue
        found.append(arguments)
    return tuple(found)
