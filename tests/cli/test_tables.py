"""Tables in a terminal of 80 columns: nothing is cut, no word of a header is broken."""

import fcntl
import os
import pty
import re
import struct
import sys
import termios
from pathlib import Path

import pytest

from tallybench.authoring.audit.summary import HEADER as AUDIT
from tallybench.benchmarks import load_problems
from tallybench.cli.terminal import print_rows
from tallybench.studies.human_report import HEADER as HUMANS

COLUMNS = 80


def in_terminal(*arguments: str | Path) -> list[str]:
    """The lines that a Python program shows in a terminal, without colours."""
    process, terminal = pty.fork()
    if process == 0:
        os.execv(sys.executable, [sys.executable, *map(str, arguments)])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 40, COLUMNS, 0, 0))
    output = b""
    while True:
        try:
            output += os.read(terminal, 1 << 16)
        except OSError:  # the program has ended
            break
    assert os.waitstatus_to_exitcode(os.waitpid(process, 0)[1]) == 0, output
    return re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", output.decode()).splitlines()


def command(*arguments: str | Path) -> list[str]:
    return in_terminal("-c", "from tallybench.cli import main; main()", *arguments)


def test_the_list_of_problems_has_every_name_whole() -> None:
    lines = command("problems")
    assert max(map(len, lines)) <= COLUMNS
    rows = {tuple(line.split()[:2]) for line in lines if line.startswith("HumanEval/")}
    assert rows == {(problem.task_id, problem.entry_point) for problem in load_problems()}


@pytest.mark.parametrize(
    ("header", "task", "fits"), [(AUDIT, "HumanEval/163", True), (HUMANS, "CodeContests/4a4036ee", False)]
)
def test_no_word_of_a_wide_header_is_broken(header: tuple[str, ...], task: str, fits: bool) -> None:
    row = [task, *["12.3"] * (len(header) - 1)]
    code = f"from tallybench.cli.terminal import print_rows; print_rows({header!r}, [{row!r}])"
    lines = in_terminal("-c", code)
    assert (max(map(len, lines)) <= COLUMNS) == fits
    shown = [word for line in lines[:-1] for word in line.split()]
    assert sorted(shown) == sorted(word for name in header for word in name.split())
    assert lines[-1].split() == row


def test_long_cells_go_on_below_in_full(capsys: pytest.CaptureFixture[str]) -> None:
    """In a file, where a line has more room."""
    reason = "a long reason " * 30
    print_rows(("task", "reason"), [("T/1", reason)])
    lines = capsys.readouterr().out.splitlines()
    assert max(map(len, lines)) <= 200
    assert " ".join(" ".join(line[5:] for line in lines[1:]).split()) == reason.strip()
