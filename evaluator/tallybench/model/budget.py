"""The budget of a sample on a stressful input, when two sums of counts tie, and memory peaks.

The first two are in every result file: changing one makes all results stale.
"""

from collections.abc import Mapping, Sequence

from tallybench.model.parts import TieTolerance

BUDGET = 20  # times the best known solution's count
# Bytes. Smaller peaks are treated as this large: an interpreter holds a hundred times as much before a solution starts,
# and whether the solution takes two kilobytes or four says nothing about how it was written.
MEMORY_FLOOR = 64 << 10
# Bytes by which two measurements of the same peak may differ. The interpreter caches attribute names that it has looked
# up on types, even ones that a solution made up, at dozens of bytes each; when one is replaced depends on addresses.
MEMORY_TIE = 1 << 10
# A different hash seed changes the count of a solution that looks up strings by up to 2.5 % (one of 29 by 6.1 %), and
# that of a very cheap solution by a few thousand instructions (`tallybench dev study stability`). No ranking should
# depend on that.
TIE = TieTolerance(relative=0.03, absolute=10_000)


def least_memory(peaks: Mapping[str, Sequence[int | None]]) -> str | None:
    """Return the solution with the lowest total of peaks over all inputs; on a tie, the first by name.

    None if no solution has a peak on every input; a peak that was not measured is None.
    """
    whole = {solution: sum(filter(None, found)) for solution, found in peaks.items() if found and None not in found}
    return min(whole, key=lambda solution: (whole[solution], solution)) if whole else None


def same_peak(claimed: int | None, measured: int | None) -> bool:
    """Return whether two values may be measurements of the same peak."""
    if claimed is None or measured is None:
        return claimed is measured
    return abs(claimed - measured) <= MEMORY_TIE
