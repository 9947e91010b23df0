"""What one job could leave for another, or have done by somebody else: the attacks that once worked, run again."""

import os
import random
import secrets
import statistics
import time
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from tallybench.counting.instructions import Meter, run_to_budget
from tallybench.sandbox.bubblewrap import Setting
from tallybench.sandbox.contents import with_constant_name
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.interpreter import probe_interpreter
from tallybench.sandbox.jobs import Answer, run_program
from tallybench.values.wire import decode, encode
from tests.sandbox.running import attack, compiled, returned, run, spent
from tests.sandbox.test_attacks_counting import SQUARES

pytestmark = pytest.mark.usefixtures("short_limits")
kinds = pytest.mark.parametrize("kind", ["native", "emulated"])
NEXT_TO_NOTHING = 20_000  # instructions


# Tries each way to a descriptor, and names those that worked.
REACH = """
import fcntl, os, socket
WAYS = {
    "dup": os.dup,
    "dup2": lambda fd: os.dup2(fd, 20),
    "copy": lambda fd: fcntl.fcntl(fd, fcntl.F_DUPFD, 10),
    "read": lambda fd: os.read(fd, 1),
    "pread": lambda fd: os.pread(fd, 1, 0),
    "write": lambda fd: os.write(fd, b"x"),
    "pwrite": lambda fd: os.pwrite(fd, b"x", 0),
    "writev": lambda fd: os.writev(fd, [b"x"]),
    "sendfile": lambda fd: os.sendfile(fd, here, 0, 1),
    "seek": lambda fd: os.lseek(fd, 7, 0),
    "flags": lambda fd: fcntl.fcntl(fd, fcntl.F_SETFL, os.O_APPEND),
    "lock": lambda fd: fcntl.lockf(fd, fcntl.LOCK_SH),
    "flock": lambda fd: fcntl.flock(fd, fcntl.LOCK_SH),
    "own": lambda fd: fcntl.fcntl(fd, fcntl.F_SETOWN, 1),
    "truncate": lambda fd: os.ftruncate(fd, 0),
    "allocate": lambda fd: os.posix_fallocate(fd, 0, 10),
    "attribute": lambda fd: os.setxattr(fd, "user.note", b"x"),
    "mode": lambda fd: os.fchmod(fd, 0o777),
    "times": lambda fd: os.utime(fd, (7, 7)),
    "send": lambda fd: socket.socket(fileno=fd),
}
here = os.open("/dev/null", os.O_RDONLY)
def works(way, fd):
    try:
        WAYS[way](fd)
        return True
    except OSError:
        return False
"""


def test_a_job_holds_its_streams_and_its_channel_only(native: Zygote) -> None:
    solution = """
import os
def f(x):
    held = []
    for fd in range(64):
        try:
            held.append(os.fstat(fd).st_rdev)
        except OSError:
            pass
    return held
"""
    null = os.makedev(1, 3)
    assert returned(native, native, solution, 3) == [null, null, null, 0]


def test_no_way_leads_to_the_emulators_own_descriptors(native: Zygote, emulated: Zygote) -> None:
    solution = REACH + "def f(x):\n    return [(way, fd) for way in WAYS for fd in range(64, 80) if works(way, fd)]\n"
    assert decode(attack(native, emulated, solution).output or b"") == []


def test_no_descriptor_but_the_results_keeps_anything(native: Zygote, emulated: Zygote) -> None:
    """The standard streams are the job's own, and even so nothing can be noted at them."""
    notes = "('flags', 'lock', 'flock', 'own', 'truncate', 'allocate', 'attribute', 'mode', 'times')"
    solution = REACH + f"def f(x):\n    return [(way, fd) for way in {notes} for fd in (0, 1, 2) if works(way, fd)]\n"
    assert decode(attack(native, emulated, solution).output or b"") == []


@kinds
def test_no_folder_notes_who_looked_into_it(native: Zygote, request: pytest.FixtureRequest, kind: str) -> None:
    """The first look into a folder that can be written to was noted, with its time."""
    solution = """
import os
def f(x):
    before = {path: os.stat(path).st_atime_ns for path in ("/", "/tmp", "/dev", "/usr", "/tallybench")}
    for path in before:
        try:
            os.listdir(path)
        except OSError:
            pass
    return [path for path in before if os.stat(path).st_atime_ns != before[path]]
"""
    assert returned(native, request.getfixturevalue(kind), solution, 3) == []


HOSTS = {"/dev/null", "/dev/urandom", "/proc/self/maps"}  # which have nothing below them


def test_all_that_can_be_looked_at_is_in_memory_of_one_sandbox_alone(native: Zygote, emulated: Zygote) -> None:
    solution = """
import os
def f(x):
    found = [("/", os.lstat("/").st_dev)]
    for folder, folders, files in os.walk("/"):
        for name in folders + files:
            path = os.path.join(folder, name)
            found.append((path, os.lstat(path).st_dev))
    return found
"""
    with open("/proc/self/mountinfo") as mounts:
        of_the_host = {line.split()[2] for line in mounts}
    roots = set()
    for zygote in (native, emulated):
        found = returned(native, zygote, solution, 3, cpu_seconds=60)
        devices = {device for path, device in found if path not in HOSTS and path != "/tmp"}
        assert len(found) > 1000
        assert devices == {dict(found)["/"]}
        roots |= devices
    assert len(roots) == 2
    assert of_the_host.isdisjoint(f"{os.major(device)}:{os.minor(device)}" for device in roots)


def told_apart(marked: list[float], others: list[float]) -> float:
    """How often something marked took longer than something else: a half where that cannot be seen in the times."""
    return statistics.fmean((one > other) + (one == other) / 2 for one in marked for other in others)


def timed(native: Zygote, touch: str, paths: list[list[str]]) -> float:
    """How well a job can tell by its time which of these groups of paths the job before it touched."""
    solution = f"""
import os, time
def touch(path):
    {touch}
def f(groups):
    took = []
    for group in groups:
        took.append([])
        for path in group:
            started = time.perf_counter_ns()
            try:
                touch(path)
            except OSError:
                pass
            took[-1].append(time.perf_counter_ns() - started)
    return took
"""
    marks = [True, False] * (len(paths) // 2)
    random.shuffle(marks)
    marked = [group for group, mark in zip(paths, marks, strict=True) if mark]
    returned(native, native, solution, marked)
    medians = list(map(statistics.median, returned(native, native, solution, paths)))
    return told_apart(
        *([time for time, mark in zip(medians, marks, strict=True) if mark is one] for one in (True, False))
    )


def test_the_next_job_cannot_time_which_names_were_looked_for(native: Zygote) -> None:
    """Below a folder of the host's disk the kernel remembers a name that is not there: 48 of 48 bits came across."""
    folder, salt = native.setting.interpreter.stdlib, secrets.token_hex(8)
    names = [[f"{folder}/{salt}-{bit}-{number}" for number in range(30)] for bit in range(48)]
    assert 0.1 < timed(native, "os.stat(path)", names) < 0.9


def test_the_next_job_cannot_time_which_files_were_read(native: Zygote) -> None:
    """What was not read lately comes from the host's disk, and stays in memory then."""
    files = sorted(Path(native.setting.interpreter.stdlib).glob("encodings/*.py"))[:48]
    for path in files:
        with path.open("rb") as file:
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
    assert 0.1 < timed(native, "open(path, 'rb').read()", [[str(path)] for path in files]) < 0.9


def test_a_job_learns_nothing_of_the_machines_memory_and_load(native: Zygote, emulated: Zygote) -> None:
    solution = """
import os
def f(pages):
    try:
        return os.getloadavg()
    except OSError:
        return os.sysconf("SC_PHYS_PAGES") == pages
"""
    pages = os.sysconf("SC_PHYS_PAGES")
    assert decode(attack(native, emulated, solution, pages).output or b"") is False


@kinds
def test_nothing_asks_about_the_machine(native: Zygote, request: pytest.FixtureRequest, kind: str) -> None:
    """The limits on processes and signals, for example, follow from the machine's memory."""
    solution = """
import os, resource, shutil
WAYS = {
    "processors": lambda: os.sched_getaffinity(0),
    "load": os.getloadavg,
    "disk": lambda: shutil.disk_usage("/"),
    "memory": lambda: resource.getrusage(resource.RUSAGE_SELF),
    "processes": lambda: resource.getrlimit(resource.RLIMIT_NPROC),
    "signals": lambda: resource.getrlimit(resource.RLIMIT_SIGPENDING),
    "processes, by the C library": lambda: os.sysconf("SC_CHILD_MAX"),
    "locked memory": lambda: resource.getrlimit(resource.RLIMIT_MEMLOCK),
}
def f(x):
    known = []
    for name, ask in WAYS.items():
        try:
            ask()
            known.append(name)
        except OSError:
            pass
    return known, os.cpu_count()
"""
    assert returned(native, request.getfixturevalue(kind), solution, 3) == ([], 2)


@kinds
def test_the_kernels_name_is_the_same_on_every_machine(
    native: Zygote, request: pytest.FixtureRequest, kind: str
) -> None:
    """What `uuid` had asked for at the start decided where objects lie, and so the counts."""
    solution = """
import os, platform, socket, sysconfig, uuid
def f(x):
    assert platform.version() == os.uname().version and platform.system() == os.uname().sysname
    return [*os.uname(), platform.release(), socket.gethostname(), sysconfig.get_platform()]
"""
    name = ["Linux", "sandbox", "6.12.0-constant", "#1 SMP the same each time", "x86_64"]
    found = returned(native, request.getfixturevalue(kind), solution, 3)
    assert found == [*name, name[2], "sandbox", "linux-x86_64"]


def test_only_the_environments_own_c_library_is_changed(native: Zygote) -> None:
    interpreter = native.setting.interpreter
    (libc,) = (path for path in interpreter.mapped if path.endswith("libc.so.6"))
    before = Path(interpreter.outside(libc)).read_bytes()
    solution = f"import hashlib\ndef f(x):\n    return hashlib.sha256(open({libc!r}, 'rb').read()).hexdigest()\n"
    after = with_constant_name(before)
    assert returned(native, native, solution, 3) == sha256(after).hexdigest() != sha256(before).hexdigest()
    assert len(after) == len(before)
    assert sum(one != other for one, other in zip(before, after, strict=True)) < 100
    with closing(Zygote(Setting(probe_interpreter("/usr/bin/python3")))) as other:
        answer = run(other, other, "import os\ndef f(x):\n    return os.uname()\n", 3)
        assert answer.failure is not None and answer.failure.reason.startswith("PermissionError")


READS_BACK = """
import os, sys
def readable(fd):
    found = []
    for name, way in (("read", lambda: os.read(fd, 1)), ("pread", lambda: os.pread(fd, 1, 0))):
        try:
            way()
            found.append(name)
        except OSError:
            pass
    return found
"""


def test_what_was_written_cannot_be_read_back(native: Zygote, emulated: Zygote) -> None:
    """The kernel would copy it from there into the output, uncounted."""
    solution = READS_BACK + "def f(x):\n    return readable(sys._getframe(1).f_locals['channel'])\n"
    assert decode(attack(native, emulated, solution).output or b"") == []
    program = compiled(native, READS_BACK + "print(readable(1))\n")
    assert run_program(native, program, b"", 10).output == b"[]\n"


@pytest.mark.parametrize("file", ["cmdline", "auxv", "exe", "maps", "mem", "fd", "status", "environ"])
def test_nothing_of_the_process_is_a_file(native: Zygote, emulated: Zygote, file: str) -> None:
    """valgrind answers some of these itself, from a file that it can write and that all children share."""
    solution = f"import os\ndef f(x):\n    return os.open('/proc/self/{file}', os.O_RDONLY)\n"
    failure = attack(native, emulated, solution).failure
    assert failure is not None and failure.reason.startswith(("PermissionError", "FileNotFoundError"))


@kinds
@pytest.mark.parametrize(
    "call", ["socketpair()", "socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)", "socket(socket.AF_UNIX)"]
)
def test_the_kernel_gives_nobody_a_socket_to_filter_by(
    native: Zygote, request: pytest.FixtureRequest, kind: str, call: str
) -> None:
    """A filter on a socket (SO_ATTACH_FILTER) is a program that the kernel runs, and no one counts."""
    solution = f"import socket\ndef f(x):\n    return str(socket.{call})\n"
    failure = run(native, request.getfixturevalue(kind), solution, 3).failure
    assert failure is not None and ("PermissionError" in failure.reason or failure.verdict == "forbidden")


THREADS = "import threading\ndef f(x):\n    [threading.Thread(target=len, args=((),)).start() for _ in range(x)]\n"


def test_the_number_of_threads_that_were_started_is_no_message(native: Zygote, emulated: Zygote) -> None:
    """Each thread takes a process id, so the next job's would tell how many there were."""
    asks = "import os\ndef f(x):\n    return os.getpid() > 1000\n"
    with closing(Zygote(emulated.setting)) as anew:  # the jobs of other tests have taken process ids of the shared one
        told = [returned(native, anew, asks, 3)]
        for number in (1, 700):
            run(native, anew, THREADS, number)
            told.append(returned(native, anew, asks, 3))
    assert told == [False, False, False]


def test_threads_are_bounded(native: Zygote, emulated: Zygote) -> None:
    solution = """
import threading
def f(x):
    threading.stack_size(x)
    go_on, started = threading.Event(), 0
    try:
        for _ in range(5000):
            threading.Thread(target=go_on.wait, daemon=True).start()
            started += 1
    except RuntimeError:
        pass
    go_on.set()
    return started
"""
    started = [returned(native, native, solution, stack_size) for stack_size in (0, 32 << 10, 1 << 20)]
    assert 100 < started[0] <= 512
    assert started[1:] == [0, 0]


class Waits(Meter):
    """A meter that takes this machine for a hundred times as quick, so that its first limit of time is short; and that
    waits after each run.
    """

    def run(self, *job: Any) -> Answer:
        answer = super().run(*job)
        time.sleep(1.5)
        return answer


def test_a_job_that_runs_again_spends_what_it_had_spent_before(native: Zygote, emulated: Zygote) -> None:
    """The time of day stands for whatever a run may leave behind: the first is ended, the second has nothing to do."""
    solution = "import time\ndef f(until):\n    while time.time() < until:\n        until += 1\n    return 0\n"
    meter = Waits("valgrind", native, emulated, 400e8)
    code, until = compiled(native, solution), encode((time.time() + 1.0,))
    answer, again = (run_to_budget(meter, SQUARES, code, until, 0, 400_000_000) for _ in range(2))
    assert answer.failure is None
    assert answer.count and again.count and answer.count > 10 * again.count


def test_a_run_that_puts_off_its_timer_is_not_repeated(native: Zygote, emulated: Zygote) -> None:
    """The kernel then ends it without a total, and what it had spent is not known."""
    solution = """
import resource, signal
def f(n):
    signal.setitimer(signal.ITIMER_PROF, 0)
    resource.setrlimit(resource.RLIMIT_CPU, (1, 1))
    while True:
        pass
"""
    code, meter = compiled(native, solution), Meter("valgrind", native, emulated, 400e6)
    started = time.monotonic()
    answer = run_to_budget(meter, SQUARES, code, encode((10,)), 0, 100_000_000)
    assert answer.failure is not None and answer.count is None
    assert time.monotonic() - started < 10


TABLE = "TABLE = {{{}}}\ndef f(x):\n    return len(TABLE)\n"


def test_a_table_in_the_code_is_paid_for(native: Zygote, emulated: Zygote) -> None:
    """Its loading was free, so 60,000 answers cost nothing."""
    tables = (", ".join(f"'{number}-{number}'" for number in range(size)) for size in (10, 60_000))
    small, large = (spent(native, emulated, TABLE.format(table), 3) for table in tables)
    assert large - small > 60_000 * 100


@pytest.mark.parametrize("constant", ["frozenset", "tuple", "text", "bytes"])
def test_no_kind_of_large_constant_is_free(native: Zygote, emulated: Zygote, constant: str) -> None:
    words = [f"{number:05}" for number in range(20_000)]
    source = {
        "frozenset": f"def f(x):\n    return x in {{{', '.join(map(repr, words))}}}\n",
        "tuple": f"def f(x):\n    return ({', '.join(map(repr, words))}).index(x)\n",
        "text": f"def f(x):\n    return {''.join(words)!r}.index(x)\n",
        "bytes": f"def f(x):\n    return {''.join(words).encode()!r}.index(x.encode())\n",
    }[constant]
    little = "def f(x):\n    return '01234'.index(x)\n"
    least, most = (spent(native, emulated, code, "01234") for code in (little, source))
    assert most - least > 5_000


def test_who_keeps_the_result_saves_nothing(native: Zygote, emulated: Zygote) -> None:
    """Freeing a million numbers was part of the count of those who did not keep them."""
    plain = "def f(x):\n    return [str(i) for i in range(x)]\n"
    kept = "KEPT = []\ndef f(x):\n    KEPT.append([str(i) for i in range(x)])\n    return KEPT[0]\n"
    first, second = (spent(native, emulated, code, 100_000) for code in (plain, kept))
    assert abs(first - second) < 0.001 * first


def test_modules_are_imported_from_source_and_paid_for(native: Zygote, emulated: Zygote) -> None:
    answer = run(native, emulated, "def f(x):\n    import colorsys\n    return colorsys.__name__\n", 3)
    assert answer.output == encode("colorsys") and (answer.count or 0) > 10 * NEXT_TO_NOTHING
