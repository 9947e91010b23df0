"""What was read of problems' files is kept in the cache, and used only where nothing it was made from has changed."""

import os
import shutil
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import pytest

from tallybench.benchmarks import files_folder, problem_reader
from tallybench.benchmarks.problem_reader import Additions, read_additions, read_all_additions

# One whose canonical solution is wrong, one that accepts several outputs, one whose costs vary, one with a tolerance.
ENTRY_POINTS = {
    "he_044.py": "change_base",
    "he_020.py": "find_closest_elements",
    "he_000.py": "has_close_elements",
    "he_002.py": "truncate_number",
}


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TALLYBENCH_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def paths(tmp_path: Path) -> list[Path]:
    folder = tmp_path / "problems"
    folder.mkdir()
    return [Path(shutil.copy(files_folder("humaneval") / name, folder)) for name in ENTRY_POINTS]


@pytest.fixture
def read(paths: list[Path], monkeypatch: pytest.MonkeyPatch) -> Callable[[], tuple[list[Additions], list[str]]]:
    """Reads the files: what they hold, and the names of those that were not taken from the cache."""

    parsed: list[str] = []

    def one(path: Path, entry_point: str) -> Additions:
        parsed.append(path.name)
        return read_additions(path, entry_point)

    def now() -> tuple[list[Additions], list[str]]:
        parsed.clear()
        found = read_all_additions({path: ENTRY_POINTS[path.name] for path in paths})
        return [*found.values()], [*parsed]

    monkeypatch.setattr(problem_reader, "read_additions", one)
    return now


Read = Callable[[], tuple[list[Additions], list[str]]]


def test_what_is_kept_is_what_was_read(own_cache: Path, read: Read) -> None:
    first, parsed = read()
    again, parsed_again = read()
    assert parsed == [*ENTRY_POINTS] and parsed_again == []
    for one, other in zip(first, again, strict=True):
        for field in fields(Additions):
            mine, kept = getattr(one, field.name), getattr(other, field.name)
            assert mine == kept and type(mine) is type(kept), field.name


def test_a_changed_file_is_read_anew(own_cache: Path, read: Read, paths: list[Path]) -> None:
    read()
    paths[1].write_text(paths[1].read_text() + "# changed\n")
    assert read()[1] == [*ENTRY_POINTS]
    assert read()[1] == []


def test_a_damaged_file_of_the_cache_is_read_over(own_cache: Path, read: Read) -> None:
    first, _ = read()
    (kept,) = (own_cache / "opened").iterdir()
    for damaged in (b"", kept.read_bytes()[:-10], b"[]", b'["", [{}]]'):
        kept.write_bytes(damaged)
        again, parsed = read()
        assert again == first and parsed == [*ENTRY_POINTS]


def test_a_cache_that_cannot_be_written_is_done_without(own_cache: Path, read: Read) -> None:
    own_cache.write_text("a file where the folder would be")
    assert read()[1] == [*ENTRY_POINTS]
    assert read()[1] == [*ENTRY_POINTS]
    assert os.path.isfile(own_cache)
