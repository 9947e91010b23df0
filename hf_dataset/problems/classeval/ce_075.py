"""ShoppingCart: call scripts for the class of ClassEval with this number, whose texts are not ours."""


def stress_asked_after_each_item(rng):
    """interleaved: the total after each of six hundred items."""
    calls = [("__init__",)]
    for number in range(600):
        calls += [("add_item", f"item {number}", rng.randrange(1, 100), rng.randrange(1, 9)), ("total_price",)]
    return (calls,)


def stress_full_cart(rng):
    """build_then_query: a thousand items, and the total again and again while one is taken out."""
    calls = [("__init__",)]
    calls += [("add_item", f"item {number}", rng.randrange(1, 100), 50) for number in range(1_000)]
    for _ in range(150):
        calls += [("remove_item", f"item {rng.randrange(1_000)}", 1), ("total_price",)]
    return (calls,)
