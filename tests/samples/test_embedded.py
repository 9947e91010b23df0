"""The sample sets that come with TallyBench; the demonstration of them is in `tests/cli/test_interruption.py`."""

from dataclasses import replace

import pytest

from tallybench import Options, Session
from tallybench.errors import InputError
from tallybench.evaluation.pipeline import evaluate
from tallybench.model.benchmark import Benchmark
from tallybench.model.verdicts import Verdict
from tallybench.samples.embedded import SAMPLE_SETS, sample_set

ADVERSARIAL = {
    Verdict.PASSED: {0, 13, 14, 15, 16, 30},
    Verdict.WRONG_OUTPUT: {1, 9, 10, 21},
    Verdict.EXCEPTION: {2, 4, 12, 20, 24, 26, 29},
    Verdict.TIMEOUT: {3, 7, 27},
    Verdict.MEMORY: {5, 6, 11},
    Verdict.FORBIDDEN: {8, 17, 18, 23},
    Verdict.TAMPERING: {19, 22},
    Verdict.NO_CODE: {25},
}


SETS = ("canonical", "references", "gemma-3-270m", "adversarial")
GEMMA_PASSES = {23, 29}  # of those with an adversarial sample


def test_the_samples_of_each_set_get_the_verdicts_that_they_ask_for(benchmark: Benchmark, session: Session) -> None:
    """On the problems that have an adversarial one, all sets in one evaluation, as a problem's further samples.

    The solutions of the benchmark's own also where the canonical one is corrected. That all of them pass is a test of
    each problem.
    """
    samples = {name: list(sample_set(name).read(benchmark)) for name in SETS}
    assert [len(samples[name]) for name in SETS] == [164, 164, 164, 30]
    tasks = {sample.task_id for sample in samples["adversarial"]}
    corrected = {problem.task_id for problem in benchmark if problem.corrected is not None}
    chosen = [
        replace(sample, index=number)
        for number, name in enumerate(SETS)
        for sample in samples[name]
        if sample.task_id in (tasks | corrected if name in SETS[:2] else tasks)
    ]
    options = Options(counter="none", ids=tuple(sorted(tasks | corrected)))
    found: dict[str, dict[Verdict, set[int]]] = {name: {} for name in SETS}
    for sample in evaluate(chosen, "All sets", options, session=session).samples:
        of_set = found[SETS[sample.index]]
        of_set.setdefault(sample.verdict, set()).add(int(sample.task_id.partition("/")[2]))
    assert found["adversarial"] == ADVERSARIAL
    assert (
        found["canonical"]
        == found["references"]
        == {Verdict.PASSED: {int(task_id.partition("/")[2]) for task_id in tasks | corrected}}
    )
    assert found["gemma-3-270m"][Verdict.PASSED] == GEMMA_PASSES


def test_an_unknown_set_and_programs_to_edit_where_there_are_none_are_refused(benchmark: Benchmark) -> None:
    with pytest.raises(InputError, match=", ".join(SAMPLE_SETS)):
        sample_set("embedded:none")
    with pytest.raises(InputError, match="no programs to edit; these have: humaneval-edit, classes-edit"):
        list(sample_set("edit-unchanged").read(benchmark))
