"""Find gaps between samples and benchmark: tasks without a sample, and samples of tasks that are left out."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from tallybench.model.benchmark import Benchmark
from tallybench.samples.reading import Sample

_NAMED = 3  # tasks that a warning names


def warn_of_gaps(
    samples: Iterable[Sample], benchmark: Benchmark, left_out: Mapping[str, str], warn: Callable[[str], None]
) -> Iterator[Sample]:
    """Pass samples on, and warn after the last one of what will not be evaluated.

    Args:
        samples: of the benchmark's tasks, of those that were not selected, and of those that it leaves out.
        benchmark: the selected problems.
        left_out: why the benchmark leaves a task out, by task id. Samples of these tasks are skipped.
        warn: called with each warning.
    """
    answered, skipped = set(), set()
    failed = 0
    for sample in samples:
        failed += sample.failed is not None
        if sample.task_id in left_out:
            skipped.add(sample.task_id)
        else:
            answered.add(sample.task_id)
            yield sample
    if failed:
        samples_are = "1 request for a sample" if failed == 1 else f"{failed} requests for samples"
        warn(f"warning: {samples_are} failed, which counts as a failed sample; generate --resume asks again")
    if skipped:
        reasons = [f"{task_id} ({reason})" for task_id, reason in left_out.items() if task_id in skipped]
        tasks = "1 task" if len(skipped) == 1 else f"{len(skipped)} tasks"
        warn(f"warning: samples of {tasks} are skipped, for {benchmark.name} leaves them out: {_named(reasons)}")
    if missing := [problem.task_id for problem in benchmark if problem.task_id not in answered]:
        verb = "has no sample and counts" if len(missing) == 1 else "have no sample and count"
        warn(f"warning: {len(missing)} of {len(benchmark)} tasks {verb} as failed: {_named(missing)}")


def _named(names: Sequence[str]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more
