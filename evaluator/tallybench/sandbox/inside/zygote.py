"""The process inside the sandbox that solutions are forked from.

Run by the measuring interpreter (3.9 or later), natively or under valgrind; it imports nothing of the project.

A job is a fork: the **child** seals itself and runs the untrusted code. The zygote itself never reads a job: what one
brings is in the memory of no other.

Under valgrind a job costs two forks. The zygote forks a **twin**, trusted code that reads the job and loads what the
job needs (the compiled solution, its arguments); the twin forks the child. Each process prints the instructions of its
whole life, inherited ones included, when it ends. So the child's total less its twin's is what the child did after the
fork, whatever the zygote did before, and nothing that the twin loaded is counted. Natively, a job whose child's time is
to be known gets a twin, too.

For that difference to be exact to the instruction, what a twin does after the fork must not depend on the job: no
number that may or may not be a cached small int (process ids start above 256, see `launch.py`), no rusage. And every
twin must start from the same memory, or a count would depend on the jobs before it: so the zygote only forks and waits,
and the twin, forked before the job is there, does all the rest.
"""

import _imp
import array
import gc
import importlib
import marshal
import os
import resource
import signal
import socket
import sys
import time

from protocol import (
    CONTROL_FD,
    JOB,
    LOG_FD,
    NO_RESULT,
    READY,
    REPORT,
    UNSEALED,
    WALL_KILLED,
    WIRE_VERSION,
    ZYGOTE_ENDS,
)

SWITCH_SECONDS = 100_000.0


class SealSpec:
    """What `_imp.create_dynamic` wants of a module spec."""

    def __init__(self, name, origin):
        self.name = name
        self.origin = origin


def load_seal(name, path):
    """Calls PyInit_NAME of the seal library. It returns no module, by design."""
    try:
        _imp.create_dynamic(SealSpec(name, path))
    except SystemError:
        pass


def seal(path, name):
    load_seal(name, path)
    try:
        os.getsid(0)  # the filter does not know this call, so that its presence can be told
    except OSError:
        return
    os._exit(UNSEALED)


def own_streams():
    """Opens the null device as the standard streams, so that a job shares them with nobody."""
    nowhere = os.open("/dev/null", os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nowhere, standard)
    os.close(nowhere)


def be_child(children, control, kind, loaded, limits, channel, seal_path, leave=os._exit):
    os.close(control.fileno())
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    gc.enable()
    children.limit(limits)
    loaded = children.finish(loaded)
    seal(seal_path, "seal_reading" if kind in children.READING else "seal")
    code = 0
    try:
        kept = children.JOBS[kind][1](loaded, channel, limits["output_limit"])  # noqa: F841  # alive to the end
    except BaseException:
        code = NO_RESULT
    leave(code)


POOL = 0x4000 if sys.version_info >= (3, 10) else 0x1000  # bytes from which CPython makes small objects of one size
LARGEST_SMALL = 512
IN_A_ROW = 6 if POOL > 0x1000 else 4  # blocks, one behind the other: among gaps that hardly happens


def small_object(size, number):
    """An object that takes `size` bytes, a multiple of 16."""
    return object() if size == 16 else 1000 + number if size == 32 else bytes(size - 33)


def settle(before=None):
    """Brings the allocator to the middle of a pool without gaps for each size of small objects.

    A loop whose numbers happen to lie at the end of a pool, or in the last gap of one, takes and returns a pool at each
    step: some 30 instructions more, by the chance of what was allocated before. So all gaps are filled, until blocks
    come one behind the other, in the middle of a pool; or from where an earlier call came to.

    Args:
        before: what an earlier call returned, in this process or one that it was forked from.

    Returns:
        What has to stay alive; the last address by size.
    """
    kept, reached = [None] * 100, [None] * (LARGEST_SMALL // 16 + 1)  # large enough to be no small objects
    for size in range(16, LARGEST_SMALL + 1, 16):
        step = size if size != 32 else 4 * size  # among the numbers are those of this loop
        last, row = 0 if before is None else before[1][size // 16], 0
        while row < IN_A_ROW or not POOL * 7 // 16 <= last % POOL < POOL * 12 // 16:
            one = small_object(size, len(kept))
            kept.append(one)
            here = id(one)
            row = row + 1 if 0 < here - last <= step and here // POOL == last // POOL else 0
            last = here
        reached[size // 16] = last
    return kept, reached


def end_of(pid, wall_seconds):
    """Waits for a child, which may stop and go on, and ends it when its wall clock is over. Returns its wait status."""
    deadline = time.monotonic() + wall_seconds
    while True:
        left = deadline - time.monotonic()
        if left <= 0 or signal.sigtimedwait((signal.SIGCHLD,), left) is None:
            os.kill(pid, signal.SIGKILL)
            return os.waitpid(pid, 0)[1] | WALL_KILLED
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            return status


def wait_for_job(control):
    """Says that it waits for a job, and receives one.

    Returns:
        The job's file, the channel, its wall-clock limit, whether a twin is to load it; None where there is no job.
    """
    control.send(b"ready" + READY.pack(os.getpid()))
    message, fds, _, _ = socket.recv_fds(control, JOB.size, 2)
    return (*fds, *JOB.unpack(message)) if message else None


def read_job(children, job_fd):
    """The kind of a job, what it loads, its limits; its standard streams are opened before."""
    own_streams()
    job = marshal.loads(os.pread(job_fd, os.fstat(job_fd).st_size, 0))
    os.close(job_fd)
    kind, limits = job.pop("kind"), job.pop("limits")
    return kind, children.JOBS[kind][0](job), limits


def be_twin(children, control, job_fd, channel, wall_seconds, seal_path, settled, leave=os._exit):
    """Reads a job, forks a child for it, reports how the child ended, and ends.

    If it returned, it would free what it loaded, which the child does not. The encoded arguments are gone before the
    fork: a solution that returns its input could save itself the encoding.
    """
    kind, loaded, limits = read_job(children, job_fd)
    kept = settle(settled)  # noqa: F841  # alive to the end
    before = os.times()
    pid = os.fork()
    if pid == 0:
        be_child(children, control, kind, loaded, limits, channel, seal_path)
    os.close(channel)
    status = end_of(pid, wall_seconds)
    after = os.times()
    user, system = after.children_user - before.children_user, after.children_system - before.children_system
    control.send(REPORT.pack(os.getpid(), pid, status, user, system))
    leave(0)


def fork_twins(children, control, seal_path, settled):
    """Forks one twin after another. It does nothing else, so that every twin starts from the same memory."""
    status = 0
    while status == 0:
        pid = os.fork()
        if pid == 0:
            job = wait_for_job(control)
            if job is not None:
                job_fd, channel, wall_seconds, _ = job
                be_twin(children, control, job_fd, channel, wall_seconds, seal_path, settled)
            os._exit(ZYGOTE_ENDS)
        status = os.waitpid(pid, 0)[1]


def fork_children(children, control, seal_path):
    """Forks a child for each job, or a timing twin."""
    while (job := wait_for_job(control)) is not None:
        job_fd, channel, wall_seconds, with_twin = job
        pid = os.fork()
        if pid == 0:
            if with_twin:
                be_timing_twin(children, control, job_fd, channel, wall_seconds, seal_path)
            kind, loaded, limits = read_job(children, job_fd)
            be_child(children, control, kind, loaded, limits, channel, seal_path)
        os.close(job_fd)
        os.close(channel)
        if with_twin:
            os.waitpid(pid, 0)
        else:
            report_end(control, pid, wall_seconds)


def be_timing_twin(children, control, job_fd, channel, wall_seconds, seal_path):
    kind, loaded, limits = read_job(children, job_fd)
    pid = os.fork()
    if pid == 0:
        be_child(children, control, kind, loaded, limits, channel, seal_path)
    os.close(channel)
    report_end(control, pid, wall_seconds)
    os._exit(0)


def report_end(control, pid, wall_seconds):
    """Waits for a child, natively, where its time is known to the microsecond, and reports how it ended."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    status = end_of(pid, wall_seconds)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    user, system = after.ru_utime - before.ru_utime, after.ru_stime - before.ru_stime
    control.send(REPORT.pack(os.getpid(), pid, status, user, system))


def rehearse(children):
    """Does here, once, what twins and children do for each job, so that valgrind has translated that code already."""
    here, there = socket.socketpair()
    result = os.memfd_create("rehearsal")
    code = marshal.dumps(compile("def nothing(*values):\n    return [*values]\n", "solution.py", "exec"))
    arguments = marshal.dumps((1, 1 << 40, 0.5, "text", b"bytes", [None, True], {1: (2,)}, {3}), WIRE_VERSION)
    job = marshal.dumps({"code": code, "entry_point": "nothing", "arguments": arguments}, WIRE_VERSION)
    os.pwrite(result, job, 0)
    for _ in range(3):
        socket.send_fds(here, [b"job"], [result])
        _, (given,), _, _ = socket.recv_fds(there, 16, 2)
        load, run = children.JOBS["count"]
        loaded = load(marshal.loads(os.pread(given, os.fstat(given).st_size, 0)))
        os.close(given)
        output = os.memfd_create("output")
        run(children.finish(loaded), output, 0)
        os.close(output)
        try:
            os.getsid(-1)
        except OSError:
            pass
        signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGCHLD,))
        signal.sigtimedwait((signal.SIGCHLD,), 0.001)
        spent = os.times()
        here.send(REPORT.pack(os.getpid(), os.getppid(), 0, spent.children_user - 0.0, time.monotonic()))
        there.recv(64)
    del sys.modules["solution"]
    os.close(result)
    here.close()
    there.close()


def preload(modules):
    """Imports what solutions usually import, less what a module would do after a fork: `random` would seed itself."""
    if "cirron" in modules:  # it wants one function of setuptools, which the measuring interpreter does not have
        stand_in = sys.modules["pkg_resources"] = type(sys)("pkg_resources")
        stand_in.resource_filename = lambda name, file: os.path.join(os.path.dirname(__file__), "cirron", file)
    register_at_fork = os.register_at_fork
    os.register_at_fork = lambda **_: None
    for name in ("random", *modules):
        importlib.import_module(name)
    os.register_at_fork = register_at_fork
    sys.modules["random"].seed(0)
    sys.pycache_prefix = "/nowhere"  # from here on, modules are compiled: a child may not load code objects


def main():
    mode, seal_path, *modules = sys.argv[1:]
    preload(modules)
    children = importlib.import_module("child")
    sys.path[:] = [entry for entry in sys.path if entry != os.path.dirname(os.path.abspath(__file__))]
    sys.argv[:] = ["solution.py"]
    load_seal("warm", seal_path)
    signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGCHLD,))
    array.array("i")  # recv_fds imports it at its first call
    control = socket.socket(fileno=CONTROL_FD)
    if mode == "emulated":
        # Threads take turns where they wait for each other, not by the clock, or their counts would depend on it.
        sys.setswitchinterval(SWITCH_SECONDS)
        rehearse(children)
    gc.collect()
    gc.disable()
    gc.freeze()
    own_streams()  # until here, errors went to whoever started the zygote
    if mode == "emulated":
        os.close(LOG_FD)  # valgrind has a copy of its own, which it keeps from us
        fork_twins(children, control, seal_path, settle())
    else:
        fork_children(children, control, seal_path)


if __name__ == "__main__":
    main()
