"""VendingMachine: call scripts for the class of ClassEval with this number, whose texts are not ours."""


def stress_many_sales(rng):
    """interleaved: coins and purchases, twelve thousand of them."""
    calls = [("__init__",)] + [("add_item", f"item {number}", 3, 1_000) for number in range(200)]
    for _ in range(6_000):
        calls += [("insert_coin", 5), ("purchase_item", f"item {rng.randrange(200)}")]
    return (calls,)


def stress_shown_often(rng):
    """build_then_query: a list of three hundred items, shown again and again while stocks change."""
    calls = [("__init__",)]
    calls += [("add_item", f"item {number}", rng.randrange(1, 9), rng.randrange(9)) for number in range(300)]
    for _ in range(40):
        calls += [("restock_item", f"item {rng.randrange(300)}", 2), ("display_items",)]
    return (calls,)
