"""What a counter is: what it is called, what it needs, and what may be made of its counts."""

from collections.abc import Callable
from dataclasses import dataclass


def needs_nothing() -> None:
    """Do nothing: every machine has what this counter needs."""


def no_facts() -> dict[str, str]:
    """Nothing of this machine but its name and what every fingerprint has."""
    return {}


@dataclass(frozen=True)
class Counter:
    """A way to measure what a solution spends.

    Attributes:
        name: as on the command line and in results.
        emulated: the zygote runs under valgrind, which prints what each process spent. Such counts repeat exactly.
        self_measured: the child takes the count itself, by the meter of this name in `inside/child.py`.
        ranked: its counts may be ranked.
        hardware: the sandbox lets the child read the processor's own counter, with Cirron, and so by native code.
        check: prepares this machine for it; raises MachineError where it lacks something.
        facts: what it adds to the fingerprint; raises MachineError where it lacks something.
    """

    name: str
    emulated: bool = False
    self_measured: bool = False
    ranked: bool = False
    hardware: bool = False
    check: Callable[[], None] = needs_nothing
    facts: Callable[[], dict[str, str]] = no_facts
