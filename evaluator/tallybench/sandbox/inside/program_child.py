"""What the sandbox's processes do with a program, besides what they do with functions.

Run by the measuring interpreter; it imports nothing of the project. In the sandbox this file is `child.py`, and the
`child.py` beside it is `function_child.py` (see `host.py`).
"""

import _io
import atexit
import builtins
import fcntl
import io
import os
import sys
import threading
import types

import function_child
from function_child import READING as READING
from function_child import failure, load_code, write_all
from function_child import finish as finish
from function_child import limit as limit
from protocol import LENGTH

F_ADD_SEALS, EVERY_SEAL = 1033, 0xF  # of fcntl, where Python 3.9 has no names for them
FAILED = 1  # exit code of a program that raised an exception; it may give itself any other


def standard_stream(descriptor, mode, buffered):
    """A stream as the interpreter opens it at its start, but with a buffer of one size on every machine."""
    raw = io.FileIO(descriptor, mode, closefd=False)
    raw.name = "<stdin>" if mode == "r" else "<stdout>"
    stream = io.TextIOWrapper(buffered(raw), encoding="utf-8", errors="surrogateescape", newline="\n")
    stream.mode = mode
    return stream


def load_program(job):
    """Makes standard input a file of this job's own, and a module `__main__` without content."""
    given = os.memfd_create("stdin", os.MFD_ALLOW_SEALING)
    write_all(given, job["stdin"])
    fcntl.fcntl(given, F_ADD_SEALS, EVERY_SEAL)  # or the kernel would copy what is written there, uncounted
    os.lseek(given, 0, os.SEEK_SET)
    os.dup2(given, 0)
    os.close(given)
    module = types.ModuleType("__main__")
    module.__file__ = "solution.py"
    module.__builtins__ = builtins
    sys.modules["__main__"] = module
    sys.stdin = sys.__stdin__ = standard_stream(0, "r", io.BufferedReader)
    sys.stdout = sys.__stdout__ = standard_stream(1, "w", io.BufferedWriter)
    return load_code(job), module.__dict__


def run_program(loaded, channel, output_limit, leave=os._exit):
    """Executes a program whose standard output is the channel.

    It ends like a process: with exit code 0 the file holds what was printed, and nothing else. Else, where possible,
    why it failed comes last in the file: an answer as functions give it, and its length.
    """
    code, namespace = loaded
    os.dup2(channel, 1)
    error = None
    try:
        exec(code, namespace)
    except SystemExit as leaving:
        status = leaving.code
        if status is not None and not (isinstance(status, int) and status & 0xFF == 0):
            error = leaving
    except BaseException as raised:
        error = raised
    unflushed = end_program(namespace)
    if error is not None or unflushed is not None:
        try:
            told = failure(error or unflushed)
            os.lseek(channel, 0, os.SEEK_END)
            write_all(channel, told + LENGTH.pack(len(told)))
        finally:
            leave(FAILED)


def end_program(namespace):
    """Does what the interpreter does at the end of a program, in its order.

    Returns:
        The error with which standard output could not be flushed; None where it could.
    """
    for step in (threading._shutdown, atexit._run_exitfuncs):
        try:
            step()
        except BaseException:
            pass
    unflushed = None
    try:
        stdout = sys.stdout
        if stdout is not None and not getattr(stdout, "closed", False):
            stdout.flush()
    except BaseException as error:
        unflushed = error
    # The interpreter then takes the modules apart, and a file that was left open writes what it holds.
    for left in (sys.__stdout__, *namespace.values()):
        try:
            if isinstance(left, _io._IOBase):
                left.flush()
        except BaseException:
            pass
    return unflushed


JOBS = {**function_child.JOBS, "program": (load_program, run_program)}


def rehearse():
    """Does here, once, what a program usually does, so that valgrind has translated that code already."""
    given, printed = os.memfd_create("given"), os.memfd_create("printed")
    write_all(given, b"3\n1 2\nabc\n" * 3)
    os.lseek(given, 0, os.SEEK_SET)
    lines = standard_stream(given, "r", io.BufferedReader)
    output = standard_stream(printed, "w", io.BufferedWriter)
    number = int(lines.readline())
    first, second = map(int, lines.readline().split())
    print(number, first + second, 0.5, file=output)
    output.write(" ".join(str(one) for one in [number, first]) + "\n")
    print(*sorted(line.strip() for line in lines), sep="\n", file=output, flush=True)
    lines.close()
    output.close()
    os.close(given)
    os.close(printed)


rehearse()
