"""The table of counters, and that whoever needs to know of counters reads it."""

import ast
from importlib import resources
from typing import get_args

import pytest

from tallybench.counting.fingerprint import take_fingerprint
from tallybench.errors import MachineError
from tallybench.model.environment import COUNTER_NAMES, ranked_facts
from tallybench.model.result import Environment
from tallybench.sandbox.counters import COUNTERS, check_hardware_counter, is_self_measured
from tallybench.sandbox.interpreter import default_interpreter, probe_interpreter
from tests.conftest import CommandLine


def test_the_help_and_a_result_can_name_every_counter(tallybench: CommandLine) -> None:
    assert (*COUNTERS, "none") == COUNTER_NAMES == ("valgrind", "perf", "cputime", "none")
    assert get_args(Environment.model_fields["counter"].annotation) == COUNTER_NAMES
    told = " ".join(tallybench("evaluate", "--help", env={"COLUMNS": "200", "PATH": "/usr/bin:/bin"}).stdout.split())
    assert "valgrind, perf or cputime; only valgrind is ranked." in told
    assert ranked_facts()["counter"] == "valgrind" and not is_self_measured("valgrind")


def test_the_child_has_a_meter_for_each_counter_by_which_it_measures_itself() -> None:
    source = resources.files("tallybench.sandbox.inside").joinpath("child.py").read_bytes()
    (meters,) = (
        node.value
        for node in ast.parse(source).body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "METERS"
    )
    assert isinstance(meters, ast.Dict)
    names = {key.value for key in meters.keys if isinstance(key, ast.Constant)}
    assert names == {name for name in COUNTERS if is_self_measured(name)}
    assert not is_self_measured("none")


@pytest.mark.parametrize("name", COUNTER_NAMES)
def test_a_fingerprint_has_what_its_counter_adds(name: str) -> None:
    facts = take_fingerprint(probe_interpreter(default_interpreter()), name).facts
    assert facts["counter"] == name
    added = COUNTERS[name].facts if name in COUNTERS else {}
    assert facts.items() >= added.items()
    of_the_emulator = {"tunables", "valgrind", "valgrind_options", "valgrind_sha256"}
    assert facts.keys() == ranked_facts().keys() - (set() if name == "valgrind" else of_the_emulator)


def test_a_counter_is_checked_before_it_is_used() -> None:
    COUNTERS["valgrind"].check()
    COUNTERS["cputime"].check()
    assert COUNTERS["perf"].check is check_hardware_counter
    try:
        COUNTERS["perf"].check()
    except MachineError as error:
        assert str(error).startswith("counter perf: ")
