"""Python values as text: written, read back by `ast.literal_eval` and by us, and refused where they are none."""

import ast
import json
import math
from typing import Any

import pytest

from tallybench.model.benchmark import Benchmark
from tallybench.values.literals import LONGEST, MOST_ITEMS, LiteralError, read_literal, write_literal
from tests.conftest import CommandLine

ENDLESS: list[Any] = []
ENDLESS.append(ENDLESS)
PLAIN = [
    None,
    True,
    -7,
    10**4_000,
    -(10**5_000) + 1,
    1.5,
    -0.0,
    math.inf,
    -math.inf,
    2 + 3j,
    1.5 - 2j,
    "a'\"\n\u20ac",
    b"\x00\xff",
    [],
    (),
    (1,),
    {},
    set(),
    {3, 1, 2},
    {"a": [1, (2.5, None)], 3: {"b"}, (1, "x"): b""},
    [[math.inf], {-math.inf}],
]
MARKED: dict[str, Any] = {
    "{'$nan': None}": math.nan,
    "{'$frozenset': [1, 2]}": frozenset({2, 1}),
    "{'$frozenset': []}": frozenset(),
    "{'$range': (0, 9, 2)}": range(0, 9, 2),
    "{'$repeat': ('ab', 3000, '')}": "ab" * 3_000,
    "{'$repeat': ('a', 2000, '.txt')}": "a" * 2_000 + ".txt",
    "{'$repeat': (b'a', 2000, b'')}": b"a" * 2_000,
    "{'$repeat': ([[1], []], 1000, [])}": [[1], []] * 1_000,
    "{'$shift': (0x5, 70000)}": 5 << 70_000,
    "{'$shift': (-0x1, 70000)}": -1 << 70_000,
}


@pytest.mark.parametrize("value", PLAIN, ids=lambda value: ascii(value)[:30] if type(value) is not int else "int")
def test_plain_values_are_literals(value: Any) -> None:
    text = write_literal(value)
    for read in (ast.literal_eval(text), read_literal(text)):
        assert type(read) is type(value) and read == value
        assert write_literal(read) == text  # the sign of a zero is kept, too


@pytest.mark.parametrize("text", MARKED)
def test_what_no_literal_can_say_is_marked(text: str) -> None:
    value = MARKED[text]
    assert write_literal(value) == text
    assert ast.literal_eval(text)
    read = read_literal(text)
    assert type(read) is type(value)
    assert math.isnan(read) if value is MARKED["{'$nan': None}"] else read == value
    assert write_literal([{"x": (value,)}]) == f"[{{'x': ({text},)}}]"


def test_every_example_of_the_benchmark_is_read_back(benchmark: Benchmark) -> None:
    examples = [arguments for problem in benchmark for _, arguments in problem.invalid]
    examples += [problem.canonical_wrong[0] for problem in benchmark if problem.canonical_wrong]
    for arguments in examples:
        text = write_literal(arguments)
        assert type(ast.literal_eval(text)) is tuple
        read = read_literal(text)
        assert write_literal(read) == text
        assert read == arguments or "$nan" in text


@pytest.mark.parametrize(
    ("value", "what"),
    [
        (object(), "has a object"),
        ([lambda: None], "has a function"),
        (True.__class__, "has a type"),
        ({math.nan}, "a set has a member that has no literal of its own"),
        ({frozenset()}, "a set has a member"),
        ({(1, math.nan): 1}, "a dict has a key"),
        ({"$nan": 1}, "a key that starts with"),
        (complex(math.inf, 0), "has a complex"),
        ("".join(map(str, range(40_000))), "takes 188,8"),
        (ENDLESS, "nested"),
    ],
    ids=lambda value: ascii(value)[:30] if type(value) is str else type(value).__name__,
)
def test_a_value_that_has_no_text_is_refused(value: Any, what: str) -> None:
    with pytest.raises(LiteralError, match=what):
        write_literal(value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "print(1)",
        "__import__('os').system('true')",
        "1e999 - 1e999",
        "[1, ",
        "{[]: 1}",
        "{{}}",
        "...",
        "[" * 5_000,
        "[" * 90 + "]" * 90,
        "-" * 50_000 + "1",
        "+".join(["1"] * 40_000),
        "9" * 5_000,
        "'" + "a" * LONGEST + "'",
        "{'$nan': 1}",
        "{'$unknown': None}",
        "{'$range': (0, 1, 0)}",
        "{'$range': (0, 1.5, 1)}",
        "{'$frozenset': [[]]}",
        "{'$repeat': ('a', True, '')}",
        "{'$repeat': ('a', 3, b'')}",
        "{'$shift': (1, -1)}",
    ],
    ids=lambda text: text[:30],
)
def test_a_text_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(LiteralError):
        read_literal(text)


@pytest.mark.parametrize(
    "text",
    [
        f"{{'$repeat': ('a', {MOST_ITEMS + 1}, '')}}",
        "{'$repeat': ([{'$repeat': ('a', 9000, '')}], 1000000000, [])}",
        f"[{{'$shift': (1, {MOST_ITEMS // 2})}}, {{'$repeat': ('a', {MOST_ITEMS // 2 + 1}, '')}}]",
        "{'$shift': (1, 10000000000000)}",
        "{'$repeat': ('', 99999999999999999999999, '')}",
        "{'$repeat': ([{'$repeat': ('a', 16000000, '')}], 1000000, [])}",
        "{'$repeat': ([{'$shift': (1, 33000000)}], 1000000, [])}",
    ],
    ids=lambda text: text[:30],
)
def test_a_short_text_does_not_grow_without_bounds(text: str) -> None:
    with pytest.raises(LiteralError, match="grows by more than"):
        read_literal(text)


def test_every_problem_is_printed_as_json(tallybench: CommandLine, benchmark: Benchmark) -> None:
    rows = json.loads(tallybench("problems", "--json").stdout)
    assert [row["task_id"] for row in rows] == [problem.task_id for problem in benchmark]
    assert rows[44]["invalid"][0]["arguments"] == write_literal(benchmark.problems[44].invalid[0][1])
    assert rows[44]["canonical_wrong"]["arguments"] == "(0, 2)"


def test_a_range_of_long_numbers_is_written_as_other_numbers_are() -> None:
    value = range(0, 1 << 20_000, 1)
    assert read_literal(write_literal(value)) == value
