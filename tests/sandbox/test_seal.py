"""The library by which a child seals itself: a proper ELF file, whose filter takes away what it should and no more."""

import errno
import json
import struct
import subprocess
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from tallybench.model.parts import PASSED
from tallybench.model.verdicts import Verdict
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.inside.protocol import CRAFTED
from tallybench.sandbox.seal import CRAFTING, READING, build_seal
from tallybench.sandbox.seccomp import ALLOWED, ALLOWED_NATIVELY, BY_ARGUMENT, KILLED, build_filter
from tests.sandbox.test_attacks import FINDS_NOTHING, ROOT, WALK, attack, function

# For each expression a child that seals itself and evaluates it: `done`, the name of the error, or of the signal.
PROGRAM = """
import _imp, copy, collections, ctypes, errno, fcntl, gc, json, marshal, os, resource, signal, socket, sys, threading
import types
from types import SimpleNamespace

libc = ctypes.CDLL(None, use_errno=True)
libc.syscall.restype = ctypes.c_long
here = os.open(sys.executable, os.O_RDONLY)

def syscall(*arguments):
    result = libc.syscall(*(ctypes.c_long(one) if isinstance(one, int) else one for one in arguments))
    if result == -1:
        raise OSError(ctypes.get_errno(), "")
    return result

def outcome(expression):
    pid = os.fork()
    if pid == 0:
        try:
            _imp.create_dynamic(SimpleNamespace(name=sys.argv[2], origin=sys.argv[1]))
        except SystemError:
            pass
        try:
            eval(expression)
        except OSError as error:
            os._exit(error.errno)
        except BaseException:
            os._exit(255)
        os._exit(0)
    status = os.waitpid(pid, 0)[1]
    if os.WIFSIGNALED(status):
        return signal.Signals(os.WTERMSIG(status)).name
    code = os.WEXITSTATUS(status)
    return errno.errorcode.get(code, str(code)) if code else "done"

print(json.dumps({expression: outcome(expression) for expression in json.load(sys.stdin)}))
"""
X32 = 0x40000000
WRITE_CREATE_TRUNCATE = 0x241
KERNELS_LAST = 512  # above all numbers of system calls of today's kernels
UPROBES = {335, 336}  # which the kernel lets through every filter, and refuses where no probe of its own stands
MADE = errno.errorcode[CRAFTED]  # how the program above tells that exit code

Outcomes = Callable[..., dict[str, str]]


@pytest.fixture
def outcomes(tmp_path: Path) -> Outcomes:
    """What becomes of expressions in processes that have sealed themselves."""

    def evaluate(*expressions: str, emulated: bool = False, function: str = "seal", **options: bool) -> dict[str, str]:
        library = tmp_path / "seal.so"
        library.write_bytes(build_seal(build_filter(emulated=emulated, **options)))
        finished = subprocess.run(
            [sys.executable, "-c", PROGRAM, str(library), function],
            input=json.dumps(expressions),
            capture_output=True,
            text=True,
            timeout=60,
            check=True,
        )
        found: dict[str, str] = json.loads(finished.stdout)
        return found

    return evaluate


def call(number: int) -> str:
    """A system call with arguments that are wrong for all of them, should one get through."""
    return f"syscall({number}, -1, -1, -1, -1, -1, -1)"


both = pytest.mark.parametrize("emulated", [False, True], ids=["native", "emulated"])


@both
def test_each_killed_system_call_ends_the_process(outcomes: Outcomes, emulated: bool) -> None:
    found = outcomes(*map(call, KILLED.values()), emulated=emulated)
    assert {name: found[call(number)] for name, number in KILLED.items()} == dict.fromkeys(KILLED, "SIGSYS")


@both
def test_each_system_call_that_is_not_listed_fails(outcomes: Outcomes, emulated: bool) -> None:
    listed = {*ALLOWED.values(), *KILLED.values(), *(number for number, _ in BY_ARGUMENT.values())}
    listed |= set() if emulated else set(ALLOWED_NATIVELY.values())
    others = [number for number in range(KERNELS_LAST + 1) if number not in listed | UPROBES]
    found = outcomes(*map(call, others), emulated=emulated)
    assert {number: found[call(number)] for number in others} == dict.fromkeys(others, "EPERM")


def test_no_system_call_is_in_two_lists() -> None:
    lists = [ALLOWED, ALLOWED_NATIVELY, KILLED, {name: number for name, (number, _) in BY_ARGUMENT.items()}]
    assert len({number for one in lists for number in one.values()}) == sum(map(len, lists))
    assert len({name for one in lists for name in one}) == sum(map(len, lists))


@both
def test_system_calls_of_x32_end_the_process(outcomes: Outcomes, emulated: bool) -> None:
    expressions = [call(X32 | number) for number in (0, 39, 57, 59, 512, 520)]
    assert set(outcomes(*expressions, emulated=emulated).values()) == {"SIGSYS"}


LIMITS = ("AS", "CORE", "CPU", "FSIZE", "NOFILE", "STACK")
HOSTS_LIMITS = ("DATA", "MEMLOCK", "MSGQUEUE", "NICE", "NPROC", "RSS", "RTPRIO", "RTTIME", "SIGPENDING")
GET_AND_SET = (97, 160)  # getrlimit and setrlimit, which today's C libraries do not use
WHAT_IT_CAN_DO = dict(
    [
        ("syscall(435, -1, -1)", "ENOSYS"),
        ("os.fork()", "SIGSYS"),
        ("syscall(56, 17, 0, 0, 0, 0)", "SIGSYS"),
        ("os.posix_spawn('/bin/true', ['true'], {})", "SIGSYS"),
        ("os.getsid(0)", "EPERM"),
        ("syscall(298, 0, 0, -1, -1, 0)", "EPERM"),
        ("resource.prlimit(1, resource.RLIMIT_CPU)", "EPERM"),
        ("resource.prlimit(os.getppid(), resource.RLIMIT_CPU)", "EPERM"),
        ("resource.prlimit(os.getpid(), resource.RLIMIT_CPU)", "EPERM"),
        ("resource.prlimit(0, resource.RLIMIT_CPU)", "done"),
        *((f"resource.prlimit(0, resource.RLIMIT_{name})", "done") for name in LIMITS),
        *((f"resource.prlimit(0, resource.RLIMIT_{name})", "EPERM") for name in HOSTS_LIMITS),
        ("resource.setrlimit(resource.RLIMIT_AS, resource.getrlimit(resource.RLIMIT_AS))", "done"),
        *((f"syscall({number}, 3, bytes(b'\\1' * 16))", "done") for number in GET_AND_SET),
        *((f"syscall({number}, 6, bytes(b'\\1' * 16))", "EPERM") for number in GET_AND_SET),
        ("open('/dev/null', 'rb').read(1)", "done"),
        ("open(sys.executable, 'rb').read(1)", "done"),
        ("os.listdir('/')", "done"),
        *((f"open('/dev/null', {mode!r})", "EPERM") for mode in ("wb", "ab", "r+b", "xb")),
        *((f"os.open('/dev/null', os.{flag})", "EPERM") for flag in ("O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC")),
        ("os.open('/tmp', os.O_TMPFILE | os.O_RDWR)", "EPERM"),
        ("syscall(2, b'/dev/null', 2, 0)", "EPERM"),
        ("os.memfd_create('x')", "EPERM"),
        ("syscall(9, 0, 4096, 1, 0x2, here, 0)", "EPERM"),
        ("syscall(9, 0, 4096, 3, 0x21, -1, 0)", "EPERM"),
        ("syscall(9, 0, 4 << 20, 0, 0x20022, -1, 0)", "EPERM"),
        ("syscall(9, 0, 8 << 20, 0, 0x20022, -1, 0)", "done"),
        ("syscall(9, 0, (4 << 30) + 4096, 0, 0x24022, -1, 0)", "done"),
        ("threading.stack_size(1 << 20), threading.Thread(target=print).start()", "255"),
        ("threading.stack_size(1 << 24), threading.Thread(target=print).start()", "done"),
        ("syscall(9, 0, 4096, 3, 0x22, -1, 0)", "done"),
        ("syscall(9, 0, 4096, 5, 0x2, here, 0)", "EPERM"),
        ("syscall(10, syscall(9, 0, 4096, 3, 0x22, -1, 0), 4096, 5)", "EPERM"),
        ("syscall(10, syscall(9, 0, 4096, 3, 0x22, -1, 0), 4096, 1)", "done"),
        ("fcntl.fcntl(here, fcntl.F_SETOWN, os.getppid())", "EPERM"),
        ("fcntl.fcntl(here, 10, 9)", "EPERM"),
        ("fcntl.fcntl(here, 15, bytes(8))", "EPERM"),
        ("fcntl.fcntl(here, fcntl.F_GETFD)", "done"),
        ("fcntl.fcntl(here, fcntl.F_GETFL)", "done"),
        ("fcntl.fcntl(here, fcntl.F_SETFL, os.O_APPEND)", "EPERM"),
        ("fcntl.fcntl(here, fcntl.F_DUPFD, 5)", "done"),
        ("fcntl.fcntl(here, fcntl.F_DUPFD_CLOEXEC, 5)", "done"),
        ("syscall(72, 64, 0, 5)", "EPERM"),
        ("syscall(72, 64, 1030, 5)", "EPERM"),
        ("syscall(72, 75, 3)", "EPERM"),
        ("fcntl.lockf(here, fcntl.LOCK_SH)", "EPERM"),
        ("fcntl.flock(here, fcntl.LOCK_SH)", "EPERM"),
        ("fcntl.fcntl(here, 37, bytes(32))", "EPERM"),
        ("syscall(32, here)", "done"),
        ("syscall(32, 64)", "EPERM"),
        ("syscall(33, here, 63)", "done"),
        ("syscall(33, here, 64)", "EPERM"),
        ("syscall(33, 64, here)", "EPERM"),
        ("syscall(292, 64, here, 0)", "EPERM"),
        ("syscall(8, here, 0, 0)", "done"),
        ("syscall(8, 64, 0, 0)", "EPERM"),
        ("syscall(17, here, bytes(8), 1, 0)", "done"),
        ("syscall(17, 64, bytes(8), 1, 0)", "EPERM"),
        ("syscall(18, here, b'x', 1, 0)", "EPERM"),
        ("syscall(40, 1, here, 0, 1)", "EPERM"),
        ("socket.socketpair()", "EPERM"),
        ("syscall(54, 1, 1, 26, bytes(16), 16)", "EPERM"),
        ("fcntl.ioctl(here, 0x5401, bytes(64))", "ENOTTY"),
        ("fcntl.ioctl(here, 0x5421, bytes(4))", "EPERM"),
        ("fcntl.ioctl(here, 0x8901, bytes(4))", "EPERM"),
        ("fcntl.ioctl(here, 0x8902, bytes(4))", "EPERM"),
        ("signal.pthread_kill(threading.get_ident(), 9)", "SIGSYS"),
        ("signal.raise_signal(signal.SIGSTOP)", "SIGSYS"),
        ("signal.raise_signal(signal.SIGURG)", "done"),
        ("[threading.Thread(target=print).start() for _ in range(4)]", "done"),
    ]
)


def test_a_sealed_process_can_do_what_is_harmless_and_no_more(outcomes: Outcomes) -> None:
    assert outcomes(*WHAT_IT_CAN_DO) == WHAT_IT_CAN_DO


def test_memory_under_valgrind_is_executable_only_without_a_file(outcomes: Outcomes) -> None:
    anonymous, of_a_file = "syscall(9, 0, 4096, 7, 0x22, -1, 0)", "syscall(9, 0, 4096, 1, 0x2, here, 0)"
    made_so_later = "syscall(10, syscall(9, 0, 4096, 3, 0x22, -1, 0), 4096, 5)"
    found = outcomes(anonymous, of_a_file, made_so_later, emulated=True)
    assert found == {anonymous: "done", of_a_file: "EPERM", made_so_later: "EPERM"}
    assert outcomes(anonymous)[anonymous] == "EPERM"


def test_only_valgrinds_own_way_of_opening_for_writing_is_open_under_valgrind(outcomes: Outcomes) -> None:
    def opening(flags: int) -> tuple[str, str]:
        return f"syscall(2, b'/dev/null', {flags}, 0o600)", f"syscall(257, -100, b'/dev/null', {flags}, 0o600)"

    allowed = opening(WRITE_CREATE_TRUNCATE)
    refused = [one for flag in (0x1, 0x2, 0x40, 0x200, 0x641, 0x80241) for one in opening(flag)]
    found = outcomes(*allowed, *refused, emulated=True)
    assert {found[one] for one in allowed} == {"done"}
    assert {found[one] for one in refused} == {"EPERM"}
    assert set(outcomes(*allowed).values()) == {"EPERM"}


def test_the_hardware_counter_is_open_only_where_it_is_asked_for(outcomes: Outcomes) -> None:
    perf_event_open = "syscall(298, 0, 0, -1, -1, 0)"
    assert outcomes(perf_event_open, hardware_counter=True)[perf_event_open] == "EFAULT"


CRAFTS = (
    "(lambda: 0).__code__.replace(co_consts=())",
    "type((lambda: 0).__code__)(*map(lambda: 0, ()))",
    "marshal.loads(b'N')",
    "marshal.load(open(sys.executable, 'rb'))",
    "types.CodeType(0, 0, 0, 0, 0, 0, b'', (), (), (), '', '', '', 0, b'', b'')",
)
HARMLESS = (
    "compile('[x for x in ()]', '', 'exec')",
    "eval('3')",
    "exec('def f(): pass')",
    "marshal.dumps(3)",
    "copy.copy((lambda: 0).__code__)",
    "collections.namedtuple('N', 'a b')",
    "sys.addaudithook(lambda *_: None)",
)


def test_code_that_no_compiler_made_ends_a_sealed_process(outcomes: Outcomes) -> None:
    found = outcomes(*CRAFTS, *HARMLESS)
    assert [found[one] for one in CRAFTS] == [MADE, "255", MADE, MADE, MADE]  # the second has no arguments
    assert [found[one] for one in HARMLESS] == ["done"] * len(HARMLESS)
    reading = outcomes(*CRAFTS, function="seal_reading")
    assert [reading[one] for one in CRAFTS] == [MADE, "255", "done", "255", MADE]


def test_the_hook_stays_where_a_solution_takes_out_every_hook_of_pythons_own(outcomes: Outcomes) -> None:
    crafts = "[[hook.clear() for hook in gc.get_objects() if type(hook) is list]," + CRAFTS[0] + "]"
    assert outcomes(crafts)[crafts] == MADE


def test_the_hooks_events_are_those_that_the_interpreter_raises(native: Zygote) -> None:
    assert set(CRAFTING) | set(READING) >= {"code.__new__", "marshal.loads", "marshal.load"}
    solution = "def f(x):\n    return f.__code__.replace(co_name='g').co_name\n"
    assert attack(native, solution).verdict is Verdict.FORBIDDEN


def test_the_function_that_only_warms_up_leaves_the_process_as_it_was(outcomes: Outcomes) -> None:
    expressions = ("os.getsid(0)", "os.getpid()", "open('/dev/null', 'wb')")
    assert outcomes(*expressions, function="warm") == dict.fromkeys(expressions, "done")


def segments(library: bytes) -> list[tuple[int, ...]]:
    at, size, number = struct.unpack_from("<Q", library, 32)[0], *struct.unpack_from("<HH", library, 54)
    return [struct.unpack_from("<IIQQQQQQ", library, at + index * size) for index in range(number)]


@both
def test_the_library_is_a_shared_object_without_a_segment_that_is_writable_and_executable(emulated: bool) -> None:
    library = build_seal(build_filter(emulated=emulated))
    kind, machine, version, *_, header, segment, _, section, sections, _ = struct.unpack_from(
        "<HHIQQQIHHHHHH", library, 16
    )
    assert library[:7] == b"\x7fELF\x02\x01\x01"
    assert (kind, machine, version, header, segment, section, sections) == (3, 62, 1, 64, 56, 0, 0)
    found = segments(library)
    assert [(kind, flags) for kind, flags, *_ in found] == [(1, 5), (1, 6), (2, 6), (0x6474E551, 6)]
    for kind, _, offset, address, _, in_file, in_memory, alignment in found[:3]:
        assert offset == address and in_file == in_memory > 0 and offset + in_file <= len(library)
        assert kind != 1 or offset % alignment == 0
    assert found[0][2] + found[0][5] <= found[1][2]


@both
def test_the_library_names_its_functions_and_holds_the_filter(emulated: bool) -> None:
    bpf = build_filter(emulated=emulated)
    library = build_seal(bpf)
    _, _, offset, _, _, size, _, _ = segments(library)[2]
    dynamic = dict(struct.unpack_from("<QQ", library, at) for at in range(offset, offset + size, 16))
    assert set(dynamic) == {0, 4, 5, 6, 7, 8, 9, 10, 11}
    functions = {}
    for index in (1, 2, 3, 4):
        name, _, _, _, value, length = struct.unpack_from("<IBBHQQ", library, dynamic[6] + index * dynamic[11])
        start = dynamic[5] + name
        functions[library[start : library.index(b"\0", start)]] = library[value : value + length]
    assert functions.pop(b"PySys_AddAuditHook") == b""
    assert set(functions) == {b"PyInit_warm", b"PyInit_seal", b"PyInit_seal_reading"}
    assert all(code.endswith(bytes.fromhex("31c0c3")) for code in functions.values())
    assert library.count(bpf) == 1
    assert library.index(bpf) + len(bpf) <= segments(library)[0][5]


def test_nothing_can_be_written_anywhere(native: Zygote) -> None:
    body = """
        for attempt in (
            lambda: os.open(path, os.O_WRONLY), lambda: os.open(path, os.O_RDWR), lambda: os.mkdir(path + "/x"),
            lambda: open(path + "/x", "w"), lambda: os.symlink("/", path + "/x"), lambda: os.unlink(path),
            lambda: os.open(path, os.O_TMPFILE | os.O_RDWR), lambda: os.rename(path, path + "x"),
        ):
            try:
                attempt()
                found.append(path)
            except OSError:
                pass
"""
    assert attack(native, function(WALK + body + "return found"), FINDS_NOTHING) == PASSED


@pytest.mark.parametrize("library", ["written", "stdlib", "libc.so.6"])
def test_no_library_can_be_loaded(native: Zygote, library: str) -> None:
    body = f"""
    import _imp, types
    found = [os.path.join(at, name) for at, _, names in os.walk("/") for name in names if ".so" in name]
    loaded = []
    for path in found:
        if {library!r} == "written":
            path = "/tmp/x.so"
            open(path, "wb").write(b"\\x7fELF")
        elif ({library!r} == "libc.so.6") is ("lib-dynload" in path) or "/tallybench/" in path:
            continue
        name = os.path.basename(path).split(".")[0]
        sys.modules.pop(name, None)
        try:
            loaded.append(_imp.create_dynamic(types.SimpleNamespace(name="other_" + name, origin=path)))
        except ImportError:
            pass
    return loaded
    """
    checked = attack(native, function(body), FINDS_NOTHING)
    assert checked.verdict is (Verdict.EXCEPTION if library == "written" else Verdict.PASSED)


def test_the_method_page_lists_the_system_calls() -> None:
    page = (ROOT / "site" / "pages" / "method.md").read_text()
    table = page[page.index("## System calls") : page.index("## Programs")].split("|---|---|\n")[1]
    rows = dict(line.strip("| ").split(" | ", 1) for line in table.splitlines() if line)

    def listed(names: Iterable[str]) -> str:
        return ", ".join(f"`{name}`" for name in names)

    expected = {
        "allowed": listed(ALLOWED),
        "natively, where nothing is counted": listed(ALLOWED_NATIVELY),
        "end the process": listed(KILLED),
    }
    for reason in {reason for _, reason in BY_ARGUMENT.values()}:
        expected[listed(name for name, (_, why) in BY_ARGUMENT.items() if why == reason)] = reason
    assert rows == expected
