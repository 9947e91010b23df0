"""decimal_to_binary: the binary digits of a number, between "db" and "db".

Halving a long number once for each bit is quadratic in its length, and dividing it by a power of two for each place
is worse; the built-in conversion is linear and writes each bit once.
Decided here: the number is not negative, for neither prompt nor tests say where its sign would go. Nothing turns it
into decimal digits, so it may be longer than Python would print.
"""

from math import factorial


def contract(decimal):
    assert type(decimal) is int, "decimal must be an int"
    assert decimal >= 0, "decimal must not be negative"
    assert decimal.bit_length() <= 1_000_000, "decimal must have at most 1 million bits"


INVALID = [
    ("a string of digits", ("15",)),
    ("negative", (-5,)),
    ("too long", (1 << 1_000_000,)),
]


def reference_built_in(decimal):
    return f"db{bin(decimal)[2:]}db"


def slow_divide_for_each_place(decimal):
    places = max(decimal.bit_length(), 1)
    return "db" + "".join(str(decimal // 2**place % 2) for place in reversed(range(places))) + "db"


def growing(rng, size):
    """The number of bits."""
    return (rng.getrandbits(size) | 1 << size - 1,)


def stress_random_bits(rng):
    """large_random: no pattern in the bits; halving the number for each of them handles the whole rest each time."""
    return (rng.getrandbits(300_000) | 1 << 299_999,)


def stress_short_random_number(rng):
    """early_exit: a number of 200 bits only; tables or pieces prepared for long numbers do not pay."""
    return (rng.getrandbits(200) | 1 << 199,)


def stress_factorial(rng):
    """long_value: a product of many numbers that ends in a long run of zero bits, after bits without a pattern."""
    return (factorial(rng.randrange(19_900, 20_100)),)


def stress_one_bit(rng):
    """sparse: a power of two; counting down through smaller powers or subtracting them walks over zeros only."""
    return (1 << rng.randrange(299_000, 301_000),)


def stress_all_ones(rng):
    """dense: every bit is set; each one costs whatever a solution does for ones only."""
    return ((1 << rng.randrange(299_000, 301_000)) - 1,)


def stress_zeros_inside(rng):
    """worst_of_fast: whole pieces of the number are zero; cut into pieces, each must be filled up to full width."""
    return (sum(rng.randrange(4, 8) << 10_000 * place for place in range(31)),)


EXPRESSIONS = {
    "power_of_ten": (
        "boundary: the longest number with a decimal form that Python prints by default.",
        "10**4_299",
    ),
}
