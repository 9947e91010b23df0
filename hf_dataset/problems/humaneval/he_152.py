"""compare: the absolute differences between scores and guesses, match by match.

One pass over both lists is linear; cutting the front element off both lists copies all the others and is quadratic.
Where a whole block of guesses is right, one comparison of the blocks fills in the zeros.
Decided here: scores and guesses are ints of at most 4000 digits, negative ones too; empty lists are allowed.
"""

from operator import sub

LIMIT = 10**4000


def contract(game, guess):
    assert type(game) is list, "game must be a list"
    assert type(guess) is list, "guess must be a list"
    assert len(game) == len(guess), "game and guess must be of the same length"
    assert all(type(x) is int for x in game), "game must hold ints only"
    assert all(type(x) is int for x in guess), "guess must hold ints only"
    assert all(-LIMIT < x < LIMIT for x in game), "scores must have at most 4000 digits"
    assert all(-LIMIT < x < LIMIT for x in guess), "guesses must have at most 4000 digits"


INVALID = [
    ("the scores are a tuple", ((1, 2), [1, 2])),
    ("one guess too many", ([1, 2], [1, 2, 3])),
    ("a float among the scores", ([1, 2.5], [1, 2])),
    ("a boolean among the guesses", ([1, 2], [True, 2])),
    ("a score of 4001 digits", ([10**4000], [0])),
]


def reference_zeros_for_equal_blocks(game, guess):
    result = []
    for start in range(0, len(game), 512):
        scores = game[start : start + 512]
        guesses = guess[start : start + 512]
        if scores == guesses:
            result += [0] * len(scores)
        else:
            result += map(abs, map(sub, scores, guesses))
    return result


def slow_cut_off_the_front(game, guess):
    result = []
    while game:
        result.append(abs(game[0] - guess[0]))
        game, guess = game[1:], guess[1:]
    return result


def growing(rng, size):
    """The number of matches."""
    return [rng.randrange(100) for _ in range(size)], [rng.randrange(100) for _ in range(size)]


def stress_random_guesses(rng):
    """large_random: almost every guess is wrong by some amount; cutting matches off the front is quadratic."""
    return [rng.randrange(-(10**6), 10**6) for _ in range(20_000)], [rng.randrange(10**6) for _ in range(20_000)]


def stress_one_wrong_guess(rng):
    """sparse: a single wrong guess, the last one; a check of the whole lists for equality gains nothing."""
    scores = [rng.randrange(1_000) for _ in range(100_000)]
    return scores, scores[:-1] + [-1]


def stress_mirrored(rng):
    """sorted: rising scores against falling guesses; the sign of the difference turns in the middle."""
    return list(range(-9_000, 11_000)), list(range(11_000, -9_000, -1))


def stress_one_in_three_hundred_is_wrong(rng):
    """worst_of_fast: wrong guesses at even distances, so that hardly a long piece of both lists is the same."""
    scores = [rng.randrange(50) for _ in range(25_000)]
    return scores, [x + (place % 300 == 7) for place, x in enumerate(scores)]


def stress_long_numbers(rng):
    """long_value: numbers of 300 digits and opposite signs; subtracting twice to find the larger one shows."""
    scores = [rng.randrange(10**300) for _ in range(6_000)]
    return scores, [-x // 2 for x in scores]


EXPRESSIONS = {
    "everything_guessed": (
        "all_equal: all guesses are right, so that one comparison of the lists would tell the answer.",
        "[3] * 100_000",
        "[3] * 100_000",
    ),
    "always_wrong_by_the_same": (
        "dense: every guess is wrong and no number is small; each difference is a new number of the same value.",
        "list(range(10**12, 10**12 + 18_000))",
        "list(range(10**12 + 10**9, 10**12 + 10**9 + 18_000))",
    ),
}
