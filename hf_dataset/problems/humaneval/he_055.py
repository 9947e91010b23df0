"""fib: the n-th Fibonacci number.

Following the definition by recursion is exponential. Adding up all the numbers before is linear in n; doubling the
place (F(2k) and F(2k + 1) from F(k) and F(k + 1)) takes as many steps as n has bits. The best known one begins with a
few known numbers, and computes a single one in the last step.
The prompt sets no limit. Here n is at most 450, since the canonical solution, and any other that recurses from n to
n - 1, would exceed Python's recursion limit beyond; so counts are small, but the orders show. F(0) is 0.
"""

FEW_FAMILIES = "only 451 arguments are allowed, so that no input is one that nobody could know"


def contract(n):
    assert type(n) is int, "n must be an int"
    assert n >= 0, "n must not be negative"
    assert n <= 450, "n must be at most 450"


INVALID = [
    ("a float", (8.0,)),
    ("a negative place", (-1,)),
    ("a place beyond the limit", (451,)),
]


# fmt: off
FIRST = (  # the numbers at 0, 1, ..., 32
    0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987, 1597, 2584, 4181, 6765, 10946, 17711, 28657,
    46368, 75025, 121393, 196418, 317811, 514229, 832040, 1346269, 2178309,
)
# fmt: on


def reference_doubling_from_a_table(n):
    if n < 33:
        return FIRST[n]
    shift = n.bit_length() - 5
    place = n >> shift
    this, following = FIRST[place], FIRST[place + 1]
    while shift > 1:
        shift -= 1
        square = following * following
        this, following = this * (2 * following - this), this * this + square
        if n >> shift & 1:
            this, following = following, this + following
    if n & 1:
        return this * this + following * following
    return this * (2 * following - this)


def reference_doubling(n):
    this, following = 0, 1
    for bit in bin(n)[2:]:
        square = following * following
        this, following = this * (2 * following - this), this * this + square
        if bit == "1":
            this, following = following, this + following
    return this


def slow_list_of_all_numbers(n):
    numbers = [0, 1]
    while len(numbers) <= n:
        numbers.append(numbers[-1] + numbers[-2])
    return numbers[n]


def stress_random_place(rng):
    """large_random: a place in the middle; the definition followed by recursion would never end."""
    return (rng.randrange(290, 310),)


def stress_power_of_two(rng):
    """sparse: the place is a power of two; doubling alone leads to it, all steps between are waste."""
    return (256,)


def stress_ones_only(rng):
    """worst_of_fast: all bits of the place are ones, so that doubling has to go one further at every bit."""
    return (255,)


def stress_last_number_of_64_bits(rng):
    """long_value: the last number that 64 bits hold, beyond the precision of the closed formula in floats."""
    return (93,)


def stress_late_for_recursion(rng):
    """worst_of_slow: large enough that remembering results of a recursion pays its price at every level."""
    return (333,)


EXPRESSIONS = {
    "eighth_place": (
        "early_exit: near the beginning, where even the recursion of the definition is soon done; preparation weighs.",
        "8",
    ),
    "largest_place": (
        "boundary: the largest place that is allowed, a number of 312 bits; a list of all numbers is longest here.",
        "450",
    ),
}


def growing(rng, size):
    """The place n."""
    return (size,)
