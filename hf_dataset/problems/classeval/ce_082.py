"""StockPortfolioTracker: call scripts for the class of ClassEval with this number, whose texts are not ours."""


def stock(rng, number):
    return {"name": f"stock {number}", "price": 10 + number % 90, "quantity": rng.randrange(5, 50)}


def stress_bought_again(rng):
    """worst_of_slow: three hundred stocks, each bought many times, looked for from the start of the list."""
    calls = [("__init__", 10**9)] + [("buy_stock", stock(rng, number)) for number in range(300)]
    calls += [("buy_stock", stock(rng, rng.randrange(300))) for _ in range(1_200)]
    return (calls + [("calculate_portfolio_value",)],)


def stress_value_after_each(rng):
    """interleaved: the value of the portfolio after each sale."""
    calls = [("__init__", 10**9)]
    calls += [("add_stock", stock(rng, number) | {"quantity": 10_000}) for number in range(200)]
    for _ in range(900):
        calls += [("sell_stock", stock(rng, rng.randrange(200))), ("calculate_portfolio_value",)]
    return (calls + [("get_portfolio_summary",)],)
