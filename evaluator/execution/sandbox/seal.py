"""A tiny shared library by which a process gives up system calls, made here byte by byte.

A child has to install its filter itself (a filter set any earlier would forbid the zygote to fork), and Python offers
no prctl without `ctypes`. But `ctypes` in a process that runs untrusted code is native code for the asking, which under
valgrind can run uncounted. So the one thing needed is a library of two functions and two system calls. It is written
out here instead of compiled: it needs no compiler on the user's machine, no headers of the measuring interpreter, and
fits every version of it.

The library has the two initialisation functions of extension modules called `warm` and `seal`. `PyInit_warm` does
nothing: importing it in the zygote maps the library there, once. `PyInit_seal` calls prctl(PR_SET_NO_NEW_PRIVS) and
prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER). Both return NULL, for which the import system raises SystemError.

The layout is that of the ELF specification (System V ABI, x86-64 supplement): a readable and executable page with the
headers, the symbols and the code, then a writable one with the dynamic section, in which the loader notes addresses.
"""

import struct

_PAGE = 4096
_HEADER, _SEGMENT, _SYMBOL, _DYNAMIC = 64, 56, 24, 16
_READ, _WRITE, _EXECUTE = 4, 2, 1
_NAMES = b"\0PyInit_warm\0PyInit_seal\0"

_RETURN_NULL = bytes.fromhex("31c0 c3")  # xor eax,eax; ret


def _seal_function(filter_distance: int, instructions: int) -> bytes:
    """The code of PyInit_seal.

    Args:
        filter_distance: from the first byte of this code to the filter, in bytes.
        instructions: the number of instructions in the filter.
    """
    prologue = bytes.fromhex("4883ec18")  # sub rsp,24: room for a struct sock_fprog
    length = bytes.fromhex("66c70424") + struct.pack("<H", instructions)  # mov word [rsp],instructions
    lea = 7
    distance = filter_distance - (len(prologue) + len(length) + lea)
    address = bytes.fromhex("488d05") + struct.pack("<i", distance)  # lea rax,[rip+distance]
    store = bytes.fromhex("4889442408")  # mov [rsp+8],rax
    no_new_privileges = bytes.fromhex(
        "b89d000000"  # mov eax,157: prctl
        "bf26000000"  # mov edi,38: PR_SET_NO_NEW_PRIVS
        "be01000000"  # mov esi,1
        "31d2 4d31d2 4d31c0"  # xor edx,edx; xor r10,r10; xor r8,r8
        "0f05"  # syscall
    )
    set_filter = bytes.fromhex(
        "b89d000000"  # mov eax,157: prctl
        "bf16000000"  # mov edi,22: PR_SET_SECCOMP
        "be02000000"  # mov esi,2: SECCOMP_MODE_FILTER
        "4889e2"  # mov rdx,rsp
        "4d31d2 4d31c0"  # xor r10,r10; xor r8,r8
        "0f05"  # syscall
    )
    epilogue = bytes.fromhex("4883c418") + _RETURN_NULL  # add rsp,24
    return prologue + length + address + store + no_new_privileges + set_filter + epilogue


def _align(offset: int, to: int) -> int:
    return (offset + to - 1) // to * to


def _segment(kind: int, flags: int, offset: int, size: int, alignment: int) -> bytes:
    return struct.pack("<IIQQQQQQ", kind, flags, offset, offset, offset, size, size, alignment)


def _symbol(name: bytes, offset: int, size: int) -> bytes:
    global_function, any_section = 0x12, 1
    return struct.pack("<IBBHQQ", _NAMES.index(name), global_function, 0, any_section, offset, size)


def build_seal(bpf: bytes) -> bytes:
    """The library, as the bytes of an ELF file for x86-64.

    Args:
        bpf: the filter, an array of `struct sock_filter` of 8 bytes each.
    """
    segments = 4
    symbols_at = _HEADER + segments * _SEGMENT
    names_at = symbols_at + 3 * _SYMBOL
    hash_at = _align(names_at + len(_NAMES), 8)
    symbol_hash = struct.pack("<6I", 1, 3, 1, 0, 2, 0)  # one bucket with symbols 1 and 2
    warm_at = _align(hash_at + len(symbol_hash), 16)
    seal_at = _align(warm_at + len(_RETURN_NULL), 16)
    seal_size = len(_seal_function(0, 0))
    filter_at = _align(seal_at + seal_size, 8)
    code = _seal_function(filter_at - seal_at, len(bpf) // 8)
    end = filter_at + len(bpf)
    dynamic_at = _align(end, _PAGE)
    table = [(4, hash_at), (5, names_at), (6, symbols_at), (10, len(_NAMES)), (11, _SYMBOL), (0, 0)]
    dynamic = b"".join(struct.pack("<QQ", tag, value) for tag, value in table)  # DT_HASH, STRTAB, SYMTAB, STRSZ, SYMENT

    header = b"\x7fELF\x02\x01\x01".ljust(16, b"\0") + struct.pack(
        "<HHIQQQIHHHHHH", 3, 62, 1, 0, _HEADER, 0, 0, _HEADER, _SEGMENT, segments, 0, 0, 0
    )
    load, dynamic_kind, stack = 1, 2, 0x6474E551
    library = bytearray(dynamic_at + len(dynamic))
    for offset, content in (
        (0, header),
        (_HEADER, _segment(load, _READ | _EXECUTE, 0, end, _PAGE)),
        (_HEADER + _SEGMENT, _segment(load, _READ | _WRITE, dynamic_at, len(dynamic), _PAGE)),
        (_HEADER + 2 * _SEGMENT, _segment(dynamic_kind, _READ | _WRITE, dynamic_at, len(dynamic), 8)),
        (_HEADER + 3 * _SEGMENT, _segment(stack, _READ | _WRITE, 0, 0, 16)),
        (symbols_at + _SYMBOL, _symbol(b"PyInit_warm", warm_at, len(_RETURN_NULL))),
        (symbols_at + 2 * _SYMBOL, _symbol(b"PyInit_seal", seal_at, seal_size)),
        (names_at, _NAMES),
        (hash_at, symbol_hash),
        (warm_at, _RETURN_NULL),
        (seal_at, code),
        (filter_at, bpf),
        (dynamic_at, dynamic),
    ):
        library[offset : offset + len(content)] = content
    return bytes(library)
