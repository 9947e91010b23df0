"""Some of the published models: enough of each kind for findings, and quick to read."""

from functools import cache
from pathlib import Path

from tallybench.statistics.published.boards import Board, make_boards
from tallybench.statistics.published.entries import Entry, read_entries
from tallybench.statistics.published.record import VERIFIED

ROOT = Path(__file__).parents[2]
MODELS = frozenset(
    (
        *("gpt-5.4", "gpt-5.4-performance", "gpt-5.4-performance-structured"),
        *("gpt-5.4-readability", "gpt-4o-mini", "phi-4", "gemma-2-9b", "mistral-7b-v0.2"),
        *("qwen2.5-7b", "qwen2.5-32b", "llama-3.1-8b", "llama-3.3-70b"),
    )
)


@cache
def some_entries() -> tuple[Entry, ...]:
    """Their results on HumanEval."""
    files = (path for path in (ROOT / "results").glob("*/*.json") if not path.name.endswith(VERIFIED))
    others = [path.relative_to(ROOT).as_posix() for path in files if path.parent.name not in MODELS]
    return tuple(read_entries(ROOT, without=others, benchmark="humaneval"))


@cache
def some_board() -> Board:
    """The leaderboard that has them alone."""
    (board,) = make_boards(some_entries())
    return board
