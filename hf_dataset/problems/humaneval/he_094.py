"""skjkasdkd: the sum of the digits of the largest prime in a list.

Only the largest prime is wanted, so numbers are tried from the largest down and the first prime ends the search. Most
composite numbers share a factor with a product of small primes; the others are told by the test of Miller and Rabin in
a number of steps in proportion to the digits, where trial division needs the square root. Sorting can be kept short:
the largest prime of a sample shows which numbers are worth looking at.
Decided here: the list holds at least one prime, since the prompt does not say what the answer is without one (and the
canonical solution takes 1 for a prime then); zero and negative numbers are allowed, as they are no primes. Numbers
above 10 to the power of 12 are left out.
"""

from math import gcd

COST_VARIES = {
    "random_numbers": "how many numbers are above the largest prime so far, and so are divided, is drawn",
    "few_long_primes": "how many primes are tried before the largest one comes is drawn",
}


LIMIT = 10**12
SMALL_PRIMES = {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47}
PRODUCT_OF_SMALL_PRIMES = 614889782588491410


def is_prime(n):
    """The test of Miller and Rabin; these bases decide it for all n below 2.1e12."""
    if gcd(n, PRODUCT_OF_SMALL_PRIMES) > 1:
        return n in SMALL_PRIMES
    if n < 53 * 53:
        return n > 1
    odd = n - 1
    twos = (odd & -odd).bit_length() - 1
    odd >>= twos
    for base in (2, 3, 5, 7, 11):
        x = pow(base, odd, n)
        if x == 1 or x == n - 1:
            continue
        for _ in range(twos - 1):
            x = x * x % n
            if x == n - 1:
                break
        else:
            return False
    return True


def contract(lst):
    assert type(lst) is list, "lst must be a list"
    assert all(type(x) is int for x in lst), "lst must hold integers only"
    assert all(-LIMIT <= x <= LIMIT for x in lst), "the numbers must be from -10**12 to 10**12"
    assert any(map(is_prime, sorted(set(lst), reverse=True))), "lst must hold a prime"


INVALID = [
    ("a tuple", ((2, 3),)),
    ("a float among the numbers", ([2, 3.0],)),
    ("a number that is too large", ([2, 10**12 + 1],)),
    ("no prime", ([0, 1, 4, -7],)),
]


def reference_maximum_first(lst):
    largest = max(lst)
    if is_prime(largest):
        return sum(map(int, str(largest)))
    return reference_sample_first(lst)


def reference_sample_first(lst):
    largest = 1
    for part in (lst[::64] + lst[1::64], lst):
        for n in sorted({n for n in part if n > largest and (n % 2 or n == 2)}, reverse=True):
            if is_prime(n):
                largest = n
                break
    return sum(map(int, str(largest)))


def slow_trial_division_of_all(lst):
    primes = []
    for n in lst:
        if n >= 2 and all(n % d for d in range(2, int(n**0.5) + 1)):
            primes.append(n)
    return sum(int(digit) for digit in str(max(primes)))


def stress_random_numbers(rng):
    """large_random: every 19th number or so is a prime of up to 9 digits; testing all of them is waste."""
    return ([rng.randrange(500_000_000) for _ in range(60_000)],)


def stress_ascending(rng):
    """sorted: a solution that keeps the largest prime so far meets a new one again and again."""
    return (list(range(60_000)),)


def stress_semiprimes(rng):
    """worst_of_fast: the largest numbers are products of two middling primes; no small divisor gives them away."""
    factors = [p for p in range(53, 500) if is_prime(p)]
    numbers = {rng.choice(factors) * rng.choice(factors) for _ in range(2_000)}
    return ([53, *numbers, 47],)


def stress_few_long_primes(rng):
    """all_equal: three primes of nine digits, each of them thousands of times; testing each place anew is waste."""
    return (rng.choices([999_999_893, 999_999_929, 999_999_937], k=60_000),)


def stress_prime_among_even(rng):
    """sparse: random even numbers and a single small prime: the largest are of no use, and all have to be passed."""
    numbers = [rng.randrange(4, 10**9, 2) for _ in range(20_000)]
    numbers[5_000] = 2
    return (numbers,)


def stress_largest_first(rng):
    """early_exit: the largest number stands in front and is prime; no other number needs a test."""
    return ([1_000_003] + [rng.randrange(-(10**12), 1_000_000) for _ in range(60_000)],)


def stress_twelve_digits(rng):
    """worst_of_slow: a prime next to the limit, where trial division takes a million steps, among multiples of six."""
    return ([999_999_999_989] + [rng.randrange(10**11) * 6 for _ in range(30_000)],)


def growing(rng, size):
    """The largest number that may occur; the list holds the largest prime up to it."""
    return ([next(n for n in range(size, 1, -1) if is_prime(n))],)
