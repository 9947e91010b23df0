"""smallest_change: how many elements must be changed to make a list a palindrome?

It is the number of unequal pairs, counted from both ends; a change of one of the two is enough. Removing the ends
one pair at a time moves the rest and is quadratic; comparing the front half with the reversed back half is linear.
Where a whole piece equals its mirror image, one comparison of lists settles it.
Decided here: the list may be empty, the integers may be negative and have at most 4000 digits.
"""

from operator import ne

LIMIT = 10**4000


def contract(arr):
    assert type(arr) is list, "arr must be a list"
    assert all(type(x) is int for x in arr), "arr must hold integers only"
    assert all(-LIMIT < x < LIMIT for x in arr), "the integers must have at most 4000 digits each"


INVALID = [
    ("a tuple", ((1, 2, 3),)),
    ("a bool among the integers", ([1, True, 3],)),
    ("an integer of 4001 digits", ([1, 10**4000, 3],)),
]


def reference_unequal_pieces(arr):
    middle = len(arr) // 2
    front = arr[:middle]
    back = arr[: -middle - 1 : -1]
    changes = 0
    for start in range(0, middle, 256):
        piece = front[start : start + 256]
        mirror_image = back[start : start + 256]
        if piece != mirror_image:
            changes += sum(map(ne, piece, mirror_image))
    return changes


def slow_take_off_both_ends(arr):
    rest = list(arr)
    changes = 0
    while len(rest) > 1:
        if rest.pop(0) != rest.pop():
            changes += 1
    return changes


def mirrored(half):
    return half + half[::-1]


def stress_random_numbers(rng):
    """large_random: nearly every pair is unequal; taking elements off the front moves all the others."""
    return ([rng.randrange(-(10**6), 10**6) for _ in range(20_000)],)


def stress_palindrome(rng):
    """sparse: no pair is unequal; stepping through the pairs one by one finds nothing to count."""
    return (mirrored([rng.randrange(10**6) for _ in range(20_000)]),)


def stress_rising_numbers(rng):
    """sorted: an odd number of rising values; all pairs are unequal and the middle one has no partner."""
    return (list(range(20_001)),)


def stress_coin_tosses(rng):
    """dense: zeros and ones at random, half of the pairs unequal, in an order that no guess can follow."""
    return ([rng.randrange(2) for _ in range(24_000)],)


def stress_one_change_in_every_piece(rng):
    """worst_of_fast: a palindrome but for one pair in every hundred, so that no long piece equals its mirror image."""
    arr = mirrored([rng.randrange(10**6) for _ in range(12_000)])
    for place in range(50, 12_000, 100):
        arr[place] += 1
    return (arr,)


def stress_change_in_the_middle(rng):
    """worst_of_slow: the only unequal pair is the innermost one, which is reached last from the ends."""
    half = [rng.randrange(10**6) for _ in range(20_000)]
    return ([*half, half[-1] - 1, *half[-2::-1]],)


def stress_long_numbers(rng):
    """long_value: numbers of 200 digits, equal or different in the last ones only; each comparison reads them whole."""
    half = [10**200 + rng.randrange(10**6) for _ in range(8_000)]
    return (half + [x + rng.randrange(2) for x in reversed(half)],)


EXPRESSIONS = {
    "one_number_repeated": (
        "all_equal: the same small number everywhere; equal pairs could be told from the objects alone.",
        "[5] * 50_000",
    ),
}


def growing(rng, size):
    """The number of elements."""
    return ([rng.randrange(10) for _ in range(size)],)
