"""Where a Judge0 server is, and what is shown to it."""

import os
from dataclasses import dataclass, field
from typing import Self
from urllib.parse import urlsplit

from evaluator.errors import InputError

TOKEN, HEADER = "JUDGE0_AUTH_TOKEN", "JUDGE0_AUTH_HEADER"  # variables of the environment
_USUAL_HEADER = "X-Auth-Token"
_HEADER_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")


@dataclass(frozen=True)
class Address:
    """Where a server is, and the token that it asks for.

    Attributes:
        url: without a slash at its end.
        host: with the port where one is given: what results say of it.
        headers: the token, in the header that the server's administrator chose; nothing where none is needed.
    """

    url: str
    host: str
    headers: dict[str, str] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, url: str) -> Self:
        """The address, with the token that the environment has.

        Raises:
            InputError: it is none, or holds what belongs into the environment.
        """
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            parts, port = urlsplit(""), None
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise InputError("--url: is no address of a Judge0 server; give one such as http://127.0.0.1:2358")
        if parts.username or parts.password or parts.query or parts.fragment:
            raise InputError(f"--url: give the address alone; a token is taken from the variable {TOKEN}")
        name = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
        host = name if port is None else f"{name}:{port}"
        return cls(url.rstrip("/"), host, _token())


def _token() -> dict[str, str]:
    token = os.environ.get(TOKEN, "")
    header = os.environ.get(HEADER, _USUAL_HEADER)
    if not token:
        return {}
    if not (token.isascii() and token.isprintable()):
        raise InputError(f"{TOKEN}: has a character that no header can hold")
    if not header or not _HEADER_CHARACTERS.issuperset(header.lower()):
        raise InputError(f"{HEADER}: is no name of a header; the usual one is {_USUAL_HEADER}")
    return {header: token}
