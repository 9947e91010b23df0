"""digits: the product of the odd digits of a positive integer.

Cutting each digit out with a power of ten divides the long number once a digit: cubic in the number of digits.
Written as a string, the number shows how often each digit occurs, and four powers give the product: quadratic with a
small factor, nearly all of it the conversion to decimal.
Decided here: n has at most 4000 digits, which Python turns into a string. Without an odd digit the answer is 0.
"""

LIMIT = 10**4000


def contract(n):
    assert type(n) is int, "n must be an integer"
    assert n > 0, "n must be positive"
    assert n < LIMIT, "n must have at most 4000 digits"


INVALID = [
    ("n is a string", ("235",)),
    ("n is zero", (0,)),
    ("n has 4001 digits", (10**4000,)),
]


def reference_count_each_odd_digit(n):
    ones, threes, fives, sevens, nines = map(str(n).count, "13579")
    if ones + threes + fives + sevens + nines == 0:
        return 0
    return 3 ** (threes + 2 * nines) * 5**fives * 7**sevens


def slow_cut_out_every_digit(n):
    product = 1
    any_odd = False
    for place in range(len(str(n))):
        digit = n // 10**place % 10
        if digit % 2 == 1:
            product *= digit
            any_odd = True
    return product if any_odd else 0


def from_digits(rng, digits, count):
    return int("".join(rng.choices(digits, k=count)))


def growing(rng, size):
    """The number of digits."""
    return (int(rng.choice("123456789") + "".join(rng.choices("0123456789", k=size - 1))),)


def stress_random_digits(rng):
    """large_random: 4000 random digits; cutting each one out with a power of ten divides the long number each time."""
    return (rng.randrange(10**3999, 10**4000),)


def stress_even_digits(rng):
    """sparse: even digits only, the answer is 0; no product hides the cost of taking the number apart."""
    return (from_digits(rng, "2468", 4_000),)


def stress_odd_digits_above_one(rng):
    """dense: every digit is a factor above 1; multiplying one digit at a time works on a longer and longer product."""
    return (from_digits(rng, "3579", 4_000),)


def stress_ascending_digits(rng):
    """sorted: the digits ascend, and with them the runs of equal digits are long; factors come in blocks."""
    return (int("".join(sorted(str(rng.randrange(10**3999, 10**4000)).replace("0", "1")))),)


def stress_one_odd_digit_in_front(rng):
    """worst_of_fast: only the first digit is odd, the last that division by ten brings out; the rest is even."""
    return (7 * 10**3999 + from_digits(rng, "02468", 3_999),)


EXPRESSIONS = {
    "all_nines": (
        "boundary: the largest number allowed, whose product is the largest of all.",
        "10**4000 - 1",
    ),
    "all_ones": (
        "all_equal: 4000 ones; the product stays 1, so that only reading the digits costs.",
        "10**4000 // 9",
    ),
}
