"""PageUtil: call scripts for the class of ClassEval with this number, whose texts are not ours."""


def stress_searches(rng):
    """build_then_query: words that are looked for in all items, again and again."""
    items = ["".join(rng.choices("abcdefgh", k=8)) for _ in range(1_500)]
    calls = [("__init__", items, 25)]
    calls += [("search", "".join(rng.choices("abcdefgh", k=3))) for _ in range(40)]
    return (calls,)


def stress_every_page(rng):
    """large_random: pages of a long list in any order."""
    size = rng.randrange(20, 30)
    calls = [("__init__", list(range(10_000)), size)]
    for _ in range(4_000):
        page = rng.randrange(1, 10_000 // size)
        calls += [("get_page", page), ("get_page_info", page)]
    return (calls,)
