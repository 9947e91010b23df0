"""Calls that are foreseen are sent together: fewer turns between two processes, and the same verdicts."""

from collections.abc import Iterator

import pytest

from tallybench.benchmarks import load_problems
from tallybench.model.problem import Case
from tallybench.model.verdicts import Verdict
from tallybench.sandbox import channel, foresight
from tallybench.sandbox.correctness import Tests, check_solution
from tallybench.sandbox.host import Zygote
from tallybench.values.wire import encode

TWICE = "def check(f):\n    assert f(1) == 2\n    assert f(2) == 4\n    assert f(f(3)) == 12\n"


@pytest.fixture
def turns(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The number of calls that were sent together, each time some were."""
    sent: list[int] = []
    send = channel.Channel._send

    def note(self: channel.Channel, request: bytes) -> None:
        send(self, request)
        sent.append(self._sent - self.called)

    monkeypatch.setattr(channel.Channel, "_send", note)
    yield sent


def suite(source: str, *, seconds: float = 2.0) -> Tests:
    return Tests("Test/0", "f", "", source, cpu_seconds=seconds)


def test_every_call_of_the_embedded_tests_is_foreseen() -> None:
    for problem in load_problems():
        tests, made = Tests.of(problem), list[bytes]()
        if not tests.source or tests.suites is not None:
            continue
        namespace: dict[str, object] = {}
        exec(problem.ground_truth.code, namespace)
        solve = namespace[problem.entry_point]

        def candidate(*arguments: object, made: list[bytes] = made, solve: object = solve) -> object:
            made.append(encode((arguments, {})))
            return solve(*arguments)  # type: ignore[operator]

        foresight.run_tests(*tests.program, candidate)
        assert tuple(made) == tests.foreseen_calls(), problem.task_id


def test_what_is_foreseen_is_sent_at_once(native: Zygote, turns: list[int]) -> None:
    source = "def check(f):\n    for i in range(50):\n        assert not f(i) - 2 * i\n"
    checked = check_solution(native, suite(source), "def f(x):\n    return 2 * x\n")
    assert checked.verdict is Verdict.PASSED
    assert turns == [50]


def test_cases_are_sent_as_far_as_there_is_room(native: Zygote, turns: list[int]) -> None:
    large = "x" * (channel.AHEAD_BYTES // 2 - 100)
    cases = tuple(Case((text,), len(text)) for text in ("", "a", large, large, large, "b"))
    tests = Tests("Test/0", "f", "", "", cases=cases)
    assert check_solution(native, tests, "def f(x):\n    return len(x)\n").verdict is Verdict.PASSED
    assert turns == [4, 2]


def test_a_call_that_depends_on_an_output_is_made_with_it(native: Zygote) -> None:
    tests = suite(TWICE.replace("f(f(3))", "f(f(3) + 0)"))
    for _ in range(2):
        assert check_solution(native, tests, "def f(x):\n    return 2 * x\n").verdict is Verdict.PASSED
        wrong = check_solution(native, tests, "def f(x):\n    return 2 * x if x < 3 else 0\n")
        assert wrong.verdict is Verdict.WRONG_OUTPUT
        assert wrong.failure is not None and wrong.failure.call == "f(0)"


def test_a_call_that_turns_out_otherwise_gets_no_other_calls_answer(native: Zygote) -> None:
    # Tried out, the tests seem to go on with f(5).
    source = (
        "def check(f):\n    assert f(1) == 1\n"
        "    if isinstance(f(2), int):\n        assert f(4) == 4\n    else:\n        assert f(5) == 5\n"
    )
    tests = suite(source)
    assert len(tests.foreseen_calls()) == 3
    assert check_solution(native, tests, "def f(x):\n    return x\n").verdict is Verdict.PASSED
    assert len(tests.foreseen_calls()) == 3, "no sample changes what is foreseen for the next one"
    wrong = check_solution(native, tests, "def f(x):\n    return 5 if x == 4 else x\n")
    assert wrong.failure is not None and (wrong.failure.call, wrong.failure.got) == ("f(4)", "5")


@pytest.mark.parametrize("third", ["while True: pass", "import os; os._exit(0)"], ids=["endless", "ends"])
def test_what_a_solution_does_later_does_not_count(native: Zygote, monkeypatch: pytest.MonkeyPatch, third: str) -> None:
    source = "def check(f):\n    assert f(1) == 1\n    assert f(2) == 2\n    assert f(3) == 3\n"
    solution = f"def f(x):\n    if x == 3:\n        {third}\n    return 1\n"
    ended = list[float]()
    run = native.run

    def note(*arguments: object, **named: object) -> object:
        exited = run(*arguments, **named)  # type: ignore[arg-type]
        ended.append(exited.cpu_seconds)
        return exited

    monkeypatch.setattr(native, "run", note)
    checked = check_solution(native, suite(source, seconds=60.0), solution)
    assert checked.failure is not None
    assert (checked.verdict, checked.failure.call) == (Verdict.WRONG_OUTPUT, "f(2)")
    assert ended[0] < 30  # it was ended, and did not use up its time
    again = check_solution(native, suite(source), "def f(x):\n    return x\n")
    assert again.verdict is Verdict.PASSED


def test_outputs_before_a_solution_ends_are_judged_first(native: Zygote) -> None:
    source = "def check(f):\n    assert f(1) == 1\n    assert f(2) == 2\n    assert f(3) == 3\n"
    for third, verdict in (("while True: pass", Verdict.TIMEOUT), ("raise ValueError(x)", Verdict.EXCEPTION)):
        solution = f"def f(x):\n    if x == 3:\n        {third}\n    return x\n"
        checked = check_solution(native, suite(source, seconds=0.5), solution)
        assert checked.verdict is verdict
        assert checked.failure is not None and checked.failure.call == "f(3)"


def test_tests_that_never_end_on_such_outputs_are_tried_briefly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(foresight, "_CPU_SECONDS", 0.2)
    endless = suite("def check(f):\n    f(1)\n    while True:\n        pass\n")
    assert endless.foreseen_calls() == (encode(((1,), {})),)
    asking = suite("def check(f):\n    while not f(1):\n        pass\n")
    assert len(asking.foreseen_calls()) == foresight._MOST_CALLS
