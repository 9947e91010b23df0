"""What a problem is."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any

import orjson


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


@dataclass(frozen=True)
class StressfulInput:
    """A large valid input.

    Attributes:
        name: unique within its problem.
        kind: what is stressful about it.
        exposes: the defect it shows, in a sentence.
        format: `generator` or `expression`.
        program: the code to execute first.
        function: of a generator: the function that takes a `random.Random` and returns the tuple of arguments.
        expressions: otherwise one Python expression an argument.
        seed: seeds the `random.Random`.
    """

    name: str
    kind: Kind
    exposes: str
    format: str
    program: str
    function: str = ""
    expressions: tuple[str, ...] = ()
    seed: str = ""

    def recipe(self, contract: str | None) -> dict[str, Any]:
        """What the sandbox needs to build it and to hold it to the contract."""
        return {
            "program": self.program,
            "format": self.format,
            "function": self.function,
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
class Growing:
    """Valid inputs of any size, on which a slow solution shows its order.

    Attributes:
        size_of: what the size counts.
        program: defines `growing(rng, size)`, which returns the tuple of arguments.
    """

    size_of: str
    program: str

    def recipe(self, size: int, contract: str | None) -> dict[str, Any]:
        """What the sandbox needs to build the input of a size and to hold it to the contract."""
        sized = f"{self.program}\n\ndef of_size(rng):\n    return growing(rng, {size})\n"
        one = StressfulInput(
            "growing", Kind.WORST_OF_SLOW, self.size_of, "generator", sized, function="of_size", seed=str(size)
        )
        return one.recipe(contract)


@dataclass(frozen=True)
class Problem:
    """One task of a benchmark.

    Attributes:
        task_id: such as `HumanEval/0`.
        entry_point: the function to write.
        level: `function`.
        prompt: what the model is given.
        tests: defines `check(candidate)`.
        canonical: the solution that the source ships.
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
        notes: what the problem's file says of it.
    """

    task_id: str
    entry_point: str
    level: str
    prompt: str
    tests: str
    canonical: Solution
    contract: str | None = None
    invalid: tuple[tuple[str, tuple[Any, ...]], ...] = ()
    stressful: tuple[StressfulInput, ...] = ()
    references: tuple[Solution, ...] = ()
    slow: tuple[Solution, ...] = ()
    growing: Growing | None = None
    corrected: Solution | None = None
    canonical_wrong: tuple[tuple[Any, ...], str] | None = None
    no_headroom: str | None = None
    tolerance: float | None = None
    accepts: str | None = None
    notes: str = field(default="", compare=False)

    @property
    def ground_truth(self) -> Solution:
        """The correct solution that comparisons are made with."""
        return self.corrected or self.canonical

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
                [one.name, one.format, one.program, one.function, one.expressions, one.seed] for one in self.stressful
            ],
            "references": [solution.code for solution in self.references],
            "headroom": self.no_headroom is None,
            "tolerance": self.tolerance,
            "accepts": self.accepts,
        }
        return hashlib.sha256(orjson.dumps(content, option=orjson.OPT_SORT_KEYS)).hexdigest()

    @property
    def without_efficiency(self) -> str | None:
        """Why this problem counts for pass@k only; None where it counts for efficiency too."""
        if not self.stressful:
            return "no stressful inputs yet"
        if self.no_headroom is not None:
            return "no headroom"
        return None


@dataclass(frozen=True)
class Benchmark:
    """A named and versioned list of problems.

    Attributes:
        name: such as `humaneval`.
        version: semantic.
        problems: in the order of the source.
        whole: False for a part of it.
    """

    name: str
    version: str
    problems: tuple[Problem, ...]
    whole: bool = True

    def __iter__(self) -> Iterator[Problem]:
        return iter(self.problems)

    def __len__(self) -> int:
        return len(self.problems)

    @cached_property
    def by_id(self) -> dict[str, Problem]:
        return {problem.task_id: problem for problem in self.problems}

    @cached_property
    def hash(self) -> str:
        """SHA-256 over the version and the problems' hashes."""
        content = "\n".join([self.name, self.version, *(problem.hash for problem in self.problems)])
        return hashlib.sha256(content.encode()).hexdigest()
