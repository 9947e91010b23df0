"""What a search found, for people: compared with the inputs that are there, and as functions to copy."""

import statistics
from collections.abc import Iterable, Sequence
from typing import Any

from tallybench.authoring.stress_search.climb import Candidate, Searched
from tallybench.model.problem import Problem

HEADER = ("problem", "programs", "tried", "written inputs", "best written", "best found", "gap", "Minstr", "better")


def better_than_written(searched: Searched) -> list[Candidate]:
    """Return the found inputs that tell the pool's programs apart better than any written one."""
    most = max((candidate.deviation for candidate in searched.written.values()), default=0.0)
    return [candidate for candidate in searched.found if candidate.deviation > most]


def rows(found: Iterable[Searched]) -> list[tuple[str, ...]]:
    """Return one row per problem, in the columns of HEADER.

    RSD(+) is in percent, for the written inputs also as their mean; gap and instructions are those of the best found.
    """
    return [
        (
            searched.task_id,
            str(searched.programs),
            str(searched.tried),
            _mean([candidate.deviation for candidate in searched.written.values()]),
            _most(searched.written.values()),
            _most(searched.found),
            f"{searched.found[0].gap:.1f}" if searched.found else "-",
            f"{statistics.fmean(searched.found[0].counts.values()) / 1e6:.1f}" if searched.found else "-",
            str(len(better_than_written(searched))),
        )
        for searched in found
    ]


def as_function(problem: Problem, candidate: Candidate, name: str) -> str:
    """Return a found input as it would be written in the problem's file, with what was measured in its docstring.

    Args:
        problem: the problem.
        candidate: what was found.
        name: the input's name.
    """
    text = (
        f"worst_of_slow: found by search, RSD(+) {candidate.deviation:.0f} % over {len(candidate.counts)} programs; "
        f"the slowest spends {candidate.gap:.1f} times the best known."
    )
    return f'def stress_{name}(rng):\n    """{text}"""\n{candidate.recipe.body()}'


def as_json(found: Sequence[Searched]) -> dict[str, Any]:
    """Return all that was found, by task id; counts in instructions."""

    def of(candidate: Candidate) -> dict[str, Any]:
        return {
            "function": candidate.recipe.body(),
            "base": candidate.recipe.base,
            "best_known": candidate.best,
            "deviation": round(candidate.deviation, 4),
            "gap": round(candidate.gap, 4),
            "counts": dict(sorted(candidate.counts.items())),
        }

    return {
        searched.task_id: {
            "programs": searched.programs,
            "tried": searched.tried,
            "written": {name: of(candidate) for name, candidate in sorted(searched.written.items())},
            "found": [of(candidate) for candidate in searched.found],
        }
        for searched in found
    }


def _mean(values: Sequence[float]) -> str:
    return f"{statistics.fmean(values):.1f}" if values else "-"


def _most(candidates: Iterable[Candidate]) -> str:
    return f"{most:.1f}" if (most := max((found.deviation for found in candidates), default=None)) is not None else "-"
