"""sort_even: sort the elements at the even places among themselves, leave those at the odd places where they are.

Inserting each element into its place by exchanges is quadratic; sorting the slice is n log n, or linear where it
consists of few runs already, and one slice assignment puts it back without a loop over the places. The elements are
integers of any size, the list may be empty, and what is returned is a list.
"""


def contract(l):  # noqa: E741
    assert type(l) is list, "l must be a list"
    assert not any(type(x) is str for x in l), "l must not hold strings"
    assert all(type(x) is int for x in l), "l must hold integers only"


INVALID = [
    ("a tuple", ((5, 6, 3, 4),)),
    ("a string among the integers", ([5, "6", 3, 4],)),
    ("a float among the integers", ([5, 6, 3.5, 4],)),
]


def reference_sort_slice(l):  # noqa: E741
    result, part = l[:], l[::2]
    part.sort()
    result[::2] = part
    return result


def slow_exchange_neighbours(l):  # noqa: E741
    result = l[:]
    for end in range(2, len(l), 2):
        i = end
        while i > 0 and result[i - 2] > result[i]:
            result[i - 2], result[i] = result[i], result[i - 2]
            i -= 2
    return result


def growing(rng, size):
    """The number of elements."""
    return ([rng.randrange(10**6) for _ in range(size)],)


def stress_random_order(rng):
    """large_random: an odd number of elements in no order; each insertion by exchanges passes half of the others."""
    return ([rng.randrange(-(10**8), 10**8) for _ in range(15_001)],)


def stress_two_values(rng):
    """all_equal: nothing but zeros and ones; ties must cost a sort no exchanges and no uneven splits."""
    return ([rng.getrandbits(1) for _ in range(40_000)],)


def stress_falling_even_places(rng):
    """worst_of_slow: the even places fall while the odd ones rise; every pair of them is the wrong way round."""
    lowest = rng.randrange(1_000, 1_000_000)
    elements = list(range(lowest, lowest + 60_000))
    elements[::2] = range(lowest + 60_000, lowest, -2)
    return (elements,)


def stress_in_order(rng):
    """sorted: the even places need no change, so that only the copying costs; element by element it is slow."""
    lowest = rng.randrange(-200_000, -100_000)
    return ([lowest + x * 7 for x in range(80_000)],)


def stress_short_rising_pieces(rng):
    """worst_of_fast: short rising pieces from widely different ranges; runs are too short to make merging cheap."""
    lowest = rng.randrange(1_000, 1_000_000)
    return ([lowest + (piece * 7919 % 1009) * 1000 + step for piece in range(700) for step in range(24)],)


def stress_long_integers(rng):
    """long_value: negative integers of two hundred digits with a common beginning; a comparison reads all of them."""
    return ([-(10**200) - rng.randrange(10**9) for _ in range(8_000)],)


def stress_one_out_of_place(rng):
    """boundary: the last of the even places belongs to the front; moving it there by exchanges passes all of them."""
    lowest = rng.randrange(1_000, 1_000_000)
    return ([*range(lowest, lowest + 60_000), lowest - 1],)
