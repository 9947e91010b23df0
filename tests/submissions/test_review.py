"""Pull requests in a real repository with a fork: one that can be taken, and what must not come in."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import orjson
import pytest

from tallybench.counting.session import Session
from tallybench.errors import MachineError
from tallybench.model.problem import code_hash
from tallybench.model.result import Result
from tallybench.model.verdicts import Verdict
from tallybench.samples import public
from tallybench.samples.public import place_of
from tallybench.statistics.published.record import dump_record, record_path
from tallybench.submissions.comment import render_comment
from tallybench.submissions.folder import content_digest
from tallybench.submissions.review import Review, Reviewed, review_pull_request
from tallybench.submissions.verify import Work, compare
from tests.conftest import CommandLine
from tests.made_results import few_answers, measured_today
from tests.submissions.pull_requests import (
    TODAY,
    answered_otherwise,
    commit,
    content_of,
    faults_of,
    git,
    held_of,
    named,
    place,
    published_elsewhere,
    reviewed,
    send,
    with_counts,
    without_code,
    write_content,
)

Change = Callable[[Path, Result], object]


def test_a_good_result_is_measured_and_can_be_taken(fork: Path, upstream: Path, good: Result, session: Session) -> None:
    good = few_answers(good)
    path = place(fork, good)
    review = reviewed(fork, upstream, measure=True, session=session)
    assert not review.refused
    (one,) = review.files
    assert one.path == path.relative_to(fork).as_posix()
    assert one.record is not None and one.record.agrees and one.record.environment.ranked
    assert one.record.metrics["pass@1"] == good.metrics["pass@1"]
    assert [why.split(":")[0] for why in one.held] == ["results/stranger-1b is new"]
    comment = render_comment(review, upstream)
    assert "A maintainer has to decide about this" in comment and "**`Stranger 1B`** (this)" in comment
    assert "`TallyBench references` (baseline)" in comment and "it agrees" in comment
    assert git(upstream, "status", "--porcelain") == ""


def test_made_up_counts_are_found_by_measuring(fork: Path, upstream: Path, good: Result, session: Session) -> None:
    """Its figures follow from its counts, so that nothing but measuring can tell."""
    place(fork, with_counts(measured_today(few_answers(good), session), lambda count: count // 2 + 1))
    assert not reviewed(fork, upstream).refused
    review = reviewed(fork, upstream, measure=True, session=session)
    (one,) = review.files
    assert review.refused and one.record is not None
    assert "it does not agree" in render_comment(review, upstream)
    assert {difference.what for difference in one.record.differences} == {"count"}


@pytest.fixture
def project(upstream: Path, tmp_path: Path, good: Result) -> Path:
    """A project that has published GPT-4o."""
    folder = tmp_path / "project"
    git(tmp_path, "clone", "--quiet", str(upstream), "project")
    place(folder, answered_otherwise(named(good, "GPT-4o")), "gpt-4o")
    commit(folder)
    git(tmp_path, "clone", "--quiet", str(folder), "branch")
    return folder


def replace_row(branch: Path, good: Result, date: str = TODAY) -> None:
    run = answered_otherwise(named(good, "GPT-4o")).model_copy(update={"evaluator_version": "0.0.9"})
    place(branch, run, "gpt-4o", date)


def replace_row_by_older_date(branch: Path, good: Result) -> None:
    """It becomes the row once it is measured again, for the other one was not."""
    replace_row(branch, good, "2026-12-04")


def remove(branch: Path, good: Result) -> None:
    next(branch.glob("results/gpt-4o/*.json")).unlink()


def new_model(branch: Path, good: Result) -> None:
    """In a spelling that readers may take for GPT-4o."""
    place(branch, named(good, "gpt 40"), "gpt-40")


def new_organization(branch: Path, good: Result) -> None:
    replace_row(branch, named(good, "GPT-4o", organization="Newcomer"))


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (replace_row, "the row is replaced: GPT-4o on humaneval 2.0.0, score@1 {score:.1f} ["),
        (replace_row_by_older_date, "the row is replaced: GPT-4o on humaneval 2.0.0, score@1 {score:.1f} ["),
        (remove, "the row is removed: GPT-4o on humaneval 2.0.0, score@1 {score:.1f} ["),
        (new_model, "results/gpt-40 is new: check that no published model has this name in a different spelling"),
        (new_organization, "it is the first result of Newcomer, by its sender's word"),
    ],
)
def test_what_is_new_or_goes_is_held(project: Path, tmp_path: Path, good: Result, change: Change, says: str) -> None:
    change(tmp_path / "branch", good)
    review = reviewed(tmp_path / "branch", project)
    assert not review.refused and review.held
    text = says.format(score=good.metrics["score@1"].value)
    assert any(text in why for why in held_of(review)), held_of(review)
    comment = render_comment(review, project)
    assert comment.startswith("### A maintainer has to decide about this") and text in comment


def edit_score(fork: Path, good: Result) -> None:
    data = orjson.loads(content_of(good))
    data["metrics"]["pass@1"]["value"] = 0.99
    write_content(fork, orjson.dumps(data, option=orjson.OPT_SORT_KEYS | orjson.OPT_INDENT_2) + b"\n")


def beside(name: str, text: str = "Mine\n") -> Change:
    """A result, and another file."""

    def change(fork: Path, good: Result) -> None:
        place(fork, good)
        (fork / name).parent.mkdir(parents=True, exist_ok=True)
        (fork / name).write_text(text)

    return change


def bring_record(fork: Path, good: Result) -> None:
    record_path(place(fork, good)).write_bytes(dump_record(compare(good, good, "0" * 64)))


def change_kept(fork: Path, good: Result) -> None:
    path = next(one for one in fork.glob("results/*/*.json") if "verified" not in one.name)
    path.write_bytes(path.read_bytes().replace(b"TallyBench references", b"Better references"))


def link_out(fork: Path, good: Result) -> None:
    path = write_content(fork, b"")
    path.unlink()
    path.symlink_to("/etc/passwd")


def two_models(fork: Path, good: Result) -> None:
    """In a folder that the main branch does not have yet."""
    place(fork, good)
    place(fork, named(good, "Stranger 2B"))


# What is wrong with a file alone is tested in `test_submission.py`; one of its faults stands for all.
BAD: dict[str, tuple[Change, str]] = {
    "edited score": (edit_score, "metrics.pass@1.value: is 0.99"),
    "another file": (beside("README.md"), "README.md: is not results/MODEL/FILE.json"),
    "approvals": (beside("results/APPROVED"), "results/APPROVED: is not results/MODEL/FILE.json"),
    "workflow": (beside(".github/workflows/mine.yml"), ".github/workflows/mine.yml: is not results/"),
    "no JSON": (beside("results/stranger-1b/run.py"), "is not a result file"),
    "record": (bring_record, "is a record of a verification"),
    "removed record": (
        lambda fork, good: next(fork.glob("results/*/*.verified.json")).unlink(),
        "is a record of a verification",
    ),
    "changed result": (change_kept, "is changed; a result stays as it was sent"),
    "link": (link_out, "must be a plain file"),
    "linked folder": (
        lambda fork, good: (fork / "results/stranger-1b").symlink_to("../.."),
        "is not results/MODEL/FILE.json",
    ),
    "executable": (lambda fork, good: place(fork, good).chmod(0o755), "must be a plain file that is not executable"),
    "later": (lambda fork, good: place(fork, good, date="2027-01-01"), "its date is later than today"),
    # Which would be ranked by what it does on public inputs.
    "earlier": (lambda fork, good: place(fork, good, date="2026-11-24"), "its date is earlier than the day on which"),
    "model": (
        lambda fork, good: place(fork, good, "tallybench-references"),
        "is the folder of another model, TallyBench references",
    ),
    "two models": (two_models, "is the folder of another model, Stranger "),
    "second folder": (
        lambda fork, good: place(fork, named(good, "tallybench REFERENCES"), "references"),
        "TallyBench references, which has the folder results/tallybench-references",
    ),
    "placeholder": (
        lambda fork, good: place(fork, named(good, good.model.name, prompt="Not stated by the source.")),
        "model.prompt: is 'Not stated by the source.', which says nothing",
    ),
    "nothing": (lambda fork, good: None, "it changes nothing"),
}


@pytest.mark.parametrize("name", BAD)
def test_what_must_not_come_in_is_refused(fork: Path, upstream: Path, good: Result, name: str) -> None:
    change, says = BAD[name]
    change(fork, good)
    # It is not reached, except for the first of two models.
    review = reviewed(fork, upstream, measure=name != "two models")
    assert review.refused
    assert any(says in fault for fault in faults_of(review)), faults_of(review)
    assert "This cannot be accepted as it is" in render_comment(review, upstream)


def test_changes_of_the_main_branch_are_not_reviewed(fork: Path, upstream: Path, good: Result, tmp_path: Path) -> None:
    git(tmp_path, "clone", "--quiet", str(upstream), "later")
    (tmp_path / "later/README.md").write_text("TallyBench, later\n")
    git(tmp_path / "later", "commit", "--quiet", "--all", "-m", "Meanwhile")
    place(fork, good)
    assert not reviewed(fork, tmp_path / "later").refused


def test_withheld_code_can_be_taken_but_is_not_measured(fork: Path, upstream: Path, good: Result) -> None:
    place(fork, without_code(good))
    review = reviewed(fork, upstream, measure=True)
    assert not review.refused and review.files[0].record is None
    assert "Its code is withheld" in render_comment(review, upstream)


def test_the_command_prints_the_comment(tallybench: CommandLine, fork: Path, upstream: Path, good: Result) -> None:
    edit_score(fork, good)
    head = send(fork, upstream)
    done = tallybench("dev", "review", "main", head, "--root", upstream)
    assert done.returncode == 1 and "metrics.pass@1" in done.stdout
    assert f"Reviewed at `{git(upstream, 'rev-parse', head)}`" in done.stdout
    for arguments, says in ((("main", "nowhere"), "nowhere: git knows no such revision"), (("main", "--", "-o"), "-o")):
        tallybench("dev", "review", *arguments, "--root", upstream, code=2, says=says)


HOSTILE = "`](javascript:alert(1)) ![x](https://evil.example/) <img src=x> @everyone\n# Merged | x"


def test_nothing_that_a_stranger_wrote_means_anything_in_the_comment(upstream: Path, good: Result) -> None:
    files = (
        Reviewed(HOSTILE, "added", named(good, HOSTILE), findings=[HOSTILE], held=[HOSTILE]),
        Reviewed(HOSTILE, "added", faults=[HOSTILE] * 50),
    )
    comment = render_comment(Review("0" * 40, (HOSTILE,), files), upstream)
    for line in comment.splitlines():
        assert line.count("`") % 2 == 0
        outside = "".join(line.split("`")[0::2])
        assert not any(bad in outside for bad in ("](", "<img", "@everyone", "javascript", "evil.example"))
        assert not line.startswith("# ")


def test_a_comment_is_never_longer_than_what_is_taken(upstream: Path, good: Result) -> None:
    """Or a pull request with many faults would get no answer at all."""
    one = Reviewed("results/a/b.json", "added", good, findings=["&" * 1_000] * 30)
    comment = render_comment(Review("0" * 40, files=(one,) * 20), upstream)
    assert 40_000 < len(comment) < 65_536
    assert " more files" in comment and comment.splitlines()[-1].startswith("Reviewed at")


def test_a_pull_request_can_be_reviewed_at_home(fork: Path, good: Result) -> None:
    """Where its files are in the checkout."""
    place(fork, good)
    commit(fork)
    review = review_pull_request(fork, "main", "HEAD", Work(), False, TODAY)
    assert not review.refused
    assert render_comment(review, fork).count("Stranger 1B") == 1


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("results/stranger-1b/RESULT.json", "its name must be BENCHMARK-YYYY-MM-DD-HASH.json"),
        ("results/Stranger 1B/{stem}.json", "its folder must be a short name"),
        ("results/stranger-1b/\udcff.json", "its name must be BENCHMARK-YYYY-MM-DD-HASH.json"),
    ],
)
@pytest.mark.parametrize("beside", [False, True])
def test_a_badly_named_file_is_a_fault_at_home_too(
    tallybench: CommandLine, fork: Path, good: Result, name: str, says: str, beside: bool
) -> None:
    """Where it is in the checkout, among the leaderboard's files; alone, or beside what may not be changed."""
    path = fork / name.format(stem=f"humaneval-{TODAY}-{content_digest(content_of(good))}")
    path.parent.mkdir(parents=True)
    path.write_bytes(content_of(good))
    if beside:
        (fork / "README.md").write_text("Mine\n")
    commit(fork)
    done = tallybench("dev", "review", "main", "HEAD", "--root", fork, "--no-measure", code=1)
    assert "This cannot be accepted as it is" in done.stdout
    assert ("README.md: is not results/MODEL/FILE.json" if beside else says) in done.stdout


HOOK = "class Number:\n    def __index__(self):\n        values.clear()\n        return 7\n"
TASKS = ("HumanEval/0", "HumanEval/1", "HumanEval/42")


@dataclass(frozen=True)
class Elsewhere:
    """A result without code, the file in which its programs are, and the task of the sample that has a hook."""

    result: Result
    folder: Path
    file: Path
    task_id: str


@pytest.fixture
def elsewhere(good: Result, tmp_path: Path) -> Elsewhere:
    """The stranger's result, of which one correct sample has a hook in it."""
    samples = list(few_answers(good, TASKS).samples)
    number = next(number for number, sample in enumerate(samples) if sample.verdict is Verdict.PASSED)
    code = f"{samples[number].code}\n{HOOK}"
    samples[number] = samples[number].model_copy(update={"code": code, "code_sha256": code_hash(code)})
    hooked = few_answers(good, TASKS).model_copy(update={"samples": tuple(samples)})
    result = published_elsewhere(hooked, tmp_path / "elsewhere")
    assert result.source is not None
    file = place_of(result.source, "data/samples.jsonl", tmp_path / "elsewhere")
    return Elsewhere(result, tmp_path / "elsewhere", file, samples[number].task_id)


def reviewed_elsewhere(
    fork: Path, upstream: Path, session: Session, folder: Path | None, fetch: bool = False
) -> Reviewed:
    head = send(fork, upstream)
    found = review_pull_request(upstream, "main", head, Work(session=session, samples=folder), True, TODAY, fetch)
    (reviewed,) = found.files
    return reviewed


@pytest.mark.parametrize("fetch", [False, True])
def test_programs_that_were_fetched_are_measured_and_read(
    fork: Path,
    upstream: Path,
    elsewhere: Elsewhere,
    tmp_path: Path,
    session: Session,
    monkeypatch: pytest.MonkeyPatch,
    fetch: bool,
) -> None:
    """By somebody before, or first of all where that is asked for."""
    place(fork, elsewhere.result)
    content = elsewhere.file.read_bytes()
    monkeypatch.setattr(public, "_download", lambda address: content)
    folder = tmp_path / "fetched" if fetch else elsewhere.folder
    found = reviewed_elsewhere(fork, upstream, session, folder, fetch)
    assert found.faults == [] and found.record is not None, found
    assert found.findings == [f"{elsewhere.task_id}, sample 0: names: __index__"]
    assert any("its code does something unusual in 1 places" in why for why in found.held), found.held


def test_what_is_not_measured_again_is_said_and_ends_no_review(
    fork: Path,
    upstream: Path,
    elsewhere: Elsewhere,
    tmp_path: Path,
    session: Session,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    place(fork, elsewhere.result)
    elsewhere.file.write_bytes(b"{}\n")

    def unreachable(address: str) -> bytes:
        raise MachineError(f"{address}: cannot be fetched")

    monkeypatch.setattr(public, "_download", unreachable)
    for folder, fetch, says in (
        (None, False, "its samples are public at https://github.com/someone/answers"),
        (elsewhere.folder, False, "is not the file that the result was made from"),
        (tmp_path / "empty", True, "cannot be fetched"),
    ):
        found = reviewed_elsewhere(fork, upstream, session, folder, fetch)
        assert found.record is None and found.faults == []
        assert says in found.held[-1] and "/tallybench-" not in found.held[-1], found.held
