"""The files of ECCO: tables of pairs, texts and users' costs, and folders of tests.

Its dataset has a folder of tables for each of its configurations; its scripts read the private tests,
which decide, from `codenet/generated_test_cases`, and those shown during refinement from `codenet/public_test_cases`.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from pydantic import Field

from tallybench.benchmarks.sources.data_files import DataFile, Excluded, Record, stream_json_lines
from tallybench.errors import InputError
from tallybench.model.problem import Case
from tallybench.sandbox.parquet import NotParquet, read_parquet

EDIT, GENERATE, USERS = "edit", "generate", "generate_eval"
_TABLES = ("{config}/{split}*", "{config}_{split}*", "data/{config}/{split}*", "data/{config}_{split}*")
_COLUMNS = ("problem_id", "input", "target", "problem_description", "runtimes", "memories")
_PARENTS = ("codenet", "data/codenet", "test_cases/codenet", "test_cases", ".")
_PRIVATE, _PUBLIC = "generated_test_cases", "public_test_cases"
_ALONE = "test_cases"  # a folder without public tests


class _Row(Record):
    problem_id: str = Field(description="a string")


class PairRow(_Row):
    """A slow and a fast program for a problem."""

    input: str = Field(description="a string")
    target: str = Field(description="a string")


class TextRow(_Row):
    """A problem that is to be solved from a description."""

    problem_description: str = Field(description="a string")


class UsersRow(_Row):
    """What users' programs for a problem took: seconds and kilobytes, compared with a sample's means over its tests."""

    runtimes: list[float] = Field(description="a list of at least one number", min_length=1)
    memories: list[float] = Field(description="a list of at least one number", min_length=1)


R = TypeVar("R", bound=_Row)
Test = tuple[int, str, str]  # number, standard input, standard output


@dataclass(frozen=True)
class TestFolders:
    """Where the private tests are, and the public ones if there are any."""

    private: Path
    public: Path | None

    def private_tests(self, problem_id: str) -> list[Test]:
        """Return the private tests, in order of their numbers.

        Raises:
            Excluded: the problem has none.
        """
        if tests := _tests_in(self.private / problem_id):
            return tests
        raise Excluded(f"{self.private.name}/{problem_id} has no input.N.txt with its output.N.txt")

    def public_tests(self, problem_id: str) -> list[Test]:
        """Return the public tests, likewise; empty if the problem has none."""
        return [] if self.public is None else _tests_in(self.public / problem_id)


def find_tests(data: Path) -> TestFolders:
    """Return where the tests are, in any of ECCO's layouts."""
    shown = next((data / name / _PUBLIC for name in _PARENTS if (data / name / _PUBLIC).is_dir()), None)
    for parent in (data / name for name in _PARENTS):
        if (parent / _PRIVATE).is_dir():
            return TestFolders(parent / _PRIVATE, shown)
    if (data / _ALONE).is_dir():
        return TestFolders(data / _ALONE, shown)
    raise InputError(
        f"data {data}: has no folder `codenet/{_PRIVATE}` or `{_ALONE}`; unpack test_cases.zip of CodeEff/ECCO there"
    )


def as_cases(tests: list[Test]) -> tuple[Case, ...]:
    """Return tests as a problem holds them."""
    return tuple(Case((given,), wanted, f"test {number}") for number, given, wanted in tests)


def _tests_in(folder: Path) -> list[Test]:
    found = []
    for path in folder.glob("input.*.txt"):
        number = path.name.split(".")[1]
        output = folder / f"output.{number}.txt"
        if number.isdecimal() and output.exists():
            found.append((int(number), _read(path), _read(output)))
    return sorted(found)


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: cannot be read ({error}); get the public files again") from None


def find_table(data: Path, config: str, split: str = "test") -> DataFile | None:
    """Return the table of a split; None if it is not among the data."""
    if not data.is_dir():
        raise InputError(f"data {data}: not a folder; pass the one with ECCO's tables and tests")
    patterns = [pattern.format(config=config, split=split) for pattern in _TABLES]
    for path in sorted(path for pattern in patterns for path in data.glob(pattern)):
        if path.suffix == ".jsonl":
            return stream_json_lines(path, f"one row of ECCO's `{config}` per line")
        if path.suffix == ".parquet":
            return _parquet(path)
    return None


def split_table(data: Path, config: str, split: str = "test") -> DataFile:
    """Return the table of a split.

    Raises:
        InputError: it is not among the data.
    """
    if (table := find_table(data, config, split)) is None:
        raise InputError(f"data {data}: has no {config}/{split}*.jsonl or .parquet; get the dataset CodeEff/ECCO")
    return table


def _parquet(path: Path) -> DataFile:
    try:
        return DataFile(path, read_parquet(path, _COLUMNS).rows, hashlib.sha256(path.read_bytes()).hexdigest())
    except NotParquet as error:
        raise InputError(f"{error}; get the public file again") from None
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from None


def table_rows(table: DataFile, kind: type[R]) -> Iterator[R]:
    """Yield each row of a table."""
    for where, row in table.records(kind, "a row: an object"):
        name = row.problem_id  # it also names a folder
        if not (name.isascii() and name.replace("-", "").replace("_", "").isalnum()):
            raise InputError(f"{table.path}: at {where} `problem_id` is {name!r:.60}, expected one such as p02743")
        yield row


def users_of(data: Path) -> dict[str, UsersRow]:
    """Return what users' programs took, by problem; the first row of a problem counts, as in ECCO's script.

    Empty if `generate_eval` is not among the data.
    """
    table = find_table(data, USERS)
    rows = [] if table is None else table_rows(table, UsersRow)
    found: dict[str, UsersRow] = {}
    for row in rows:
        found.setdefault(row.problem_id, row)
    return found
