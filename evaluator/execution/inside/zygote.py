"""The process inside the sandbox that solutions are forked from.

Run by the measuring interpreter (3.9 or later), natively or under valgrind; it imports nothing of the project.

Natively, a job is a fork: the **child** seals itself and runs the untrusted code.

Under valgrind a job costs two forks. The zygote forks a **twin**, trusted code that reads the job and loads what the
job needs (the compiled solution, its arguments); the twin forks the child. Each process prints the instructions of its
whole life, inherited ones included, when it ends. So the child's total less its twin's is what the child did after the
fork, whatever the zygote did before, and nothing that the twin loaded is counted.

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
import signal
import socket
import sys
import time

from protocol import CONTROL_FD, LOG_FD, NO_RESULT, REPORT, UNSEALED, WALL_KILLED, WIRE_VERSION, ZYGOTE_ENDS

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


def seal(path):
    load_seal("seal", path)
    try:
        os.getsid(0)  # the filter answers this one call with an error, so that its presence can be told
    except OSError:
        return
    os._exit(UNSEALED)


def be_child(children, control, load, run, loaded, job, limits, channel, seal_path, leave=os._exit):
    os.close(control.fileno())
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    gc.enable()
    children.limit(limits)
    if load is not None:
        loaded = load(job)
    seal(seal_path)
    code = 0
    try:
        run(loaded, channel, limits["output_limit"])
    except BaseException:
        code = NO_RESULT
    leave(code)


def settle():
    """Brings the allocator to the middle of a pool for each size of small objects, and returns what has to stay alive.

    CPython's small objects come from pools of 16 KiB (4 KiB up to 3.9). A loop whose numbers happen to lie at the end
    of one takes and returns a pool at each step: some 30 instructions more, by the chance of what was allocated before.
    """
    pool = 0x4000 if sys.version_info >= (3, 10) else 0x1000
    low, high = pool * 7 // 16, pool * 9 // 16
    kept = []
    for size in range(16, 513, 16):
        while True:
            one = object() if size == 16 else (1 << 40) + size if size == 32 else bytes(size - 33)
            kept.append(one)
            if low <= id(one) % pool < high:
                break
    return kept


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


def do_job(children, control, seal_path, emulated, leave=os._exit):
    """Waits for one job, forks a child for it, and reports how the child ended.

    A twin ends here: if it returned, it would free what it loaded, which the child does not.

    Returns:
        Whether there was a job.
    """
    control.send(b"ready")
    message, fds, _, _ = socket.recv_fds(control, 16, 2)
    if not message:
        return False
    job_fd, channel = fds
    job = marshal.loads(os.pread(job_fd, os.fstat(job_fd).st_size, 0))
    os.close(job_fd)
    load, run = children.JOBS[job.pop("kind")]
    limits = job.pop("limits")
    loaded = kept = None
    if emulated:
        loaded, load = load(job), None
        kept = settle()
        job.clear()  # the encoded arguments: a solution that returns its input could save itself the encoding
    before = os.times()
    pid = os.fork()
    if pid == 0:
        be_child(children, control, load, run, loaded, job, limits, channel, seal_path)
    os.close(channel)
    status = end_of(pid, limits["wall_seconds"])
    after = os.times()
    user, system = after.children_user - before.children_user, after.children_system - before.children_system
    control.send(REPORT.pack(os.getpid(), pid, status, user, system))
    if emulated:
        leave(0)
    del kept
    return True


def fork_twins(children, control, seal_path):
    """Forks one twin after another. It does nothing else, so that every twin starts from the same memory."""
    status = 0
    while status == 0:
        pid = os.fork()
        if pid == 0:
            do_job(children, control, seal_path, True)
            os._exit(ZYGOTE_ENDS)
        status = os.waitpid(pid, 0)[1]


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
        run(loaded, output, 0)
        os.close(output)
        load, run = children.JOBS["encode"]
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


def main():
    mode, seal_path, *modules = sys.argv[1:]
    nowhere = os.open("/dev/null", os.O_RDWR)
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
    for standard in (0, 1, 2):  # until here, errors went to whoever started the zygote
        os.dup2(nowhere, standard)
    os.close(nowhere)
    if mode == "emulated":
        os.close(LOG_FD)  # valgrind has a copy of its own, which it keeps from us
        fork_twins(children, control, seal_path)
    else:
        while do_job(children, control, seal_path, False):
            pass


if __name__ == "__main__":
    main()
