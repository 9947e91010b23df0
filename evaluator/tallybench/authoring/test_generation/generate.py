"""Inputs for correctness tests by type-aware mutation, with two ground truths as oracle (EvalPlus, sections 2.1, 2.3).

A pool starts with the inputs of the existing tests; inputs that a model wrote and edges of the former come next. Then
inputs are drawn from the pool and mutated. A new input joins the pool if it keeps the contract and the ground truth
returns plain data on it. Extremes, if asked for, become tests but never join the pool, because inputs near them are as
slow. Finally every other ground truth answers all inputs: an input on which they disagree is kept as evidence, not as a
test. What a ground truth may spend is counted in instructions, so that every machine makes the same tests.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from tallybench.authoring.calls import (
    MOST_SLOW,
    Arguments,
    Output,
    call_all,
    call_counted,
    inputs_of_tests,
    is_slow,
    is_wrong,
)
from tallybench.authoring.running import Runner
from tallybench.authoring.test_generation.changes import Fragments, edge_inputs, extreme_inputs, mutated_arguments
from tallybench.benchmarks.extra_tests import Disputed, GeneratedInputs, contracts_of_tests
from tallybench.counting.worker import Worker
from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import Problem, Solution
from tallybench.sandbox.jobs import Failure
from tallybench.values.literals import LiteralError, read_literal, write_literal
from tallybench.values.wire import WireError, decode, encode

BATCH = 64  # inputs that are tried before the pool is updated
TRIES = 20  # mutations per input that is asked for: contracts may reject most of them
LARGEST_INPUT = 4 << 10  # bytes, encoded; correctness tests are small, and stressful inputs are made elsewhere
LARGEST_OUTPUT = 64 << 10

Answered = tuple[Arguments, bytes]  # with the ground truth's answer, encoded


def without_generation(problem: Problem) -> str | None:
    """Return why no tests can be generated for a problem; None if they can."""
    if problem.level != "function":
        return f"it is of level {problem.level}"
    return "it has no contract" if problem.contract is None else None


def generate_tests(
    benchmark: Benchmark,
    runner: Runner,
    count: int,
    seed: int,
    asked: Mapping[str, tuple[str, ...]] | None = None,
    extremes: bool = False,
) -> list[GeneratedInputs]:
    """Generate inputs for all problems for which tests can be generated, as `GenerateTask` does.

    `asked`, what a model wrote, is given by task id. Problems that crashed the sandbox are left out.

    Raises:
        InputError: a ground truth fails the existing tests.
    """
    contracts, written = contracts_of_tests(benchmark), asked or {}
    tasks = {
        (task_id := problem.task_id): GenerateTask(
            problem, count, seed, written.get(task_id, ()), contracts[task_id], extremes
        )
        for problem in benchmark
        if without_generation(problem) is None
    }
    return list(runner.finish("tests", tasks, kept=GeneratedInputs).values())


@dataclass(frozen=True)
class GenerateTask:
    """Generate inputs for one problem of level `function` that has a contract.

    Attributes:
        problem: the problem.
        count: how many inputs are wanted; there may be fewer.
        seed: the seed of the draws.
        asked: arguments of inputs that a model wrote, as literals; those that keep the contract become inputs, too.
        contract: a program, as problems have it, that decides which inputs tests may have; None: the problem's own.
        extremes: whether to add extreme inputs; those not tried before come last, at most half of the count.
    """

    problem: Problem
    count: int
    seed: int
    asked: tuple[str, ...] = ()
    contract: str | None = None
    extremes: bool = False

    def run(self, worker: Worker) -> GeneratedInputs:
        problem, native = self.problem, worker.native
        rng, fragments = random.Random(f"{self.seed}/{problem.task_id}"), Fragments()
        pool = [arguments for arguments in inputs_of_tests(native, problem) if _can_be_written(arguments)]
        for arguments in pool:
            fragments.collect(list(arguments))
        given = [*(tuple(read_literal(text)) for text in self.asked), *edge_inputs(pool)]
        extremes = extreme_inputs(pool) if self.extremes else []
        sieve = _Sieve(worker, problem, self.contract or problem.contract or "", set(map(encode, pool)))
        found: list[Answered] = []
        drawn = 0
        while (given or pool) and len(found) < self.count and drawn < TRIES * self.count and sieve.slow < MOST_SLOW:
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
        """Return the found inputs, divided by whether all ground truths agree on them."""
        problem, truth = self.problem, self.problem.ground_truth

        def answers(solution: Solution, inputs: Sequence[Answered]) -> list[Output]:
            given = [arguments for arguments, _ in inputs]
            return [None if is_slow(output) else output for output in call_counted(worker, problem, solution, given)]

        others = {other.name: answers(other, found) for other in problem.references}
        agreed, disputed = [], []
        for number, (arguments, expected) in enumerate(found):
            differing = {
                name: outputs[number]
                for name, outputs in others.items()
                if is_wrong(problem, arguments, expected, outputs[number])
            }
            if differing:
                disputed.append(_dispute(arguments, {truth.name: expected, **differing}))
            else:
                agreed.append((arguments, expected))
        by_source = answers(problem.canonical, agreed) if problem.corrected is not None else [None] * len(agreed)
        wrong = [
            _dispute(arguments, {truth.name: expected, problem.canonical.name: output})
            for (arguments, expected), output in zip(agreed, by_source, strict=True)
            if is_wrong(problem, arguments, expected, output)
        ]
        return GeneratedInputs(
            task_id=problem.task_id,
            content=problem.hash,
            truths=(truth.name, *others),
            tried=sieve.tried,
            invalid=sieve.invalid,
            failed=sieve.failed,
            inputs=tuple(write_literal(arguments) for arguments, _ in agreed),
            disputed=tuple(disputed),
            canonical_wrong=tuple(wrong),
        )


@dataclass
class _Sieve:
    """Filters inputs: keeps new ones that keep the contract and that the ground truth answers.

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
        """Return the inputs that stay; those that may be slow do not count as `slow`."""
        problem = self.problem
        new = {encode(arguments): arguments for arguments in inputs}
        new = {text: given for text, given in new.items() if text not in self.seen and len(text) <= LARGEST_INPUT}
        self.seen |= new.keys()
        batch = list(new.values())
        self.tried += len(batch)
        held = call_all(self.worker.native, self.contract, "contract", batch)
        valid = [arguments for arguments, kept in zip(batch, held, strict=True) if isinstance(kept, bytes)]
        self.invalid += len(batch) - len(valid)
        patience = MOST_SLOW if may_be_slow else MOST_SLOW - self.slow
        outputs = call_counted(self.worker, problem, problem.ground_truth, valid, patience)
        if not may_be_slow:
            self.slow += sum(map(is_slow, outputs))
        answered = []
        for arguments, output in zip(valid, outputs, strict=True):
            if isinstance(output, bytes) and len(output) <= LARGEST_OUTPUT:
                try:
                    write_literal((decode(output), arguments))  # both can be written in a test
                except (WireError, LiteralError):
                    continue
                answered.append((arguments, output))
        self.failed += len(valid) - len(answered)
        return answered


def _can_be_written(value: Any) -> bool:
    try:
        write_literal(value)
    except LiteralError:
        return False
    return True


def _dispute(arguments: Arguments, outputs: dict[str, Output]) -> Disputed:
    def shown(output: Output) -> str:
        if isinstance(output, Failure):
            return output.reason
        try:
            return write_literal(decode(output or b""))
        except LiteralError:
            return "a value that cannot be written"
        except WireError as error:
            return str(error)

    return Disputed(write_literal(arguments), {name: shown(output) for name, output in outputs.items()})
