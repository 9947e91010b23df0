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

from tallybench.model.invalid_inputs import InvalidInput
from tallybench.model.suites import Suites
from tallybench.model.task import Task
from tallybench.values.wire import encode


class Kind(StrEnum):
    """The kinds of stressful inputs; `hf_dataset/problems/README.md` describes them."""

    LARGE_RANDOM = "large_random"
    SORTED = "sorted"
    ALL_EQUAL = "all_equal"
    WORST_OF_SLOW = "worst_of_slow"
    WORST_OF_FAST = "worst_of_fast"
    LONG_VALUE = "long_value"
    DEEP_NESTING = "deep_nesting"
    DENSE = "dense"
    SPARSE = "sparse"
    EARLY_EXIT = "early_exit"
    BOUNDARY = "boundary"
    BUILD_THEN_QUERY = "build_then_query"  # this one and those that follow: of call scripts
    INTERLEAVED = "interleaved"
    ADVERSARIAL_ORDER = "adversarial_order"
    GROWTH_THEN_SHRINK = "growth_then_shrink"
    REPEATED_NO_OPS = "repeated_no_ops"
    GIVEN = "given"  # by another benchmark, which does not say what is stressful about it


_SEEDED = """def _seeded(_):
    built = {}()
    return (built,) if type(built) is str else tuple(built) if type(built) is list else built
"""


@dataclass(frozen=True)
class StressfulInput:
    """A large valid input.

    Attributes:
        name: unique within its problem.
        kind: what is stressful about it.
        exposes: the defect it shows, in a sentence.
        format: `generator`, `seeded` or `expression`.
        program: the code to execute first.
        function: of a generator: the function that takes a `random.Random` and returns the tuple of arguments. In a
            seeded one it takes nothing, draws from the module `random`, and returns them as a tuple or a list, or
            returns the one text that is the only argument.
        expressions: otherwise one Python expression an argument.
        seed: of a generator: seeds the `random.Random`. Otherwise it seeds the module `random` before the program is
            executed, with an int where it is the text of one; empty where an expression needs none.
    """

    name: str
    kind: Kind
    exposes: str
    format: str
    program: str
    function: str = ""
    expressions: tuple[str, ...] = ()
    seed: str = ""

    @cached_property
    def is_family(self) -> bool:
        """Whether it draws from its seed, so that each seed gives another input."""
        if self.format != "generator":
            return False
        functions = [node for node in ast.parse(self.program).body if isinstance(node, ast.FunctionDef)]
        builds = next(function for function in functions if function.name == self.function)
        drawn_from = builds.args.args[0].arg
        return any(isinstance(node, ast.Name) and node.id == drawn_from for node in ast.walk(builds))

    def at_seed(self, seed: str) -> "StressfulInput":
        """Return another input of its family; itself if it belongs to no family."""
        return replace(self, seed=f"{self.seed}/{seed}") if self.is_family else self

    def recipe(self, contract: str | None) -> dict[str, Any]:
        """Return what the sandbox needs to build it and to hold it to the contract."""
        program, function, kind = self.program, self.function, self.format
        if self.seed and kind != "generator":
            seed = self.seed if self.seed.isdecimal() else repr(self.seed)
            program = f"import random\nrandom.seed({seed})\n{program}"
        if kind == "seeded":
            program, function, kind = f"{program}\n\n{_SEEDED.format(function)}", "_seeded", "generator"
        return {
            "program": program,
            "format": kind,
            "function": function,
            "expressions": self.expressions,
            "seed": self.seed,
            "contract": contract,
        }


@dataclass(frozen=True)
class Solution:
    """A program that defines the entry point.

    Attributes:
        name: `canonical`, or the name of the function in the problem's file.
        code: the whole program.
    """

    name: str
    code: str


@dataclass(frozen=True)
class Case:
    """A correctness test that is given as data.

    Attributes:
        arguments: of the call. At file level there is one, the text on standard input; at class level a call script.
        expected: the value. At file level the text on standard output, at class level what the script yields.
        name: what is tested, such as `put: a label is replaced`; empty where the source names no tests.
    """

    arguments: tuple[Any, ...]
    expected: Any
    name: str = ""


@dataclass(frozen=True)
class Growing:
    """Valid inputs of any size, on which a slow solution shows its order.

    Attributes:
        size_of: what the size counts.
        program: defines `growing(rng, size)`, which returns the tuple of arguments.
    """

    size_of: str
    program: str

    def recipe(self, size: int, contract: str | None, seed: str | None = None) -> dict[str, Any]:
        """Return what the sandbox needs to build the input of a size and to hold it to the contract.

        Args:
            size: of the input.
            contract: the problem's.
            seed: gives another input of the size; None is the one by which growth is measured.
        """
        sized = f"{self.program}\n\ndef of_size(rng):\n    return growing(rng, {size})\n"
        grown = StressfulInput(
            "growing", Kind.WORST_OF_SLOW, self.size_of, "generator", sized, function="of_size", seed=seed or str(size)
        )
        return grown.recipe(contract)


@dataclass(frozen=True)
class Problem:
    """One task of a benchmark.

    Attributes:
        task_id: such as `HumanEval/0`.
        entry_point: the function to write, or the class.
        level: `function`; `file`: a program that reads standard input and prints; or `class`.
        task: whether a solution is to be written, or the canonical one is to be made faster.
        prompt: what the model is given.
        tests: defines `check(candidate)`, or unittest suites; empty where there are `cases`.
        canonical: the solution that the source ships; of an editing task, the slow program that is given.
        contract: a program that defines `contract(...)`, assertions on the inputs; None where none is written yet.
        invalid: reason and arguments of inputs that the contract rejects.
        stressful: the stressful inputs; empty where none are written yet.
        references: fast correct solutions.
        slow: plausible slow ones.
        growing: inputs of rising size; None where there is no headroom.
        corrected: the ground truth where the canonical solution is wrong on a valid input.
        canonical_wrong: that input and why, where there is one.
        no_headroom: why no algorithm can be slower in kind; None where one can.
        tolerance: the largest error of a float, absolute or relative, under stress; None compares exactly.
        accepts: a program that defines `accepts(output, expected, *arguments)`; None where one output alone is right.
        cases: the correctness tests, where they are given as data.
        suites: how the `tests` of a class are read that are unittest suites; None where they are none.
        any_name: an answer may call its function otherwise than the entry point.
        left_out: stressful inputs of the source that cannot be used, each with the reason.
        few_families: why fewer of the inputs are families than is asked for; None where enough are.
        cost_varies: by input, why the cost of a solution depends on the seed.
        test_seconds: the CPU time that a sample's correctness tests may take, as it is kept with the benchmark; None is
            `correctness.CPU_SECONDS`.
        written: the day on which it was written, for a problem of our own that tells it.
        notes: what the problem's file says of it.
        missing: what its author has not written yet, of that without which nothing can be counted.
        tries_examples: the examples (`>>>`) of its prompt are held against the canonical solution, as those of every
            class are. (HumanEval's are not all in Python's form.)
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
        """Whether all is written that is audited: contract, stressful inputs and references."""
        return self.contract is not None and not self.missing

    @property
    def ground_truth(self) -> Solution:
        """The correct solution that comparisons are made with."""
        return self.corrected or self.canonical

    @property
    def families(self) -> tuple[StressfulInput, ...]:
        """The stressful inputs that draw from their seed."""
        return tuple(given for given in self.stressful if given.is_family)

    def at_seed(self, seed: str) -> "Problem":
        """Return the same problem with other inputs of its families."""
        return replace(self, stressful=tuple(given.at_seed(seed) for given in self.stressful))

    @property
    def given_inputs(self) -> tuple[StressfulInput, ...]:
        """The stressful inputs of the source, whether they can be used or not."""
        if not self.left_out:
            return self.stressful
        unusable = (stressful_input for stressful_input, _ in self.left_out)
        return tuple(sorted((*self.stressful, *unusable), key=lambda stressful_input: stressful_input.name))

    @property
    def test_count(self) -> int:
        """The number of correctness tests; of a test program that of its assertions, less those that assert True."""
        if self.cases or not self.tests:
            return len(self.cases)
        if self.suites is not None:
            return self.suites.count_tests(self.tests)
        asserted = [node.test for node in ast.walk(ast.parse(self.tests)) if isinstance(node, ast.Assert)]
        return sum(not isinstance(test, ast.Constant) for test in asserted)

    @cached_property
    def hash(self) -> str:
        """SHA-256 over everything that a result depends on. Notes and comments outside of code do not count."""
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
            # By the name that the module of judges had when the first results were published.
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
        """Why this problem counts for pass@k only; None where it counts for efficiency too."""
        if self.missing:
            return f"no {' and no '.join(self.missing)} yet"
        if not self.stressful:
            return "none of its stressful inputs can be used" if self.left_out else "no stressful inputs yet"
        if self.no_headroom is not None:
            return "no headroom"
        return None


def code_hash(code: str) -> str:
    """SHA-256 of a program's text."""
    return hashlib.sha256(code.encode("utf-8", "surrogatepass")).hexdigest()
