"""What a sandbox's child does with a program and many tests: it runs them one after another, where nothing is counted.

Run by the measuring interpreter; it imports nothing of the project. In the sandbox of a native zygote this file is
`child.py`, beside it `program_child.py`, and `function_child.py`, which is called `child.py` here (see `host.py`).

A process for each test would spend most of its time on starting. Here each test finds a `__main__`, standard streams
and settings of the interpreter as they are at the start of a process, and the memory of the last test is given back.
Whatever else a program leaves behind, it leaves to itself. Where anything is out of the ordinary (an exception, another
exit status, a thread that goes on) the batch ends, and the host runs what is left in a process each.
"""

import _io
import atexit
import builtins
import decimal
import gc
import io
import marshal
import os
import random
import signal
import sys
import threading
import types

import plain_child as plain_child  # it changes how values are encoded
import program_child
from program_child import READING as READING
from program_child import finish as finish
from program_child import limit as limit
from program_child import standard_stream, write_all
from protocol import LENGTH


def load_programs(job):
    return os.memfd_create("stdin"), marshal.loads(job["code"]), job["stdins"]


def run_programs(loaded, channel, output_limit):
    """Executes a program once for each text; the channel gets what is printed, the end of each output, their number."""
    given, code, stdins = loaded
    restore = settings()
    ends = []
    try:
        for stdin in stdins:
            forget()
            restore()
            os.dup2(channel, 1)
            os.ftruncate(channel, ends[-1] if ends else 0)  # what was flushed only as it was forgotten
            os.lseek(channel, 0, os.SEEK_END)
            os.ftruncate(given, 0)
            os.lseek(given, 0, os.SEEK_SET)
            write_all(given, stdin)
            os.lseek(given, 0, os.SEEK_SET)
            os.dup2(given, 0)
            if not ends_well(code, fresh_main()):
                break
            ends.append(os.lseek(channel, 0, os.SEEK_END))
    except BaseException:
        pass
    table = b"".join(map(LENGTH.pack, [*ends, len(ends)]))
    os.lseek(channel, 0, os.SEEK_END)
    write_all(channel, table)


def fresh_main():
    """The same as program_child.py makes, which is left as it is: what it is made of moves the counts of programs."""
    module = types.ModuleType("__main__")
    module.__file__ = "solution.py"
    module.__builtins__ = builtins
    sys.modules["__main__"] = module
    sys.stdin = sys.__stdin__ = standard_stream(0, "r", io.BufferedReader)
    sys.stdout = sys.__stdout__ = standard_stream(1, "w", io.BufferedWriter)
    return module.__dict__


def forget():
    """Gives back what the last test's program held: its functions hold its globals, which hold them."""
    sys.modules.pop("__main__", None)
    sys.stdin = sys.__stdin__ = sys.stdout = sys.__stdout__ = None
    gc.enable()
    gc.collect()


def settings():
    """What brings back the settings of the interpreter that programs change."""
    drawn, depth, interval = random.getstate(), sys.getrecursionlimit(), sys.getswitchinterval()
    digits = sys.get_int_max_str_digits() if hasattr(sys, "get_int_max_str_digits") else None

    def restore():
        random.setstate(drawn)
        sys.setrecursionlimit(depth)
        sys.setswitchinterval(interval)
        if digits is not None:
            sys.set_int_max_str_digits(digits)
        decimal.setcontext(decimal.Context())
        threading.stack_size(0)
        signal.alarm(0)
        sys.settrace(None)
        sys.setprofile(None)

    return restore


def ends_well(code, namespace):
    """Whether a program ends like a process with exit status 0, all that it printed written."""
    try:
        exec(code, namespace)
    except SystemExit as leaving:
        if leaving.code is not None and not (isinstance(leaving.code, int) and leaving.code & 0xFF == 0):
            return False
    if threading.active_count() > 1:
        return False
    atexit._run_exitfuncs()
    if sys.stdout is not None and not getattr(sys.stdout, "closed", False):
        sys.stdout.flush()
    for left in (sys.__stdout__, *namespace.values()):
        if isinstance(left, _io._IOBase) and not left.closed:
            left.flush()
    return True


JOBS = {**program_child.JOBS, "programs": (load_programs, run_programs)}
