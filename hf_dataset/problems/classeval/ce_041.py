"""GomokuGame: call scripts for the class of ClassEval with this number, whose texts are not ours."""


def moves(rng, size):
    """Return moves by turns after which neither player has more than two in a row."""
    cells = [(row, col) for row in range(size) for col in range(size)]
    rng.shuffle(cells)
    first = [cell for cell in cells if (cell[1] + 2 * cell[0]) % 4 < 2]
    second = [cell for cell in cells if (cell[1] + 2 * cell[0]) % 4 >= 2]
    return [cell for pair in zip(first, second, strict=False) for cell in pair]


def stress_asked_after_each_move(rng):
    """interleaved: a small board, and the question for a winner after each move."""
    calls = [("__init__", 12)]
    for row, col in moves(rng, 12):
        calls += [("make_move", row, col), ("check_winner",)]
    return (calls,)


def stress_full_board(rng):
    """build_then_query: a large board that fills without a winner, and a few questions at its end."""
    calls = [("__init__", 30)] + [("make_move", row, col) for row, col in moves(rng, 30)]
    return (calls + [("check_winner",)] * 8,)
