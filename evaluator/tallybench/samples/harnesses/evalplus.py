"""EvalPlus' samples before it sanitizes them: whole answers, though their field is `solution`.

A file is called `NAME.raw.jsonl`, a folder `NAME.raw`.
"""

import os
from collections.abc import Collection, Iterator
from dataclasses import replace

from tallybench.samples.reading import Sample, read_samples

_FILE, _FOLDER = ".raw.jsonl", ".raw"


def is_unsanitized(source: str) -> bool:
    """Return whether a file or a folder holds such samples, judging by its name."""
    return source.endswith(_FILE) or (source.rstrip("/").endswith(_FOLDER) and os.path.isdir(source))


def read_unsanitized(source: str, tasks: Collection[str]) -> Iterator[Sample]:
    """Read the samples, one by one.

    Raises:
        InputError: as for `read_samples`.
    """
    for sample in read_samples(source, tasks):
        yield replace(sample, field="raw") if sample.field == "solution" else sample
