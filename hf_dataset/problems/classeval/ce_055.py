"""Manacher: call scripts for the class of ClassEval with this number, whose texts are not ours."""


def stress_one_letter(rng):
    """all_equal: nearly every place of the text is the middle of a palindrome."""
    text = "a" * rng.randrange(180, 200) + "".join(rng.choices("bcdefghijklmnop", k=20))
    return ([("__init__", text), ("palindromic_string",)],)


def stress_hidden_palindrome(rng):
    """sparse: one long palindrome in a text of many letters."""
    half = "".join(rng.choices("abcdefghijklmnop", k=60))
    around = ["".join(rng.choices("abcdefghijklmnop", k=900)) for _ in range(2)]
    return ([("__init__", f"{around[0]}{half}q{half[::-1]}{around[1]}")] + [("palindromic_string",)] * 2,)
