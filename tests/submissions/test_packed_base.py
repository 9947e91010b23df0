"""A pull request to a project whose results are packed: what is published is seen as before."""

from pathlib import Path

import pytest

from evaluator.results.packed.index import FOLDER, INDEX
from evaluator.results.published.packing import pack_results, single_files
from evaluator.results.result import Result
from evaluator.submissions.review.base_branch import open_base_branch
from tests.made_results import kept_result
from tests.submissions.pull_requests import STRANGER, git, place, reviewed, send


@pytest.fixture
def packed(upstream: Path, tmp_path: Path) -> Path:
    """The project with all of its results packed."""
    folder = tmp_path / "packed"
    git(tmp_path, "clone", "--quiet", str(upstream), "packed")
    pack_results(folder, keep=0)
    git(folder, "add", "--all", "--force")
    git(folder, "commit", "--quiet", "-m", "Packed")
    assert single_files(folder) == []
    return folder


@pytest.fixture
def branch(packed: Path, tmp_path: Path) -> Path:
    git(tmp_path, "clone", "--quiet", str(packed), "branch")
    git(tmp_path / "branch", "switch", "--quiet", "-c", "result")
    return tmp_path / "branch"


def test_the_base_branch_has_its_rows_and_folders_as_before(upstream: Path, packed: Path) -> None:
    with open_base_branch(upstream, "main") as before, open_base_branch(packed, "main") as after:
        assert after.rows.keys() == before.rows.keys() and after.folders == before.folders
        (path,) = {entry.path for entry in before.entries}
        row = after.row_of(path)
        assert row is not None and row.result == before.entries[0].result


def test_a_folder_whose_files_are_packed_is_still_somebodys(branch: Path, packed: Path, good: Result) -> None:
    place(branch, good.model_copy(update={"model": good.model}), "tallybench-references", owner=None)
    review = reviewed(branch, packed)
    held = [*review.held, *(why for one in review.files for why in one.held)]
    assert "results/tallybench-references is the project's own folder" in held
    assert not review.accepted


@pytest.mark.parametrize("name", ["index.jsonl", "humaneval-2026-11-01234567.parquet"])
def test_nobody_sends_packed_results(branch: Path, packed: Path, name: str) -> None:
    (branch / FOLDER / name).write_bytes(kept_result("gemma-3-270m").read_bytes())
    review = reviewed(branch, packed, by=STRANGER)
    assert review.refused
    assert any(
        f"{FOLDER}/{name}: is of the packed results; only a maintainer packs them" in why for why in review.faults
    )


def test_a_new_result_comes_as_a_file(branch: Path, packed: Path, good: Result) -> None:
    place(branch, good, "stranger-1b")
    review = reviewed(branch, packed)
    assert not review.refused, review
    assert (packed / INDEX).exists() and send(branch, packed)
