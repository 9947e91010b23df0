"""NLPDataProcessor2: call scripts for the class of ClassEval with this number, whose texts are not ours."""


def stress_many_sentences(rng):
    """large_random: hundreds of sentences in which five words are the most frequent, none as often as another."""
    names = ["".join(rng.choices("abcdefghij", k=7)) for _ in range(300)]
    sentences = []
    for number in range(300):
        often = [
            word for place, word in enumerate(("one", "two", "three", "four", "five")) if number % (place + 1) == 0
        ]
        sentences.append(" ".join([*rng.sample(names, 8), *often]) + "!")
    return ([("__init__",)] + [("process", sentences)] * 10,)


def stress_long_sentences(rng):
    """long_value: sentences of thousands of characters, much of which is taken out."""
    text = " ".join("".join(rng.choices("abcdef.,;0123", k=9)) for _ in range(600))
    return ([("__init__",)] + [("process_data", [text, text])] * 4,)
