"""Whole runs: the same bytes whatever the number of workers, nothing lost to a kill, the counters' marks."""

import fcntl
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import orjson
import pytest

from tallybench import Options, load_result
from tallybench.benchmarks import load_benchmark
from tallybench.benchmarks.measured import load_measured, measured_in
from tallybench.counting.session import Session
from tallybench.errors import InputError, MachineError
from tallybench.evaluation.pipeline import evaluate
from tallybench.journal import Journal
from tallybench.model.benchmark import Benchmark
from tallybench.model.counts import problem_counts
from tallybench.model.result import Result, dump_result
from tallybench.model.verdicts import StressVerdict, Verdict
from tallybench.samples.reading import Sample
from tallybench.sandbox.interpreter import default_interpreter
from tallybench.submissions.consistency import result_faults

IDS = ("5", "23", "99")
WRONG, JOINED, CLOSEST = slice(0, 1), slice(2, 3), slice(3, 4)  # of the samples


@pytest.fixture(scope="module")
def samples(benchmark: Benchmark) -> list[Sample]:
    """Three tasks; among the samples are references, the ground truth, a wrong and an endless one, and no code."""
    filled, joined, closest = (benchmark.by_id[f"HumanEval/{number}"] for number in IDS)
    return [
        Sample(filled.task_id, 0, "solution", "def intersperse(numbers, delimiter):\n    return numbers\n"),
        Sample(filled.task_id, 1, "solution", "def intersperse(numbers, delimiter):\n    while True:\n        pass\n"),
        Sample(joined.task_id, 0, "solution", joined.canonical.code),
        Sample(closest.task_id, 0, "solution", closest.references[0].code),
        Sample(closest.task_id, 1, "solution", closest.canonical.code + "# the same, and a comment\n"),
        Sample(closest.task_id, 2, "raw", "I cannot help with that."),
    ]


@pytest.fixture(scope="module")
def result(samples: list[Sample], session: Session) -> Result:
    return evaluate(samples, "three tasks", Options(ids=IDS), session=session)


def as_bytes(result: Result) -> bytes:
    return b"".join(dump_result(result))


def test_verdicts_and_exclusions_are_those_of_the_samples(result: Result) -> None:
    passed, wrong = Verdict.PASSED, Verdict.WRONG_OUTPUT
    verdicts = [sample.verdict for sample in result.samples]
    assert verdicts == [wrong, Verdict.TIMEOUT, passed, passed, passed, Verdict.NO_CODE]
    assert result.problems["HumanEval/5"].inputs == {}, "it has no correct sample, so nothing is counted"
    assert [(one.task_id, one.reason) for one in result.exclusions] == [("HumanEval/5", "no correct sample")]
    assert result.benchmark.partial


def test_counts_of_a_reference_and_of_the_ground_truth_are_theirs(result: Result) -> None:
    """The ground truth has a comment here, and is over the budget on some inputs."""
    inputs = result.problems["HumanEval/99"].inputs
    best, truth = ({name: one.count for name, one in sample.stress.items()} for sample in result.samples[3:5])
    assert best == {name: one.best_known for name, one in inputs.items()}
    assert truth == {name: one.ground_truth for name, one in inputs.items()}
    verdicts = {stress.verdict for stress in result.samples[4].stress.values()}
    assert verdicts == {StressVerdict.COUNTED, StressVerdict.OVER_BUDGET}


def test_the_same_bytes_with_any_number_of_workers(
    result: Result, samples: list[Sample], other_session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TALLYBENCH_CACHE", str(tmp_path))  # so that the references are counted anew
    again = evaluate(samples, "three tasks", Options(ids=IDS), session=other_session)
    assert as_bytes(again) == as_bytes(result)


def test_another_limit_behind_the_budget_gives_the_same_outcomes(result: Result, samples: list[Sample]) -> None:
    """Of the ground truth, which is over the budget on some inputs."""
    again = evaluate([samples[4]], "three tasks", Options(ids=IDS[2:], rate=150e6, recount=True))
    assert [sample.stress for sample in again.samples] == [result.samples[4].stress]
    assert again.problems == {"HumanEval/99": result.problems["HumanEval/99"]}


def test_a_program_is_counted_once_for_all_models_unless_it_is_asked_to_be_counted_again(
    result: Result, samples: list[Sample], cache: Path, session: Session
) -> None:
    """A count that is changed in the store comes out in another model's result, so it was not counted again."""
    sample = replace(samples[4], index=0)
    (path,) = (cache / "counts").glob("*/HumanEval-99-*.jsonl")
    lines = [orjson.loads(line) for line in path.read_bytes().splitlines()]
    digest = result.samples[4].code_sha256
    counted = next(line for line in lines if line["key"][0] == digest and line["outcome"]["verdict"] == "counted")
    name = counted["key"][1]
    true = result.samples[4].stress[name].count or 0
    assert counted["outcome"]["count"] == true > 0
    counted["outcome"]["count"] += 1
    kept = path.read_bytes()
    path.write_bytes(b"".join(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE) for line in lines))
    try:
        both = [Options(ids=("99",), recount=recount) for recount in (False, True)]
        found = [evaluate([sample], "another", options, session=session).samples[0] for options in both]
    finally:
        path.write_bytes(kept)
    assert [one.stress[name].count for one in found] == [true + 1, true]


def test_the_order_in_which_problems_are_named_changes_no_figure(result: Result) -> None:
    """Intervals are drawn by position."""
    backwards = dict(reversed(result.problems.items()))
    assert problem_counts(backwards, result.samples, result.budget) == result.counts()


def test_a_reference_that_is_slow_where_another_is_best_is_over_the_budget_there(
    benchmark: Benchmark, tmp_path: Path, session: Session
) -> None:
    _, second = benchmark.by_id["HumanEval/24"].references
    found = evaluate([Sample("HumanEval/24", 0, "solution", second.code)], "one", Options(ids=("24",)), session=session)
    verdicts = {stress.verdict for stress in found.samples[0].stress.values()}
    assert verdicts == {StressVerdict.COUNTED, StressVerdict.OVER_BUDGET}
    found.save(tmp_path / "result.json")
    assert result_faults(load_result(tmp_path / "result.json")) == []


def test_a_result_that_is_written_is_read_back_the_same(result: Result, tmp_path: Path) -> None:
    result.save(path := tmp_path / "result.json")
    assert load_result(path) == result
    sorted_and_indented = orjson.OPT_SORT_KEYS | orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE
    assert orjson.dumps(orjson.loads(path.read_bytes()), option=sorted_and_indented) == path.read_bytes()


def test_a_missing_sample_file_of_a_task_counts_as_failed(
    result: Result, samples: list[Sample], session: Session
) -> None:
    figures = evaluate(samples[JOINED], "one of three", Options(ids=IDS, counter="none"), session=session).metrics
    assert figures["pass@1"].value == pytest.approx(1 / 3, abs=1e-6)


def test_cputime_is_marked_as_self_measured(samples: list[Sample]) -> None:
    found = evaluate(samples[JOINED], "one", Options(ids=("23",), counter="cputime"))
    assert found.environment.self_measured and not found.environment.ranked
    assert {stress.verdict for stress in found.samples[0].stress.values()} == {StressVerdict.COUNTED}


@pytest.fixture
def another_interpreter() -> Iterator[Path]:
    """The measuring interpreter with one byte more: another build, wherever these tests run."""
    with TemporaryDirectory(dir="/var/tmp") as folder:  # in the sandbox, /tmp is another one
        path = Path(folder) / "python3"
        shutil.copy(os.path.realpath(default_interpreter()), path)
        with path.open("ab") as file:
            file.write(b"\0")
        yield path


def test_another_interpreter_has_another_fingerprint_and_is_not_ranked(
    samples: list[Sample], result: Result, another_interpreter: Path
) -> None:
    found = evaluate(samples[CLOSEST], "one", Options(ids=("99",), python=str(another_interpreter)))
    assert {stress.verdict for stress in found.samples[0].stress.values()} == {StressVerdict.COUNTED}
    facts, ours = found.environment.facts, result.environment.facts
    assert {name: value for name, value in facts.items() if name in ours} == ours
    assert "interpreter_sha256" in facts.keys() - ours.keys()
    assert found.environment.fingerprint != result.environment.fingerprint
    assert not found.environment.ranked


def test_code_can_be_withheld(samples: list[Sample], session: Session) -> None:
    found = evaluate(samples[JOINED], "one", Options(ids=("23",), counter="none", withhold_code=True), session=session)
    assert found.code_withheld
    assert [(sample.code, len(sample.code_sha256 or "")) for sample in found.samples] == [(None, 64)]


RUN = """
import sys
from pathlib import Path
from tallybench import Options
from tallybench.evaluation.pipeline import evaluate
from tallybench.benchmarks import load_benchmark
from tallybench.model.result import dump_result
from tallybench.journal import Journal
from tallybench.samples.reading import read_samples
samples, output = map(Path, sys.argv[1:])
journal = Journal("test", resume=True)
options = Options(ids=("5", "23", "99"))
result = evaluate(read_samples(samples, load_benchmark().by_id), "three tasks", options, journal=journal)
output.write_bytes(b"".join(dump_result(result)))
journal.remove()
"""


def lines(cache: Path) -> int:
    """Of all journals in a cache."""
    return sum(journal.read_bytes().count(b"\n") for journal in cache.glob("journals/*"))


def kill_as_the_journal_grows(command: list[str], cache: Path) -> Iterator[int]:
    """Runs a command again and again, killed each time the journal has five more lines, until it ends by itself."""
    for _ in range(60):
        before = lines(cache)
        process = subprocess.Popen(command, env=os.environ | {"TALLYBENCH_CACHE": str(cache)})
        while process.poll() is None and lines(cache) <= before + 4:
            time.sleep(0.01)
        if process.poll() is not None:
            assert process.returncode == 0
            return
        process.send_signal(signal.SIGKILL)
        process.wait()
        yield lines(cache)
    pytest.fail("the run does not come to an end")


def test_a_run_that_is_killed_again_and_again_ends_in_the_same_bytes(
    result: Result, samples: list[Sample], tmp_path: Path
) -> None:
    source, cache, output = tmp_path / "samples.jsonl", tmp_path / "cache", tmp_path / "result.json"
    cache.mkdir()
    (cache / "yardsticks").symlink_to(Path(os.environ["TALLYBENCH_CACHE"], "yardsticks"))
    source.write_bytes(b"".join(orjson.dumps({"task_id": one.task_id, one.field: one.text}) + b"\n" for one in samples))
    command = [sys.executable, "-c", RUN, str(source), str(output)]
    done = list(kill_as_the_journal_grows(command, cache))
    assert len(done) >= 2
    assert done == sorted(done), "a finished job was lost"
    assert output.read_bytes() == as_bytes(result)
    assert list(cache.glob("journals/*")) == []


ONE = Options(ids=("5",), counter="none")


@pytest.fixture
def journal(samples: list[Sample], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, session: Session) -> Path:
    """The journal that a run over one wrong sample leaves, in a cache of its own."""
    monkeypatch.setenv("TALLYBENCH_CACHE", str(tmp_path / "cache"))
    noting = Journal("test", resume=False)
    evaluate(samples[WRONG], "one", ONE, journal=noting, session=session)
    assert noting.path is not None and noting.path.parent == tmp_path / "cache/journals"
    return noting.path


@pytest.fixture
def resume(session: Session) -> Callable[..., Result]:
    """Goes on with a run."""

    def evaluated(samples: list[Sample], options: Options = ONE, purpose: str = "test") -> Result:
        return evaluate(samples, "one", options, journal=Journal(purpose, resume=True), session=session)

    return evaluated


def test_a_journal_whose_last_line_was_cut_off_is_taken_up(
    samples: list[Sample], journal: Path, resume: Callable[..., Result], session: Session
) -> None:
    whole = journal.read_bytes()
    journal.write_bytes(whole[:-7])
    assert resume(samples[WRONG]) == evaluate(samples[WRONG], "one", ONE, session=session)
    assert journal.read_bytes() == whole


def forge(journal: Path) -> None:
    """Has a journal say that the wrong sample passed."""
    head, line = journal.read_bytes().splitlines()
    record = orjson.loads(line) | {"outcome": {"verdict": "passed"}}
    journal.write_bytes(head + b"\n" + orjson.dumps(record) + b"\n")


@pytest.mark.parametrize("other", ["samples", "options", "purpose", "environment"])
def test_a_journal_serves_no_other_run_than_its_own(
    samples: list[Sample], journal: Path, other: str, another_interpreter: Path, resume: Callable[..., Result]
) -> None:
    forge(journal)
    if other == "samples":
        found = resume([replace(samples[0], text=samples[0].text + "# another\n")])
    elif other == "options":
        found = resume(samples[WRONG], replace(ONE, hash_seed=1))
    elif other == "environment":
        found = resume(samples[WRONG], replace(ONE, python=str(another_interpreter)))
    else:
        found = resume(samples[WRONG], purpose="another")
    assert [sample.verdict for sample in found.samples] == [Verdict.WRONG_OUTPUT]


@pytest.mark.parametrize("options", [ONE, replace(ONE, ks=(1, 2)), replace(ONE, withhold_code=True)])
def test_what_is_noted_is_taken_for_the_outcome_whatever_the_figures(
    samples: list[Sample], journal: Path, options: Options, resume: Callable[..., Result]
) -> None:
    forge(journal)
    assert [sample.verdict for sample in resume(samples[WRONG], options).samples] == [Verdict.PASSED]


def test_a_journal_is_never_overwritten_unasked(samples: list[Sample], journal: Path) -> None:
    with pytest.raises(InputError, match="add --resume to continue it, or delete it"):
        evaluate(samples[WRONG], "one", ONE, journal=Journal("test", resume=False))


DAMAGES = (
    b"3",
    b"[]",
    b"{}",
    b"null",
    b'{"job": 3, "outcome": {}}',
    b'{"job": ["check", [1]], "outcome": {}}',
    b'{"job": KEY, "outcome": 3}',
    b'{"job": KEY, "outcome": {}}',
    b'{"job": KEY, "outcome": {"verdict": "good"}}',
    b'{"job": KEY, "outcome": {"verdict": ["passed"]}}',
    b'{"job": KEY, "outcome": {"verdict": "passed", "failure": 3}}',
    b'{"job": KEY, "outcome": {"verdict": "passed", "more": 3}}',
    b"\xff",
    b"[" * 100_000,
)


def test_a_journal_with_records_of_another_shape_is_said_to_be_damaged(
    samples: list[Sample], journal: Path, resume: Callable[..., Result]
) -> None:
    head, record = journal.read_bytes().splitlines()
    key = orjson.dumps(orjson.loads(record)["job"])
    for damage in DAMAGES:
        journal.write_bytes(head + b"\n" + damage.replace(b"KEY", key) + b"\n")
        with pytest.raises(InputError, match=f"^{journal}: is damaged; delete it to start again$"):
            resume(samples[WRONG])


def test_a_journal_is_one_runs_at_a_time(samples: list[Sample], journal: Path, resume: Callable[..., Result]) -> None:
    with journal.open() as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        with pytest.raises(InputError, match="the same run is under way in another process; wait for it"):
            resume(samples[WRONG])


def test_a_link_in_place_of_a_journal_is_not_followed(
    samples: list[Sample], journal: Path, tmp_path: Path, resume: Callable[..., Result]
) -> None:
    journal.rename(tmp_path / "elsewhere")
    journal.symlink_to(tmp_path / "elsewhere")
    with pytest.raises(MachineError, match="cannot be written"):
        resume(samples[WRONG])


def test_references_that_are_not_as_published_are_counted_once_more(
    samples: list[Sample], result: Result, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, session: Session
) -> None:
    cache = tmp_path / "cache"
    monkeypatch.setenv("TALLYBENCH_CACHE", str(cache))
    options, joined = Options(ids=(IDS[1],)), samples[JOINED]
    first = evaluate(joined, "one", options, session=session)
    if measured_in("humaneval", first.environment.fingerprint) is None:
        pytest.skip("nothing is published of this environment")
    (stored,) = cache.glob("yardsticks/*/*/yardstick.json")
    kept = stored.read_bytes()
    record = orjson.loads(kept)
    for built in record["inputs"].values():
        built["overhead"] += 20
    for counts in record["counts"].values():
        counts.update({name: count and count - 20 for name, count in counts.items()})
    stored.write_bytes(orjson.dumps(record))
    shutil.rmtree(cache / "counts", ignore_errors=True)
    assert as_bytes(evaluate(joined, "one", options, session=session)) == as_bytes(first)
    assert stored.read_bytes() == kept


def test_references_that_are_over_the_budget_are_not_counted_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, session: Session
) -> None:
    """Their counts are not published, so that there is nothing that they could differ from."""
    task_id = "HumanEval/107"
    published = load_measured().problems[task_id].inputs.values()
    assert any(None in given.counts.values() for given in published), "the test needs another problem"
    monkeypatch.setenv("TALLYBENCH_CACHE", str(tmp_path))
    right = Sample(task_id, 0, "solution", load_benchmark().by_id[task_id].canonical.code)
    steps: list[tuple[str, int, int]] = []
    for _ in range(2):
        evaluate([right], "one", Options(ids=(task_id,)), lambda *step: steps.append(step), session=session)
    taken = [step for step in steps if step[0] == "references"]
    assert taken == [("references", 0, 1), ("references", 1, 1), ("references", 1, 1)]
