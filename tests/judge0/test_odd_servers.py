"""Servers that are no Judge0, or answer otherwise than it does: one line says so, and nothing is taken from them."""

import base64
import json
import re
import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

from evaluator.errors import InputError, MachineError, TallyBenchError
from evaluator.execution.judge0.address import Address
from evaluator.execution.judge0.answer import Ran, Undecided
from evaluator.execution.judge0.server import Judge0, Submission

Answer = tuple[int, dict[str, str], bytes]
GOOD: dict[str, Any] = {
    "GET /about": {"version": "1.13.1"},
    "GET /languages": [{"id": 71, "name": "Python (3.8.1)"}, {"id": 109, "name": "Python (3.13.2)"}],
    "GET /config_info": {"max_queue_size": 10, "max_cpu_time_limit": 2.5},
    "POST /submissions/batch": [{"token": "a"}],
}


def answer(content: Any, status: int = 200, **headers: str) -> Answer:
    body = content if isinstance(content, bytes) else json.dumps(content).encode()
    return status, {name.replace("_", "-"): value for name, value in headers.items()}, body


@pytest.fixture
def serve() -> Iterator[Callable[..., str]]:
    """Serves what it is given, by method and path, and else what a Judge0 says; returns the address."""
    servers: list[ThreadingHTTPServer] = []

    def start(answers: dict[str, Answer]) -> str:
        class Handler(BaseHTTPRequestHandler):
            def log_message(self, format: str, *arguments: Any) -> None:
                pass

            def do_GET(self) -> None:
                self.rfile.read(int(self.headers.get("Content-Length", 0)))
                asked = f"{self.command} {self.path.partition('?')[0]}"
                status, headers, body = answers.get(asked) or answer(GOOD[asked])
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            do_POST = do_GET

        server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        servers.append(server)
        threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        return f"http://127.0.0.1:{server.server_address[1]}"

    yield start
    for server in servers:
        server.shutdown()
        server.server_close()


@pytest.mark.parametrize(
    ("path", "given", "error", "says"),
    [
        (
            "/about",
            answer(b"<html>Welcome</html>"),
            MachineError,
            "what it answers to /about is not JSON; is it Judge0",
        ),
        ("/about", answer([]), MachineError, "it names no version; is it Judge0"),
        ("/about", answer({"version": "\u202e"}), MachineError, "it names no version"),
        ("/about", answer(b"", 404), InputError, r"has no /about \(404\)"),
        ("/about", answer(b"", 403), InputError, r"lets nobody in from here \(403\)"),
        (
            "/about",
            answer(b"", 302, Location="https://elsewhere.invalid/about"),
            InputError,
            "sends on to https://else",
        ),
        ("/about", answer(b"no gzip", Content_Encoding="gzip"), MachineError, "cannot be decompressed"),
        (
            "/about",
            answer({"error": "slow"}, 429, Retry_After="3600"),
            MachineError,
            "says 429: slow, and is not waited",
        ),
        ("/about", answer({"error": "no"}, 503, Retry_After="Wed, 21 Oct 2099 07:28:00 GMT"), MachineError, "says 503"),
        ("/languages", answer({"a": 1}), MachineError, "it is no list of languages"),
        ("/languages", answer([{"id": "x", "name": 1}]), MachineError, "it is no list of languages"),
        ("/languages", answer([]), InputError, "it has no Python"),
        ("/config_info", answer([]), MachineError, "it is no object"),
        ("/config_info", answer({"max_cpu_time_limit": "9"}), MachineError, "max_cpu_time_limit is '9'"),
        ("/config_info", answer({"max_memory_limit": True}), MachineError, "max_memory_limit is True"),
    ],
)
def test_a_server_that_is_no_judge0(
    serve: Callable[..., str], path: str, given: Answer, error: type[TallyBenchError], says: str
) -> None:
    with pytest.raises(error, match=says):
        Judge0(Address.of(serve({f"GET {path}": given})), patience=2)


def test_the_newest_python_and_limits_that_the_server_allows(serve: Callable[..., str]) -> None:
    with Judge0(Address.of(serve({}))) as judge0:
        assert (judge0.server.language_id, judge0.server.language) == (109, "Python (3.13.2)")
        assert (judge0.server.batch, judge0.server.queue) == (10, 10)
        assert (judge0.server.limits.cpu_seconds, judge0.server.limits.wall_seconds) == (2.5, 28.0)


def submission(**facts: Any) -> Answer:
    return answer({"submissions": [{"token": "a", "status": {"id": 3, "description": "Accepted"}} | facts]})


@pytest.mark.parametrize(
    "given",
    [
        answer([]),
        answer({"submissions": []}),
        answer({"submissions": [7]}),
        submission(status=None),
        submission(status={"id": "x"}),
        submission(stdout=5),
        submission(stdout="a"),
        submission(time="-1"),
        submission(time="nan"),
        submission(memory=[]),
        submission(exit_code="many"),
    ],
)
def test_a_submission_that_is_not_understood(serve: Callable[..., str], given: Answer) -> None:
    with (
        Judge0(Address.of(serve({"GET /submissions/batch": given}))) as judge0,
        pytest.raises(MachineError, match="what it answers to GET /submissions/batch is not understood"),
    ):
        judge0.fetch(["a"])


def test_what_a_submission_may_say(serve: Callable[..., str]) -> None:
    lines = base64.encodebytes(b"x" * 100).decode()
    for given, found in (
        (submission(stdout=lines, time="0.25", memory=9216), Ran(3, b"x" * 100, b"", "", None, None, 0.25, 9216.0)),
        (submission(status={"id": 2, "description": "Processing"}), None),
        (submission(status={"id": 4, "description": "Wrong"}), Undecided("Judge0 says 4, Wrong:")),
        (answer({"submissions": [None]}), Undecided("Judge0 does not know it any more")),
    ):
        with Judge0(Address.of(serve({"GET /submissions/batch": given}))) as judge0:
            assert judge0.fetch(["a"]).get("a") == found


def test_batches_that_are_refused(serve: Callable[..., str]) -> None:
    one = [Submission(("a",), b"print(1)", b"")]
    for given, says in (
        (answer({"error": "batched submissions are not allowed"}, 400), "says 400 to POST .*: batched submissions are"),
        (answer([]), "it has not 1 parts"),
        (answer([{"language_id": ["is archived"]}], 422), r"does not run Python \(3.13.2\) any more: .*is archived"),
    ):
        with (
            Judge0(Address.of(serve({"POST /submissions/batch": given}))) as judge0,
            pytest.raises(TallyBenchError, match=says),
        ):
            judge0.send(one)
    for given, says in (
        (answer(b"", 413), r"takes no request of this size \(413\)"),
        (answer([{"token": "../../about"}]), "Judge0 does not take it"),
        (answer([{"stdin": ["is too long"]}], 422), "Judge0 does not take it: .*is too long"),
    ):
        with Judge0(Address.of(serve({"POST /submissions/batch": given}))) as judge0:
            (refused,) = judge0.send(one)
            assert isinstance(refused, Undecided)
            assert re.search(says, refused.reason)
