"""words_in_sentence: the words of a sentence whose lengths are prime numbers.

The prompt bounds the sentence by 100 characters, so there are 25 primes that a length can be compared with (97 is the
largest), and no solution needs more than a few thousand steps; only constant costs differ: trial division of lengths
against a look-up.
Decided here: the letters are those of the English alphabet, in both cases; words are separated by exactly one space,
and no space stands in front or behind. Without any word of prime length the answer is the empty string.
"""

import re

HEADROOM = "none: the sentence has at most 100 characters"


def contract(sentence):
    assert type(sentence) is str, "sentence must be a str"
    assert len(sentence) >= 1, "sentence must not be empty"
    assert len(sentence) <= 100, "sentence must hold at most 100 characters"
    assert re.fullmatch("[A-Za-z ]+", sentence), "sentence must hold only letters and spaces"
    assert all(sentence.split(" ")), "sentence must consist of words with a single space between them"


INVALID = [
    ("a list of words", (["go", "for"],)),
    ("an empty sentence", ("",)),
    ("101 characters", ("a" * 101,)),
    ("a full stop", ("This is a test.",)),
    ("two spaces in a row", ("go  for",)),
]


def reference_set_of_prime_lengths(sentence):
    return " ".join(
        [
            word
            for word in sentence.split()
            if len(word)
            in {2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97}
        ]
    )


def slow_list_the_primes_for_each_word(sentence):
    kept = []
    for word in sentence.split():
        primes = [n for n in range(2, len(word) + 1) if all(n % d for d in range(2, n))]
        if len(word) in primes:
            kept.append(word)
    return " ".join(kept)


def words(rng, lengths):
    """A sentence of random words of these lengths."""
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return " ".join(["".join(rng.choices(letters, k=length)) for length in lengths])


def stress_largest_prime(rng):
    """long_value: one word of 97 letters, the largest prime that fits; trial division finds no divisor to stop at."""
    return (words(rng, [97]),)


def stress_lengths_of_everyday_words(rng):
    """large_random: 19 words of two to seven letters in random order; the same lengths come again and again."""
    lengths = [2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 6, 6, 7, 7]
    rng.shuffle(lengths)
    return (words(rng, [*lengths, 7]),)


def stress_words_of_two_letters(rng):
    """dense: 31 words of two letters and one of seven, all of them kept; the rule for the only even prime applies."""
    return (words(rng, [2] * 31 + [7]),)


def stress_odd_composites(rng):
    """sparse: lengths 9, 15, 21, 25 and 26; nearly all of them are odd and no prime, so that parity decides little."""
    return (words(rng, [9, 15, 21, 25, 26]),)


def stress_square_of_a_prime(rng):
    """worst_of_fast: lengths 49 and 47; the only divisor of the one is its root, and the other has none at all."""
    return (words(rng, [49, 47]),)


EXPRESSIONS = {
    "words_of_one_letter": (
        "all_equal: fifty times the same word of one letter; 1 is no prime, and no word is left.",
        "' '.join('a' * 50)",
    ),
    "one_full_word": (
        "boundary: a single word that fills all 100 characters; its length is even, which the first division shows.",
        "'Z' * 100",
    ),
}
