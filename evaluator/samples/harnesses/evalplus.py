"""EvalPlus' samples before it sanitizes them (`NAME.raw.jsonl`): whole answers, though their field is `solution`."""

from collections.abc import Collection, Iterator
from dataclasses import replace

from evaluator.samples.reading import Sample, read_samples

_SUFFIX = ".raw.jsonl"


def is_unsanitized(source: str) -> bool:
    """Whether a file is such samples, by its name."""
    return source.endswith(_SUFFIX)


def read_unsanitized(source: str, tasks: Collection[str]) -> Iterator[Sample]:
    """Reads them, one by one.

    Raises:
        InputError: as `read_samples`.
    """
    for sample in read_samples(source, tasks):
        yield replace(sample, field="raw") if sample.field == "solution" else sample
