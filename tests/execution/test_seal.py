"""The library by which a child seals itself: a proper ELF file, whose filter takes away what it should and no more."""

import json
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from evaluator.execution.correctness import CheckOutcome
from evaluator.execution.sandbox.host import Zygote
from evaluator.execution.sandbox.seal import build_seal
from evaluator.execution.sandbox.seccomp import KILLED, REFUSED, build_filter
from evaluator.results.verdicts import Verdict
from tests.execution.test_attacks import FINDS_NOTHING, WALK, attack, function

# For each expression a child that seals itself and evaluates it: `done`, the name of the error, or of the signal.
PROGRAM = """
import _imp, ctypes, errno, fcntl, json, os, resource, signal, sys, threading
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
    return errno.errorcode.get(code, code) if code else "done"

print(json.dumps({expression: outcome(expression) for expression in json.load(sys.stdin)}))
"""
X32 = 0x40000000
WRITE_CREATE_TRUNCATE = 0x241

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
def test_each_refused_system_call_fails(outcomes: Outcomes, emulated: bool) -> None:
    found = outcomes(*map(call, REFUSED.values()), emulated=emulated)
    assert {name: found[call(number)] for name, number in REFUSED.items()} == dict.fromkeys(REFUSED, "EPERM")


@both
def test_system_calls_of_x32_end_the_process(outcomes: Outcomes, emulated: bool) -> None:
    expressions = [call(X32 | number) for number in (0, 39, 57, 59, 512, 520)]
    assert set(outcomes(*expressions, emulated=emulated).values()) == {"SIGSYS"}


@pytest.mark.parametrize(
    ("expression", "expected"),
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
        ("open('/dev/null', 'rb').read(1)", "done"),
        ("open(sys.executable, 'rb').read(1)", "done"),
        ("os.listdir('/')", "done"),
        *((f"open('/dev/null', {mode!r})", "EPERM") for mode in ("wb", "ab", "r+b", "xb")),
        *((f"os.open('/dev/null', os.{flag})", "EPERM") for flag in ("O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC")),
        ("os.open('/tmp', os.O_TMPFILE | os.O_RDWR)", "EPERM"),
        ("syscall(2, b'/dev/null', 2, 0)", "EPERM"),
        ("os.memfd_create('x')", "EPERM"),
        ("syscall(9, 0, 4096, 1, 0x2, here, 0)", "done"),
        ("syscall(9, 0, 4096, 3, 0x22, -1, 0)", "done"),
        ("syscall(9, 0, 4096, 5, 0x2, here, 0)", "EPERM"),
        ("syscall(10, syscall(9, 0, 4096, 3, 0x22, -1, 0), 4096, 5)", "EPERM"),
        ("syscall(10, syscall(9, 0, 4096, 3, 0x22, -1, 0), 4096, 1)", "done"),
        ("fcntl.fcntl(here, fcntl.F_SETOWN, os.getppid())", "EPERM"),
        ("fcntl.fcntl(here, 10, 9)", "EPERM"),
        ("fcntl.fcntl(here, 15, bytes(8))", "EPERM"),
        ("fcntl.fcntl(here, fcntl.F_GETFD)", "done"),
        ("fcntl.ioctl(here, 0x8901, bytes(4))", "EPERM"),
        ("fcntl.ioctl(here, 0x8902, bytes(4))", "EPERM"),
        ("signal.pthread_kill(threading.get_ident(), 9)", "SIGSYS"),
        ("signal.raise_signal(signal.SIGSTOP)", "SIGSYS"),
        ("signal.raise_signal(signal.SIGURG)", "done"),
        ("[threading.Thread(target=print).start() for _ in range(4)]", "done"),
    ],
)
def test_a_sealed_process_can_do_what_is_harmless_and_no_more(
    outcomes: Outcomes, expression: str, expected: str
) -> None:
    assert outcomes(expression)[expression] == expected


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


def test_the_function_that_only_warms_up_leaves_the_process_as_it_was(outcomes: Outcomes) -> None:
    assert outcomes("os.getsid(0)", "os.getpid()", "open('/dev/null', 'wb')", function="warm") == {
        "os.getsid(0)": "done",
        "os.getpid()": "done",
        "open('/dev/null', 'wb')": "done",
    }


def segments(library: bytes) -> list[tuple[int, ...]]:
    at, size, number = struct.unpack_from("<Q", library, 32)[0], *struct.unpack_from("<HH", library, 54)
    return [struct.unpack_from("<IIQQQQQQ", library, at + index * size) for index in range(number)]


@both
def test_the_library_is_a_shared_object_for_x86_64(emulated: bool) -> None:
    library = build_seal(build_filter(emulated=emulated))
    assert library[:7] == b"\x7fELF\x02\x01\x01"
    kind, machine, version, _, _, _, _, header, segment, _, section, sections, _ = struct.unpack_from(
        "<HHIQQQIHHHHHH", library, 16
    )
    assert (kind, machine, version, header, segment) == (3, 62, 1, 64, 56)
    assert (section, sections) == (0, 0)


@both
def test_no_segment_of_the_library_is_writable_and_executable(emulated: bool) -> None:
    library = build_seal(build_filter(emulated=emulated))
    found = segments(library)
    assert [kind for kind, *_ in found] == [1, 1, 2, 0x6474E551]
    assert [flags for _, flags, *_ in found] == [5, 6, 6, 6]
    for kind, _, offset, address, _, in_file, in_memory, alignment in found[:3]:
        assert offset == address
        assert in_file == in_memory > 0
        assert offset + in_file <= len(library)
        assert kind != 1 or offset % alignment == 0
    assert found[0][2] + found[0][5] <= found[1][2]


@both
def test_the_library_names_its_two_functions_and_holds_the_filter(emulated: bool) -> None:
    bpf = build_filter(emulated=emulated)
    library = build_seal(bpf)
    _, _, offset, _, _, size, _, _ = segments(library)[2]
    dynamic = dict(struct.unpack_from("<QQ", library, at) for at in range(offset, offset + size, 16))
    assert set(dynamic) == {0, 4, 5, 6, 10, 11}
    functions = {}
    for index in (1, 2):
        name, _, _, _, value, length = struct.unpack_from("<IBBHQQ", library, dynamic[6] + index * dynamic[11])
        start = dynamic[5] + name
        functions[library[start : library.index(b"\0", start)]] = library[value : value + length]
    assert functions[b"PyInit_warm"] == bytes.fromhex("31c0c3")
    assert functions[b"PyInit_seal"].endswith(bytes.fromhex("31c0c3"))
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
    assert attack(native, function(WALK + body + "return found"), FINDS_NOTHING) == CheckOutcome(Verdict.PASSED)


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
