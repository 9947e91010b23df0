"""The budget of a sample on a stressful input, up to which difference two sums of counts tie, the floor of memory.

The first two are in every result file: a change of one makes all results stale.
"""

from dataclasses import dataclass

BUDGET = 20  # times the best known solution's count
# Bytes. Peak memory below this is taken to be as large: an interpreter holds a hundred times as much before it begins,
# and whether a solution takes two of its kilobytes or four says nothing of how it was written.
MEMORY_FLOOR = 64 << 10
# Bytes up to which two measurements of one peak are the same. The interpreter holds names that it looked up in types,
# such as a solution may make up, until others come to their place by chance of addresses: some dozen bytes each.
MEMORY_TIE = 1 << 10


@dataclass(frozen=True)
class Tie:
    """Up to which difference two sums of counts tie: the larger of the two.

    Attributes:
        relative: to the sum that is compared with.
        absolute: in instructions, for each stressful input.
    """

    relative: float
    absolute: int

    def slack(self, total: int, inputs: int) -> float:
        """Return what a sum over `inputs` inputs may be above `total` and still tie with it."""
        return max(self.relative * total, self.absolute * inputs)


# Another hash seed moves the count of a solution that looks up strings by up to 2.5 % (one of 29 by 6.1 %), and that of
# one that spends next to nothing by some thousand instructions (`tallybench dev study stability`). No ranking
# turns on that.
TIE = Tie(relative=0.03, absolute=10_000)
