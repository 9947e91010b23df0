"""COFFE's benchmark, in its public layout: folders of JSON files, keyed by prompt.

function/                398 problems: `data`, `testcases`, `stressful_testcases`, `best_solutions`, `solutions`
file/                    358 programs: `data`, `stressful_testcases`, `best_solutions`, `testcases`, `solutions`
deepmind_code_contests/  58 of these programs, with `testcases` and all `solutions`
codeparrot_apps/         the other 300, with `testcases` and all `solutions`, or with APPS' own `test.jsonl`

`testcases` and `solutions` of `file` and of `codeparrot_apps` are large, and often missing from a copy. A program takes
its tests and solutions from the first of these folders that has them.

JSON has no tuples, so COFFE's tests pass lists and expect lists; a function's output is compared as its JSON would be,
unless MBPP's own assertions are laxer. COFFE renames the function of each solution to `solution`, whatever its name
was; here it gets the name that the prompt gives it, and an answer may use any name.
"""

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from pydantic import Field

from tallybench.benchmarks.sources.apps import read_programs
from tallybench.benchmarks.sources.coffe_files import (
    ACCEPTS,
    CoffeFiles,
    ListedProblem,
    read_arguments,
    read_files,
    read_generator,
    read_list,
    read_tests,
)
from tallybench.benchmarks.sources.data_files import Found, with_problems
from tallybench.benchmarks.sources.mbpp import Unreadable, read_asserts
from tallybench.errors import InputError
from tallybench.model.benchmark import Benchmark
from tallybench.model.judges import accepts_of
from tallybench.model.problem import Case, Problem, Solution

FUNCTION, FILE, CODE_CONTESTS, APPS = "function", "file", "deepmind_code_contests", "codeparrot_apps"

_PREFIXES = {"deepmind/code_contests": "CodeContests", "codeparrot/apps": "APPS"}

# The order of the members, and how often each occurs, do not matter.
ACCEPTS_AS_SETS = '''\
def accepts(output, expected, *arguments):
    """Whether an output has the expected members."""
    return set(output) == set(expected)
'''


class _ListedFunction(ListedProblem):
    entry_point: str = Field(description="the name of the function")
    task_id: int | str = Field(description="a number or a name")
    test_list: list[str] = Field(default=[], description="a list of assertions as strings")


def load_functions(benchmark: Benchmark, data: Path) -> Benchmark:
    """Load COFFE's functions from its `datasets` folder: 164 from HumanEval and 234 from MBPP."""
    _check_folder(data, FUNCTION)
    listed, problems = read_list(data / FUNCTION / "data.json", _ListedFunction)
    files = read_files(data / FUNCTION, data / FUNCTION)
    rows = []
    for problem in problems:
        task_id = f"Mbpp/{problem.task_id}" if problem.dataset == "mbpp" else str(problem.task_id)
        rows.append((task_id, partial(_function, files, task_id, problem)))
    return with_problems(benchmark, data, [listed, *files.all], rows)


def load_code_contests(benchmark: Benchmark, data: Path) -> Benchmark:
    """Load COFFE's programs from Code Contests, like `load_functions`."""
    _check_folder(data, CODE_CONTESTS)
    files = read_files(data / CODE_CONTESTS, data / CODE_CONTESTS)
    rows = [_program_row(files, "CodeContests", prompt) for prompt in files.tests.value]
    return with_problems(benchmark, data, files.all, rows)


def load_programs(benchmark: Benchmark, data: Path) -> Benchmark:
    """Load COFFE's programs from Code Contests and APPS, like `load_functions`."""
    _check_folder(data, FILE)
    folder = data / FILE
    listed, problems = read_list(folder / "data.json", ListedProblem)
    main = read_files(folder, folder if (folder / "testcases.json").exists() else None)
    others = [
        replace(main, tests=tests, truths=truths)
        for place in (data / CODE_CONTESTS, data / APPS)
        if (place / "testcases.json").exists()
        for tests, truths in [read_tests(place)]
    ]
    lines = data / APPS / "test.jsonl"
    if lines.exists():
        tests, truths = read_programs(lines, [problem.final_prompt for problem in problems])
        others.append(replace(main, tests=tests, truths=truths))
    rows = []
    for problem in problems:
        prompt = problem.final_prompt
        files = next((files for files in (main, *others) if prompt in files.tests.value), main)
        rows.append(_program_row(files, _PREFIXES.get(problem.dataset, problem.dataset.rpartition("/")[2]), prompt))
    read = {file.path: file for files in (main, *others) for file in files.all}
    return with_problems(benchmark, data, [listed, *read.values()], rows)


def _check_folder(data: Path, folder: str) -> None:
    if not data.is_dir():
        raise InputError(f"data {data}: is not a folder; give COFFE's `datasets`, which has the folder `{folder}`")


def _function(files: CoffeFiles, task_id: str, listed: _ListedFunction) -> Found:
    prompt, entry_point = listed.final_prompt, listed.entry_point
    cases = tuple(Case(tuple(case.input), case.output[0]) for case in files.cases(prompt))
    best, truths = files.solutions(prompt)

    def named(code: str) -> str:
        return code if entry_point == "solution" else f"{code.rstrip()}\n\n\n{entry_point} = solution\n"

    stressful, left_out = files.inputs(prompt, read_arguments)
    problem = Problem(
        task_id=task_id,
        entry_point=entry_point,
        level="function",
        prompt=prompt + "\n" if listed.dataset == "openai_humaneval" else prompt,  # so a completion can follow
        tests="",
        cases=cases,
        canonical=Solution("canonical", named(best)),
        references=(Solution("best", named(best)),),
        stressful=stressful,
        left_out=left_out,
        accepts=_judge(listed.test_list),
        any_name=True,
    )
    return Found(problem, tuple(Solution(f"human_{number}", named(code)) for number, code in enumerate(truths, 1)))


def _judge(tests: list[str]) -> str:
    """Return the judge of a function's outputs; MBPP's own assertions show whether several outputs are right."""
    try:
        rules = {(asserted.rule, asserted.tolerance) for source in tests for asserted in read_asserts(source)}
    except Unreadable:
        return ACCEPTS
    match list(rules):
        case [("set", _)]:
            return ACCEPTS_AS_SETS
        case [("close", tolerance)]:
            return ACCEPTS.replace("rel_tol=1e-6", f"rel_tol={tolerance!r}")
    return ACCEPTS


def _program_row(files: CoffeFiles, prefix: str, prompt: str) -> tuple[str, Callable[[], Found]]:
    """Return a program's task id, made from a hash of its prompt since COFFE gives it none, and how to read it."""
    task_id = f"{prefix}/{hashlib.sha256(prompt.strip().encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"
    return task_id, partial(_program, files, task_id, prompt)


def _program(files: CoffeFiles, task_id: str, prompt: str) -> Found:
    cases = tuple(_program_cases(files, prompt))
    best, truths = files.solutions(prompt)
    stressful, left_out = files.inputs(prompt, read_generator)
    problem = Problem(
        task_id=task_id,
        entry_point="",
        level="file",
        prompt=prompt,
        tests="",
        cases=cases,
        canonical=Solution("canonical", best),
        references=(Solution("best", best),),
        stressful=stressful,
        left_out=left_out,
        accepts=accepts_of(task_id.rpartition("/")[2]),
    )
    return Found(problem, tuple(Solution(f"human_{number}", code) for number, code in enumerate(truths, 1)))


def _program_cases(files: CoffeFiles, prompt: str) -> Iterator[Case]:
    what = "the text of standard input and of standard output, each as [text]"
    for number, case in enumerate(files.cases(prompt)):
        texts = files.tests.expect([*case.input, *case.output], list[str], f"[{number}] of {prompt}", what)
        if len(texts) != 2:
            raise InputError(f"{files.tests.path}: at [{number}] of {prompt[:40]} input has {len(texts) - 1} items")
        yield Case((texts[0],), texts[1])
