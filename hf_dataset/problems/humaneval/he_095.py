"""check_dict_case: are all keys of a dictionary strings in lower case, or all strings in upper case?

One look at every key is enough, and none at the values; it may end once both cases are ruled out. Listing the keys
again for each one is quadratic.
Decided here: a string is in lower or upper case as `str.islower` and `str.isupper` say, as in the canonical solution:
it holds a letter, and no letter of the other case (so a key without letters is neither). String keys are ASCII, since
the prompt does not say what case is in other scripts. The canonical solution looks at two keys only, which contradicts
the prompt ("all keys"), so there is a ground truth of our own.
"""

DICT = type({})


def contract(dict):
    assert type(dict) is DICT, "dict must be a dictionary"
    assert all(type(key) in (str, int, float, bool, tuple, type(None)) for key in dict), (
        "keys must be strings, numbers, tuples or None"
    )
    assert all(type(key) is not str or key.isascii() for key in dict), "string keys must be ASCII"


INVALID = [
    ("a list of keys", (["a", "b"],)),
    ("a key of bytes", ({b"a": 1},)),
    ("a key that is not ASCII", ({"\u00e4": 1},)),
]


def ground_truth(dict):
    if not dict:
        return False
    all_lower = all_upper = True
    for key in dict:
        if not isinstance(key, str):
            return False
        all_lower = all_lower and key.islower()
        all_upper = all_upper and key.isupper()
        if not all_lower and not all_upper:
            return False
    return True


CANONICAL_WRONG = (
    ({"a": 1, "b": 2, "C": 3},),
    "it ends after two keys of one case, and takes the third for lower case",
)


def reference_bytes_methods(dict):
    try:
        if all(map(bytes.islower, map(str.encode, dict))):
            return len(dict) > 0
        return all(map(bytes.isupper, map(str.encode, dict)))
    except TypeError:
        return False


def reference_string_methods(dict):
    try:
        if all(map(str.islower, dict)):
            return len(dict) > 0
        return all(map(str.isupper, dict))
    except TypeError:
        return False


def slow_list_keys_again(dict):
    if len(dict) == 0:
        return False
    for i in range(len(dict)):
        key = list(dict.keys())[i]
        if not isinstance(key, str) or not key.islower():
            break
    else:
        return True
    for i in range(len(dict)):
        key = list(dict.keys())[i]
        if not isinstance(key, str) or not key.isupper():
            return False
    return True


LOWER = "abcdefghijklmnopqrstuvwxyz_0123456789"


def stress_random_names(rng):
    """large_random: names in lower case with digits among the letters; the answer is known after the last one only."""
    return ({"k" + "".join(rng.choices(LOWER, k=7)): i for i in range(12_000)},)


def stress_upper_case(rng):
    """worst_of_slow: all in upper case; listing the keys again for each one is quadratic."""
    return ({f"{rng.choice('ABCDEFG')}{i}": None for i in range(16_000)},)


def stress_last_key_differs(rng):
    """worst_of_fast: the last key alone is in upper case, so that no search for the first wrong key ends early."""
    start = rng.randrange(10_000, 80_000)
    return ({**{f"key_{start + i}": i for i in range(12_000)}, "LAST": 0},)


def stress_number_at_the_end(rng):
    """boundary: the last key is a number after many strings in upper case; testing the types first is a second pass."""
    start = rng.randrange(10_000, 70_000)
    return ({**{f"K{start + i}": i for i in range(20_000)}, rng.randrange(100): 0},)


def stress_both_cases_at_once(rng):
    """early_exit: the first two keys rule out both cases; looking at all the others is waste."""
    return ({"a": 1, "B": 2, **{f"name{i}": i for i in range(250)}},)


def stress_long_keys(rng):
    """long_value: a few keys of thousands of characters; turning them into another case copies them."""
    return ({"".join(rng.choices(LOWER, k=20_000)): i for i in range(25)},)


def stress_letters_far_behind(rng):
    """sparse: keys of digits with one letter far behind, which has to be found in each of them."""
    return ({f"{i:0300}{rng.choice(LOWER[:26])}": i for i in range(3_000)},)


def growing(rng, size):
    """The number of keys."""
    return ({f"k{i}": i for i in range(size)},)
