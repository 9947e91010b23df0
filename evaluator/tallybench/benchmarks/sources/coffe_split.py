"""The files of one of COFFE's splits, which map prompts to values, and what they hold for a prompt."""

import ast
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tallybench.benchmarks.sources.data_files import SourceFile, parse_quietly, read_json
from tallybench.benchmarks.sources.source_data import Unusable
from tallybench.errors import InputError
from tallybench.model.problem import Kind, StressfulInput

SEED = "1024"  # what COFFE's harness calls random.seed with before each stressful input
MAX_EXPRESSION = 1 << 20  # characters of a stressful input

_FRAME = re.compile(
    r"You are an expert Python programmer, and here is your task:\n(?P<text>.*)\n"
    r"(Do not give explanations, only give the Python code\.\nPython Solution:"
    r"|Please write a Python function [^\n]* for the task\.)\n```python",
    re.DOTALL,
)


@dataclass(frozen=True)
class Split:
    """The files of a split, each mapping prompts to values."""

    tests: SourceFile
    stressful: SourceFile
    best: SourceFile
    solutions: SourceFile | None

    @property
    def files(self) -> list[SourceFile]:
        return [file for file in (self.tests, self.stressful, self.best, self.solutions) if file is not None]


def list_of_problems(path: Path) -> SourceFile:
    file = read_json(path, "a list of problems, each with `dataset` and `final_prompt`")
    file.expect(file.value, list, "", "a list of problems")
    if not file.value:
        raise InputError(f"{path}: holds no problems; get the public file again")
    for number, record in enumerate(file.value):
        file.expect(record, dict, f"[{number}]", "a problem: an object")
    return file


def prompt_of(listed: SourceFile, record: dict[str, Any], number: int) -> str:
    return listed.item(record, "final_prompt", str, f"[{number}]", "the prompt that models were given")


def text_of(prompt: str) -> str:
    """Return a program's problem statement as in its source, without the text that COFFE's prompt puts around it."""
    framed = _FRAME.fullmatch(prompt)
    return (framed["text"] if framed else prompt).strip()


def read_split(split: Path, tests: Path | None) -> Split:
    """Read a split's files; its correctness tests and solutions come from the folder `tests`, if one is given."""

    def by_prompt(path: Path, what: str) -> SourceFile:
        file = read_json(path, f"an object: {what} by prompt")
        file.expect(file.value, dict, "", f"an object: {what} by prompt")
        return file

    stressful = by_prompt(split / "stressful_testcases.json", "stressful inputs")
    best = by_prompt(split / "best_solutions.json", "[code, reads standard input]")
    if tests is None:
        return Split(SourceFile(split / "testcases.json", {}, ""), stressful, best, None)
    cases = by_prompt(tests / "testcases.json", "lists of {input, output}")
    solutions = None
    # A split whose tests were added by hand may lack the solutions; the public splits have both.
    if (tests / "solutions.json").exists() or tests.name != "file":
        what = "an object with `prompt2groundtruth`"
        solutions = read_json(tests / "solutions.json", what)
        record = solutions.expect(solutions.value, dict, "", what)
        solutions.item(record, "prompt2groundtruth", dict, "", "lists of [code, reads standard input] by prompt")
    return Split(cases, stressful, best, solutions)


def cases_of(file: SourceFile, prompt: str) -> Iterator[tuple[list[Any], Any]]:
    """Yield the list of inputs and the output of each correctness test."""
    if prompt not in file.value:
        name = f"{file.path.parent.name}/{file.path.name}"
        lacking = f"{name} is not among the data" if not file.sha256 else f"{name} has none for its prompt"
        raise Unusable(f"no correctness tests: {lacking}")
    what = "a list of {input: [...], output: [one]}"
    cases = file.expect(file.value[prompt], list, prompt, what)
    if not cases:
        raise Unusable(f"no correctness tests: the list in {file.path.name} is empty")
    for number, case in enumerate(cases):
        where = f"[{number}] of {prompt}"
        record = file.expect(case, dict, where, what)
        given = file.item(record, "input", list, where, what)
        wanted = file.item(record, "output", list, where, what)
        if len(wanted) != 1:
            raise InputError(f"{file.path}: at {where[:40]} output has {len(wanted)} items, expected one")
        yield given, wanted[0]


def solutions_of(split: Split, prompt: str) -> tuple[str, list[str]]:
    """Return the best solution, and all solutions that the source has."""
    if prompt not in split.best.value:
        raise Unusable(f"no best solution: {split.best.path.name} has none for its prompt")
    best = _code(split.best, split.best.value[prompt], prompt)
    if split.solutions is None:
        return best, [best]
    by_prompt = split.solutions.value["prompt2groundtruth"]
    if prompt not in by_prompt:
        raise Unusable(f"no ground truth: {split.solutions.path.name} has none for its prompt")
    listed = split.solutions.expect(by_prompt[prompt], list, prompt, "a list of [code, reads standard input]")
    if not listed:
        raise Unusable(f"no ground truth: the list in {split.solutions.path.name} is empty")
    return best, [_code(split.solutions, code, f"[{number}] of {prompt}") for number, code in enumerate(listed)]


def _code(file: SourceFile, value: Any, where: str) -> str:
    what = "[code, reads standard input]"
    pair = file.expect(value, list, where, what)
    if len(pair) != 2:
        raise InputError(f"{file.path}: at {where[:40]} is an array of {len(pair)}, expected {what}")
    return file.expect(pair[0], str, where, what)


_Inputs = tuple[tuple[StressfulInput, ...], tuple[tuple[StressfulInput, str], ...]]
_Read = tuple[StressfulInput, str | None]


def stressful_of(split: Split, prompt: str, read: Callable[[SourceFile, Any, str, str], _Read]) -> _Inputs:
    """Return the stressful inputs that can be used, and those that cannot, with the reason.

    Args:
        split: the split that holds them.
        prompt: the problem's prompt.
        read: reads one of them: `read_arguments` for functions, `read_generator` for programs.
    """
    file = split.stressful
    listed = file.expect(file.value.get(prompt, []), list, prompt, "a list of stressful inputs")
    usable, left_out = [], []
    for number, value in enumerate(listed, 1):
        stressful_input, fault = read(file, value, f"stress_{number}", f"[{number - 1}] of {prompt}")
        if fault is None:
            usable.append(stressful_input)
        else:
            left_out.append((stressful_input, fault))
    return tuple(usable), tuple(left_out)


def read_arguments(file: SourceFile, value: Any, name: str, where: str) -> _Read:
    """Read a function's input, the source of a list with an item per argument; return it and what is wrong with it."""
    what = "{input: a Python list of the arguments, as a string}"
    text = file.item(file.expect(value, dict, where, what), "input", str, where, what).strip()
    tree = _parse(text, "eval")
    if isinstance(tree, ast.Expression) and isinstance(tree.body, ast.List):
        items = tree.body.elts
        if not any(isinstance(item, ast.Starred) for item in items):
            drawn = any(isinstance(node, ast.Name) and node.id == "random" for node in ast.walk(tree))
            expressions = tuple(ast.unparse(item) for item in items)
            program = "import random\n" if drawn else ""
            return StressfulInput(name, Kind.GIVEN, "", "expression", program, expressions=expressions, seed=SEED), None
    broken = StressfulInput(name, Kind.GIVEN, "", "expression", "", expressions=(text,), seed=SEED)
    return broken, "is not the source of a list of arguments"


def read_generator(file: SourceFile, value: Any, name: str, where: str) -> _Read:
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
