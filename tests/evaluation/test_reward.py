"""The reward of a solution: its score, exactly, whoever asks and however many ask at once."""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

import pytest

from tallybench import load_problems, reward, rewards
from tallybench.benchmarks import load_benchmark
from tallybench.counting.session import Session
from tallybench.errors import InputError, MachineError
from tallybench.evaluation.options import Options
from tallybench.evaluation.pipeline import evaluate
from tallybench.evaluation.scoring import Score, scorer_of
from tallybench.model.counts import sample_score
from tallybench.samples.reading import Sample

TASK = "HumanEval/23"


def test_a_reward_is_the_score_of_an_evaluation(session: Session) -> None:
    (problem,) = load_problems(ids=["23"])
    code = problem.canonical.code + "\n# as a model might write it\n"
    result = evaluate([Sample(TASK, 0, "solution", code)], "Model", Options(ids=("23",)), session=session)
    (counts,) = result.counts()
    expected = sample_score(counts, counts.samples[0]) / 100
    assert 0 < expected < 1
    assert reward(problem, code, session=session) == reward(TASK, code, session=session) == expected
    best = next(solution for solution in problem.references)
    wrong = "def strlen(string):\n    return -1\n"
    fenced = f"Here it is:\n```python\n{code}```\n"
    found = rewards([(TASK, best.code), (TASK, wrong), (TASK, fenced), (TASK, "no code at all")], session=session)
    assert found[1:] == [0.0, expected, 0.0]
    assert found[0] > expected
    with ThreadPoolExecutor(4) as threads:
        assert (
            list(threads.map(lambda text: reward(TASK, text, session=session), [code, wrong] * 4))
            == [expected, 0.0] * 4
        )


def test_a_problem_without_headroom_gives_one_where_the_tests_pass(session: Session) -> None:
    problem = next(problem for problem in load_benchmark() if problem.no_headroom is not None)
    assert reward(problem, problem.ground_truth.code, session=session) == 1.0


def test_a_task_that_there_is_not_is_refused(session: Session) -> None:
    with pytest.raises(InputError, match="there is no task 'HumanEval/999'"):
        reward("HumanEval/999", "x = 1", session=session)


def test_a_failure_is_that_of_the_thread_that_met_it(session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    scorer = scorer_of(Options(), session)
    score, calls = scorer._score, []

    def failing_second(samples: Sequence[Sample]) -> list[Score]:
        calls.append(len(samples))
        while len(calls) == 1 and len(scorer._waiting) < 2:
            time.sleep(0.001)
        if len(calls) == 2:
            raise MachineError("the disk is full")
        return score(samples)

    monkeypatch.setattr(scorer, "_score", failing_second)
    with ThreadPoolExecutor(3) as threads:
        found = [threads.submit(reward, TASK, "no code at all", session=session) for _ in range(3)]
    assert calls == [1, 2, 1]
    assert sorted(str(thread.exception() or thread.result()) for thread in found) == ["0.0", "0.0", "the disk is full"]
