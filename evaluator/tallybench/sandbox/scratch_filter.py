"""The further system calls that solutions may make if they have a folder to write to.

The filter of `seccomp.py` stays as it is, and decides on what is not let through here. Where a path may lead is decided
by the mounts, which are read-only except for that folder.
"""

import struct

_LOAD, _IF_EQUAL, _RETURN = 0x20, 0x15, 0x06
_NUMBER, _ARCH, _SECOND_ARGUMENT = 0, 4, 24
_X86_64, _PERMIT, _KILL = 0xC000003E, 0x7FFF0000, 0x80000000

CALLS = {
    **{"open": 2, "openat": 257, "mkdir": 83, "mkdirat": 258, "rmdir": 84, "unlink": 87, "unlinkat": 263},
    **{"rename": 82, "renameat": 264, "renameat2": 316, "truncate": 76, "ftruncate": 77, "pwrite64": 18},
    **{"fsync": 74, "fdatasync": 75, "chmod": 90, "fchmod": 91, "fchmodat": 268, "utimensat": 280, "chdir": 80},
    "umask": 95,
}
_FCNTL, _LOCKS = 72, (5, 6, 7)  # F_GETLK, F_SETLK, F_SETLKW: what SQLite locks its file with


def with_scratch(bpf: bytes) -> bytes:
    """Return a filter that lets these calls through, and asks `bpf` about all others."""
    statements = [
        _statement(_LOAD, _ARCH),
        _jump(_X86_64, 1, 0),
        _statement(_RETURN, _KILL),
        _statement(_LOAD, _NUMBER),
    ]
    for number in CALLS.values():
        statements += [_jump(number, 0, 1), _statement(_RETURN, _PERMIT)]
    locks = [part for command in _LOCKS for part in (_jump(command, 0, 1), _statement(_RETURN, _PERMIT))]
    statements += [_jump(_FCNTL, 0, 1 + len(locks)), _statement(_LOAD, _SECOND_ARGUMENT), *locks]
    return b"".join(statements) + bpf


def _statement(code: int, value: int) -> bytes:
    return struct.pack("<HBBI", code, 0, 0, value)


def _jump(value: int, if_true: int, if_false: int) -> bytes:
    return struct.pack("<HBBI", _IF_EQUAL, if_true, if_false, value)
