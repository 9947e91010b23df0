"""The few tests that do what all do."""

from tallybench.authoring.test_generation.reduction import cover, reduce_tests
from tallybench.authoring.test_generation.requirements import Requirements, branches_taken


def sets(*members: set[int]) -> tuple[frozenset[int], ...]:
    return tuple(map(frozenset, members))


FOUND = Requirements(
    base=2,
    tests=6,
    branches=sets({0, 3}, {4}),
    mutants=sets({2, 3}, {3}),
    samples={"one": frozenset({5}), "other": frozenset({2, 3})},
)


def test_a_cover_meets_every_requirement_with_the_test_that_meets_most_first() -> None:
    assert cover(sets({1, 2}, {2, 3}, {2}, {5})) == [2, 5]
    assert cover(sets({4, 7}, {7, 4})) == [4]
    assert cover(sets(set())) == []


def test_what_the_given_tests_meet_is_asked_of_no_other() -> None:
    assert cover(sets({0, 3}, {4}), given=range(2)) == [4]


def test_each_criterion_alone_and_all_together() -> None:
    assert reduce_tests(FOUND, ("branches",)) == [4]
    assert reduce_tests(FOUND, ("mutants",)) == [3]
    assert reduce_tests(FOUND, ("samples",)) == [2, 5]
    assert reduce_tests(FOUND) == [3, 4, 5]


def test_a_models_own_programs_do_not_choose_its_tests() -> None:
    assert reduce_tests(FOUND, without={"one"}) == [3, 4]


def test_what_is_noted_is_read_as_it_was() -> None:
    assert Requirements.of_record(FOUND.as_record()) == FOUND


def test_branches_are_told_apart_by_input_and_copies_are_given() -> None:
    code = "def sign(n, seen):\n    seen.append(n)\n    if n > 0:\n        return 1\n    return 0\n"
    inputs: dict[int, tuple[int, list[int]]] = {0: (1, []), 1: (2, []), 2: (-1, [])}
    taken = set(branches_taken(code, "sign", inputs))
    assert {frozenset({0, 1}), frozenset({2})} <= taken
    assert all(not seen for _, seen in inputs.values())
