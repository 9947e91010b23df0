"""`tallybench dev results`: what is out of date."""

from pathlib import Path

from tallybench.model.result import Result, dump_result
from tallybench.statistics.reading import load_result
from tallybench.submissions.places import content_digest
from tests.conftest import CommandLine
from tests.made_results import kept_result


def place(root: Path, slug: str, content: bytes) -> Path:
    path = root / "results" / slug / f"humaneval-2026-01-01-{content_digest(content)}.json"
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    return path


def content_of(result: Result) -> bytes:
    return b"".join(dump_result(result))


def test_what_was_run_again_since_is_not_run_again(tallybench: CommandLine, tmp_path: Path) -> None:
    """A stale result stays in `results/` beside the newer one that replaces it."""
    result = load_result(kept_result("gemma-3-270m"))
    first = next(iter(result.problems))
    stale = {**result.problems, first: result.problems[first].model_copy(update={"hash": "0" * 64})}
    facts = result.benchmark.model_copy(update={"hash": "0" * 64})
    old = place(tmp_path, "gemma-3-270m", content_of(result.model_copy(update={"problems": stale, "benchmark": facts})))
    listed = tallybench("dev", "results")
    told = f"Gemma 3 270M, humaneval {facts.version}, self-reported, stale on 1 ({first})"
    assert listed.stdout == f"{old.relative_to(tmp_path)}\n    {told}\n"
    again = tallybench("dev", "results", "--rerun")
    assert again.returncode == 0, again.stderr
    files = set(old.parent.iterdir())
    assert len(files) == 2 and f"{old.relative_to(tmp_path)}: run again: " in again.stdout
    third = tallybench("dev", "results", "--rerun")
    assert third.returncode == 0, third.stderr
    assert set(old.parent.iterdir()) == files and "run again: " not in third.stdout
