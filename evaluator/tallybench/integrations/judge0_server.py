"""A Judge0 server, and how to run a program there through its HTTP API (1.13). Expected outputs are never sent."""

import base64
import os
import re
import signal
import ssl
import time
from dataclasses import dataclass, field
from typing import Any, Self
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import httpx
import orjson

from tallybench.errors import InputError, MachineError
from tallybench.model.verdicts import Verdict
from tallybench.sandbox.jobs import CPU_LIMIT, WALL_LIMIT, Failure
from tallybench.values.text import clean_text

TOKEN, HEADER = "JUDGE0_AUTH_TOKEN", "JUDGE0_AUTH_HEADER"  # environment variables
# Seconds and KB, or the server's maximum if it is lower; our own sandbox allows a second more.
LIMITS = {"cpu_time_limit": 6.0, "wall_time_limit": 28.0, "memory_limit": 1 << 20, "max_file_size": 4 << 10}
LIMITS |= {"number_of_runs": 3}  # whose means the server reports, as in ECCO
_TRIES = 3  # for a program that the server fails to run
_BUSY = (429, 500, 502, 503, 504)
_REFUSALS = {
    401: f"set {TOKEN} to its token, and {HEADER} if its header is not X-Auth-Token",
    403: "it refuses requests from here; ask its administrator",
    404: "give the address of a Judge0 server",
    **dict.fromkeys((301, 302, 303, 307, 308), "it redirects; give the final address"),
}
_FIELDS = "token,status,stdout,stderr,compile_output,message,exit_signal,time,memory"
_PYTHON = re.compile(r"Python \((3(?:\.\d+)*)\)", re.ASCII)
# Judge0's statuses (GET /statuses). 4, a wrong answer, needs an expected output; 13 and 14 are the server's own faults.
_NOT_ENDED, _ACCEPTED, _TIME_LIMIT, _FILE_LIMIT, _ERRORS = (1, 2), 3, 5, 8, (6, 7, 9, 10, 11, 12)


class Undecided(Exception):
    """The server failed to run a program, which says nothing about the program; the message says why."""


@dataclass(frozen=True)
class Address:
    """Where a server is, and what a connection to it uses from the environment of this process."""

    url: str
    host: str  # with the port if one is given; results name it
    headers: dict[str, str] = field(default_factory=dict, repr=False)  # the token
    proxy: str | None = field(default=None, repr=False)
    certificates: str | None = None  # a file of trusted certificates; None: the usual ones

    @classmethod
    def of(cls, url: str) -> Self:
        """Read an address, and the token from the environment.

        Raises:
            InputError: it is not the address of a server, or holds what belongs in the environment.
        """
        try:
            parts = urlsplit(url)
            usable = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
        except ValueError:
            usable = False
        if not usable:
            raise InputError("--judge0: is not the address of a server; give one such as http://127.0.0.1:2358")
        if "@" in parts.netloc or parts.query or parts.fragment:
            raise InputError(f"--judge0: give the address alone; set {TOKEN} to the token")
        token, header = os.environ.get(TOKEN, ""), os.environ.get(HEADER, "X-Auth-Token")
        if not (token.isascii() and token.isprintable() and re.fullmatch(r"[A-Za-z0-9-]+", header)):
            raise InputError(f"{TOKEN} or {HEADER}: cannot be sent as a header")
        proxies = {} if proxy_bypass(parts.netloc) else getproxies()
        proxy = proxies.get(parts.scheme, proxies.get("all"))
        headers = {header: token} if token else {}
        return cls(url.rstrip("/"), parts.netloc, headers, proxy, os.environ.get("SSL_CERT_FILE"))


@dataclass(frozen=True)
class Server:
    """A server as it describes itself."""

    address: Address
    version: str
    language_id: int
    language: str
    limits: dict[str, float]  # the limits for a program, by Judge0's names
    patience: float = 600.0  # seconds for which the server may be busy or away

    @property
    def facts(self) -> dict[str, str]:
        """What a result says about its environment."""
        language = f"{self.language}, id {self.language_id}"
        limits = ", ".join(f"{name} {limit:g}" for name, limit in self.limits.items())
        facts = {"engine": f"Judge0 {self.version}", "server": self.address.host, "language": language}
        return facts | {"limits": limits, "counter": "none"}


@dataclass(frozen=True)
class Ran:
    """A program that the server ran to its end."""

    failure: Failure | None  # why it did not end well
    stdout: bytes  # untrusted
    seconds: float | None  # CPU time; None if the server does not report it
    kilobytes: float | None


def ask_server(address: Address, language: int | None = None) -> Server:
    """Ask a server what it is, without waiting for one that does not answer at once.

    Without the id of a language there, the newest Python 3 is chosen.

    Raises:
        InputError: nothing answers there, or it has no such language.
        MachineError: its answers are not those of a Judge0 server.
    """
    with connect(address) as client:
        about, languages, config = (_ask(client, 0, "GET", path) for path in ("/about", "/languages", "/config_info"))
    try:
        version = clean_text(str(about["version"]), 80)
        names = {int(entry["id"]): clean_text(str(entry["name"]), 80) for entry in languages}
        limits = {name: type(most)(min(most, float(config.get(f"max_{name}", most)))) for name, most in LIMITS.items()}
    except (TypeError, KeyError, ValueError, AttributeError):
        version, names, limits = "", {}, {}
    if not version or not all(limit > 0 for limit in limits.values()):
        raise MachineError(f"{address.host}: its answers are not understood; is it Judge0?")
    pythons = {number: match[1].split(".") for number, name in names.items() if (match := _PYTHON.fullmatch(name))}
    newest = max(pythons, key=lambda number: [int(part) for part in pythons[number]], default=-1)
    chosen = newest if language is None else language
    if chosen not in names:
        missing = "no language named Python (3...)" if language is None else f"no language {language}"
        known = ", ".join(f"{number} {name}" for number, name in names.items() if "Python" in name) or "no Python"
        raise InputError(f"{address.host} has {missing}, but {known}; give --language ID")
    return Server(address, version, chosen, names[chosen], limits)


def connect(address: Address) -> httpx.Client:
    """Open a connection. Certificates are verified, redirects are not followed: the token is for this server only."""
    try:
        return httpx.Client(
            base_url=address.url,
            headers=address.headers,
            timeout=httpx.Timeout(60.0, connect=10.0),
            proxy=address.proxy,
            verify=ssl.create_default_context(cafile=address.certificates) if address.certificates else True,
            trust_env=False,
        )
    except (ValueError, OSError, ImportError, httpx.InvalidURL) as error:
        why = clean_text(str(error))
        raise InputError(f"--judge0: the address, a proxy or certificates cannot be used: {why}") from None


def run_program(client: httpx.Client, server: Server, source: bytes, stdin: bytes) -> Ran:
    """Run a program on an input, and wait until all its runs have ended.

    Raises:
        Undecided: the server does not accept it, or failed three times to run it.
        InputError: the server refuses the request.
        MachineError: it is busy or away for too long, or its answers are not those of a Judge0 server.
    """
    texts = {"source_code": base64.b64encode(source).decode(), "stdin": base64.b64encode(stdin).decode()}
    settings = {"language_id": server.language_id, "enable_network": False, **server.limits}
    encoded, host, why = {"base64_encoded": "true"}, server.address.host, ""
    for _ in range(_TRIES):
        given = _ask(client, server.patience, "POST", "/submissions", params=encoded, json=texts | settings)
        token = str(given.get("token", "")) if isinstance(given, dict) else ""
        if not re.fullmatch(r"[\w-]{1,100}", token, re.ASCII):
            said = clean_text(orjson.dumps(given).decode())
            if isinstance(given, dict) and "language_id" in given:
                raise InputError(f"{host} no longer runs {server.language}: {said}")
            raise Undecided(f"Judge0 does not take it: {said}")
        pause, deadline, found = 0.1, time.monotonic() + server.patience, None
        while found is None:
            if time.monotonic() > deadline:
                raise MachineError(f"{host}: a program has not ended within {server.patience:.0f} s")
            time.sleep(pause)
            pause = min(1.5 * pause, 2.0)
            parameters = {"fields": _FIELDS, **encoded}
            entry = _ask(client, server.patience, "GET", f"/submissions/{token}", params=parameters)
            try:
                found = _end_of(server, entry)
            except (TypeError, KeyError, ValueError, AttributeError):
                raise MachineError(f"{host}: its answer about a program is not understood") from None
        if isinstance(found, Ran):
            return found
        why = found
    raise Undecided(why)


def _end_of(server: Server, entry: Any) -> Ran | str | None:
    """Return how a program ended; None if it has not ended, or a text if the server failed to run it."""
    if entry is None:
        return "Judge0 does not know it any more"
    status, described = int(entry["status"]["id"]), str(entry["status"].get("description"))
    if status in _NOT_ENDED:
        return None
    names = ("stdout", "stderr", "compile_output", "message")
    stdout, stderr, *said = (base64.b64decode(entry.get(name) or "") for name in names)
    words = b" ".join((described.encode(), *said)).decode("utf-8", "replace")
    failure = None
    if status == _TIME_LIMIT:
        failure = Failure(Verdict.TIMEOUT, WALL_LIMIT if "wall clock" in words else CPU_LIMIT)
    elif status == _FILE_LIMIT:
        failure = Failure(Verdict.WRONG_OUTPUT, f"it printed more than {server.limits['max_file_size']:,.0f} KB")
    elif entry.get("exit_signal") == signal.SIGKILL:  # the kernel kills what takes too much memory
        failure = Failure(Verdict.MEMORY, f"it took more than {server.limits['memory_limit']:,.0f} KB and was killed")
    elif status in _ERRORS:
        last = clean_text(stderr[-2_000:].decode("utf-8", "replace").strip().rpartition("\n")[2] or words)
        failure = Failure(Verdict.MEMORY if last.startswith("MemoryError") else Verdict.EXCEPTION, last)
    elif status != _ACCEPTED:
        return clean_text(f"Judge0 says {status}, {words}")
    seconds, kilobytes = (None if entry.get(name) is None else float(entry[name]) for name in ("time", "memory"))
    if not all(0 <= figure < 1e15 for figure in (seconds, kilobytes) if figure is not None):
        raise ValueError
    return Ran(failure, stdout, seconds, kilobytes)


def _ask(client: httpx.Client, patience: float, method: str, path: str, **request: Any) -> Any:
    """Make a request and return its JSON; repeat it for `patience` seconds while the server is busy or away.

    A POST whose connection breaks may be carried out twice.
    """
    host, deadline, pause = client.base_url.netloc.decode(), time.monotonic() + patience, 0.25
    while True:
        wait = pause
        try:
            response = client.request(method, path, **request)
        except (httpx.HTTPError, UnicodeError) as error:
            why = f"cannot be reached ({clean_text(str(error)) or type(error).__name__})"
        else:
            status = response.status_code
            if status in (200, 201) or (status == 422 and method == "POST"):  # 422: what is wrong with the program
                try:
                    return orjson.loads(response.content)
                except orjson.JSONDecodeError:
                    raise MachineError(f"{host}: its answer to {path} is not JSON; is it Judge0?") from None
            if status == 404 and path.startswith("/submissions/"):
                return None
            if status in _REFUSALS:
                raise InputError(f"--judge0: {host} answers {status} to {path}; {_REFUSALS[status]}")
            if status == 413:
                raise Undecided(f"{host} takes no request of this size")
            why = f"answers {status} to {path}: {clean_text(response.text)}"
            if status not in _BUSY:
                raise MachineError(f"{host} {why}")
            asked = response.headers.get("retry-after", "")
            wait = max(pause, float(asked) if asked.isascii() and asked.isdecimal() else 0)
        if not patience:
            raise InputError(f"--judge0: {host} {why}; is a Judge0 server running there?")
        if time.monotonic() + wait > deadline:
            raise MachineError(f"{host} {why}; gave up after {patience:.0f} s")
        time.sleep(wait)
        pause = min(2 * pause, 10.0)
