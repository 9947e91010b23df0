"""What the code of a result shows to whoever judges it: in the file, or among the fetched samples of its source."""

from pathlib import Path

from evaluator.benchmarks import load_benchmark
from evaluator.results.result import Result
from evaluator.submissions.checks import is_embedded
from evaluator.submissions.code.frames import told_frames
from evaluator.submissions.code.index_hooks import told_index_hook
from evaluator.submissions.code.lookups import find_lookups
from evaluator.submissions.verify import published_samples


def find_in_code(
    result: Result, folder: Path | None = None, data: Path | None = None, python: str | None = None, run: bool = True
) -> list[str]:
    """Answers that are written down, and the ways to memory that a solution has no business with, in words.

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
        return []
    if result.source is not None:
        result = _with_code(result, folder, data)
    known = run and is_embedded(result)
    lookups = find_lookups(result, load_benchmark(result.benchmark.name), python) if known else []
    return [*lookups, *find_ways_to_memory(result)]


def find_ways_to_memory(result: Result) -> list[str]:
    """The samples whose code can reach memory that is none of theirs, in words.

    Args:
        result: samples without code are passed over, and programs that are too long to be parsed.
    """
    return [
        f"samples[{number}].code: {sample.task_id} {told}; read it"
        for number, sample in enumerate(result.samples)
        if sample.code is not None
        for told in (told_index_hook(sample.code), told_frames(sample.code))
        if told is not None
    ]


def _with_code(result: Result, folder: Path | None, data: Path | None) -> Result:
    """The result with the programs of its source."""
    published = published_samples(result, folder=folder, data=data)
    programs = {(sample.task_id, sample.index): sample.text for sample in published if sample.field == "solution"}
    samples = tuple(
        sample.model_copy(update={"code": programs.get((sample.task_id, sample.index))}) for sample in result.samples
    )
    return result.model_copy(update={"samples": samples})
