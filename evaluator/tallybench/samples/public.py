"""Samples published elsewhere: which file is which, and what they hold."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

from tallybench.errors import InputError
from tallybench.model.benchmark import Benchmark
from tallybench.model.parts import Source
from tallybench.samples.class_predictions import is_class_predictions, read_class_predictions
from tallybench.samples.reading import Sample, as_file_name, read_program, read_samples

FETCH = "tallybench dev samples fetch gets it"


def place_of(source: Source, path: str, folder: Path) -> Path:
    """Return where a file of a source lies in a folder of fetched samples: HOST/OWNER/NAME/COMMIT/PATH."""
    return folder / source.repository.removeprefix("https://") / source.commit / path


def read_public(source: Source, folder: Path, benchmark: Benchmark) -> Iterator[Sample]:
    """Yield the samples of a source, one by one. No file is read before its hash has been checked.

    A file `HumanEval_0.py` is a program, as is each in a folder of that name; a file that is one JSON array holds
    ClassEval's predictions; any other one JSON Lines.

    Args:
        source: where they come from.
        folder: of fetched samples.
        benchmark: the whole benchmark. Samples of tasks that it leaves out are read as well.

    Raises:
        InputError: a file is missing, differs from the pinned one, or cannot be read.
    """
    tasks = benchmark.by_id.keys() | {task_id for task_id, _ in benchmark.exclusions}
    by_name = {as_file_name(task_id): task_id for task_id in tasks}
    counts: Counter[str] = Counter()
    for path, digest in sorted(source.files.items()):
        place = place_of(source, path, folder)
        check_file(place, digest)
        if place.suffix == ".py":
            task_id = by_name.get(place.stem) or by_name.get(place.parent.name)
            if task_id is None:
                raise InputError(f"{place}: is named after no task of {benchmark.name}")
            read = iter([Sample(task_id, 0, "solution", read_program(place))])
        elif is_class_predictions(place):
            read = iter(read_class_predictions(place, benchmark).samples)
        else:
            read = read_samples(place, tasks, {str(ours): theirs for ours, theirs in source.fields.items()})
        for sample in read:
            yield replace(sample, index=counts[sample.task_id])
            counts[sample.task_id] += 1


def check_file(place: Path, digest: str) -> None:
    """Check that a file is the pinned one.

    Raises:
        InputError: it is missing, cannot be read, or is a different one.
    """
    try:
        with place.open("rb") as file:
            found = sha256(file.read()).hexdigest()
    except FileNotFoundError:
        raise InputError(f"{place}: is not there; {FETCH}") from None
    except OSError as error:
        raise InputError(f"{place}: cannot be read ({error.strerror}); check its permissions") from None
    if found != digest:
        raise InputError(f"{place}: is another file than the result was made of (SHA-256 {found}); {FETCH}")
