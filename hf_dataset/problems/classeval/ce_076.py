"""SignInSystem: call scripts for the class of ClassEval with this number, whose texts are not ours."""


def stress_one_after_the_other(rng):
    """worst_of_slow: users who sign in in their order, and after each the question whether all have."""
    names = [f"user {rng.randrange(10**9)} {number}" for number in range(600)]
    calls = [("__init__",)] + [("add_user", name) for name in names]
    for name in names:
        calls += [("sign_in", name), ("all_signed_in",)]
    return (calls,)


def stress_who_is_missing(rng):
    """growth_then_shrink: the list of those who have not signed in, while it gets shorter."""
    names = [f"user {number}" for number in range(300)]
    calls = [("__init__",)] + [("add_user", name) for name in names]
    rng.shuffle(names)
    for name in names:
        calls += [("sign_in", name), ("all_not_signed_in",), ("check_sign_in", name)]
    return (calls,)
