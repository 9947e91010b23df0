"""The trusted end of a zygote: it closes what it opened, once, also where a zygote does not start."""

import os
import tempfile
from dataclasses import replace
from pathlib import Path

import pytest

from evaluator.errors import MachineError
from evaluator.execution.jobs import compile_solution
from evaluator.execution.sandbox.bubblewrap import Setting
from evaluator.execution.sandbox.host import Zygote
from evaluator.execution.sandbox.interpreter import default_interpreter, probe_interpreter


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


@pytest.fixture
def closed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was closed that was not open: with threads it might have been somebody else's by then."""
    wrongly: list[str] = []
    close = os.close

    def checked(descriptor: int) -> None:
        try:
            os.fstat(descriptor)
        except OSError:
            wrongly.append(f"descriptor {descriptor}")
        close(descriptor)

    monkeypatch.setattr(os, "close", checked)
    return wrongly


def test_a_zygote_closes_each_descriptor_once_and_leaves_none(setting: Setting, closed: list[str]) -> None:
    before = descriptors()
    for isolated in (True, False):
        zygote = Zygote(replace(setting, isolated=isolated))
        assert compile_solution(zygote, "pass").failure is None
        zygote.close()
        zygote.close()
        assert descriptors() == before
    assert closed == []


@pytest.mark.parametrize(
    ("content", "says"),
    [("", "Exec format error"), ("#!/no/such/program\n", "No such file"), ("#!/bin/sh\necho no >&2\nexit 1\n", "no")],
    ids=["not a program", "without its interpreter", "ends at once"],
)
def test_a_sandbox_that_does_not_start_leaves_nothing_open(
    setting: Setting, closed: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: str, says: str
) -> None:
    program = tmp_path / "bwrap"
    program.write_text(content)
    program.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    before = descriptors()
    with pytest.raises(MachineError, match=f"the sandbox does not start: .*{says}"):
        Zygote(setting)
    assert descriptors() == before
    assert closed == []


def test_a_machine_without_bubblewrap_leaves_nothing_open(
    setting: Setting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    before = descriptors()
    with pytest.raises(MachineError, match="bubblewrap is not installed"):
        Zygote(setting)
    assert descriptors() == before


def test_without_bubblewrap_a_failed_start_leaves_no_folder(
    setting: Setting, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    before = descriptors()
    absent = replace(setting.interpreter, executable="/no/such/python")
    with pytest.raises(MachineError, match="the sandbox does not start: /no/such/python: No such file"):
        Zygote(replace(setting, interpreter=absent, isolated=False))
    assert descriptors() == before
    assert list(tmp_path.iterdir()) == []
