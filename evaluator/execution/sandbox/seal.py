"""A tiny shared library by which a process gives up system calls and code that no compiler made, built byte by byte.

A child has to install its filter itself (a filter set any earlier would forbid the zygote to fork), and Python offers
no prctl without `ctypes`. But `ctypes` in a process that runs untrusted code is native code for the asking, which under
valgrind can run uncounted. An audit hook of Python's own could be found and taken out by a solution; one in C cannot.
So the few things needed are a library of three functions. It is written out here instead of compiled: it needs no
compiler on the user's machine, no headers of the measuring interpreter, and fits every version of it.

The library has the initialisation functions of extension modules of three names. All return NULL, for which the import
system raises SystemError.

- `warm` calls prctl(PR_SET_DUMPABLE, 0): what maps of its memory the kernel offers are closed to its children. It is
  called in the zygote, and maps the library there, once.
- `seal` calls PySys_AddAuditHook, prctl(PR_SET_NO_NEW_PRIVS) and prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER). The hook
  ends the process with the exit code CRAFTED at the first of the events in CRAFTING and READING.
- `seal_reading` does the same for children that read their messages with `marshal`: its hook lets READING through.

The layout is that of the ELF specification (System V ABI, x86-64 supplement): a readable and executable page with the
headers, the symbols and the code, then a writable one with the dynamic section, in which the loader notes addresses.
"""

import struct

from evaluator.execution.inside.protocol import CRAFTED, UNSEALED

# Events of CPython's audit hooks (PEP 578) by which code objects come about that no compiler made: a constant beyond
# the end of the constants makes an object of any bytes, and that reads and writes the memory of the process. A second
# interpreter in the process has hooks of its own.
READING = ("marshal.loads", "marshal.load")
CRAFTING = ("code.__new__", "cpython.PyInterpreterState_New")

_PAGE = 4096
_HEADER, _SEGMENT, _SYMBOL, _DYNAMIC, _RELOCATION = 64, 56, 24, 16, 24
_READ, _WRITE, _EXECUTE = 4, 2, 1
_FUNCTIONS = ("warm", "seal", "seal_reading")
_HOOKS = b"PySys_AddAuditHook"
_NAMES = b"".join(b"\0" + name for name in [*(f"PyInit_{one}".encode() for one in _FUNCTIONS), _HOOKS]) + b"\0"

_RETURN_NULL = bytes.fromhex("31c0 c3")  # xor eax,eax; ret
_NO_MORE_ARGUMENTS = bytes.fromhex("31d2 4531d2 4531c0")  # xor edx,edx; xor r10d,r10d; xor r8d,r8d
_SYSCALL = bytes.fromhex("0f05")


def _number(register: str, value: int) -> bytes:
    """mov eax|esi|edi,value"""
    return {"eax": b"\xb8", "esi": b"\xbe", "edi": b"\xbf"}[register] + struct.pack("<I", value)


def _prctl(option: int, argument: int) -> bytes:
    call, rest = _number("eax", 157), _NO_MORE_ARGUMENTS
    return call + _number("edi", option) + _number("esi", argument) + rest + _SYSCALL


def _exit(code: int) -> bytes:
    """exit_group(code)"""
    return _number("edi", code) + _number("eax", 231) + _SYSCALL


_WARM = _prctl(4, 0) + _RETURN_NULL  # PR_SET_DUMPABLE

# int hook(const char *event, PyObject *args, void *table), where the table has the length of a name with its closing
# zero, the name and the zero; then the next one; at last a zero.
_HOOK = (
    bytes.fromhex(
        "4989d0"  # mov r8,rdx
        # next:
        "450fb608"  # movzx r9d,byte [r8]
        "4585c9"  # test r9d,r9d
        "7425"  # jz none
        "31c9"  # xor ecx,ecx
        # compare:
        "418a440801"  # mov al,[r8+rcx+1]
        "3a040f"  # cmp al,[rdi+rcx]
        "7512"  # jne skip
        "ffc1"  # inc ecx
        "84c0"  # test al,al
        "75f0"  # jnz compare
    )
    + _exit(CRAFTED)
    + bytes.fromhex(
        # skip:
        "4f8d440801"  # lea r8,[r8+r9+1]
        "ebd2"  # jmp next
    )
    # none:
    + _RETURN_NULL
)


def _table(*events: str) -> bytes:
    names = [event.encode() + b"\0" for event in events]
    return b"".join(bytes([len(name)]) + name for name in names) + b"\0"


def _seal_function(at: int, hook_at: int, table_at: int, slot_at: int, filter_at: int, instructions: int) -> bytes:
    """The code of a function that seals.

    Args:
        at: where it stands in the library; as of all that follow, an offset in bytes.
        hook_at: the audit hook.
        table_at: the events it is to refuse.
        slot_at: the address of PySys_AddAuditHook, which the loader writes there.
        filter_at: the filter.
        instructions: the number of instructions in the filter.
    """
    code = bytes.fromhex("4883ec18")  # sub rsp,24: room for a struct sock_fprog

    def relative(opcode: str, target: int) -> bytes:
        operation = bytes.fromhex(opcode)
        return operation + struct.pack("<i", target - (at + len(code) + len(operation) + 4))

    code += relative("488d3d", hook_at)  # lea rdi,[rip+hook]
    code += relative("488d35", table_at)  # lea rsi,[rip+table]
    code += relative("ff15", slot_at)  # call [rip+slot]
    failed = _exit(UNSEALED)
    code += bytes.fromhex("85c0 74") + bytes([len(failed)]) + failed  # test eax,eax; jz over it
    code += bytes.fromhex("66c70424") + struct.pack("<H", instructions)  # mov word [rsp],instructions
    code += relative("488d05", filter_at)  # lea rax,[rip+filter]
    code += bytes.fromhex("4889442408")  # mov [rsp+8],rax
    code += _prctl(38, 1)  # PR_SET_NO_NEW_PRIVS
    code += _number("eax", 157) + _number("edi", 22) + _number("esi", 2)  # PR_SET_SECCOMP, SECCOMP_MODE_FILTER
    code += bytes.fromhex("4889e2 4531d2 4531c0") + _SYSCALL  # mov rdx,rsp; xor r10d,r10d; xor r8d,r8d
    return code + bytes.fromhex("4883c418") + _RETURN_NULL  # add rsp,24


def _align(offset: int, to: int) -> int:
    return (offset + to - 1) // to * to


def _segment(kind: int, flags: int, offset: int, size: int, alignment: int) -> bytes:
    return struct.pack("<IIQQQQQQ", kind, flags, offset, offset, offset, size, size, alignment)


def _symbol(name: bytes, section: int, offset: int, size: int) -> bytes:
    global_function = 0x12
    return struct.pack("<IBBHQQ", _NAMES.index(b"\0" + name + b"\0") + 1, global_function, 0, section, offset, size)


def build_seal(bpf: bytes, crafting: tuple[str, ...] = CRAFTING, reading: tuple[str, ...] = READING) -> bytes:
    """The library, as the bytes of an ELF file for x86-64.

    Args:
        bpf: the filter, an array of `struct sock_filter` of 8 bytes each.
        crafting: the events that end every child.
        reading: those that end a child which is done reading before it is sealed.
    """
    segments, symbols, defined = 4, 5, 1
    symbols_at = _HEADER + segments * _SEGMENT
    names_at = symbols_at + symbols * _SYMBOL
    hash_at = _align(names_at + len(_NAMES), 8)
    symbol_hash = struct.pack("<8I", 1, symbols, 1, 0, 2, 3, 4, 0)  # one bucket with all symbols
    relocation_at = _align(hash_at + len(symbol_hash), 8)
    warm_at = _align(relocation_at + _RELOCATION, 16)
    hook_at = _align(warm_at + len(_WARM), 16)
    table = _table(*reading, *crafting)
    table_at = hook_at + len(_HOOK)
    crafting_at = table_at + len(table) - len(_table(*crafting))
    size = len(_seal_function(0, 0, 0, 0, 0, 0))
    seal_at = _align(table_at + len(table), 16)
    reading_at = _align(seal_at + size, 16)
    filter_at = _align(reading_at + size, 8)
    end = filter_at + len(bpf)
    dynamic_at = _align(end, _PAGE)
    tags = [(4, hash_at), (5, names_at), (6, symbols_at), (10, len(_NAMES)), (11, _SYMBOL)]  # DT_HASH, STRTAB, SYMTAB,
    tags += [(7, relocation_at), (8, _RELOCATION), (9, _RELOCATION), (0, 0)]  # STRSZ, SYMENT, RELA, RELASZ, RELAENT
    dynamic = b"".join(struct.pack("<QQ", tag, value) for tag, value in tags)
    slot_at = dynamic_at + len(dynamic)

    seal, seal_reading = (
        _seal_function(at, hook_at, events_at, slot_at, filter_at, len(bpf) // 8)
        for at, events_at in ((seal_at, table_at), (reading_at, crafting_at))
    )
    functions = ((warm_at, _WARM), (seal_at, seal), (reading_at, seal_reading))
    symbol_table = [
        _symbol(f"PyInit_{name}".encode(), defined, at, len(code))
        for name, (at, code) in zip(_FUNCTIONS, functions, strict=True)
    ]
    global_data = struct.pack("<QQq", slot_at, (symbols - 1) << 32 | 6, 0)  # R_X86_64_GLOB_DAT of the last symbol
    header = b"\x7fELF\x02\x01\x01".ljust(16, b"\0") + struct.pack(
        "<HHIQQQIHHHHHH", 3, 62, 1, 0, _HEADER, 0, 0, _HEADER, _SEGMENT, segments, 0, 0, 0
    )
    load, dynamic_kind, stack = 1, 2, 0x6474E551
    library = bytearray(slot_at + 8)
    for offset, content in (
        (0, header),
        (_HEADER, _segment(load, _READ | _EXECUTE, 0, end, _PAGE)),
        (_HEADER + _SEGMENT, _segment(load, _READ | _WRITE, dynamic_at, len(dynamic) + 8, _PAGE)),
        (_HEADER + 2 * _SEGMENT, _segment(dynamic_kind, _READ | _WRITE, dynamic_at, len(dynamic), 8)),
        (_HEADER + 3 * _SEGMENT, _segment(stack, _READ | _WRITE, 0, 0, 16)),
        (symbols_at + _SYMBOL, b"".join([*symbol_table, _symbol(_HOOKS, 0, 0, 0)])),
        (names_at, _NAMES),
        (hash_at, symbol_hash),
        (relocation_at, global_data),
        *functions,
        (hook_at, _HOOK),
        (table_at, table),
        (filter_at, bpf),
        (dynamic_at, dynamic),
    ):
        library[offset : offset + len(content)] = content
    return bytes(library)
