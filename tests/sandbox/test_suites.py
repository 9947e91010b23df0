"""Unittest suites of a class: rewritten to programs that observe, run in the sandbox, judged here; and attacks."""

import ast
from dataclasses import replace

import pytest

from tallybench.model.parts import CheckOutcome
from tallybench.model.problem import Suites
from tallybench.model.verdicts import Verdict
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.levels import LEVELS
from tallybench.sandbox.suites.describe import describe
from tallybench.sandbox.suites.driver import UNCLEAN
from tallybench.sandbox.suites.rewrite import NotObservable, rewrite_suites
from tests.sandbox.class_suites import IMPORTS, METHODS, SUITES, TESTS, TILL, changed


def check(native: Zygote, solution: str) -> CheckOutcome:
    return LEVELS["class"].check(native, TESTS, solution)


def tally(outcome: CheckOutcome, suite: str) -> dict[str, int]:
    assert outcome.suites is not None
    return outcome.suites[suite]


def passed(outcome: CheckOutcome) -> set[str]:
    """The test classes that are passed."""
    assert outcome.suites is not None
    return {suite for suite, ended in outcome.suites.items() if ended["failed"] + ended["error"] == 0}


@pytest.mark.parametrize("solution", [f"{IMPORTS}\n{TILL}", TILL], ids=["whole", "without the skeleton's imports"])
def test_the_canonical_class_passes_all_its_suites(native: Zygote, solution: str) -> None:
    outcome = check(native, solution)
    assert (outcome.verdict, outcome.reason) == (Verdict.PASSED, None)
    assert passed(outcome) == {name for name, _ in METHODS}


def test_a_wrong_method_fails_its_suite_alone(native: Zygote) -> None:
    outcome = check(native, changed("max(self.amounts, key=self.amounts.get)", "min(self.amounts)"))
    assert outcome.verdict is Verdict.WRONG_OUTPUT and outcome.failure is not None
    assert outcome.failure.call == "TillTestLargest.test_largest"
    assert passed(outcome) == {"TillTestPut", "TillTestTotal", "TillTestSave", "TillTest"}
    assert tally(outcome, "TillTestLargest") == {"tests": 2, "failed": 1, "error": 0, "AssertionError": 1}


def test_an_exception_is_an_error_and_is_named(native: Zygote) -> None:
    outcome = check(native, changed("return sum(self.amounts.values())", "return self.nothing"))
    assert outcome.verdict is Verdict.EXCEPTION and "AttributeError" in (outcome.reason or "")
    assert tally(outcome, "TillTestTotal")["AttributeError"] == 2
    assert passed(outcome) == {"TillTestPut", "TillTestLargest", "TillTestSave"}


def test_an_exception_that_is_called_like_a_count_changes_none(native: Zygote) -> None:
    """Else the test class would have more tests than it has, and count as passed in part."""
    for name in ("tests", "failed", "error"):
        kind = f"class {name}(Exception):\n    pass\n"
        methods = "".join(f"    def {method}(self, *_):\n        raise {name}\n" for _, method in METHODS[:-1])
        outcome = check(native, f"{kind}\nclass Till:\n    def __init__(self, limit=100):\n        pass\n{methods}")
        assert tally(outcome, "TillTestTotal") == {"tests": 2, "failed": 0, "error": 2}


def test_what_has_to_be_raised_has_to_be_raised(native: Zygote) -> None:
    for instead, count in (("pass", 2), ('raise KeyError("less than nothing")', 2), ('raise ValueError("no")', 1)):
        put = tally(check(native, changed('raise ValueError("less than nothing")', instead)), "TillTestPut")
        assert put["failed"] + put["error"] == count


def test_the_skeleton_itself_passes_nothing(native: Zygote) -> None:
    tree = ast.parse(TILL)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name != "__init__":
            node.body = [ast.Expr(ast.Constant("What it does."))]
    assert passed(check(native, ast.unparse(tree))) == set()


def test_a_class_that_does_not_load_or_is_not_there_passes_nothing(native: Zygote) -> None:
    for solution in ("class Till:\n    def put(", "raise RuntimeError", "class Other:\n    pass\n"):
        outcome = check(native, solution)
        assert outcome.verdict is Verdict.EXCEPTION and passed(outcome) == set()


def test_literals_of_the_test_are_not_in_its_program() -> None:
    assert TESTS.suites is not None
    programs = "".join(test.program for test in rewrite_suites(SUITES, TESTS.suites))
    assert "7311" not in programs and "81" not in programs and "4.3333" not in programs
    assert "less than nothing" not in programs and "expected" not in programs


ANYTHING = """
class Anything:
    def __eq__(self, other): return True
    def __ne__(self, other): return False
    def __lt__(self, other): return True
    __gt__ = __le__ = __ge__ = __contains__ = __lt__
    def __hash__(self): return 0
    def __bool__(self): return True
    def __len__(self): return 0
    def __getattr__(self, name): return Anything()
    def __call__(self, *_, **__): return Anything()
    def __getitem__(self, key): return Anything()
    def __sub__(self, other): return 0
    __rsub__ = __truediv__ = __sub__

class Till(Anything):
    def __init__(self, limit=100): pass
"""
PATCHED = f"""
import unittest, builtins, sys
for name in dir(unittest.TestCase):
    if name.startswith("assert"):
        setattr(unittest.TestCase, name, lambda *_, **__: unittest.mock_nothing)
unittest.mock_nothing = None
builtins.isinstance = lambda *_: True
builtins.len = lambda *_: 0
{ANYTHING}
"""
LEAVES = """
import os
class Till:
    def __init__(self, limit=100): os._exit(0)
"""
EXITS = """
class Till:
    amounts = {}
    def __init__(self, limit=100): raise SystemExit(0)
"""
ENDS_EARLY = changed("return self.amounts[name]", "return os._exit(0)").replace("import random", "import random, os")
FORGES = """
import gc, os, marshal, struct
ANSWER = b"R" + marshal.dumps(([], None), 2)
for descriptor in range(3, 20):
    for message in (b"S", ANSWER):
        try:
            os.write(descriptor, struct.pack("<Q", len(message)) + message)
        except OSError:
            pass
os._exit(0)
"""
WALKS = """
import gc, sys
def numbers(seen):
    found = set()
    for thing in seen:
        if type(thing) is int:
            found.add(thing)
        elif type(thing) in (tuple, list):
            found |= {part for part in thing if type(part) is int}
        elif hasattr(thing, "co_consts"):
            found |= {part for part in thing.co_consts if type(part) is int}
    return found

class Till:
    def __init__(self, limit=100):
        self.amounts = {}
    def put(self, name, amount):
        frame, seen = sys._getframe(1), []
        while frame:
            seen += [frame.f_code, *frame.f_locals.values(), *frame.f_globals.values()]
            frame = frame.f_back
        seen += gc.get_objects()
        self.amounts[name] = amount
        return 7311 - 1 + (7311 - 1 in ()) if 7305 + 6 not in numbers(seen) else 7305 + 6
"""
REPORTS_ITSELF = changed(
    "return sum(self.amounts.values())",
    """import sys
        frame = sys._getframe(1)
        while frame:
            for name, value in [*frame.f_globals.items(), *frame.f_locals.items()]:
                if type(value) is list and value and type(value[0]) is tuple:
                    value[:] = [(site, (True,) * len(values)) for site, values in value]
            frame = frame.f_back
        return True""",
)
BOTH_SIDES = changed("self.amounts.get(name, 0) + amount", "0").replace("return sum(self.amounts.values())", "return 0")


@pytest.mark.parametrize(
    "attack",
    [ANYTHING, PATCHED, LEAVES, EXITS, FORGES],
    ids=["equal to everything", "patches unittest", "ends the process", "exits", "answers for the test"],
)
def test_a_class_that_only_attacks_passes_nothing(native: Zygote, attack: str) -> None:
    outcome = check(native, attack)
    assert outcome.verdict is not Verdict.PASSED
    assert passed(outcome) == set()


@pytest.mark.parametrize(
    ("attack", "fails"),
    [
        (ENDS_EARLY, {"TillTestPut", "TillTestTotal", "TillTestLargest", "TillTestSave", "TillTest"}),
        (WALKS, {"TillTestPut"}),
        (REPORTS_ITSELF, {"TillTestTotal", "TillTest"}),
        (BOTH_SIDES, {"TillTestTotal"}),
    ],
    ids=["ends in mid-test", "walks frames", "changes the report", "two computed sides that agree"],
)
def test_a_class_that_attacks_in_a_method_fails_there(native: Zygote, attack: str, fails: set[str]) -> None:
    assert passed(check(native, attack)).isdisjoint(fails)


@pytest.mark.parametrize(
    "keep",
    [
        "open('/tmp/before', 'a').write('x'); first = len(open('/tmp/before').read()) == 1",
        "import builtins; builtins.before = getattr(builtins, 'before', 0) + 1; first = builtins.before == 1",
        "import os; os.mkdir('/tmp/before', 0o300) if (first := not os.path.exists('/tmp/before')) else None",
        """\
import os
first = not os.path.exists("/tmp/before")
os.makedirs("/tmp/before")
os.chdir("/tmp/before")
for _ in range(3000):
    os.mkdir("before")
    os.chdir("before")
os.chdir("/tmp")""",
    ],
    ids=["a file", "the interpreter", "a folder that cannot be listed", "folders in folders"],
)
def test_nothing_is_kept_between_tests(native: Zygote, keep: str) -> None:
    """The class is right in whichever test is the first to come, and in no other: it is right in all."""
    solution = f"{IMPORTS}\n{keep}\nif first:\n" + "\n".join("    " + line for line in TILL.splitlines())
    assert check(native, solution).verdict is Verdict.PASSED


def test_a_class_that_calls_its_folder_unclean_has_it_replaced_once(
    native: Zygote, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else each of its tests would have a sandbox started anew, which takes seconds with packages."""
    assert check(native, TILL).verdict is Verdict.PASSED
    starts = []
    start = Zygote._start

    def counted(zygote: Zygote) -> None:
        starts.append(zygote)
        start(zygote)

    monkeypatch.setattr(Zygote, "_start", counted)
    outcome = check(native, f"raise SystemError({UNCLEAN!r})")
    assert outcome.verdict is Verdict.EXCEPTION and passed(outcome) == set() and len(starts) == 1
    assert check(native, TILL).verdict is Verdict.PASSED


def test_only_the_folder_of_its_own_can_be_written_to(native: Zygote) -> None:
    told = "\n".join(
        f"try:\n    open({path!r}, 'w')\n    written = True\nexcept OSError:\n    pass"
        for path in ("/solution", "/tallybench/child.py", "/usr/lib/python3.11/os.py", "/dev/full")
    )
    solution = f"written = False\n{told}\nassert not written\n{TILL}"
    assert check(native, solution).verdict is Verdict.PASSED


def test_a_test_class_that_takes_too_long_counts_as_not_run(native: Zygote, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tallybench.sandbox.suites.check.SUITE_CPU_SECONDS", 1.0)
    outcome = check(native, changed("return max(self.amounts", "while True: pass\n        return max(self.amounts"))
    assert outcome.verdict is Verdict.TIMEOUT
    assert tally(outcome, "TillTestLargest") == {"tests": 2, "failed": 0, "error": 2, "TimeoutError": 2}
    assert "TillTestPut" in passed(outcome)


@pytest.mark.parametrize(
    "expression",
    [
        "fractions.operator.call(fractions.operator.methodcaller('clear'), fractions.sys.modules)",
        "collections._sys.exit()",
        "operator.call(print)",
        "math.__loader__.load_module('os')",
        "str.__class__.__base__.__subclasses__()",
    ],
)
def test_what_leads_out_of_a_pure_module_is_not_evaluated_by_the_judge(expression: str) -> None:
    program = f"""
import collections, fractions, math, unittest
from fractions import operator
class ATest(unittest.TestCase):
    def test(self):
        self.assertEqual({expression}, fractions.Fraction(1, 2))
"""
    (test,) = rewrite_suites(program, Suites("", (("ATest", ""),), ""))
    assert test.sites[0].operands == ("observed[0]", "describe(fractions.Fraction(1, 2))")
    assert "operator" not in test.constants


def test_an_unknown_assertion_is_named() -> None:
    suites = Suites("", (("ATest", ""),), "")
    program = "import unittest\nclass ATest(unittest.TestCase):\n    def test(self):\n        self.assertLogs(1)\n"
    with pytest.raises(NotObservable, match="assertLogs"):
        rewrite_suites(program, suites)


def test_subclasses_and_what_is_not_plain_are_described_by_what_they_hold() -> None:
    class Text(str):
        def __eq__(self, other: object) -> bool:
            return True

        __hash__ = str.__hash__

    class Other:
        pass

    assert describe([Text("a"), {1: (True,)}]) == ["a", {1: (True,)}] and type(describe(Text("a"))) is str
    assert describe(Other()) == ("\x00type", f"{__name__}.{Other.__qualname__}", None)
    assert describe(int) != describe(float)


CLOCK = """
import datetime, time

class Clock:
    def told(self):
        return datetime.datetime.now().strftime("%Y-%m-%d %H:%M:%S")

    def day(self):
        return str(datetime.date.today())

    def spent(self):
        before = time.time()
        return 0 < time.time() - before < 1
"""
CLOCK_TESTS = """
class ClockTest(unittest.TestCase):
    def test_told(self):
        told = Clock().told()
        time.sleep(1.01)
        self.assertEqual(told, datetime.datetime.now().strftime("%Y-%m-%d %H:%M:%S"))
        self.assertEqual(told[:10], Clock().day())
        self.assertTrue(Clock().spent())
    def test_moment(self):
        moment = datetime.datetime.now()
        self.assertEqual(type(moment).__name__, "datetime")
        self.assertTrue(moment < datetime.datetime.now() < moment + datetime.timedelta(seconds=1))
        for looked in (time.strftime("%H:%M:%S"), time.ctime(), time.asctime(), str(time.time_ns() // 10**9)):
            self.assertIn(looked, (moment.strftime("%H:%M:%S"), moment.ctime(), str(int(moment.timestamp()))))
"""


def test_the_clock_does_not_go_on_while_a_test_runs(native: Zygote) -> None:
    """A test that compares with the time of day would fail once in a while, and on a busy machine more often."""
    imports = "import datetime, time, unittest"
    suites = Suites(imports=imports, methods=(("ClockTest", ""),), canonical=CLOCK)
    tests = replace(TESTS, entry_point="Clock", source=CLOCK_TESTS, suites=suites)
    wrong = CLOCK.replace('"%Y-%m-%d %H:%M:%S"', '"%Y-%m-%d %H:%M:%S "')
    constant = CLOCK.replace("str(datetime.date.today())", '"2026-01-06"')
    for solution, verdict in ((CLOCK, "passed"), (wrong, "wrong_output"), (constant, "wrong_output")):
        assert LEVELS["class"].check(native, tests, solution).verdict == verdict
