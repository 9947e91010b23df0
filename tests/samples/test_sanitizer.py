"""Samples are parsed in a process of its own: what keeps or crashes the parser costs no more than its sample."""

import os
import resource
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from tallybench.environment.artifact import Environment, host_command
from tallybench.errors import MachineError
from tallybench.model.benchmark import Benchmark
from tallybench.samples import attempts
from tallybench.samples.attempts import TOO_COSTLY, Sanitizer, read_attempts
from tallybench.samples.reading import Sample
from tallybench.samples.sanitize import Sanitized, sanitize
from tallybench.sandbox.judging_limits import ENDS_BY

PROMPT = "from typing import List\n\n\ndef total(n):\n"
WHOLE = "def total(n):\n    return sum(n)\n"
ANSWER = f"Here it is:\n```python\n{WHOLE}```\n"
# 260 kB of it took the parser 100 seconds in one piece, before pieces were bounded.
SLOW = ("```python\nimport a" + ".a" * 32_000 + "\n```\n") * 15 + ANSWER


@pytest.fixture
def sanitizer() -> Iterator[Sanitizer]:
    with Sanitizer() as sanitizer:
        yield sanitizer


@pytest.mark.parametrize(
    ("field", "text"),
    [
        ("solution", "anything ("),
        ("solution", "    return sum(n)\n"),
        ("solution", "def total(n: List[int]):\n    return sum(n)\n"),
        ("completion", "    return sum(n)\nprint(total([1]))\n"),
        ("raw", ANSWER),
        ("raw", "I cannot."),
        ("raw", f"{ANSWER}\ud800 žluťoučký 漢字\0"),
        ("raw", "def total(n):\n return " + "-" * 100_000 + "1\n"),
    ],
)
def test_a_program_is_the_same_as_without_a_process(sanitizer: Sanitizer, field: str, text: str) -> None:
    assert sanitizer.sanitize(field, text, PROMPT, "total") == sanitize(field, text, PROMPT, "total")


@pytest.mark.timeout(300)
def test_an_answer_that_keeps_the_parser_busy_is_no_code_in_seconds(benchmark: Benchmark) -> None:
    task_id, honest = "HumanEval/28", "def concatenate(strings):\n    return ''.join(strings)\n"
    samples = [Sample(task_id, 0, "raw", honest), Sample(task_id, 1, "raw", SLOW), Sample(task_id, 2, "raw", honest)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    attempts = read_attempts(samples, benchmark)
    assert resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before < 20
    assert [attempt.code for attempt in attempts] == [honest, None, honest]
    assert attempts[1].rules == TOO_COSTLY.rules


@pytest.mark.parametrize("crash", [signal.SIGSEGV, signal.SIGABRT, ENDS_BY])
def test_a_text_that_ends_its_parser_is_no_code(sanitizer: Sanitizer, crash: int) -> None:
    _started(sanitizer, crash)
    assert sanitizer.sanitize("raw", ANSWER, PROMPT, "total") == TOO_COSTLY
    assert sanitizer.sanitize("raw", ANSWER, PROMPT, "total") == Sanitized(WHOLE, ("fenced_block",))


def test_a_whole_program_that_ends_its_parser_is_run_as_it_is(sanitizer: Sanitizer) -> None:
    text = "def total(n: List[int]):\n    return sum(n)\n"
    _started(sanitizer, signal.SIGSEGV)
    assert sanitizer.sanitize("solution", text, PROMPT, "total") == Sanitized(text, ())


def test_a_process_that_was_ended_from_outside_costs_nothing(sanitizer: Sanitizer) -> None:
    _started(sanitizer, signal.SIGKILL)
    assert sanitizer.sanitize("raw", ANSWER, PROMPT, "total") == Sanitized(WHOLE, ("fenced_block",))


def test_a_process_that_does_not_come_to_parsing_is_the_machines_fault(
    sanitizer: Sanitizer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = Environment("broken", tmp_path)
    loader = Path(host_command(broken.root, broken.python)[0][0])
    loader.parent.mkdir(parents=True)
    loader.symlink_to("/bin/false")
    monkeypatch.setattr(attempts, "installed_environment", lambda: broken)
    with pytest.raises(MachineError, match="ends with status 1"):
        sanitizer.sanitize("raw", ANSWER, PROMPT, "total")


def test_no_process_is_left_and_none_is_started_for_whole_programs() -> None:
    with Sanitizer() as sanitizer:
        sanitizer.sanitize("solution", WHOLE, PROMPT, "total")
        assert sanitizer._started is None
        pid = _started(sanitizer)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)


def _started(sanitizer: Sanitizer, then: int = 0) -> int:
    """The pid of its process, which is sent a signal."""
    sanitizer.sanitize("raw", ANSWER, PROMPT, "total")
    assert sanitizer._started is not None
    os.kill(sanitizer._started.process.pid, then)
    return sanitizer._started.process.pid
