"""Reads a problem's file, in the format of `hf_dataset/problems/README.md`."""

import ast
from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import date
from pathlib import Path
from typing import Any

from tallybench.benchmarks.problem_source import FORMAT, ProblemFile, names_in
from tallybench.errors import InputError
from tallybench.model.invalid_inputs import InvalidInput
from tallybench.model.problem import Case, Growing, Kind, Solution, StressfulInput

_STRESS = "stress_"
_SOLUTIONS = {
    "function": ("reference_", "slow_"),
    "file": ("reference_", "slow_"),
    "class": ("Reference", "Slow"),
}
"""By level, the prefixes of the names of references and of slow solutions."""


@dataclass(frozen=True)
class Additions:
    """What a problem's file adds to the source's problem; the attributes are those of `Problem`."""

    contract: str | None
    invalid: Sequence[InvalidInput]
    stressful: tuple[StressfulInput, ...]
    references: tuple[Solution, ...]
    slow: tuple[Solution, ...]
    growing: Growing | None
    corrected: Solution | None
    canonical_wrong: tuple[tuple[Any, ...], str] | None
    no_headroom: str | None
    tolerance: float | None
    accepts: str | None
    few_families: str | None
    cost_varies: dict[str, str]
    notes: str


@dataclass(frozen=True)
class Statement:
    """What the file of one of our own problems has in addition; the attributes are those of `Problem`."""

    entry_point: str
    prompt: str
    tests: str
    canonical: Solution
    cases: tuple[Case, ...] = ()
    written: date | None = None


def attributes_of(read: Statement | Additions) -> dict[str, Any]:
    """Return what was read from a file, as attributes of a `Problem`."""
    return {field.name: getattr(read, field.name) for field in fields(read)}


def read_statement(path: Path, beside_source: bool = True) -> Statement:
    """Read the statement of a problem that no source has: PROMPT, `check` and `canonical`.

    Args:
        path: the file.
        beside_source: whether the other files of its folder add to a source's problems; it changes only a message.

    Raises:
        InputError: one of them is missing or not in the format.
    """
    file = ProblemFile(path)
    prompt = file.constant("PROMPT")
    functions = {function.name: function for function in (*file.functions("check"), *file.functions("canonical"))}
    given = {"PROMPT": prompt, "check": functions.get("check"), "canonical": functions.get("canonical")}
    if missing := [name for name, value in given.items() if value is None]:
        needs = f"needs {', '.join(missing)}"
        if beside_source:
            needs = f"the source has no problem of this number, and one of our own {needs} besides"
        raise InputError(f"{path}: {needs}; {FORMAT}")
    entry_point = _entry_point(prompt) if isinstance(prompt, str) else None
    if entry_point is None:
        raise file.fault("PROMPT", "must be the source of a function without its body: signature and docstring")
    return Statement(
        entry_point=entry_point,
        prompt=prompt,
        tests=file.cut_out(functions["check"]),
        canonical=Solution("canonical", f"{file.cut_out(functions['canonical'])}\n\n{entry_point} = canonical\n"),
    )


def read_additions(path: Path, entry_point: str, level: str = "function", complete: bool = True) -> Additions:
    """Read a problem's file.

    Args:
        path: the file.
        entry_point: the function or class that the problem asks for; every solution's program defines it.
        level: the problem's level.
        complete: whether a contract and a reference are required; if not, missing ones are left empty.

    Raises:
        InputError: the file is not in the format.
    """
    file = ProblemFile(path)
    contracts = [function for function in file.functions("contract") if function.name == "contract"]
    if not contracts and complete:
        raise file.fault("contract", "is missing")
    reference, slow = _SOLUTIONS[level]
    solutions = _programs if level == "file" else _solutions
    references = solutions(file, reference, entry_point)
    if not references and complete:
        raise file.fault(f"{reference}*", "is missing")
    corrected = next(iter(_solutions(file, "ground_truth", entry_point)), None)
    accepts = [function for function in file.functions("accepts") if function.name == "accepts"]
    headroom = file.constant("HEADROOM")
    if headroom is not None and not str(headroom).startswith("none: "):
        raise file.fault("HEADROOM", 'must be "none: " and the reason')
    invalid = file.constant("INVALID") or []
    if not isinstance(invalid, list) or not all(
        isinstance(case, tuple) and len(case) == 2 and isinstance(case[1], tuple) for case in invalid
    ):
        raise file.fault("INVALID", "must be a list of (reason, (argument, ...))")
    stressful = [*_generators(file, entry_point), *_expressions(file, entry_point)]
    varies = file.constant("COST_VARIES") or {}
    if not isinstance(varies, dict):
        raise file.fault("COST_VARIES", 'must be a dict of NAME to "why"')
    tolerance = file.constant("TOLERANCE")
    if tolerance is not None and type(tolerance) not in (int, float):
        raise file.fault("TOLERANCE", "must be a number, the largest error that is accepted")
    if varies and (unknown := sorted(varies.keys() - {given.name for given in stressful if given.is_family})):
        raise file.fault("COST_VARIES", f"names {', '.join(unknown)}, which draws from no seed")
    if len({stressful_input.name for stressful_input in stressful}) != len(stressful):
        raise file.fault("EXPRESSIONS", "has the name of a stress_ function")
    return Additions(
        contract=file.cut_out(contracts[0]) if contracts else None,
        invalid=file.inputs_of("INVALID", len(invalid)),
        stressful=tuple(stressful),
        references=tuple(references),
        slow=tuple(solutions(file, slow, entry_point)),
        growing=_growing(file),
        corrected=corrected,
        canonical_wrong=file.constant("CANONICAL_WRONG"),
        no_headroom=headroom.removeprefix("none: ") if headroom is not None else None,
        tolerance=tolerance,
        accepts=file.cut_out(accepts[0]) if accepts else None,
        few_families=file.constant("FEW_FAMILIES"),
        cost_varies=varies,
        notes=file.notes,
    )


def _entry_point(prompt: str) -> str | None:
    """Return the name of the documented function that a prompt ends with; None if it does not end with one."""
    try:
        last = ast.parse(prompt).body[-1]
    except (SyntaxError, ValueError, IndexError):
        return None
    return last.name if isinstance(last, ast.FunctionDef) and ast.get_docstring(last) else None


def _solutions(file: ProblemFile, prefix: str, entry_point: str) -> list[Solution]:
    return [
        Solution(defined.name, f"{file.cut_out(defined)}\n\n{entry_point} = {defined.name}\n")
        for defined in file.definitions(prefix)
    ]


def _programs(file: ProblemFile, prefix: str, _entry_point: str) -> list[Solution]:
    programs = file.constant("PROGRAMS") or {}
    if not isinstance(programs, dict) or not all(isinstance(text, str) for text in (*programs, *programs.values())):
        raise file.fault("PROGRAMS", "must be a dict of names to programs, both as strings")
    return [Solution(name, code) for name, code in programs.items() if name.startswith(prefix)]


def _generators(file: ProblemFile, entry_point: str) -> list[StressfulInput]:
    found = []
    for function in file.functions(_STRESS):
        name = function.name.removeprefix(_STRESS)
        kind, exposes = _kind(file, function.name, ast.get_docstring(function))
        program = file.cut_out(function)
        seed = f"{entry_point}/{name}"
        found.append(StressfulInput(name, kind, exposes, "generator", program, function=function.name, seed=seed))
    return found


def _expressions(file: ProblemFile, entry_point: str) -> list[StressfulInput]:
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
            raise file.fault("EXPRESSIONS", f"has no Python expression at {name!r} ({error})") from None
        names = {name for tree in parsed for name in names_in(tree)}
        needed = file.binding(names)
        program = file.cut_out(*needed) if needed else ""
        found.append(StressfulInput(name, kind, exposes, "expression", program, expressions=tuple(expressions)))
    return found


def _growing(file: ProblemFile) -> Growing | None:
    for function in file.functions("growing"):
        size_of = ast.get_docstring(function)
        if not size_of:
            raise file.fault(function.name, "must have a docstring that says what its size counts")
        return Growing(" ".join(size_of.split()), file.cut_out(function))
    return None


def _kind(file: ProblemFile, name: str, description: str | None) -> tuple[Kind, str]:
    named, colon, exposes = (description or "").partition(": ")
    kinds = [kind for kind in Kind if kind is not Kind.GIVEN]
    if not colon or named not in kinds:
        raise file.fault(name, f'must be described as "KIND: what it exposes", with one of {", ".join(kinds)}')
    return Kind(named), " ".join(exposes.split())
