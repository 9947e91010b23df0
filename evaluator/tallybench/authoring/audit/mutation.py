"""Whether tests would notice a mistake: mutants of a solution, by mutmut's operators, and which of them pass.

A mutant is the solution with one small change (a boundary moved by one, a comparison reversed). It is made in memory
and run like any solution, in the sandbox. One that passes all tests is a survivor: either it does the same as the
original, or a test is missing.
"""

import difflib
from collections.abc import Iterator
from dataclasses import dataclass

from tallybench.errors import MachineError
from tallybench.model.problem import Problem
from tallybench.model.verdicts import Verdict
from tallybench.sandbox.correctness import Tests
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.scripts import check_class

LEAST_SCORE = 0.9  # the least share of mutants that the tests have to find wrong
CPU_SECONDS = 1  # for all tests of a mutant: many mutants never end


@dataclass(frozen=True)
class Mutation:
    """What became of a solution's mutants.

    Attributes:
        mutants: how many there are.
        survivors: for each mutant that passes all tests, the lines as they were and as they are.
    """

    mutants: int
    survivors: tuple[str, ...]

    @property
    def score(self) -> float:
        """The share of mutants that do not pass."""
        return 1 - len(self.survivors) / max(self.mutants, 1)


def try_mutants(native: Zygote, problem: Problem) -> Mutation:
    """Run the correctness tests of a class on all mutants of its canonical solution.

    Args:
        native: a zygote to run them in.
        problem: of level `class`.

    Raises:
        MachineError: mutmut is not installed.
    """
    tests, code = Tests.of(problem), problem.canonical.code
    mutants = dict.fromkeys(mutants_of(code))
    survivors = [
        _described(code, mutant)
        for mutant in mutants
        if check_class(native, tests, mutant, CPU_SECONDS).verdict is Verdict.PASSED
    ]
    return Mutation(len(mutants), tuple(survivors))


def mutants_of(code: str) -> Iterator[str]:
    """Yield every program that differs from this one by one change.

    `raise` statements are left as they are, because no test may depend on an exception's message.

    Raises:
        MachineError: mutmut is not installed.
    """
    try:
        from libcst import CSTNode, MetadataWrapper, Module, Raise, parse_module
        from mutmut.mutation.file_mutation import MutationVisitor, deep_replace
        from mutmut.mutation.mutators import mutation_operators
        from mutmut.mutation.pragma_handling import IgnoredCode
    except ImportError:
        raise MachineError("mutants need mutmut: pip install 'tallybench[audit]'") from None

    def below(node: CSTNode) -> Iterator[CSTNode]:
        yield node
        for child in node.children:
            yield from below(child)

    # `create_mutations` is not used: it looks for a project with settings in the current folder.
    visitor = MutationVisitor(mutation_operators, IgnoredCode(set(), set(), set()))
    module = MetadataWrapper(parse_module(code)).visit(visitor)
    messages = {id(part) for node in below(module) if isinstance(node, Raise) for part in below(node)}
    for mutation in visitor.mutations:
        if id(mutation.original_node) not in messages:
            mutant = deep_replace(module, mutation.original_node, mutation.mutated_node)
            if isinstance(mutant, Module) and mutant.code != code:
                yield mutant.code


def _described(code: str, mutant: str) -> str:
    """Return the lines that differ, as they were and as they are."""
    changed = [line for line in difflib.ndiff(code.splitlines(), mutant.splitlines()) if line[:2] in ("- ", "+ ")]
    before, after = ("; ".join(line[2:].strip() for line in changed if line[0] == mark) for mark in "-+")
    return f"`{before}` as `{after}`"
