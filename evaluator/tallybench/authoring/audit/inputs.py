"""The audit of stressful inputs: what they cost to build and to solve, and how much that varies over a family."""

import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from tallybench.benchmarks.check import LONGEST_BUILD, memory_of
from tallybench.counting.instructions import Meter
from tallybench.counting.yardstick import Counts, measure_solution, take_yardstick
from tallybench.model.budget import BUDGET, TIE
from tallybench.model.problem import Problem, Solution
from tallybench.sandbox.jobs import build_input, compile_solution
from tallybench.sandbox.levels import LEVELS
from tallybench.values.wire import decode

SEEDS = 10
MOST_SPREAD = 0.10  # a solution's highest count over its lowest, minus 1

# For the scripts of a class.
LONGEST_RUN = 3.0  # seconds of CPU time that a solution of the benchmark may take, natively
BEST = range(4_000_000, 50_000_001)  # instructions that the best known solution should spend
LEAST_GAP = 5.0  # what the slow solution should spend on the worst script, as a multiple of the best known one


@dataclass(frozen=True)
class InputAudit:
    """What a stressful input costs."""

    name: str
    kind: str
    memory: int  # bytes that it takes when built
    build_seconds: float  # CPU time to build it and check it against the contract
    budget: int  # instructions that a sample may spend on it
    counts: Counts  # instructions by solution; None: more than the budget

    def least_count(self, solution: str) -> int:
        """Return the count of a solution; if it spent more than the budget, the budget, which is a lower bound."""
        count = self.counts[solution]
        return self.budget if count is None else count


@dataclass(frozen=True)
class ScriptAudit(InputAudit):
    """What a stressful script of a class costs, with its calls and the native CPU seconds by solution."""

    calls: int
    seconds: dict[str, float]


@dataclass(frozen=True)
class FamilyAudit:
    """The counts on a family at several seeds."""

    name: str
    seeds: int  # how many there are
    # by solution, its highest count over its lowest, minus 1; a count over the budget is taken as the budget
    spread: dict[str, float]

    @property
    def widest(self) -> float:
        """The largest spread of any solution."""
        return max(self.spread.values(), default=0.0)


class BuiltInputs:
    """The stressful inputs of a problem, built in a folder, on which solutions can be counted."""

    def __init__(self, meter: Meter, problem: Problem, folder: Path) -> None:
        self._meter, self._problem, self._folder = meter, problem, folder
        self.yardstick = take_yardstick(meter, problem, folder)

    def count(self, solution: Solution, names: Iterable[str] | None = None) -> tuple[Counts, list[str]]:
        """Return a solution's counts on the named inputs, or on all, and what went wrong on them."""
        counts: Counts = {}
        wrong = []
        for name in self.yardstick.inputs if names is None else names:
            outcome = measure_solution(self._meter, self._problem, solution.code, name, self.yardstick, self._folder)
            counts[name] = outcome.count
            if not outcome.verdict.bounded:
                wrong.append(f"stressful input {name}: {solution.name} is {outcome.verdict}: {outcome.reason}")
        return counts, wrong

    def encoded(self, name: str) -> bytes:
        """Return the encoded arguments of an input."""
        return (self._folder / f"{name}.in").read_bytes()

    def audits(self, counts: Mapping[str, Counts]) -> list[InputAudit]:
        """Build the inputs again, and return their audits; the counts are by solution and input."""
        audits = []
        for given in self._problem.stressful:
            built = build_input(self._meter.native, given.recipe(self._problem.contract))
            memory = memory_of(decode(self.encoded(given.name)))
            of_input = {solution: of_inputs[given.name] for solution, of_inputs in counts.items()}
            budget = self.yardstick.budget(given.name)
            audits.append(InputAudit(given.name, given.kind, memory, built.cpu_seconds, budget, of_input))
        return audits


@contextmanager
def build_inputs(meter: Meter, problem: Problem) -> Iterator[BuiltInputs]:
    """Yield the inputs of a problem, built for as long as the block lasts.

    Raises:
        InputError: an input cannot be built, a reference fails on one, or two references disagree.
    """
    with tempfile.TemporaryDirectory(prefix="tallybench-") as folder:
        yield BuiltInputs(meter, problem, Path(folder))


def audit_families(
    meter: Meter, problem: Problem, released: Mapping[str, Counts], seeds: int = SEEDS
) -> Iterator[FamilyAudit]:
    """Count the benchmark's own solutions on a problem's families at other seeds, under the emulator.

    A solution that is over the budget on an input at the released seed would show no spread, and is not counted on that
    family.

    Raises:
        InputError: a reference fails at a seed, or two references disagree.
    """
    drawing = replace(problem, stressful=problem.families, corrected=problem.references[0])
    if not drawing.stressful:
        return
    references = {reference.name for reference in problem.references}
    others = [own for own in (problem.ground_truth, *problem.slow) if own.name not in references]
    counts: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for seed in map(str, range(seeds)):
        other = drawing.at_seed(seed)
        with build_inputs(meter, other) as built:
            found = dict(built.yardstick.counts)
            for own in others:
                shown = [name for name in built.yardstick.inputs if released[own.name].get(name) is not None]
                found[own.name] = built.count(own, shown)[0]
        for solution, of_inputs in found.items():
            for name, count in of_inputs.items():
                counts[name][solution].append(built.yardstick.budget(name) if count is None else count)
    for name, known in counts.items():
        yield FamilyAudit(name, seeds, {solution: _spread(of_seeds) for solution, of_seeds in known.items()})


def family_faults(problem: Problem, audits: Sequence[FamilyAudit]) -> Iterator[str]:
    """Yield a fault for each family whose cost varies too much, unless the problem's file explains it."""
    for audit in audits:
        if audit.widest > MOST_SPREAD and audit.name not in problem.cost_varies:
            solution = max(audit.spread, key=audit.spread.__getitem__)
            yield (
                f"stressful input {audit.name}: over {audit.seeds} seeds the count of {solution} varies by "
                f"{audit.widest:.0%}, more than {MOST_SPREAD:.0%}; narrow what is drawn, or say why with COST_VARIES"
            )


def _spread(counts: Sequence[int]) -> float:
    least, most = min(counts), max(counts)
    return 0.0 if most - least <= TIE.slack(least, 1) else most / least - 1


def audit_scripts(meter: Meter, problem: Problem) -> tuple[str, list[ScriptAudit]]:
    """Count all solutions of a class on all of its scripts, for the author of the scripts.

    Returns:
        The best known solution's name; the audits.

    Raises:
        InputError: a script cannot be built, or a solution fails on one.
    """
    level = LEVELS[problem.level]
    programs = {
        own.name: decode(compile_solution(meter.native, level.program(problem, own.code)).output or b"")
        for own in (*problem.references, problem.ground_truth, *problem.slow)
    }
    audits = []
    with build_inputs(meter, problem) as built:
        counts = built.yardstick.counts | {slow.name: built.count(slow)[0] for slow in problem.slow}
        for audit in built.audits(counts):
            script = built.encoded(audit.name)
            seconds = {
                name: level.run(meter.native, problem, program, script, 2 * LONGEST_RUN).cpu_seconds
                for name, program in programs.items()
            }
            (calls,) = decode(script)
            audits.append(ScriptAudit(**vars(audit), calls=len(calls), seconds=seconds))
    return built.yardstick.best, audits


def script_faults(problem: Problem, best: str, audits: Sequence[ScriptAudit]) -> Iterator[str]:
    """Yield what is wrong with the scripts, judging by what solutions spend on them."""
    gaps = []
    for script in audits:
        where = f"stressful input {script.name}"
        if script.build_seconds > LONGEST_BUILD:
            yield f"{where}: takes {script.build_seconds:.1f} s to build, at most {LONGEST_BUILD} are allowed"
        for name, seconds in script.seconds.items():
            if seconds > LONGEST_RUN:
                yield f"{where}: {name} takes {seconds:.1f} s natively, at most {LONGEST_RUN} are allowed"
        least = script.counts[best] or 0
        if least not in BEST:
            yield (
                f"{where}: {best} spends {least / 1e6:.1f} million instructions, should spend {BEST[0] / 1e6:.0f} to "
                f"{BEST[-1] / 1e6:.0f}"
            )
        gaps += [(script.counts[slow.name] or BUDGET * least) / max(least, 1) for slow in problem.slow]
    if max(gaps, default=0) < LEAST_GAP:
        yield f"on no script does a slow solution spend {LEAST_GAP:.0f} times what {best} spends"
