"""What a problem is."""

import ast
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from enum import StrEnum
from functools import cached_property
from typing import Any

import orjson

from tallybench.model.inputs import Growing, InvalidInput, StressfulInput
from tallybench.values.wire import encode


class Task(StrEnum):
    """What a model is asked to do."""

    WRITE = "write"  # write a solution to a text
    EDIT = "edit"  # make a slow but correct solution faster


GIVEN = "given"  # the name of the slow program in an editing task
BASE, PLUS, EXTRA = SUITES = ("base", "plus", "extra")
"""Suites of correctness tests: the source's, EvalPlus' added ones, and generated ones, which never change a verdict."""


@dataclass(frozen=True)
class Solution:
    """A program that defines the entry point."""

    name: str  # such as `canonical`, or the name of the function in the problem's file
    code: str  # the whole program


@dataclass(frozen=True)
class Case:
    """A correctness test that is given as data."""

    # the call's arguments. At file level there is one, the text on standard input; at class level also one, a call
    # script.
    arguments: tuple[Any, ...]
    # the expected value; at file level the text on standard output, at class level what the script yields
    expected: Any
    name: str = ""  # what is tested, such as `put: a label is replaced`; empty if the source does not name its tests
    suite: str = BASE  # one of SUITES


@dataclass(frozen=True)
class Suites:
    """The suites of a class-level problem, whose text is the problem's `tests`."""

    imports: str  # the skeleton's imports, which solutions and tests rely on
    # each test class, in the order of the source, with the method that it tests; empty if it tests the class as a
    # whole
    methods: tuple[tuple[str, str], ...]
    canonical: str  # the class that shows how often each assertion is reached, and with which values
    # the set of packages in `evaluator/tallybench/sandbox/packages.py` that solutions may import; empty for no
    # packages
    packages: str = ""
    # for some test classes, the test (its class and name) that must run before each of their tests, in the same
    # process, because it leaves behind a file that they read
    preludes: tuple[tuple[str, tuple[str, str]], ...] = ()
    day: str = ""  # the day, YYYY-MM-DD, on which the tests are valid; empty if they are always valid

    @property
    def facts(self) -> list[Any]:
        """What a verdict depends on, in addition to the suites' text and the canonical class."""
        return [self.imports, self.methods, self.packages, self.preludes, self.day]

    def count_tests(self, program: str) -> int:
        """Return how many tests the suites with this text have."""
        named = {name for name, _ in self.methods}
        return sum(
            isinstance(function, ast.FunctionDef) and function.name.startswith("test")
            for suite in ast.parse(program).body
            if isinstance(suite, ast.ClassDef) and suite.name in named
            for function in suite.body
        )

    def only(self, methods: tuple[tuple[str, str], ...]) -> "Suites":
        """Return only the suites of these test classes."""
        return replace(self, methods=methods)


@dataclass(frozen=True)
class Problem:
    """One task of a benchmark.

    Attributes:
        task_id: such as `HumanEval/0`.
        entry_point: the function to write, or the class.
        level: `function`; `file`, a program that reads standard input and prints; or `class`.
        task: whether a solution is to be written, or the canonical one is to be made faster.
        prompt: what the model is given.
        tests: defines `check(candidate)`, or unittest suites; empty if there are `cases`.
        canonical: the solution that the source ships; for an editing task, the given slow program.
        contract: a program that defines `contract(...)`, assertions on the inputs; None if it is not written yet.
        invalid: inputs that the contract rejects, each as a reason and the arguments.
        stressful: the stressful inputs; empty if they are not written yet.
        references: fast correct solutions.
        slow: plausible slow solutions.
        growing: inputs of growing size; None if there is no headroom.
        corrected: the ground truth, if the canonical solution is wrong on a valid input.
        canonical_wrong: an input on which the canonical solution is wrong, and why; None if there is no such input.
        no_headroom: why no algorithm can be fundamentally slower; None if one can.
        tolerance: the largest absolute or relative error of a float under stress; None compares exactly.
        accepts: a program that defines `accepts(output, expected, *arguments)`; None if only one output is right. In a
            case, `...` stands for an output that is not plain data.
        cases: the correctness tests, if they are given as data, suite by suite.
        extra: generated correctness tests, which are run after the others and do not affect the verdict.
        suites: how to read a class's `tests` that are unittest suites; None for other tests.
        any_name: whether an answer may name its function differently from the entry point.
        left_out: the source's stressful inputs that cannot be used, each with the reason.
        few_families: why fewer inputs than required are families; None if enough are.
        cost_varies: by input, why the cost of a solution depends on the seed.
        test_seconds: the CPU time that a sample's correctness tests may take, as stored with the benchmark; None means
            `limits.TESTS_CPU_SECONDS`.
        written: the day on which it was written, for a problem of our own that states it.
        notes: what the problem's file says about it.
        missing: the parts needed for counting that its author has not written yet.
        tries_examples: whether the examples (`>>>`) in its prompt are checked against the canonical solution, as those
            of every class are. (Not all of HumanEval's are in Python's format.)
    """

    task_id: str
    entry_point: str
    level: str
    prompt: str
    tests: str
    canonical: Solution
    task: Task = Task.WRITE
    contract: str | None = None
    invalid: Sequence[InvalidInput] = ()
    stressful: tuple[StressfulInput, ...] = ()
    references: tuple[Solution, ...] = ()
    slow: tuple[Solution, ...] = ()
    growing: Growing | None = None
    corrected: Solution | None = None
    canonical_wrong: tuple[tuple[Any, ...], str] | None = None
    no_headroom: str | None = None
    tolerance: float | None = None
    accepts: str | None = None
    cases: tuple[Case, ...] = ()
    extra: tuple[Case, ...] = field(default=(), compare=False)
    suites: Suites | None = None
    any_name: bool = False
    left_out: tuple[tuple[StressfulInput, str], ...] = ()
    few_families: str | None = field(default=None, compare=False)
    cost_varies: Mapping[str, str] = field(default_factory=dict, compare=False)
    test_seconds: float | None = field(default=None, compare=False)
    written: date | None = field(default=None, compare=False)
    notes: str = field(default="", compare=False)
    missing: tuple[str, ...] = field(default=(), compare=False)
    tries_examples: bool = field(default=False, compare=False)

    @property
    def is_complete(self) -> bool:
        """Whether everything that is audited is written: contract, stressful inputs and references."""
        return self.contract is not None and not self.missing

    @property
    def ground_truth(self) -> Solution:
        """The correct solution that others are compared with."""
        return self.corrected or self.canonical

    @property
    def families(self) -> tuple[StressfulInput, ...]:
        """The stressful inputs that draw from their seed."""
        return tuple(given for given in self.stressful if given.is_family)

    def at_seed(self, seed: str) -> "Problem":
        """Return the same problem with its input families built at another seed."""
        return replace(self, stressful=tuple(given.at_seed(seed) for given in self.stressful))

    @property
    def given_inputs(self) -> tuple[StressfulInput, ...]:
        """All stressful inputs of the source, including those that cannot be used."""
        if not self.left_out:
            return self.stressful
        unusable = (stressful_input for stressful_input, _ in self.left_out)
        return tuple(sorted((*self.stressful, *unusable), key=lambda stressful_input: stressful_input.name))

    @property
    def test_count(self) -> int:
        """The number of correctness tests; for a test program, of its assertions, except those of a constant."""
        if self.cases or not self.tests:
            return len(self.cases)
        if self.suites is not None:
            return self.suites.count_tests(self.tests)
        asserted = [node.test for node in ast.walk(ast.parse(self.tests)) if isinstance(node, ast.Assert)]
        return sum(not isinstance(test, ast.Constant) for test in asserted)

    @cached_property
    def by_suite(self) -> dict[str, tuple[int, str]]:
        """The number of tests in each suite, and the SHA-256 of the suite; empty if there is only one suite."""
        suites = dict.fromkeys([*([BASE] if self.tests else []), *(case.suite for case in (*self.cases, *self.extra))])
        if len(suites) < 2:
            return {}
        found = {}
        for suite in suites:
            cases = [(case.arguments, case.expected) for case in (*self.cases, *self.extra) if case.suite == suite]
            found[suite] = len(cases), hashlib.sha256(encode(cases)).hexdigest()
        return found | ({BASE: (self.test_count, code_hash(self.tests))} if self.tests else {})

    @cached_property
    def hash(self) -> str:
        """SHA-256 over everything that a result depends on, without notes and comments outside code."""
        content = {
            "task_id": self.task_id,
            "entry_point": self.entry_point,
            "prompt": self.prompt,
            "tests": self.tests,
            "ground_truth": self.ground_truth.code,
            "contract": self.contract,
            "stressful": [
                [given.name, given.format, given.program, given.function, given.expressions, given.seed]
                for given in self.given_inputs
            ],
            "references": [solution.code for solution in self.references],
            "headroom": self.no_headroom is None,
            "tolerance": self.tolerance,
            # The judges' module keeps the name that it had when the first results were published.
            "accepts": self.accepts and self.accepts.replace("tallybench.model.judges", "evaluator.problems.judges"),
        }
        if self.level != "function":
            content["level"] = self.level
        if self.task is not Task.WRITE:
            content["task"] = self.task
        if self.any_name:
            content["any_name"] = True
        if self.suites is not None:
            content["suites"] = self.suites.facts
        if self.cases:
            cases = [(case.arguments, case.expected) for case in self.cases]
            content["cases"] = hashlib.sha256(encode(cases)).hexdigest()
            if any(names := [case.name for case in self.cases]):
                content["case_names"] = names
        return hashlib.sha256(orjson.dumps(content, option=orjson.OPT_SORT_KEYS)).hexdigest()

    @property
    def without_efficiency(self) -> str | None:
        """Why this problem counts for pass@k only; None if it also counts for efficiency."""
        if self.missing:
            return f"no {' and no '.join(self.missing)} yet"
        if not self.stressful:
            return "none of its stressful inputs can be used" if self.left_out else "no stressful inputs yet"
        if self.no_headroom is not None:
            return "no headroom"
        return None


def code_hash(code: str) -> str:
    """Return the SHA-256 of a program's text."""
    return hashlib.sha256(code.encode("utf-8", "surrogatepass")).hexdigest()
