"""Pull requests in a real repository with a fork: one that can be taken, and what must not come in."""

import json
from collections.abc import Callable
from pathlib import Path

import orjson
import pytest

from evaluator.errors import InputError
from evaluator.execution.session import Session
from evaluator.results.published.entries import read_entries
from evaluator.results.published.record import dump_record, record_path
from evaluator.results.result import Figure, Result
from evaluator.submissions.places import content_digest
from evaluator.submissions.review import pull_request
from evaluator.submissions.review.comment import render_comment
from evaluator.submissions.review.pull_request import review_pull_request
from evaluator.submissions.review.report import Review, Reviewed, dump_review, read_review
from evaluator.submissions.verify import compare
from tests.conftest import CommandLine
from tests.made_results import few_answers
from tests.submissions.pull_requests import STRANGER, TODAY, content_of, faults_of, git, place, reviewed, send
from tests.submissions.test_verify import faster, with_samples


def test_a_good_result_is_measured_again_and_can_be_taken(
    fork: Path, upstream: Path, good: Result, session: Session
) -> None:
    good = few_answers(good)
    path = place(fork, good, "stranger-1b")
    review = reviewed(fork, upstream, measure=True, session=session)
    assert review.accepted and faults_of(review) == []
    (one,) = review.files
    assert one.path == path.relative_to(fork).as_posix() and (one.measured, one.agrees, one.ranked) == (
        "yes",
        True,
        True,
    )
    assert one.metrics["pass@1"] == good.metrics["pass@1"]
    comment = render_comment(review, upstream)
    assert "This can be taken" in comment and "**`Stranger 1B`** (this)" in comment
    assert "`TallyBench references` (baseline)" in comment and "it agrees" in comment
    assert git(upstream, "status", "--porcelain") == ""


def test_made_up_counts_are_found_by_measuring(fork: Path, upstream: Path, good: Result, session: Session) -> None:
    """Its figures follow from its counts, so that nothing but measuring can tell."""
    place(fork, with_samples(few_answers(good), faster), "stranger-1b")
    assert reviewed(fork, upstream).accepted
    review = reviewed(fork, upstream, measure=True, session=session)
    assert not review.accepted and review.files[0].agrees is False
    assert "it does not agree" in render_comment(review, upstream)
    assert all(": count " in line for line in review.files[0].differences)


def test_measuring_without_end_is_a_fault_and_not_a_crash(
    fork: Path, upstream: Path, good: Result, session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    place(fork, few_answers(good), "stranger-1b")
    monkeypatch.setattr(pull_request, "MEASURING_SECONDS", 0.0)
    review = reviewed(fork, upstream, measure=True, session=session)
    assert review.refused and "measuring it again was ended" in faults_of(review)[0]


def edit_score(fork: Path, good: Result) -> None:
    data = orjson.loads(content_of(good))
    data["metrics"]["pass@1"]["value"] = 0.99
    content = orjson.dumps(data, option=orjson.OPT_SORT_KEYS | orjson.OPT_INDENT_2) + b"\n"
    path = fork / "results/stranger-1b" / f"humaneval-2026-12-05-{content_digest(content)}.json"
    path.parent.mkdir(parents=True)
    path.write_bytes(content)


def change_other(fork: Path, good: Result) -> None:
    place(fork, good, "stranger-1b")
    (fork / "README.md").write_text("Mine\n")


def add_workflow(fork: Path, good: Result) -> None:
    place(fork, good, "stranger-1b")
    (fork / ".github/workflows").mkdir(parents=True)
    (fork / ".github/workflows/mine.yml").write_text("on: push\n")


def bring_record(fork: Path, good: Result) -> None:
    path = place(fork, good, "stranger-1b")
    record_path(path).write_bytes(dump_record(compare(good, good, "0" * 64)))


def change_record(fork: Path, good: Result) -> None:
    next(fork.glob("results/*/*.verified.json")).write_text("{}\n")


def remove_record(fork: Path, good: Result) -> None:
    next(fork.glob("results/*/*.verified.json")).unlink()


def change_kept(fork: Path, good: Result) -> None:
    path = next(one for one in fork.glob("results/*/*.json") if "verified" not in one.name)
    path.write_bytes(path.read_bytes().replace(b"TallyBench references", b"Better references"))


def link_out(fork: Path, good: Result) -> None:
    path = fork / "results/stranger-1b/humaneval-2026-12-05-0123abcd.json"
    path.parent.mkdir(parents=True)
    path.symlink_to("/etc/passwd")


def link_folder(fork: Path, good: Result) -> None:
    (fork / "results/stranger-1b").symlink_to("../..")


def make_executable(fork: Path, good: Result) -> None:
    place(fork, good, "stranger-1b").chmod(0o755)


def wrong_name(fork: Path, good: Result) -> None:
    place(fork, good, "stranger-1b").rename(fork / "results/stranger-1b/result.json")


def wrong_hash(fork: Path, good: Result) -> None:
    place(fork, good, "stranger-1b").rename(fork / "results/stranger-1b/humaneval-2026-12-05-00000000.json")


def later_day(fork: Path, good: Result) -> None:
    place(fork, good, "stranger-1b", "2027-01-01")


def another_model(fork: Path, good: Result) -> None:
    place(fork, good, "tallybench-references")


def two_models(fork: Path, good: Result) -> None:
    """In a folder that the main branch does not have yet."""
    place(fork, good, "stranger-1b")
    place(fork, good.model_copy(update={"model": good.model.model_copy(update={"name": "Stranger 2B"})}), "stranger-1b")


def second_folder(fork: Path, good: Result) -> None:
    name = "tallybench\u00a0REFERENCES "
    place(fork, good.model_copy(update={"model": good.model.model_copy(update={"name": name})}), "references")


def earlier_day(fork: Path, good: Result) -> None:
    """Which would be ranked by what it does on public inputs."""
    place(fork, good, "stranger-1b", "2026-11-24")


def says_nothing(fork: Path, good: Result) -> None:
    model = good.model.model_copy(update={"prompt": "Not stated by the source."})
    place(fork, good.model_copy(update={"model": model}), "stranger-1b")


def no_day(fork: Path, good: Result) -> None:
    place(fork, good, "stranger-1b", "2026-11-31")


def broken_file(fork: Path, good: Result) -> None:
    path = fork / "results/stranger-1b" / f"humaneval-2026-12-05-{content_digest(b'{')}.json"
    path.parent.mkdir(parents=True)
    path.write_bytes(b"{")


def too_deep(fork: Path, good: Result) -> None:
    place(fork, good, "stranger-1b/deeper")


def no_json(fork: Path, good: Result) -> None:
    (fork / "results/stranger-1b").mkdir(parents=True)
    (fork / "results/stranger-1b/run.py").write_text("print(1)\n")


def partial_run(fork: Path, good: Result) -> None:
    facts = good.benchmark.model_copy(update={"partial": True})
    place(fork, good.model_copy(update={"benchmark": facts}), "stranger-1b")


def stale_row(fork: Path, good: Result) -> None:
    old = good.problems["HumanEval/0"].model_copy(update={"hash": "0" * 64})
    place(fork, good.model_copy(update={"problems": good.problems | {"HumanEval/0": old}}), "stranger-1b")


def hostile_name(fork: Path, good: Result) -> None:
    named = good.model.model_copy(update={"name": "Good\u202e model"})
    place(fork, good.model_copy(update={"model": named}), "stranger-1b")


def nothing(fork: Path, good: Result) -> None:
    return


BAD: list[tuple[Callable[[Path, Result], None], str]] = [
    (edit_score, "metrics.pass@1.value: is 0.99"),
    (change_other, "README.md: is not results/MODEL/FILE.json"),
    (add_workflow, ".github/workflows/mine.yml: is not results/"),
    (bring_record, "is a record of a verification"),
    (change_record, "is a record of a verification"),
    (remove_record, "is a record of a verification"),
    (change_kept, "is changed; a result stays as it was sent"),
    (link_out, "must be a plain file"),
    (link_folder, "is not results/MODEL/FILE.json"),
    (make_executable, "must be a plain file that is not executable"),
    (wrong_name, "its name must be BENCHMARK-YYYY-MM-DD-HASH.json"),
    (wrong_hash, "its name must end with"),
    (later_day, "its date is later than today"),
    (another_model, "is the folder of another model, TallyBench references"),
    (two_models, "is the folder of another model, Stranger "),
    (second_folder, "TallyBench references, which has the folder results/tallybench-references"),
    (earlier_day, "its date is earlier than the day on which it is sent"),
    (says_nothing, "model.prompt: is 'Not stated by the source.', which tells nothing"),
    (no_day, "its name must be BENCHMARK-YYYY-MM-DD-HASH.json"),
    (broken_file, "is not JSON"),
    (too_deep, "is not results/MODEL/FILE.json"),
    (no_json, "is no result file"),
    (partial_run, "benchmark.partial: is true"),
    (stale_row, "problems.HumanEval/0.hash: is stale"),
    (hostile_name, "model.name: has other characters (U+202E) than A to Z"),
    (nothing, "it changes nothing"),
]


@pytest.mark.parametrize(("change", "says"), BAD, ids=[change.__name__ for change, _ in BAD])
def test_what_must_not_come_in_is_refused(
    fork: Path, upstream: Path, good: Result, change: Callable[[Path, Result], None], says: str
) -> None:
    change(fork, good)
    # It is not reached, except for the first of two models.
    review = reviewed(fork, upstream, measure=change is not two_models)
    assert not review.accepted
    assert any(says in fault for fault in faults_of(review)), faults_of(review)
    assert "This cannot be taken as it is" in render_comment(review, upstream)


def test_what_the_main_branch_did_meanwhile_is_not_of_the_pull_request(
    fork: Path, upstream: Path, good: Result, tmp_path: Path
) -> None:
    git(tmp_path, "clone", "--quiet", str(upstream), "later")
    (tmp_path / "later/README.md").write_text("TallyBench, later\n")
    git(tmp_path / "later", "commit", "--quiet", "--all", "-m", "Meanwhile")
    place(fork, good, "stranger-1b")
    assert reviewed(fork, tmp_path / "later").accepted


def test_withheld_code_can_be_taken_but_is_not_measured(fork: Path, upstream: Path, good: Result) -> None:
    bare = tuple(one.model_copy(update={"code": None}) for one in good.samples)
    place(fork, good.model_copy(update={"samples": bare, "code_withheld": True}), "stranger-1b")
    review = reviewed(fork, upstream, measure=True)
    assert review.accepted and review.files[0].measured == "no"
    assert "Its code is withheld" in render_comment(review, upstream)


def test_the_commands_review_and_comment(
    tallybench: CommandLine, fork: Path, upstream: Path, good: Result, tmp_path: Path
) -> None:
    edit_score(fork, good)
    head = send(fork, upstream)
    done = tallybench("dev", "review", "main", head, "--root", upstream, "-o", "review.json")
    assert done.returncode == 1 and "metrics.pass@1" in done.stdout
    digest = git(upstream, "rev-parse", head)
    said = tallybench("dev", "comment", "review.json", "--root", upstream, "--head", digest)
    assert said.returncode == 0 and said.stdout == done.stdout
    other = tallybench("dev", "comment", "review.json", "--root", upstream, "--head", "0" * 40)
    assert other.returncode == 2 and "is not of 0000" in other.stderr
    unknown = tallybench("dev", "review", "main", "nowhere", "--root", upstream)
    assert (
        unknown.returncode == 2
        and "nowhere: git knows no such revision" in unknown.stderr
        and "Traceback" not in unknown.stderr
    )
    option = tallybench("dev", "review", "main", "--", "--output=/tmp/x", "--root", upstream)
    assert option.returncode == 2 and "Traceback" not in option.stderr


HOSTILE = "`](javascript:alert(1)) ![x](https://evil.example/) <img src=x> @everyone\n# Merged | x"


def test_nothing_in_a_review_means_anything_in_the_comment(upstream: Path, tmp_path: Path) -> None:
    """The review's file was in the hands of whoever wrote the code that ran beside it."""
    review = Review(
        head="0" * 40,
        faults=(HOSTILE,),
        files=(
            Reviewed(path=HOSTILE[:80], action="added", model=HOSTILE[:90], measured="yes", differences=(HOSTILE,)),
            Reviewed(path=HOSTILE[:80], action="added", faults=(HOSTILE,) * 50),
        ),
    )
    (tmp_path / "review.json").write_bytes(dump_review(review))
    comment = render_comment(read_review(tmp_path / "review.json"), upstream)
    for line in comment.splitlines():
        assert line.count("`") % 2 == 0
        outside = "".join(line.split("`")[0::2])
        assert not any(bad in outside for bad in ("](", "<img", "@everyone", "javascript", "evil.example"))
        assert not line.startswith("# ")


def test_a_comment_is_never_longer_than_what_is_taken(upstream: Path) -> None:
    """Or a pull request with many faults would get no answer at all."""
    one = Reviewed(path="results/a/b.json", action="added", model="A", differences=("&" * 400,) * 30)
    comment = render_comment(Review(head="0" * 40, files=(one,) * 20), upstream)
    assert 40_000 < len(comment) < 65_536
    assert " more files" in comment and comment.splitlines()[-1].startswith("Reviewed at")


def test_figures_that_were_made_up_fill_no_page(upstream: Path) -> None:
    figure = Figure(value=1e308, low=1e308, high=1e308, problems=1)
    one = Reviewed(path="", action="added", model=" ", measured="yes", agrees=True, metrics={"speedup": figure})
    comment = render_comment(Review(head="0" * 40, files=(one,)), upstream)
    assert max(map(len, comment.splitlines())) < 500 and "``" not in comment


def test_what_nobody_measured_again_is_not_said_to_have_been(upstream: Path) -> None:
    one = Reviewed(path="results/a/b.json", action="added", model="A", withheld=True, suspicions=("few",))
    comment = render_comment(Review(head="0" * 40, files=(one,)), upstream)
    assert "nobody has measured it again" in comment and "in full" not in comment


def test_a_pull_request_can_be_reviewed_at_home(fork: Path, good: Result) -> None:
    """Where its files are in the checkout."""
    place(fork, good, "stranger-1b")
    git(fork, "add", "--all")
    git(fork, "commit", "--quiet", "-m", "A result")
    review = review_pull_request(fork, "main", "HEAD", STRANGER, False, TODAY)
    assert review.accepted
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
    path = fork / name.format(stem=f"humaneval-2026-12-05-{content_digest(content_of(good))}")
    path.parent.mkdir(parents=True)
    path.write_bytes(content_of(good))
    if beside:
        (fork / "README.md").write_text("Mine\n")
    git(fork, "add", "--all")
    git(fork, "commit", "--quiet", "-m", "A result")
    done = tallybench("dev", "review", "main", "HEAD", "--root", fork, "--no-measure")
    assert done.returncode == 1, done.stderr
    assert "This cannot be taken as it is" in done.stdout
    assert ("README.md: is not results/MODEL/FILE.json" if beside else says) in done.stdout


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"{", "is not JSON"),
        (b"[]", "valid dictionary"),
        (b'{"head": "x"}', "head"),
        (b'{"head": "' + b"0" * 40 + b'", "accepted": true}', "accepted"),
        (json.dumps({"head": "0" * 40, "faults": ["x"] * 1000}).encode(), "faults"),
        (b" " * (5 << 20), "larger than"),
    ],
)
def test_what_is_no_review_is_refused(tmp_path: Path, content: bytes, says: str) -> None:
    (tmp_path / "review.json").write_bytes(content)
    with pytest.raises(InputError, match=says):
        read_review(tmp_path / "review.json")


def test_the_leaderboard_is_read_from_the_base_branch(upstream: Path) -> None:
    assert [entry.slug for entry in read_entries(upstream)] == ["tallybench-references"]
