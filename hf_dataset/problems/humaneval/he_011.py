"""string_xor: the bitwise exclusive or of two binary strings.

Every digit has to be read and written once, so the best is linear. Building the result from copies of the text (one
character cut off or put in front at a time) is quadratic. The fastest known solution lets one operation on large
integers do all the positions.
The prompt says nothing of strings of different lengths: they are left out. Two empty strings are allowed.
"""


def contract(a, b):
    assert type(a) is str, "a must be a string"
    assert type(b) is str, "b must be a string"
    assert set(a) <= {"0", "1"}, "a must hold the digits 0 and 1 only"
    assert set(b) <= {"0", "1"}, "b must hold the digits 0 and 1 only"
    assert len(a) == len(b), "a and b must have the same length"


INVALID = [
    ("a is bytes", (b"01", "10")),
    ("b is an int", ("01", 10)),
    ("a holds the digit 2", ("012", "110")),
    ("b holds a space", ("010", "1 0")),
    ("different lengths", ("0101", "010")),
]


def reference_two_digits_a_byte(a, b):
    padding = "0" * (len(a) % 2)
    packed_a = bytes.fromhex(padding + a)
    packed_b = bytes.fromhex(padding + b)
    difference = int.from_bytes(packed_a, "little") ^ int.from_bytes(packed_b, "little")
    return difference.to_bytes(len(packed_a), "little").hex()[len(padding) :]


def slow_cut_off_the_first_digit(a, b):
    result = ""
    while a:
        result += "0" if a[0] == b[0] else "1"
        a = a[1:]
        b = b[1:]
    return result


def stress_random_digits(rng):
    """large_random: long random strings; cutting one character off at a time copies the rest at every position."""
    n = 300_000
    return "".join(rng.choices("01", k=n)), "".join(rng.choices("01", k=n))


def stress_equal_strings(rng):
    """all_equal: the result is zeros only, which a number drops: putting them back one at a time is quadratic."""
    text = "".join(rng.choices("01", k=350_000))
    return text, text


def stress_complements(rng):
    """dense: every position differs; writing each 1 into a string of zeros by slicing copies it every time."""
    text = "".join(rng.choices("01", k=320_000))
    return text, text.translate(str.maketrans("01", "10"))


def stress_few_differences(rng):
    """sparse: a hundred differences, all in the last tenth; looking for each from the start repeats the long part."""
    text = "".join(rng.choices("01", k=400_000))
    digits = list(text)
    for i in rng.sample(range(360_000, 400_000), 100):
        digits[i] = "1" if digits[i] == "0" else "0"
    return text, "".join(digits)


def stress_short_value_in_a_long_string(rng):
    """boundary: odd length, and a is zeros but for its last digit: the lengths of the numbers differ very much."""
    n = 333_333
    return "0" * (n - 1) + "1", "1" + "".join(rng.choices("01", k=n - 1))


def stress_a_hundred_digits(rng):
    """boundary: short strings, for which preparations that pay for long ones only are most of the work."""
    return "".join(rng.choices("01", k=100)), "".join(rng.choices("01", k=100))


def growing(rng, size):
    """The length of both strings."""
    return "".join(rng.choices("01", k=size)), "".join(rng.choices("01", k=size))


EXPRESSIONS = {
    "two_runs": (
        "sorted: all zeros stand before all ones; peeling digits off the low end of a number is quadratic.",
        '"0" * 150_000 + "1" * 150_000',
        '"0" * 200_000 + "1" * 100_000',
    ),
    "short_complements": (
        "early_exit: all of 128 digits differ; building tables or large numbers first costs more than a plain pass.",
        '"01" * 64',
        '"10" * 64',
    ),
}
