"""Who may speak for a model: pull requests that touch what is somebody else's, sent by those who should not."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from evaluator.errors import InputError
from evaluator.results.result import Result
from evaluator.submissions.review.comment import render_comment
from evaluator.submissions.review.owners import MAINTAINERS, OWNER, Account, read_owner
from evaluator.submissions.review.pull_request import review_pull_request
from evaluator.submissions.review.report import Review
from tests.conftest import CommandLine
from tests.submissions.pull_requests import OTHER, STRANGER, TODAY, answered_otherwise, git, place, send

MAINTAINER = Account("maintainer", 1)


def named(result: Result, name: str) -> Result:
    return result.model_copy(update={"model": result.model.model_copy(update={"name": name})})


@pytest.fixture
def project(upstream: Path, tmp_path: Path, good: Result) -> Path:
    """A project in which somebody else has published GPT-4o, and which has a maintainer."""
    folder = tmp_path / "project"
    git(tmp_path, "clone", "--quiet", str(upstream), "project")
    place(folder, answered_otherwise(named(good, "GPT-4o")), "gpt-4o", TODAY, OTHER)
    (folder / MAINTAINERS).write_text(MAINTAINER.line)
    git(folder, "add", ".")
    git(folder, "commit", "--quiet", "-m", "GPT-4o")
    return folder


@pytest.fixture
def branch(project: Path, tmp_path: Path) -> Path:
    git(tmp_path, "clone", "--quiet", str(project), "branch")
    git(tmp_path / "branch", "switch", "--quiet", "-c", "result")
    return tmp_path / "branch"


def second_run(good: Result) -> Result:
    return answered_otherwise(named(good, "GPT-4o")).model_copy(update={"evaluator_version": "0.0.9"})


def take_row(branch: Path, good: Result) -> None:
    """Two samples named GPT-4o took the place of GPT-4o's."""
    place(branch, second_run(good), "gpt-4o")


def take_row_by_older_date(branch: Path, good: Result) -> None:
    """It becomes the row once it is measured again, for the other one was not."""
    place(branch, second_run(good), "gpt-4o", "2026-12-04")


def remove(branch: Path, good: Result) -> None:
    next(branch.glob("results/gpt-4o/*.json")).unlink()


def remove_with_owner(branch: Path, good: Result) -> None:
    for path in branch.glob("results/gpt-4o/*"):
        path.unlink()


def take_folder(branch: Path, good: Result) -> None:
    (branch / "results/gpt-4o" / OWNER).write_text(STRANGER.line)


def take_folder_and_row(branch: Path, good: Result) -> None:
    take_folder(branch, good)
    take_row(branch, good)


def replace(branch: Path, good: Result) -> None:
    remove(branch, good)
    take_row(branch, good)


TAKING: list[tuple[Callable[[Path, Result], None], str]] = [
    (take_row, "the row is replaced: GPT-4o on humaneval"),
    (take_row_by_older_date, "the row is replaced: GPT-4o on humaneval"),
    (remove, "the row goes: GPT-4o on humaneval"),
    (remove_with_owner, "would get another owner, or lose it"),
    (take_folder, "would get another owner, or lose it"),
    (take_folder_and_row, "is the folder of other:1002, who does not send this"),
    (replace, "the row goes: GPT-4o on humaneval"),
]


def review(branch: Path, project: Path, by: Account | None) -> Review:
    return review_pull_request(project, "main", send(branch, project), by, False, TODAY)


def held(found: Review) -> list[str]:
    return [*found.held, *(why for one in found.files for why in one.held)]


@pytest.mark.parametrize(("change", "says"), TAKING, ids=[change.__name__ for change, _ in TAKING])
def test_what_is_somebody_elses_needs_a_maintainer(
    branch: Path, project: Path, good: Result, change: Callable[[Path, Result], None], says: str
) -> None:
    change(branch, good)
    found = review(branch, project, STRANGER)
    assert not found.accepted
    assert any(says in why for why in held(found)), held(found)
    comment = render_comment(found, project)
    assert comment.startswith("### A maintainer has to decide about this") and says.split(":")[0] in comment


def test_the_row_that_goes_is_named_with_its_figure_and_its_file(branch: Path, project: Path, good: Result) -> None:
    path = next(branch.glob("results/gpt-4o/*.json")).relative_to(branch).as_posix()
    remove(branch, good)
    (line,) = (why for why in held(review(branch, project, OTHER)) if "the row goes" in why)
    assert path in line and "GPT-4o on humaneval" in line
    assert f"score@1 {good.metrics['score@1'].value:.1f} [" in line


@pytest.mark.parametrize("change", [take_row, remove, replace])
def test_its_owner_needs_a_maintainer_too_to_replace_or_remove(
    branch: Path, project: Path, good: Result, change: Callable[[Path, Result], None]
) -> None:
    change(branch, good)
    found = review(branch, project, OTHER)
    assert not found.accepted and not found.refused
    assert not any("who does not send this" in why for why in held(found))


@pytest.mark.parametrize("change", [change for change, _ in TAKING])
def test_a_maintainer_may(branch: Path, project: Path, good: Result, change: Callable[[Path, Result], None]) -> None:
    change(branch, good)
    assert held(review(branch, project, MAINTAINER)) == []


def test_an_account_is_its_number(branch: Path, project: Path, good: Result) -> None:
    """A login that was given up can be taken by somebody else; one that was changed is the same account."""
    take_row(branch, good)
    taken, renamed = Account(OTHER.login, 4004), Account("renamed", OTHER.number)
    assert any("who does not send this" in why for why in held(review(branch, project, taken)))
    assert not any("who does not send this" in why for why in held(review(branch, project, renamed)))


def test_nobody_names_a_maintainer_or_an_owner_but_who_sends_it(branch: Path, project: Path, good: Result) -> None:
    """Neither in the file of the maintainers, nor in a new folder's."""
    (branch / MAINTAINERS).write_text(STRANGER.line)
    found = review(branch, project, STRANGER)
    assert found.refused and any(MAINTAINERS in fault for fault in found.faults)
    (branch / MAINTAINERS).write_text(MAINTAINER.line)
    place(branch, named(good, "Stranger 1B"), "stranger-1b", owner=OTHER)
    found = review(branch, project, STRANGER)
    assert any("names other:1002, but stranger:1001 sends this" in fault for fault in found.faults)


@pytest.mark.parametrize(
    "content", [None, "stranger\n", "stranger:1001", "stranger:0\n", "stranger:1001\nother:1002\n", "x" * 999 + ":1\n"]
)
def test_a_new_folder_needs_an_owner(branch: Path, project: Path, good: Result, content: str | None) -> None:
    path = place(branch, named(good, "Stranger 1B"), "stranger-1b", owner=None)
    if content is not None:
        (path.parent / OWNER).write_text(content)
    found = review(branch, project, STRANGER)
    assert found.refused and any("results/stranger-1b/OWNER" in fault for fault in found.faults)


def test_nobody_takes_a_folder_without_a_result(branch: Path, project: Path) -> None:
    (branch / "results/gpt-5").mkdir()
    (branch / "results/gpt-5" / OWNER).write_text(STRANGER.line)
    found = review(branch, project, STRANGER)
    assert found.refused and "comes without a result" in found.faults[0]


@pytest.mark.parametrize(("name", "folder"), [("gpt4o", "gpt"), ("gpt 40", "gpt"), ("Mine 7B", "gpt-40")])
def test_a_name_or_a_folder_that_looks_like_anothers_is_refused(
    branch: Path, project: Path, good: Result, name: str, folder: str
) -> None:
    place(branch, named(good, name), folder)
    (one,) = review(branch, project, STRANGER).files
    assert any("cannot be told from GPT-4o" in fault for fault in one.faults), one.faults


def test_without_knowing_who_sends_it_nothing_is_taken(branch: Path, project: Path, good: Result) -> None:
    place(branch, named(good, "Stranger 1B"), "stranger-1b")
    found = review(branch, project, None)
    assert not found.accepted and not found.refused and "who sends this is not known" in found.held[0]
    assert review(branch, project, STRANGER).accepted


def test_the_commands_take_the_account(
    tallybench: CommandLine, branch: Path, project: Path, good: Result, tmp_path: Path
) -> None:
    take_row(branch, good)
    head = send(branch, project)
    told = tallybench("dev", "review", "main", head, "--root", project, "--no-measure", "--by", "stranger:1001")
    assert told.returncode == 1 and "the row is replaced" in told.stdout
    assert not json.loads((tmp_path / "review.json").read_bytes())["faults"]
    bad = tallybench("dev", "review", "main", head, "--root", project, "--by", "stranger; rm -rf /")
    assert bad.returncode == 2 and "is no account" in bad.stderr and "Traceback" not in bad.stderr


def test_an_owner_is_one_account() -> None:
    assert read_owner(STRANGER.line.encode()) == STRANGER
    for content in (b"", b"a:1", b"a:1\n\n", b"a:01\n", b"-a:1\n", b"a:1 \n", "\u0430:1\n".encode(), b"\xff:1\n"):
        with pytest.raises(InputError):
            read_owner(content)
