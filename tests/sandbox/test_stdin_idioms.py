"""The ways in which programs read standard input: each finds all of it, run together with other tests and alone."""

import json
from pathlib import Path

import pytest

from tallybench.model.problem import Case
from tallybench.model.verdicts import Verdict
from tallybench.sandbox.correctness import Tests
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.programs import check_program

IDIOMS = [
    json.loads(line) for line in (Path(__file__).parent.parent / "reported/stdin-idioms.jsonl").read_text().splitlines()
]
GIVEN = [("2\naa\nab\n", "YES\nNO\n"), ("1\nabcabc\n", "YES\n"), ("3\na\nbb\nabab\n", "NO\nYES\nYES\n")]


# What is not passed, and why. The first exits with an error status, which every contest's judge takes for a failure.
NOT_PASSED = {
    "sys.exit(1)": (Verdict.EXCEPTION, "SystemExit: 1"),
    "lowercase out (must fail?)": (Verdict.WRONG_OUTPUT, "line 1 differs"),
    "prompted input (must fail)": (Verdict.WRONG_OUTPUT, "line 1 differs"),
    "subprocess echo (must not)": (Verdict.FORBIDDEN, "system call"),
    "mmap stdin": (Verdict.EXCEPTION, "No module named 'mmap'"),
    "import numpy": (Verdict.EXCEPTION, "No module named 'numpy'"),
}


@pytest.mark.parametrize("idiom", IDIOMS, ids=[idiom["note"] for idiom in IDIOMS])
def test_a_program_finds_its_input_however_it_reads_it(idiom: dict[str, str], native: Zygote) -> None:
    cases = tuple(Case((given,), wanted, "") for given, wanted in GIVEN)
    outcome = check_program(native, Tests("CodeContests/4a4036ee", "", "", "", "file", cases), idiom["solution"])
    verdict, reason = NOT_PASSED.get(idiom["note"], (Verdict.PASSED, ""))
    assert outcome.verdict is verdict and reason in (outcome.reason or ""), outcome.reason
