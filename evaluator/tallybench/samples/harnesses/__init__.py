"""Recognize and open the files in which other harnesses keep what a model wrote; they are read as they are."""

from collections.abc import Iterable, Iterator

from tallybench.errors import InputError
from tallybench.model.benchmark import Benchmark
from tallybench.samples.harnesses.batches import is_batch, read_batch
from tallybench.samples.harnesses.bigcode import is_generations, read_generations
from tallybench.samples.harnesses.ecco import is_generated_codes, read_generated_codes
from tallybench.samples.harnesses.evalplus import is_unsanitized, read_unsanitized
from tallybench.samples.harnesses.inspect_log import is_inspect_log, read_inspect_log
from tallybench.samples.harnesses.lm_eval import is_sample_log, read_sample_log
from tallybench.samples.harnesses.whole_files import read_whole_file
from tallybench.samples.reading import Sample


def open_harness_file(source: str, benchmark: Benchmark) -> Iterable[Sample] | None:
    """Open a file of another harness, recognized by its content; None if it is not one.

    Args:
        source: the path.
        benchmark: whose problems were asked.

    Raises:
        InputError: it is one, and cannot be read. Readers that yield samples one by one raise it at the first bad
            sample, or at the end if there was no sample.
    """
    found = _opened(source, benchmark)
    return None if found is None else _at_least_one(found, source)


def _at_least_one(samples: Iterable[Sample], source: str) -> Iterator[Sample]:
    empty = True
    for sample in samples:
        empty = False
        yield sample
    if empty:
        raise InputError(f"{source}: holds no samples; was it written to the end?")


def _opened(source: str, benchmark: Benchmark) -> Iterable[Sample] | None:
    tasks = benchmark.by_id.keys() | {task_id for task_id, _ in benchmark.exclusions}
    if is_inspect_log(source):
        return read_inspect_log(source, tasks)
    if is_sample_log(source):
        return read_sample_log(source, tasks)
    if is_generated_codes(source):
        return read_generated_codes(source, tasks)
    if is_unsanitized(source):
        return read_unsanitized(source, tasks)
    if is_generations(source):
        return read_generations(source, benchmark)
    if is_batch(source):
        return read_batch(source, tasks)
    return read_whole_file(source, tasks)
