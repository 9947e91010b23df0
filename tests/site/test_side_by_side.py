"""Pages are made side by side: in order, by several processes, and what goes wrong in one is told."""

import os
import signal
from functools import partial
from types import SimpleNamespace

import pytest
from generator.side_by_side import side_by_side

from evaluator.errors import InputError, MachineError

MANY = 40


def test_what_calls_return_is_in_their_order_and_of_several_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.side_by_side.usable_processors", lambda: 2)
    made = side_by_side(partial(lambda number: (number, os.getpid()), number) for number in range(MANY))
    assert [number for number, _ in made] == list(range(MANY))
    assert os.getpid() not in {process for _, process in made}


def test_no_more_copies_are_made_than_there_is_memory_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.side_by_side.usable_processors", lambda: 2)
    monkeypatch.setattr("generator.side_by_side.resource.getrusage", lambda _: SimpleNamespace(ru_maxrss=1 << 40))
    assert set(side_by_side([os.getpid] * MANY)) == {os.getpid()}


def test_few_calls_start_no_process() -> None:
    assert side_by_side([os.getpid, os.getpid]) == [os.getpid()] * 2
    assert side_by_side([]) == []


def test_an_error_in_a_copy_is_told_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.side_by_side.usable_processors", lambda: 2)

    def refuse() -> None:
        raise InputError("results/x.json: is broken")

    with pytest.raises(InputError, match=r"^results/x\.json: is broken$"):
        side_by_side([*([os.getpid] * MANY), refuse])


def test_a_copy_that_is_killed_ends_the_build_with_one_message(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.side_by_side.usable_processors", lambda: 2)
    with pytest.raises(MachineError, match="a process that makes pages was ended"):
        side_by_side([partial(lambda: os.kill(os.getpid(), signal.SIGKILL))] * MANY)
