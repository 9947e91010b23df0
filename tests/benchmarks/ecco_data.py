"""A small data set in ECCO's layouts: files and columns as its scripts read them.

`load_dataset('CodeEff/ECCO', CONFIG)` has the splits train, val and test of `edit` and `generate`, and `generate_eval`
with `runtimes` and `memories`; `evaluation/utils.py` reads `input.N.txt` and `output.N.txt` of a problem.
"""

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


PUBLIC = {"p00001": [("2\n", "3\n")], "p00002": [("3 1 2\n", "1 2 3\n")], "p00007": [("3\n", "9\n"), ("0\n", "0\n")]}
# By the scripts: seconds and kilobytes of users' programs, of each a mean over tests.
USERS = [
    {"problem_id": "p00001", "runtimes": [0.9, 50.0, 0.000001, 30.0], "memories": [1.0, 10.0**8, 2.0, 3.0]},
    {"problem_id": "p00002", "runtimes": [0.000001], "memories": [10.0**8]},
]

# For training: the squares of n, by programs each faster than the one before.
SQUARES = [
    "n = int(input())\ntotal = 0\nfor i in range(n):\n    for j in range(n):\n        total += 1\nprint(total)\n",
    "n = int(input())\nprint(sum(n for _ in range(n)))\n",
    "n = int(input())\nprint(sum([n] * n))\n",
    "n = int(input())\nprint(n * n)\n",
]
_CHAIN = [(0, 1), (1, 2), (0, 3), (2, 3), (3, 1)]  # the last one contradicts those before
TRAINING = [{"problem_id": "p00007", "input": SQUARES[slow], "target": SQUARES[fast]} for slow, fast in _CHAIN]
VALIDATION = [{"problem_id": "p00008", "input": SLOW_SORT, "target": FAST_SORT}]
LAYOUTS = ("codenet", "data/codenet", "test_cases")


def write_ecco(folder: Path, layout: str = "test_cases") -> Path:
    """Writes tables and tests: `codenet` as the scripts read them, `test_cases` without public ones."""
    write_lines(folder / "edit" / "test.jsonl", PAIRS)
    write_lines(folder / "generate" / "test.jsonl", TEXTS)
    if layout == "test_cases":
        write_tests(folder / layout, TESTS)
    else:
        write_tests(folder / layout / "generated_test_cases", TESTS)
        write_tests(folder / layout / "public_test_cases", PUBLIC)
    return folder


def write_whole(folder: Path) -> Path:
    """Writes all that ECCO's dataset has: the other splits, and what users' programs took, too."""
    write_lines(folder / "edit" / "train.jsonl", TRAINING)
    write_lines(folder / "edit" / "val.jsonl", VALIDATION)
    write_lines(folder / "generate" / "train.jsonl", [{"problem_id": "p00007", "problem_description": "Square n.\n"}])
    write_lines(folder / "generate_eval" / "test.jsonl", USERS)
    return write_ecco(folder, "codenet")


def write_tests(folder: Path, tests: dict[str, list[tuple[str, str]]]) -> None:
    for problem_id, cases in tests.items():
        (folder / problem_id).mkdir(parents=True)
        for number, (given, wanted) in enumerate(cases):
            (folder / problem_id / f"input.{number}.txt").write_text(given)
            (folder / problem_id / f"output.{number}.txt").write_text(wanted)


def write_lines(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path
