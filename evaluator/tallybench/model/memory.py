"""Peak memory compared with the least known, for figures of memory.

ECCO (Waghjale et al., EMNLP 2024), section 3.3.1, divides the memory of the original program by that of the edited one,
interpreter and input included. Here both are left out, and peaks below MEMORY_FLOOR are treated as that large.
"""

import math
from collections.abc import Mapping, Sequence

from tallybench.model.budget import MEMORY_FLOOR, MEMORY_TIE
from tallybench.model.parts import MemoryResult


def least_memory(peaks: Mapping[str, Sequence[int | None]]) -> str | None:
    """Return the solution that takes the least memory in total; among equals, the first by name.

    None if no solution has a peak on every input.

    Args:
        peaks: by solution, its peak memory on each input; None if it was not measured.
    """
    whole = {solution: sum(filter(None, found)) for solution, found in peaks.items() if found and None not in found}
    return min(whole, key=lambda solution: (whole[solution], solution)) if whole else None


def same_peak(claimed: int | None, measured: int | None) -> bool:
    """Return whether two values may be measurements of the same peak."""
    if claimed is None or measured is None:
        return claimed is measured
    return abs(claimed - measured) <= MEMORY_TIE


def ratio(less: int, more: int) -> float:
    """Divide one peak by another, with both raised to at least the floor."""
    return max(less, MEMORY_FLOOR) / max(more, MEMORY_FLOOR)


def memory_score(inputs: Sequence[MemoryResult | None], peaks: Sequence[int | None]) -> float:
    """Return how close a correct sample comes to the least known memory, 0 to 100.

    This is the mean over the stressful inputs of min(1, least known / its peak), or 0 for an input without a peak.
    """
    shares = [
        min(1.0, ratio(given.least, peak)) if given is not None and peak is not None else 0.0
        for given, peak in zip(inputs, peaks, strict=True)
    ]
    return 100 * math.fsum(shares) / len(shares)


def reduction(inputs: Sequence[MemoryResult | None], peaks: Sequence[int | None]) -> float | None:
    """Return the ground truth's memory over a sample's.

    This is the geometric mean over the inputs for which both are known; None if there are none.
    """
    ratios = [
        ratio(given.ground_truth, peak)
        for given, peak in zip(inputs, peaks, strict=True)
        if given is not None and given.ground_truth is not None and peak is not None
    ]
    return math.exp(math.fsum(map(math.log, ratios)) / len(ratios)) if ratios else None
