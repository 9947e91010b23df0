"""What solutions see of the kernel's name: the same on every machine.

When a zygote imports `uuid`, that asks for the name, and `platform` keeps the answer. Its length decides where later
objects lie in memory: with the name of a Debian kernel, 5 of 42 counts differed, by up to 0.09 %. So in the copy of the
measuring environment's C library that a sandbox has, `uname` makes no system call and returns what is written here.
Nothing else in the library changes, and nothing in it lies elsewhere.
"""

import struct

_FIELDS = (  # of struct utsname. Another length of one may move counts, and then needs a new PROTOCOL
    "Linux",
    "sandbox",
    "6.12.0-constant",
    "#1 SMP the same each time",
    "x86_64",
    "(none)",
)
_FIELD_BYTES = 65
_ASKS = bytes.fromhex("b83f000000 0f05")  # mov eax,63 (uname); syscall
# lea rsi,[rip+10]; mov ecx,390; rep movsb; xor eax,eax; ret
_COPIES = bytes.fromhex("488d350a000000 b986010000 f3a4 31c0 c3")
_LOADED, _EXECUTABLE = 1, 1
_PAGE = 4096


def with_constant_name(library: bytes) -> bytes:
    """Return the environment's C library with a `uname` that makes no system call.

    Its code goes between the end of the executable segment and that of its last page.
    """
    name = b"".join(field.encode().ljust(_FIELD_BYTES, b"\0") for field in _FIELDS)
    at, end = library.index(_ASKS), _end_of_code(library)
    code = _COPIES + name
    assert len(code) <= -end % _PAGE and not any(library[end : end + len(code)])
    jump = b"\xe9" + struct.pack("<i", end - (at + 5))
    return library[:at] + jump + library[at + 5 : end] + code + library[end + len(code) :]


def _end_of_code(library: bytes) -> int:
    """Return the offset at which the executable segment ends, which is also its distance from the library's start."""
    (first,), (size, count) = struct.unpack_from("<Q", library, 32), struct.unpack_from("<HH", library, 54)
    for number in range(count):
        kind, flags, offset, address, _, length = struct.unpack_from("<IIQQQQ", library, first + number * size)
        if kind == _LOADED and flags & _EXECUTABLE:
            assert offset == address
            return int(offset + length)
    raise AssertionError("a library without code")
