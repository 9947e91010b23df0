"""How much the cost of a solution varies over a family: at each seed its input has to be about as dear."""

import tempfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tallybench.counting.instructions import Meter
from tallybench.counting.yardstick import Counts, measure_solution, take_yardstick
from tallybench.model.budget import TIE
from tallybench.model.problem import Problem

SEEDS = 10
MOST_SPREAD = 0.10  # of a solution's count, least to most


@dataclass(frozen=True)
class FamilyAudit:
    """A family at some seeds.

    Attributes:
        name: of the stressful input.
        seeds: how many.
        spread: by solution: its dearest seed's count over its cheapest one's, less 1. A seed at which it is over the
            budget counts with the budget.
    """

    name: str
    seeds: int
    spread: dict[str, float]

    @property
    def widest(self) -> float:
        """The largest spread of a solution."""
        return max(self.spread.values(), default=0.0)


def audit_families(
    meter: Meter, problem: Problem, released: Mapping[str, Counts], seeds: int = SEEDS
) -> Iterator[FamilyAudit]:
    """Count the benchmark's own solutions on the families of a problem at other seeds.

    Args:
        meter: how counts are taken; it must be emulated.
        problem: the problem.
        released: what its ground truth and slow solutions spend at the released seed. Where one is over the budget
            there, it says nothing, and is not counted.
        seeds: how many.

    Raises:
        InputError: a reference fails at a seed, or two disagree.
    """
    drawing = replace(problem, stressful=problem.families, corrected=problem.references[0])
    if not drawing.stressful:
        return
    references = {reference.name for reference in problem.references}
    others = [own for own in (problem.ground_truth, *problem.slow) if own.name not in references]
    counts: dict[str, dict[str, list[int]]] = defaultdict(lambda: defaultdict(list))
    for seed in map(str, range(seeds)):
        other = drawing.at_seed(seed)
        with tempfile.TemporaryDirectory(prefix="tallybench-") as given:
            folder = Path(given)
            yardstick = take_yardstick(meter, other, folder)
            for name in yardstick.inputs:
                for solution, of_inputs in yardstick.counts.items():
                    counts[name][solution].append(_bounded(of_inputs[name], yardstick.budget(name)))
                for own in others:
                    if released[own.name].get(name) is not None:
                        spent = measure_solution(meter, other, own.code, name, yardstick, folder)
                        counts[name][own.name].append(_bounded(spent.count, yardstick.budget(name)))
    for name, known in counts.items():
        yield FamilyAudit(name, seeds, {solution: _spread(found) for solution, found in known.items()})


def family_faults(problem: Problem, audits: Sequence[FamilyAudit]) -> Iterator[str]:
    """Yield the families whose cost varies by more than is allowed and not explained in the problem's file."""
    for audit in audits:
        if audit.widest > MOST_SPREAD and audit.name not in problem.cost_varies:
            solution = max(audit.spread, key=audit.spread.__getitem__)
            yield (
                f"stressful input {audit.name}: over {audit.seeds} seeds the count of {solution} varies by "
                f"{audit.widest:.0%}, more than {MOST_SPREAD:.0%}; narrow what is drawn, or say why with COST_VARIES"
            )


def _bounded(count: int | None, budget: int) -> int:
    return budget if count is None else count


def _spread(counts: Sequence[int]) -> float:
    least, most = min(counts), max(counts)
    return 0.0 if most - least <= TIE.slack(least, 1) else most / least - 1
