"""Reads the statement of a class: its skeleton, its tests (call scripts) and its canonical solution."""

import ast
from datetime import date
from pathlib import Path
from typing import Any

from tallybench.benchmarks.authoring import Statement
from tallybench.benchmarks.problem_source import ProblemFile
from tallybench.errors import InputError
from tallybench.model.call_scripts import script_fault, yield_of
from tallybench.model.problem import Case, Solution

CLASS_TEST = "class"  # prefix of the names of tests that are not about a single method
_CANONICAL = "Canonical"


def read_class_statement(path: Path, dated: bool = True) -> Statement:
    """Read PROMPT, TESTS, WRITTEN and `Canonical` of a class's file.

    Args:
        path: the file.
        dated: whether WRITTEN is required.

    Raises:
        InputError: one of them is missing or not in the format.
    """
    file = ProblemFile(path)
    prompt, tests, written = (file.constant(name) for name in ("PROMPT", "TESTS", "WRITTEN"))
    canonical = next((found for found in file.definitions(_CANONICAL) if found.name == _CANONICAL), None)
    given = {"PROMPT": prompt, "TESTS": tests, "WRITTEN": written, _CANONICAL: canonical}
    if missing := [name for name, value in given.items() if value is None and (dated or name != "WRITTEN")]:
        raise InputError(f"{path}: needs {', '.join(missing)}; the format is in hf_dataset/problems/README.md")
    assert canonical is not None
    skeleton = skeleton_of(prompt) if isinstance(prompt, str) else None
    if skeleton is None:
        raise file.fault("PROMPT", "must be a skeleton: imports if any, then one class with a docstring")
    entry_point = skeleton.name
    return Statement(
        entry_point=entry_point,
        prompt=prompt,
        tests="",
        canonical=Solution("canonical", f"{file.cut_out(canonical)}\n\n{entry_point} = {_CANONICAL}\n"),
        cases=tuple(_cases(file, tests)),
        written=None if written is None else _day(file, written),
    )


def skeleton_of(prompt: str) -> ast.ClassDef | None:
    """Return the class of a prompt that holds only imports besides it; None for any other prompt."""
    try:
        *before, last = ast.parse(prompt).body
    except (SyntaxError, ValueError):
        return None
    if not isinstance(last, ast.ClassDef) or not ast.get_docstring(last):
        return None
    return last if all(isinstance(node, ast.Import | ast.ImportFrom) for node in before) else None


def public_methods(skeleton: ast.ClassDef) -> list[ast.FunctionDef]:
    """Return the public methods of a class, without its constructor."""
    return [node for node in skeleton.body if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")]


def _cases(file: ProblemFile, tests: Any) -> list[Case]:
    if not isinstance(tests, dict):
        raise file.fault("TESTS", 'must be a dict of "METHOD: what is tested" to (calls, expected)')
    cases = []
    for name, test in tests.items():
        where = f"TESTS: {name!r}"
        if not isinstance(name, str) or not name.partition(": ")[2]:
            raise file.fault("TESTS", f'names a test {name!r}; it must be "METHOD: what is tested"')
        if not isinstance(test, tuple) or len(test) != 2 or type(test[1]) is not list:
            raise file.fault("TESTS", f"must have (calls, expected), both of them lists, at {name!r}")
        calls, expected = test
        if (fault := script_fault(calls)) is not None:
            raise file.fault("TESTS", f"is wrong at {name!r}: {fault}")
        if len(calls) != len(expected):
            raise file.fault("TESTS", f"has {len(calls)} calls and {len(expected)} expected values at {name!r}")
        values, raised = yield_of(expected)
        if values[0] is not None or (0 in raised and len(calls) > 1):
            raise file.fault(
                "TESTS", f"is wrong at {name!r}: a constructor must return None, or raise and be the last call"
            )
        if odd := [value for value in expected if isinstance(value, type) and value.__module__ != "builtins"]:
            raise file.fault("TESTS", f"is wrong at {where}: {odd[0].__name__} is not a built-in exception of Python")
        cases.append(Case((calls,), (values, raised), name))
    return cases


def _day(file: ProblemFile, written: Any) -> date:
    try:
        return date.fromisoformat(written)
    except (TypeError, ValueError):
        raise file.fault("WRITTEN", 'must be a day, such as "2026-11-24"') from None
