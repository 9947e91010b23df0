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

from protocol import CONTROL_FD, NO_RESULT, REPORT, UNSEALED, WALL_KILLED, ZYGOTE_ENDS


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


def be_child(children, control, load, run, loaded, job, channel, seal_path, leave=os._exit):
    os.close(control.fileno())
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    gc.enable()
    children.limit(job["cpu_seconds"], job["memory"], job["output_limit"])
    if loaded is None:
        loaded = load(job)
    seal(seal_path)
    code = 0
    try:
        run(loaded, channel, job["output_limit"])
    except BaseException:
        code = NO_RESULT
    leave(code)


def do_job(children, control, seal_path, scratch, emulated):
    """Waits for one job, forks a child for it, and reports how the child ended. Returns whether there was a job."""
    empty(scratch)
    control.send(b"ready")
    message, fds, _, _ = socket.recv_fds(control, 16, 2)
    if not message:
        return False
    job_fd, channel = fds
    job = marshal.loads(os.pread(job_fd, os.fstat(job_fd).st_size, 0))
    os.close(job_fd)
    load, run = children.JOBS[job["kind"]]
    loaded = load(job) if emulated else None
    wall = job["wall_seconds"]
    before = os.times()
    pid = os.fork()
    if pid == 0:
        be_child(children, control, load, run, loaded, job, channel, seal_path)
    os.close(channel)
    overtime = 0
    if signal.sigtimedwait((signal.SIGCHLD,), wall) is None:
        os.kill(pid, signal.SIGKILL)
        overtime = WALL_KILLED
    status = os.waitpid(pid, 0)[1] | overtime
    after = os.times()
    user, system = after.children_user - before.children_user, after.children_system - before.children_system
    control.send(REPORT.pack(os.getpid(), pid, status, user, system))
    return True


def fork_twins(children, control, seal_path, scratch):
    """Forks one twin after another. It does nothing else, so that every twin starts from the same memory."""
    status = 0
    while status == 0:
        pid = os.fork()
        if pid == 0:
            os._exit(0 if do_job(children, control, seal_path, scratch, True) else ZYGOTE_ENDS)
        status = os.waitpid(pid, 0)[1]


def empty(folder):
    """Removes what a child left behind, so that nothing passes from one job to the next. Raises OSError."""
    for entry in os.scandir(folder):
        if entry.is_dir(follow_symlinks=False):
            os.chmod(entry.path, 0o700)
            empty(entry.path)
            os.rmdir(entry.path)
        else:
            os.unlink(entry.path)


def preload(modules):
    """Imports what solutions usually import, less what a module would do after a fork: `random` would seed itself."""
    register_at_fork = os.register_at_fork
    os.register_at_fork = lambda **_: None
    for name in ("random", *modules):
        importlib.import_module(name)
    os.register_at_fork = register_at_fork
    sys.modules["random"].seed(0)


def main():
    mode, seal_path, *modules = sys.argv[1:]
    scratch = os.environ["TMPDIR"]
    nowhere = os.open("/dev/null", os.O_RDWR)
    preload(modules)
    children = importlib.import_module("child")
    sys.path[:] = [entry for entry in sys.path if entry != os.path.dirname(os.path.abspath(__file__))]
    sys.argv[:] = ["solution.py"]
    load_seal("warm", seal_path)
    signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGCHLD,))
    array.array("i")  # recv_fds imports it at its first call
    control = socket.socket(fileno=CONTROL_FD)
    gc.collect()
    gc.disable()
    gc.freeze()
    for standard in (0, 1, 2):  # until here, errors went to whoever started the zygote
        os.dup2(nowhere, standard)
    os.close(nowhere)
    if mode == "emulated":
        fork_twins(children, control, seal_path, scratch)
    else:
        while do_job(children, control, seal_path, scratch, False):
            pass


if __name__ == "__main__":
    main()
