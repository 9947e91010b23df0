"""Check that a server can be reached before anything is sent; otherwise retries would go on for minutes."""

import socket
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from tallybench.errors import InputError

_PORTS = {"http": 80, "https": 443}
_PATIENCE = 10  # seconds


def check_address(address: str) -> None:
    """Connect once, sending nothing; behind a proxy, leave it to the proxy.

    Raises:
        InputError: it is not an address, or nothing listens there. The message has only host and port, since the rest
            may hold a key.
    """
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port or _PORTS.get(parts.scheme)
    except ValueError:
        host = port = None
    if host is None or port is None:
        raise InputError("--base-url: is no address; give one such as http://127.0.0.1:8080/v1")
    proxies = getproxies()
    if (parts.scheme in proxies or "all" in proxies) and not proxy_bypass(host):
        return
    try:
        socket.create_connection((host, port), _PATIENCE).close()
    except (OSError, UnicodeError) as error:  # the latter if it is not a valid host name
        why = getattr(error, "strerror", None) or str(error)
        raise InputError(
            f"--base-url: nothing answers at {host}, port {port} ({why}); is the server running?"
        ) from None
