"""How much a solution's cost varies over a family: the inputs at all seeds should cost about the same."""

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
MOST_SPREAD = 0.10  # a solution's highest count over its lowest, less 1


@dataclass(frozen=True)
class FamilyAudit:
    """The counts on a family at several seeds.

    Attributes:
        name: the stressful input's name.
        seeds: how many seeds.
        spread: by solution, its highest count over its lowest, less 1. Where it is over the budget, the budget is
            taken as its count.
    """

    name: str
    seeds: int
    spread: dict[str, float]

    @property
    def widest(self) -> float:
        """The largest spread of any solution."""
        return max(self.spread.values(), default=0.0)


def audit_families(
    meter: Meter, problem: Problem, released: Mapping[str, Counts], seeds: int = SEEDS
) -> Iterator[FamilyAudit]:
    """Count the benchmark's own solutions on the families of a problem at other seeds.

    Args:
        meter: how counts are taken; it must be emulated.
        problem: the problem.
        released: what its ground truth and slow solutions spend at the released seed. One that is over the budget on
            an input there would show no spread, and is not counted on that family.
        seeds: how many seeds.

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
    """Yield a fault for each family whose cost varies too much, unless the problem's file explains it."""
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
