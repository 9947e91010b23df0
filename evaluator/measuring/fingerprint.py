"""The fingerprint of a measuring environment: counts may be compared where it is the same, and only there."""

import orjson

from evaluator.execution.counters.valgrind import OPTIONS, TUNABLES, find_valgrind
from evaluator.execution.sandbox.interpreter import Interpreter, default_interpreter, probe_interpreter
from evaluator.results.environment import Fingerprint

# Changed whenever the way of counting changes what a count is.
PROTOCOL = "2"


def take_fingerprint(interpreter: Interpreter, counter: str, hash_seed: int = 0) -> Fingerprint:
    """Describes the environment in which `counter` measures.

    Args:
        interpreter: the measuring interpreter.
        counter: `valgrind`, `perf`, `cputime` or `none`.
        hash_seed: PYTHONHASHSEED of solutions.

    Raises:
        MachineError: valgrind is needed and not installed.
    """
    facts = {
        "counter": counter,
        "hash_seed": str(hash_seed),
        "interpreter": f"{interpreter.implementation} {interpreter.version} ({interpreter.build})",
        "interpreter_sha256": interpreter.build_hash(),
        "libc": interpreter.libc,
        "libc_sha256": interpreter.libc_hash(),
        "machine": interpreter.machine,
        "preloaded": " ".join(interpreter.modules),
        "protocol": PROTOCOL,
        "stdlib_sha256": interpreter.sources_hash(),
    }
    if counter == "valgrind":
        valgrind = find_valgrind()
        facts |= {
            "tunables": TUNABLES,
            "valgrind": valgrind.version,
            "valgrind_sha256": valgrind.tool_hash(),
            "valgrind_options": " ".join(OPTIONS),
        }
    return Fingerprint(facts)


if __name__ == "__main__":  # python -m evaluator.measuring.fingerprint > evaluator/ranked.json, on a new Debian 12
    ranked = take_fingerprint(probe_interpreter(default_interpreter()), "valgrind")
    print(orjson.dumps(ranked.facts, option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS).decode())
