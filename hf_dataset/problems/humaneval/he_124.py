"""valid_date: is a string a valid date of the form mm-dd-yyyy?

A date has ten characters, so that a longer string need not be looked at. The best known solution tells the last day of
the month by the text of the month, and compares days as text; a solution that takes the characters from the front of a
list is quadratic in the length of the string.
As the prompt says, February has up to 29 days in every year, and the form is strict: two, two and four digits. Decided
here: the string holds digits, "-" and "/" only, because the prompt does not say whether spaces around a date belong to
it; it has at most 100,000 characters, and any year is valid.
The canonical solution refuses the 30th and the 31st of every month, which contradicts the prompt, so there is a ground
truth of our own.
"""


def contract(date):
    assert type(date) is str, "date must be a str"
    assert date.isascii(), "date must be ASCII"
    assert not date.encode().translate(None, b"0123456789-/"), "date must hold digits, - and / only"
    assert len(date) <= 100_000, "date must have at most 100,000 characters"


INVALID = [
    ("bytes", (b"03-11-2000",)),
    ("digits of another script", ("03-11-\u0662\u0660\u0660\u0660",)),
    ("a space in front", (" 03-11-2000",)),
    ("more than 100,000 characters", ("03-11-2000" * 10_001,)),
]


def ground_truth(date):
    if len(date) != 10 or date[2] != "-" or date[5] != "-":
        return False
    month, day, year = date[:2], date[3:5], date[6:]
    if not (month.isdigit() and day.isdigit() and year.isdigit()):
        return False
    if not 1 <= int(month) <= 12:
        return False
    last = 29 if int(month) == 2 else 30 if int(month) in (4, 6, 9, 11) else 31
    return 1 <= int(day) <= last


CANONICAL_WRONG = (("03-31-2000",), "March has 31 days, but it refuses every day above 29, whatever the month")


LAST_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
LAST_DAY_AFTER = {
    "01-": "31",
    "02-": "29",
    "03-": "31",
    "04-": "30",
    "05-": "31",
    "06-": "30",
    "07-": "31",
    "08-": "31",
    "09-": "30",
    "10-": "31",
    "11-": "30",
    "12-": "31",
}


def reference_last_day_by_membership(date):
    if len(date) != 10 or date[5] != "-":
        return False
    month = date[:3]
    if month in ("01-", "03-", "05-", "07-", "08-", "10-", "12-"):
        last = "31"
    elif month in ("04-", "06-", "09-", "11-"):
        last = "30"
    elif month == "02-":
        last = "29"
    else:
        return False
    day = date[3:5]
    return "01" <= day <= last and (day + date[6:]).isdigit()


def reference_look_up_the_last_day(date):
    if len(date) != 10 or date[5] != "-":
        return False
    day = date[3:5]
    return "01" <= day <= LAST_DAY_AFTER.get(date[:3], "") and (day + date[6:]).isdigit()


def slow_take_from_the_front(date):
    parts = [""]
    rest = list(date)
    while rest:
        character = rest.pop(0)
        if character == "-":
            parts.append("")
        else:
            parts[-1] += character
    if [len(part) for part in parts] != [2, 2, 4] or not all(part.isdigit() for part in parts):
        return False
    month, day, _ = map(int, parts)
    return 1 <= month <= 12 and 1 <= day <= LAST_DAYS[month - 1]


def growing(rng, size):
    """The number of characters."""
    return ("0" * (size - 8) + "3-11-2000",)


def stress_random_valid_date(rng):
    """large_random: a valid date, for which each rule is tested to the end."""
    return (f"{rng.randint(1, 12):02}-{rng.randint(1, 28):02}-{rng.randint(1000, 9999)}",)


def stress_long_number(rng):
    """long_value: thirty thousand digits and no hyphen; the length tells the answer."""
    return ("".join(rng.choices("0123456789", k=30_000)),)


def stress_leap_day(rng):
    """boundary: the 29th of February is the last day of its month, in every year."""
    return (f"02-29-{rng.randrange(1_000, 10_000)}",)


def stress_no_such_month(rng):
    """early_exit: the first two characters tell the answer."""
    return (f"{rng.randrange(13, 20)}-01-{rng.randrange(1_000, 10_000)}",)


def stress_year_first(rng):
    """worst_of_fast: ten characters and two hyphens, but at other places; length and count do not tell."""
    return (f"{rng.randrange(1_000, 10_000)}-04-12",)


def stress_slashes(rng):
    """sparse: a date with slashes; there is nothing to split at."""
    return (f"06/04/{rng.randrange(1_000, 10_000)}",)


def stress_dates_in_a_row(rng):
    """worst_of_slow: thousands of dates joined by hyphens; splitting makes parts that are never asked for."""
    return ("-".join([f"03-11-{rng.randrange(1_000, 10_000)}"] * rng.randrange(2_450, 2_550)),)


def stress_hyphens_only(rng):
    """all_equal: nothing but hyphens; every one of them starts a new part."""
    return ("-" * rng.randrange(24_500, 25_500),)


def stress_year_without_end(rng):
    """dense: month and day are valid, and thousands of digits follow for a year."""
    return ("03-11-" + str(rng.randrange(1_000, 10_000)) * rng.randrange(6_900, 7_100),)


EXPRESSIONS = {
    "last_date": (
        "sorted: the last of all dates in order; lists of the months or the days are searched to their end.",
        "'12-31-9999'",
    ),
}
