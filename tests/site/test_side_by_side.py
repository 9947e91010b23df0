"""Pages are made side by side: in order, by several processes, and what goes wrong in one is told."""

import os
import signal
import subprocess
import sys
import time
from functools import partial
from types import SimpleNamespace

import pytest
from generator import side_by_side as module
from generator.side_by_side import side_by_side

from tallybench.errors import InputError, MachineError
from tests.conftest import ROOT, SOURCE

MANY = 40
# Says which process is a copy, and keeps it busy. One write: `print` makes two where Python does not buffer, and the
# lines of two copies would mix.
BUILD = """
import os, time
from generator.side_by_side import side_by_side
def work():
    os.write(1, f"{os.getpid()}\\n".encode())
    time.sleep(60)
side_by_side([work] * 40)
"""


@pytest.fixture(autouse=True)
def two_copies(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_affordable", lambda: 2)


def test_what_calls_return_is_in_their_order_and_of_several_processes() -> None:
    made = side_by_side(partial(lambda number: (number, os.getpid()), number) for number in range(MANY))
    assert [number for number, _ in made] == list(range(MANY))
    assert os.getpid() not in {process for _, process in made}


def test_where_one_copy_is_asked_for_or_few_calls_none_is_made() -> None:
    assert set(side_by_side([os.getpid] * MANY, most=1)) == {os.getpid()}
    assert side_by_side([os.getpid, os.getpid]) == [os.getpid()] * 2
    assert side_by_side([]) == []


def test_no_more_copies_are_made_than_there_is_memory_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {0, 1})
    monkeypatch.setattr("generator.side_by_side.resource.getrusage", lambda _: SimpleNamespace(ru_maxrss=1 << 40))
    assert set(side_by_side([os.getpid] * MANY)) == {os.getpid()}


def test_an_error_in_a_copy_is_told_as_it_is_and_one_that_is_killed_ends_the_build() -> None:
    def refuse() -> None:
        raise InputError("results/x.json: is broken")

    with pytest.raises(InputError, match=r"^results/x\.json: is broken$"):
        side_by_side([*([os.getpid] * MANY), refuse])

    def die() -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    with pytest.raises(MachineError, match="a process that makes pages was ended"):
        side_by_side([die] * MANY)


def test_copies_do_not_outlive_a_build_that_is_killed() -> None:
    # Where this test has one processor alone there would be no copy.
    code = f"import generator.side_by_side as module\nmodule._affordable = lambda: 2\n{BUILD}"
    command = [sys.executable, "-c", code]
    environment = os.environ | {"PYTHONPATH": f"{ROOT / 'site'}:{SOURCE}:{ROOT}"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as build:
        assert build.stdout is not None
        copies = {int(build.stdout.readline()) for _ in range(2)}
        build.kill()
    for _ in range(300):
        if not any(os.path.exists(f"/proc/{copy}") for copy in copies):
            break
        time.sleep(0.1)
    assert [copy for copy in copies if os.path.exists(f"/proc/{copy}")] == []
