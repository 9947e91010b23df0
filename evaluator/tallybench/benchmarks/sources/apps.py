"""APPS, from the files on its Hub page: `test.jsonl` and `train.jsonl`, one problem per line.

`solutions` and `input_output` are JSON within JSON. A problem with `fn_name` asks for a function, any other for a
program. APPS has no stressful inputs, so its problems count for pass@k only. COFFE has some for 300 of its programs: if
the folder also holds COFFE's `file`, they are used, with COFFE's best solution as ground truth and reference.
"""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from pydantic import Field

from tallybench.benchmarks.sources.coffe_files import ACCEPTS as SAME_IN_JSON
from tallybench.benchmarks.sources.coffe_files import CoffeFiles, read_files, read_generator, text_of
from tallybench.benchmarks.sources.data_files import (
    DataFile,
    Excluded,
    Found,
    Record,
    stream_json_lines,
    with_problems,
)
from tallybench.errors import InputError
from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import Case, Problem, Solution

PREFIXES = {"test.jsonl": "APPS", "train.jsonl": "APPS-train"}  # both number their problems from 0
TOLERANCE = 1e-6  # for programs that print fractions; APPS' own harness allows 1e-5

# Some functions' expected outputs are wrapped in a list, others are not, and the data do not say which: accept both.
ACCEPTS = (
    SAME_IN_JSON.replace("accepts", "same")
    + '''

def accepts(output, expected, *arguments):
    """Whether an output is the expected one, or the only member of the expected list."""
    alone = isinstance(expected, list) and len(expected) == 1
    return same(output, expected) or (alone and same(output, expected[0]))
'''
)

_FRACTION = re.compile(r"-?\d+\.\d+")
T = TypeVar("T", dict[str, Any], list[Any])


class _Line(Record):
    problem_id: int = Field(description="a number")
    question: str = Field(description="the statement")
    starter_code: str = Field(description="the start of a function, or nothing")
    url: str = Field(description="an address")
    input_output: str = Field(description="JSON in a string, or nothing")
    solutions: str = Field(description="JSON in a string, or nothing")


@dataclass(frozen=True)
class _Stressful:
    """COFFE's files for APPS' programs, and their prompts by APPS' statements."""

    files: CoffeFiles
    prompts: dict[str, str]


def load_apps(benchmark: Benchmark, data: Path) -> Benchmark:
    """Load APPS from one of its files, or a folder with `test.jsonl`, `train.jsonl` or both, and optionally COFFE's."""
    paths = [data] if data.is_file() else [data / name for name in PREFIXES if (data / name).exists()]
    if not paths:
        raise InputError(f"data {data}: has neither {' nor '.join(PREFIXES)}; get them from codeparrot/apps")
    files = [stream_json_lines(path, "one problem per line: the public file") for path in paths]
    stressful = None
    if (data / "file").is_dir():
        coffe = read_files(data / "file", None)
        stressful = _Stressful(coffe, {text_of(prompt): prompt for prompt in coffe.best.value})
    rows = (row for file in files for row in _rows(file, stressful))
    return with_problems(benchmark, data, [*files, *(stressful.files.all if stressful else ())], rows)


def read_programs(path: Path, prompts: Iterable[str]) -> tuple[DataFile, DataFile]:
    """Read the programs among COFFE's prompts from APPS' file, as COFFE's `testcases` and `solutions` have them.

    Both are returned by prompt; a prompt whose statement is missing has none.
    """
    file = stream_json_lines(path, "one problem per line: the public file")
    by_text = {text_of(prompt): prompt for prompt in prompts}
    tests: dict[str, Any] = {}
    solutions: dict[str, Any] = {}
    for where, line in file.records(_Line, "a problem: an object"):
        if (prompt := by_text.get(line.question.strip())) is None:
            continue
        try:
            given = _within(file, where, "input_output", line.input_output, dict[str, Any])
            codes = _within(file, where, "solutions", line.solutions, list[Any])
            cases = list(_cases(given, called=False))
        except Excluded:
            continue
        tests[prompt] = [{"input": [case.arguments[0]], "output": [case.expected]} for case in cases]
        solutions[prompt] = [[code, True] for code in codes if isinstance(code, str)]
    return replace(file, value=tests), replace(file, value=solutions)


def _rows(file: DataFile, stressful: _Stressful | None) -> Iterator[tuple[str, partial[Found]]]:
    for where, line in file.records(_Line, "a problem: an object"):
        task_id = f"{PREFIXES.get(file.path.name, 'APPS')}/{line.problem_id}"
        yield task_id, partial(_problem, file, where, line, task_id, stressful)


def _problem(file: DataFile, where: str, line: _Line, task_id: str, stressful: _Stressful | None) -> Found:
    tests = _within(file, where, "input_output", line.input_output, dict[str, Any])
    listed = _within(file, where, "solutions", line.solutions, list[Any])
    codes = [code for code in listed if isinstance(code, str)]
    name = str(tests.get("fn_name") or "")
    if not codes:
        raise Excluded("it has no solution")
    if name and "class Solution" in line.starter_code + codes[0]:
        raise Excluded("it asks for a method of a class, and there is no such level yet")
    cases = tuple(_cases(tests, called=bool(name)))
    prompt = f"{line.question.rstrip()}\n\n{line.starter_code}".rstrip() + "\n"
    problem = Problem(
        task_id=task_id,
        entry_point=name,
        level="function" if name else "file",
        prompt=prompt,
        tests="",
        cases=cases,
        canonical=Solution("canonical", codes[0]),
        accepts=ACCEPTS if name else None,
        tolerance=TOLERANCE if not name and any(_FRACTION.search(case.expected) for case in cases) else None,
        any_name=bool(name) and name not in prompt,
    )
    if stressful and not name and (of_coffe := stressful.prompts.get(line.question.strip())) is not None:
        best, _ = stressful.files.solutions(of_coffe)
        inputs, left_out = stressful.files.inputs(of_coffe, read_generator)
        truth, reference = Solution("canonical", best), Solution("best", best)
        problem = replace(problem, canonical=truth, references=(reference,), stressful=inputs, left_out=left_out)
    human = tuple(Solution(f"human_{number}", code) for number, code in enumerate(codes, 1))
    return Found(problem, human, line.url if line.url.startswith("https://") else "")


def _within(file: DataFile, where: str, key: str, text: str, kind: type[T]) -> T:
    """Return a field that is JSON within JSON; an empty value if the text is empty."""
    try:
        value = json.loads(text) if text.strip() else kind()
    except (ValueError, RecursionError):
        raise Excluded(f"its {key} cannot be read as JSON") from None
    return file.expect(value, kind, f"{where} {key}", "other JSON in the string")


def _cases(tests: dict[str, Any], called: bool) -> Iterator[Case]:
    """Yield the tests: calls of a function, or standard input and output, each a text or a list of lines."""
    inputs, outputs = tests.get("inputs"), tests.get("outputs")
    if not (isinstance(inputs, list) and isinstance(outputs, list) and 0 < len(inputs) == len(outputs)):
        raise Excluded("it has no tests, or not an output for each input")
    for given, wanted in zip(inputs, outputs, strict=True):
        if not called:
            stdin, stdout = ("\n".join(map(str, t)) if isinstance(t, list) else str(t) for t in (given, wanted))
            yield Case((stdin,), stdout)
        elif isinstance(given, list):
            yield Case(tuple(given), wanted)
        else:
            raise Excluded("the input of a test is no list of arguments")
