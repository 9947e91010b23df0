"""below_zero: does a running balance that starts at zero ever fall below zero?

Adding up every prefix from its start is quadratic; carrying the balance along is linear and can end at the first
negative balance.
Where the smallest amount of a block cannot bring the balance down far enough, the block need only be summed.
Decided here: operations may be zero and have at most 4000 digits, which Python can still turn into text; an account
without operations is never below zero.
"""

from itertools import accumulate

LIMIT = 10**4000


def contract(operations):
    assert type(operations) is list, "operations must be a list"
    assert all(type(x) is int for x in operations), "operations must hold integers only"
    assert all(-LIMIT < x < LIMIT for x in operations), "operations must have at most 4000 digits each"


INVALID = [
    ("operations is a tuple", ((1, -2),)),
    ("a float among the operations", ([1, -2.5],)),
    ("an amount of 4001 digits", ([1, -(10**4000)],)),
]


def reference_blocks_that_cannot_fall_below(operations):
    balance = 0
    for start in range(0, len(operations), 500):
        block = operations[start : start + 500]
        lower_bound = balance + min(block) * len(block)
        if lower_bound < 0 and min(accumulate(block, initial=balance)) < 0:
            return True
        balance += sum(block)
    return False


def reference_first_negative_balance(operations):
    for balance in accumulate(operations):
        if balance < 0:
            return True
    return False


def slow_sum_of_every_prefix(operations):
    return any(sum(operations[: end + 1]) < 0 for end in range(len(operations)))


def stress_growing_balance(rng):
    """large_random: deposits outweigh withdrawals, so the balance stays positive and every operation must be read."""
    return ([10_000, *(rng.randrange(-90, 100) for _ in range(70_000))],)


def stress_last_operation(rng):
    """worst_of_slow: the balance is negative after the very last operation only, so every prefix is added up."""
    return ([rng.randrange(1, 100) for _ in range(70_000)] + [-10_000_000],)


def stress_back_to_zero(rng):
    """boundary: every second balance is exactly zero, which is not below zero, so bounds on a block decide nothing."""
    amounts = [rng.randrange(1, 1_000) for _ in range(35_000)]
    return ([x for amount in amounts for x in (amount, -amount)],)


def stress_descending(rng):
    """sorted: falling amounts; the balance comes back to exactly zero at the very end, so nothing ends the search."""
    largest = rng.randrange(34_500, 35_500)
    return (list(range(largest, -largest - 1, -1)),)


def stress_overdrawn_in_first_tenth(rng):
    """early_exit: a tenth of the list decides; keeping all balances first and searching them later wastes the rest."""
    operations = [rng.randrange(0, 50) for _ in range(300_000)]
    operations[30_000] = -2_000_000
    return (operations,)


def stress_huge_amounts(rng):
    """long_value: amounts of 300 digits; each repeated addition costs as much as many small ones."""
    top = 10**300
    return ([300 * top, *(rng.randrange(-top, top + top // 100) for _ in range(12_000))],)


def growing(rng, size):
    """The number of operations; the balance never falls below zero."""
    return ([rng.randrange(1, 100) for _ in range(size)],)
