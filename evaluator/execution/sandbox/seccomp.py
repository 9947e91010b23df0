"""The system call filter that a child puts on itself before it runs untrusted code.

A classic BPF program (seccomp(2)) that lets everything through but what is listed here. The namespaces, the mounts and
the resource limits contain a child; the filter takes from it what would reach beyond one job: new processes, other
processes, the kernel's larger interfaces, and native code of its own.
"""

import errno
import struct

_AUDIT_ARCH_X86_64 = 0xC000003E
_X32_BIT = 0x40000000
_CLONE_THREAD = 0x10000
_PROT_EXEC = 0x4
_MAP_ANONYMOUS = 0x20

_ALLOW = 0x7FFF0000
_KILL_PROCESS = 0x80000000
_ERRNO = 0x00050000

_LOAD, _IF_EQUAL, _IF_ANY_BIT, _IF_AT_LEAST, _RETURN = 0x20, 0x15, 0x45, 0x35, 0x06
_NUMBER, _ARCH, _ARGUMENT = 0, 4, 16  # offsets in struct seccomp_data; arguments are 8 bytes each

# One more system call here, or one less, is a new protocol. The filter is part of every child, and whatever a child has
# loaded moves its counts, so all that was counted is counted anew:
#
#   1. raise PROTOCOL in evaluator/measuring/fingerprint.py
#   2. put the new hashes, which `pytest tests/execution/test_protocol.py` shows, and the number into that test
# and on a new Debian 12, whose environment is the ranked one:
#   3. python -m evaluator.measuring.fingerprint > evaluator/results/ranked.json
#   4. rm hf_dataset/measured/humaneval.json && tallybench measure
#   5. of each file in results/, tallybench samples RESULT.json | tallybench evaluate - ... and of each in
#      hf_dataset/catalogue/, tallybench catalogue: counts of two protocols are never put together

# A solution that calls one of these ends at once (SIGSYS): the verdict is `forbidden`.
KILLED = {
    "fork": 57,
    "vfork": 58,
    "execve": 59,
    "execveat": 322,
    "kill": 62,
    "rt_sigqueueinfo": 129,
    "rt_tgsigqueueinfo": 297,
    "ptrace": 101,
    "process_vm_readv": 310,
    "process_vm_writev": 311,
    "pidfd_send_signal": 424,
    "pidfd_open": 434,
    "pidfd_getfd": 438,
    "socket": 41,
    "mount": 165,
    "umount2": 166,
    "pivot_root": 155,
    "chroot": 161,
    "unshare": 272,
    "setns": 308,
    "open_tree": 428,
    "move_mount": 429,
    "fsopen": 430,
    "bpf": 321,
    "userfaultfd": 323,
    "io_uring_setup": 425,
    "init_module": 175,
    "finit_module": 313,
    "kexec_load": 246,
    "keyctl": 250,
    "add_key": 248,
    "request_key": 249,
}

# These fail with EPERM: harmless code may call them by the way, and they would leave a trace for the next job.
REFUSED = {
    "shmget": 29,
    "semget": 64,
    "msgget": 68,
    "mq_open": 240,
    "memfd_create": 319,
    "memfd_secret": 447,
    "setpriority": 141,
    "sched_setparam": 142,
    "sched_setscheduler": 144,
    "sched_setaffinity": 203,
    "sched_setattr": 314,
    "ioprio_set": 251,
    "personality": 135,
    "name_to_handle_at": 303,
    "open_by_handle_at": 304,
    "pkey_mprotect": 329,
    # Nothing in the file system is changed, made or named anew.
    "openat2": 437,
    "creat": 85,
    "truncate": 76,
    "mkdir": 83,
    "mkdirat": 258,
    "mknod": 133,
    "mknodat": 259,
    "link": 86,
    "linkat": 265,
    "symlink": 88,
    "symlinkat": 266,
    "rename": 82,
    "renameat": 264,
    "renameat2": 316,
    "unlink": 87,
    "unlinkat": 263,
    "rmdir": 84,
    "chmod": 90,
    "fchmod": 91,
    "fchmodat": 268,
    "fchmodat2": 452,
    "chown": 92,
    "fchown": 93,
    "lchown": 94,
    "fchownat": 260,
    "utime": 132,
    "utimes": 235,
    "futimesat": 261,
    "utimensat": 280,
    "setxattr": 188,
    "lsetxattr": 189,
    "fsetxattr": 190,
    "removexattr": 197,
    "lremovexattr": 198,
    "fremovexattr": 199,
    "setxattrat": 463,
    "removexattrat": 466,
}

_OPEN, _OPENAT, _FCNTL, _IOCTL, _TKILL, _TGKILL = 2, 257, 72, 16, 200, 234
_O_WRONLY, _O_RDWR, _O_CREAT, _O_TRUNC, _O_TMPFILE = 0x1, 0x2, 0x40, 0x200, 0x400000
_SIGNALLING_FCNTLS = (8, 10, 15)  # F_SETOWN, F_SETSIG, F_SETOWN_EX: a descriptor that signals another process
_SIGNALLING_IOCTLS = (0x8901, 0x8902)  # FIOSETOWN, SIOCSPGRP
_FATAL_SIGNALS = (9, 19)  # SIGKILL, SIGSTOP

_CLONE, _CLONE3, _MMAP, _MPROTECT, _PRLIMIT, _GETSID, _PERF_EVENT_OPEN = 56, 435, 9, 10, 302, 124, 298


def _statement(code: int, value: int) -> bytes:
    return struct.pack("<HBBI", code, 0, 0, value)


def _jump(code: int, value: int, if_true: int, if_false: int) -> bytes:
    return struct.pack("<HBBI", code, if_true, if_false, value)


def _on(number: int, *body: bytes) -> list[bytes]:
    """`body`, which must end in a return on every path, for one system call."""
    return [_jump(_IF_EQUAL, number, 0, len(body)), *body]


def build_filter(*, emulated: bool, hardware_counter: bool = False) -> bytes:
    """The filter as an array of `struct sock_filter`.

    Args:
        emulated: for a child under valgrind, which maps anonymous memory for the code it translates and ends a process
            that took a fatal signal by sending that signal itself.
        hardware_counter: let perf_event_open through.
    """
    refuse = _statement(_RETURN, _ERRNO | errno.EPERM)
    allow = _statement(_RETURN, _ALLOW)
    kill = _statement(_RETURN, _KILL_PROCESS)
    program = [
        _statement(_LOAD, _ARCH),
        _jump(_IF_EQUAL, _AUDIT_ARCH_X86_64, 1, 0),
        kill,
        _statement(_LOAD, _NUMBER),
        _jump(_IF_AT_LEAST, _X32_BIT, 0, 1),
        kill,
    ]
    for number in KILLED.values():
        program += _on(number, kill)
    for number in REFUSED.values():
        program += _on(number, refuse)
    if not hardware_counter:
        program += _on(_PERF_EVENT_OPEN, refuse)
    # What a child asks to know whether it is sealed.
    program += _on(_GETSID, _statement(_RETURN, _ERRNO | errno.EPERM))
    # glibc falls back to clone, whose flags can be looked at.
    program += _on(_CLONE3, _statement(_RETURN, _ERRNO | errno.ENOSYS))
    program += _on(_CLONE, _statement(_LOAD, _ARGUMENT), _jump(_IF_ANY_BIT, _CLONE_THREAD, 0, 1), allow, kill)
    # prlimit of another process; a child's own limits can only be lowered.
    program += _on(_PRLIMIT, _statement(_LOAD, _ARGUMENT), _jump(_IF_EQUAL, 0, 0, 1), allow, refuse)
    # Files are opened for reading only. The one exception is what valgrind asks for when it ends, to the bit:
    # /dev/null, without O_CLOEXEC, which Python sets on whatever it opens.
    for number, argument in ((_OPEN, 1), (_OPENAT, 2)):
        flags = _ARGUMENT + argument * 8
        writing = _O_WRONLY | _O_RDWR | _O_CREAT | _O_TRUNC | _O_TMPFILE
        allowed = _O_WRONLY | _O_CREAT | _O_TRUNC if emulated else 0
        program += _on(
            number,
            _statement(_LOAD, flags),
            _jump(_IF_EQUAL, allowed, 1, 0),
            _jump(_IF_ANY_BIT, writing, 1, 0),
            allow,
            refuse,
        )
    for number, commands in ((_FCNTL, _SIGNALLING_FCNTLS), (_IOCTL, _SIGNALLING_IOCTLS)):
        tests = [statement for command in commands for statement in (_jump(_IF_EQUAL, command, 0, 1), refuse)]
        program += _on(number, _statement(_LOAD, _ARGUMENT + 8), *tests, allow)
    for number, argument in ((_TKILL, 1), (_TGKILL, 2)):
        tests = [statement for signal in _FATAL_SIGNALS for statement in (_jump(_IF_EQUAL, signal, 0, 1), kill)]
        program += _on(number, _statement(_LOAD, _ARGUMENT + argument * 8), *tests, allow)
    # No native code: no executable memory. valgrind maps some for the code that it translates, anonymously; there no
    # file is mapped at all, since a library may ask for executable memory without content and fill it itself.
    protection, map_flags = _ARGUMENT + 2 * 8, _ARGUMENT + 3 * 8
    executable = (_statement(_LOAD, protection), _jump(_IF_ANY_BIT, _PROT_EXEC, 0, 1), refuse, allow)
    program += _on(_MPROTECT, *executable)
    if emulated:
        program += _on(_MMAP, _statement(_LOAD, map_flags), _jump(_IF_ANY_BIT, _MAP_ANONYMOUS, 1, 0), refuse, allow)
    else:
        program += _on(_MMAP, *executable)
    program.append(allow)
    return b"".join(program)
