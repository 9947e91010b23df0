"""`tallybench run`: a model's name in, a result out, gone on with wherever it was cut off."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

from tallybench.statistics.reading import load_result
from tallybench.statistics.spending import spent_by
from tests.conftest import CommandLine
from tests.generating.conftest import ASKING, Running

pytestmark = ASKING


def run(
    tallybench: CommandLine, server: Running, folder: Path, environment: dict[str, str], *more: str
) -> subprocess.CompletedProcess[str]:
    model = ("--model", "openai-api/local/recorded", "--base-url", server.url)
    options = ("--ids", "0-2", "--no-count", "--set", "price=1,2", "--set", "organization=Somebody")
    return tallybench("run", *model, "-o", folder, *options, *more, env=environment)


def test_it_generates_evaluates_and_reports_and_goes_on_where_it_was_cut_off(
    start_server: Callable[..., Running], tmp_path: Path, environment: dict[str, str], tallybench: CommandLine
) -> None:
    server = start_server()
    folder = tmp_path / "run"
    ended = run(tallybench, server, folder, environment)
    assert ended.returncode == 0, ended.stderr
    content = (folder / "result.json").read_bytes()
    result = load_result(folder / "result.json")
    recorded = [json.loads(line) for line in (Path(__file__).parent / "recorded.jsonl").read_text().splitlines()][:3]
    spending, spent = result.spending, spent_by(result)
    assert spending is not None and spent is not None
    tokens_in, tokens_out = (sum(line[name] for line in recorded) for name in ("prompt_tokens", "completion_tokens"))
    assert (spending.answers, spending.tokens_in, spending.tokens_out) == (3, tokens_in, tokens_out)
    assert spent.dollars == (tokens_in + 2 * tokens_out) / 1e6
    assert spent.correct and spent.tokens_per_correct == (tokens_in + tokens_out) / spent.correct
    assert f"{tokens_in:,} tokens in and {tokens_out:,} out" in " ".join(ended.stdout.split())
    assert result.model.organization == "Somebody" and result.model.generation["prompt_version"] == "instruct@1"
    assert result.model.prompt is not None and "{prompt}" in result.model.prompt

    assert run(tallybench, server, folder, environment).returncode == 2  # it is there
    (folder / "result.json").unlink()  # as if it had been killed while it evaluated
    again = run(tallybench, server, folder, environment, "--resume")
    assert again.returncode == 0, again.stderr
    assert "nothing is asked" in again.stderr and len(server.requests()) == 3
    assert (folder / "result.json").read_bytes() == content

    priced = run(tallybench, server, folder, environment, "--resume", "--set", "price=3,4")
    assert priced.returncode == 0 and len(server.requests()) == 3
    spending = load_result(folder / "result.json").spending
    assert spending is not None and (spending.price_in, spending.price_out) == (3, 4)
