"""A sample of the human solutions, for problems of which all would take days, and what that does to a percentile."""

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass

from evaluator.problems.problem import Solution, code_hash


@dataclass(frozen=True)
class Drawing:
    """How many solutions of each problem are drawn, and by which seed."""

    size: int
    seed: int

    def draw(self, task_id: str, solutions: Sequence[Solution]) -> tuple[Solution, ...]:
        """The solutions whose hashes with the seed are the lowest, in the order given.

        A larger sample by the same seed holds the smaller one, and what was counted for it is not counted again.
        """

        def place(solution: Solution) -> bytes:
            return hashlib.sha256(f"{self.seed} {task_id} {code_hash(solution.code)}".encode()).digest()

        chosen = {solution.code for solution in sorted(solutions, key=place)[: self.size]}
        return tuple(solution for solution in solutions if solution.code in chosen)


def drawing_error(shares: Sequence[tuple[float, int, int]]) -> float:
    """The standard error of a mean of shares, each from a sample drawn without replacement.

    Args:
        shares: of each problem, the share, how many solutions it is of, and of how many those were drawn.

    Returns:
        As a share. 0 where nothing was left out. A share of one solution has the error of a coin.
    """
    variance = 0.0
    for share, size, population in shares:
        if size < population:
            spread = share * (1 - share) / (size - 1) if size > 1 else 0.25
            variance += spread * (1 - size / population)
    return math.sqrt(variance) / len(shares) if shares else 0.0
