"""Logs of Inspect AI (`.eval`): each sample's final output, whatever its task and solver."""

import importlib.util
import os
from collections import Counter
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from tallybench.errors import InputError
from tallybench.samples.reading import Field, Sample, unknown_sample_task
from tallybench.values.text import clean_text, described

if TYPE_CHECKING:
    from inspect_ai.log import EvalSample

_ZIP = b"PK\x03\x04"


def is_inspect_log(source: str) -> bool:
    """Return whether a file is such a log, which is a zip archive."""
    if not (source.endswith(".eval") and os.path.isfile(source)):
        return False
    with open(source, "rb") as file:
        return file.read(len(_ZIP)) == _ZIP


def read_inspect_log(source: str, tasks: Collection[str]) -> Iterator[Sample]:
    """Read the samples of a log, in the log's order. An epoch is a sample.

    Raises:
        InputError: Inspect AI is not installed, it cannot read the log, or a sample's id is not a task's.
    """
    if importlib.util.find_spec("inspect_ai") is None:
        raise InputError(f"{source}: is a log of Inspect AI; to read it: pip install 'tallybench[inspect]'")
    from inspect_ai.log import read_eval_log_samples

    counts: Counter[str] = Counter()
    try:
        for found in read_eval_log_samples(Path(source), all_samples_required=False):
            task_id = str((found.metadata or {}).get("task_id") or found.id)
            where = f"{source}, sample {task_id}, epoch {found.epoch}"
            if task_id not in tasks:
                raise InputError(f"{where}: {unknown_sample_task(task_id, tasks)}")
            yield _sample(found, task_id, counts[task_id])
            counts[task_id] += 1
    except InputError:
        raise
    except Exception as error:  # whatever a damaged archive makes it raise
        raise InputError(f"{source}: Inspect AI cannot read it ({clean_text(described(error))})") from None


def _sample(found: "EvalSample", task_id: str, index: int) -> Sample:
    field: Field = "completion" if (found.metadata or {}).get("answer") == "completion" else "raw"
    if found.error is not None and not found.output.completion:
        return Sample(task_id, index, field, "", None, found.error.message)
    # The sum over all requests that the sample took, to any model.
    usages = list(found.model_usage.values())
    tokens = None
    if usages:
        cached = sum((use.input_tokens_cache_read or 0) + (use.input_tokens_cache_write or 0) for use in usages)
        tokens = (sum(use.input_tokens for use in usages) + cached, sum(use.output_tokens for use in usages))
    return Sample(task_id, index, field, found.output.completion, tokens)
