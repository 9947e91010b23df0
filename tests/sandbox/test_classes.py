"""Classes: how their call scripts are run, judged and counted, and attacks on that."""

import textwrap
from dataclasses import replace

import pytest

from tallybench.authoring.audit.growth import measure_growth
from tallybench.counting.instructions import Meter, PreparedInput, count_solution
from tallybench.errors import InputError
from tallybench.model.call_scripts import show_script, yield_of
from tallybench.model.inputs import Growing
from tallybench.model.parts import PASSED, CheckOutcome, FailureResult
from tallybench.model.problem import Case, Problem, Solution
from tallybench.model.verdicts import StressVerdict, Verdict
from tallybench.sandbox.correctness import Tests
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.jobs import compile_solution
from tallybench.sandbox.levels import LEVELS
from tallybench.sandbox.scripts import count_driver
from tallybench.values.wire import decode, encode

CLASS = LEVELS["class"]
PROBLEM = Problem("Class/0", "Stack", "class", "", "", Solution("canonical", ""))
STACK = """
class Stack:
    def __init__(self, most):
        if most < 1:
            raise ValueError("too small")
        self.most, self.items = most, []

    def push(self, item):
        if len(self.items) == self.most:
            raise OverflowError
        self.items.append(item)

    def pop(self):
        return self.items.pop()

    def all(self):
        return self.items
"""


def case(name: str, calls: list[tuple[object, ...]], *expected: object) -> Case:
    return Case((calls,), yield_of(expected), name)


TESTS = Tests(
    "Class/0",
    "Stack",
    "",
    "",
    "class",
    (
        case("__init__: none", [("__init__", 0)], ValueError),
        case("pop: the last", [("__init__", 9), ("push", "a"), ("push", [1]), ("pop",)], None, None, None, [1]),
        case(
            "pop: empty", [("__init__", 1), ("pop",), ("push", 1), ("push", 2)], None, IndexError, None, OverflowError
        ),
        case("class: what was told stays", [("__init__", 3), ("all",), ("push", 1), ("all",)], None, [], None, [1]),
    ),
)


def check(native: Zygote, solution: str) -> CheckOutcome:
    """The outcome for a class, after which the same zygote must judge a right one and a wrong one as such."""
    checked = CLASS.check(native, TESTS, textwrap.dedent(solution))
    assert CLASS.check(native, TESTS, STACK) == PASSED
    return checked


def test_a_wrong_class_is_told_by_test_call_expected_and_got(native: Zygote) -> None:
    wrong = check(native, STACK.replace("raise OverflowError", "return False"))
    assert wrong == CheckOutcome.failed(
        Verdict.WRONG_OUTPUT,
        "test 3 of 4 (pop: empty): call 3 of 3 differs",
        ".push(2)",
        "raises OverflowError",
        "False",
    )
    got = check(native, STACK.replace("items.pop()", "items.pop(0)"))
    where = "test 2 of 4 (pop: the last): call 3 of 3 differs"
    assert got.failure == FailureResult(reason=where, call=".pop()", expected="[1]", got="'a'")


def test_a_constructor_that_raises_ends_the_script(native: Zygote) -> None:
    raised = check(native, STACK.replace("most < 1", "most < 2"))
    assert raised.failure is not None and raised.failure.got == "raises ValueError"
    assert raised.reason == "test 3 of 4 (pop: empty): call 0 of 3 differs"
    never = check(native, STACK.replace("most < 1", "most < 0"))
    assert never.failure is not None and never.failure.call == "Stack(0)"
    assert (never.failure.expected, never.failure.got) == ("raises ValueError", "None")


def test_a_failure_without_an_output_names_the_script(native: Zygote) -> None:
    ended = check(native, STACK.replace("return self.items.pop()", "raise SystemExit(3)"))
    call = "Stack(9); .push('a'); .push([1]); .pop()"
    assert ended == CheckOutcome.failed(Verdict.EXCEPTION, "SystemExit: 3", call)
    assert check(native, "class Heap:\n    pass\n").verdict is Verdict.NO_CODE
    assert check(native, STACK + "while True\n").verdict is Verdict.EXCEPTION


def test_a_script_is_shown_as_calls_and_cut_where_it_is_long() -> None:
    assert show_script("Stack", [("__init__", 3), ("push", "a"), ("pop",)]) == "Stack(3); .push('a'); .pop()"
    assert len(show_script("Stack", [("__init__", 3)] + 10_000 * [("push", "a" * 1000)])) <= 240


ODD = """
class {name}({base}):
    def __eq__(self, other):
        return True
    def __hash__(self):
        return 0
"""
ATTACKS = {
    "returns an object equal to everything": (
        ODD.format(name="Any", base="object") + "class Stack:\n    def __init__(self, most): pass\n"
        "    def __getattr__(self, name): return lambda *_: Any()\n",
        "call 0",
    ),
    "returns a list that is equal to everything": (
        ODD.format(name="Any", base="list") + STACK.replace("return self.items\n", "return Any()\n"),
        "a value of type Any",
    ),
    "returns itself": (STACK.replace("return self.items.pop()", "return self"), "a value of type Stack"),
    "returns itself within a list": (STACK.replace("return self.items.pop()", "return [self]"), "of type Stack"),
    "returns a buffer, filled in later": (
        STACK.replace("return self.items\n", "return memoryview(bytearray(3))\n"),
        "a value of type memoryview",
    ),
    "hides a result in a later change": (
        STACK.replace("return self.items\n", "self.told.append(7)\n        return self.told\n")
        .replace("self.most, self.items = most, []", "self.most, self.items, self.told = most, [], []")
        .replace("self.items.append(item)", "self.told[:] = self.items = [item]"),
        "call 1 of 3",
    ),
    "raises an exception of its own by the name": (
        "class OverflowError(Exception):\n    pass\n" + STACK,
        "solution.OverflowError",
    ),
    "raises a namesake": (
        "class OverflowError(Exception):\n    pass\nOverflowError.__module__ = 'builtins'\n" + STACK,
        "builtins.OverflowError",
    ),
    "raises a namesake that says it is none of Python code": (
        "class Liar(type):\n    __flags__ = 0\n    __module__ = 'builtins'\n"
        "class OverflowError(Exception, metaclass=Liar):\n    __module__ = 'builtins'\n" + STACK,
        "builtins.OverflowError",
    ),
    "raises a subclass": (
        "class Full(OverflowError):\n    pass\n" + STACK.replace("raise OverflowError", "raise Full"),
        "solution.Full",
    ),
    "keeps state between objects": (
        STACK.replace("self.most, self.items = most, []", "self.most, self.items = most, SHARED") + "SHARED = []\n",
        "call",
    ),
    "puts another driver in place and no class": (
        "def tallybench_script(calls):\n    return [None], {}\n",
        "entry point",
    ),
    "shadows what a driver might use": (
        "def type(value): return list\ndef getattr(*_): return lambda *_: 1\nlist = tuple = dict = None\n"
        + STACK.replace("self.items.pop()", "self.items.pop(0)"),
        "call 3 of 3",
    ),
    "a list that holds itself": (
        STACK.replace("return self.items.pop()", "a = []\n        a.append(a)\n        return a"),
        "RecursionError",
    ),
}  # fmt: skip


@pytest.mark.parametrize(("solution", "words"), ATTACKS.values(), ids=ATTACKS.keys())
def test_an_attack_by_way_of_a_class_does_not_pass(native: Zygote, solution: str, words: str) -> None:
    checked = check(native, solution)
    assert checked.verdict is not Verdict.PASSED and checked.failure is not None
    assert words in f"{checked.reason} {checked.failure.got}", checked


def test_names_that_a_class_shadows_do_not_fail_it(native: Zygote) -> None:
    shadows = "def type(value): return None\ndef getattr(*_): return None\nlist = tuple = dict = len_ = None\n"
    assert check(native, shadows + STACK).verdict is Verdict.PASSED


def script(pushes: int) -> list[tuple[object, ...]]:
    return [("__init__", pushes), *(("push", number) for number in range(pushes)), *(("pop",),) * (pushes + 5)]


def yielded(native: Zygote, calls: list[tuple[object, ...]], solution: str = STACK) -> bytes:
    code = decode(compile_solution(native, CLASS.program(PROBLEM, solution)).output or b"")
    answer = CLASS.run(native, PROBLEM, code, encode((calls,)), 10)
    assert answer.output is not None, answer
    return answer.output


def prepared(meter: Meter, pushes: int) -> PreparedInput:
    calls = script(pushes)
    arguments, output = encode((calls,)), yielded(meter.native, calls)
    return PreparedInput(arguments, output, meter.overhead(PROBLEM, arguments, output))


def test_what_the_driver_spends_is_taken_off(meter: Meter) -> None:
    given = prepared(meter, 1000)
    values = [None] * 1001 + list(range(999, -1, -1)) + [None] * 5
    assert decode(given.expected) == (values, dict.fromkeys(range(2001, 2006), "IndexError"))
    works = STACK.replace("return self.items.pop()", "sum(range(1000))\n        return self.items.pop()")
    idle, once, twice = (
        count_solution(meter, PROBLEM, code, given, None).count or 0
        for code in (STACK, works, works.replace("1000", "2000"))
    )
    # A method of this class does about what the one does that stands for it.
    assert 0 < idle < given.overhead / 2
    assert (once - idle) / 1005 == pytest.approx((twice - once) / 1005, rel=0.25)


def test_the_count_of_a_script_repeats_to_the_instruction_and_a_wrong_one_has_none(meter: Meter) -> None:
    given = prepared(meter, 50)
    counts = {count_solution(meter, PROBLEM, STACK, given, None).count for _ in range(3)}
    assert len(counts) == 1 and prepared(meter, 50) == given
    wrong = count_solution(meter, PROBLEM, STACK.replace("items.pop()", "items.pop(0)"), given, None)
    assert (wrong.verdict, wrong.count) == (StressVerdict.WRONG_OUTPUT, None)


LOOKS_AHEAD = """
import sys

class Stack:
    def __init__(self, most):
        driver = sys._getframe(1).f_locals
        calls, values, raised = driver["calls"], driver["values"], driver["raised"]
        pushes = calls.count(("pop",)) - 5
        values += [None] * (pushes + 1) + list(range(pushes - 1, -1, -1)) + [None] * 4
        raised.update(dict.fromkeys(range(2 * pushes + 1, 2 * pushes + 6), "IndexError"))
        del calls[1:]
"""


def test_who_does_the_work_of_the_driver_at_once_is_not_believed(meter: Meter) -> None:
    given = prepared(meter, 1000)
    assert decode(yielded(meter.native, script(1000), LOOKS_AHEAD)) == decode(given.expected)
    found = count_solution(meter, PROBLEM, LOOKS_AHEAD, given, None)
    assert (found.verdict, found.count) == (StressVerdict.TAMPERING, None)


def test_an_exception_that_is_not_of_python_cannot_be_replayed(meter: Meter) -> None:
    calls, own = script(2), "class OverflowError(Exception):\n    pass\n"
    full = STACK.replace("self.most, self.items = most, []", "self.most, self.items = 1, []")
    odd = yielded(meter.native, calls, own + full)
    with pytest.raises(InputError, match=r"cannot be replayed.*solution\.OverflowError"):
        count_driver(meter.native, meter.emulated or meter.native, "Stack", encode((calls,)), odd)


@pytest.mark.parametrize("output", [7, ([None], {9: "KeyError"}), ([None], {"0": "KeyError"}), ([None], {0: 1})])
def test_what_no_script_yields_cannot_be_replayed(native: Zygote, output: object) -> None:
    with pytest.raises(InputError, match="no call script of it can yield"):
        count_driver(native, native, "Stack", encode(([("__init__", 1)],)), encode(output))


def test_a_sample_whose_outcome_cannot_be_replayed_has_no_growth(meter: Meter) -> None:
    growing = Growing("calls", "def growing(rng, size):\n    return ([('__init__', size)] + [('pop',)] * size,)\n")
    problem = replace(PROBLEM, growing=growing)
    own = "class IndexError(Exception):\n    pass\n" + STACK.replace(
        "return self.items.pop()", "if not self.items:\n            raise IndexError\n        return self.items.pop()"
    )
    solutions = [Solution("right", STACK), Solution("own", own)]
    found = measure_growth(meter, problem, solutions, 2_000_000)
    assert len(found["right"].points) == 4 and found["own"].points == ()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ((), "one argument"),
        (([],), "at least one"),
        (([("push", 1)],), "the first call"),
        (([("__init__", 1), ("__init__", 1)],), "call 1 is __init__"),
        (([("__init__", 1), ["push", 1]],), "call 1 is not a tuple"),
        (([("__init__", 1), ("push me", 1)],), "call 1 is not a tuple"),
    ],
)
def test_what_is_no_call_script_is_told(arguments: tuple[object, ...], words: str) -> None:
    assert words in (CLASS.fault(encode(arguments)) or "")
    assert CLASS.fault(encode((script(3),))) is None
