"""file_name_check: is a file name valid (at most three digits, exactly one dot, a letter first, a known ending)?

Ending and first letter are there at once; the dot and the digits are searched for. Looking at the characters one by
one is linear but slow, and taking them from the front of a list makes it quadratic; the best known solution lets
`str.find` jump to the digits and stops at the fourth.
Decided here: letters and digits are those of ASCII, as the prompt lists them, whatever other characters occur; the
digits are counted in the whole name, endings are lower case, and a name has at most 2 million characters.
"""

import re

ENDINGS = (".txt", ".exe", ".dll")


def contract(file_name):
    assert type(file_name) is str, "file_name must be a str"
    assert len(file_name) <= 2_000_000, "file_name must hold at most 2 million characters"
    assert file_name.isascii() or not re.search("[\ud800-\udfff]", file_name), "file_name must hold no lone surrogates"


INVALID = [
    ("bytes instead of text", (b"example.txt",)),
    ("a name beyond the length limit", ("a" * 2_000_000 + ".txt",)),
    ("a lone surrogate", ("a\ud800.txt",)),
]

CANONICAL_WRONG = (("\u00e9t\u00e9.txt",), "the first letter is not one of a to z or A to Z, so the answer is 'No'")


def ground_truth(file_name):
    name, _, ending = file_name.partition(".")
    if ending not in ("txt", "exe", "dll"):
        return "No"
    if not (name[:1].isascii() and name[:1].isalpha()):
        return "No"
    return "Yes" if sum(c in "0123456789" for c in name) <= 3 else "No"


def at_most_three_digits(text):
    found = 0
    for digit in "0123456789":
        place = text.find(digit)
        while place >= 0:
            found += 1
            if found > 3:
                return False
            place = text.find(digit, place + 1)
    return True


def reference_find_dot_and_digits(file_name):
    first = file_name[:1]
    valid = (
        file_name.endswith(ENDINGS)
        and first.isalpha()
        and first.isascii()
        and file_name.find(".") == len(file_name) - 4
        and at_most_three_digits(file_name)
    )
    return "Yes" if valid else "No"


def slow_take_from_the_front(file_name):
    rest = list(file_name)
    starts_with_letter = bool(rest) and rest[0].isascii() and rest[0].isalpha()
    dots = digits = 0
    ending = ""
    while rest:
        c = rest.pop(0)
        if c == ".":
            dots += 1
            ending = "".join(rest)
        elif c in "0123456789":
            digits += 1
    valid = starts_with_letter and dots == 1 and digits <= 3 and ending in ("txt", "exe", "dll")
    return "Yes" if valid else "No"


def growing(rng, size):
    """The number of characters before the dot."""
    return ("a" * size + ".txt",)


def stress_random_letters(rng):
    """large_random: letters, and exactly three digits among them; all of the name has to be searched for a fourth."""
    name = rng.choices("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-", k=200_000)
    for place in rng.sample(range(1, len(name)), 3):
        name[place] = rng.choice("0123456789")
    return ("N" + "".join(name) + ".exe",)


def stress_dots_everywhere(rng):
    """worst_of_slow: a dot after every few letters; cutting the name at all of them makes a string for each piece."""
    return (".".join("".join(rng.choices("abcdefgh", k=rng.randrange(1, 5))) for _ in range(50_000)) + ".txt",)


def stress_neighbours_and_wide_characters(rng):
    """boundary: the characters next to digits, letters and the dot in ASCII, and letters of other alphabets."""
    return ("Z" + "".join(rng.choices("/:@[`{-^\u00e9\u03a9\u4e2d\u044f", k=150_000)) + "9.dll",)


def stress_name_of_three_hundred(rng):
    """long_value: a valid name of some three hundred letters; anything beyond one cheap pass begins to show."""
    return ("".join(rng.choices("abcdefghijklmnop_", k=rng.randrange(300, 312))).join(("a", ".dll")),)


def stress_fourth_digit_at_the_end(rng):
    """worst_of_fast: three digits in front and the fourth right before the dot; the count goes on to the end."""
    return (f"a9{rng.randrange(8)}{rng.randrange(8)}" + "bcd_" * rng.randrange(49_500, 50_500) + "8.txt",)


def stress_digits_only(rng):
    """dense: nothing but digits after the first letter; the fourth of them settles the answer."""
    digits = rng.sample("0123456789", 10)
    return ("x" + "".join(digits) * 20_000 + ".dll",)


def stress_unknown_ending(rng):
    """early_exit: the ending is none of the allowed ones, so the digits in front of it need no count."""
    return (f"report_{rng.randrange(10)}_" * rng.randrange(24_500, 25_500) + ".txtexe",)


def stress_same_letter(rng):
    """all_equal: one letter 250,000 times, no digit and one dot; nothing allows an early end."""
    return (rng.choice("KLMNO") * rng.randrange(247_000, 253_000) + ".exe",)


def stress_no_dot(rng):
    """sparse: a long name without any dot or digit; it ends like an allowed one, yet the dot is missing."""
    return (f"{rng.choice(('final', 'draft', 'notes'))}_txt" * rng.randrange(39_400, 40_600),)


EXPRESSIONS = {
    "ordinary_name": (
        "boundary: a short name with all three digits; ten searches cost no less than one look at each character.",
        "'holiday_photo_217.exe'",
    ),
}
