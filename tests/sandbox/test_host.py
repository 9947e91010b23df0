"""The trusted end of a zygote: it closes what it opened, once, also where a zygote does not start."""

import os
import shlex
import tempfile
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tallybench.counting.worker import Worker, _reply
from tallybench.environment.store import installed_environment
from tallybench.errors import MachineError
from tallybench.sandbox import bubblewrap, host
from tallybench.sandbox.bubblewrap import Setting, find_bubblewrap
from tallybench.sandbox.host import SlowStart, Zygote
from tallybench.sandbox.interpreter import default_interpreter, probe_interpreter
from tallybench.sandbox.jobs import compile_solution
from tallybench.sandbox.messages import Done, Lost, Raised, WorkerSetting


def descriptors() -> dict[str, str]:
    """What this process has open, by number."""
    found = {}
    for number in os.listdir("/proc/self/fd"):
        try:
            found[number] = os.readlink(f"/proc/self/fd/{number}")
        except OSError:  # the one by which the folder was read
            pass
    return found


@pytest.fixture
def setting() -> Setting:
    return Setting(probe_interpreter(default_interpreter()))


@pytest.fixture(autouse=True)
def _leaves_nothing_open(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Each test leaves what was open, and closes nothing that is not: with threads it might be somebody else's."""
    wrongly: list[str] = []
    before, close = descriptors(), os.close

    def checked(descriptor: int) -> None:
        try:
            os.fstat(descriptor)
        except OSError:
            wrongly.append(f"descriptor {descriptor}")
        close(descriptor)

    monkeypatch.setattr(os, "close", checked)
    yield
    assert (descriptors(), wrongly) == (before, [])


def test_a_zygote_closes_each_descriptor_once_and_leaves_none(setting: Setting) -> None:
    for isolated in (True, False):
        zygote = Zygote(replace(setting, isolated=isolated))
        assert compile_solution(zygote, "pass").failure is None
        zygote.close()
        zygote.close()


@pytest.mark.parametrize(
    ("content", "says"),
    [
        ("", "the sandbox does not start: .*Exec format error"),
        ("#!/no/such/program\n", "the sandbox does not start: .*No such file"),
        ("#!/bin/sh\necho no >&2\nexit 1\n", "the sandbox does not start: .*no"),
    ],
    ids=["not a program", "without its interpreter", "ends at once"],
)
def test_a_sandbox_that_does_not_start_leaves_nothing_open(
    setting: Setting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str, says: str
) -> None:
    program = tmp_path / "bwrap"
    program.write_text(content)
    program.chmod(0o755)
    monkeypatch.setattr(bubblewrap, "find_bubblewrap", lambda: (str(program),))
    with pytest.raises(MachineError, match=says):
        Zygote(setting)


@pytest.fixture
def no_environment(setting: Setting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A user who has the measuring environment no more."""
    for variable in ("TALLYBENCH_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.setenv(variable, str(tmp_path))
    for cached in (installed_environment, find_bubblewrap):
        cached.cache_clear()
    yield
    installed_environment.cache_clear()


@pytest.mark.usefixtures("no_environment")
def test_a_machine_without_the_environment_leaves_nothing_open(setting: Setting) -> None:
    with pytest.raises(MachineError, match="the measuring environment is not installed"):
        Zygote(setting)


@dataclass(frozen=True)
class Compile:
    """A task that needs a zygote."""

    def run(self, worker: Worker) -> bool:
        return compile_solution(worker.native, "pass").failure is None


@dataclass(frozen=True)
class NeverStarts:
    """A task that leaves the machine without memory for a zygote of its own."""

    def run(self, worker: Worker) -> bool:
        raise SlowStart("the sandbox gave no answer")


def test_a_file_that_cannot_be_copied_into_the_sandbox_is_named(setting: Setting) -> None:
    lacking = replace(setting.interpreter, mapped=(*setting.interpreter.mapped, "/no/such/library"))
    with pytest.raises(MachineError, match=r"does not start: .*/root/no/such/library: No such file or directory"):
        Zygote(replace(setting, interpreter=lacking))


def slow_at_first(folder: Path, times: int, start_seconds: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A bubblewrap that hangs so often, and then is the real one; it is waited for so long."""
    (folder / "left").write_text("x" * times)
    program = folder / "bwrap"
    program.write_text(
        f'#!/bin/sh\nleft=$(cat {folder}/left)\nif [ -n "$left" ]; then\n    printf %s "${{left#x}}" >{folder}/left\n'
        f'    exec sleep 60\nfi\nexec {shlex.join(find_bubblewrap())} "$@"\n'
    )
    program.chmod(0o755)
    monkeypatch.setattr(bubblewrap, "find_bubblewrap", lambda: (str(program),))
    monkeypatch.setattr(host, "START_SECONDS", start_seconds)


def test_what_does_not_answer_in_time_is_started_once_more(
    setting: Setting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow_at_first(tmp_path, 1, 5, monkeypatch)
    with closing(Zygote(setting)) as zygote:
        assert compile_solution(zygote, "pass").failure is None


def test_a_machine_that_is_slow_is_not_said_to_have_no_sandbox(
    setting: Setting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow_at_first(tmp_path, 2, 1, monkeypatch)
    with pytest.raises(SlowStart, match="started 2 times and gave no answer within 2 seconds: this machine is slow"):
        Zygote(setting)


@pytest.mark.parametrize(
    ("times", "kind"), [(2, Done), (6, Raised)], ids=["for a while: the task is done", "for good: the run ends"]
)
def test_a_slow_start_ends_a_run_only_where_nothing_starts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, times: int, kind: type
) -> None:
    """Twice is one start with its second try; then it is looked whether the sandbox starts otherwise."""
    slow_at_first(tmp_path, times, 3, monkeypatch)
    with closing(Worker(WorkerSetting(default_interpreter()))) as worker:
        assert isinstance(_reply(worker, Compile()), kind)


def test_a_task_that_comes_to_no_start_twice_is_lost_and_the_run_goes_on() -> None:
    with closing(Worker(WorkerSetting(default_interpreter()))) as worker:
        reply = _reply(worker, NeverStarts())
        assert isinstance(reply, Lost) and "gave no answer" in reply.reason
        assert isinstance(_reply(worker, Compile()), Done), "the next one is done"


def test_without_bubblewrap_a_failed_start_leaves_no_folder(
    setting: Setting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    absent = replace(setting.interpreter, root="", executable="/no/such/python")
    with pytest.raises(MachineError, match="the sandbox does not start: /no/such/python: No such file"):
        Zygote(replace(setting, interpreter=absent, isolated=False))
    assert list(tmp_path.iterdir()) == []
