"""Server: call scripts for the class of ClassEval with this number, whose texts are not ours."""


def stress_known_senders(rng):
    """worst_of_slow: messages of senders who stand anywhere in a list of three hundred."""
    calls = [("__init__",)] + [("add_white_list", addr) for addr in range(300)]
    for _ in range(6_000):
        calls.append(("recv", {"addr": rng.randrange(450), "content": f"message {rng.randrange(100)}"}))
    return (calls + [("show", "receive")],)


def stress_comes_and_goes(rng):
    """growth_then_shrink: addresses that are taken off the list in any order."""
    addresses = list(range(700))
    calls = [("__init__",)] + [("add_white_list", addr) for addr in addresses]
    rng.shuffle(addresses)
    return (calls + [("del_white_list", addr) for addr in addresses],)
