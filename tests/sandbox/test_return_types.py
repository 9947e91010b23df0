"""Values where they cross the border of the sandbox: plain data, library types, and what is neither."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tallybench.counting.instructions import Meter, PreparedInput, count_solution
from tallybench.model.benchmark import Benchmark
from tallybench.model.parts import PASSED, CheckOutcome
from tallybench.model.problem import Case, Problem, Solution
from tallybench.model.verdicts import Verdict
from tallybench.sandbox.correctness import Tests, check_solution
from tallybench.sandbox.host import Zygote
from tallybench.values.wire import encode
from tests.sandbox.test_attacks import attack, function

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
    "{1: 2}.values()": [2],
    "array.array('i', [1])": [1],
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


@pytest.mark.parametrize(
    ("value", "asserted"),
    [("moved", "list(candidate()) == ['a', 'b']"), ("fractions.Fraction(2, 3)", "abs(candidate() - 2.0 / 3.0) < 1e-6")],
    ids=["an ordered dict keeps its order", "a test calculates with a fraction"],
)
def test_a_test_uses_a_converted_value(native: Zygote, value: str, asserted: str) -> None:
    tests = Tests("made/0", "f", "", f"def check(candidate):\n    assert {asserted}\n")
    assert check_solution(native, tests, f"{IMPORTS}def f():\n    return {value}\n").verdict is Verdict.PASSED


def test_a_converted_output_has_a_count(meter: Meter) -> None:
    """The count is that of the same work with a plain output, and what converting takes."""
    problem = Problem("made/0", "f", "function", "", "", Solution("canonical", ""))
    arguments, expected = encode((3000,)), {number: number for number in range(3000)}
    prepared = PreparedInput(arguments, encode(expected), 0)
    makes = "from collections import Counter\ndef f(n):\n    return {}({{i: i for i in range(n)}})\n"
    plain, counter = (
        count_solution(meter, problem, makes.format(kind), prepared, 10**8).count for kind in ("", "Counter")
    )
    assert plain and counter and plain < counter < 20 * plain


def test_a_converted_output_is_no_way_around_the_limit_of_nesting(check: Check) -> None:
    outcome = check("deep", [])
    assert outcome.reason == "it returned a value of type data nested too deeply"


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("type('Yes', (), {'__eq__': lambda *_: True})()", "of type Yes"),
        ("(n for n in [3])", "of type generator"),
        ("lambda: 3", "of type function"),
        ("os", "of type module"),
        ("iter([])", "of type list_iterator"),
        ("range(3)", "of type range"),
        ("NotImplemented", "of type NotImplementedType"),
        ("int", "of type type"),
        ("...", "of type ellipsis"),
        ("StopIteration", "of type type"),
        ("f.__code__", "of type code"),
        ("itertools.accumulate([[x] for _ in range(9)], lambda a, b: [a])", "of type accumulate"),
        ("__import__('functools').reduce(lambda a, _: [a], range(1000), 3)", "nested deeper"),
        ("__import__('functools').reduce(lambda a, _: {3: a}, range(1000), 3)", "nested deeper"),
        ("__import__('functools').reduce(lambda a, _: [a], range(100_000), 3)", "nested too deeply"),
        ("(a := []).append(a) or a", "nested too deeply"),
        ("(a := {}).update({3: a}) or a", "nested too deeply"),
    ],
)
def test_what_is_not_plain_data_is_a_wrong_output_that_names_it(native: Zygote, value: str, words: str) -> None:
    checked = attack(native, function(f"return {value}"), "def check(candidate):\n    candidate(3)\n")
    assert checked.verdict is Verdict.WRONG_OUTPUT
    assert words in (checked.reason or "")


@pytest.mark.parametrize(
    "value",
    [
        *("None", "True", "False", "0", "-1", "2**31", "-2**63", "10**4000", "1.5-2j", "complex(-0.0, float('nan'))"),
        *("0.0", "-0.0", "1e308", "float('inf')", "float('-inf')", "float('nan')"),
        *("''", "'é漢🐍\\x00'", "'\\ud800'", "b''", "b'\\xff\\x00'", "[]", "()", "{}", "set()", "frozenset()"),
        *("{1, 'a', 2.5}", "frozenset({(1,), 2})", "{'b': [1], (2, 3): {4}}", "[1, True, 1.0]", "(None, [('x',)])"),
    ],
)  # fmt: skip
def test_plain_values_cross_the_border_unchanged_both_ways(native: Zygote, value: str) -> None:
    check = f"""
def check(candidate):
    for got in (candidate({value}), candidate("make one")):
        assert type(got) is type({value})
        if isinstance(got, (set, frozenset)):
            assert sorted(map(repr, got)) == sorted(map(repr, {value}))
        else:
            assert repr(got) == repr({value})
"""
    solution = f"def f(x):\n    return {value} if x == 'make one' else x\n"
    assert attack(native, solution, check) == PASSED


@pytest.mark.parametrize("use", ["str(n)", "n == 3", "n // 7 % 3 == 1", "[n] == [3]", "hash(n) == 3"])
def test_an_int_of_a_million_digits_is_told_of_in_short(native: Zygote, use: str) -> None:
    check = f"def check(candidate):\n    n = candidate(3)\n    assert {use} == 3\n"
    checked = attack(native, "def f(x):\n    return 10 ** 10**6\n", check)
    assert checked.verdict is Verdict.WRONG_OUTPUT
    assert checked.failure is not None and checked.failure.got == "<int of 3321929 bits>"


def test_no_preview_depends_on_the_hash_seed() -> None:
    program = "from tallybench.values.preview import preview_of; print(preview_of(({'one', 'two', 'three', 'four'},)))"
    told = {
        subprocess.run(
            [sys.executable, "-c", program], env={"PYTHONHASHSEED": seed}, capture_output=True, check=True
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(told) == 1
