"""Inputs for correctness tests by type-aware mutation, with two ground truths as oracle (EvalPlus, sections 2.1, 2.3).

A pool starts with the inputs of the existing tests; inputs that a model wrote and edges of the former come next. Then
inputs are drawn from the pool and mutated. A new input joins the pool if it keeps the contract and the ground truth
returns plain data on it within its limits. Extremes, if asked for, become tests but never join the pool, because inputs
near them are as slow. Finally every other ground truth answers all inputs: one on which they disagree is not a test but
evidence, and is kept as such.
"""

import random
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from tallybench.authoring.calls import TESTED, Arguments, Output, call_all, inputs_of_tests, is_wrong
from tallybench.authoring.running import Runner
from tallybench.authoring.test_generation.changes import Fragments, edge_inputs, extreme_inputs, mutated_arguments
from tallybench.benchmarks.extra_tests import Disputed, GeneratedInputs, read_decided
from tallybench.counting.worker import Worker
from tallybench.model.benchmark import Benchmark
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
    seconds: float | None = None,
) -> list[GeneratedInputs]:
    """Generate inputs for all problems for which tests can be generated, as `GenerateTask` does.

    What a model wrote is given by task id. Problems that ended the sandbox are left out.

    Raises:
        InputError: a ground truth fails the existing tests.
    """
    decided = read_decided(benchmark)
    tasks = {}
    for problem in benchmark:
        if without_generation(problem) is None:
            task_id = problem.task_id
            written = (asked or {}).get(task_id, ())
            tasks[task_id] = GenerateTask(problem, count, seed, written, decided.get(task_id), extremes, seconds)
    return list(runner.finish("tests", tasks, kept=GeneratedInputs).values())


def contract_of(problem: Problem, decided: str | None) -> str:
    """Return a problem's contract as a program that also rejects what the prompt leaves open; it is untrusted code."""
    contract = problem.contract or ""
    if decided is None:
        return contract
    return f"""{contract}

_CONTRACT = contract


def contract(*arguments):
    _CONTRACT(*arguments)
    assert ({decided})(*arguments), "the prompt leaves the answer open"
"""


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
        pool = [arguments for arguments in inputs_of_tests(native, problem) if _can_be_written(arguments)]
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
        """Return what was found, divided by whether all ground truths agree."""
        problem, truth = self.problem, self.problem.ground_truth

        def answers(solution: Solution, inputs: Sequence[Answered]) -> list[Output]:
            return call_all(worker.native, solution.code, problem.entry_point, [arguments for arguments, _ in inputs])

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
        """Return the inputs that stay; those that may be slow do not count as `slow`."""
        problem, native = self.problem, self.worker.native
        new = {encode(arguments): arguments for arguments in inputs}
        new = {text: given for text, given in new.items() if text not in self.seen and len(text) <= LARGEST_INPUT}
        self.seen |= new.keys()
        batch = list(new.values())
        self.tried += len(batch)
        held = call_all(native, self.contract, "contract", batch)
        valid = [arguments for arguments, kept in zip(batch, held, strict=True) if isinstance(kept, bytes)]
        self.invalid += len(batch) - len(valid)
        limits = replace(TESTED, patience=MOST_SLOW if may_be_slow else MOST_SLOW - self.slow)
        outputs = call_all(native, problem.ground_truth.code, problem.entry_point, valid, limits)
        if not may_be_slow:
            self.slow += sum(isinstance(output, Failure) and output.verdict is Verdict.TIMEOUT for output in outputs)
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
