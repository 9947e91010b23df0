"""odd_count: for each string of digits, a sentence in which the number of its odd digits takes the place of four i's.

Cutting off one digit after the other moves the rest of the string each time: quadratic. One pass over the digits is
linear; at C speed it runs over all the strings together, with the even digits deleted. Equal numbers of odd digits
share one sentence.
Decided here: every string has at least one digit, of the ten ASCII ones; the list may be empty.
"""


def contract(lst):
    assert type(lst) is list, "lst must be a list"
    assert all(type(s) is str for s in lst), "lst must hold strings only"
    assert all(lst), "the strings must not be empty"
    assert all(s.isascii() for s in lst), "the strings must be ASCII"
    assert all(s.isdigit() for s in lst), "the strings must hold digits only"


INVALID = [
    ("a single string", ("1234",)),
    ("an int among the strings", (["12", 34],)),
    ("an empty string", (["12", ""],)),
    ("a sign before the digits", (["-12"],)),
    ("a superscript digit", (["1\u00b2"],)),
]


def reference_all_strings_at_once(lst):
    odd_digits = " ".join(lst).encode("ascii").translate(None, b"02468").split(b" ")
    counts = list(map(len, odd_digits[: len(lst)]))
    sentences = {n: f"the number of odd elements {n}n the str{n}ng {n} of the {n}nput." for n in set(counts)}
    return list(map(sentences.__getitem__, counts))


def slow_cut_off_digits(lst):
    result = []
    for string in lst:
        digits = list(string)
        count = 0
        while digits:
            if int(digits.pop(0)) % 2 == 1:
                count += 1
        result.append(f"the number of odd elements {count}n the str{count}ng {count} of the {count}nput.")
    return result


def stress_random_strings(rng):
    """large_random: hundreds of strings of up to 400 digits; converting every digit to a number takes long."""
    return (["".join(rng.choices("0123456789", k=rng.randrange(1, 400))) for _ in range(700)],)


def stress_one_long_string(rng):
    """long_value: a single string of 80000 digits; cutting off its first digit moves all the others."""
    return (["".join(rng.choices("0123456789", k=80_000))],)


def stress_short_strings(rng):
    """boundary: thousands of strings of one or two digits; the cost of each sentence counts, not that of the digits."""
    return ([str(rng.randrange(100)) for _ in range(5_000)],)


def stress_odd_digits_only(rng):
    """dense: long strings in which every digit counts; searching for the next odd one stops at each place."""
    return (["".join(rng.choices("13579", k=4_000)) for _ in range(30)],)


def stress_even_digits_only(rng):
    """sparse: long strings without any odd digit; five searches go through the string for nothing."""
    return (["".join(rng.choices("02468", k=4_000)) for _ in range(40)],)


def stress_rising_counts(rng):
    """sorted: each string has one odd digit more than the one before, so that no sentence occurs twice."""
    return (["1" * odd + "0" * (500 - odd) for odd in range(500)],)


EXPRESSIONS = {
    "all_equal": (
        "all_equal: the same string thousands of times, and thus one sentence that is put together again and again.",
        '["1234567"] * 6_000',
    ),
}


def growing(rng, size):
    """The number of digits of a single string."""
    return (["".join(rng.choices("0123456789", k=size))],)
