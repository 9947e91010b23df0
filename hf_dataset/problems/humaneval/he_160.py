"""do_algebra: the value of an arithmetic expression given as a list of operators and a list of operands.

The usual order of evaluation holds: powers first and from right to left, then products and floor divisions from left to
right, then sums and differences. Two passes are linear in the number of operators, and long products are multiplied in
pairs. Writing the expression out as text converts every operand to decimal and back, which is quadratic in its digits;
replacing one operator after the other in a list is quadratic in their number.
Decided here: at most 2000 operators (Python's own evaluation of text fails beyond about 3000) and operands of at most
4000 digits; every power has at most 200,000 bits, the factors and divisors of a term together at most 400,000, all
terms together at most 30 million, and nothing is divided by zero.
"""

from operator import mul

COST_VARIES = {
    "random_mixture": "compiling computes the text up to the first long product, and where that stands is drawn",
}


LIMIT = 10**4000
LONG_FACTOR = 1 << 2000


def contract(operator, operand):
    assert type(operator) is list, "operator must be a list"
    assert type(operand) is list, "operand must be a list"
    assert 1 <= len(operator) <= 2_000, "there must be 1 to 2000 operators"
    assert len(operand) == len(operator) + 1, "there must be one operand more than operators"
    assert all(type(sign) is str for sign in operator), "operators must be strings"
    assert {"+", "-", "*", "//", "**"}.issuperset(operator), "an operator must be one of +, -, *, // and **"
    assert all(type(number) is int for number in operand), "operands must be integers"
    assert all(0 <= number < LIMIT for number in operand), "operands must be non-negative and have at most 4000 digits"
    power, in_term, in_all = operand[-1], 0, 0
    for sign, number in zip(["+", *operator][::-1], [0, *operand[:-1]][::-1], strict=True):
        if sign == "**":
            assert number < 2 or number.bit_length() * power <= 200_000, "a power must have at most 200,000 bits"
            power = number**power
            continue
        assert sign != "//" or power, "nothing may be divided by zero"
        in_term += power.bit_length()
        if sign in ("+", "-"):
            assert in_term <= 400_000, "the factors and divisors of a term must have at most 400,000 bits together"
            in_all += in_term
            in_term = 0
        power = number
    assert in_all <= 30_000_000, "all terms together must have at most 30 million bits"


INVALID = [
    ("no operator", ([], [1])),
    ("as many operands as operators", (["+"], [1])),
    ("an operator that is no string", ([1], [4, 2])),
    ("an unknown operator", (["/"], [4, 2])),
    ("a negative operand", (["+"], [1, -1])),
    ("a float among the operands", (["+"], [1, 2.0])),
    ("a division by a power that is zero", (["//", "**"], [7, 0, 2])),
    ("a power of too many digits", (["**", "**"], [9, 9, 9])),
]


def product(numbers):
    """Multiply in pairs until one number is left, which is the faster the longer the numbers are."""
    while len(numbers) > 1:
        half = len(numbers) // 2
        numbers = [*map(mul, numbers[:half], numbers[half:]), *numbers[2 * half :]]
    return numbers[0]


def raise_powers(signs, numbers):
    """Carry out all powers, from right to left."""
    remaining_signs, remaining_numbers = [], []
    power = numbers[-1]
    for sign, number in zip(reversed(signs), numbers[-2::-1], strict=True):
        if sign == "**":
            power = number**power
        else:
            remaining_signs.append(sign)
            remaining_numbers.append(power)
            power = number
    remaining_numbers.append(power)
    return remaining_signs[::-1], remaining_numbers[::-1]


def reference_powers_then_terms_with_paired_products(operator, operand):
    if "**" in operator:
        operator, operand = raise_powers(operator, operand)
    total, minus = 0, False
    term, put_off = operand[0], []
    for sign, number in zip([*operator, "+"], [*operand[1:], 0], strict=True):
        if sign == "*":
            if term < LONG_FACTOR:
                term *= number
            else:
                put_off.append(term)
                term = number
            continue
        if put_off:
            term = product([*put_off, term]) if len(put_off) > 1 else put_off[0] * term
            put_off = []
        if sign == "//":
            term //= number
        else:
            total = total - term if minus else total + term
            minus = sign == "-"
            term = number
    return total


def slow_replace_one_operator_at_a_time(operator, operand):
    signs, numbers = list(operator), list(operand)
    while signs:
        if "**" in signs:
            place = len(signs) - 1 - signs[::-1].index("**")
        else:
            place = min((signs.index(kind) for kind in ("*", "//") if kind in signs), default=0)
        sign, left, right = signs.pop(place), numbers[place], numbers.pop(place + 1)
        if sign == "+":
            numbers[place] = left + right
        elif sign == "-":
            numbers[place] = left - right
        elif sign == "*":
            numbers[place] = left * right
        elif sign == "//":
            numbers[place] = left // right
        else:
            numbers[place] = left**right
    return numbers[0]


def stress_random_mixture(rng):
    """large_random: all operators but powers by chance; searching for the next one to carry out is quadratic."""
    return rng.choices(["+", "-", "*", "//"], k=2_000), [rng.randrange(1, 10**9) for _ in range(2_001)]


def stress_long_operands(rng):
    """long_value: sums of numbers with 4000 digits; writing them as text and reading them again is quadratic."""
    return rng.choices(["+", "-"], k=80), [rng.randrange(10**3999, 10**4000) for _ in range(81)]


def stress_long_product(rng):
    """dense: one product of 2001 factors; multiplying the long number so far by each factor is quadratic."""
    return ["*"] * 2_000, [rng.randrange(10**8, 10**9) for _ in range(2_001)]


def stress_products_behind_sums(rng):
    """worst_of_slow: the sums stand in front of all products and powers, and every search passes them first."""
    signs = rng.choices(["+", "-"], k=1_200) + ["**", "+"] * 100 + ["*", "//"] * 300
    return signs, [rng.randrange(1, 300) for _ in range(2_001)]


def stress_multiply_and_divide_by_turns(rng):
    """worst_of_fast: a long number is multiplied and divided by turns, so that no factors form pairs."""
    return ["*", "//"] * 1_000, [rng.randrange(10**3000) | 1, *(rng.randrange(2, 10**9) for _ in range(2_000))]


def stress_towers_of_powers(rng):
    """deep_nesting: three chains of 660 powers, nearly all of them with exponent one; each is done from its end."""
    return (["**"] * 660 + ["-"]) * 3, [*([rng.randrange(10**9, 10**10), 3] + [1] * 659) * 3, 0]


def stress_equal_powers(rng):
    """all_equal: the same power again and again in a sum; evaluation from left to right takes it for a product."""
    return ["**", "+"] * 1_000, [7, 150] * 1_000 + [0]


def growing(rng, size):
    """The number of operators, half of them in sums and half of them in products."""
    return ["+"] * (size - size // 2) + ["*", "//"] * (size // 4) + ["*"] * (size // 2 % 2), [3] * (size + 1)
