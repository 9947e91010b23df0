"""Addresses at which no cluster can be are refused within seconds."""

import socket
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from threading import Thread

import pytest

from tallybench.errors import InputError
from tallybench.evaluation.cluster_address import check_address
from tests.conftest import CommandLine


@pytest.fixture
def bound() -> Iterator[socket.socket]:
    """A socket with a port of its own, on which nobody listens."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        yield found


def refused(where: str) -> str:
    """What is said of an address, in its one line, but for what to do."""
    with pytest.raises(InputError) as caught:
        check_address(where)
    line = str(caught.value)
    start = f"--ray {where}: no cluster answers there ("
    end = "); start one with `ray start --head`, and give HOST:PORT"
    assert line.startswith(start) and end in line and "\n" not in line
    return line.removeprefix(start).partition(end)[0]


@pytest.mark.parametrize("where", ["nowhere", "local", "host:", ":6379", "host:0", "host:65536", "host:ray", ""])
def test_what_is_no_address_is_refused(where: str) -> None:
    assert refused(where) == "it is neither HOST:PORT nor auto"


@pytest.mark.parametrize("host", ["nowhere.invalid", f"{'a' * 70}.b"])
def test_a_host_that_does_not_exist_is_named(host: str) -> None:
    assert refused(f"{host}:6379") == f"there is no host {host}"


def test_what_does_not_answer_as_ray_is_named_and_not_waited_for_long(bound: socket.socket) -> None:
    port = bound.getsockname()[1]
    for prefix in ("", "ray://"):
        assert refused(f"{prefix}127.0.0.1:{port}") == f"nothing listens on port {port} of 127.0.0.1"
    bound.listen()
    assert refused(f"127.0.0.1:{port}") == "no answer within 5 seconds"
    bound.accept()[0].close()
    Thread(target=lambda: bound.accept()[0].close(), daemon=True).start()
    assert refused(f"127.0.0.1:{port}") == f"what listens on port {port} of 127.0.0.1 is not Ray"


class OtherService(BaseHTTPRequestHandler):
    """Answers whatever it is asked, as HTTP."""

    def log_message(self, *_: object) -> None:
        pass


def test_another_service_is_not_taken_for_ray() -> None:
    with HTTPServer(("127.0.0.1", 0), OtherService) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        port = server.server_port
        assert refused(f"127.0.0.1:{port}") == f"what listens on port {port} of 127.0.0.1 is not Ray"
        server.shutdown()


def test_the_command_says_it_in_one_line_before_anything_else(
    bound: socket.socket, tallybench: CommandLine, tmp_path: Path
) -> None:
    where = f"127.0.0.1:{bound.getsockname()[1]}"
    done = tallybench("evaluate", "embedded:references", "--no-count", "--ray", where, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"tallybench: --ray {where}: no cluster answers there (nothing listens on port ")
    assert done.stderr.count("\n") == 1
    assert list(tmp_path.iterdir()) == []
