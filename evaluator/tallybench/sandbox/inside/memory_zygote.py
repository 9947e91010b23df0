"""The process inside the sandbox that solutions are forked from where their memory is measured.

Run by the measuring interpreter; it imports nothing of the project. In the sandbox this file is `zygote.py`, and the
`zygote.py` beside it is `native_zygote.py` (see `process.py`).

What an interpreter has freed it keeps at hand for the next object of the kind, and what a child gets from there is no
new memory. So here too, as under valgrind, the process that children descend from only forks and waits: each job has a
twin, forked before the job is there, that reads it and forks the child.
"""

import gc
import importlib
import os
import signal
import socket
import sys

import native_zygote
from protocol import CONTROL_FD, ZYGOTE_ENDS


def fork_twins(children, control, seal_path):
    """Forks one twin after another, until there is no job."""
    status = 0
    while status == 0:
        pid = os.fork()
        if pid == 0:
            job = native_zygote.wait_for_job(control)
            if job is not None:
                job_fd, channel, wall_seconds, _ = job
                native_zygote.be_timing_twin(children, control, job_fd, channel, wall_seconds, seal_path)
            os._exit(ZYGOTE_ENDS)
        status = os.waitpid(pid, 0)[1]


def main():
    _, seal_path, *modules = sys.argv[1:]
    native_zygote.preload(modules)
    children = importlib.import_module("child")
    here = os.path.dirname(os.path.abspath(__file__))
    sys.path[:] = [entry for entry in sys.path if entry != here]
    sys.argv[:] = ["solution.py"]
    native_zygote.load_seal("warm", seal_path)
    signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGCHLD,))
    control = socket.socket(fileno=CONTROL_FD)
    gc.collect()
    gc.disable()
    gc.freeze()
    native_zygote.own_streams()  # until here, errors went to whoever started the zygote
    fork_twins(children, control, seal_path)


if __name__ == "__main__":
    main()
