"""The connection to a Judge0 server: requests are made again where it is busy or out of reach for a while."""

import time
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from types import TracebackType
from typing import Any, Self

import httpx
import orjson

from evaluator.errors import InputError, MachineError
from evaluator.execution.judge0.address import HEADER, TOKEN, Address
from evaluator.values.text import clean_text

PATIENCE = 600.0  # seconds in which a server may be busy or away
CONNECT_SECONDS, ANSWER_SECONDS = 10.0, 60.0
ANSWER_BYTES = 256 << 20  # that one answer may have: 20 runs, each with two streams of 4 MB, in Base64
_FIRST_PAUSE, _LONGEST_PAUSE = 0.25, 10.0  # seconds
_NOTICED_SECONDS = 1.0  # from which on a pause is told
_BUSY = (429, 503)  # too many requests; the queue is full, or maintenance
_PASSING = (500, 502, 504)  # of the server, or of what stands before it
_TRIES_OF_PASSING = 5


class OtherwiseThanJudge0(MachineError):
    """The server's answer is not what Judge0's API says."""


class TooLarge(MachineError):
    """The server takes no requests of this size."""


class Connection:
    """A connection to a server.

    Args:
        address: where it is.
        patience: seconds in which it may be busy or away.
        notice: is told why a server is waited for.

    Raises:
        InputError: the environment names a proxy that is none.
    """

    def __init__(
        self, address: Address, patience: float = PATIENCE, notice: Callable[[str], None] = lambda _: None
    ) -> None:
        self._address = address
        self._notice = notice
        self._patience = patience
        try:
            self._client = httpx.Client(
                headers={"Accept": "application/json", **address.headers},
                timeout=httpx.Timeout(ANSWER_SECONDS, connect=CONNECT_SECONDS),
            )
        except ValueError as error:
            raise InputError(f"the environment's proxy cannot be used: {clean_text(str(error))}") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._client.close()

    @property
    def host(self) -> str:
        """How the server is named."""
        return self._address.host

    def first(self, path: str) -> Any:
        """Asks for something for the first time: a server that is out of reach is not waited for.

        Raises:
            InputError: nobody answers there.
            TallyBenchError: as `ask`.
        """
        try:
            return self._with_patience("GET", path, None, None, waits=False)
        except (httpx.HTTPError, httpx.InvalidURL, UnicodeError) as error:  # a name that no name can be is one of these
            why = clean_text(str(error)) or type(error).__name__
            raise InputError(f"--url: no Judge0 answers at {self.host} ({why}); is the server running?") from None

    def ask(self, path: str, parameters: Mapping[str, str] | None = None) -> Any:
        """What the server answers to a GET, as JSON.

        Raises:
            InputError: it refuses the request.
            MachineError: it is busy or out of reach for too long, or its answer is not understood.
        """
        return self._with_patience("GET", path, parameters, None)

    def post(self, path: str, parameters: Mapping[str, str], body: bytes) -> Any:
        """Likewise of a POST. It may be made twice: where a connection breaks, nobody knows what became of the first.

        Raises:
            TooLarge: the server takes no body of this size.
            TallyBenchError: as `ask`.
        """
        return self._with_patience("POST", path, parameters, body)

    def _with_patience(
        self, method: str, path: str, parameters: Mapping[str, str] | None, body: bytes | None, *, waits: bool = True
    ) -> Any:
        deadline = time.monotonic() + self._patience
        pause, passing = _FIRST_PAUSE, 0
        while True:
            wait = pause
            try:
                status, headers, content = self._exchange(method, path, parameters, body)
            except httpx.DecodingError:
                raise OtherwiseThanJudge0(f"{self.host}: what it answers to {path} cannot be decompressed") from None
            except httpx.TransportError as error:
                if not waits:
                    raise
                why = f"cannot be reached ({clean_text(str(error)) or type(error).__name__})"
            else:
                # 422 tells of each submission what is wrong with it, where nothing is right with any.
                if status in (200, 201) or (status == 422 and method == "POST"):
                    return self._json(path, content)
                said = _said(content)
                if status in _PASSING:
                    passing += 1
                if status not in _BUSY and not (status in _PASSING and passing < _TRIES_OF_PASSING):
                    raise self._refusal(method, path, status, headers, content, said)
                why = f"says {status}{said}"
                wait = max(pause, _retry_after(headers.get("retry-after", "")) or 0)
            if time.monotonic() + wait > deadline:
                raise MachineError(f"{self.host}: {why}, and is not waited for longer than {self._patience:.0f} s")
            if wait >= _NOTICED_SECONDS:
                self._notice(f"{self.host}: {why}; asked again in {wait:.0f} s")
            time.sleep(wait)
            pause = min(pause * 2, _LONGEST_PAUSE)

    def _exchange(
        self, method: str, path: str, parameters: Mapping[str, str] | None, body: bytes | None
    ) -> tuple[int, httpx.Headers, bytes]:
        """One request and its answer, of bounded size. Redirects are not followed: the token is this server's alone."""
        headers = {} if body is None else {"Content-Type": "application/json"}
        url = f"{self._address.url}{path}"
        with self._client.stream(method, url, params=parameters, content=body, headers=headers) as response:
            content = bytearray()
            for piece in response.iter_bytes():
                content += piece
                if len(content) > ANSWER_BYTES:
                    raise OtherwiseThanJudge0(f"{self.host}: answers with more than {ANSWER_BYTES >> 20} MB")
            return response.status_code, response.headers, bytes(content)

    def _json(self, path: str, content: bytes) -> Any:
        try:
            return orjson.loads(content)
        except orjson.JSONDecodeError:
            raise OtherwiseThanJudge0(f"{self.host}: what it answers to {path} is not JSON; is it Judge0?") from None

    def _refusal(
        self, method: str, path: str, status: int, headers: httpx.Headers, content: bytes, said: str
    ) -> InputError | MachineError:
        if status == 401:
            wanted = "another one" if self._address.headers else "one"
            return InputError(
                f"{self.host}: asks for {wanted} token (401); set {TOKEN}, and {HEADER} where its header is another"
            )
        if status == 403:
            return InputError(f"{self.host}: lets nobody in from here (403){said}; ask its administrator")
        if status in (301, 302, 303, 307, 308):
            there = clean_text(headers.get("location", "elsewhere"))
            return InputError(f"--url: {self.host} sends on to {there}; give the address that answers itself")
        if status == 413:
            return TooLarge(f"{self.host}: takes no request of this size (413)")
        if status == 404:
            return InputError(f"--url: {self.host} has no {path} (404); give the address of a Judge0 server")
        return OtherwiseThanJudge0(f"{self.host}: says {status} to {method} {path}{said}")


def _said(content: bytes) -> str:
    """The server's own words."""
    try:
        told = orjson.loads(content)
    except orjson.JSONDecodeError:
        return ""
    text = told.get("error") if isinstance(told, dict) else None
    return f": {clean_text(text)}" if isinstance(text, str) else f": {clean_text(str(told))}"


def _retry_after(text: str) -> float | None:
    """The seconds that a header asks to wait, as a number or as a date; None where it does not."""
    if text.strip().isdecimal() and text.isascii():
        return float(text)
    try:
        moment = parsedate_to_datetime(text)
    except ValueError:
        return None
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    return max((moment - datetime.now(UTC)).total_seconds(), 0.0)
