"""A few tests that find what all of them find, by greedy set cover (EvalPlus, section 2.2)."""

from collections.abc import Container, Iterable, Sequence

from tallybench.authoring.test_generation.requirements import Requirements

CRITERIA = ("branches", "mutants", "samples")


def cover(requirements: Iterable[frozenset[int]], given: Sequence[int] = ()) -> list[int]:
    """Choose tests that meet every requirement, greedily: next the one that meets most, the first of equal ones.

    Args:
        requirements: for each requirement, the tests that meet it.
        given: tests that are included in any case.

    Returns:
        The numbers of the tests to add, in the order in which they were chosen.
    """
    there = frozenset(given)
    open_ = [tests for tests in requirements if tests and not tests & there]
    chosen = []
    while open_:
        met: dict[int, int] = {}
        for tests in open_:
            for test in tests:
                met[test] = met.get(test, 0) + 1
        best = min(met, key=lambda test: (-met[test], test))
        chosen.append(best)
        open_ = [tests for tests in open_ if best not in tests]
    return chosen


def reduce_tests(
    found: Requirements, criteria: Container[str] = CRITERIA, without: Container[str] = frozenset()
) -> list[int]:
    """Return the generated tests that are needed in addition to the base tests.

    Args:
        found: what the tests meet.
        criteria: those of CRITERIA that are asked for.
        without: SHA-256 of wrong programs that may not affect the choice: the evaluated model's (leave-one-out).

    Returns:
        Their numbers among the tests, ascending.
    """
    wanted: list[frozenset[int]] = []
    if "branches" in criteria:
        wanted += found.branches
    if "mutants" in criteria:
        wanted += found.mutants
    if "samples" in criteria:
        wanted += [tests for digest, tests in found.samples.items() if digest not in without]
    return sorted(cover(wanted, range(found.base)))
