"""`tallybench generate` against a real server process on the loopback."""

import json
import multiprocessing
import os
import random
import signal
import socket
import sys
import time
from multiprocessing.context import ForkServerProcess
from pathlib import Path
from typing import Any

import pytest

from tallybench.cli import main
from tallybench.errors import InputError
from tallybench.generating.answers import AskedModel, check_address, without_secrets
from tallybench.generating.prompt import load_prompt
from tallybench.generating.settings import Settings
from tests.generating.conftest import ASKING, KEY, Generate, StartServer, lines, words
from tests.generating.server import LONG, REFUSAL

pytestmark = ASKING
PROBLEMS = "0-9"
FAULTS = {
    "HumanEval/1": "rate_limit",
    "HumanEval/2": "drop",
    "HumanEval/3": "truncated",
    "HumanEval/4": "empty",
    "HumanEval/5": "refusal",
    "HumanEval/6": "unicode",
    "HumanEval/7": "long",
    "HumanEval/8": "error",
    "HumanEval/9": "cut",
}

# What the command imports on its way, which takes two seconds.
PRELOADED = [
    *("tallybench.cli.commands", "tallybench.generating.answers", "tallybench.benchmarks.sources.embedded"),
    *("inspect_ai.model._providers.openai_compatible", "openai.resources.chat.completions"),
]


def without_seconds(path: Path) -> list[dict[str, Any]]:
    return [{name: value for name, value in line.items() if name != "seconds"} for line in lines(path)]


def test_each_kind_of_answer_is_told_apart_and_no_key_is_written(
    start_server: StartServer, tmp_path: Path, home: Path, generate: Generate
) -> None:
    server = start_server(FAULTS)
    output = tmp_path / "out" / "samples.jsonl"
    output.parent.mkdir()
    ended = generate(server, output, "--ids", PROBLEMS, code=1)
    assert "1 request of 10 failed" in ended.stderr and "--resume" in ended.stderr
    found = {line["task_id"]: line for line in lines(output)}
    assert list(found) == [f"HumanEval/{number}" for number in range(10)]
    recorded = {line["task_id"]: line for line in lines(Path(__file__).parent / "recorded.jsonl")}
    for task_id in ("HumanEval/0", "HumanEval/1", "HumanEval/2", "HumanEval/9"):  # refused, lost, cut: asked again
        said, line = recorded[task_id], found[task_id]
        assert (line["raw"], line["finish_reason"]) == (said["raw"], "stop")
        assert (line["tokens_in"], line["tokens_out"]) == (said["prompt_tokens"], said["completion_tokens"])
        assert line["seconds"] > 0
    assert (found["HumanEval/3"]["finish_reason"], len(found["HumanEval/3"]["raw"])) == ("max_tokens", 40)
    assert (found["HumanEval/4"]["finish_reason"], found["HumanEval/4"]["raw"]) == ("stop", "")
    assert (found["HumanEval/5"]["finish_reason"], found["HumanEval/5"]["raw"]) == ("content_filter", REFUSAL)
    assert found["HumanEval/6"]["raw"].startswith("Grüße, 世界, 🎉, a NUL �")
    assert found["HumanEval/7"]["raw"] == LONG and len(LONG) > 200_000
    assert "raw" not in found["HumanEval/8"] and "cannot be answered" in found["HumanEval/8"]["error"]

    # The server told the key in its error; it got the key, so it was sent; and it is in no file.
    assert "***" in found["HumanEval/8"]["error"]
    written = [path for path in (*output.parent.rglob("*"), *home.rglob("*")) if path.is_file()]
    assert output in written and any("journals" in path.parts for path in written)
    assert [path for path in written if KEY.encode() in path.read_bytes()] == []
    assert KEY not in ended.stdout + ended.stderr

    # Gone on with: the one that failed is asked for again, the others are not.
    asked = len(server.requests())
    generate(server, output, "--ids", PROBLEMS, "--resume", code=1)
    assert {request["task_id"] for request in server.requests()[asked:]} == {"HumanEval/8"}


def test_a_request_has_prompt_and_settings(start_server: StartServer, tmp_path: Path, generate: Generate) -> None:
    server = start_server()
    options = ("--ids", "0", "-n", "2", "--top-p", "0.9", "--max-tokens", "300", "--seed", "7", "--system", "Be brief.")
    generate(server, tmp_path / "samples.jsonl", *options, "--temperature", "0.2,0.8", code=0)
    requests = [entry["request"] for entry in server.requests()]
    sent = sorted((request["temperature"], request["seed"]) for request in requests)
    assert sent == [(0.2, 7), (0.2, 8), (0.8, 7), (0.8, 8)]
    for request in requests:
        assert (request["top_p"], request["max_tokens"], request["model"]) == (0.9, 300, "recorded")
        system, user = request["messages"]
        assert (system["role"], system["content"], user["role"]) == ("system", "Be brief.", "user")
        assert "has_close_elements" in user["content"] and "{" not in user["content"]
    for temperature in (0.2, 0.8):
        assert len(lines(tmp_path / f"samples.t{temperature}.jsonl")) == 2
        about = json.loads((tmp_path / f"samples.t{temperature}.about.json").read_text())["model"]
        assert about["generation"]["temperature"] == temperature
        assert len(about["generation"]["prompt_sha256"]) == len(about["answers_sha256"]) == 64

    # What is there is not replaced unasked, nor what was asked otherwise; and that is said before anything is sent.
    contents = {path: path.read_bytes() for path in tmp_path.glob("samples.*")}
    for more, said in (
        (("--temperature", "0.5,0.8"), "samples.t0.8.jsonl: already exists; give another --output, or --force"),
        (("--temperature", "0.8,0.2", "--max-tokens", "99", "--resume"), "samples that were generated with other"),
    ):
        generate(server, tmp_path / "samples.jsonl", *options, *more, code=2, says=said)
    assert {path: path.read_bytes() for path in tmp_path.glob("samples.*")} == contents
    more = ("--temperature", "0.2,0.8", "--resume", "--set", "organization=Somebody")
    told = generate(server, tmp_path / "samples.jsonl", *options, *more)
    assert told.returncode == 0 and len(server.requests()) == 4
    for path in tmp_path.glob("*.about.json"):
        about = json.loads(path.read_text())["model"]
        assert about == json.loads(contents[path])["model"] | {"organization": "Somebody"}


def test_a_base_model_gets_the_bare_prompt(start_server: StartServer, tmp_path: Path, generate: Generate) -> None:
    from tallybench import load_problems

    server = start_server()
    model = ("--model", "openai-api-completions/local/base", "--prompt", "continue")
    generate(server, tmp_path / "samples.jsonl", *model, "--ids", "0", "--max-tokens", "99", code=0)
    (entry,) = server.requests()
    assert entry["path"] == "/v1/completions"
    assert entry["request"]["prompt"] == load_problems()[0].prompt
    assert set(lines(tmp_path / "samples.jsonl")[0]) >= {"completion", "finish_reason"}


def run_command(given: list[str], environment: dict[str, str], stderr: Path) -> None:
    """The command, in a process that the fork server made with PRELOADED imported."""
    os.environ.update(environment)
    os.dup2(os.open(stderr, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), 2)
    sys.argv = ["tallybench", *given]
    main()


def test_killed_four_times_and_resumed_it_writes_the_same_and_asks_nothing_twice_but_what_was_in_flight(
    start_server: StartServer, tmp_path: Path, environment: dict[str, str]
) -> None:
    server = start_server(latency=0.05)
    options = ("--ids", "0-15", "-n", "4", "--temperature", "0.8", "--connections", "4")
    output, once, stderr = (tmp_path / name for name in ("samples.jsonl", "once.jsonl", "stderr"))
    forks = multiprocessing.get_context("forkserver")
    forks.set_forkserver_preload(PRELOADED)

    def start(path: Path, *more: str) -> ForkServerProcess:
        process = forks.Process(target=run_command, args=(words(server, path, *options, *more), environment, stderr))
        process.start()
        return process

    def asked() -> int:
        return server.log.read_bytes().count(b"\n")

    draw = random.Random(0)
    for _ in range(4):
        most = asked() + draw.randrange(12)
        process = start(output, "--resume")
        while process.is_alive() and asked() <= most:
            time.sleep(0.005)
        time.sleep(draw.uniform(0, 0.05))
        process.kill()
        process.join()
        assert (process.exitcode, asked() > most, output.exists()) == (-signal.SIGKILL, True, False)
    for path, more in ((output, ["--resume"]), (once, [])):
        process = start(path, *more)
        process.join()
        assert process.exitcode == 0, stderr.read_text()
        assert path is once or 16 * 4 <= asked() <= 16 * 4 + 4 * 4
    assert without_seconds(output) == without_seconds(once)
    start(output, "--resume").join()
    assert "is complete; nothing is asked" in stderr.read_text()


def test_what_cannot_be_is_said_in_a_line(start_server: StartServer, tmp_path: Path, generate: Generate) -> None:
    server = start_server({"HumanEval/0": "error"})
    output = tmp_path / "samples.jsonl"
    for _ in range(2):  # nothing came of the first, so that there is nothing to go on with
        ended = generate(server, output, "--ids", "0")
        assert (ended.returncode, "Traceback" in ended.stderr, output.exists()) == (2, False, False)
        assert "the first 1 requests all failed: Error code: 400" in ended.stderr
    ended = generate(server, output, "--model", "nobody/model")
    assert (ended.returncode, "Traceback" in ended.stderr, output.exists()) == (2, False, False)
    assert "--model nobody/model:" in ended.stderr


def test_a_missing_server_is_reported_without_any_key(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("no_proxy", "*")
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
        check_address(f"http://127.0.0.1:{port}/v1")
    with pytest.raises(InputError, match=f"nothing answers at 127.0.0.1, port {port} \\(Connection refused\\)") as said:
        check_address(f"http://user:{KEY}@127.0.0.1:{port}/v1?key={KEY}")
    assert KEY not in str(said.value)
    for address in ("localhost:80", "nonsense", "http://", "http://[", "http://host:port/v1", f"//{'x' * 300}"):
        with pytest.raises(InputError, match="is not an address"):
            check_address(address)
    with pytest.raises(InputError, match="nothing answers at"):
        check_address(f"http://{'x' * 300}/")


def test_a_key_is_not_told_and_one_that_is_missing_is_named_plainly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOCAL_API_KEY", f"{KEY}\r\n")  # a line break behind it is not sent
    assert without_secrets(f"Incorrect API key provided: {KEY}.") == "Incorrect API key provided: ***."
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    with pytest.raises(InputError, match=r"--model openai/x: .* No OPENAI_API_KEY, "):
        AskedModel(Settings("openai/x", load_prompt("instruct")))


def test_the_cache_answers_what_was_asked_before(start_server: StartServer, tmp_path: Path, generate: Generate) -> None:
    server = start_server()
    for name in ("first.jsonl", "second.jsonl"):
        generate(server, tmp_path / name, "--ids", "0-2", "--cache", code=0)
    assert len(server.requests()) == 3
    assert without_seconds(tmp_path / "first.jsonl") == without_seconds(tmp_path / "second.jsonl")
