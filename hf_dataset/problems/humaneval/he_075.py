"""is_multiply_prime: is the number a product of exactly three primes?

Trying every triple of primes takes the cube of their number, and dividing by every smaller number is linear in the
value of the number; dividing by the primes below 100, and stopping as soon as the answer is certain, takes at most 25
divisions that fail. The three primes need not differ.
The prompt says that the number is less than 100, but the tests go up to 1001. Decided here: the number lies between 1
and a million, and it has no prime factor above 100, because the canonical solution knows no larger ones.
"""

PRIMES = (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97)


def without_small_primes(a):
    for p in PRIMES:
        while a % p == 0:
            a //= p
    return a


COST_VARIES = {
    "twice_twice_a_prime": "the numbers are so small that a loop over them costs what the number drawn is",
    "one_small_and_two_equal": "the numbers are so small that a loop over them costs what the number drawn is",
}


def contract(a):
    assert type(a) is int, "a must be an int"
    assert a >= 1, "a must be positive"
    assert a <= 10**6, "a must be at most a million"
    assert without_small_primes(a) == 1, "a must have no prime factor above 100"


INVALID = [
    ("a float", (30.0,)),
    ("zero", (0,)),
    ("above a million", (2**20,)),
    ("a prime factor above 100", (2 * 2 * 101,)),
]


def reference_divide_by_primes(a):
    found = 0
    for p in PRIMES:
        while a % p == 0:
            a //= p
            found += 1
            if found > 3:
                return False
        if p * p > a:
            break
    return found + (a > 1) == 3


def slow_divide_by_every_number(a):
    found = 0
    rest = a
    for divisor in range(2, a + 1):
        while rest % divisor == 0:
            rest //= divisor
            found += 1
    return found == 3


def growing(rng, size):
    """The number itself, lowered to the next one without a prime factor above 100."""
    while without_small_primes(size) > 1:
        size -= 1
    return (size,)


def stress_three_random_primes(rng):
    """large_random: three primes from the upper half of those allowed; nested loops over primes meet them late."""
    return (rng.choice(PRIMES[12:]) * rng.choice(PRIMES[12:]) * rng.choice(PRIMES[12:]),)


def stress_power_of_two(rng):
    """worst_of_slow: nearly twenty equal factors; the fourth one decides, but loops over triples or divisors go on."""
    return (2 ** rng.randrange(17, 20),)


def stress_two_large_primes(rng):
    """worst_of_fast: a product of two primes only; no small divisor ends the search, and every triple is refused."""
    first, second = rng.sample(PRIMES[-6:], 2)
    return (first * second,)


def stress_twice_twice_a_prime(rng):
    """early_exit: two small factors leave a prime; a complete list of prime factors or triples is not needed."""
    return (2 * 2 * rng.choice((11, 13, 17, 19)),)


def stress_one_small_and_two_equal(rng):
    """sparse: few triples lie below the number; a search is short unless it starts at the large primes."""
    return (2 * rng.choice((3, 5, 7, 11)) ** 2,)


EXPRESSIONS = {
    "cube_of_the_largest_prime": (
        "boundary: the largest product of three primes below 100; nested loops over primes find it as their very last.",
        "97**3",
    ),
    "cube_of_two": (
        "all_equal: the smallest product of all; a sieve or a list of all products is made for nothing.",
        "2**3",
    ),
    "most_divisors": (
        "dense: no number up to a million has more divisors (240); testing each of them for being prime is waste.",
        "2**4 * 3**2 * 5 * 7 * 11 * 13",
    ),
}
