"""A small data set in ECCO's layout, and predictions for it."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

SLOW_SUM = (
    "n = int(input())\ntotal = 0\nfor i in range(n + 1):\n    for _ in range(i):\n        total += 1\nprint(total)\n"
)
LOOP_SUM = "n = int(input())\nprint(sum(range(n + 1)))\n"
FAST_SUM = "n = int(input())\nprint(n * (n + 1) // 2)\n"
WRONG_SUM = "n = int(input())\nprint(n if n < 2 else 0)\n"
SLOW_SORT = """\
numbers = list(map(int, input().split()))
for i in range(len(numbers)):
    for j in range(len(numbers) - 1):
        if numbers[j] > numbers[j + 1]:
            numbers[j], numbers[j + 1] = numbers[j + 1], numbers[j]
print(*numbers)
"""
FAST_SORT = "print(*sorted(map(int, input().split())))\n"


def _line(numbers: Iterable[int]) -> str:
    return " ".join(map(str, numbers)) + "\n"


PAIRS = [
    {"problem_id": "p00001", "input": SLOW_SUM, "target": FAST_SUM},
    {"problem_id": "p00001", "input": SLOW_SUM, "target": LOOP_SUM},
    {"problem_id": "p00001", "input": LOOP_SUM, "target": FAST_SUM},
    {"problem_id": "p00002", "input": SLOW_SORT, "target": FAST_SORT},
]
TEXTS = [
    {"problem_id": "p00001", "problem_description": "Read n. Print the sum of 0 to n.\n"},
    {"problem_id": "p00002", "problem_description": "Read numbers. Print them in order.\n"},
    {"problem_id": "p00003", "problem_description": "A problem that no pair is of.\n"},
]
TESTS = {
    "p00001": [("1\n", "1\n"), ("200\n", "20100\n"), ("300\n", "45150\n")],
    "p00002": [
        ("2 1\n", "1 2\n"),
        (" ".join(map(str, range(60, 0, -1))) + "\n", " ".join(map(str, range(1, 61))) + "\n"),
    ],
}


def write_ecco(folder: Path) -> Path:
    """Writes the tables and the tests."""
    write_lines(folder / "edit" / "test.jsonl", PAIRS)
    write_lines(folder / "generate" / "test.jsonl", TEXTS)
    for problem_id, tests in TESTS.items():
        at = folder / "test_cases" / problem_id
        at.mkdir(parents=True)
        for number, (given, wanted) in enumerate(tests):
            (at / f"input.{number}.txt").write_text(given)
            (at / f"output.{number}.txt").write_text(wanted)
    return folder


def write_lines(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path
