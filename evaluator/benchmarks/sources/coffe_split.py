"""The files of one of COFFE's splits, each a value by prompt, and what they hold for a prompt."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evaluator.benchmarks.sources.data_files import SourceFile, read_json
from evaluator.benchmarks.sources.source_data import Unusable
from evaluator.errors import InputError


@dataclass(frozen=True)
class Split:
    """The files of a split, each a value by prompt."""

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


def read_split(split: Path, tests: Path | None) -> Split:
    """Reads a split's files; its correctness tests and solutions from another folder, or none."""

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
    # A split whose tests were added by hand may lack the solutions; the public ones have both.
    if (tests / "solutions.json").exists() or tests.name != "file":
        what = "an object with `prompt2groundtruth`"
        solutions = read_json(tests / "solutions.json", what)
        record = solutions.expect(solutions.value, dict, "", what)
        solutions.item(record, "prompt2groundtruth", dict, "", "lists of [code, reads standard input] by prompt")
    return Split(cases, stressful, best, solutions)


def cases_of(file: SourceFile, prompt: str) -> Iterator[tuple[list[Any], Any]]:
    """The input's list and the output of each correctness test."""
    if prompt not in file.value:
        told = f"{file.path.parent.name}/{file.path.name}"
        lacking = f"{told} is not among the data" if not file.sha256 else f"{told} has none for its prompt"
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


def solutions_of(folder: Split, prompt: str) -> tuple[str, list[str]]:
    """The best solution, and all that the source has."""
    if prompt not in folder.best.value:
        raise Unusable(f"no best solution: {folder.best.path.name} has none for its prompt")
    best = _code(folder.best, folder.best.value[prompt], prompt)
    if folder.solutions is None:
        return best, [best]
    by_prompt = folder.solutions.value["prompt2groundtruth"]
    if prompt not in by_prompt:
        raise Unusable(f"no ground truth: {folder.solutions.path.name} has none for its prompt")
    listed = folder.solutions.expect(by_prompt[prompt], list, prompt, "a list of [code, reads standard input]")
    if not listed:
        raise Unusable(f"no ground truth: the list in {folder.solutions.path.name} is empty")
    return best, [_code(folder.solutions, one, f"[{number}] of {prompt}") for number, one in enumerate(listed)]


def _code(file: SourceFile, value: Any, where: str) -> str:
    what = "[code, reads standard input]"
    pair = file.expect(value, list, where, what)
    if len(pair) != 2:
        raise InputError(f"{file.path}: at {where[:40]} is an array of {len(pair)}, expected {what}")
    return file.expect(pair[0], str, where, what)
