"""SplitSentence: call scripts for the class of ClassEval with this number, whose texts are not ours."""


def sentence(rng, words):
    return " ".join(["Then", *("".join(rng.choices("abcdef", k=4)) for _ in range(words))]) + "."


def stress_long_text(rng):
    """large_random: a text of three hundred sentences, of which the longest is asked for."""
    text = " ".join(sentence(rng, rng.randrange(5, 30)) for _ in range(300))
    return ([("__init__",)] + [("process_text_file", text)] * 3,)


def stress_many_questions(rng):
    """boundary: short sentences, one a call."""
    calls = [("__init__",)] + [("count_words", sentence(rng, rng.randrange(3, 12))) for _ in range(2_000)]
    return (calls,)
