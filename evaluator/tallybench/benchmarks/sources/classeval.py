"""ClassEval, from its public `ClassEval_data.json`: classes whose tests are unittest suites.

The suites are read unchanged; `evaluator/tallybench/sandbox/suites/` says how they are observed and judged.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from pydantic import Field

from tallybench.benchmarks.problem_reader import with_additions
from tallybench.benchmarks.sources.data_files import DataFile, Excluded, Found, Record, read_json, with_problems
from tallybench.benchmarks.trees import parse_quietly
from tallybench.files import data_folder
from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import Problem, Solution, Suites
from tallybench.sandbox.packages import CLASSEVAL, PACKAGES, SCRATCH

FILE = "ClassEval_data.json"
# Classes that cannot be judged by their tests, and why; they are not run.
_EXCLUDED = {
    48: "its tests ask the network for host names, and one expects the name of its author's computer",
    52: "its tests need models of NLTK (punkt, wordnet, the tagger), which no package holds",
}
# Tests that read a file left by a different method's test.
_PRELUDES = {25: (("CookiesUtilTestLoadCookies", ("CookiesUtilTestGetCookies", "test_get_cookies")),)}
_DAYS = {17: "2023-07-15"}  # its tests assume that January 2024 is in the future
_OF_CLASS = re.compile(r"Test(Main)?$")  # the ending of the name of a test class for the class as a whole
_NUMBER = re.compile(r"ClassEval_(\d+)")


class _Named(Record):
    task_id: str = Field(description="such as ClassEval_0")


class _Method(Record):
    test_class: str
    method_name: str


class _Class(_Named):
    skeleton: str = Field(description="a string")
    test: str = Field(description="a string")
    solution_code: str = Field(description="a string")
    class_name: str = Field(description="a string")
    import_statement: list[str] = Field(description="a list of import statements")
    methods_info: list[_Method] = Field(description="a list of methods, each with test_class and method_name")
    test_classes: list[str] = Field(description="a list of names")


def load_classeval(benchmark: Benchmark, data: Path) -> Benchmark:
    """Load ClassEval from the folder with `ClassEval_data.json`, or from the file."""
    file = read_json(data if data.is_file() else data / FILE, "ClassEval's classes: the public file")
    return with_problems(benchmark, data, [file], _rows(file))


def load_classeval_scripts(benchmark: Benchmark, data: Path) -> Benchmark:
    """Load the classes for which we have call scripts, so that their efficiency can be measured.

    The data, the tests and what is judged are the same as in `load_classeval`; the scripts come with TallyBench.
    """
    whole = load_classeval(benchmark, data)
    problems = []
    for problem in whole:
        path = data_folder() / "problems/classeval" / f"ce_{int(problem.task_id.rpartition('/')[2]):03}.py"
        if path.is_file():
            added = with_additions(problem, path, complete=False)
            problems.append(replace(added, references=(problem.canonical, *added.references)))
    return replace(whole, problems=tuple(problems), exclusions=())


def _rows(file: DataFile) -> Iterator[tuple[str, Callable[[], Found]]]:
    for index, value in enumerate(file.expect(file.value, list, "", "a list of classes")):
        name = file.expect(value, _Named, f"[{index}]", "a class: an object").task_id
        number = _NUMBER.fullmatch(name)
        if number is None:
            yield name, partial(_exclude, "its name is not of the form ClassEval_0")
        elif int(number[1]) in _EXCLUDED:
            yield f"ClassEval/{int(number[1])}", partial(_exclude, _EXCLUDED[int(number[1])])
        else:
            record = file.expect(value, _Class, name, "a class: an object")
            yield f"ClassEval/{int(number[1])}", partial(_problem, record, int(number[1]))


def _exclude(reason: str) -> Found:
    raise Excluded(reason)


def _problem(record: _Class, number: int) -> Found:
    imports = "\n".join(record.import_statement)
    imported = set(re.findall(r"^\s*(?:import|from)\s+(\w+)", f"{imports}\n{record.test}", re.MULTILINE))
    suites = Suites(
        imports=imports,
        methods=tuple(_methods(record)),
        canonical=record.solution_code,
        packages=CLASSEVAL if imported & PACKAGES[CLASSEVAL].packages else SCRATCH,
        preludes=_PRELUDES.get(number, ()),
        day=_DAYS.get(number, ""),
    )
    canonical = Solution("canonical", record.solution_code)
    problem = Problem(
        task_id=f"ClassEval/{number}",
        entry_point=record.class_name,
        level="class",
        prompt=record.skeleton,
        tests=record.test,
        canonical=canonical,
        suites=suites,
    )
    return Found(problem, (canonical,))


def _methods(record: _Class) -> Iterator[tuple[str, str]]:
    """Yield the test classes that have tests, each with the method that it tests; empty for the class as a whole.

    The method is found from the test class's name, since the list of methods lacks some and misnames others.
    """
    try:
        tests, canonical = parse_quietly(record.test), parse_quietly(record.solution_code)
    except ValueError as error:
        raise Excluded(f"its tests or its canonical class are not Python: {error}") from None
    holding = {
        node.name
        for node in tests.body
        if hasattr(node, "body") and any(getattr(part, "name", "").startswith("test") for part in node.body)
    }
    defined = [
        part.name
        for node in canonical.body
        if getattr(node, "name", "") == record.class_name
        for part in node.body
        if hasattr(part, "args")
    ]
    listed = {method.test_class.strip(): method.method_name for method in record.methods_info}
    for suite in map(str.strip, record.test_classes):
        if suite in holding:
            yield suite, "" if _OF_CLASS.search(suite) else _tested(suite, defined) or listed.get(suite, "")


def _tested(suite: str, methods: list[str]) -> str | None:
    """Return the method whose name a test class's name ends with."""
    named = suite.rpartition("Test")[2].lower()
    return next((method for method in methods if named and method.replace("_", "").lower() == named), None)
