"""Connect to a Ray cluster, or fail within seconds if no cluster answers; Ray itself takes minutes."""

import logging
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Thread
from types import ModuleType

from tallybench.errors import InputError
from tallybench.values.text import clean_text

_START = "start one with `ray start --head`, and give HOST:PORT of the head from one of its nodes"
_LIMIT_SECONDS = 5.0
_CLIENT = "ray://"  # how Ray writes the address of a server for clients outside the cluster

# Ray's head speaks gRPC, and so HTTP/2 (RFC 9113, 3.4): both sides begin with a settings frame, the client's after
# this preface. A frame's fourth byte is its type.
_PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
_FRAME_BYTES, _KIND, _SETTINGS = 9, 3, 4
_EMPTY_SETTINGS = bytes([0, 0, 0, _SETTINGS, 0, 0, 0, 0, 0])


@contextmanager
def connected(address: str) -> Iterator[ModuleType]:
    """Connect the installed Ray to a cluster for a block; raise InputError if no cluster answers."""
    import ray

    check_address(address)
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except (ConnectionError, RuntimeError, ValueError, TimeoutError, ImportError, AssertionError) as error:
        raise _refusal(address, clean_text(str(error))) from None
    try:
        yield ray
    finally:
        ray.shutdown()


def check_address(address: str) -> None:
    """Check within seconds that a Ray head may be running at an address; raise InputError if not.

    The address is HOST:PORT; or `auto`, which Ray looks up on this machine.
    """
    if address == "auto":
        return
    host, _, port = address.removeprefix(_CLIENT).rpartition(":")
    if not host or not (port.isascii() and port.isdigit() and 0 < int(port) < 1 << 16):
        raise _refusal(address, "it is neither HOST:PORT nor auto")
    found: list[str | None] = []
    # Looking up a name has no time limit of its own, so this waits from outside.
    looking = Thread(target=lambda: found.append(_why_not(host.strip("[]"), int(port))), daemon=True)
    looking.start()
    looking.join(_LIMIT_SECONDS)
    why = found[0] if found else f"no answer within {_LIMIT_SECONDS:.0f} seconds"
    if why is not None:
        raise _refusal(address, why)


def _why_not(host: str, port: int) -> str | None:
    """Return why no head can be there; None if something answers like a head."""
    try:
        with socket.create_connection((host, port), _LIMIT_SECONDS) as connection:
            if os.environ.get("RAY_USE_TLS", "0") not in ("", "0"):
                return None  # what it says is encrypted
            connection.sendall(_PREFACE + _EMPTY_SETTINGS)
            heard = b""
            while len(heard) < _FRAME_BYTES and (more := connection.recv(_FRAME_BYTES)):
                heard += more
    except (socket.gaierror, UnicodeError):  # the second: not a valid host name
        return f"there is no host {host}"
    except TimeoutError:
        return f"no answer within {_LIMIT_SECONDS:.0f} seconds"
    except ConnectionRefusedError:
        return f"nothing listens on port {port} of {host}"
    except (ConnectionResetError, BrokenPipeError):
        heard = b""
    except OSError as error:
        return f"{host} cannot be reached: {error.strerror or error}"
    if len(heard) < _FRAME_BYTES or heard[_KIND] != _SETTINGS:
        return f"what listens on port {port} of {host} is not Ray"
    return None


def _refusal(address: str, why: str) -> InputError:
    return InputError(f"--ray {address}: no cluster answers there ({why}); {_START}")
