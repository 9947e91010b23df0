"""A tiny shared library with which a process gives up system calls and code that no compiler made.

A child has to install its filter itself (any earlier, the filter would keep the zygote from forking), and Python offers
no prctl without `ctypes`. But `ctypes` in a process that runs untrusted code offers native code, which under valgrind
can run uncounted. An audit hook written in Python could be found and removed by a solution; one in C cannot. So the few
things needed are in a library of three functions, written out here instead of compiled: it fits every version of the
measuring interpreter.

The library has the initialisation functions of extension modules with three names. All return NULL, for which the
import system raises SystemError.

- `warm` calls prctl(PR_SET_DUMPABLE, 0), which denies its children the maps of its memory that the kernel offers. It is
  called once in the zygote, which also maps the library there.
- `seal` calls PySys_AddAuditHook, prctl(PR_SET_NO_NEW_PRIVS) and prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER). The hook
  ends the process with the exit code CRAFTED at the first of the events in CRAFTING and READING.
- `seal_reading` does the same for children that read their messages with `marshal`: its hook lets READING through.
"""

import struct

from tallybench.sandbox.inside.protocol import CRAFTED, UNSEALED
from tallybench.sandbox.library import Part, Ref, build_library

# CPython's audit events (PEP 578) for making code objects that no compiler made: one that takes a constant beyond the
# end of its constants gets an object made of any bytes, which can read and write the memory of the process. And for a
# second interpreter in the process, which has hooks of its own.
READING = ("marshal.loads", "marshal.load")
CRAFTING = ("code.__new__", "cpython.PyInterpreterState_New")

_ADD_HOOK = "PySys_AddAuditHook"

_RETURN_NULL = bytes.fromhex("31c0 c3")  # xor eax,eax; ret
_NO_MORE_ARGUMENTS = bytes.fromhex("31d2 4531d2 4531c0")  # xor edx,edx; xor r10d,r10d; xor r8d,r8d
_SYSCALL = bytes.fromhex("0f05")


def _number(register: str, value: int) -> bytes:
    """Assemble `mov eax|esi|edi, value`."""
    return {"eax": b"\xb8", "esi": b"\xbe", "edi": b"\xbf"}[register] + struct.pack("<I", value)


def _prctl(option: int, argument: int) -> bytes:
    call, rest = _number("eax", 157), _NO_MORE_ARGUMENTS
    return call + _number("edi", option) + _number("esi", argument) + rest + _SYSCALL


def _exit(code: int) -> bytes:
    """Assemble `exit_group(code)`."""
    return _number("edi", code) + _number("eax", 231) + _SYSCALL


_WARM = _prctl(4, 0) + _RETURN_NULL  # PR_SET_DUMPABLE

# int hook(const char *event, PyObject *args, void *table), where each entry of the table is the length of a name with
# its closing zero, the name, and the zero; a zero ends the table.
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


def _names(*events: str) -> bytes:
    names = [event.encode() + b"\0" for event in events]
    return b"".join(bytes([len(name)]) + name for name in names)


def _seal_function(name: str, events: str, instructions: int) -> Part:
    """Return a function that seals with a filter of this length, and refuses the events at a label."""
    hook = bytes.fromhex("488d3d"), Ref("hook")  # lea rdi,[rip+hook]
    refused = bytes.fromhex("488d35"), Ref(events)  # lea rsi,[rip+events]
    add_hook = bytes.fromhex("ff15"), Ref(_ADD_HOOK)  # call [rip+slot]
    failed = _exit(UNSEALED)
    code = bytes.fromhex("85c0 74") + bytes([len(failed)]) + failed  # test eax,eax; jz over it
    code += bytes.fromhex("66c70424") + struct.pack("<H", instructions)  # mov word [rsp],instructions
    bpf = bytes.fromhex("488d05"), Ref("filter")  # lea rax,[rip+filter]
    rest = bytes.fromhex("4889442408")  # mov [rsp+8],rax
    rest += _prctl(38, 1)  # PR_SET_NO_NEW_PRIVS
    rest += _number("eax", 157) + _number("edi", 22) + _number("esi", 2)  # PR_SET_SECCOMP, SECCOMP_MODE_FILTER
    rest += bytes.fromhex("4889e2 4531d2 4531c0") + _SYSCALL  # mov rdx,rsp; xor r10d,r10d; xor r8d,r8d
    rest += bytes.fromhex("4883c418") + _RETURN_NULL  # add rsp,24
    room = bytes.fromhex("4883ec18")  # sub rsp,24: for a struct sock_fprog
    return Part(f"PyInit_{name}", (room, *hook, *refused, *add_hook, code, *bpf, rest), exported=True)


def build_seal(bpf: bytes, crafting: tuple[str, ...] = CRAFTING, reading: tuple[str, ...] = READING) -> bytes:
    """Return the library with a filter of `struct sock_filter`, as the bytes of an ELF file for x86-64.

    The `crafting` events end every child, those of `reading` a child that has read everything before it is sealed.
    """
    instructions = len(bpf) // 8
    parts = (
        Part("PyInit_warm", (_WARM,), exported=True),
        Part("hook", (_HOOK,)),
        Part("reading", (_names(*reading),), 1),
        Part("crafting", (_names(*crafting), b"\0"), 1),
        _seal_function("seal", "reading", instructions),
        _seal_function("seal_reading", "crafting", instructions),
        Part("filter", (bpf,), 8),
    )
    return build_library(parts, (_ADD_HOOK,))
