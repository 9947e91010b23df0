"""Problems that were read are kept in the cache, and used only where nothing that they were made from has changed."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tallybench.benchmarks import files_folder, load_benchmark
from tallybench.benchmarks.opened import kept_problems
from tallybench.benchmarks.problem_reader import with_additions
from tallybench.model.problem import Problem

# One whose canonical solution is wrong, one that accepts several outputs, one whose costs vary, one with a tolerance.
IDS = {f"he_{number:03d}.py": f"HumanEval/{number}" for number in (44, 20, 0, 2)}

Read = Callable[[], tuple[tuple[Problem, ...], int]]


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TALLYBENCH_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "problems"
    made.mkdir()
    for name in IDS:
        shutil.copy(files_folder("humaneval") / name, made)
    return made


@pytest.fixture
def read(folder: Path, own_cache: Path) -> Read:
    """Returns the folder's problems, and how many of its files had to be read for them."""
    problems = load_benchmark().by_id

    def now() -> tuple[tuple[Problem, ...], int]:
        parsed: list[Path] = []

        def each() -> Iterator[Problem]:
            for name, task_id in IDS.items():
                parsed.append(folder / name)
                yield with_additions(problems[task_id], folder / name)

        return kept_problems(folder, each), len(parsed)

    return now


def test_what_is_kept_is_what_was_read(read: Read) -> None:
    first, parsed = read()
    again, parsed_again = read()
    assert (parsed, parsed_again) == (len(IDS), 0)
    assert again == first and [vars(one).keys() for one in again] == [vars(one).keys() for one in first]


def test_a_changed_file_is_read_anew(read: Read, folder: Path) -> None:
    read()
    changed = folder / "he_020.py"
    changed.write_text(changed.read_text() + "# changed\n")
    assert [read()[1], read()[1]] == [len(IDS), 0]


def test_a_damaged_file_of_the_cache_is_read_over(read: Read, own_cache: Path) -> None:
    first, _ = read()
    (kept,) = (own_cache / "opened").iterdir()
    whole = kept.read_bytes()
    for damaged in (b"", whole[:-10], whole.partition(b"\n")[2], whole[:-1] + b"x"):
        kept.write_bytes(damaged)
        assert read() == (first, len(IDS))


def test_a_cache_that_cannot_be_written_is_done_without(read: Read, own_cache: Path) -> None:
    own_cache.write_text("a file where the folder would be")
    assert [read()[1], read()[1]] == [len(IDS), len(IDS)]
