"""ClassEval, from its public `ClassEval_data.json`: classes whose tests are unittest suites.

The suites are read unchanged; `evaluator/tallybench/sandbox/suites/` says how they are observed and judged.
"""

import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

from tallybench.benchmarks.sources.data_files import SourceFile, data_version, parse_quietly, read_json
from tallybench.benchmarks.sources.source_data import SourceData, Unusable, sort_out
from tallybench.model.problem import Problem, Solution, Suites
from tallybench.sandbox.packages import CLASSEVAL, PACKAGES, SCRATCH

FILE = "ClassEval_data.json"
# Classes that cannot be judged by their tests, and why; they are not run.
_LEFT_OUT = {
    48: "its tests ask the network for host names, and one expects the name of its author's computer",
    52: "its tests need models of NLTK (punkt, wordnet, the tagger), which no package holds",
}
# Tests that read a file left behind by a test of another method.
_PRELUDES = {25: (("CookiesUtilTestLoadCookies", ("CookiesUtilTestGetCookies", "test_get_cookies")),)}
_DAYS = {17: "2023-07-15"}  # its tests assume that January 2024 is in the future
_OF_CLASS = re.compile(r"Test(Main)?$")  # the ending of the name of a test class for the class as a whole
_NUMBER = re.compile(r"ClassEval_(\d+)")


def load_classeval(data: Path) -> SourceData:
    """Load ClassEval.

    Args:
        data: the folder with `ClassEval_data.json`, or the file.

    Raises:
        InputError: the file is missing or not in the format.
    """
    file = read_json(data if data.is_file() else data / FILE, "ClassEval's classes: the public file")
    problems, exclusions = sort_out(_rows(file))
    return SourceData(
        data_version([file]),
        tuple(problems),
        tuple(exclusions),
        human_solutions={problem.task_id: (problem.canonical,) for problem in problems},
        files={file.path.name: file.sha256},
    )


def task_id_of(name: str) -> str | None:
    """Return our id for ClassEval's name of a task, such as ClassEval_7; None for any other text."""
    found = _NUMBER.fullmatch(name)
    return f"ClassEval/{int(found[1])}" if found else None


def _rows(file: SourceFile) -> Iterator[tuple[str, Callable[[], Problem]]]:
    for index, value in enumerate(file.expect(file.value, list, "", "a list of classes")):
        record = file.expect(value, dict, f"[{index}]", "a class: an object")
        name = file.item(record, "task_id", str, f"[{index}]", "such as ClassEval_0")
        task_id = task_id_of(name)
        yield task_id or name, partial(_problem, file, record, name)


def _problem(file: SourceFile, record: dict[str, Any], name: str) -> Problem:
    task_id = task_id_of(name)
    if task_id is None:
        raise Unusable("its name is not of the form ClassEval_0")
    number = int(task_id.partition("/")[2])
    if number in _LEFT_OUT:
        raise Unusable(_LEFT_OUT[number])
    texts = {
        key: file.item(record, key, str, name, "a string")
        for key in ("skeleton", "test", "solution_code", "class_name")
    }
    lines = file.item(record, "import_statement", list, name, "a list of import statements")
    imports = "\n".join(file.expect(line, str, f"{name} import_statement", "a string") for line in lines)
    suites = Suites(
        imports=imports,
        methods=tuple(_methods(file, record, name, texts)),
        canonical=texts["solution_code"],
        packages=CLASSEVAL if _imported(imports + "\n" + texts["test"]) & PACKAGES[CLASSEVAL].packages else SCRATCH,
        preludes=_PRELUDES.get(number, ()),
        day=_DAYS.get(number, ""),
    )
    return Problem(
        task_id=task_id,
        entry_point=texts["class_name"],
        level="class",
        prompt=texts["skeleton"],
        tests=texts["test"],
        canonical=Solution("canonical", texts["solution_code"]),
        suites=suites,
    )


def _imported(source: str) -> set[str]:
    """Return the top-level names of the modules that a source imports."""
    return set(re.findall(r"^\s*(?:import|from)\s+(\w+)", source, re.MULTILINE))


def _methods(file: SourceFile, record: dict[str, Any], name: str, texts: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Yield the test classes that have tests, each with the method that it tests; empty for the class as a whole.

    The method is found from the test class's name, since the list of methods lacks some and misnames others.
    """
    try:
        tests, canonical = parse_quietly(texts["test"]), parse_quietly(texts["solution_code"])
    except ValueError as error:
        raise Unusable(f"its tests or its canonical class are not Python: {error}") from None
    holding = {
        node.name
        for node in tests.body
        if hasattr(node, "body") and any(getattr(part, "name", "").startswith("test") for part in node.body)
    }
    defined = [
        part.name
        for node in canonical.body
        if getattr(node, "name", "") == texts["class_name"]
        for part in node.body
        if hasattr(part, "args")
    ]
    listed: dict[str, str] = {}
    for method in file.item(record, "methods_info", list, name, "a list of methods"):
        facts = file.expect(method, dict, f"{name} methods_info", "an object")
        suite = file.item(facts, "test_class", str, f"{name} methods_info", "a string").strip()
        listed[suite] = file.item(facts, "method_name", str, f"{name} methods_info", "a string")
    for value in file.item(record, "test_classes", list, name, "a list of names"):
        suite = file.expect(value, str, f"{name} test_classes", "a string").strip()
        if suite in holding:
            yield suite, "" if _OF_CLASS.search(suite) else _tested(suite, defined) or listed.get(suite, "")


def _tested(suite: str, methods: list[str]) -> str | None:
    """Return the method whose name a test class's name ends with."""
    named = suite.rpartition("Test")[2].lower()
    return next((method for method in methods if named and method.replace("_", "").lower() == named), None)
