"""The process inside the sandbox that solutions are forked from.

Run by the measuring interpreter (3.9 or later), natively or under valgrind; it imports nothing of the project.

A *job* costs two forks. The zygote forks a **twin**, trusted code that reads the job and loads what the job needs (the
compiled solution, its arguments); the twin forks the **child**, which seals itself and runs the untrusted code. Under
valgrind each process prints the instructions of its whole life, inherited ones included, when it ends. So the child's
total less its twin's is what the child did after the fork, whatever the zygote did before, and nothing that the twin
loaded is counted.

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
import random
import resource
import signal
import socket
import struct
import sys
import time
import types

CONTROL_FD = 3
REPORT = struct.Struct("<iiidd")  # twin's pid, child's pid, wait status, user and system CPU seconds of the child
LENGTH = struct.Struct("<Q")
WIRE = 2  # the marshal version of everything that crosses the sandbox's border, see wire.py
WALL_KILLED = 1 << 16  # added to a wait status: the twin ended the child, its wall clock limit was over
UNSEALED = 97  # exit codes of the child
NO_RESULT = 98
ZYGOTE_ENDS = 99  # exit code of a twin


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


def describe(error):
    try:
        text = str(error)[:300]
    except BaseException:
        text = "(its message cannot be read)"
    return type(error).__name__, text


PLAIN = (type(None), bool, int, float, complex, str, bytes)


def first_odd_type(value, budget=100_000):
    """The name of the first type in `value` that is not plain data, as a breadth-first walk finds it."""
    queue = [value]
    for item in queue:
        kind = type(item)
        if kind in (list, tuple, set, frozenset):
            queue.extend(item)
        elif kind is dict:
            queue.extend(item.keys())
            queue.extend(item.values())
        elif kind not in PLAIN:
            return kind.__name__
        if len(queue) > budget:
            break
    return "data nested too deeply"


def encode(value, dumps=marshal.dumps, wire=WIRE):
    """One answer: a tag and its payload.

    R: the value. T: the type that is not plain data. (E, an exception, is made by the callers.)
    """
    try:
        return b"R" + dumps(value, wire)
    except ValueError:
        return b"T" + dumps(first_odd_type(value), wire)


def failure(error, dumps=marshal.dumps, wire=WIRE):
    return b"E" + dumps(describe(error), wire)


def fresh_module():
    module = types.ModuleType("solution")
    sys.modules["solution"] = module
    return module.__dict__


def limit(cpu_seconds, memory, output):
    resource.setrlimit(resource.RLIMIT_CPU, (cpu_seconds, cpu_seconds))
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_FSIZE, (output, output))


# What a child does, one function a kind of job. `load_*` runs in the twin, `run_*` in the child.


def load_count(job):
    return marshal.loads(job["code"]), job["entry_point"], marshal.loads(job["arguments"]), fresh_module()


def run_count(loaded, channel, output_limit):
    """Executes the compiled solution, calls its entry point once, writes the encoded output."""
    code, entry_point, arguments, namespace = loaded
    try:
        exec(code, namespace)
        answer = encode(namespace[entry_point](*arguments))
    except BaseException as error:
        answer = failure(error)
    write_all(channel, answer)


def load_encode(job):
    return marshal.loads(job["value"])


def run_encode(loaded, channel, output_limit):
    """Does what run_count does besides the solution's own work: the sibling whose count is taken off."""
    try:
        answer = encode(loaded)
    except BaseException as error:
        answer = failure(error)
    write_all(channel, answer)


def load_timed(job):
    return (job["meter"], *load_count(job))


def run_timed(loaded, channel, output_limit):
    """Like run_count, measured by the process itself: for `cputime` and `perf`, which are never ranked."""
    meter, code, entry_point, arguments, namespace = loaded
    try:
        with METERS[meter]() as measured:
            exec(code, namespace)
            output = namespace[entry_point](*arguments)
        answer = LENGTH.pack(measured.total()) + encode(output)
    except BaseException as error:
        answer = LENGTH.pack(0) + failure(error)
    write_all(channel, answer)


def load_compile(job):
    return job["source"]


def run_compile(loaded, channel, output_limit):
    try:
        answer = b"R" + marshal.dumps(marshal.dumps(compile(loaded, "solution.py", "exec", dont_inherit=True)), WIRE)
    except BaseException as error:
        answer = failure(error)
    write_all(channel, answer)


def load_build(job):
    return job


def run_build(job, channel, output_limit):
    """Builds a stressful input from a problem's own code, and holds it to the contract."""
    namespace = fresh_module()
    try:
        exec(compile(job["program"], "problem.py", "exec", dont_inherit=True), namespace)
        if job["format"] == "generator":
            arguments = namespace[job["function"]](random.Random(job["seed"]))
        else:
            arguments = tuple(eval(expression, namespace) for expression in job["expressions"])
        if type(arguments) is not tuple:
            raise TypeError("a stressful input is a tuple of arguments, not a " + type(arguments).__name__)
        encoded = marshal.dumps(arguments, WIRE)
        if job["contract"]:
            exec(compile(job["contract"], "contract.py", "exec", dont_inherit=True), namespace)
            namespace["contract"](*marshal.loads(encoded))
        answer = b"R" + encoded
    except BaseException as error:
        answer = failure(error)
    write_all(channel, answer)


def load_serve(job):
    return job


def run_serve(job, channel, output_limit):
    """Executes a solution, then answers calls of its entry point until the other side hangs up."""
    namespace = fresh_module()
    sock = socket.socket(fileno=channel)
    receive, send, loads = sock.recv, sock.sendall, marshal.loads
    pack, unpack, dumps, size = LENGTH.pack, LENGTH.unpack, marshal.dumps, len

    def reply(answer):
        if size(answer) > output_limit:
            answer = b"L" + dumps(size(answer), WIRE)
        send(pack(size(answer)) + answer)

    try:
        exec(compile(job["source"], "solution.py", "exec", dont_inherit=True), namespace)
        function = namespace.get(job["entry_point"])
    except BaseException as error:
        reply(failure(error))
        return
    if not callable(function):
        reply(b"N")
        return
    reply(b"S")
    while True:
        head = receive(8, socket.MSG_WAITALL)
        if not head:
            return
        arguments, named = loads(receive(unpack(head)[0], socket.MSG_WAITALL))
        try:
            answer = encode(function(*arguments, **named))
        except BaseException as error:
            answer = failure(error)
        reply(answer)


def write_all(channel, answer, write=os.write):
    done = write(channel, answer)
    while done < len(answer):
        done += write(channel, memoryview(answer)[done:])


class ProcessTime:
    """CPU time in nanoseconds."""

    def __enter__(self):
        self.start = time.process_time_ns()
        return self

    def __exit__(self, *_):
        self.end = time.process_time_ns()

    def total(self):
        return self.end - self.start


class HardwareInstructions:
    """Retired instructions by the hardware's counter, through Cirron."""

    def __enter__(self):
        from cirron import Collector

        self.collector = Collector()
        self.collector.__enter__()
        return self

    def __exit__(self, *exc):
        self.collector.__exit__(*exc)

    def total(self):
        return self.collector.counters.instruction_count


METERS = {"cputime": ProcessTime, "perf": HardwareInstructions}
JOBS = {
    "count": (load_count, run_count),
    "encode": (load_encode, run_encode),
    "timed": (load_timed, run_timed),
    "compile": (load_compile, run_compile),
    "build": (load_build, run_build),
    "serve": (load_serve, run_serve),
}


def child(control, run, loaded, job, channel, seal_path, leave=os._exit):
    os.close(control.fileno())
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    gc.enable()
    limit(job["cpu_seconds"], job["memory"], job["output_limit"])
    seal(seal_path)
    code = 0
    try:
        run(loaded, channel, job["output_limit"])
    except BaseException:
        code = NO_RESULT
    leave(code)


def twin(control, seal_path):
    """Waits for one job and sees it through."""
    empty(os.environ["TMPDIR"])
    control.send(b"ready")
    message, fds, _, _ = socket.recv_fds(control, 16, 2)
    if not message:
        os._exit(ZYGOTE_ENDS)
    job_fd, channel = fds
    job = marshal.loads(os.pread(job_fd, os.fstat(job_fd).st_size, 0))
    os.close(job_fd)
    load, run = JOBS[job["kind"]]
    loaded = load(job)
    wall = job["wall_seconds"]
    pid = os.fork()
    if pid == 0:
        child(control, run, loaded, job, channel, seal_path)
    os.close(channel)
    overtime = 0
    if signal.sigtimedwait((signal.SIGCHLD,), wall) is None:
        os.kill(pid, signal.SIGKILL)
        overtime = WALL_KILLED
    status = os.waitpid(pid, 0)[1]
    spent = os.times()
    control.send(REPORT.pack(os.getpid(), pid, status | overtime, spent.children_user, spent.children_system))
    os._exit(0)


def empty(folder):
    """Removes what a child left behind, so that nothing passes from one job to the next. Raises OSError."""
    for entry in os.scandir(folder):
        if entry.is_dir(follow_symlinks=False):
            os.chmod(entry.path, 0o700)
            empty(entry.path)
            os.rmdir(entry.path)
        else:
            os.unlink(entry.path)


def fork_twins(control, seal_path):
    """Forks one twin after another. It does nothing else, so that every twin starts from the same memory."""
    status = 0
    while status == 0:
        pid = os.fork()
        if pid == 0:
            twin(control, seal_path)
        status = os.waitpid(pid, 0)[1]


def main():
    seal_path, *modules = sys.argv[1:]
    nowhere = os.open("/dev/null", os.O_RDWR)
    for name in modules:
        importlib.import_module(name)
    sys.path[:] = [entry for entry in sys.path if entry != os.path.dirname(os.path.abspath(__file__))]
    sys.argv[:] = ["solution.py"]
    random.seed(0)
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
    fork_twins(control, seal_path)


if __name__ == "__main__":
    main()
