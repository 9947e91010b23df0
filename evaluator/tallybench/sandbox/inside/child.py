"""What the sandbox's processes do with a job, by kind: `load_*` prepares it, `run_*` runs the untrusted code.

What `run_*` returns stays alive until the process ends, so that nobody saves the work of freeing it by keeping it.

Run by the measuring interpreter, like `zygote.py`, which calls these; it imports nothing of the project.
"""

import marshal
import os
import random
import resource
import signal
import socket
import sys
import time
import types

from protocol import LENGTH, OPEN_FILES, WIRE_VERSION


def describe(error):
    try:
        text = str(error)[:300]
    except BaseException:
        text = "(its message cannot be read)"
    return type(error).__name__, text


PLAIN = (type(None), bool, int, float, complex, str, bytes)


def first_odd_type(value, budget=100_000):
    """The name of the first type in `value` that is not plain data, as a breadth-first walk finds it, if it does."""
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
    return None


def encode(value, dumps=marshal.dumps, wire=WIRE_VERSION):
    """One answer: a tag and its payload.

    R: the value. T: the type that is not plain data. (E, an exception, is made by the callers.)
    """
    try:
        return b"R" + dumps(value, wire)
    except ValueError as error:
        odd = first_odd_type(value)
        if odd is None and "nested" not in str(error):
            raise MemoryError from None  # marshal says ValueError where a long string cannot be copied
        return b"T" + dumps(odd or "data nested too deeply", wire)


def failure(error, dumps=marshal.dumps, wire=WIRE_VERSION):
    return b"E" + dumps(describe(error), wire)


def fresh_module():
    module = types.ModuleType("solution")
    sys.modules["solution"] = module
    return module.__dict__


def limit(limits):
    # The kernel's own limit knows whole seconds only; it stands behind the timer, which a solution can take away.
    cpu_seconds = limits["cpu_seconds"]
    signal.setitimer(signal.ITIMER_PROF, cpu_seconds)
    for resource_kind, most in (
        (resource.RLIMIT_CPU, int(cpu_seconds) + 2),
        (resource.RLIMIT_AS, limits["memory"]),
        (resource.RLIMIT_FSIZE, limits["output_limit"]),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(resource_kind, (most, most))
    if resource.getrlimit(resource.RLIMIT_NOFILE)[1] > OPEN_FILES:  # under valgrind it is set before the start
        resource.setrlimit(resource.RLIMIT_NOFILE, (OPEN_FILES, OPEN_FILES))


def load_code(job):
    """The code object; where it is large, as it came, since then its loading is counted: it may hold a table."""
    code = job["code"]
    return code if len(code) > FREE_CODE else marshal.loads(code)


def finish(loaded):
    """Loads, as part of the child's count, the code that `load_code` left."""
    if type(loaded) is tuple and type(loaded[0]) is bytes:
        return (marshal.loads(loaded[0]), *loaded[1:])
    return loaded


def load_count(job):
    return load_code(job), job["entry_point"], marshal.loads(job["arguments"]), fresh_module()


def run_count(loaded, channel, output_limit):
    """Executes the compiled solution, calls its entry point once, writes the encoded output."""
    code, entry_point, arguments, namespace = loaded
    output = None
    try:
        exec(code, namespace)
        output = namespace[entry_point](*arguments)
        answer = encode(output)
    except BaseException as error:
        answer = failure(error)
    write_all(channel, answer)
    return output


def load_encode(job):
    return None, marshal.loads(job["value"])


def run_encode(loaded, channel, output_limit):
    """Does what run_count does besides the solution's own work: the sibling whose count is taken off."""
    _, output = loaded
    try:
        answer = encode(output)
    except BaseException as error:
        answer = failure(error)
    write_all(channel, answer)
    return output


def load_timed(job):
    code, *rest = load_count(job)
    return code, job["meter"], *rest


def run_timed(loaded, channel, output_limit):
    """Like run_count, measured by the process itself: for `cputime` and `perf`, which are never ranked."""
    code, meter, entry_point, arguments, namespace = loaded
    output = None
    try:
        with METERS[meter]() as measured:
            exec(code, namespace)
            output = namespace[entry_point](*arguments)
        answer = LENGTH.pack(measured.total()) + encode(output)
    except BaseException as error:
        answer = LENGTH.pack(0) + failure(error)
    write_all(channel, answer)
    return output


def load_compile(job):
    return job["source"]


def run_compile(loaded, channel, output_limit):
    try:
        answer = b"R" + marshal.dumps(
            marshal.dumps(compile(loaded, "solution.py", "exec", dont_inherit=True)), WIRE_VERSION
        )
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
        encoded = marshal.dumps(arguments, WIRE_VERSION)
        if job["contract"]:
            exec(compile(job["contract"], "contract.py", "exec", dont_inherit=True), namespace)
            namespace["contract"](*marshal.loads(encoded))
        answer = b"R" + encoded
    except BaseException as error:
        answer = failure(error)
    write_all(channel, answer)


def load_serve(job):
    return job, fresh_module()


def run_serve(loaded, channel, output_limit):
    """Executes a solution, then answers calls of its entry point until the other side hangs up."""
    job, namespace = loaded
    sock = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM, 0, channel)
    receive, send, loads = sock.recv, sock.sendall, marshal.loads
    pack, unpack, dumps, size = LENGTH.pack, LENGTH.unpack, marshal.dumps, len

    def reply(answer):
        if size(answer) > output_limit:
            answer = b"L" + dumps(size(answer), WIRE_VERSION)
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


class ThreadTime:
    """CPU time of the main thread in nanoseconds. (Under a CPU limit the process's clock moves only at the ticks.)"""

    def __enter__(self):
        self.start = time.thread_time_ns()
        return self

    def __exit__(self, *_):
        self.end = time.thread_time_ns()

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


FREE_CODE = 8 << 10  # bytes of marshalled code that the twin loads, which is not counted
METERS = {"cputime": ThreadTime, "perf": HardwareInstructions}
JOBS = {
    "count": (load_count, run_count),
    "encode": (load_encode, run_encode),
    "timed": (load_timed, run_timed),
    "compile": (load_compile, run_compile),
    "build": (load_build, run_build),
    "serve": (load_serve, run_serve),
}
READING = ("build", "serve")  # kinds that use marshal after the child was sealed
