"""`tallybench dev stress generate` against a real server process: from questions to a problem's file and its audit."""

import json
import os
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tallybench.authoring.asking import authoring_prompt
from tallybench.authoring.stress_generation import Outcome
from tallybench.authoring.stress_generation.contract import AssertionTask, TestsTask
from tallybench.authoring.stress_generation.inputs import Fate, InputsTask, Trial
from tallybench.authoring.stress_generation.methods import METHODS, Ask, Made
from tallybench.authoring.stress_generation.problem_file import problem_text
from tallybench.authoring.stress_generation.report import figures_of, with_made
from tallybench.benchmarks import load_benchmark, with_files
from tallybench.benchmarks.problem_reader import with_additions
from tallybench.counting.covering import CoverTask
from tallybench.counting.worker import Worker
from tallybench.errors import InputError
from tallybench.generating.settings import Settings
from tallybench.model.benchmark import Benchmark, Texts
from tallybench.model.problem import Case, Problem, Solution
from tallybench.sandbox.jobs import build_input
from tests.conftest import CommandLine, lend_environment
from tests.generating.conftest import ASKING
from tests.stress_generation.conftest import Scripted, StartServer, block

pytestmark = ASKING
TEXTS = Texts(shown=True, licence="MIT", url="")
TRUTH = "def total(numbers):\n    result = 0\n    for x in numbers:\n        result += x\n    return result\n"


def own_problem(**changes: Any) -> Problem:
    problem = Problem(
        task_id="Own/1",
        entry_point="total",
        level="function",
        prompt='def total(numbers):\n    """The sum of the numbers."""\n',
        tests="",
        cases=(Case(([1, 2],), 3), Case(([],), 0)),
        canonical=Solution("canonical", TRUTH),
        invalid=(("a tuple", ((1,),)), ("a text among the numbers", ([1, "2"],))),
    )
    return replace(problem, **changes)


def tried(worker: Worker, problem: Problem, text: str, **options: Any) -> list[tuple[str, str]]:
    found = InputsTask(problem, TestsTask(problem).run(worker).contract, text, 1, **options).run(worker)
    return [(given.fate.value, given.reason) for given in found]


@pytest.mark.parametrize(
    ("code", "fate", "words"),
    [
        ("total(list(range(1000)))", Fate.VERIFIED, ""),
        ("def generate(rng):\n    return ([rng.random() for _ in range(9)],)", Fate.VERIFIED, ""),
        ("def generate(rng):\n    while True:\n        pass", Fate.NOT_BUILT, "CPU time limit"),
        ("def generate(rng):\n    return (open('/etc/passwd').read(),)", Fate.REFUSED, "opens no file"),
        ("total([[0] * (1 << 27)])", Fate.NOT_BUILT, "MemoryError"),
        ("total(['x' * (70 << 20)])", Fate.TOO_LARGE, "at most 67,108,864 are allowed"),
        ("def generate(rng):\n    return [1, 2]", Fate.VERIFIED, ""),
        ("def generate(rng):\n    return list(itertools.accumulate(rng.randbytes(9)))", Fate.VERIFIED, ""),
        ("total(['a', 'b'])", Fate.TRUTH, "TypeError"),
        ("total([lambda: 1])", Fate.NOT_BUILT, "unmarshallable object"),
        ("total(undefined)", Fate.NOT_BUILT, "NameError"),
        ("I cannot do that (", Fate.UNREADABLE, "SyntaxError"),
    ],
    ids=range(12),
)
def test_an_input_is_kept_only_where_all_goes_well(worker: Worker, code: str, fate: Fate, words: str) -> None:
    ((found, reason),) = tried(worker, own_problem(), block(code))
    assert found == fate and words in reason


def test_the_argument_alone_is_an_input_where_there_is_one_parameter(worker: Worker) -> None:
    code = block(
        "def generate(rng):\n    def drawn():\n        return rng.random()\n    return [drawn() for _ in range(9)]"
    )
    (found,) = InputsTask(own_problem(), None, code, 1).run(worker)
    assert found.fate is Fate.VERIFIED and found.draft is not None
    assert "return rng.random()" in found.draft.source and "return ([drawn() for _ in range(9)],)" in found.draft.source
    truth = Solution("canonical", TRUTH.replace("numbers):", "numbers, start=0):"))
    ((fate, reason),) = tried(worker, own_problem(canonical=truth), code)
    assert fate == Fate.NOT_BUILT and "a tuple of arguments, not a list" in reason
    anew = block("def generate(rng):\n    rng.seed()\n    return ([rng.random()],)")
    found, again = (InputsTask(own_problem(), None, anew, 1).run(worker)[0] for _ in range(2))
    assert found == again and found.fate is Fate.NOT_BUILT and "not the same" in found.reason  # in the same bytes


def test_an_assertion_is_tried_on_tests_and_on_invalid_inputs(worker: Worker) -> None:
    problem = own_problem()
    tests = TestsTask(problem).run(worker)
    assert tests.inputs == (([1, 2],), ([],))

    def proposed(text: str, *there: str) -> tuple[str | None, int]:
        found = AssertionTask(problem, replace(tests.contract, assertions=there), tests.inputs, block(text)).run(worker)
        return found.fault, found.rejected

    typed = "assert type(numbers) is list, 'a list'"
    assert proposed(typed) == (None, 1)
    assert proposed("assert all(type(x) is int for x in numbers), 'ints'", typed) == (None, 2)
    fault, _ = proposed("assert numbers, 'not empty'")
    assert fault == "the correctness test total([]) does not keep it: AssertionError: not empty"
    fault, _ = proposed("assert all(x + y > 0 for x in range(10 ** 9) for y in numbers), 'endless'")
    assert fault is not None and "CPU time limit" in fault
    assert proposed("assert (")[0] == "it cannot be read (SyntaxError)"


def test_an_invalid_input_that_the_sandbox_cannot_be_given_is_left_out(
    worker: Worker, start_server: StartServer, tallybench: CommandLine, tmp_path: Path
) -> None:
    problem = own_problem(invalid=(("a range", (range(3),)), ("a tuple", ((1,),))))
    tests = TestsTask(problem).run(worker)
    typed = block("assert type(numbers) is list, 'a list'")
    assert AssertionTask(problem, tests.contract, tests.inputs, typed).run(worker).rejected == 1
    # HumanEval/22 has one.
    server = start_server([{"name": "input", "in": ["Write 20 such"], "answers": [block("filter_integers([1, 'a'])")]}])
    done = tallybench(*command(server, tmp_path / "out", "--method", "instruction", "--ids", "22"))
    assert done.returncode == 0 and "HumanEval/22" in done.stdout, done.stderr


def test_an_input_that_is_there_or_torn_between_ground_truths_is_reported(worker: Worker) -> None:
    twice = block("total([1])\ntotal([1])\ntotal([2])\ntotal([3])")
    assert [fate for fate, _ in tried(worker, own_problem(), twice, most=3)] == ["verified", "repeated", "verified"]
    torn = own_problem(references=(Solution("reference_other", "def total(numbers):\n    return 7\n"),))
    ((fate, reason),) = tried(worker, torn, block("total([1])"))
    assert fate == Fate.DISPUTED and reason.startswith("reference_other: ")
    listed = "def generate(rng):\n    return [([n],) for n in range(3)] + [(None,)]"
    found = tried(worker, own_problem(), block(listed), most=20, listing=True)
    assert [fate for fate, _ in found] == ["verified"] * 3 + [Fate.TRUTH]
    ((fate, reason),) = tried(worker, own_problem(), block("def generate(rng):\n    1 / 0"), most=20, listing=True)
    assert fate == Fate.REFUSED and "ZeroDivisionError" in reason


# HumanEval/60: the first contract forbids what the function is for, and a judge says so.
SCRIPT: list[dict[str, Any]] = [
    {"name": "judge", "in": ["One side is wrong"], "answers": ["CONTRACT. Large numbers are what the task is for."]},
    {
        "name": "again",
        "in": ["Give the one assertion", "A reviewer says of an earlier contract"],
        "answers": [block('assert type(n) is int, "n must be an int"'), block("assert n >= 1, 'positive'"), "NONE"],
    },
    {
        "name": "assertion",
        "in": ["Give the one assertion"],
        "answers": [
            "NONE",
            block('assert type(n) is int, "n must be an int"'),
            block("assert n > 5, 'too strict for the tests'"),
            block("assert open('/etc/passwd'), 'a file'"),
            block("assert n <= 100, 'wrong, and yet all tests keep it'"),
            "None.",
        ],
    },
    {
        "name": "input",
        "in": ["Write one more"],
        "answers": [
            *(block(f"# large_random: {k} thousand\nsum_to_n({k} * 10 ** 3)") for k in range(1, 6)),
            block('def generate(rng):\n    """dense: endless"""\n    while True:\n        pass'),
            block('def generate(rng):\n    """dense: a file"""\n    return (open("/etc/passwd").read(),)'),
            block("# dense: a gigabyte\nsum_to_n([0] * (1 << 27))"),
            "def (",
            block('def generate(rng):\n    """boundary: an odd one"""\n    return (rng.randrange(8001, 8100, 2),)'),
            block("sum_to_n(-1)"),
            block("sum_to_n(4000)"),
        ],
    },
]


FATES = [
    *["verified"] * 5,
    *("not built", "refused", "not built", "unreadable", "verified", "breaks the contract"),
    *["repeated"] * 10,
]


def environment(tmp_path: Path, cache: str = "cache") -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("XDG_", "INSPECT_"))}
    lend_environment(tmp_path / cache)
    return kept | {"HOME": str(tmp_path), "TALLYBENCH_CACHE": str(tmp_path / cache), "LOCAL_API_KEY": "sk-loopback"}


def command(server: Scripted, out: Path, *more: str) -> list[str]:
    model = ("--model", "openai-api/local/scripted", "--base-url", server.url)
    return ["dev", "stress", "generate", *model, "--ids", "60", "-o", str(out), *more]


def fates_in(report: dict[str, Any]) -> list[str]:
    return [given["fate"] for given in report["problems"][0]["inputs"]]


def kill_after(questions: int, server: Scripted, arguments: list[str], tmp_path: Path) -> None:
    """Runs a command in a process of its own, which is killed once it has asked so much."""
    code = [sys.executable, "-c", "from tallybench.cli import main; main()", *arguments]
    process = subprocess.Popen(code, env=environment(tmp_path), cwd=tmp_path, stderr=subprocess.DEVNULL)
    while len(server.questions()) < questions:
        assert process.poll() is None
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    process.wait()


def test_from_questions_to_a_file_that_the_audit_judges_also_after_a_kill(
    start_server: StartServer, tallybench: CommandLine, tmp_path: Path
) -> None:
    server, out = start_server(SCRIPT, latency=0.1), tmp_path / "out"
    kill_after(4, server, command(server, out, "--pool", "embedded:references"), tmp_path)
    before_kill = len(server.questions())
    done = tallybench(*command(server, out, "--pool", "embedded:references"), env=environment(tmp_path), code=0)
    assert "HumanEval/60 2" in done.stdout and "refused: 1" in done.stdout
    report = json.loads((out / "report.json").read_text())
    (problem,) = report["problems"]
    assert fates_in(report) == FATES
    assert problem["verdicts"] == ["CONTRACT. Large numbers are what the task is for."]
    assert problem["kept"][0] == "boundary_10" and len(problem["kept"]) == 5
    figures = problem["figures"]
    assert (figures["proposed"], figures["valid"], figures["dropped"]) == (11, 6, 3)
    assert figures["accuracy"] == pytest.approx(100 * 6 / 11) and figures["line_coverage"] == 100
    assert figures["own_contract"][0] >= 6 and figures["deviation"] > 0 and figures["instructions"] > 0
    asked = server.questions()
    if asked[before_kill - 1] == asked[before_kill]:
        del asked[before_kill]  # the one whose answer was on its way is asked once more, and nothing else
    assert (figures["requests"], figures["tokens_in"]) == (len(asked), 100 * len(asked))
    assert "NONE alone" not in asked[0] + asked[1] and "NONE alone" in asked[2]
    assert "not kept: the contract has no assertion yet" in asked[1]
    assert "not kept: the correctness test" in asked[3] and "it uses the name open" in asked[4]
    assert "large_random: 5 thousand" in asked[-1] and "sum_to_n(4 * 10 ** 3)" in asked[11]
    written = out / "he_060.py"
    additions = with_additions(load_benchmark().by_id["HumanEval/60"], written)
    assert [given.name for given in additions.stressful if given.format == "generator"] == ["boundary_10"]
    assert (additions.contract or "").count("assert") == 2 and "not reviewed" in additions.notes

    server.end()
    before = {path.name: path.read_bytes() for path in out.iterdir()}
    tallybench(  # without the model, and without what the sandbox has said before
        *command(server, out, "--pool", "embedded:references"), env=environment(tmp_path, "another"), code=0
    )
    assert {path.name: path.read_bytes() for path in out.iterdir()} == before

    audited = tallybench("dev", "audit", "--ids", "60", "--files", str(out), "--seeds", "2", "--format", "json")
    findings = {finding["what"]: finding for finding in json.loads(audited.stdout)["findings"]}
    assert findings["accuracy"]["value"] == "5 of 5 stressful inputs" and not findings["accuracy"]["missed"]
    (judged,) = json.loads(audited.stdout)["problems"]
    assert {given["name"] for given in judged["inputs"]} == set(problem["kept"])

    written.write_text(written.read_text() + "\n# reviewed\n")
    tallybench(*command(server, out), env=environment(tmp_path), code=1, says="is not replaced without --force")
    assert "# reviewed" in written.read_text()


PROGRAM = own_problem(
    task_id="Own/2",
    entry_point="",
    level="file",
    prompt="Print the sum of the numbers.",
    canonical=Solution("canonical", "print(sum(map(int, input().split())))\n"),
    cases=(Case(("1 2\n",), "3\n"),),
    invalid=(),
)
COUNTER = own_problem(
    task_id="Own/3",
    entry_point="Counter",
    level="class",
    prompt='class Counter:\n    """Counts."""\n\n    def add(self, n):\n        """Add n, return the sum."""\n',
    canonical=Solution(
        "canonical",
        "class Counter:\n    def __init__(self):\n        self.sum = 0\n\n"
        "    def add(self, n):\n        self.sum += n\n        return self.sum\n",
    ),
    cases=(Case(([("__init__",), ("add", 2)],), ([None, 2], {})),),
    invalid=(),
)


def test_a_request_that_fails_is_reported_and_costs_nothing_that_was_answered(
    start_server: StartServer, tallybench: CommandLine, tmp_path: Path
) -> None:
    server, out = start_server(SCRIPT[:3]), tmp_path / "out"  # it has no answer to a question for an input
    done = tallybench(*command(server, out), env=environment(tmp_path))
    assert done.returncode == 1 and "HumanEval/60: a request failed: Error code: 400" in done.stderr
    assert "the same command continues with them" in done.stderr and "sk-loopback" not in done.stderr
    assert len((out / "answers.jsonl").read_text().splitlines()) == 6 and not (out / "he_060.py").exists()


def hold(worker: Worker, method: str, problem: Problem, answers: dict[str, list[str]]) -> Made:
    """Holds the conversation of a method; questions are known by what they say."""
    making = METHODS[method](problem, authoring_prompt(method))
    given = {part: iter([*texts, *texts[-1:] * 40]) for part, texts in answers.items()}
    step = next(making)
    try:
        while True:
            if isinstance(step, Ask):
                asked = step.messages[-1].text
                (part,) = [part for part in given if part in asked]
                step = making.send(next(given[part]))
            else:
                step = making.send(step.run(worker))
    except StopIteration as end:
        made: Made = end.value
        return made


RAW = "\n".join(f"run('{n} ' * {n})" for n in range(50, 57))
DRAWN = "def generate(rng):\n    return ['1 ' * rng.randint(1, 99) for _ in range(4)] + [b'no text']"
SCRIPTED = (
    "def generate(rng):\n    calls = [('__init__',)]\n    for _ in range(50):\n"
    "        calls.append(('add', rng.randrange(99)))\n    return calls"
)


@pytest.mark.parametrize(
    ("method", "level", "answers", "figures"),
    [
        ("instruction", "file", {"take every branch": [block(RAW)]}, (7, 7, 5)),
        ("few-shot", "file", {"run('1 2\\n')": [block(RAW + "\nrun(1)")]}, (8, 7, 5)),
        ("generator", "file", {"a list of 20 inputs": [block(DRAWN)]}, (5, 4, 4)),
        (
            "stgen",
            "file",
            {
                "`stdin`, the whole text that the program reads from standard input; `lines` is its list of lines, "
                "`words` the list of its words, both made of it for you.\n\nThese": [
                    block("assert words, 'some'"),
                    "NONE",
                ],
                "Write one more": [
                    block(f"def generate(rng):\n    return '{n} ' * 100 + str(rng.random())[2:]") for n in range(3)
                ],
            },
            (3, 3, 3),
        ),
        (
            "stgen",
            "class",
            {
                "Give the one assertion": [
                    block("assert all(len(call) <= 2 for call in calls), 'one at most'"),
                    "NONE",
                ],
                "Write one more": [block(SCRIPTED), block("def generate(rng):\n    return [('add', 1)]")],
            },
            (2, 1, 1),
        ),
    ],
    ids=["instruction", "few-shot", "generator", "program", "class"],
)
def test_every_method_and_level_ends_in_a_file_that_is_read(
    worker: Worker, tmp_path: Path, method: str, level: str, answers: dict[str, list[str]], figures: tuple[int, ...]
) -> None:
    problem = COUNTER if level == "class" else PROGRAM
    assert {f"form-{level}" for level in ("function", "file", "class")} <= authoring_prompt(method).text.keys()
    made = hold(worker, method, problem, answers)
    covered = CoverTask(with_made(problem, made)).run(worker)
    benchmark = Benchmark("own", "1", (problem,), TEXTS)
    (found,) = figures_of(benchmark, [Outcome(problem.task_id, made)], {problem.task_id: covered}, {}).values()
    assert tuple(found[name] for name in ("proposed", "valid", "kept", "line_coverage")) == (*figures, 100)
    path, settings = tmp_path / "made.py", Settings("a/b", authoring_prompt(method))
    path.write_text(problem_text(benchmark, problem, made, settings, method))
    additions = with_additions(problem, path)
    assert {given.name for given in additions.stressful} == set(made.kept)
    rebuilt = Trial(worker, problem, made.contract)
    for kept in made.inputs:
        assert kept.draft is not None and rebuilt.of(kept.draft, kept.name, kept.count) == kept
        (read,) = [given for given in additions.stressful if given.name == kept.name]
        assert build_input(worker.native, read.recipe(additions.contract)).output is not None
    assert "sum" in additions.references[0].code


def test_bad_input_is_reported_in_one_line(tallybench: CommandLine, tmp_path: Path) -> None:
    model = ["dev", "stress", "generate", "--model", "openai-api/local/x", "--base-url", "http://127.0.0.1:9/v1"]
    for more, said in (
        ([*model, "--method", "magic"], "--method magic: must be one of stgen, instruction, few-shot, generator"),
        ([*model, "--ids", "999"], "has no task"),
        ([*model, "--temperature", "3"], "--temperature 3"),
    ):
        tallybench(*more, "-o", str(tmp_path / "out"), code=2, says=said)
    for name, file in (("humaneval", "he_000.py"), ("tally-classes", "tc_001.py")):
        with pytest.raises(InputError, match=f"has no file for these problems of {name}, such as {file}"):
            with_files(load_benchmark(name), tmp_path)
    out = ("--ids", "0", "-o", str(tmp_path / "out"))
    tallybench(*model, *out, code=2, says="nothing answers at 127.0.0.1, port 9")
