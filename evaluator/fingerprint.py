"""The fingerprint of a measuring environment: counts may be compared where it is the same, and only there."""

import hashlib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Literal, get_args

import orjson

from evaluator.execution.interpreter import Interpreter, default_interpreter, probe_interpreter
from evaluator.execution.valgrind import OPTIONS, TUNABLES, find_valgrind

Counter = Literal["valgrind", "perf", "cputime"]
COUNTERS: tuple[str, ...] = get_args(Counter)

# Changed whenever the way of counting changes what a count is.
PROTOCOL = "2"


@cache
def ranked_facts() -> dict[str, str]:
    """The facts of the fingerprint that is ranked: Debian 12's own interpreter and valgrind on x86-64."""
    facts: dict[str, str] = orjson.loads(resources.files("evaluator").joinpath("ranked.json").read_bytes())
    return facts


@dataclass(frozen=True)
class Fingerprint:
    """A measuring environment.

    Attributes:
        facts: what it consists of, by name.
    """

    facts: dict[str, str]

    @property
    def hash(self) -> str:
        """SHA-256 over the facts."""
        return hashlib.sha256(orjson.dumps(self.facts, option=orjson.OPT_SORT_KEYS)).hexdigest()

    @property
    def ranked(self) -> bool:
        """Whether it is the one whose counts are ranked."""
        return self.facts == ranked_facts()


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


if __name__ == "__main__":  # python -m evaluator.fingerprint > evaluator/ranked.json, on a new Debian 12
    ranked = take_fingerprint(probe_interpreter(default_interpreter()), "valgrind")
    print(orjson.dumps(ranked.facts, option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS).decode())
