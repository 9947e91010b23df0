"""string_sequence: the numbers from 0 to n as text, separated by spaces.

The text has to be written once, so the best is linear in its length. Putting each number in front of the text so far
copies it every time: quadratic. The best known one converts no number but the thousands: it repeats the
text of a thousand endings, and fills the columns of the leading digits with slice assignments.
The prompt says nothing of a negative n: it is left out, and so is an n over 2,000,000, to keep the text in memory. The
argument is a single number, so the inputs differ in where n stands among the powers of ten and the multiples that a
solution by blocks may use.
"""


def contract(n):
    assert type(n) is int, "n must be an int"
    assert n >= 0, "n must not be negative"
    assert n <= 2_000_000, "n must be at most 2,000,000"


INVALID = [
    ("n is a float", (5.0,)),
    ("n is negative", (-1,)),
    ("n is too large", (2_000_001,)),
]


def reference_fill_columns(n):
    parts = [" ".join(map(str, range(min(n + 1, 1000))))]
    runs = {ord(digit): digit.encode() * 1000 for digit in "0123456789"}
    for width in range(4, len(str(n)) + 1):
        smallest = 10 ** (width - 1)
        largest = min(n, 10 * smallest - 1)
        thousands = range(smallest // 1000, largest // 1000 + 1)
        row = b" " + b"0" * (width - 3)
        text = bytearray(row + row.join(b"%03d" % ending for ending in range(1000))) * len(thousands)
        leading = "".join(map(str, thousands)).encode()
        for column in range(width - 3):
            text[column + 1 :: width + 1] = b"".join(map(runs.__getitem__, leading[column :: width - 3]))
        parts.append(text[: (largest - smallest + 1) * (width + 1)].decode())
    return "".join(parts)


def slow_put_in_front(n):
    result = str(n)
    while n > 0:
        n -= 1
        result = str(n) + " " + result
    return result


def stress_any_number(rng):
    """large_random: no round number; copying the text so far for every number is quadratic."""
    return (rng.randrange(118_001, 122_000),)


def stress_last_before_a_new_digit(rng):
    """boundary: 99,999, the last number of five digits."""
    return (99_999,)


def stress_block_of_one(rng):
    """worst_of_fast: a multiple of 1000 and of 1024: a solution by blocks ends with a block of a single number."""
    return (128_000,)


def stress_long_text(rng):
    """long_value: a megabyte of text; joining it from halves or from pieces again and again copies all of it."""
    return (rng.randrange(158_000, 162_000),)


def stress_mostly_long_numbers(rng):
    """worst_of_slow: five or six digits in nearly all numbers; taking them off by division costs a step for each."""
    return (rng.randrange(148_000, 150_000),)


def growing(rng, size):
    """n, the last number of the text."""
    return (size,)
