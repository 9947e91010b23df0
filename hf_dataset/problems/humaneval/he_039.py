"""prime_fib: the n-th Fibonacci number that is prime.

Trial division takes a number of steps in proportion to the square root of the number: exponential in its digits. What
helps: except for the fourth one, 3, only Fibonacci numbers with a prime index can be prime; a prime factor q of the one
with the prime index p > 5 leaves the remainder 1 divided by 4, and 1 or p - 1 divided by p; and Fermat's test decides
with one modular power. Decided here: n is at most 21. The 21st (index 571) has 120 digits, the 22nd (index 2971) has
621. Within this range Fermat's test with the base 3 has been compared with the known primes: it never errs.
"""

from bisect import bisect_left

FEW_FAMILIES = "only the arguments from 1 to 21 are allowed, and no two of them cost the same"


def contract(n):
    assert type(n) is int, "n must be an int"
    assert n >= 1, "n must be at least 1"
    assert n <= 21, "n must be at most 21"


INVALID = [
    ("a float", (3.0,)),
    ("zero", (0,)),
    ("the 22nd is beyond the limit", (22,)),
]


def has_small_factor(number, index):
    """Whether one of the possible factors below 24 times the prime index divides the number; 5 is never one here."""
    top = min(number, 24 * index)
    for q in range(2 * index - 1, top, 4 * index):
        if number % q == 0:
            return True
    for q in range(4 * index + 1, top, 4 * index):
        if number % q == 0:
            return True
    return False


def reference_prime_indexes_and_fermat(n):
    composite = {multiple for d in range(3, 25, 2) for multiple in range(d * d, 573, 2 * d)}
    before, number, at = 1, 2, 3
    for index in (3, 4, *range(5, 573, 2)):
        if index not in composite:
            for _ in range(index - at):
                before, number = number, before + number
            at = index
            if not has_small_factor(number, index) and pow(3, number, number) == 3 % number:
                n -= 1
                if n == 0:
                    break
    return number


def slow_every_divisor_up_to_the_root(n):
    before, number = 1, 1
    while n > 0:
        before, number = number, before + number
        divisor = 2
        while divisor * divisor <= number and number % divisor:
            divisor += 1
        if divisor * divisor > number:
            n -= 1
    return number


BITS = (2, 2, 3, 4, 7, 8, 11, 15, 19, 29, 32, 57, 90, 94, 249, 299, 300, 311, 353, 394, 396)


def growing(rng, size):
    """The number of binary digits that the answer has at least."""
    return (bisect_left(BITS, size) + 1,)


EXPRESSIONS = {
    "six_digits": (
        "early_exit: all numbers on the way are short; a sieve up to the answer, or a test of each number below it, "
        "does a million steps for what a few hundred divisions tell.",
        "9",
    ),
    "ten_digits": (
        "worst_of_slow: the last answer that trial division reaches soon; it tries 54,000 divisors for it.",
        "11",
    ),
    "seventeen_digits": (
        "long_value: a prime of 17 digits comes next after one of ten; trial division takes 300 million steps.",
        "12",
    ),
    "wide_gap": (
        "sparse: no prime stands between the indexes 137 and 359; a test that proves each number composite slowly, "
        "or looks at composite indexes too, loses its time here.",
        "15",
    ),
    "close_primes": (
        "dense: the indexes 431, 433 and 449 in a row are prime; a test of many rounds does all of them each time.",
        "18",
    ),
    "last_allowed": (
        "boundary: the answer has 120 digits; a square root in floats is wrong, and factoring the numbers is hopeless.",
        "21",
    ),
}
