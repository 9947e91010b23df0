"""The properties of a counter: what it is called, what it needs, and how its counts may be used."""

from collections.abc import Callable
from dataclasses import dataclass


def needs_nothing() -> None:
    """Do nothing: every machine has what this counter needs."""


def no_facts() -> dict[str, str]:
    """Return no facts: this counter adds nothing to the fingerprint."""
    return {}


@dataclass(frozen=True)
class Counter:
    """A way to measure what a solution spends.

    Attributes:
        name: as on the command line and in results.
        emulated: the zygote runs under valgrind, which prints what each process spent. Such counts repeat exactly.
        self_measured: the child takes the count itself, with the meter of this name in `inside/child.py`.
        ranked: its counts may be ranked.
        hardware: the sandbox lets the child read the processor's own counter with Cirron, which needs native code.
        check: prepares this machine for it; raises MachineError if something is missing.
        facts: returns what it adds to the fingerprint; raises MachineError if something is missing.
    """

    name: str
    emulated: bool = False
    self_measured: bool = False
    ranked: bool = False
    hardware: bool = False
    check: Callable[[], None] = needs_nothing
    facts: Callable[[], dict[str, str]] = no_facts
