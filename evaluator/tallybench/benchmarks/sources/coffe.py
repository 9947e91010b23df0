"""COFFE's benchmark, in its public layout: folders of JSON files, keyed by prompt.

function/                398 problems: `data`, `testcases`, `stressful_testcases`, `best_solutions`, `solutions`
file/                    358 programs: `data`, `stressful_testcases`, `best_solutions`; `testcases` and `solutions`
                         are not public for the 300 of APPS, and are read if they are present
deepmind_code_contests/  the other 58 programs, with `testcases` and all `solutions`

JSON has no tuples, so COFFE's tests pass lists and expect lists; a function's output is compared as its JSON would be,
unless MBPP's own assertions are laxer. COFFE renames the function of each solution to `solution`, whatever its name
was; here it gets the name that the prompt gives it, and an answer may use another name.
"""

import hashlib
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from tallybench.benchmarks.sources.asserts import Unreadable, read_asserts
from tallybench.benchmarks.sources.coffe_split import (
    Split,
    cases_of,
    list_of_problems,
    prompt_of,
    read_arguments,
    read_generator,
    read_split,
    solutions_of,
    stressful_of,
)
from tallybench.benchmarks.sources.data_files import SourceFile, data_version
from tallybench.benchmarks.sources.source_data import SourceData, sort_out
from tallybench.errors import InputError
from tallybench.model.judges import accepts_of
from tallybench.model.problem import Case, Problem, Solution

FUNCTION, FILE, CODE_CONTESTS = "function", "file", "deepmind_code_contests"

_HUMANEVAL, _MBPP = "openai_humaneval", "mbpp"
_PREFIXES = {"deepmind/code_contests": "CodeContests", "codeparrot/apps": "APPS"}

# Two values are equal if their JSON would be: tuples are lists, keys are strings; floats may differ by 1e-6.
ACCEPTS = '''\
import math


def accepts(output, expected, *arguments):
    """Whether an output is the expected one, but for what JSON cannot tell apart and the last digits of floats."""
    if isinstance(expected, (int, float)) and isinstance(output, (int, float)):
        if isinstance(expected, int) and isinstance(output, int):
            return output == expected
        return math.isclose(output, expected, rel_tol=1e-6, abs_tol=1e-6) or (output != output and expected != expected)
    if isinstance(expected, (list, tuple)) and isinstance(output, (list, tuple)):
        return len(output) == len(expected) and all(map(accepts, output, expected))
    if isinstance(expected, dict) and isinstance(output, dict):
        named = {key if isinstance(key, str) else str(key): value for key, value in output.items()}
        wanted = {key if isinstance(key, str) else str(key): value for key, value in expected.items()}
        return named.keys() == wanted.keys() and all(accepts(named[key], wanted[key]) for key in wanted)
    return type(output) is type(expected) and output == expected
'''
# The order of the members, and how often each occurs, do not matter.
ACCEPTS_AS_SETS = '''\
def accepts(output, expected, *arguments):
    """Whether an output has the expected members."""
    return set(output) == set(expected)
'''


def load_functions(data: Path) -> SourceData:
    """Load COFFE's functions: 164 from HumanEval and 234 from MBPP.

    Args:
        data: COFFE's `datasets` folder.

    Raises:
        InputError: a file is missing or not in the layout.
    """
    return _load(data, FUNCTION, _functions)


def load_code_contests(data: Path) -> SourceData:
    """Load COFFE's programs from Code Contests, like `load_functions`."""
    return _load(data, CODE_CONTESTS, _code_contests)


def load_programs(data: Path) -> SourceData:
    """Load COFFE's programs from Code Contests and APPS, like `load_functions`."""
    return _load(data, FILE, _programs)


_Build = Callable[[], tuple[Problem, tuple[Solution, ...]]]
_Rows = list[tuple[str, _Build]]


def _load(data: Path, folder: str, read: Callable[[Path], tuple[_Rows, list[SourceFile]]]) -> SourceData:
    if not data.is_dir():
        raise InputError(f"data {data}: is no folder; give COFFE's `datasets`, which has the folder `{folder}`")
    rows, files = read(data)
    found, exclusions = sort_out(rows)
    return SourceData(
        data_version(files),
        tuple(problem for problem, _ in found),
        tuple(exclusions),
        human_solutions={problem.task_id: solutions for problem, solutions in found},
        files={str(file.path.relative_to(data)): file.sha256 for file in files},
    )


def _functions(data: Path) -> tuple[_Rows, list[SourceFile]]:
    listed = list_of_problems(data / FUNCTION / "data.json")
    split = read_split(data / FUNCTION, data / FUNCTION)
    rows: _Rows = []
    for number, record in enumerate(listed.value):
        prompt = prompt_of(listed, record, number)
        dataset = listed.item(record, "dataset", str, f"[{number}]", "the name of the data set")
        entry_point = listed.item(record, "entry_point", str, f"[{number}]", "the name of the function")
        if "task_id" not in record:
            raise InputError(f"{listed.path}: [{number}] has no `task_id`; get the public file again")
        task_id = f"Mbpp/{record['task_id']}" if dataset == _MBPP else str(record["task_id"])
        ended = prompt + "\n" if dataset == _HUMANEVAL else prompt  # so that a completion can follow
        rows.append(
            (task_id, partial(_function, split, task_id, entry_point, prompt, ended, _judge(listed, record, number)))
        )
    return rows, [listed, *split.files]


def _judge(listed: SourceFile, record: dict[str, Any], number: int) -> str:
    """Return the judge of a function's outputs; MBPP's own assertions show if more than one output is right."""
    tests = listed.expect(record.get("test_list", []), list, f"[{number}] test_list", "a list of assertions")
    sources = [listed.expect(test, str, f"[{number}] test_list", "assertions as strings") for test in tests]
    try:
        rules = {(asserted.rule, asserted.tolerance) for source in sources for asserted in read_asserts(source)}
    except Unreadable:
        return ACCEPTS
    if len(rules) == 1:
        rule, tolerance = rules.pop()
        if rule == "set":
            return ACCEPTS_AS_SETS
        if rule == "close":
            return ACCEPTS.replace("rel_tol=1e-6", f"rel_tol={tolerance!r}")
    return ACCEPTS


def _programs(data: Path) -> tuple[_Rows, list[SourceFile]]:
    listed = list_of_problems(data / FILE / "data.json")
    contests = data / CODE_CONTESTS
    given = data / FILE / "testcases.json"
    main = read_split(data / FILE, data / FILE if given.exists() else None)
    other = read_split(data / FILE, contests) if (contests / "testcases.json").exists() else None
    rows: _Rows = []
    for number, record in enumerate(listed.value):
        prompt = prompt_of(listed, record, number)
        dataset = listed.item(record, "dataset", str, f"[{number}]", "the name of the data set")
        prefix = _PREFIXES.get(dataset, dataset.rpartition("/")[2])
        task_id = _program_id(prefix, prompt)
        split = other if other is not None and prompt not in main.tests.value and prompt in other.tests.value else main
        rows.append((task_id, partial(_program, split, task_id, prompt)))
    return rows, _distinct([listed, *main.files, *(other.files if other else [])])


def _code_contests(data: Path) -> tuple[_Rows, list[SourceFile]]:
    split = read_split(data / CODE_CONTESTS, data / CODE_CONTESTS)
    rows: _Rows = []
    for prompt in split.tests.value:
        task_id = _program_id("CodeContests", prompt)
        rows.append((task_id, partial(_program, split, task_id, prompt)))
    return rows, split.files


def _function(
    split: Split, task_id: str, entry_point: str, prompt: str, ended: str, accepts: str
) -> tuple[Problem, tuple[Solution, ...]]:
    cases = [Case(tuple(given), wanted) for given, wanted in cases_of(split.tests, prompt)]
    best, truths = solutions_of(split, prompt)

    def named(code: str) -> str:
        return code if entry_point == "solution" else f"{code.rstrip()}\n\n\n{entry_point} = solution\n"

    stressful, left_out = stressful_of(split, prompt, read_arguments)
    problem = Problem(
        task_id=task_id,
        entry_point=entry_point,
        level="function",
        prompt=ended,
        tests="",
        cases=tuple(cases),
        canonical=Solution("canonical", named(best)),
        references=(Solution("best", named(best)),),
        stressful=stressful,
        left_out=left_out,
        accepts=accepts,
        any_name=True,
    )
    return problem, tuple(Solution(f"human_{number}", named(code)) for number, code in enumerate(truths, 1))


def _program(split: Split, task_id: str, prompt: str) -> tuple[Problem, tuple[Solution, ...]]:
    cases = []
    for number, (given, wanted) in enumerate(cases_of(split.tests, prompt)):
        where, what = f"{prompt} [{number}]", "the text of standard input and of standard output, each as [text]"
        if len(given) != 1:
            raise InputError(f"{split.tests.path}: at {where[:40]} input has {len(given)} items, expected {what}")
        cases.append(
            Case(
                (split.tests.expect(given[0], str, f"{where} input", what),),
                split.tests.expect(wanted, str, f"{where} output", what),
            )
        )
    best, truths = solutions_of(split, prompt)
    stressful, left_out = stressful_of(split, prompt, read_generator)
    problem = Problem(
        task_id=task_id,
        entry_point="",
        level="file",
        prompt=prompt,
        tests="",
        cases=tuple(cases),
        canonical=Solution("canonical", best),
        references=(Solution("best", best),),
        stressful=stressful,
        left_out=left_out,
        accepts=accepts_of(task_id.rpartition("/")[2]),
    )
    return problem, tuple(Solution(f"human_{number}", code) for number, code in enumerate(truths, 1))


def _program_id(prefix: str, prompt: str) -> str:
    """Return a task id made from a hash of the prompt, since COFFE gives its programs no ids."""
    return f"{prefix}/{hashlib.sha256(prompt.strip().encode('utf-8', 'surrogatepass')).hexdigest()[:8]}"


def _distinct(files: list[SourceFile]) -> list[SourceFile]:
    return list({file.path: file for file in files if file.sha256}.values())
