"""even_odd_count: how many digits of a number are even and how many are odd.

Writing the number in decimal once is quadratic in the number of digits with a small factor, and the digits are then
counted without a loop in Python; dividing by a power of ten of its own for every digit is cubic.
Decided here: the sign does not count, the number 0 has one even digit, and there are at most 4000 digits, which
Python turns into text by default.
"""


def contract(num):
    assert type(num) is int, "num must be an int"
    assert num < 10**4000, "num must have at most 4000 digits"
    assert num > -(10**4000), "num must not be below the negative numbers of 4000 digits"


INVALID = [
    ("a string of digits", ("123",)),
    ("a number of 4001 digits", (10**4000,)),
    ("a negative number of 4001 digits", (-(10**4000),)),
]


def reference_delete_the_even_digits(num):
    digits = b"%d" % abs(num)
    odd = len(digits.translate(None, b"02468"))
    return len(digits) - odd, odd


def slow_power_of_ten_for_each_digit(num):
    num = abs(num)
    even = odd = 0
    for place in range(len(str(num))):
        if num // 10**place % 2:
            odd += 1
        else:
            even += 1
    return even, odd


def growing(rng, size):
    """The number of digits."""
    return (rng.randrange(10 ** (size - 1), 10**size),)


def stress_random_digits(rng):
    """large_random: digits by chance, even and odd ones mixed; a decision for each digit cannot be foreseen."""
    return (rng.randrange(10**3999, 10**4000),)


def stress_negative_with_odd_digits(rng):
    """dense: a negative number of odd digits only; floor division of a number below zero never arrives at zero."""
    return (-int("".join(rng.choices("13579", k=3_990))),)


def stress_even_digits_only(rng):
    """sparse: even digits only, a zero among them in every fifth place; counting the odd ones finds nothing."""
    return (int("2" + "".join(rng.choices("02468", k=3_970))),)


def stress_one_and_zeros(rng):
    """worst_of_slow: zeros after a single one; each of them has to be cut off before the last digit appears."""
    return (-(10 ** rng.randrange(3_980, 4_000)),)


def stress_one_digit_repeated(rng):
    """all_equal: one digit four thousand times; a search for each of ten digits is in vain for nine."""
    return (10**4000 // 9 * rng.randrange(1, 10),)


def stress_power_of_two(rng):
    """long_value: a power of two, a single bit of binary but nearly 4000 decimal digits without a pattern."""
    return (2 ** rng.randrange(13_260, 13_287),)


EXPRESSIONS = {
    "largest_number_allowed": (
        "boundary: nothing but nines up to the limit; floating-point logarithms give it one digit too many.",
        "10**4000 - 1",
    ),
}
