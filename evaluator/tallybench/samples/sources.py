"""Samples in any form: a set that comes with a benchmark, other harnesses' files, JSON Lines, a folder of programs."""

import hashlib
import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from tallybench.errors import InputError
from tallybench.files import sha256_of
from tallybench.model.benchmark import Benchmark
from tallybench.samples import harness_files
from tallybench.samples.embedded import PREFIX, sample_set
from tallybench.samples.harness_lines import open_lines
from tallybench.samples.predictions import (
    is_class_predictions,
    is_predictions,
    read_class_predictions,
    read_predictions,
    whole_value,
)
from tallybench.samples.reading import Sample, at_least_one, numbered, read_samples

_NAMED = 3  # tasks that a warning names


def open_samples(source: str, benchmark: Benchmark, note: Callable[[str], None]) -> Iterable[Sample]:
    """Open samples in any form, which is detected; `note` gets each note on predictions.

    Args:
        source: `embedded:NAME`; a file of JSON Lines, of predictions or of another harness; a folder of programs; `-`
            for standard input.
        benchmark: the whole benchmark. Samples for tasks that it leaves out are read too.
        note: called with each note for the evaluation of predictions.

    Raises:
        InputError: it cannot be read; if samples are read one by one, when the first bad one is reached.
    """
    if source.startswith(PREFIX):
        return sample_set(source).read(benchmark)
    tasks = benchmark.by_id.keys() | {task_id for task_id, _ in benchmark.exclusions}
    if _is_pipe(source):
        return read_samples(source, tasks)  # it can be read only once, so its form cannot be detected
    nothing = f"{source}: holds no samples; was it written to the end?"
    if harness_files.is_inspect_log(source):
        return at_least_one(numbered(harness_files.inspect_log(source), tasks), nothing)
    if (found := open_lines(source, tasks)) is not None:
        return at_least_one(found, nothing)
    if source.endswith(".raw.jsonl") or (source.rstrip("/").endswith(".raw") and os.path.isdir(source)):
        return _unsanitized(read_samples(source, tasks))
    value = whole_value(source)
    if isinstance(value, list) and (not value or isinstance(value[0], list)):
        return at_least_one(harness_files.generations(source, value, benchmark), nothing)
    if isinstance(value, dict) and isinstance(value.get("eval"), dict):
        return at_least_one(numbered(harness_files.json_results(source, value), tasks), nothing)
    if not is_predictions(value) and not is_class_predictions(value):
        return read_samples(source, tasks)
    predictions = (read_predictions if is_predictions(value) else read_class_predictions)(source, benchmark)
    for line in predictions.notes(missing=False):
        note(line)
    return predictions.samples


def _unsanitized(samples: Iterable[Sample]) -> Iterator[Sample]:
    """Yield the samples that EvalPlus saved unsanitized: whole answers, though their field is `solution`."""
    for sample in samples:
        yield replace(sample, field="raw") if sample.field == "solution" else sample


def _is_pipe(source: str) -> bool:
    """Return whether a path is not a file but can be read only once, such as `/dev/fd/63` for a shell's `<(...)`."""
    return os.path.exists(source) and not (os.path.isfile(source) or os.path.isdir(source))


def answers_digest(source: str) -> str | None:
    """Return the SHA-256 of the given samples, by which anyone can compare them.

    A file is hashed by its bytes; a folder, by the lines that `sha256sum` prints for its files, sorted by their paths
    in it.

    Returns:
        The hash; None for a set that comes with TallyBench, and for standard input or a pipe, which can be read
            only once.
    """
    path = Path(source)
    if source.startswith(PREFIX) or source == "-" or _is_pipe(source):
        return None
    try:
        if not path.is_dir():
            return sha256_of(path)
        files = sorted((file.relative_to(path).as_posix(), file) for file in path.rglob("*") if file.is_file())
        lines = "".join(f"{sha256_of(file)}  {name}\n" for name, file in files)
    except FileNotFoundError:
        return None  # reading the samples will say so
    except (OSError, ValueError) as error:
        raise InputError(f"{source}: cannot be read ({error}); check its permissions") from None
    return hashlib.sha256(lines.encode("utf-8", "surrogateescape")).hexdigest()


def warn_of_gaps(
    samples: Iterable[Sample], benchmark: Benchmark, left_out: Mapping[str, str], warn: Callable[[str], None]
) -> Iterator[Sample]:
    """Pass samples on, and warn after the last one of what will not be evaluated.

    Samples of tasks that the benchmark leaves out (the reasons are in `left_out`, by task id) are skipped.
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
        why = f"because {benchmark.name} does not use these tasks"
        warn(f"warning: samples of {tasks} are skipped, {why}: {_named(reasons)}")
    if missing := [problem.task_id for problem in benchmark if problem.task_id not in answered]:
        verb = "has no sample and counts" if len(missing) == 1 else "have no sample and count"
        warn(f"warning: {len(missing)} of {len(benchmark)} tasks {verb} as failed: {_named(missing)}")


def _named(names: Sequence[str]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more
