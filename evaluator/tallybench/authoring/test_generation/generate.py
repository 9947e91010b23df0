"""Inputs for correctness tests by type-aware mutation, with two ground truths as oracle (EvalPlus, sections 2.1, 2.3).

A pool starts with the inputs of the existing tests; inputs that a model wrote and edges of the former come next. Then
inputs are drawn from the pool and mutated. A new input joins the pool if it keeps the contract and the ground truth
returns plain data on it within its limits. Extremes, if asked for, become tests but never join the pool, because inputs
near them are as slow. Finally every other ground truth answers all inputs: one on which they disagree is not a test but
evidence, and is kept as such.
"""

import random
import time
from dataclasses import dataclass, field, replace
from typing import Any

from tallybench.authoring.test_generation.calls import call_all, is_wrong
from tallybench.authoring.test_generation.edges import edge_inputs, extreme_inputs
from tallybench.authoring.test_generation.mutate import Fragments, mutated_arguments
from tallybench.authoring.test_generation.open_questions import contract_of
from tallybench.authoring.test_generation.seeds import seed_inputs
from tallybench.counting.worker import Worker
from tallybench.model.problem import Problem, Solution
from tallybench.model.verdicts import Verdict
from tallybench.sandbox.jobs import Failure
from tallybench.values.literals import LiteralError, read_literal, write_literal
from tallybench.values.wire import WireError, decode, encode

BATCH = 64  # inputs that are tried before the pool is updated
MOST_SLOW = 20  # inputs on which the ground truth exceeds its limits; after them no more are made
TRIES = 20  # mutations per input that is asked for: contracts may reject most of them
LARGEST_INPUT = 4 << 10  # bytes, encoded; correctness tests are small, and stressful inputs are not made here
LARGEST_OUTPUT = 64 << 10

Arguments = tuple[Any, ...]  # of a call
Answered = tuple[Arguments, bytes]  # with the ground truth's answer, encoded


@dataclass(frozen=True)
class Disputed:
    """An input on which ground truths disagree.

    Attributes:
        arguments: as a literal.
        outputs: by solution, what it returns as a literal, or why it returns nothing.
    """

    arguments: str
    outputs: dict[str, str]


@dataclass(frozen=True)
class GeneratedInputs:
    """What was generated for a problem.

    Attributes:
        task_id: the problem.
        content: its hash.
        truths: the solutions that agree on each input.
        tried: how many distinct new inputs were tried.
        invalid: those of them that break the contract, or whose answer the prompt leaves open.
        failed: those on which the ground truth returns nothing that can be a test's expected output.
        inputs: arguments of each input as literals.
        disputed: the inputs on which the ground truths disagree.
        canonical_wrong: inputs on which the source's canonical solution is wrong, if that is not the ground truth.
    """

    task_id: str
    content: str
    truths: tuple[str, ...]
    tried: int
    invalid: int
    failed: int
    inputs: tuple[str, ...]
    disputed: tuple[Disputed, ...]
    canonical_wrong: tuple[Disputed, ...]

    @classmethod
    def of_record(cls, record: dict[str, Any]) -> "GeneratedInputs":
        """Restore the inputs from the dict of their attributes.

        Raises:
            TypeError, KeyError, ValueError: the record is malformed.
        """
        made = cls(**record)
        if not isinstance(made.task_id, str):
            raise TypeError("task_id is no text")
        return replace(
            made,
            truths=tuple(made.truths),
            inputs=tuple(str(text) for text in made.inputs),
            disputed=tuple(Disputed(**dispute) for dispute in record["disputed"]),
            canonical_wrong=tuple(Disputed(**dispute) for dispute in record["canonical_wrong"]),
        )

    def arguments(self) -> list[tuple[Any, ...]]:
        """Return the arguments of each input."""
        return [tuple(read_literal(text)) for text in self.inputs]


@dataclass(frozen=True)
class GenerateTask:
    """Generate inputs for one problem of level `function` that has a contract.

    Attributes:
        problem: the problem.
        count: inputs that are asked for; there may be fewer.
        seed: the seed of the draws.
        asked: arguments of inputs that a model wrote, as literals; those that keep the contract are inputs, too.
        decided: source of a function of the arguments: whether the prompt decides the answer; None if it always does.
        extremes: whether to add extreme inputs; those not tried before come last, at most half of the count.
        seconds: wall time after which no more mutants are made; None for no limit. The other ground truths still answer
            what was made.
    """

    problem: Problem
    count: int
    seed: int
    asked: tuple[str, ...] = ()
    decided: str | None = None
    extremes: bool = False
    seconds: float | None = None

    def run(self, worker: Worker) -> GeneratedInputs:
        began = time.monotonic()
        problem, native = self.problem, worker.native
        rng, fragments = random.Random(f"{self.seed}/{problem.task_id}"), Fragments()
        pool = [arguments for arguments in seed_inputs(native, problem) if _literal(arguments) is not None]
        for arguments in pool:
            fragments.collect(list(arguments))
        given = [*(tuple(read_literal(text)) for text in self.asked), *edge_inputs(pool)]
        extremes = extreme_inputs(pool) if self.extremes else []
        sieve = _Sieve(worker, problem, contract_of(problem, self.decided), {encode(arguments) for arguments in pool})
        found: list[Answered] = []
        drawn = 0
        while (given or pool) and len(found) < self.count and drawn < TRIES * self.count and sieve.slow < MOST_SLOW:
            if drawn and self.seconds is not None and time.monotonic() - began > self.seconds:
                break
            given_now, given = given[:BATCH], given[BATCH:]
            mutants = given_now or [mutated_arguments(rng, rng.choice(pool), fragments) for _ in range(BATCH)]
            drawn += BATCH
            kept = sieve.keep(mutants, may_be_slow=bool(given_now))
            found += kept
            for arguments, _ in kept:
                pool.append(arguments)
                fragments.collect(list(arguments))
        last = sieve.keep(extremes, may_be_slow=True)[: self.count // 2]
        return self._judged(worker, [*found[: self.count - len(last)], *last], sieve)

    def _judged(self, worker: Worker, found: list[Answered], sieve: "_Sieve") -> GeneratedInputs:
        problem = self.problem
        others = problem.references
        answers = {other.name: self._answers(worker, other, found) for other in others}
        agreed, disputed = [], []
        for number, (arguments, expected) in enumerate(found):
            given = {name: outputs[number] for name, outputs in answers.items()}
            differing = {
                name: output for name, output in given.items() if is_wrong(problem, arguments, expected, output)
            }
            if differing:
                disputed.append(_dispute(arguments, {problem.ground_truth.name: expected, **differing}))
            else:
                agreed.append((arguments, expected))
        wrong = []
        if problem.corrected is not None:
            for (arguments, expected), output in zip(
                agreed, self._answers(worker, problem.canonical, agreed), strict=True
            ):
                if is_wrong(problem, arguments, expected, output):
                    shown = {problem.ground_truth.name: expected, problem.canonical.name: output}
                    wrong.append(_dispute(arguments, shown))
        return GeneratedInputs(
            task_id=problem.task_id,
            content=problem.hash,
            truths=(problem.ground_truth.name, *(other.name for other in others)),
            tried=sieve.tried,
            invalid=sieve.invalid,
            failed=sieve.failed,
            inputs=tuple(write_literal(arguments) for arguments, _ in agreed),
            disputed=tuple(disputed),
            canonical_wrong=tuple(wrong),
        )

    def _answers(self, worker: Worker, solution: Solution, found: list[Answered]) -> list[bytes | Failure | None]:
        inputs = [arguments for arguments, _ in found]
        return call_all(worker.native, solution.code, self.problem.entry_point, inputs)


@dataclass
class _Sieve:
    """Filters inputs: new ones stay that keep the contract and that the ground truth answers.

    Attributes:
        seen: the encoded inputs that are not new.
        tried, invalid, failed: as in `GeneratedInputs`.
        slow: mutants on which the ground truth did not end within its limits.
    """

    worker: Worker
    problem: Problem
    contract: str
    seen: set[bytes]
    tried: int = field(default=0, init=False)
    invalid: int = field(default=0, init=False)
    failed: int = field(default=0, init=False)
    slow: int = field(default=0, init=False)

    def keep(self, inputs: list[Arguments], *, may_be_slow: bool) -> list[Answered]:
        """Return the inputs that stay, with the ground truth's encoded answers.

        Args:
            inputs: the arguments of each call.
            may_be_slow: whether inputs on which the ground truth does not end are left out of `slow`.
        """
        problem, native = self.problem, self.worker.native
        batch = [arguments for arguments in inputs if self._is_new(arguments)]
        self.tried += len(batch)
        held = call_all(native, self.contract, "contract", batch)
        valid = [arguments for arguments, kept in zip(batch, held, strict=True) if isinstance(kept, bytes)]
        self.invalid += len(batch) - len(valid)
        patience = MOST_SLOW if may_be_slow else MOST_SLOW - self.slow
        outputs = call_all(native, problem.ground_truth.code, problem.entry_point, valid, patience=patience)
        if not may_be_slow:
            self.slow += sum(isinstance(output, Failure) and output.verdict is Verdict.TIMEOUT for output in outputs)
        answered = [
            (arguments, output)
            for arguments, output in zip(valid, outputs, strict=True)
            if isinstance(output, bytes) and _can_be_expected(output) and _literal(arguments) is not None
        ]
        self.failed += len(valid) - len(answered)
        return answered

    def _is_new(self, arguments: Arguments) -> bool:
        encoded = encode(arguments)
        if encoded in self.seen or len(encoded) > LARGEST_INPUT:
            return False
        self.seen.add(encoded)
        return True


def _can_be_expected(output: bytes) -> bool:
    if len(output) > LARGEST_OUTPUT:
        return False
    try:
        return _literal(decode(output)) is not None
    except WireError:
        return False


def _literal(value: Any) -> str | None:
    try:
        return write_literal(value)
    except LiteralError:
        return None


def _dispute(arguments: tuple[Any, ...], outputs: dict[str, bytes | Failure | None]) -> Disputed:
    return Disputed(write_literal(arguments), {name: _said(output) for name, output in outputs.items()})


def _said(output: bytes | Failure | None) -> str:
    if isinstance(output, Failure):
        return output.reason
    try:
        return _literal(decode(output or b"")) or "a value that cannot be written"
    except WireError as error:
        return str(error)
