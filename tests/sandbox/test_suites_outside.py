"""What a class is compared with stays outside of its process: expected values, types that have to be raised, calls."""

import ast
from collections import Counter
from pathlib import Path

import pytest

from tallybench.benchmarks import read_benchmark
from tallybench.model.benchmark import Benchmark
from tallybench.model.parts import CheckOutcome
from tallybench.model.problem import Suites
from tallybench.model.verdicts import Verdict
from tallybench.sandbox import packages
from tallybench.sandbox.correctness import Tests
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.levels import LEVELS
from tallybench.sandbox.packages import SCRATCH
from tallybench.sandbox.suites.names import name_apart
from tallybench.sandbox.suites.rewrite import NotObservable, rewrite_suites

BELL_CLASS = """
class Bell:
    def __init__(self, clapper):
        self.clapper = clapper

    def ring(self, times):
        if times < 0:
            raise ValueError("less than nothing")
        for number in range(times):
            self.clapper.strike(number + 7301, loud=number == 0)
"""
BELL_SUITES = """
import unittest
from unittest.mock import MagicMock, call


class BellTestRing(unittest.TestCase):
    def setUp(self):
        self.clapper = MagicMock()

    def test_ring_1(self):
        expected = 7301
        Bell(self.clapper).ring(1)
        self.clapper.strike.assert_called_once()
        self.clapper.strike.assert_called_once_with(expected, loud=True)

    def test_ring_2(self):
        Bell(self.clapper).ring(3)
        self.clapper.strike.assert_called()
        self.clapper.strike.assert_called_with(7303, loud=False)
        self.clapper.strike.assert_any_call(7301, loud=True)
        self.clapper.strike.assert_has_calls([call(7302, loud=False), call(7303, loud=False)])
        self.clapper.strike.assert_has_calls([call(7303, loud=False), call(7301, loud=True)], any_order=True)

    def test_ring_3(self):
        Bell(self.clapper).ring(0)
        self.clapper.strike.assert_not_called()

    def test_ring_4(self):
        with self.assertRaises((KeyError, ValueError)):
            Bell(self.clapper).ring(-1)
        self.clapper.strike.assert_not_called()
"""
BELL = Suites("", (("BellTestRing", "ring"),), BELL_CLASS, packages=SCRATCH)
BELL_TESTS = Tests("Bell/0", "Bell", "", BELL_SUITES, "class", suites=BELL)


@pytest.fixture(scope="module")
def classeval(shared_data: Path) -> Benchmark:
    return read_benchmark("classeval", shared_data / "classeval")


def ring(native: Zygote, old: str, new: str) -> tuple[CheckOutcome, int]:
    """The outcome of the bell with a part of it replaced, and how many of its four tests it passes."""
    outcome = LEVELS["class"].check(native, BELL_TESTS, BELL_CLASS.replace(old, new))
    assert outcome.suites is not None
    tally = outcome.suites["BellTestRing"]
    return outcome, tally["tests"] - tally["failed"] - tally["error"]


def test_the_calls_of_a_mock_are_judged(native: Zygote) -> None:
    assert ring(native, "", "")[0].verdict is Verdict.PASSED
    outcome, passes = ring(native, "number + 7301", "number + 7300")
    assert (outcome.verdict, passes) == (Verdict.WRONG_OUTPUT, 2)
    assert outcome.failure is not None and "7301" in (outcome.failure.expected or "")
    assert outcome.reason == "assert_called_once_with does not hold"
    for new, passes in (("reversed(range(times))", 3), ("range(times + 1)", 1)):
        assert ring(native, "range(times)", new)[1] == passes
    assert ring(native, "loud=number == 0", "loud=True")[1] == 3


def test_a_class_that_patches_the_assertions_of_mocks_gains_nothing(native: Zygote) -> None:
    patches = "".join(
        f"{kind}.{name} = lambda *_, **__: None\n"
        for kind in ("unittest.mock.NonCallableMock", "unittest.mock.MagicMock")
        for name in ("assert_called", "assert_called_once", "assert_called_once_with", "assert_called_with")
    )
    silent = BELL_CLASS.replace("range(times)", "()")
    outcome = LEVELS["class"].check(native, BELL_TESTS, f"import unittest.mock\n{patches}{silent}")
    assert outcome.suites is not None and outcome.suites["BellTestRing"]["failed"] == 2


def test_only_what_has_to_be_raised_counts_and_nothing_behind_another_exception(native: Zygote) -> None:
    outcome, passes = ring(native, "raise ValueError", "raise TypeError")
    assert (outcome.verdict, passes) == (Verdict.WRONG_OUTPUT, 3)
    assert outcome.failure is not None and outcome.failure.call == "BellTestRing.test_ring_4"
    assert "TypeError" in (outcome.failure.got or "")


def test_expected_calls_and_types_are_not_in_the_program() -> None:
    programs = "".join(test.program for test in rewrite_suites(BELL_SUITES, BELL))
    assert not any(word in programs for word in ("730", "loud", "ValueError", "KeyError", "assert_called"))


@pytest.mark.parametrize(
    "statement", ["numpy.testing.assert_allclose(f(), 3)", "assert f() == 3", "m.assert_called_with(*[3])"]
)
def test_an_assertion_that_would_stay_in_the_program_is_refused(statement: str) -> None:
    program = f"import unittest\nclass ATest(unittest.TestCase):\n    def test(self):\n        {statement}\n"
    with pytest.raises(NotObservable, match="assert"):
        rewrite_suites(program, Suites("", (("ATest", ""),), ""))


@pytest.mark.parametrize(
    ("body", "apart"),
    [
        ("a = f(1)\na = [2, a]\nb = a", "a = f(1)\na_2 = [2, a]\nb = a_2"),
        ("a, b = f()\nfor c in a:\n    g(a)\na = 3\ng(a, b)", "a, b = f()\nfor c in a:\n    g(a)\na_2 = 3\ng(a_2, b)"),
        ("a = 1\na_2 = 2\na = 3\ng(a, a_2)", "a = 1\na_2 = 2\na_3 = 3\ng(a_3, a_2)"),
        ("a = 1\na += 1\na = 2", "a = 1\na += 1\na = 2"),
        ("a = 1\ng(lambda: a)\na = 2", "a = 1\ng(lambda: a)\na = 2"),
        ("a = 1\nwith f() as a:\n    g(a)\na = 2", "a = 1\nwith f() as a:\n    g(a)\na = 2"),
    ],
)
def test_values_of_one_name_are_named_apart(body: str, apart: str) -> None:
    function = ast.parse("def test(self):\n    pass").body[0]
    assert isinstance(function, ast.FunctionDef)
    function.body = ast.parse(body).body
    name_apart(function)
    assert "\n".join(map(ast.unparse, function.body)) == apart


def _only_compared(program: str) -> set[str]:
    """The names that stand for a literal in a test's program, and that nothing reads but assertions."""
    tree = ast.parse(program)
    assigned = [node for node in ast.walk(tree) if isinstance(node, ast.Assign) and len(node.targets) == 1]
    literals = {ast.unparse(node.targets[0]) for node in assigned if _is_literal(node.value)}
    counted = {ast.unparse(node.target) for node in ast.walk(tree) if isinstance(node, ast.AugAssign)}
    read, compared = Counter(_reads(tree)), Counter[str]()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "tallybench_see":
            for leaf in node.args[1:]:
                while isinstance(leaf, ast.Subscript):
                    compared.update(_reads(leaf.slice))
                    leaf = leaf.value
                compared.update([ast.unparse(leaf)])
    dotted = {name for name in literals if name.isidentifier() or (name.startswith("self.") and name.count(".") == 1)}
    return {name for name in dotted - counted if compared[name] and compared[name] == read[name]}


def _reads(node: ast.AST) -> list[str]:
    kinds = (ast.Name, ast.Attribute)
    return [ast.unparse(part) for part in ast.walk(node) if isinstance(part, kinds) and isinstance(part.ctx, ast.Load)]


def _is_literal(node: ast.expr) -> bool:
    try:
        ast.literal_eval(node)
    except ValueError:
        return False
    return True


def test_no_literal_of_classeval_that_is_only_compared_is_in_a_program(classeval: Benchmark) -> None:
    """What a test also hands to the class is an input, and has to be there."""
    left = set()
    for problem in classeval:
        assert problem.suites is not None
        for test in rewrite_suites(problem.tests, problem.suites):
            left |= {(problem.task_id, name) for name in _only_compared(test.program)}
            raising = [site for site in test.sites if site.kind == "assertRaises"]
            assert not raising or ("ValueError" not in test.program and "Exception" not in test.program)
    assert left == set()


WALK = """
import gc, sys
def found():
    frame, seen = sys._getframe(1), gc.get_objects()
    while frame:
        seen += list(frame.f_locals.values())
        frame = frame.f_back
    for thing in seen:
        yield thing
"""
NO_LOGIC = """
    def process_file(self):
        self.read_file()
        for thing in found():
            held = getattr(thing, "__dict__", None)
            if type(held) is dict and "expected_result" in held:
                self.write_file(held["expected_result"])
                return held["expected_result"]
"""
NEVER_WRITES = """
    def process_file(self):
        return "".join(char for char in self.read_file() if char.isalpha())

import unittest.mock
unittest.mock.NonCallableMock.assert_called_once = lambda *a, **k: None
unittest.mock.NonCallableMock.assert_called_once_with = lambda *a, **k: None
"""
RAISES_WHAT_IT_FINDS = """
class BitStatusUtil:
    def check(self, args):
        for thing in found():
            if type(thing).__name__ == "raises":
                raise getattr(thing, "wanted", LookupError)
"""


def test_classes_that_look_for_what_is_expected_fail_classeval(native: Zygote, classeval: Benchmark) -> None:
    text, bits = classeval.by_id["ClassEval/84"], classeval.by_id["ClassEval/11"]
    head = text.canonical.code[: text.canonical.code.index("    def process_file")]
    cases = [
        (text, text.canonical.code, "TextFileProcessorTestProcessFile", 0),
        (text, WALK + head + NO_LOGIC, "TextFileProcessorTestProcessFile", 5),
        (text, head + NEVER_WRITES, "TextFileProcessorTestProcessFile", 5),
        (bits, bits.canonical.code, "BitStatusUtilTestCheck", 0),
        (bits, WALK + RAISES_WHAT_IT_FINDS, "BitStatusUtilTestCheck", 4),
    ]
    for problem, code, suite, fails in cases:
        outcome = LEVELS["class"].check(native, Tests.of(problem), code)
        assert outcome.suites is not None
        assert outcome.suites[suite]["failed"] + outcome.suites[suite]["error"] == fails
        assert (outcome.verdict is Verdict.PASSED) == (fails == 0)


def test_canonical_classes_pass_and_skeletons_do_not(native: Zygote, classeval: Benchmark) -> None:
    """Every fifteenth class of those that need no package; all of them take minutes."""
    plain = [problem for problem in classeval if problem.suites is not None and problem.suites.packages == SCRATCH]
    for problem in plain[::15]:
        canonical, skeleton = (
            LEVELS["class"].check(native, Tests.of(problem), code) for code in (problem.canonical.code, problem.prompt)
        )
        assert (canonical.verdict, canonical.reason) == (Verdict.PASSED, None), problem.task_id
        assert skeleton.verdict is not Verdict.PASSED, problem.task_id


def test_of_two_that_set_up_at_once_the_second_takes_what_the_first_has(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("TALLYBENCH_CACHE", str(tmp_path))
    folder = packages.packages_folder(packages.CLASSEVAL)

    def installed(target: Path, wanted: packages.PackageSet) -> None:
        for place in (target, folder):  # the other process ends while this one still installs
            record = place / "numpy-1.26.4.dist-info" / "RECORD"
            record.parent.mkdir(parents=True)
            record.write_text(f"{wanted.pins[0]}\n")

    monkeypatch.setattr(packages, "_pip", installed)
    found, identity = packages.install_packages(packages.CLASSEVAL)
    assert found == folder and len(identity) == 64
    assert [path.name for path in folder.parent.iterdir()] == [folder.name]
