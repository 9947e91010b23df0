"""Samples on a server that speaks Judge0's API and runs them in our sandbox: verdicts, figures, what goes wrong."""

import json
import subprocess
import sys
import textwrap
import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from evaluator.benchmarks.sources.ecco import edit_task
from evaluator.cli.evaluating.judge0 import address_of, refuse_with_judge0
from evaluator.errors import InputError, MachineError
from evaluator.execution.correctness import Tests, check_solution
from evaluator.execution.jobs import Failure
from evaluator.execution.judge0.address import Address
from evaluator.execution.judge0.answer import Limits, Ran
from evaluator.execution.judge0.server import Judge0, Submission
from evaluator.execution.messages import WorkerSetting
from evaluator.execution.sandbox.host import Zygote
from evaluator.execution.sandbox.interpreter import default_interpreter
from evaluator.execution.session import Session
from evaluator.problems.benchmark import Benchmark
from evaluator.results.judge0_report import Judge0Report, dump_report
from evaluator.results.reading import ResultFaults, load_result
from evaluator.results.result import Model
from evaluator.results.verdicts import Verdict
from evaluator.run.judge0.checking import Checking
from evaluator.run.judge0.job import evaluate_on_judge0
from evaluator.run.judge0.programs import Program
from evaluator.run.options import Options
from evaluator.samples.embedded import sample_set
from evaluator.samples.reading import Sample
from evaluator.submissions.checks import file_faults
from tests.benchmarks.ecco_data import FAST_SUM, SLOW_SUM, WRONG_SUM, write_ecco
from tests.conftest import CommandLine
from tests.judge0.conftest import Running, Start

CONCATENATE = "HumanEval/28"
RIGHT = "def concatenate(strings):\n    return ''.join(strings)\n"
QUICK = {"max_cpu_time_limit": 1, "max_wall_time_limit": 5}


def silent(_step: str, _done: int, _total: int) -> None:
    pass


def canonical(benchmark: Benchmark, *numbers: int) -> list[Sample]:
    """HumanEval's own solutions."""
    wanted = {f"HumanEval/{number}" for number in numbers}
    read = sample_set("embedded:canonical").read(benchmark)
    return [sample for sample in read if sample.task_id in wanted]


def samples_of(task_id: str, *codes: str) -> list[Sample]:
    return [Sample(task_id, index, "solution", textwrap.dedent(code)) for index, code in enumerate(codes)]


def evaluated(
    session: Session,
    running: Running,
    samples: Sequence[Sample],
    ids: str | None = None,
    *,
    patience: float = 60,
    notices: list[str] | None = None,
    **options: object,
) -> tuple[Judge0Report, tuple[str, ...]]:
    chosen = {sample.task_id for sample in samples} if ids is None else set(ids.split(","))
    settings = Options(ids=tuple(sorted(chosen)), **options)  # type: ignore[arg-type]
    told = [] if notices is None else notices
    with Judge0(Address.of(running.url), patience=patience, notice=told.append) as judge0:
        return evaluate_on_judge0(samples, Model(name="x"), settings, judge0, silent, session=session)


@pytest.fixture(scope="module")
def quick(start_judge0: Start) -> Running:
    """A server without faults, with low limits."""
    return start_judge0(config=QUICK)


def test_own_solutions_pass_though_the_server_has_troubles(
    start_judge0: Start, benchmark: Benchmark, session: Session
) -> None:
    running = start_judge0(
        queue_full=1,
        rate_limit=1,
        drop=1,
        internal={"def separate_paren_groups": 2},
        forget={"def truncate_number": 1},
    )
    notices: list[str] = []
    report, undecided = evaluated(session, running, canonical(benchmark, 0, 1, 2, 3, 32), notices=notices)
    assert notices == [f"{report.engine.host}: says 429: too many requests; asked again in 1 s"]  # as it asks
    assert undecided == ()
    assert [sample.verdict for sample in report.samples] == [Verdict.PASSED] * 5
    assert report.metrics["pass@1"].value == 1
    assert report.engine.host == running.url.removeprefix("http://")
    assert (report.engine.version, report.engine.language_id, report.engine.language) == (
        "1.13.1",
        92,
        "Python (3.11.2)",
    )
    assert report.engine.self_measured
    # One was full, one was lost on the way though its programs ran, and two programs were sent once more.
    sizes = [len(request["sent"]) for request in running.requests("POST")]
    assert sizes[:3] == [5, 5, 5] and sum(sizes[3:]) == 2
    assert running.runs().count(13) == 2


def test_the_server_is_sent_no_expected_output_and_no_more_than_twenty_at_once(
    start_judge0: Start, benchmark: Benchmark, session: Session
) -> None:
    running = start_judge0(config={"max_queue_size": 30})
    report, _ = evaluated(session, running, canonical(benchmark, *range(24)))
    assert report.metrics["pass@1"].value == 1 and report.metrics["pass@1"].problems == 24
    sent = [submission for request in running.requests("POST") for submission in request["sent"]]
    assert len(sent) == 24
    assert all("expected_output" not in attributes and "stdin" in attributes for attributes in sent)
    assert max(len(request["sent"]) for request in running.requests("POST")) == 20
    assert max(request["asked"]["tokens"].count(",") + 1 for request in running.requests("GET")) <= 20


# What a solution does, with the verdict and the beginning of the reason; where it ends as in our own sandbox, that is
# asserted, too.
BEHAVIOUR = {
    "right": (RIGHT, Verdict.PASSED, ""),
    "wrong": ("def concatenate(strings):\n    return 'x'", Verdict.WRONG_OUTPUT, "a test's assertion failed"),
    "prints": ("def concatenate(strings):\n    print('a' * 99)\n    return ''.join(strings)", Verdict.PASSED, ""),
    "prints the answer": (
        "import base64, os\ndef concatenate(strings):\n    text = ''.join(strings).encode()\n"
        "    line = base64.b64encode(b'Ru' + len(text).to_bytes(4, 'little') + text).decode()\n"
        "    print(line)\n    os.write(1, line.encode() + b'\\n')",
        Verdict.WRONG_OUTPUT,
        "a test's assertion failed",
    ),
    "raises": ("def concatenate(strings):\n    return strings[5]", Verdict.EXCEPTION, "IndexError: list index"),
    "raises at once": ("raise ValueError('no')\ndef concatenate(strings): ...", Verdict.EXCEPTION, "ValueError: no"),
    "does not compile": ("def concatenate(strings):\n    return (", Verdict.EXCEPTION, "SyntaxError: '(' was"),
    "ends": ("import os\ndef concatenate(strings):\n    os._exit(0)", Verdict.EXCEPTION, "the process ended"),
    "loops": ("def concatenate(strings):\n    while True: pass", Verdict.TIMEOUT, "CPU time limit"),
    "takes memory": ("def concatenate(strings):\n    return [0] * 10**9", Verdict.MEMORY, "MemoryError"),
    "returns an object": (
        "def concatenate(strings):\n    return object()",
        Verdict.WRONG_OUTPUT,
        "it returned a value",
    ),
    "returns too much": (
        "def concatenate(strings):\n    return 'x' * 10**7",
        Verdict.WRONG_OUTPUT,
        "it returned 10,000",
    ),
    "is not there": ("def other(strings):\n    return ''", Verdict.NO_CODE, "it does not define"),
    "writes what is no answer": (
        "import os\nfor descriptor in range(3, 20):\n    try:\n        os.write(descriptor, b'!!\\n')\n"
        "    except OSError:\n        pass\n" + RIGHT,
        Verdict.TAMPERING,
        "its answer is malformed",
    ),
    "prints to standard error": (f"import sys\nprint('!', file=sys.stderr)\n{RIGHT}", Verdict.PASSED, ""),
    "changes what it is given": (
        "def concatenate(strings):\n    done = ''.join(strings)\n    strings.clear()\n    return done",
        Verdict.PASSED,
        "",
    ),
}
ONLY_THERE = {"writes what is no answer", "returns too much"}  # the channel is another one, and its limit


def test_every_behaviour_has_its_verdict(
    quick: Running, benchmark: Benchmark, native: Zygote, session: Session
) -> None:
    codes = [code for code, _, _ in BEHAVIOUR.values()]
    report, undecided = evaluated(session, quick, samples_of(CONCATENATE, *codes))
    assert undecided == () and report.exclusions == ()
    tests = Tests.of(benchmark.by_id[CONCATENATE])
    for sample, (name, (_, verdict, reason)) in zip(report.samples, BEHAVIOUR.items(), strict=True):
        told = "" if sample.failure is None else sample.failure.reason
        assert (sample.verdict, told[: len(reason)]) == (verdict, reason), (name, told)
        if sample.code is not None and name not in ONLY_THERE:
            assert check_solution(native, tests, sample.code, cpu_seconds=1).verdict is verdict, name
    # The figures are the server's: of every program that ran, and of the problem's own solution.
    ran = [sample for sample in report.samples if sample.verdict is not Verdict.NO_CODE]
    assert all(sample.tests == 1 and sample.seconds is not None and sample.kilobytes is not None for sample in ran)
    assert max(sample.kilobytes or 0 for sample in ran) > 5_000  # those 10 MB
    assert report.problems[CONCATENATE].tests == 1
    assert report.medians is not None and report.medians.samples == 4


ENDS = {
    3: (Verdict.PASSED, ""),
    5: (Verdict.TIMEOUT, "CPU time limit"),
    6: (Verdict.EXCEPTION, "it does not compile: no"),
    7: (Verdict.EXCEPTION, "the process was ended by SIGSEGV"),
    8: (Verdict.WRONG_OUTPUT, "it printed or wrote more than 4,096 KB"),
    9: (Verdict.EXCEPTION, "the process was ended by SIGFPE"),
    10: (Verdict.EXCEPTION, "the process was ended by SIGABRT"),
    11: (Verdict.EXCEPTION, "it ended with exit status 3"),
}


def test_every_status_of_judge0_has_its_meaning() -> None:
    """1 and 2 are no end; 4 comes of an expected output; 13 and 14 say nothing of the program."""
    limits = Limits(6.0, 20.0, 512_000, 4_096)

    def ran(status: int, stderr: bytes = b"", said: str = "no", signal: int | None = None) -> Ran:
        return Ran(status, b"", stderr, said, 3, signal, 0.1, 9_000)

    assert [status for status in range(1, 15) if ran(status).is_verdict] == [*ENDS, 12]
    for status, (verdict, reason) in ENDS.items():
        failure = ran(status).failure(limits)
        found = (Verdict.PASSED, "") if failure is None else (failure.verdict, failure.reason)
        assert found == (verdict, reason)
    for ended, verdict, reason in (
        (ran(5, said="Time limit exceeded (wall clock)"), Verdict.TIMEOUT, "wall-clock limit: it slept"),
        (ran(12, signal=9), Verdict.MEMORY, "it was killed, as is what takes more than 512,000 KB"),
        (ran(12, signal=31), Verdict.EXCEPTION, "the process was ended by SIGSYS"),
        (ran(11, b"Traceback ...\nKeyError: 'a'\n"), Verdict.EXCEPTION, "KeyError: 'a'"),
        (ran(11, b"Traceback ...\nMemoryError\n"), Verdict.MEMORY, "MemoryError"),
    ):
        assert ended.failure(limits) == Failure(verdict, reason)


def test_a_program_is_run_once_for_each_test_until_one_fails(quick: Running, tmp_path: Path, session: Session) -> None:
    """ECCO's programs, at a task to edit: correctness alone, whatever is asked for besides."""
    data = write_ecco(tmp_path / "ecco")
    task_id = edit_task("p00001", SLOW_SUM)
    codes = (
        FAST_SUM,
        WRONG_SUM,
        "raise SystemExit(3)\n",
        "print(1 / 0)\n",
        "import sys\nsys.stdout.buffer.write(b'\\xff')\n",
    )
    report, _ = evaluated(session, quick, samples_of(task_id, *codes), benchmark="ecco-edit", data=data)
    assert report.problems[task_id].tests == 3
    assert [(sample.verdict, sample.failure and sample.failure.reason, sample.tests) for sample in report.samples] == [
        (Verdict.PASSED, None, 3),
        (Verdict.WRONG_OUTPUT, "test 2 of 3: line 1 differs", 2),
        (Verdict.EXCEPTION, "test 1 of 3: SystemExit: 3", 1),
        (Verdict.EXCEPTION, "test 1 of 3: ZeroDivisionError: division by zero", 1),
        (Verdict.WRONG_OUTPUT, "test 1 of 3: what it printed is not UTF-8", 1),
    ]
    assert list(report.metrics) == ["pass@1"] and report.metrics["pass@1"].value == 0.2


def test_tests_whose_calls_follow_from_what_a_solution_returns(quick: Running, session: Session) -> None:
    source = "def check(candidate):\n    first = candidate(1)\n    assert candidate(first) == 2 * first\n"
    tests = Tests("Own/0", "double", "", source)
    doubles = Program(("Own/0", "a"), tests, "def double(x):\n    return 2 * x\n", ())
    stays = Program(("Own/0", "b"), tests, "def double(x):\n    return 3 * x\n", ())
    endless = Tests("Own/1", "double", "", "def check(candidate):\n    for x in range(99):\n        candidate(x)\n")
    never = Program(("Own/1", "c"), endless, "def double(x):\n    return x\n", ())
    with Judge0(Address.of(quick.url)) as judge0, session.workers(WorkerSetting(default_interpreter())) as pool:
        found = Checking(judge0, pool, None, silent).check([doubles, stays, never], "programs", 3)
    checked = [found[program.key].checked for program in (doubles, stays)]
    assert [outcome and outcome.verdict for outcome in checked] == [Verdict.PASSED, Verdict.WRONG_OUTPUT]
    assert found[never.key].checked is None
    assert found[never.key].undecided == "its tests make ever other calls, after 20 rounds"


def test_an_internal_error_is_no_failure_of_the_model(
    start_judge0: Start, tallybench: CommandLine, tmp_path: Path
) -> None:
    """It is tried three times, then the problem is left out by name; the same run with --resume asks again."""
    running = start_judge0(config=QUICK, internal={"it is mine": 3, "def truncate_number": -1})
    rows = [
        {"task_id": CONCATENATE, "solution": RIGHT + "# it is mine\n"},
        {"task_id": "HumanEval/2", "solution": "def truncate_number(number):\n    return number % 1.0  # other\n"},
        {"task_id": "HumanEval/23", "solution": "def strlen(string):\n    return 7\n"},
    ]
    (tmp_path / "samples.jsonl").write_text("\n".join(map(json.dumps, rows)))
    arguments = ["evaluate", "samples.jsonl", "--model", "x", "--ids", "2,23,28"]
    arguments += ["--engine", "judge0", "--url", running.url]
    done = tallybench(*arguments)
    assert done.returncode == 0, done.stderr
    said = "Judge0 says 13, Internal Error: No such file or directory @ rb_sysopen - /box/script.py"
    assert f"left out: HumanEval/28: sample 0 is not decided: {said}\n" in done.stderr
    assert f"left out: HumanEval/2: its own solution is not decided: {said}\n" in done.stderr
    assert "2 left out by the server's fault, not the model's" in done.stderr
    report = Judge0Report.model_validate_json((tmp_path / "judge0.json").read_bytes())
    assert [sample.task_id for sample in report.samples] == ["HumanEval/23"]
    assert report.metrics["pass@1"].value == 0 and report.metrics["pass@1"].problems == 1
    assert running.runs().count(13) == 6

    runs = len(running.runs())
    resumed = tallybench(*arguments, "--resume")
    assert resumed.returncode == 0, resumed.stderr
    assert "1 left out by the server's fault" in resumed.stderr
    report = Judge0Report.model_validate_json((tmp_path / "judge0.json").read_bytes())
    assert {sample.task_id: sample.verdict for sample in report.samples} == {
        CONCATENATE: Verdict.PASSED,
        "HumanEval/23": Verdict.WRONG_OUTPUT,
    }
    # What was decided is not run again: only what was left out is.
    assert running.runs()[runs:] == [13, 13, 13, 3]


def test_a_report_is_no_result(quick: Running, tmp_path: Path, session: Session) -> None:
    report, _ = evaluated(session, quick, samples_of(CONCATENATE, RIGHT))
    path = tmp_path / "report.json"
    path.write_bytes(b"".join(dump_report(report)))
    assert Judge0Report.model_validate_json(path.read_bytes()) == report
    says = "is a report of Judge0, whose times and memory are the server's own word: it is no result, is never ranked"
    with pytest.raises(ResultFaults, match=says):
        load_result(path)
    (fault,) = file_faults(path)  # what `validate` says
    assert fault.what.startswith(says)


def test_a_run_that_was_killed_goes_on(
    start_judge0: Start, tallybench: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    running = start_judge0(latency=0.02, stuck={"# 19": 1})
    monkeypatch.setenv("TALLYBENCH_CACHE", str(tmp_path / "cache"))
    rows = [{"task_id": CONCATENATE, "solution": f"{RIGHT}# {number}\n"} for number in range(20)]
    (tmp_path / "samples.jsonl").write_text("\n".join(map(json.dumps, rows)))
    arguments = ["evaluate", "samples.jsonl", "--model", "x", "--ids", "28"]
    arguments += ["--engine", "judge0", "--url", running.url]

    def noted() -> int:
        journals = list((tmp_path / "cache").glob("journals/*"))
        return len(journals[0].read_bytes().splitlines()) - 1 if journals else 0

    command = [sys.executable, "-c", "from evaluator.cli import main; main()", *arguments]
    process = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.DEVNULL)
    deadline = time.monotonic() + 120
    while noted() < 20:
        assert process.poll() is None and time.monotonic() < deadline
        time.sleep(0.01)
    process.kill()
    process.wait()
    assert not (tmp_path / "judge0.json").exists()
    resumed = tallybench(*arguments, "--resume")
    assert resumed.returncode == 0, resumed.stderr
    # The own solution, 20 samples; then the one that was under way.
    assert [len(request["sent"]) for request in running.requests("POST")] == [1, 20, 1]
    report = Judge0Report.model_validate_json((tmp_path / "judge0.json").read_bytes())
    assert [sample.verdict for sample in report.samples] == [Verdict.PASSED] * 20
    assert list((tmp_path / "cache").glob("journals/*")) == []


def test_a_server_that_is_gone_or_hangs_is_not_waited_for_for_ever(
    start_judge0: Start, benchmark: Benchmark, session: Session
) -> None:
    down = start_judge0(down=1_000_000)
    with pytest.raises(MachineError, match=r"cannot be reached \(.+\), and is not waited for longer than 1 s"):
        evaluated(session, down, canonical(benchmark, 0), patience=1)
    hangs = start_judge0(stuck={"def has_close_elements": -1})
    with pytest.raises(MachineError, match="has ended none of 1 submissions within 1 s"):
        evaluated(session, hangs, canonical(benchmark, 0), patience=1)


def test_a_language_that_is_missing(start_judge0: Start, quick: Running) -> None:
    with pytest.raises(InputError, match=r"has no language named Python \(3...\); of Python it has 70 Python \(2"):
        Judge0(Address.of(start_judge0(languages=[[70, "Python (2.7.17)"]]).url))
    with pytest.raises(InputError, match=r"--language 99: 127.0.0.1:\d+ has none such; of Python it has 70 Python"):
        Judge0(Address.of(quick.url), 99)
    with Judge0(Address.of(quick.url), 71) as judge0:
        assert judge0.server.language == "Python (3.8.1)"


def test_what_a_server_refuses_of_a_batch_is_told_of_each(quick: Running) -> None:
    with Judge0(Address.of(quick.url)) as judge0:
        token, refused = judge0.send([Submission(("a",), b"print(1)", b""), Submission(("b",), b" ", b"")])
        assert isinstance(token, str)
        assert refused == judge0.send([Submission(("b",), b"", b"")])[0]
        assert "source_code" in getattr(refused, "reason", "") and "can't be blank" in getattr(refused, "reason", "")


def test_a_problem_whose_own_solution_the_server_cannot_run_is_left_out(
    quick: Running, benchmark: Benchmark, session: Session
) -> None:
    samples = canonical(benchmark, 0)
    with (
        Judge0(Address.of(quick.url), 46) as judge0,
        pytest.raises(InputError, match="no problem can be evaluated there; HumanEval/0: its own solution fails"),
    ):
        evaluate_on_judge0(samples, Model(name="x"), Options(ids=("0",)), judge0, silent, session=session)


def test_the_token_is_shown_to_the_server_and_written_nowhere(
    start_judge0: Start, tallybench: CommandLine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = "f6583e60-a-token"
    running = start_judge0(token=token)
    monkeypatch.setenv("TALLYBENCH_CACHE", str(tmp_path / "cache"))
    arguments = ("evaluate", "embedded:canonical", "--ids", "0", "--engine", "judge0", "--url", running.url)
    with pytest.raises(InputError, match=r"asks for one token \(401\); set JUDGE0_AUTH_TOKEN"):
        Judge0(Address.of(running.url))
    monkeypatch.setenv("JUDGE0_AUTH_TOKEN", token)
    done = tallybench(*arguments)
    assert done.returncode == 0, done.stderr
    assert "100.0%" in done.stdout and "self-measured, never ranked" in done.stdout
    written = [path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()]
    assert written and all(token.encode() not in content for content in written)
    assert token not in done.stdout + done.stderr + running.log.read_text()


@pytest.mark.parametrize("host", ["127.0.0.1:1", "no-such-host.invalid"])
def test_a_host_where_nobody_answers_is_told_at_once(tallybench: CommandLine, host: str) -> None:
    done = tallybench("evaluate", "embedded:canonical", "--engine", "judge0", "--url", f"http://{host}")
    assert done.returncode == 2
    assert done.stderr.startswith(f"tallybench: --url: no Judge0 answers at {host} (") and done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("127.0.0.1:2358", "is no address of a Judge0 server"),
        ("ftp://127.0.0.1", "is no address of a Judge0 server"),
        ("http://127.0.0.1:port", "is no address of a Judge0 server"),
        ("http://me:secret@127.0.0.1", "give the address alone; a token is taken from the variable JUDGE0_AUTH_TOKEN"),
        ("http://127.0.0.1/?X-Auth-Token=secret", "give the address alone"),
    ],
)
def test_what_is_no_address_is_told(url: str, says: str) -> None:
    with pytest.raises(InputError, match=says) as refused:
        address_of("judge0", url, None)
    assert "secret" not in str(refused.value)


def test_options_that_do_not_go_with_a_server_are_refused() -> None:
    for engine, url, language, says in (
        ("judge1", None, None, "--engine judge1: there is own and judge0"),
        ("judge0", None, None, "--engine judge0: needs --url"),
        ("own", None, 71, "--language: is of a Judge0 server"),
    ):
        with pytest.raises(InputError, match=says):
            address_of(engine, url, language)
    for options, shard, says in (
        (Options(memory=True), None, "--memory: does not go with --engine judge0: Judge0 tells"),
        (Options(rules="coffe"), None, "--rules: does not go with --engine judge0"),
        (Options(counter="cputime"), None, "--counter: does not go with --engine judge0: nothing is counted there"),
        (Options(), "1/2", "--shard: does not go with --engine judge0"),
    ):
        with pytest.raises(InputError, match=says):
            refuse_with_judge0(options, shard=shard, ray=None, source=None)


def test_a_plan_says_what_would_be_sent_and_sends_nothing(tallybench: CommandLine) -> None:
    done = tallybench(
        *("evaluate", "embedded:canonical", "--ids", "0-9", "--plan"),
        *("--engine", "judge0", "--url", "http://127.0.0.1:1"),
    )
    assert done.returncode == 0, done.stderr
    assert "(not asked for this plan)" in done.stdout
    assert "samples              10 (10 distinct programs)" in done.stdout


def test_classes_are_refused(quick: Running) -> None:
    with Judge0(Address.of(quick.url)) as judge0, pytest.raises(InputError, match="tally-classes has classes"):
        evaluate_on_judge0([], Model(name="x"), Options(benchmark="tally-classes"), judge0, silent)
