"""The fingerprint of a measuring environment: counts are comparable only if it is the same."""

from collections.abc import Sequence

import orjson

from tallybench.environment.store import installed_environment
from tallybench.model.environment import PACKAGES_FACT, Fingerprint
from tallybench.sandbox.bubblewrap import check_platform, find_bubblewrap
from tallybench.sandbox.counters import COUNTERS
from tallybench.sandbox.host import check_address_space
from tallybench.sandbox.interpreter import Interpreter, default_interpreter, probe_interpreter
from tallybench.sandbox.packages import provision_of

# Bump this whenever a change moves counts: in evaluator/tallybench/sandbox/inside/, in the system call filter, in how a
# zygote is started, in what is subtracted from a count. A new environment (environment/lock.json) moves them, too. Then
# everything has to be counted again, on any machine:
#
#   1. raise PROTOCOL in evaluator/tallybench/counting/fingerprint.py
#   2. put the new hashes, which `pytest tests/sandbox/test_inside.py` shows, and the number into that test
#   3. in evaluator/tallybench/model/ranked.json, move `now` to `before` as long as results with it are published, and
#      put what `python -m tallybench.counting.fingerprint` prints in its place
#   4. for each embedded benchmark, rm hf_dataset/measured/NAME.json && tallybench dev measure NAME
#   5. for each file in results/, tallybench dev samples show RESULT.json | tallybench evaluate - ... and for each in
#      hf_dataset/catalogue/, tallybench dev catalogue: counts of two fingerprints are never combined
#
# 4 is the first protocol with its own environment. Under it a solution cannot query the machine
# (`sandbox/seccomp.py`), and the kernel's name has the same length on every machine (`sandbox/contents.py`).
PROTOCOL = "4"


def take_fingerprint(
    interpreter: Interpreter, counter: str, hash_seed: int = 0, packages: Sequence[str] = ()
) -> Fingerprint:
    """Describe the environment of a counter (or `none`), with these package sets for the tests.

    If this machine lacks what the counter needs, this raises MachineError.
    """
    facts = {"counter": counter, "hash_seed": str(hash_seed), "protocol": PROTOCOL}
    facts["environment"] = installed_environment().id
    if not interpreter.root:  # the machine's own, run in the environment's emulator and sandbox
        facts |= {
            "interpreter": f"{interpreter.implementation} {interpreter.version} ({interpreter.build})",
            "interpreter_sha256": interpreter.build_hash(),
            "libc": interpreter.libc,
            "libc_sha256": interpreter.libc_hash(),
            "machine": interpreter.machine,
            "preloaded": " ".join(interpreter.modules),
            "stdlib_sha256": interpreter.sources_hash(),
        }
    if counter in COUNTERS:
        facts |= COUNTERS[counter].facts
    if packages:
        facts[PACKAGES_FACT] = " ".join(f"{name}:{provision_of(name).identity}" for name in packages)
    return Fingerprint(facts)


def ready_to_count(python: str | None) -> tuple[str, Fingerprint]:
    """Return a measuring interpreter, the environment's by default, and the fingerprint of counting with it.

    If this machine lacks something that valgrind needs, this raises MachineError.
    """
    check_platform()
    check_address_space()
    find_bubblewrap()
    python = python or default_interpreter()
    return python, take_fingerprint(probe_interpreter(python), "valgrind")


if __name__ == "__main__":
    ranked = take_fingerprint(probe_interpreter(default_interpreter()), "valgrind")
    print(orjson.dumps(ranked.facts, option=orjson.OPT_INDENT_2 | orjson.OPT_SORT_KEYS).decode())
