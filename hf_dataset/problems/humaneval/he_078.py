"""hex_key: how many of the hexadecimal digits of a string are prime (2, 3, 5, 7, B, D)?

One look at every character is needed. A loop in Python spends most on the single steps; removing the six digits with
one pass at C speed, and comparing the lengths, is many times faster. Taking the digits from the front of
a list is quadratic. Some inputs are short, so that ordinary loops stay within sight of the best.
Decided here: the digits are written in upper case, as the prompt promises, and since the tests pass an empty list,
that is allowed beside the empty string.
"""


def contract(num):
    assert num == [] or type(num) is str, "num must be a str, or an empty list"
    assert not num or num.isascii(), "num must hold ASCII characters only"
    assert not num or not num.encode().translate(None, b"0123456789ABCDEF"), "num must hold hexadecimal digits only"


INVALID = [
    ("bytes", (b"AB",)),
    ("a digit of another script", ("12\u0663",)),
    ("lower case", ("abed1a33",)),
]


def reference_delete_and_compare(num):
    return len(num) - len((num or "").encode().translate(None, b"2357BD"))


def slow_take_from_the_front(num):
    digits = list(num)
    total = 0
    while digits:
        if digits.pop(0) in "2357BD":
            total += 1
    return total


def growing(rng, size):
    """The number of digits."""
    return ("".join(rng.choices("0123456789ABCDEF", k=size)),)


def stress_random_digits(rng):
    """large_random: digits of every kind; taking them from the front moves all the rest each time."""
    return ("".join(rng.choices("0123456789ABCDEF", k=250_000)),)


def stress_no_prime_digit(rng):
    """sparse: no digit is prime, so that each is compared with all six primes and nothing is counted."""
    return ("".join(rng.choices("014689ACEF", k=250_000)),)


def stress_sorted_digits(rng):
    """sorted: long runs of equal digits; splitting at the primes or listing the matches builds many small pieces."""
    return ("".join(sorted(rng.choices("0123456789ABCDEF", k=250_000))),)


def stress_short_random_key(rng):
    """early_exit: a key of 512 bits; anything that is prepared for long strings does not pay."""
    return ("".join(rng.choices("0123456789ABCDEF", k=128)),)


EXPRESSIONS = {
    "one_prime_repeated": (
        "dense: every digit is counted, and it is the last of the primes in a list of them.",
        "'D' * 250_000",
    ),
    "short_without_primes": (
        "worst_of_slow: few digits, none prime; the cost of refusing a digit shows before the length does.",
        "'0F' * 32",
    ),
    "short_with_primes_only": (
        "all_equal: few digits, all the first of the primes; the cost of counting shows before the length does.",
        "'2' * 200",
    ),
}
