"""Reaches a Ray cluster; and says within seconds where none can be, which Ray itself finds out in minutes."""

import logging
import os
import socket
from threading import Thread
from types import ModuleType

from evaluator.errors import InputError
from evaluator.values.text import clean_text

INSTALL = "pip install 'tallybench[ray]'"
_START = "start one with `ray start --head`, and give HOST:PORT of the head from one of its nodes"
_LIMIT_SECONDS = 5.0
_CLIENT = "ray://"  # how Ray writes the address of a server that it is used through from elsewhere

# Ray's head speaks gRPC, and so HTTP/2 (RFC 9113, 3.4): both sides begin with a frame of settings, the client's after
# these letters. A frame's kind is its fourth byte.
_PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
_FRAME_BYTES, _KIND, _SETTINGS = 9, 3, 4
_EMPTY_SETTINGS = bytes([0, 0, 0, _SETTINGS, 0, 0, 0, 0, 0])


def connect(address: str) -> ModuleType:
    """Ray, connected to a cluster.

    Raises:
        InputError: it is not installed here, or no cluster answers.
    """
    try:
        import ray
    except ImportError:
        raise InputError(f"--ray: Ray is not installed here; {INSTALL}") from None
    check_address(address)
    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.ERROR)
    except (ConnectionError, RuntimeError, ValueError, TimeoutError, ImportError, AssertionError) as error:
        raise _nobody(address, clean_text(str(error))) from None
    return ray


def check_address(address: str) -> None:
    """Finds out within seconds whether a head can be at an address.

    Args:
        address: HOST:PORT; or `auto`, which Ray looks up on this machine.

    Raises:
        InputError: it is no such address, or nobody answers there as Ray's head does.
    """
    if address == "auto":
        return
    host, _, port = address.removeprefix(_CLIENT).rpartition(":")
    if not host or not (port.isascii() and port.isdigit() and 0 < int(port) < 1 << 16):
        raise _nobody(address, "it is neither HOST:PORT nor auto")
    found: list[str | None] = []
    # To look up a name has no limit of its own, so that it is waited for from outside.
    looking = Thread(target=lambda: found.append(_why_not(host.strip("[]"), int(port))), daemon=True)
    looking.start()
    looking.join(_LIMIT_SECONDS)
    why = found[0] if found else f"no answer within {_LIMIT_SECONDS:.0f} seconds"
    if why is not None:
        raise _nobody(address, why)


def _why_not(host: str, port: int) -> str | None:
    """Why a head is not there; None where somebody answers as it does."""
    try:
        with socket.create_connection((host, port), _LIMIT_SECONDS) as connection:
            if os.environ.get("RAY_USE_TLS", "0") not in ("", "0"):
                return None  # what it says is enciphered
            connection.sendall(_PREFACE + _EMPTY_SETTINGS)
            heard = b""
            while len(heard) < _FRAME_BYTES and (more := connection.recv(_FRAME_BYTES)):
                heard += more
    except (socket.gaierror, UnicodeError):  # the second: no name can be like this
        return f"there is no host {host}"
    except TimeoutError:
        return f"no answer within {_LIMIT_SECONDS:.0f} seconds"
    except ConnectionRefusedError:
        return f"nobody listens on port {port} of {host}"
    except (ConnectionResetError, BrokenPipeError):
        heard = b""
    except OSError as error:
        return f"{host} cannot be reached: {error.strerror or error}"
    if len(heard) < _FRAME_BYTES or heard[_KIND] != _SETTINGS:
        return f"what listens on port {port} of {host} is not Ray"
    return None


def _nobody(address: str, why: str) -> InputError:
    return InputError(f"--ray {address}: no cluster answers there ({why}); {_START}")
