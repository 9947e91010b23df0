"""What tests achieve: the branches they take, the mutants and wrong programs they detect (EvalPlus, section 2.2).

A requirement is the set of the tests that meet it, by their numbers. An empty set is not a requirement.
"""

import tempfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tallybench.authoring.audit.mutation import mutants_of
from tallybench.authoring.test_generation.calls import call_all, wrong_calls
from tallybench.authoring.test_generation.seeds import seed_inputs
from tallybench.counting.worker import Worker
from tallybench.errors import MachineError
from tallybench.model.problem import Problem
from tallybench.sandbox.correctness import CPU_SECONDS as SAMPLE_CPU_SECONDS
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.jobs import Failure
from tallybench.values.wire import decode, encode


@dataclass(frozen=True)
class Limits:
    """How long a program is tried on the tests of a problem.

    Attributes:
        cpu_seconds: CPU time of a process, which answers as many calls as it can.
        patience: how many calls may end a process on their own; after them no more are tried.
        processes: how many processes there may be in all.
    """

    cpu_seconds: float
    patience: int
    processes: int


# Five times what the ground truth gets for an input; many mutants never end, or are slow on every input.
OF_MUTANTS = Limits(1.0, 2, 6)
# A single call may take what a sample gets for all its correctness tests: a program that is only slow is not wrong.
OF_SAMPLES = Limits(SAMPLE_CPU_SECONDS, 1, 2)


def calls_found_wrong(
    native: Zygote,
    problem: Problem,
    inputs: Sequence[tuple[Any, ...]],
    expected: Sequence[bytes | Failure | None],
    program: str,
    limits: Limits,
) -> frozenset[int]:
    """Return the numbers of the calls on which a program is wrong, as far as its limits let it be tried.

    Args:
        native: the zygote that it runs in.
        problem: of level `function`.
        inputs: the arguments of each call.
        expected: the outcome of each call of the ground truth.
        program: the program, which defines the entry point.
        limits: how long it is tried.
    """
    outputs = call_all(
        native, program, problem.entry_point, inputs, limits.cpu_seconds, limits.patience, limits.processes
    )
    return wrong_calls(problem, inputs, expected, outputs)


@dataclass(frozen=True)
class Requirements:
    """The requirements that the tests of a problem meet.

    Attributes:
        base: how many tests the problem has; they come first, followed by the generated ones.
        tests: how many tests there are in all.
        branches: for each way from one line to another, the tests that take it.
        mutants: for each mutant of the ground truth, the tests that detect it.
        samples: for each wrong program, by its SHA-256, the generated tests that detect it.
    """

    base: int
    tests: int
    branches: tuple[frozenset[int], ...]
    mutants: tuple[frozenset[int], ...]
    samples: Mapping[str, frozenset[int]]

    def as_record(self) -> dict[str, Any]:
        """Return the requirements for a record: each set as a hexadecimal number whose set bits are its members."""
        return {
            "base": self.base,
            "tests": self.tests,
            "branches": [_as_bits(tests) for tests in self.branches],
            "mutants": [_as_bits(tests) for tests in self.mutants],
            "samples": {digest: _as_bits(tests) for digest, tests in self.samples.items()},
        }

    @classmethod
    def of_record(cls, record: Mapping[str, Any]) -> "Requirements":
        """Restore the requirements from a record.

        Raises:
            TypeError, KeyError, ValueError: the record is malformed.
        """
        return cls(
            base=int(record["base"]),
            tests=int(record["tests"]),
            branches=tuple(map(_of_bits, record["branches"])),
            mutants=tuple(map(_of_bits, record["mutants"])),
            samples={digest: _of_bits(bits) for digest, bits in record["samples"].items()},
        )


def _as_bits(tests: frozenset[int]) -> str:
    return f"{sum(1 << number for number in tests):x}"


def _of_bits(bits: str) -> frozenset[int]:
    return frozenset(number for number, bit in enumerate(reversed(f"{int(bits, 16):b}")) if bit == "1")


@dataclass(frozen=True)
class RequirementsTask:
    """Find which tests of a problem meet which requirements.

    Attributes:
        problem: of level `function`.
        generated: arguments of its generated inputs.
        samples: programs that pass the base tests, by the SHA-256 of their texts.
    """

    problem: Problem
    generated: tuple[tuple[Any, ...], ...]
    samples: Mapping[str, str]

    def run(self, worker: Worker) -> Requirements:
        problem, native = self.problem, worker.native
        base = seed_inputs(native, problem)
        inputs = [*base, *self.generated]
        truth = problem.ground_truth.code
        expected = call_all(native, truth, problem.entry_point, inputs)

        def finds(program: str, limits: Limits) -> frozenset[int]:
            return calls_found_wrong(native, problem, inputs, expected, program, limits)

        mutants = (finds(mutant, OF_MUTANTS) for mutant in dict.fromkeys(mutants_of(truth)))
        within_limits = {  # as the sandbox found: what is run here is not limited
            number: inputs[number] for number, output in enumerate(expected) if isinstance(output, bytes)
        }
        passing = frozenset(range(len(base)))  # the samples pass these, whatever a comparison of outputs says
        samples = {digest: finds(text, OF_SAMPLES) - passing for digest, text in sorted(self.samples.items())}
        return Requirements(
            base=len(base),
            tests=len(inputs),
            branches=tuple(branches_taken(truth, problem.entry_point, within_limits)),
            mutants=tuple(found for found in mutants if found),
            samples={digest: found for digest, found in samples.items() if found},
        )


def branches_taken(code: str, entry_point: str, inputs: Mapping[int, tuple[Any, ...]]) -> Iterable[frozenset[int]]:
    """Run a trusted solution under Coverage.py, in this process.

    Args:
        code: the program. It must come from the benchmark, for it is not isolated.
        entry_point: the function to call.
        inputs: the arguments of each call, by the number of the input; the solution gets copies.

    Returns:
        For each way from one line to another that some input takes, the numbers of the inputs that take it.

    Raises:
        MachineError: Coverage.py is not installed.
    """
    try:
        from coverage import Coverage
    except ImportError:
        raise MachineError("reducing tests needs Coverage.py: pip install 'tallybench[audit]'") from None
    with tempfile.TemporaryDirectory(prefix="tallybench-") as folder:
        path = Path(folder).resolve() / "solution.py"
        path.write_text(code, encoding="utf-8")
        collector = Coverage(data_file=None, branch=True, config_file=False, include=[str(path)])
        namespace: dict[str, Any] = {"__name__": "solution"}
        collector.start()
        try:
            exec(compile(code, str(path), "exec", dont_inherit=True, optimize=0), namespace)
            for number, arguments in inputs.items():
                copies = decode(encode(arguments))
                collector.switch_context(str(number))
                try:
                    namespace[entry_point](*copies)
                except Exception:
                    continue
        finally:
            collector.stop()
        data = collector.get_data()
        taken: dict[tuple[int, int], set[int]] = {}
        for number in inputs:
            data.set_query_context(str(number))
            for arc in data.arcs(str(path)) or ():
                taken.setdefault(arc, set()).add(number)
    return [frozenset(numbers) for _, numbers in sorted(taken.items())]
