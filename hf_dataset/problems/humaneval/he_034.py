"""unique: the distinct elements of a list in rising order.

Looking each element up in the list of those found so far is quadratic; a set finds the distinct ones in linear time,
and sorting them is n log n. A set forgets the order of the elements, a dict keeps it, which pays where they come in
order. The elements are integers of any size; an empty list gives an empty list.
"""


def contract(l):  # noqa: E741
    assert type(l) is list, "l must be a list"
    assert all(type(x) is not float for x in l), "l must not hold floats"
    assert all(type(x) is int for x in l), "l must hold integers only"


INVALID = [
    ("a set", ({1, 2},)),
    ("a float among the integers", ([1, 1.0, 2],)),
    ("a bool among the integers", ([1, True, 2],)),
]


def reference_set(l):  # noqa: E741
    return sorted(set(l))


def reference_dict_keeps_order(l):  # noqa: E741
    return sorted(dict.fromkeys(l))


def slow_look_up_in_list(l):  # noqa: E741
    result = []
    for x in l:
        if x not in result:
            result.append(x)
    return sorted(result)


def growing(rng, size):
    """The number of elements, all of them distinct."""
    return (rng.sample(range(-(10**6), 10**9), size),)


def stress_random_wide_range(rng):
    """large_random: nearly all are distinct, so that finding them costs as well as sorting them."""
    return ([rng.randrange(-(10**8), 10**8) for _ in range(9_000)],)


def stress_few_distinct(rng):
    """all_equal: a thousand values many times each; sorting before the duplicates are gone is the larger work."""
    return (rng.choices(range(1000), k=60_000),)


def stress_rising_with_gaps(rng):
    """sorted: in order and distinct, with gaps; whoever throws the order away has to find it again."""
    return (list(range(-(10**10), 10**10, 1_000_003)),)


def stress_falling_pairs(rng):
    """worst_of_slow: every element twice in falling order; the one looked up is always the last of those found."""
    return ([x for x in range(25_000, 0, -1) for _ in range(2)],)


def stress_multiples_of_a_power_of_two(rng):
    """worst_of_fast: the elements agree in their lowest twelve bits, on which a hash table would tell them apart."""
    return ([rng.randrange(10**4) << 12 for _ in range(12_000)],)


def stress_long_integers(rng):
    """long_value: integers of two hundred digits, each three times; hashing, comparing and copying read all of them."""
    return ([10**200 + rng.randrange(10**9) for _ in range(3_000)] * 3,)


def stress_permutation(rng):
    """dense: every number of a range once, in no order; nothing is dropped, and the result has no gaps."""
    numbers = list(range(-12_000, 12_000))
    rng.shuffle(numbers)
    return (numbers,)
