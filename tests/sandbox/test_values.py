"""Plain values where they cross the border of the sandbox, and what is no plain data; texts of them in any process."""

import subprocess
import sys

import pytest

from tallybench.model.parts import PASSED
from tallybench.model.verdicts import Verdict
from tallybench.sandbox.host import Zygote
from tests.sandbox.test_attacks import attack, function


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
