"""Peak memory beside the least known: what figures of memory are made of.

ECCO (Waghjale et al., EMNLP 2024), section 3.3.1, divides the memory of the program before by that after, interpreter
and input included. Here both are left out, and what is smaller than FLOOR is taken to be as large.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tallybench.model.budget import MEMORY_FLOOR, MEMORY_TIE


@dataclass(frozen=True)
class InputMemory:
    """What a stressful input takes of the solutions that samples are compared with, in bytes.

    Attributes:
        least: of the one that takes the least over all inputs.
        ground_truth: of the ground truth; None where that was not counted on it.
    """

    least: int
    ground_truth: int | None


def least_memory(peaks: Mapping[str, Sequence[int | None]]) -> str | None:
    """Return the solution that takes the least in all, the first by name of several.

    None where none has a peak everywhere.

    Args:
        peaks: by solution, its peak memory on each input; None where it was not measured.
    """
    whole = {solution: sum(filter(None, found)) for solution, found in peaks.items() if found and None not in found}
    return min(whole, key=lambda solution: (whole[solution], solution)) if whole else None


def same_peak(told: int | None, measured: int | None) -> bool:
    """Return whether two measurements can be of the same peak."""
    if told is None or measured is None:
        return told is measured
    return abs(told - measured) <= MEMORY_TIE


def ratio(less: int, more: int) -> float:
    """One peak over another, both taken to be at least the floor."""
    return max(less, MEMORY_FLOOR) / max(more, MEMORY_FLOOR)


def memory_score(inputs: Sequence[InputMemory | None], peaks: Sequence[int | None]) -> float:
    """Return how near a correct sample comes to the least known memory, 0 to 100.

    The mean over the stressful inputs of min(1, least known / its peak), an input that it was not counted on giving 0.
    """
    shares = [
        min(1.0, ratio(given.least, peak)) if given is not None and peak is not None else 0.0
        for given, peak in zip(inputs, peaks, strict=True)
    ]
    return 100 * math.fsum(shares) / len(shares)


def reduction(inputs: Sequence[InputMemory | None], peaks: Sequence[int | None]) -> float | None:
    """Return the ground truth's memory over a sample's.

    Geometric mean over the inputs that both have; None where none is.
    """
    ratios = [
        ratio(given.ground_truth, peak)
        for given, peak in zip(inputs, peaks, strict=True)
        if given is not None and given.ground_truth is not None and peak is not None
    ]
    return math.exp(math.fsum(map(math.log, ratios)) / len(ratios)) if ratios else None
