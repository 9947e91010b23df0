"""The system call filter that a child puts on itself before it runs untrusted code.

A classic BPF program (seccomp(2)) that lets through what CPython needs to compute, and nothing else: by system call
and, where it matters, by arguments. The namespaces, the mounts and the resource limits contain a child; the filter
denies it whatever would reach beyond one job, work that the kernel would do for it uncounted, native code of its own,
and under valgrind, valgrind's descriptors. The method page shows these lists, which a test checks.

The filter is part of every child, and whatever a child has loaded moves its counts: adding or removing a system call
here makes a new protocol (see `PROTOCOL` in `counting/fingerprint.py`).
"""

import errno
import struct

from tallybench.sandbox.inside.protocol import OPEN_FILES

_AUDIT_ARCH_X86_64 = 0xC000003E
_X32_BIT = 0x40000000

_ALLOW = 0x7FFF0000
_KILL_PROCESS = 0x80000000
_ERRNO = 0x00050000

_LOAD, _IF_EQUAL, _IF_ANY_BIT, _IF_AT_LEAST, _RETURN = 0x20, 0x15, 0x45, 0x35, 0x06
_NUMBER, _ARCH, _ARGUMENT = 0, 4, 16  # offsets in struct seccomp_data; arguments are 8 bytes each


def _numbers(table: str) -> dict[str, int]:
    """Read a table of system calls, each with its number; a line that begins with # is a heading."""
    words = [word for line in table.splitlines() if not line.startswith("#") for word in line.split()]
    return dict(zip(words[::2], map(int, words[1::2]), strict=True))


# A solution that calls one of these ends at once (SIGSYS): the verdict is `forbidden`.
KILLED = _numbers("""
fork 57   vfork 58   execve 59   execveat 322   kill 62   rt_sigqueueinfo 129   rt_tgsigqueueinfo 297
ptrace 101   process_vm_readv 310   process_vm_writev 311   pidfd_send_signal 424   pidfd_open 434
pidfd_getfd 438   pipe 22   pipe2 293   socket 41   mount 165   umount2 166   pivot_root 155   chroot 161
unshare 272   setns 308   open_tree 428   move_mount 429   fsopen 430   bpf 321   userfaultfd 323
io_uring_setup 425   init_module 175   finit_module 313   kexec_load 246   keyctl 250   add_key 248
request_key 249
""")

# These are let through with any arguments.
ALLOWED = _numbers("""
# Memory: none of these makes it executable.
munmap 11   brk 12   mremap 25   madvise 28
# Files, all of them read-only, except the one that takes the result.
read 0   write 1   close 3   stat 4   fstat 5   lstat 6   access 21   getdents 78   getcwd 79   readlink 89
getdents64 217   newfstatat 262   readlinkat 267   faccessat 269   statx 332   faccessat2 439
# Waiting, clocks, and a process's own timers.
poll 7   select 23   nanosleep 35   pause 34   getitimer 36   alarm 37   setitimer 38   gettimeofday 96
times 100   time 201   clock_gettime 228   clock_getres 229   clock_nanosleep 230
# Signals within the process.
rt_sigaction 13   rt_sigprocmask 14   rt_sigreturn 15   rt_sigpending 127   rt_sigtimedwait 128
rt_sigsuspend 130   sigaltstack 131   restart_syscall 219
# Threads, which take turns.
sched_yield 24   gettid 186   futex 202   set_robust_list 273   get_robust_list 274
membarrier 324   rseq 334
# What a process may ask about itself. What asks about the machine fails: uname, sysinfo, sched_getaffinity, statfs; and
# getrusage, which shows how large the kernel's pages are.
getpid 39   getuid 102   getgid 104   geteuid 107   getegid 108   getppid 110   getpgrp 111   getpgid 121
getrandom 318
# The end.
exit 60   exit_group 231
""")

# Natively a solution answers calls on a socket, and a batch of programs writes one file.
ALLOWED_NATIVELY = {"sendto": 44, "recvfrom": 45, "ftruncate": 77}

# With the hardware counter, which is never ranked, solutions have native code anyway.
_FOR_HARDWARE_COUNTER = {"perf_event_open": 298, "ioctl": 16}

_OWN_LIMITS = "the process's own limits of CPU time, memory, stack, files and output, which it can only lower"

# For these the arguments decide; if they do not fit, the call fails with EPERM unless noted otherwise.
BY_ARGUMENT = {
    "mmap": (9, "memory without a file, that is not executable; stacks of threads from 8 MiB on"),
    "mprotect": (10, "memory that is not made executable"),
    "open": (2, "reading only"),
    "openat": (257, "reading only"),
    "lseek": (8, "descriptors of the process's own"),
    "pread64": (17, "descriptors of the process's own"),
    "ioctl": (16, "asking whether a descriptor is a terminal, and whether it stays open at an exec"),
    "fcntl": (72, "asking for a descriptor's flags and whether it stays open at an exec, and copies of it as by dup"),
    "dup": (32, "descriptors of the process's own"),
    "dup2": (33, "descriptors of the process's own"),
    "dup3": (292, "descriptors of the process's own"),
    "clone": (56, "a thread; anything else ends the process"),
    "clone3": (435, "never: it fails with ENOSYS, and the C library takes clone"),
    "prlimit64": (302, _OWN_LIMITS),
    "getrlimit": (97, _OWN_LIMITS),
    "setrlimit": (160, _OWN_LIMITS),
    "tkill": (200, "all signals but SIGKILL and SIGSTOP, which end the process"),
    "tgkill": (234, "all signals but SIGKILL and SIGSTOP, which end the process"),
}

# What solutions with a folder to write to may also do. Where a path may lead is decided by the mounts, which are
# read-only except for that folder.
WITH_SCRATCH = _numbers("""
open 2   openat 257   mkdir 83   mkdirat 258   rmdir 84   unlink 87   unlinkat 263   rename 82   renameat 264
renameat2 316   truncate 76   ftruncate 77   pwrite64 18   fsync 74   fdatasync 75   chmod 90   fchmod 91
fchmodat 268   utimensat 280   chdir 80   umask 95
""")
_FCNTL, _LOCKS = 72, (5, 6, 7)  # F_GETLK, F_SETLK, F_SETLKW: what SQLite locks its file with

_O_WRONLY, _O_RDWR, _O_CREAT, _O_TRUNC, _O_APPEND, _O_TMPFILE = 0x1, 0x2, 0x40, 0x200, 0x400, 0x400000
_F_DUPFD, _F_GETFD, _F_SETFD, _F_GETFL, _F_DUPFD_CLOEXEC = 0, 1, 2, 3, 1030
_TCGETS, _TIOCGWINSZ, _FIONCLEX, _FIOCLEX = 0x5401, 0x5413, 0x5450, 0x5451
# RLIMIT_CPU, _FSIZE, _STACK, _CORE, _NOFILE, _AS: the others are the host's, and some follow from its memory.
_LIMITS = (0, 1, 3, 4, 7, 9)
_FATAL_SIGNALS = (9, 19)  # SIGKILL, SIGSTOP
_CLONE_THREAD = 0x10000
_PROT_EXEC = 0x4
_MAP_SHARED, _MAP_ANONYMOUS, _MAP_STACK = 0x1, 0x20, 0x20000
# A child's memory is limited, so this bounds its threads, and the process ids that they take from the host.
_LEAST_STACK = 8 << 20


def _statement(code: int, value: int) -> bytes:
    return struct.pack("<HBBI", code, 0, 0, value)


def _jump(code: int, value: int, if_true: int, if_false: int) -> bytes:
    return struct.pack("<HBBI", code, if_true, if_false, value)


_REFUSE = _statement(_RETURN, _ERRNO | errno.EPERM)
_PERMIT = _statement(_RETURN, _ALLOW)
_KILL = _statement(_RETURN, _KILL_PROCESS)


def _on(number: int, *body: bytes) -> list[bytes]:
    """Apply `body`, which must end in a return on every path, to one system call."""
    return [_jump(_IF_EQUAL, number, 0, len(body)), *body]


def _load(argument: int, upper: bool = False) -> bytes:
    """Load the lower or upper half of an argument."""
    return _statement(_LOAD, _ARGUMENT + 8 * argument + 4 * upper)


def _is_own(argument: int) -> tuple[bytes, ...]:
    """Go on if the argument is a descriptor below those that valgrind keeps for itself; refuse others."""
    return _load(argument), _jump(_IF_AT_LEAST, OPEN_FILES, 0, 1), _REFUSE


def _is_one_of(argument: int, values: tuple[int, ...]) -> tuple[bytes, ...]:
    """Let the call through if the argument is one of some values; refuse others."""
    tests = [statement for value in values for statement in (_jump(_IF_EQUAL, value, 0, 1), _PERMIT)]
    return (_load(argument), *tests, _REFUSE)


def _has_none_of(argument: int, bits: int) -> tuple[bytes, ...]:
    """Let the call through if the argument has none of some bits; refuse others."""
    return _load(argument), _jump(_IF_ANY_BIT, bits, 0, 1), _REFUSE, _PERMIT


def _rules(emulated: bool) -> dict[str, tuple[bytes, ...]]:
    writing = _O_WRONLY | _O_RDWR | _O_CREAT | _O_TRUNC | _O_APPEND | _O_TMPFILE
    # The one exception is exactly what valgrind asks for when it ends: /dev/null without O_CLOEXEC, which Python sets
    # on whatever it opens.
    end_of_valgrind = _O_WRONLY | _O_CREAT | _O_TRUNC
    exception = (_jump(_IF_EQUAL, end_of_valgrind, 0, 1), _PERMIT) if emulated else ()

    def opening(flags: int) -> tuple[bytes, ...]:
        return (_load(flags), *exception, *_has_none_of(flags, writing))

    not_fatal = [statement for one in _FATAL_SIGNALS for statement in (_jump(_IF_EQUAL, one, 0, 1), _KILL)]
    mapping = (
        *(_load(3), _jump(_IF_ANY_BIT, _MAP_ANONYMOUS, 1, 0), _REFUSE, _jump(_IF_ANY_BIT, _MAP_SHARED, 0, 1), _REFUSE),
        # The C library asks for a thread's stack without any access at first.
        *(_jump(_IF_ANY_BIT, _MAP_STACK, 0, 7), _load(2), _jump(_IF_EQUAL, 0, 0, 5)),
        *(_load(1, upper=True), _jump(_IF_EQUAL, 0, 0, 3)),
        *(_load(1), _jump(_IF_AT_LEAST, _LEAST_STACK, 1, 0), _REFUSE),
    )
    return {
        # valgrind maps executable memory for the code that it translates. No memory may be backed by a file: a library
        # may ask for executable memory without content and fill it itself.
        "mmap": (*mapping, *((_PERMIT,) if emulated else _has_none_of(2, _PROT_EXEC))),
        "mprotect": _has_none_of(2, _PROT_EXEC),
        "open": opening(1),
        "openat": opening(2),
        "lseek": (*_is_own(0), _PERMIT),
        "pread64": (*_is_own(0), _PERMIT),
        "ioctl": (*_is_own(0), *_is_one_of(1, (_TCGETS, _TIOCGWINSZ, _FIONCLEX, _FIOCLEX))),
        "fcntl": (*_is_own(0), *_is_one_of(1, (_F_DUPFD, _F_GETFD, _F_SETFD, _F_GETFL, _F_DUPFD_CLOEXEC))),
        "dup": (*_is_own(0), _PERMIT),
        "dup2": (*_is_own(0), *_is_own(1), _PERMIT),
        "dup3": (*_is_own(0), *_is_own(1), _PERMIT),
        "clone": (_load(0), _jump(_IF_ANY_BIT, _CLONE_THREAD, 0, 1), _PERMIT, _KILL),
        # glibc falls back to clone, whose flags can be checked.
        "clone3": (_statement(_RETURN, _ERRNO | errno.ENOSYS),),
        "prlimit64": (_load(0), _jump(_IF_EQUAL, 0, 1, 0), _REFUSE, *_is_one_of(1, _LIMITS)),
        "getrlimit": _is_one_of(0, _LIMITS),
        "setrlimit": _is_one_of(0, _LIMITS),
        "tkill": (_load(1), *not_fatal, _PERMIT),
        "tgkill": (_load(2), *not_fatal, _PERMIT),
    }


def build_filter(*, emulated: bool, hardware_counter: bool = False, scratch: bool = False) -> bytes:
    """Return the filter as an array of `struct sock_filter`.

    Args:
        emulated: for a child under valgrind, which maps anonymous memory for the code it translates and, after a fatal
            signal, ends the process by sending that signal itself.
        hardware_counter: let through what reads the hardware's counter.
        scratch: let through what writes to a folder.
    """
    allowed = ALLOWED if emulated else ALLOWED | ALLOWED_NATIVELY
    if hardware_counter:
        allowed = allowed | _FOR_HARDWARE_COUNTER
    rules = _rules(emulated)
    x86_64 = [_statement(_LOAD, _ARCH), _jump(_IF_EQUAL, _AUDIT_ARCH_X86_64, 1, 0), _KILL, _statement(_LOAD, _NUMBER)]
    program = [*x86_64, _jump(_IF_AT_LEAST, _X32_BIT, 0, 1), _KILL]
    # The kernel goes through this at each call, so the most frequent calls come first.
    for number in allowed.values():
        program += _on(number, _PERMIT)
    for name, (number, _) in BY_ARGUMENT.items():
        program += _on(number, *rules[name])
    for number in KILLED.values():
        program += _on(number, _KILL)
    program.append(_REFUSE)
    if scratch:  # all other calls go through the filter above
        locks = [part for command in _LOCKS for part in (_jump(_IF_EQUAL, command, 0, 1), _PERMIT)]
        writing = [part for number in WITH_SCRATCH.values() for part in _on(number, _PERMIT)]
        program = [*x86_64, *writing, *_on(_FCNTL, _load(1), *locks), *program]
    return b"".join(program)
