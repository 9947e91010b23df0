"""A published result is run again from its code: what agrees earns the badge, what was made up is found."""

import json
from hashlib import sha256
from pathlib import Path

import pytest

from tallybench.benchmarks import load_benchmark
from tallybench.cli.options import Machine
from tallybench.cli.records import records
from tallybench.counting.session import Session
from tallybench.errors import InputError, MachineError
from tallybench.model.environment import Fingerprint
from tallybench.model.result import Result, SampleResult
from tallybench.model.verdicts import StressVerdict, Verdict
from tallybench.statistics.published.entries import State, read_entries
from tallybench.statistics.published.record import (
    VERIFIED,
    FreshMeasurements,
    Record,
    dump_record,
    read_measurements,
    record_of,
    record_path,
)
from tallybench.statistics.ranking import why_unranked
from tallybench.statistics.reading import load_result
from tallybench.submissions.consistency import result_faults
from tallybench.submissions.folder import without_record
from tallybench.submissions.verify import Work, compare, rerun_stale, verify_result
from tests.conftest import ROOT, CommandLine
from tests.made_results import few_answers, kept_result, measured_today
from tests.submissions.pull_requests import (
    NAME,
    publish,
    published_elsewhere,
    stale_on,
    with_counts,
    with_samples,
    without_code,
)


@pytest.fixture(scope="module")
def good(session: Session) -> Result:
    """A whole run of a small model, of which few samples are correct, and few have a program."""
    return measured_today(few_answers(load_result(kept_result("gemma-3-270m"))), session)


def faster(result: Result) -> Result:
    """The same run with half of each count."""
    return with_counts(result, lambda count: count // 2 + 1)


def elsewhere(result: Result) -> Result:
    """The same run as another interpreter would have counted it."""
    factor = 2
    facts = result.environment.facts | {"interpreter": "CPython 3.99.0"}
    environment = result.environment.model_copy(
        update={"facts": facts, "fingerprint": Fingerprint(facts).hash, "ranked": False}
    )
    problems = {}
    for task_id, problem in result.problems.items():
        inputs = {
            name: one.model_copy(
                update={
                    "best_known": one.best_known * factor,
                    "ground_truth": None if one.ground_truth is None else one.ground_truth * factor,
                }
            )
            for name, one in problem.inputs.items()
        }
        problems[task_id] = problem.model_copy(update={"inputs": inputs})

    other = result.model_copy(update={"environment": environment, "problems": problems})
    return with_counts(other, lambda count: count * factor)


@pytest.fixture(scope="module")
def record(good: Result, tmp_path_factory: pytest.TempPathFactory, session: Session) -> Record:
    """Of a result whose faster half was made up, so that its figures follow and it validates."""
    assert result_faults(faster(good)) == []
    path = publish(tmp_path_factory.mktemp("forged"), faster(good))
    return verify_result(path, Work(session=session))


def test_counts_that_were_made_up_are_found(record: Record, good: Result) -> None:
    assert not record.agrees and not record.verifies
    assert {one.what for one in record.differences} == {"count"}
    counted = [stress for one in good.samples for stress in one.stress.values() if stress.count]
    assert len(record.differences) == len(counted)


def test_what_was_measured_is_what_the_true_result_says(record: Record, good: Result) -> None:
    """To the last digit: in the environment that is ranked, the same code costs the same."""
    assert record.environment == good.environment
    assert record.remeasured.metrics == good.metrics
    theirs = {(one.task_id, one.index): one.stress for one in good.samples}
    assert {(one.task_id, one.index): one.stress for one in record.remeasured.samples} == theirs
    assert all(one.code is None for one in record.measured.samples), "the result has it"


def test_a_result_that_agrees_earns_the_badge(good: Result, tmp_path: Path) -> None:
    path = publish(tmp_path, good, good)
    (entry,) = read_entries(tmp_path)
    assert entry.state is State.REMEASURED and entry.result == good
    found = record_of(read_measurements(record_path(path)), good, record_path(path))
    assert found.verifies and found.differences == () and found.remeasured == good and found == entry.record
    record_path(path).write_bytes(dump_record(compare(good, good, "0" * 64)))
    (entry,) = read_entries(tmp_path)
    assert entry.state is State.SELF_REPORTED, "a record of another file is none of it"


def test_a_run_from_elsewhere_is_ranked_with_what_was_measured_here(good: Result, tmp_path: Path) -> None:
    theirs = elsewhere(good)
    assert result_faults(theirs) == []
    publish(tmp_path, theirs)
    (before,) = read_entries(tmp_path)
    assert before.unranked == "not re-measured yet"
    publish(tmp_path, theirs, good)
    (after,) = read_entries(tmp_path)
    assert after.record is not None and after.record.verifies and after.record.differences == ()
    assert after.unranked == why_unranked(good) and after.state is State.REMEASURED
    assert after.result == good and after.submitted == theirs


def test_a_result_that_came_out_otherwise_has_no_rank(good: Result, tmp_path: Path) -> None:
    publish(tmp_path, faster(good), good)
    (entry,) = read_entries(tmp_path)
    assert entry.state is State.SELF_REPORTED and entry.unranked == "came out otherwise when it was measured again"


def test_another_verdict_is_never_explained_by_the_environment(good: Result) -> None:
    first = next(one for one in good.samples if one.verdict is Verdict.WRONG_OUTPUT)

    def passing(sample: SampleResult) -> SampleResult:
        same = (sample.task_id, sample.index) == (first.task_id, first.index)
        return sample.model_copy(update={"verdict": Verdict.PASSED, "failure": None}) if same else sample

    forged = with_samples(elsewhere(good), passing)
    found = compare(forged, good, "0" * 64)
    assert not found.agrees
    (difference,) = found.differences
    assert (difference.task_id, difference.what) == (first.task_id, "verdict")
    assert (difference.submitted, difference.measured) == ("passed", "wrong_output")


def test_another_stress_verdict_counts_in_the_same_environment_only(good: Result) -> None:
    def over(sample: SampleResult) -> SampleResult:
        stress = {
            name: one.model_copy(update={"verdict": StressVerdict.OVER_BUDGET, "count": None, "reason": "slow"})
            for name, one in sample.stress.items()
        }
        return sample.model_copy(update={"stress": stress})

    here = compare(with_samples(good, over), good, "0" * 64)
    there = compare(elsewhere(with_samples(good, over)), good, "0" * 64)
    assert not here.agrees and there.agrees
    assert {one.what for one in (*here.differences, *there.differences)} == {"stress verdict"}


def test_a_small_difference_of_counts_is_told_and_agrees(good: Result) -> None:
    found = compare(with_counts(good, lambda count: count + 1), good, "0" * 64)
    assert found.agrees and {one.what for one in found.differences} == {"count"}
    assert found.remeasured == good, "and the board shows what was measured"


def test_a_part_earns_no_badge_and_leaves_no_record(tallybench: CommandLine, good: Result, tmp_path: Path) -> None:
    path = publish(tmp_path, good)
    done = tallybench("dev", "verify", path, "--sample", "4", "--seed", "7", "--output", "part.json", code=0)
    assert "a part, drawn with the seed 7" in done.stdout and done.stdout.rstrip().endswith("part.json")
    kept = json.loads((tmp_path / "part.json").read_text())
    assert len(kept["samples"]) == 4 and kept["seed"] == 7
    assert not record_of(read_measurements(tmp_path / "part.json"), good, tmp_path / "part.json").verifies
    assert not record_path(path).exists()


def test_withheld_code_cannot_be_verified(tallybench: CommandLine) -> None:
    tallybench("dev", "verify", kept_result("gpt-4o"), code=2, says="its code is withheld")


def test_a_result_that_contradicts_itself_is_not_run(good: Result, tmp_path: Path) -> None:
    path = publish(tmp_path, good.model_copy(update={"budget": 99}))
    with pytest.raises(InputError, match=r"budget: is 99.*tallybench dev validate"):
        verify_result(path, Work())


def test_what_is_stale_alone_is_run_again(tallybench: CommandLine, good: Result, tmp_path: Path) -> None:
    """As if two problems had been mended since: the new file is the run that is made of today's problems."""
    old = stale_on(good, "HumanEval/0", "HumanEval/53")
    facts = good.benchmark.model_copy(update={"version": "0.9.0", "hash": "0" * 64})
    path = publish(tmp_path, old.model_copy(update={"benchmark": facts}))
    listed = tallybench("dev", "results", "--json")
    assert json.loads(listed.stdout)[0]["stale"] == ["HumanEval/0", "HumanEval/53"]
    done = tallybench("dev", "results", "--rerun", "--date", "2026-12-01", code=0)
    assert "correctness tests: 2 of 2" in done.stderr
    new = max(path.parent.iterdir())
    assert new.name.startswith("humaneval-2026-12-01-")
    assert load_result(new) == good
    assert tallybench("dev", "results", "--json").stdout.count('"stale": []') == 1
    files = set(path.parent.iterdir())
    third = tallybench("dev", "results", "--rerun")
    assert third.returncode == 0 and "run again: " not in third.stdout and set(path.parent.iterdir()) == files
    shown = "Gemma 3 270M, humaneval 0.9.0, self-reported, stale on 2 (HumanEval/0, HumanEval/53)"
    assert shown in third.stdout


def test_public_samples_are_run_again_from_there(tallybench: CommandLine, good: Result, tmp_path: Path) -> None:
    current = published_elsewhere(good, tmp_path / "fetched")
    path = publish(tmp_path, stale_on(current, "HumanEval/53"))
    tallybench("dev", "results", "--rerun", code=1, says="not run again: its samples are public at")
    done = tallybench("dev", "results", "--rerun", "--samples", "fetched", "--date", "2026-12-01", code=0)
    assert "correctness tests: 1 of 1" in done.stderr
    assert load_result(max(path.parent.iterdir())) == current


def test_what_is_not_stale_stays_as_it_is_with_what_its_source_leaves_out(shared_data: Path) -> None:
    (path,) = (path for path in (ROOT / "results/chatglm").glob("classeval-*.json") if not path.name.endswith(VERIFIED))
    result = load_result(path)
    assert {one.task_id for one in result.exclusions} == {"ClassEval/48", "ClassEval/52"}
    data = shared_data / "classeval"
    assert rerun_stale(result, load_benchmark("classeval", data), Work(data=data)) == result


def test_withheld_code_is_not_run_again_and_is_named(tallybench: CommandLine, good: Result, tmp_path: Path) -> None:
    publish(tmp_path, without_code(stale_on(good, "HumanEval/0")))
    tallybench("dev", "results", "--rerun", code=1, says=f"{NAME}: not run again: its code is withheld")


def test_missing_records_are_made_and_orphans_go(tallybench: CommandLine, good: Result, tmp_path: Path) -> None:
    path = publish(tmp_path, good)
    orphan = record_path(tmp_path / "results/model/humaneval-2026-01-01-01234567.json")
    orphan.write_text("{}")
    done = tallybench("dev", "records", code=0)
    assert "re-measured" in done.stdout and not orphan.exists()
    kept = record_path(path).read_bytes()
    assert record_of(read_measurements(record_path(path)), good, record_path(path)).verifies
    again = tallybench("dev", "records")
    assert again.stdout == "" and "correctness" not in again.stderr
    record_path(path).rename(tmp_path / "record.json")
    taken = tmp_path / "measured/model" / record_path(path).name
    taken.parent.mkdir(parents=True)
    taken.write_bytes(kept)
    assert tallybench("dev", "records", "--take", "measured").returncode == 0
    assert record_path(path).read_bytes() == kept


def test_a_record_from_an_environment_that_is_no_longer_ranked_is_made_again(good: Result, tmp_path: Path) -> None:
    path = publish(tmp_path, good)
    fresh = FreshMeasurements(problems={}, samples=())
    found = compare(good, good, sha256(path.read_bytes()).hexdigest(), fresh)
    record_path(path).write_bytes(dump_record(found))
    assert without_record(tmp_path) == []
    old = found.measured.model_copy(update={"environment": elsewhere(good).environment})
    record_path(path).write_bytes(dump_record(Record(good, old)))
    assert [entry.slug for entry in without_record(tmp_path)] == ["model"]


def test_only_the_ranked_environment_gives_records(
    good: Result, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or a result would have one that verifies nothing."""
    path = publish(tmp_path, good)
    monkeypatch.setattr("tallybench.model.environment._ranked", lambda: ({"libc": "another one is ranked now"},))
    with pytest.raises(MachineError, match="not the ranked environment"):
        records(root=tmp_path, machine=Machine())
    assert not record_path(path).exists()


def test_what_a_clock_measured_is_measured_again_by_counting(good: Result, tmp_path: Path, session: Session) -> None:
    """A hardware counter need not be there to check it."""
    facts = {"counter": "perf"}
    environment = good.environment.model_copy(
        update={
            "counter": "perf",
            "self_measured": True,
            "ranked": False,
            "facts": facts,
            "fingerprint": Fingerprint(facts).hash,
        }
    )
    path = publish(tmp_path, good.model_copy(update={"environment": environment}))
    found = verify_result(path, Work(session=session))
    assert found.verifies
    assert found.remeasured.environment == good.environment and found.remeasured.metrics == good.metrics


@pytest.mark.parametrize("kind", ["other file", "no record", "link", "no result", "a result"])
def test_only_records_of_results_are_taken(tallybench: CommandLine, good: Result, tmp_path: Path, kind: str) -> None:
    path = publish(tmp_path, good)
    folder = tmp_path / "measured/model"
    folder.mkdir(parents=True)
    target = folder / record_path(path).name
    if kind == "link":
        target.symlink_to("/etc/passwd")
    elif kind == "no record":
        target.write_text('{"schema_version": 1, "verified": true}')
    elif kind == "a result":
        (folder / "humaneval-2026-01-31-7654abcd.json").write_bytes(path.read_bytes())
    else:
        name = "humaneval-2026-01-31-7654abcd.verified.json" if kind == "no result" else target.name
        (folder / name).write_bytes(dump_record(compare(good, good, "0" * 64)))
    done = tallybench("dev", "records", "--take", "measured")
    assert done.returncode == (0 if kind == "a result" else 1) and "Traceback" not in done.stderr
    assert [one.name for one in sorted((tmp_path / "results").rglob("*.json"))] == [NAME]
