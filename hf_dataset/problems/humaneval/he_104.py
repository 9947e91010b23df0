"""unique_digits: the numbers without an even digit, in increasing order.

The digits have to be read once and what is left has to be sorted: n log n. Sorting by repeated insertion is quadratic
in the number of elements, and taking a long number apart digit by digit is quadratic in its length.
An even number is dismissed by its last bit, without being turned into text; the others are left without a digit if the
odd ones are stripped from the left. Where values occur many times, looking at each value only once is faster.
Decided here: duplicates are kept, as the canonical solution does; numbers have at most 4000 digits.
"""

LIMIT = 10**4000


def contract(x):
    assert type(x) is list, "x must be a list"
    assert all(type(number) is int for number in x), "x must hold integers only"
    assert all(number > 0 for number in x), "x must hold positive numbers only"
    assert all(number < LIMIT for number in x), "the numbers must have at most 4000 digits"


INVALID = [
    ("x is a tuple", ((1, 3),)),
    ("a bool among the numbers", ([1, True],)),
    ("a zero among the numbers", ([1, 0],)),
    ("a number of 4001 digits", ([1, 10**4000],)),
]


def reference_strip_odd_digits(x):
    return sorted([number for number in x if number & 1 and not str(number).lstrip("13579")])


def reference_each_value_once(x):
    odd = [number for number in x if number & 1]
    kept = {number for number in set(odd) if not str(number).lstrip("13579")}
    return sorted(filter(kept.__contains__, odd))


def slow_insert_in_order(x):
    found = []
    for number in x:
        rest = number
        while rest % 10 % 2:
            rest //= 10
        if rest == 0:
            place = 0
            while place < len(found) and found[place] < number:
                place += 1
            found.insert(place, number)
    return found


def odd_number(rng, digits):
    return int("".join(rng.choices("13579", k=digits)))


def growing(rng, size):
    """The number of numbers, none of which has an even digit."""
    return (sorted(odd_number(rng, 9) for _ in range(size)),)


def stress_mostly_odd_digits(rng):
    """large_random: nine random digits, in most numbers all odd; many numbers stay and have to be sorted."""
    return ([odd_number(rng, 9) + rng.choice((0, 0, 0, 10**4)) for _ in range(6_000)],)


def stress_ascending(rng):
    """sorted: all numbers stay and are in order; looking for the place of each from the front passes all before it."""
    return (sorted(odd_number(rng, 7) for _ in range(7_000)),)


def stress_few_values(rng):
    """all_equal: five values, each hundreds of times; sorting by search meets ties, a set loses the duplicates."""
    return (rng.choices((1, 33, 555, 7777, 99999), weights=(1, 1, 1, 1, 20), k=10_000),)


def stress_even_first_digit(rng):
    """sparse: numbers of 400 digits, all odd but the first; whoever reads from the end finds that out last."""
    return ([rng.choice((2, 4, 6, 8)) * 10**399 + odd_number(rng, 399) for _ in range(250)],)


def stress_even_last_digit(rng):
    """early_exit: even numbers of 80 digits; the last bit tells what writing out all the digits would."""
    return ([2 * rng.getrandbits(264) + 2 for _ in range(15_000)],)


def stress_long_numbers(rng):
    """long_value: a thousand odd digits that differ in the last ones; dividing digit by digit is quadratic."""
    common = odd_number(rng, 990) * 10**10
    return ([common + odd_number(rng, 10) for _ in range(60)],)
