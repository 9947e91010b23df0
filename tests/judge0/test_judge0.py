"""Programs on a server process that speaks Judge0's API: verdicts, figures, and what goes wrong."""

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tallybench.benchmarks import load_benchmark
from tallybench.benchmarks.sources.ecco import edit_task
from tallybench.counting.session import Session
from tallybench.errors import InputError, MachineError
from tallybench.evaluation.options import Options
from tallybench.integrations.judge0_run import Judge0Run
from tallybench.integrations.judge0_server import Address, ask_server
from tallybench.model.result import Model, Result, dump_result
from tallybench.model.verdicts import Verdict
from tallybench.samples.reading import Sample
from tallybench.sandbox.correctness import Tests
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.programs import check_program
from tallybench.statistics.reading import load_result
from tallybench.statistics.report import as_markdown
from tallybench.submissions.checks import file_faults
from tests.benchmarks.ecco_data import (
    FAST_SORT,
    FAST_SUM,
    LOOP_SUM,
    SLOW_SORT,
    SLOW_SUM,
    WRONG_SUM,
    write_ecco,
    write_whole,
)
from tests.conftest import ROOT, CommandLine


class Running(NamedTuple):
    """A server that runs: where, and where it writes what it was asked and what it ran."""

    url: str
    log: Path

    def logged(self, name: str) -> list[Any]:
        """The values of this name in its log: `sent`, of each submission; `status`, of each run."""
        lines = map(json.loads, self.log.read_text().splitlines())
        return [line[name] for line in lines if name in line and line.get("method") != "GET"]


Start = Callable[..., Running]


@pytest.fixture(scope="module")
def start_judge0(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Start]:
    with ExitStack() as stack:

        def start(**faults: Any) -> Running:
            log = tmp_path_factory.mktemp("judge0") / "log.jsonl"
            command = [sys.executable, "-m", "tests.judge0.server", str(log), json.dumps(faults)]
            process = stack.enter_context(subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True))
            stack.callback(process.kill)
            assert process.stdout is not None
            return Running(f"http://127.0.0.1:{int(process.stdout.readline())}", log)

        yield start


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_ecco(tmp_path_factory.mktemp("ecco"))


SUM, SORT = edit_task("p00001", SLOW_SUM), edit_task("p00002", SLOW_SORT)


def silent(_step: str, _done: int, _total: int) -> None:
    pass


def evaluated(
    session: Session, running: Running, data: Path, samples: Sequence[Sample], patience: float = 60
) -> tuple[Judge0Run, Result]:
    server = replace(ask_server(Address.of(running.url)), patience=patience)
    options = Options(benchmark="ecco-edit", data=data, ids=tuple({sample.task_id for sample in samples}))
    run = Judge0Run(server)
    return run, run.evaluate(samples, Model(name="x"), options, silent, session=session)


def sums(*codes: str) -> list[Sample]:
    return [Sample(SUM, index, "solution", code) for index, code in enumerate(codes)]


@pytest.fixture(scope="module")
def good(start_judge0: Start) -> Running:
    """A server without faults."""
    return start_judge0()


# What a program does, with the verdict, the reason, and how many of the three tests it runs on.
BEHAVIOUR = {
    "right": (FAST_SUM, Verdict.PASSED, None, 3),
    "its own solution": (SLOW_SUM, Verdict.PASSED, None, 3),
    "wrong": (WRONG_SUM, Verdict.WRONG_OUTPUT, "test 2 of 3: line 1 differs", 2),
    "exits": ("import sys\nsys.exit('no')\n", Verdict.EXCEPTION, "test 1 of 3: no", 1),
    "raises": ("print(1 / 0)\n", Verdict.EXCEPTION, "test 1 of 3: ZeroDivisionError: division by zero", 1),
    "prints nothing": ("import os\nos._exit(0)\n", Verdict.WRONG_OUTPUT, "test 1 of 3: line 1 differs", 1),
    "takes memory": ("[0] * 10**9\n", Verdict.MEMORY, "test 1 of 3: MemoryError", 1),
    "loops": ("while True: pass\n", Verdict.TIMEOUT, "test 1 of 3: CPU time limit", 1),
}


def test_every_behaviour_has_its_verdict_and_the_result_is_an_ordinary_one(
    good: Running, data: Path, session: Session, native: Zygote, tmp_path: Path
) -> None:
    run, result = evaluated(session, good, data, sums(*(code for code, *_ in BEHAVIOUR.values())))
    rows = [row[:4] for row in run.rows]
    assert rows == [(SUM, at, verdict, runs) for at, (_, verdict, _, runs) in enumerate(BEHAVIOUR.values())]
    reasons = [sample.failure and sample.failure.reason for sample in result.samples]
    assert reasons == [reason for _, _, reason, _ in BEHAVIOUR.values()]
    tests = Tests.of(load_benchmark("ecco-edit", data).by_id[SUM])
    for name, (code, verdict, *_) in BEHAVIOUR.items():
        if name != "loops":  # our sandbox lets it for longer
            assert check_program(native, tests, code).verdict is verdict, name
    assert result.metrics["pass@1"].value == 0.25 and list(result.metrics) == ["pass@1"]
    assert all(seconds > 0 and kilobytes > 0 for _, _, _, _, seconds, kilobytes, *_ in run.rows)
    assert run.rows[1][4:6] == run.rows[1][6:8] and run.rows[1][8:] == (1, 1, None, None)  # it is the own solution
    header, *lines = run.table().decode().splitlines()
    places = "speedup,memory_reduction,runtime_place,memory_place"
    assert header == f"task_id,index,verdict,runs,seconds,kilobytes,own_seconds,own_kilobytes,{places}"
    assert len(lines) == len(BEHAVIOUR) and lines[2].startswith(f"{SUM},2,wrong_output,2,")
    # Every reader takes the file; nothing ranks it.
    path = tmp_path / "result.json"
    path.write_bytes(b"".join(dump_result(result)))
    assert load_result(path) == result and result.environment.self_measured and not result.environment.ranked
    assert result.environment.facts["server"] == good.url.removeprefix("http://")
    assert result.environment.facts["language"] == "Python (3.11.2), id 92"
    assert "self-measured by `Judge0 1.13.1`, never ranked" in as_markdown([result])
    assert "environment.self_measured" in {fault.where for fault in file_faults(path)}


def test_speedup_and_memory_reduction_are_means_over_problems_of_correct_samples(good: Running) -> None:
    run = Judge0Run(ask_server(Address.of(good.url)))
    assert run.relative() == "no correct sample has a time and a memory to compare"
    ratios = (("a", 2.0, 1.0), ("a", 4.0, 1.0), ("b", 1.0, 3.0), ("c", None, None))
    run.rows = [(task_id, 0, Verdict.PASSED, 1, None, None, None, None, *pair, None, None) for task_id, *pair in ratios]
    assert run.relative() == "speedup 2.00, memory reduction 2.00 over 2 problems"


def test_places_among_eccos_users_are_by_means_of_three_runs(good: Running, session: Session, tmp_path: Path) -> None:
    data = write_whole(tmp_path / "ecco")
    options = Options(benchmark="ecco-generate", data=data)
    run = Judge0Run(ask_server(Address.of(good.url)))
    codes = [("Ecco/p00001", FAST_SUM), ("Ecco/p00002", FAST_SORT)]
    samples = [Sample(task_id, 0, "solution", code) for task_id, code in codes]
    result = run.evaluate(samples, Model(name="x"), options, silent, session=session)
    assert "number_of_runs 3" in result.environment.facts["limits"]
    # Of four users one is far slower, one faster than any interpreter starts; both need far more and far less memory.
    assert [row[-2:] for row in run.rows] == [(0.75, 0.25), (1.0, 1.0)]
    assert run.relative().endswith("runtime % 87.50, memory % 62.50 among ECCO's users, over 2 problems")
    assert run.table().decode().splitlines()[1].endswith(",0.75,0.25")


def test_programs_are_run_though_the_server_has_troubles_and_expected_outputs_stay_here(
    start_judge0: Start, data: Path, session: Session
) -> None:
    running = start_judge0(full=1, drop=1, internal={"n * (n + 1)": 2}, forget={"sorted": 1})
    run, result = evaluated(session, running, data, [*sums(FAST_SUM), Sample(SORT, 0, "solution", FAST_SORT)])
    assert [sample.verdict for sample in result.samples] == [Verdict.PASSED] * 2
    assert [row[3] for row in run.rows] == [3, 2] and run.undecided == 0
    # Ten runs; one more submission was refused, one was lost on the way though it ran, and three were sent once more.
    assert len(running.logged("sent")) == 15
    assert running.logged("status").count(13) == 2 and running.logged("status").count(3) == 12
    assert all("expected_output" not in names and "stdin" in names for names in running.logged("sent"))


def command(running: Running, data: Path, *more: str) -> tuple[str, ...]:
    named = ("evaluate", "samples.jsonl", "--model", "x", "--benchmark", "ecco-edit", "--data", str(data))
    return (*named, "--judge0", running.url, *more)


def write_samples(folder: Path, *samples: tuple[str, str]) -> None:
    rows = [{"task_id": task_id, "solution": code} for task_id, code in samples]
    (folder / "samples.jsonl").write_text("\n".join(map(json.dumps, rows)))


def test_an_internal_error_fails_no_sample(
    start_judge0: Start, tallybench: CommandLine, data: Path, tmp_path: Path
) -> None:
    running = start_judge0(internal={"# mine": 3, "for j in range": -1})
    other = edit_task("p00001", LOOP_SUM)
    write_samples(tmp_path, (SUM, FAST_SUM + "# mine\n"), (SORT, FAST_SORT), (other, WRONG_SUM))
    done = tallybench(*command(running, data), code=0)
    assert f"excluded: 2 problems, such as {SORT}: its own solution does not run there: Judge0 says 13" in done.stdout
    assert "not run because the server failed: 2 programs; --resume tries them again" in done.stdout
    result = load_result(tmp_path / "result.json")
    assert [(sample.task_id, sample.verdict) for sample in result.samples] == [(other, Verdict.WRONG_OUTPUT)]
    assert [exclusion.excluded_from for exclusion in result.exclusions] == ["benchmark"] * 2
    assert (tmp_path / "result.judge0.csv").read_text().count("\n") == 2

    runs = len(running.logged("status"))
    tallybench(*command(running, data, "--resume"), code=0)
    found = {sample.task_id: sample.verdict for sample in load_result(tmp_path / "result.json").samples}
    assert found == {SUM: Verdict.PASSED, other: Verdict.WRONG_OUTPUT}
    assert sorted(running.logged("status")[runs:]) == [3, 3, 3, 13, 13, 13]  # what was decided does not run again


def test_a_run_that_was_killed_goes_on(
    start_judge0: Start, tallybench: CommandLine, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = start_judge0(stuck={"# 2": 1})
    monkeypatch.setenv("TALLYBENCH_CACHE", str(tmp_path / "cache"))
    write_samples(tmp_path, *((SUM, f"{FAST_SUM}# {number}\n") for number in range(3)))
    arguments = command(running, data, "--ids", SUM)

    def noted() -> int:
        journals = list((tmp_path / "cache").glob("journals/*"))
        return len(journals[0].read_bytes().splitlines()) - 1 if journals else 0

    line = [sys.executable, "-c", "from tallybench.cli import main; main()", *arguments]
    process = subprocess.Popen(line, cwd=tmp_path, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 120
    while noted() < 3 or len(running.logged("sent")) < 10:  # the own solution and two samples; then the third
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.01)
    process.kill()
    process.wait()
    assert not (tmp_path / "result.json").exists()
    before = len(running.logged("status"))
    resumed = tallybench(*arguments, "--resume", code=0)
    assert before == 9 and len(running.logged("status")) == 12
    result = load_result(tmp_path / "result.json")
    assert [sample.verdict for sample in result.samples] == [Verdict.PASSED] * 3
    assert "speedup" in resumed.stdout and (tmp_path / "result.judge0.csv").exists()
    assert list((tmp_path / "cache").glob("journals/*")) == []


def test_a_dead_server_is_not_waited_for_forever(start_judge0: Start, data: Path, session: Session) -> None:
    down = start_judge0(drop=-1)
    with pytest.raises(MachineError, match=r"cannot be reached \(.+\); gave up after 1 s"):
        evaluated(session, down, data, sums(FAST_SUM), patience=1)
    hangs = start_judge0(stuck={"total": -1})
    with pytest.raises(MachineError, match="a program has not ended within 1 s"):
        evaluated(session, hangs, data, sums(FAST_SUM), patience=1)


def test_what_a_server_cannot_run(good: Running, data: Path, session: Session) -> None:
    with pytest.raises(InputError, match=r"127.0.0.1:\d+ has no language 99, but 70 Python .*; give --language ID"):
        ask_server(Address.of(good.url), 99)
    run = Judge0Run(ask_server(Address.of(good.url), 46))
    options = Options(benchmark="ecco-edit", data=data, ids=(SUM,))
    with pytest.raises(InputError, match=f"runs no problem; {SUM}: its own solution fails there: exception: test 1 of"):
        run.evaluate(sums(FAST_SUM), Model(name="x"), options, silent, session=session)
    with pytest.raises(InputError, match="runs whole programs, such as those of ecco-edit; humaneval has others"):
        run.evaluate([], Model(name="x"), Options(), silent, session=session)


def test_the_token_is_shown_to_the_server_and_written_nowhere(
    start_judge0: Start, tallybench: CommandLine, data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = "f6583e60-a-token"
    running = start_judge0(token=token)
    monkeypatch.setenv("TALLYBENCH_CACHE", str(tmp_path / "cache"))
    write_samples(tmp_path, (SUM, FAST_SUM))
    refused = tallybench(*command(running, data, "--ids", SUM))
    assert refused.returncode == 2 and refused.stderr.count("\n") == 1
    assert "answers 401 to /about; set JUDGE0_AUTH_TOKEN to its token" in refused.stderr
    monkeypatch.setenv("JUDGE0_AUTH_TOKEN", token)
    done = tallybench(*command(running, data, "--ids", SUM), code=0)
    written = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert written and all(token.encode() not in content for content in written)
    assert token not in done.stdout + done.stderr + running.log.read_text()
    assert token not in repr(Address.of(running.url))


def test_a_plan_sends_nothing_and_a_run_fails_at_once(tallybench: CommandLine, data: Path, tmp_path: Path) -> None:
    write_samples(tmp_path, (SUM, FAST_SUM))
    nowhere = Running("http://127.0.0.1:1", tmp_path)
    planned = tallybench(*command(nowhere, data, "--plan"))
    assert planned.stdout == "samples              1 (1 distinct solutions to check)\n", planned.stderr
    done = tallybench(*command(nowhere, data))
    assert done.returncode == 2 and done.stderr.count("\n") == 1
    assert done.stderr.startswith("tallybench: --judge0: 127.0.0.1:1 cannot be reached (")


@pytest.mark.parametrize(
    "url", ["127.0.0.1", "ftp://127.0.0.1", "http://h:port", "http://me:secret@127.0.0.1", "http://h/?token=secret"]
)
def test_what_is_not_an_address_or_holds_a_secret(url: str) -> None:
    with pytest.raises(
        InputError, match=r"is not the address of a server|give the address alone; set JUDGE0"
    ) as refused:
        Address.of(url)
    assert "secret" not in str(refused.value)
