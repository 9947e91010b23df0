"""What the code of a result shows: in the file, or among the fetched samples of its source."""

from collections.abc import Mapping
from pathlib import Path

from evaluator.benchmarks import load_benchmark
from evaluator.problems.problem import Problem
from evaluator.results.result import Result
from evaluator.results.verdicts import Verdict
from evaluator.submissions.checks import is_embedded
from evaluator.submissions.code.lookups import find_lookups
from evaluator.submissions.unusual_code import findings_of
from evaluator.submissions.verify import published_samples


def find_in_code(
    result: Result, folder: Path | None = None, data: Path | None = None, python: str | None = None, run: bool = True
) -> tuple[list[str], list[str]]:
    """Return the answers that are written down in a result's code, and what is unusual in it, both in words.

    Args:
        result: one whose code nobody can get has no findings.
        folder: of fetched samples, where its code is public elsewhere.
        data: the files of its benchmark, where it does not come with TallyBench.
        python: the interpreter in which inputs are built; None is the ranked one where it is present.
        run: False builds no inputs, so that answers are not known.

    Raises:
        InputError: what is public elsewhere is not there, or is not what the result was made of.
        MachineError: this machine has no sandbox.
    """
    if not result.has_public_code:
        return [], []
    if result.source is not None:
        result = _with_code(result, folder, data)
    embedded = is_embedded(result)
    problems = load_benchmark(result.benchmark.name, data).by_id if embedded or data is not None else {}
    lookups = find_lookups(result, load_benchmark(result.benchmark.name), python) if run and embedded else []
    return lookups, unusual_lines(result, problems)


def unusual_lines(result: Result, problems: Mapping[str, Problem]) -> list[str]:
    """Return what is unusual in the code of a result, a line for each sample and thing.

    Args:
        result: samples without code are passed over.
        problems: those that are at hand, by task id.
    """
    return [
        f"samples[{number}].code: {sample.task_id}: {found}"
        for number, sample in enumerate(result.samples)
        if sample.code is not None
        for found in findings_of(sample.code, problems.get(sample.task_id), sample.verdict is Verdict.PASSED)
    ]


def _with_code(result: Result, folder: Path | None, data: Path | None) -> Result:
    """The result with the programs of its source."""
    published = published_samples(result, folder=folder, data=data)
    programs = {(sample.task_id, sample.index): sample.text for sample in published if sample.field == "solution"}
    samples = tuple(
        sample.model_copy(update={"code": programs.get((sample.task_id, sample.index))}) for sample in result.samples
    )
    return result.model_copy(update={"samples": samples})
