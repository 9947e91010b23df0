"""BigNumCalculator: call scripts for the class of ClassEval with this number, whose texts are not ours."""


def digits(rng, length):
    return str(rng.randrange(1, 10)) + "".join(rng.choices("0123456789", k=length - 1))


def stress_long_sums(rng):
    """long_value: sums and differences of numbers with a thousand digits."""
    calls = [("__init__",)]
    for _ in range(25):
        calls.append(("add", digits(rng, 1_000), digits(rng, rng.randrange(900, 1_000))))
        calls.append(("subtract", digits(rng, 1_000), digits(rng, rng.randrange(900, 1_000))))
    return (calls,)


def stress_long_products(rng):
    """worst_of_slow: products digit by digit, which cost the square of the length."""
    calls = [("__init__",)]
    calls += [("multiply", digits(rng, 100), digits(rng, rng.randrange(90, 100))) for _ in range(20)]
    return (calls,)
