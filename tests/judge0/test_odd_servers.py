"""Servers that are not Judge0, or answer otherwise than it does: one line says so, and nothing is taken from them."""

import base64
import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from tallybench.errors import InputError, MachineError
from tallybench.integrations.judge0_server import Address, Ran, Undecided, ask_server, connect, run_program
from tallybench.model.verdicts import Verdict
from tallybench.sandbox.jobs import Failure

Answer = tuple[int, dict[str, str], bytes]
Serve = Callable[[str, Answer], str]
GOOD: dict[str, Any] = {
    "GET /about": {"version": "1.13.1"},
    "GET /languages": [{"id": 71, "name": "Python (3.8.1)"}, {"id": 109, "name": "Python (3.13.2)"}],
    "GET /config_info": {"max_cpu_time_limit": 2.5},
    "POST /submissions": {"token": "a"},
}


def answer(content: Any, status: int = 200, **headers: str) -> Answer:
    body = content if isinstance(content, bytes) else json.dumps(content).encode()
    return status, {name.replace("_", "-"): value for name, value in headers.items()}, body


def ended(status: Any = 3, **facts: Any) -> Answer:
    return answer({"status": {"id": status, "description": "Described"}} | facts)


def text(words: str) -> str:
    return base64.encodebytes(words.encode()).decode()


@pytest.fixture
def serve() -> Iterator[Serve]:
    """Serves one answer, and else what Judge0 says; returns the address."""
    answers = {asked: answer(content) for asked, content in GOOD.items()}

    class Handler(BaseHTTPRequestHandler):
        def log_message(self, format: str, *arguments: Any) -> None:
            pass

        def do_GET(self) -> None:
            self.rfile.read(int(self.headers.get("Content-Length", 0)))
            status, headers, body = answers[f"{self.command} {self.path.partition('?')[0]}"]
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        do_POST = do_GET

    def start(asked: str, given: Answer) -> str:
        answers[asked] = given
        return f"http://127.0.0.1:{server.server_address[1]}"

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        yield start
        server.shutdown()


def run(serve: Serve, asked: str, given: Answer) -> Ran:
    server = replace(ask_server(Address.of(serve(asked, given))), patience=1)
    assert (server.language_id, server.limits["cpu_time_limit"], server.limits["wall_time_limit"]) == (109, 2.5, 28)
    with connect(server.address) as client:
        return run_program(client, server, b"print(1)", b"")


NOT_UNDERSTOOD = "its answer about a program is not understood"
FAULTS: list[tuple[str, Answer, type[Exception], str]] = [
    ("GET /about", answer(b"<html>Welcome</html>"), MachineError, "its answer to /about is not JSON; is it Judge0"),
    ("GET /about", answer([]), MachineError, "its answers are not understood; is it Judge0"),
    ("GET /about", answer({"version": "\u202e"}), MachineError, "not understood"),
    ("GET /about", answer(b"", 404), InputError, "answers 404 to /about; give the address of a Judge0 server"),
    ("GET /about", answer(b"", 302, Location="https://elsewhere.invalid/about"), InputError, "it redirects; give the"),
    ("GET /about", answer(b"no gzip", Content_Encoding="gzip"), InputError, "cannot be reached"),
    ("GET /about", answer({"error": "slow"}, 429, Retry_After="3600"), InputError, 'answers 429 .*{"error": "slow"}'),
    ("GET /languages", answer([{"id": "x", "name": 1}]), MachineError, "not understood"),
    ("GET /languages", answer([]), InputError, "has no language named Python .* no Python"),
    ("GET /config_info", answer([]), MachineError, "not understood"),
    ("GET /config_info", answer({"max_memory_limit": 0}), MachineError, "not understood"),
    ("POST /submissions", answer(b"", 413), Undecided, "takes no request of this size"),
    ("POST /submissions", answer({"token": "../../about"}), Undecided, "Judge0 does not take it"),
    ("POST /submissions", answer({"stdin": ["is too long"]}, 422), Undecided, "does not take it: .*is too long"),
    ("POST /submissions", answer({"language_id": ["is archived"]}, 422), InputError, "no longer runs Python"),
    ("POST /submissions", answer({"error": "no"}, 400), MachineError, 'answers 400 to /submissions: {"error": "no"}'),
    ("POST /submissions", answer(b"", 503, Retry_After="3600"), MachineError, "gave up after 1 s"),
    ("GET /submissions/a", answer([]), MachineError, NOT_UNDERSTOOD),
    ("GET /submissions/a", answer({"status": None}), MachineError, NOT_UNDERSTOOD),
    ("GET /submissions/a", ended("x"), MachineError, NOT_UNDERSTOOD),
    ("GET /submissions/a", ended(stdout=5), MachineError, NOT_UNDERSTOOD),
    ("GET /submissions/a", ended(stdout="a"), MachineError, NOT_UNDERSTOOD),
    ("GET /submissions/a", ended(time="nan"), MachineError, NOT_UNDERSTOOD),
    ("GET /submissions/a", ended(4), Undecided, "Judge0 says 4, Described"),
    ("GET /submissions/a", answer(b"", 404), Undecided, "Judge0 does not know it any more"),
]
ENDS = [
    (ended(5), Verdict.TIMEOUT, "CPU time limit"),
    (ended(5, message=text("Time limit exceeded (wall clock)")), Verdict.TIMEOUT, "wall-clock limit: it slept"),
    (ended(6, compile_output=text("no")), Verdict.EXCEPTION, "Described no"),
    (ended(7, exit_signal=11), Verdict.EXCEPTION, "Described"),
    (ended(8), Verdict.WRONG_OUTPUT, "it printed more than 4,096 KB"),
    (ended(11, stderr=text("Traceback\nKeyError: 'a'\n")), Verdict.EXCEPTION, "KeyError: 'a'"),
    (ended(12, exit_signal=9), Verdict.MEMORY, "it took more than 1,048,576 KB and was killed"),
]


@pytest.mark.parametrize(("asked", "given", "error", "says"), FAULTS)
def test_a_fault_is_one_line(serve: Serve, asked: str, given: Answer, error: type[Exception], says: str) -> None:
    with pytest.raises(error, match=says) as raised:
        run(serve, asked, given)
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(("given", "verdict", "reason"), ENDS)
def test_every_end_has_its_meaning(serve: Serve, given: Answer, verdict: Verdict, reason: str) -> None:
    assert run(serve, "GET /submissions/a", given).failure == Failure(verdict, reason)


def test_what_a_program_printed_and_took(serve: Serve) -> None:
    given = ended(stdout=text("x" * 100), time="0.25", memory=9216)
    assert run(serve, "GET /submissions/a", given) == Ran(None, b"x" * 100, 0.25, 9216.0)
