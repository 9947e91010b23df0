"""Edges change one thing each and are distinct; mutants keep types; both keep what was given, and repeat."""

import random
from typing import Any

import pytest

from tallybench.authoring.test_generation.changes import (
    MOST_STARTS,
    Fragments,
    edge_inputs,
    extreme_inputs,
    mutated,
    mutated_arguments,
)
from tallybench.values.wire import decode, encode


@pytest.mark.parametrize(
    ("arguments", "edge"),
    [
        (([3, 4], 2), ([], 0)),
        ((10**400,), (-(10**400),)),
        (([1, 10**400],), ([1.5, 10**400],)),
        (([3, 4], 2), ([], 2)),
        (([3, 4], 2), ([3, 4], 0)),
        (([3, 4], 2), ([-3, -4], -2)),
        (({"a": (3, True)},), ({"a": (-3, True)},)),
        ((["x", 3, 4, 5],), (["x", 3.5, 4.5, 5.5],)),
        ((["x", 3, 4, 5],), (["x", 3.5, 4, 5.5],)),
        (({3, 4},), ({30, 40},)),
        ((7, 1.5), (700, 150.0)),
        (("Good day", None), ("gOOD DAY", None)),
        (("one  two three",), ("one.  two, three.",)),
        (({"Key": "Good"},), ({"kEY": "gOOD"},)),
        ((frozenset({2}), b"ab", 1j), (frozenset(), b"", 0j)),
        (("Two words",), (" Two words ",)),
        (("Two words",), ("Two  words",)),
        (([3, 1, 2], 5), ([1, 2, 3], 5)),
        (([3, 1, 2], 5), ([2, 1, 3], 5)),
        (([3, "a"], 5), ([3, 3], 5)),
        ((["ab", "c"],), (["ab", "c", "ab", "c"],)),
    ],
)
def test_an_edge(arguments: tuple[Any, ...], edge: tuple[Any, ...]) -> None:
    before = encode(arguments)
    assert encode(edge) in [encode(made) for made in edge_inputs([arguments])]
    assert encode(arguments) == before


def test_edges_are_distinct_new_and_of_the_first_inputs() -> None:
    inputs = [(0, "a"), (-1, "A"), (1, ""), (2, "b c"), (5, "d")]
    made = [encode(edge) for edge in edge_inputs(inputs)]
    assert len(set(made)) == len(made) > 0
    assert not set(made) & {encode(arguments) for arguments in inputs}
    many = [(number,) for number in range(1, 40)]
    assert edge_inputs(many) == [edge for edge in edge_inputs(many[:MOST_STARTS]) if edge not in many]
    assert edge_inputs([()]) == edge_inputs([]) == []


def test_extremes_are_all_zero_huge_or_long_and_leave_the_rest_alone() -> None:
    made = extreme_inputs([([3, -2.5, True], None)])
    huge = [1_000_000_003, 10**17 + 3, 1_000_000_007, 3_000, 300_000, 30_000_000]
    assert made[:7] == [([0, 0.0, True], None), *(([number, -2.5, True], None) for number in huge)]
    assert made[7:] == [([3, -2.5, True] * 10, None), ([3, -2.5, True] * 100, None)]
    assert ("ab" * 100, 1) in extreme_inputs([("ab", 1)])
    assert extreme_inputs([(None, (1.5,)), (None, (0.0,))]) == extreme_inputs([()]) == []


VALUES: list[Any] = [
    *(3, -2.5, True, None, 1 + 2j, "two words", b"bytes", [1, 2, 3], ("a", 1), {"b", "a", "c"}, frozenset({1, 2})),
    *({"key": [1, 2], "other": [3]}, [[1, "x"], {"k": ("deep", 2.0)}]),
]


def fragments_of(*values: Any) -> Fragments:
    fragments = Fragments()
    for value in values:
        fragments.collect(value)
    return fragments


def mutants(value: Any, count: int, *seen: Any) -> list[Any]:
    return [mutated(random.Random(seed), value, fragments_of(*seen)) for seed in range(count)]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_the_type_stays_and_so_does_what_was_given(value: Any) -> None:
    before = encode(value)
    made = mutants(value, 100, *VALUES)
    assert {type(other) for other in made} == {type(value)}
    assert encode(value) == before
    if value is not None:
        assert len({encode(other) for other in made}) > 1


def test_values_change_in_small_steps_in_length_or_to_what_was_seen() -> None:
    numbers = mutants(10, 200)
    assert {9, 11, -10, 100, 1} <= set(numbers) and numbers.count(9) + numbers.count(11) > 80
    assert {1.5, 2.5, 3.0, -2.0, 20.0, 0.2} <= set(mutants(2.0, 200))
    assert {"-5.5", "-7.5", "6.5"} <= set(mutants("-6.5", 300)), "a number stays one"
    assert {"3/05/20", "2/04/20", "2/05/21"} <= set(mutants("2/05/20", 1000))
    assert {"two one", "one", "one two two"} <= set(mutants("one two", 300)), "words are items"
    assert {"aXb", "Xb"} <= set(mutants("ab", 500, "X")), "characters are pieces"
    lists = mutants([5, 7], 600)
    assert {len(items) for items in lists} == {1, 2, 3}
    assert all(items in lists for items in ([5], [7], [5, 5, 7], [5, 8], [7, 5]))
    assert {"a word that occurs", "word", "occurs"} <= set(mutants("x", 200, ["a word that occurs"]))
    assert 12345 in mutants(0, 200, 12345)
    empty: list[Any] = ["", b"", [], (), set(), {}]
    assert [type(mutants(value, 1)[0]) for value in empty] == [type(value) for value in empty]
    assert mutated_arguments(random.Random(1), (), Fragments()) == ()


def test_the_same_seed_gives_the_same_whatever_the_order_within_a_set() -> None:
    def made() -> list[bytes]:
        rng, fragments = random.Random("seed"), fragments_of(*VALUES)
        return [encode(mutated_arguments(rng, tuple(VALUES), fragments)) for _ in range(100)]

    assert made() == made()
    there, back = {"b", "a", "c"}, decode(encode({"c", "a", "b"}))
    assert list(map(encode, mutants(there, 50))) == list(map(encode, mutants(back, 50)))
