"""A project and a fork of it, as a pull request sees them."""

from pathlib import Path

import pytest

from tallybench.model.result import Result
from tallybench.statistics.published.record import dump_record, record_path
from tallybench.statistics.reading import load_result
from tallybench.submissions.verify import compare
from tests.made_results import kept_result
from tests.submissions.pull_requests import git, named, place


@pytest.fixture(scope="package")
def good() -> Result:
    """A whole run of a small model, under a new name."""
    return named(load_result(kept_result("gemma-3-270m")), "Stranger 1B")


@pytest.fixture(scope="package")
def canonical() -> Result:
    return load_result(kept_result("humaneval-canonical"))


@pytest.fixture(scope="package")
def upstream(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project as far as a pull request can see it, with a result that is verified."""
    folder = tmp_path_factory.mktemp("upstream")
    git(folder, "init", "--quiet", "--initial-branch=main")
    (folder / "README.md").write_text("TallyBench\n")
    kept = load_result(kept_result("tallybench-references"))
    path = place(folder, kept, "tallybench-references", "2026-11-22")
    record_path(path).write_bytes(dump_record(compare(kept, kept, "0" * 64)))
    (folder / "results/APPROVED").write_text("organization Google\n")
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "-m", "The project")
    return folder


@pytest.fixture
def fork(upstream: Path, tmp_path: Path) -> Path:
    folder = tmp_path / "fork"
    git(tmp_path, "clone", "--quiet", str(upstream), "fork")
    git(folder, "switch", "--quiet", "-c", "result")
    return folder
