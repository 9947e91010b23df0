"""The inputs of a problem, as the programs that build them: stressful, growing and invalid ones."""

import ast
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from typing import Any, overload


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
    BUILD_THEN_QUERY = "build_then_query"  # this kind and the next four are for call scripts
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
    """A large valid input."""

    name: str  # unique within its problem
    kind: Kind  # what is stressful about it
    exposes: str  # the defect it exposes, in a sentence
    format: str  # `generator`, `seeded` or `expression`
    program: str  # the code to execute first
    # in a generator, the function that takes a `random.Random` and returns the tuple of arguments. In a seeded input,
    # it takes nothing, draws from the module `random`, and returns the arguments as a tuple or a list, or a single
    # string argument as it is.
    function: str = ""
    expressions: tuple[str, ...] = ()  # in the format `expression`, one Python expression per argument
    # in a generator, seeds the `random.Random`. Otherwise it seeds the module `random` before the program is
    # executed, as an int if it is the text of one; empty if an expression needs no seed.
    seed: str = ""

    @cached_property
    def is_family(self) -> bool:
        """Whether it draws from its seed, so that each seed gives a different input."""
        if self.format != "generator":
            return False
        functions = [node for node in ast.parse(self.program).body if isinstance(node, ast.FunctionDef)]
        builds = next(function for function in functions if function.name == self.function)
        drawn_from = builds.args.args[0].arg
        return any(isinstance(node, ast.Name) and node.id == drawn_from for node in ast.walk(builds))

    def at_seed(self, seed: str) -> "StressfulInput":
        """Return the input of its family at another seed; itself if it belongs to no family."""
        return replace(self, seed=f"{self.seed}/{seed}") if self.is_family else self

    def recipe(self, contract: str | None) -> dict[str, Any]:
        """Return what the sandbox needs to build the input and check it against the contract."""
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
class Growing:
    """Valid inputs of any size, on which a slow solution shows its order of growth."""

    size_of: str  # what the size counts
    program: str  # defines `growing(rng, size)`, which returns the tuple of arguments

    def recipe(self, size: int, contract: str | None, seed: str | None = None) -> dict[str, Any]:
        """Return what the sandbox needs to build the input of this size and check it against the contract.

        Each seed gives a different input of the same size; without one, it is the input that growth is measured on.
        """
        sized = f"{self.program}\n\ndef of_size(rng):\n    return growing(rng, {size})\n"
        grown = StressfulInput(
            "growing", Kind.WORST_OF_SLOW, self.size_of, "generator", sized, function="of_size", seed=seed or str(size)
        )
        return grown.recipe(contract)


InvalidInput = tuple[str, tuple[Any, ...]]
"""The reason, and the arguments."""


@dataclass(frozen=True)
class InvalidInputs(Sequence[InvalidInput]):
    """Inputs that a contract rejects, built at each access because some have a million elements."""

    program: str  # trusted code that binds `name` to the list of inputs
    name: str  # the list's name
    size: int = field(compare=False)  # how many inputs there are

    def __len__(self) -> int:
        return self.size

    def __iter__(self) -> Iterator[InvalidInput]:
        return iter(self._made())

    @overload
    def __getitem__(self, index: int) -> InvalidInput: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[InvalidInput]: ...
    def __getitem__(self, index: int | slice) -> InvalidInput | Sequence[InvalidInput]:
        return self._made()[index]

    def _made(self) -> tuple[InvalidInput, ...]:
        namespace: dict[str, Any] = {}
        exec(compile(self.program, f"<{self.name}>", "exec", dont_inherit=True, optimize=0), namespace)
        return tuple(namespace[self.name])
