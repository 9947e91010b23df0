"""even_odd_palindrome: how many even and how many odd palindromes there are from 1 to n.

Looking at every number is linear in n, generating only the palindromes is of the order of the square root, and a count
by the leading digit takes a fixed number of steps.
The prompt limits n to 1000, so even the best answer to the largest input is a matter of a few hundred instructions.
"""

FEW_FAMILIES = "only 1000 arguments are allowed, so that no input is one that nobody could know"


def contract(n):
    assert type(n) is int, "n must be an int"
    assert n >= 1, "n must be positive"
    assert n <= 1000, "n must be at most 1000"


INVALID = [
    ("n is a float", (12.0,)),
    ("n is zero", (0,)),
    ("n is beyond the limit of the prompt", (1001,)),
]


def reference_count_by_leading_digit(n):
    if n < 100:
        single = n if n < 9 else 9
        double = n // 11
        return single // 2 + double // 2, (single + 1) // 2 + (double + 1) // 2
    first = n // 100
    started = n // 10 % 10 + (n % 10 >= first)
    if first & 1:
        return first * 5 + 3, first * 5 + 5 + started
    return first * 5 - 2 + started, first * 5 + 10


def slow_compare_digits_of_every_number(n):
    counts = [0, 0]
    for number in range(1, n + 1):
        reverse, rest = 0, number
        while rest:
            reverse = reverse * 10 + rest % 10
            rest //= 10
        if reverse == number:
            counts[number % 2] += 1
    return tuple(counts)


def growing(rng, size):
    """The value of n."""
    return (size,)


def stress_random_number(rng):
    """large_random: a random number of three digits; turning every number into text costs the most."""
    return (rng.randrange(790, 810),)


EXPRESSIONS = {
    "limit": (
        "boundary: the greatest number allowed, the only one of four digits; it is not a palindrome.",
        "1000",
    ),
    "palindrome_itself": (
        "all_equal: three nines; n is the last palindrome and counts, so no number below n can be left out.",
        "999",
    ),
    "below_a_palindrome": (
        "worst_of_fast: the next number is a palindrome; a count by the first digits has to take one back.",
        "888 - 1",
    ),
    "just_begun": (
        "sparse: nine hundred and no palindrome since 898; generating palindromes by their first digits overshoots.",
        "900",
    ),
    "two_digits": (
        "dense: only numbers of up to two digits, more than a sixth of them palindromes; the shortest search.",
        "99",
    ),
}
