"""Samples in any form: a set that comes with a benchmark, files of other harnesses, JSON Lines, a program folder."""

from collections.abc import Callable, Iterable

from tallybench.model.benchmark import Benchmark
from tallybench.samples.class_predictions import is_class_predictions, read_class_predictions
from tallybench.samples.embedded import PREFIX, sample_set
from tallybench.samples.harnesses import open_harness_file
from tallybench.samples.predictions import is_predictions, read_predictions
from tallybench.samples.reading import Sample, is_pipe, read_samples


def open_samples(source: str, benchmark: Benchmark, note: Callable[[str], None]) -> Iterable[Sample]:
    """Open samples of any form, and detect which form they have.

    Args:
        source: `embedded:NAME`; a file of JSON Lines, of predictions or of another harness; a folder of programs; `-`
            for standard input.
        benchmark: the whole benchmark. Samples of tasks that it leaves out are read as well.
        note: called with each note for the evaluation of predictions.

    Raises:
        InputError: it cannot be read; if samples are read one by one, when the first bad one is reached.
    """
    if source.startswith(PREFIX):
        return sample_set(source).read(benchmark)
    tasks = benchmark.by_id.keys() | {task_id for task_id, _ in benchmark.exclusions}
    if is_pipe(source):
        return read_samples(source, tasks)  # it can be read only once, so its form cannot be detected
    if (found := open_harness_file(source, benchmark)) is not None:
        return found
    for is_one, read in ((is_predictions, read_predictions), (is_class_predictions, read_class_predictions)):
        if is_one(source):
            predictions = read(source, benchmark)
            for line in predictions.notes(missing=False):
                note(line)
            return predictions.samples
    return read_samples(source, tasks)
