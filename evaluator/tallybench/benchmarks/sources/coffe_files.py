"""The files of COFFE's folders, which map prompts to values, and what they hold for a prompt."""

import ast
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field

from tallybench.benchmarks.sources.data_files import DataFile, Excluded, Record, read_json
from tallybench.benchmarks.trees import parse_quietly
from tallybench.errors import InputError
from tallybench.model.inputs import Kind, StressfulInput

SEED = "1024"  # what COFFE's harness calls random.seed with before each stressful input
MAX_EXPRESSION = 1 << 20  # characters of a stressful input

_FRAME = re.compile(
    r"You are an expert Python programmer, and here is your task:\n(?P<text>.*)\n"
    r"(Do not give explanations, only give the Python code\.\nPython Solution:"
    r"|Please write a Python function [^\n]* for the task\.)\n```python",
    re.DOTALL,
)
_CODE = "[code, reads standard input]"
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
_Inputs = tuple[tuple[StressfulInput, ...], tuple[tuple[StressfulInput, str], ...]]
_ReadInput = Callable[[DataFile, Any, str, str], tuple[StressfulInput, str | None]]


class ListedProblem(Record):
    """A problem in `data.json`, as it is listed there."""

    final_prompt: str = Field(description="the prompt that models were given")
    dataset: str = Field(description="the name of the data set")


class CaseRecord(Record):
    """A correctness test, whose output is in a list of its own."""

    input: list[Any]
    output: Annotated[list[Any], Field(min_length=1, max_length=1)]


class _Arguments(Record):
    input: str


class _GroundTruths(Record):
    prompt2groundtruth: dict[str, Any] = Field(description=f"lists of {_CODE} by prompt")


def read_list(path: Path, kind: type[ListedProblem]) -> tuple[DataFile, list[Any]]:
    """Read the list of problems."""
    file = read_json(path, "a list of problems, each with `dataset` and `final_prompt`")
    listed = file.expect(file.value, list, "", "a list of problems")
    if not listed:
        raise InputError(f"{path}: holds no problems; get the public file again")
    return file, [
        file.expect(value, kind, f"[{number}]", "a problem: an object") for number, value in enumerate(listed)
    ]


def text_of(prompt: str) -> str:
    """Return a program's problem statement as in its source, without the text that COFFE's prompt puts around it."""
    framed = _FRAME.fullmatch(prompt)
    return (framed["text"] if framed else prompt).strip()


@dataclass(frozen=True)
class CoffeFiles:
    """Files that belong together, each mapping prompts to values."""

    tests: DataFile
    stressful: DataFile
    best: DataFile
    truths: DataFile | None

    @property
    def all(self) -> list[DataFile]:
        return [file for file in (self.tests, self.stressful, self.best, self.truths) if file is not None]

    def cases(self, prompt: str) -> list[CaseRecord]:
        """Return the correctness tests of a problem."""
        file = self.tests
        if prompt not in file.value:
            name = f"{file.path.parent.name}/{file.path.name}"
            lacking = f"{name} has none for its prompt" if file.sha256 else f"{name} is not among the data"
            raise Excluded(f"no correctness tests: {lacking}")
        cases = file.expect(file.value[prompt], list[CaseRecord], prompt, "a list of {input: [...], output: [one]}")
        if not cases:
            raise Excluded(f"no correctness tests: the list in {file.path.name} is empty")
        return cases

    def solutions(self, prompt: str) -> tuple[str, list[str]]:
        """Return the best solution, and all solutions that the source has."""
        if prompt not in self.best.value:
            raise Excluded(f"no best solution: {self.best.path.name} has none for its prompt")
        best = _code(self.best, self.best.value[prompt], prompt)
        if self.truths is None:
            return best, [best]
        if prompt not in self.truths.value:
            raise Excluded(f"no ground truth: {self.truths.path.name} has none for its prompt")
        listed = self.truths.expect(self.truths.value[prompt], list, prompt, f"a list of {_CODE}")
        if not listed:
            raise Excluded(f"no ground truth: the list in {self.truths.path.name} is empty")
        return best, [_code(self.truths, code, f"[{number}] of {prompt}") for number, code in enumerate(listed)]

    def inputs(self, prompt: str, read: _ReadInput) -> _Inputs:
        """Return the stressful inputs of a prompt that can be used, and those that cannot, with the reason."""
        file = self.stressful
        listed = file.expect(file.value.get(prompt, []), list, prompt, "a list of stressful inputs")
        found = [
            read(file, value, f"stress_{number}", f"[{number - 1}] of {prompt}")
            for number, value in enumerate(listed, 1)
        ]
        usable = tuple(given for given, fault in found if fault is None)
        return usable, tuple((given, fault) for given, fault in found if fault is not None)


def read_files(folder: Path, tests: Path | None) -> CoffeFiles:
    """Read the files of a folder; its correctness tests and solutions are those of `tests`, if it is given."""
    stressful = _by_prompt(folder / "stressful_testcases.json", "stressful inputs")
    best = _by_prompt(folder / "best_solutions.json", _CODE)
    if tests is None:
        return CoffeFiles(DataFile(folder / "testcases.json", {}, ""), stressful, best, None)
    found, truths = read_tests(tests)
    return CoffeFiles(found, stressful, best, truths)


def read_tests(folder: Path) -> tuple[DataFile, DataFile | None]:
    """Read the correctness tests and the solutions of a folder."""
    truths = None
    # A folder whose tests were added by hand may lack the solutions; the public folders have both.
    if (folder / "solutions.json").exists() or folder.name != "file":
        what = "an object with `prompt2groundtruth`"
        truths = read_json(folder / "solutions.json", what)
        truths = replace(truths, value=truths.expect(truths.value, _GroundTruths, "", what).prompt2groundtruth)
    return _by_prompt(folder / "testcases.json", "lists of {input, output}"), truths


def _by_prompt(path: Path, what: str) -> DataFile:
    file = read_json(path, f"an object: {what} by prompt")
    file.expect(file.value, dict, "", f"an object: {what} by prompt")
    return file


def _code(file: DataFile, value: Any, where: str) -> str:
    pair = file.expect(value, list, where, _CODE)
    if len(pair) != 2:
        raise InputError(f"{file.path}: at {where[:40]} is an array of {len(pair)}, expected {_CODE}")
    return file.expect(pair[0], str, where, _CODE)


def read_arguments(file: DataFile, value: Any, name: str, where: str) -> tuple[StressfulInput, str | None]:
    """Read a function's input, the source of a list with an item per argument; return it and what is wrong with it."""
    what = "{input: a Python list of the arguments, as a string}"
    text = file.expect(value, _Arguments, where, what).input.strip()
    tree = _parse(text, "eval")
    if isinstance(tree, ast.Expression) and isinstance(tree.body, ast.List):
        items = tree.body.elts
        if not any(isinstance(item, ast.Starred) for item in items):
            drawn = any(isinstance(node, ast.Name) and node.id == "random" for node in ast.walk(tree))
            expressions = tuple(map(ast.unparse, items))
            program = "import random\n" if drawn else ""
            return StressfulInput(name, Kind.GIVEN, "", "expression", program, expressions=expressions, seed=SEED), None
    broken = StressfulInput(name, Kind.GIVEN, "", "expression", "", expressions=(text,), seed=SEED)
    return broken, "is not the source of a list of arguments"


def read_generator(file: DataFile, value: Any, name: str, where: str) -> tuple[StressfulInput, str | None]:
    """Read a program's input, the source of a function that returns it; return it and what is wrong with it."""
    text = file.expect(value, str, where, "the source of a function `generate_input()`")
    generator = StressfulInput(name, Kind.GIVEN, "", "seeded", text, function="generate_input", seed=SEED)
    tree = _parse(text, "exec")
    if not isinstance(tree, ast.Module):
        return generator, "is not a Python program"
    if not any(isinstance(node, ast.FunctionDef) and node.name == "generate_input" for node in tree.body):
        return generator, "does not define generate_input()"
    return generator, None


def _parse(text: str, mode: str) -> ast.AST | None:
    if len(text) > MAX_EXPRESSION:
        return None
    try:
        tree: ast.AST = parse_quietly(text, mode)
    except ValueError:
        return None
    return tree
