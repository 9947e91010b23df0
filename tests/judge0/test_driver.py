"""The program that a server is sent of a function, in an interpreter as a server has it, outside of our sandbox."""

import ast
import math
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from evaluator.execution.conversation import ChannelClosed
from evaluator.execution.jobs import read_answer
from evaluator.execution.judge0.driver import Replay, Unforeseen, calls_text, function_program
from evaluator.values.wire import decode, encode

ECHO = "def echo(*arguments, **named):\n    return arguments, named\n"
VALUES: tuple[Any, ...] = (
    None,
    True,
    -(1 << 99),
    0.1,
    math.inf,
    2j,
    "é\ud83d\n",
    b"\0",
    [(), [{}]],
    {"a": {1, 2}},
    frozenset({"x"}),
)


def run(folder: Path, solution: str, *calls: tuple[tuple[Any, ...], dict[str, Any]], room: int = 64) -> list[bytes]:
    """The first answer of a driver, and those to the calls."""
    script, stdout = folder / "script.py", folder / "stdout.txt"
    encoded = [encode(call) for call in calls]
    script.write_bytes(function_program(solution, "echo", room))
    with stdout.open("wb") as file, (folder / "stderr.txt").open("wb") as errors:
        command = [sys.executable, "-I", str(script)]
        subprocess.run(command, input=calls_text(encoded), stdout=file, stderr=errors, check=True)
    replay = Replay(encoded, stdout.read_bytes())
    return [replay.receive(), *(replay.call(*call) for call in calls)]


def test_values_come_back_as_they_went(tmp_path: Path) -> None:
    hello, first, second = run(tmp_path, ECHO, (VALUES, {}), ((), {"named": [1]}))
    assert hello == b"S"
    assert [decode(read_answer(answer)[0] or b"") for answer in (first, second)] == [(VALUES, {}), ((), {"named": [1]})]


def test_two_arguments_that_are_one_object_here_are_two_there(tmp_path: Path) -> None:
    row = [0]
    _, answer = run(tmp_path, "def echo(rows):\n    rows[0][0] = 1\n    return rows\n", (([row, row],), {}))
    assert decode(read_answer(answer)[0] or b"") == [[1], [0]]


def test_what_a_solution_prints_is_no_answer(tmp_path: Path) -> None:
    prints = "import os, sys\nprint('Uw==')\nos.write(1, b'Uw==\\n')\nsys.__stdout__.write('Uw==\\n')\n" + ECHO
    assert run(tmp_path, prints, ((1,), {}))[1] == b"R" + encode(((1,), {}))
    # What is printed as usual goes nowhere: in a file it would count against the limit of files.
    assert (tmp_path / "stderr.txt").read_bytes() == b"Uw==\n"


def test_a_value_that_is_too_large_is_told(tmp_path: Path) -> None:
    _, answer = run(tmp_path, "def echo():\n    return b'x' * 50_000\n", ((), {}), room=32)
    assert read_answer(answer)[1] is not None
    assert "it returned 50,006 bytes, more than are accepted" in str(read_answer(answer)[1])


def test_old_and_new_interpreters_can_read_the_driver() -> None:
    """Judge0 still has Python 3.8; nothing in the driver is newer than 3.5."""
    program = function_program(ECHO, "echo", 64).decode()
    ast.parse(program, feature_version=(3, 5))


def test_a_call_that_was_not_sent_is_told_with_all_before_it() -> None:
    first, second = encode(((1,), {})), encode(((2,), {}))
    replay = Replay((first,), b"Uw==\nUk4=\n")
    assert (replay.receive(), replay.call((1,), {})) == (b"S", b"RN")
    with pytest.raises(Unforeseen) as unforeseen:
        replay.call((2,), {})
    assert unforeseen.value.calls == (first, second)


@pytest.mark.parametrize("stdout", [b"", b"Uw==", b"!\n", b"\n", b"UwB\n", b"\xff\n"])
def test_what_is_no_answer_of_the_driver(stdout: bytes) -> None:
    with pytest.raises(ChannelClosed):
        Replay((), stdout).receive()
