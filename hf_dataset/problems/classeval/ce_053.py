"""LongestWord: call scripts for the class of ClassEval with this number, whose texts are not ours."""

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def stress_large_vocabulary(rng):
    """worst_of_slow: sentences of words that are not known, each looked for among a thousand that are."""
    words = ["".join(rng.choices(LETTERS, k=6)) for _ in range(1_000)]
    longest = "".join(rng.choices(LETTERS, k=9))
    calls = [("__init__",)] + [("add_word", word) for word in [*words, longest]]
    for _ in range(20):
        unknown = ["".join(rng.choices(LETTERS, k=7)) for _ in range(40)]
        unknown[rng.randrange(40)] = longest
        calls.append(("find_longest_word", " ".join(unknown)))
    return (calls,)


def stress_words_that_come_in(rng):
    """interleaved: each word that is added is asked for at once."""
    calls = [("__init__",)]
    for _ in range(500):
        word = "".join(rng.choices(LETTERS, k=8))
        calls += [("add_word", word), ("find_longest_word", f"a {word} is here, of course.")]
    return (calls,)
