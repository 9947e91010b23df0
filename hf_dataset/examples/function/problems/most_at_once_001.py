"""most_at_once: how many visits overlap at one moment, at the most?

The obvious solution looks at all visits for each visit: quadratic. Sorting starts and ends is enough. An end is not
part of a visit, so that one that ends at 10 and one that starts at 10 do not overlap.
"""

from itertools import pairwise

# A problem is one file, NAME_NUMBER.py. The number makes its task id, Mine/1. Only definitions may stand here: reading
# the file runs it, but for what is below `def`.

# PROMPT (needed): what a model is given. A function without its body; examples in the form of the Python prompt.
PROMPT = '''from typing import List, Tuple


def most_at_once(visits: List[Tuple[int, int]]) -> int:
    """Return the largest number of visits that are in the house at one moment.

    A visit is a pair of its start and its end, start < end. The visitor is there from the start on, and no longer at
    the end. Without visits the answer is 0.

    >>> most_at_once([(9, 12), (10, 11), (11, 14)])
    2
    >>> most_at_once([(9, 10), (10, 11)])
    1
    """
'''


# check (needed): the correctness tests. Small inputs, each with its expected output; they decide who is correct.
def check(candidate):
    assert candidate([(9, 12), (10, 11), (11, 14)]) == 2
    assert candidate([(9, 10), (10, 11)]) == 1
    assert candidate([]) == 0
    assert candidate([(0, 1)]) == 1
    assert candidate([(3, 8), (3, 8), (3, 8)]) == 3
    assert candidate([(5, 6), (1, 9), (2, 8), (3, 4)]) == 3
    assert candidate([(0, 1_000_000_000), (999_999_999, 1_000_000_000)]) == 2


# canonical (needed): a plain correct solution. Models are compared with it, too.
def canonical(visits):
    changes = sorted([(start, 1) for start, _ in visits] + [(end, -1) for _, end in visits])
    most = there = 0
    for _, change in changes:  # of one moment the ends come first, for -1 < 1
        there += change
        most = max(most, there)
    return most


# From here on: what efficiency is measured with. Leave it out at first, and the problem counts for correctness only.


# contract: which inputs are valid. All tests and stressful inputs are held to it, and so are tests that are generated.
def contract(visits):
    assert type(visits) is list, "visits must be a list"
    assert len(visits) <= 100_000, "there are at most 100,000 visits"
    assert all(type(visit) is tuple and len(visit) == 2 for visit in visits), "a visit must be a pair"
    assert all(type(time) is int for visit in visits for time in visit), "times must be ints"
    assert all(0 <= start < end <= 10**9 for start, end in visits), "a visit must start before it ends, in 0 to 10**9"


# INVALID: inputs that the contract must reject, each for a reason of its own. At least three.
INVALID = [
    ("a tuple of visits", (((1, 2),),)),
    ("a visit of three numbers", ([(1, 2, 3)],)),
    ("a float", ([(1, 2.5)],)),
    ("a visit that ends when it starts", ([(4, 4)],)),
]


# reference_NAME: the fastest solution that you know, the best one first.
def reference_starts_and_ends(visits):
    ends = sorted([end for _, end in visits])
    left = 0
    for start in sorted([start for start, _ in visits]):
        if ends[left] <= start:
            left += 1
    return len(visits) - left


# slow_NAME: what a hurried person writes: correct, and of a higher order.
def slow_look_at_all(visits):
    most = 0
    for moment, _ in visits:
        there = 0
        for start, end in visits:
            if start <= moment < end:
                there += 1
        most = max(most, there)
    return most


# growing: a valid input of any size. By it the audit tells the order of each solution. The docstring says what grows.
def growing(rng, size):
    """The number of visits."""
    return (_visits(rng, size, 10**6, 10**5),)


# stress_NAME: a large input; it returns the tuple of arguments. The docstring: "KIND: the defect that it exposes." Draw
# from `rng` what is free, so that another seed gives another input of the same kind and cost. At least five.
def stress_any_day(rng):
    """large_random: visits in no order; for each of them a slow solution looks at all others."""
    return (_visits(rng, 3_000, 10**9 - 10**7, 10**7),)


def stress_one_after_another(rng):
    """sorted: each visit begins when the one before ends, so that never two are there; a search finds nothing."""
    times = sorted(rng.sample(range(10**9), 3_001))
    return (list(pairwise(times)),)


def stress_all_at_once(rng):
    """all_equal: the same two times in every visit, and all of them overlap."""
    start = rng.randrange(10**6)
    return ([(start, start + rng.randrange(1, 10**6))] * 4_000,)


def stress_one_in_another(rng):
    """deep_nesting: each visit lies within the one before it; who counts level by level has many levels."""
    times = sorted(rng.sample(range(10**9), 6_000))
    return ([(times[place], times[-1 - place]) for place in range(3_000)],)


def stress_crowd_at_the_end(rng):
    """worst_of_slow: single visits first, and the crowd last; what has been found so far says nothing of it."""
    single = [(10 * hour, 10 * hour + 9) for hour in range(2_500)]
    late = [(10**6 + rng.randrange(5_000), 10**7 + rng.randrange(5_000)) for _ in range(1_500)]
    return (single + late,)


def _visits(rng, number, latest, longest):
    starts = [rng.randrange(latest) for _ in range(number)]
    return [(start, start + rng.randrange(1, longest)) for start in starts]
