"""Type-aware mutation: the types stay, the value that was given stays, the same draws give the same values."""

import random
from typing import Any

import pytest

from tallybench.authoring.test_generation.mutate import Fragments, mutated, mutated_arguments
from tallybench.values.wire import decode, encode

VALUES: list[Any] = [
    3,
    -2.5,
    True,
    None,
    1 + 2j,
    "two words",
    b"bytes",
    [1, 2, 3],
    ("a", 1),
    {"b", "a", "c"},
    frozenset({1, 2}),
    {"key": [1, 2], "other": [3]},
    [[1, "x"], {"k": ("deep", 2.0)}],
]


def fragments_of(*values: Any) -> Fragments:
    fragments = Fragments()
    for value in values:
        fragments.collect(value)
    return fragments


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_the_type_stays_and_so_does_what_was_given(value: Any) -> None:
    before = encode(value)
    rng, fragments = random.Random(0), fragments_of(*VALUES)
    made = [mutated(rng, value, fragments) for _ in range(200)]
    assert {type(other) for other in made} == {type(value)}
    assert encode(value) == before
    if value is not None:
        assert len({encode(other) for other in made}) > 1


def test_numbers_move_by_one_where_no_fragment_is_at_hand() -> None:
    made = {mutated(random.Random(seed), 10, Fragments()) for seed in range(50)}
    assert made == {9, 11}


def test_a_list_loses_repeats_gains_and_changes_items() -> None:
    made = [mutated(random.Random(seed), [5, 7], Fragments()) for seed in range(300)]
    assert {len(items) for items in made} == {1, 2, 3}
    assert [5] in made and [7] in made and [5, 5, 7] in made and [5, 8] in made


def test_empty_values_are_no_error() -> None:
    empty: list[Any] = ["", b"", [], (), set(), {}]
    for value in empty:
        assert type(mutated(random.Random(1), value, Fragments())) is type(value)
    assert mutated_arguments(random.Random(1), (), Fragments()) == ()


def test_what_was_seen_is_used_again() -> None:
    fragments = fragments_of(["a word that occurs"], 12345)
    texts = {mutated(random.Random(seed), "x", fragments) for seed in range(200)}
    assert {"a word that occurs", "word", "occurs"} <= texts
    assert 12345 in {mutated(random.Random(seed), 0, fragments) for seed in range(200)}


def test_the_same_seed_gives_the_same_arguments() -> None:
    def made() -> list[bytes]:
        rng, fragments = random.Random("seed"), fragments_of(*VALUES)
        return [encode(mutated_arguments(rng, tuple(VALUES), fragments)) for _ in range(100)]

    assert made() == made()


def test_the_order_within_a_set_does_not_matter() -> None:
    there, back = {"b", "a", "c"}, decode(encode({"c", "a", "b"}))
    for seed in range(50):
        first = mutated(random.Random(seed), there, Fragments())
        assert encode(first) == encode(mutated(random.Random(seed), back, Fragments()))
