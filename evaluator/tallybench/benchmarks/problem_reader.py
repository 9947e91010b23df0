"""Reads a problem's file, in the format of `hf_dataset/problems/README.md`."""

import ast
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

from tallybench.benchmarks.problem_format import FORMAT, ProblemFile, names_in
from tallybench.errors import InputError
from tallybench.model.call_scripts import script_fault, yield_of
from tallybench.model.inputs import Growing, Kind, StressfulInput
from tallybench.model.problem import Case, Problem, Solution

_STRESS = "stress_"
_SOLUTIONS = {"function": ("reference_", "slow_"), "file": ("reference_", "slow_"), "class": ("Reference", "Slow")}
"""By level, the name prefixes of references and of slow solutions."""
_CANONICAL = "Canonical"


def read_statement(path: Path, task_id: str, beside_source: bool = True) -> Problem:
    """Read a function that is in no source: PROMPT, `check` and `canonical`; `with_additions` reads the rest.

    `beside_source`: the folder's other files add to a source's problems; this only changes a message.
    """
    file = ProblemFile(path)
    prompt, check, canonical = file.constant("PROMPT"), file.function("check"), file.function("canonical")
    given = {"PROMPT": prompt, "check": check, "canonical": canonical}
    if missing := [name for name, value in given.items() if value is None]:
        needs = f"needs {', '.join(missing)}"
        if beside_source:
            needs = f"the source has no problem with this number, and one of our own also {needs}"
        raise InputError(f"{path}: {needs}; {FORMAT}")
    assert check is not None and canonical is not None
    last = _last_definition(prompt)
    if not isinstance(last, ast.FunctionDef) or not ast.get_docstring(last):
        raise file.fault("PROMPT", "must be the source of a function without its body: signature and docstring")
    code = f"{file.cut_out(canonical)}\n\n{last.name} = canonical\n"
    return Problem(task_id, last.name, "function", prompt, file.cut_out(check), Solution("canonical", code))


def read_class_statement(path: Path, task_id: str, dated: bool = True) -> Problem:
    """Read PROMPT, TESTS (call scripts), WRITTEN (required if `dated`) and `Canonical` of a class's file."""
    file = ProblemFile(path)
    prompt, tests, written = (file.constant(name) for name in ("PROMPT", "TESTS", "WRITTEN"))
    canonical = next((found for found in file.definitions(_CANONICAL) if found.name == _CANONICAL), None)
    given = {"PROMPT": prompt, "TESTS": tests, "WRITTEN": written, _CANONICAL: canonical}
    if missing := [name for name, value in given.items() if value is None and (dated or name != "WRITTEN")]:
        raise InputError(f"{path}: needs {', '.join(missing)}; {FORMAT}")
    assert canonical is not None
    skeleton = skeleton_of(prompt)
    if skeleton is None:
        raise file.fault("PROMPT", "must be a skeleton: imports if any, then one class with a docstring")
    code = f"{file.cut_out(canonical)}\n\n{skeleton.name} = {_CANONICAL}\n"
    try:
        day = None if written is None else date.fromisoformat(written)
    except (TypeError, ValueError):
        raise file.fault("WRITTEN", 'must be a day, such as "2026-11-24"') from None
    solution, cases = Solution("canonical", code), tuple(_cases(file, tests))
    return Problem(task_id, skeleton.name, "class", prompt, "", solution, cases=cases, written=day)


def _last_definition(prompt: Any) -> ast.stmt | None:
    """Return the statement that a prompt ends with; None if it cannot be parsed or is empty."""
    try:
        last: ast.stmt = ast.parse(prompt).body[-1]
    except (SyntaxError, ValueError, TypeError, IndexError):
        return None
    return last


def asks_for_a_class(prompt: Any) -> bool:
    """Return whether a prompt ends with a class."""
    return isinstance(_last_definition(prompt), ast.ClassDef)


def skeleton_of(prompt: Any) -> ast.ClassDef | None:
    """Return the class of a prompt that otherwise holds only imports; None for any other prompt."""
    last = _last_definition(prompt)
    if not isinstance(last, ast.ClassDef) or not ast.get_docstring(last):
        return None
    before = ast.parse(prompt).body[:-1]
    return last if all(isinstance(node, ast.Import | ast.ImportFrom) for node in before) else None


def _cases(file: ProblemFile, tests: Any) -> list[Case]:
    if not isinstance(tests, dict):
        raise file.fault("TESTS", 'must be a dict of "METHOD: what is tested" to (calls, expected)')
    cases = []
    for name, test in tests.items():
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
            what = "a constructor must return None, or raise and be the last call"
            raise file.fault("TESTS", f"is wrong at {name!r}: {what}")
        if odd := [value for value in expected if isinstance(value, type) and value.__module__ != "builtins"]:
            what = f"{odd[0].__name__} is not a built-in exception of Python"
            raise file.fault("TESTS", f"is wrong at {name!r}: {what}")
        cases.append(Case((calls,), (values, raised), name))
    return cases


def with_additions(problem: Problem, path: Path, complete: bool = True) -> Problem:
    """Return a problem with its file's additions; if `complete`, these must include a contract and a reference."""
    file, entry_point = ProblemFile(path), problem.entry_point

    def check(name: str, value: Any, fits: Callable[[Any], bool], must: str) -> Any:
        if value is not None and not fits(value):
            raise file.fault(name, f"must be {must}")
        return value

    contract, accepts = file.function("contract"), file.function("accepts")
    if contract is None and complete:
        raise file.fault("contract", "is missing")
    reference, slow = _SOLUTIONS[problem.level]
    solutions = _programs if problem.level == "file" else _solutions
    references = solutions(file, reference, entry_point)
    if not references and complete:
        raise file.fault(f"{reference}*", "is missing")
    stressful = (*_generators(file, entry_point), *_expressions(file))
    if len({given.name for given in stressful}) != len(stressful):
        raise file.fault("EXPRESSIONS", "has the name of a stress_ function")
    headroom, invalid, varies, tolerance = map(file.constant, ("HEADROOM", "INVALID", "COST_VARIES", "TOLERANCE"))
    check("HEADROOM", headroom, lambda text: str(text).startswith("none: "), '"none: " and the reason')
    check("INVALID", invalid, _are_invalid_inputs, "a list of (reason, (argument, ...))")
    check("COST_VARIES", varies, lambda value: isinstance(value, dict), 'a dict of NAME to "why"')
    check("TOLERANCE", tolerance, lambda value: type(value) in (int, float), "a number, the largest accepted error")
    if varies and (unknown := sorted(varies.keys() - {given.name for given in stressful if given.is_family})):
        raise file.fault("COST_VARIES", f"names {', '.join(unknown)}, which draws from no seed")
    return replace(
        problem,
        contract=file.cut_out(contract) if contract else None,
        invalid=file.inputs_of("INVALID", len(invalid or [])),
        stressful=stressful,
        references=references,
        slow=solutions(file, slow, entry_point),
        growing=next((_growing(file, function) for function in file.functions("growing")), None),
        corrected=next(iter(_solutions(file, "ground_truth", entry_point)), None),
        canonical_wrong=file.constant("CANONICAL_WRONG"),
        no_headroom=headroom.removeprefix("none: ") if headroom is not None else None,
        tolerance=tolerance,
        accepts=file.cut_out(accepts) if accepts else None,
        few_families=file.constant("FEW_FAMILIES"),
        cost_varies=varies or {},
        notes=file.notes,
    )


def _are_invalid_inputs(invalid: Any) -> bool:
    return isinstance(invalid, list) and all(
        isinstance(case, tuple) and len(case) == 2 and isinstance(case[1], tuple) for case in invalid
    )


def _solutions(file: ProblemFile, prefix: str, entry_point: str) -> tuple[Solution, ...]:
    return tuple(
        Solution(defined.name, f"{file.cut_out(defined)}\n\n{entry_point} = {defined.name}\n")
        for defined in file.definitions(prefix)
    )


def _programs(file: ProblemFile, prefix: str, _entry_point: str) -> tuple[Solution, ...]:
    programs = file.constant("PROGRAMS") or {}
    if not isinstance(programs, dict) or not all(isinstance(text, str) for text in (*programs, *programs.values())):
        raise file.fault("PROGRAMS", "must be a dict of names to programs, both as strings")
    return tuple(Solution(name, code) for name, code in programs.items() if name.startswith(prefix))


def _generators(file: ProblemFile, entry_point: str) -> list[StressfulInput]:
    found = []
    for function in file.functions(_STRESS):
        name = function.name.removeprefix(_STRESS)
        kind, exposes = _kind(file, function.name, ast.get_docstring(function))
        program, seed = file.cut_out(function), f"{entry_point}/{name}"
        found.append(StressfulInput(name, kind, exposes, "generator", program, function=function.name, seed=seed))
    return found


def _expressions(file: ProblemFile) -> list[StressfulInput]:
    found = []
    given = file.constant("EXPRESSIONS") or {}
    if not isinstance(given, dict):
        raise file.fault("EXPRESSIONS", 'must be a dict of NAME to (description, "expression", ...)')
    for name, parts in given.items():
        if not isinstance(parts, tuple) or len(parts) < 2 or not all(isinstance(part, str) for part in parts):
            raise file.fault("EXPRESSIONS", f'must have (description, "expression", ...) at {name!r}')
        description, *expressions = parts
        kind, exposes = _kind(file, "EXPRESSIONS", description)
        try:
            parsed = [ast.parse(text, mode="eval") for text in expressions]
        except (SyntaxError, ValueError) as error:
            raise file.fault("EXPRESSIONS", f"has an invalid Python expression at {name!r} ({error})") from None
        needed = file.binding({name for tree in parsed for name in names_in(tree)})
        program = file.cut_out(*needed) if needed else ""
        found.append(StressfulInput(name, kind, exposes, "expression", program, expressions=tuple(expressions)))
    return found


def _kind(file: ProblemFile, name: str, description: str | None) -> tuple[Kind, str]:
    named, colon, exposes = (description or "").partition(": ")
    kinds = [kind for kind in Kind if kind is not Kind.GIVEN]
    if not colon or named not in kinds:
        raise file.fault(name, f'must be described as "KIND: what it exposes", with one of {", ".join(kinds)}')
    return Kind(named), " ".join(exposes.split())


def _growing(file: ProblemFile, function: ast.FunctionDef) -> Growing:
    size_of = ast.get_docstring(function)
    if not size_of:
        raise file.fault(function.name, "must have a docstring that says what its size counts")
    return Growing(" ".join(size_of.split()), file.cut_out(function))
