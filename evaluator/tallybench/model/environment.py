"""The measuring environment of a result: its fingerprint, and the environment that is ranked."""

import hashlib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Literal, get_args

import orjson

# How a result names what measured it: a counter from `sandbox/counters.py`, or `none` if nothing was counted.
CounterName = Literal["valgrind", "perf", "cputime", "none"]
COUNTER_NAMES: tuple[str, ...] = get_args(CounterName)

PACKAGES_FACT = "packages"  # packages that the tests of some benchmarks need
# The facts of an environment that a verdict depends on, without those that only a counter adds.
_FACTS_OF_VERDICTS = frozenset(
    {
        "hash_seed",
        "interpreter",
        "interpreter_sha256",
        "libc",
        "libc_sha256",
        "machine",
        "preloaded",
        "protocol",
        "stdlib_sha256",
    }
)


@cache
def ranked_facts() -> dict[str, str]:
    """Return the facts of the ranked fingerprint: Debian 12's own interpreter and valgrind on x86-64."""
    facts: dict[str, str] = orjson.loads(resources.files("tallybench.model").joinpath("ranked.json").read_bytes())
    return facts


def judges_as_ranked(facts: dict[str, str]) -> bool:
    """Return whether an environment that counts nothing, with these facts, gives the same verdicts as the ranked one.

    It must have the same interpreter and protocol; it may add packages that a benchmark's tests need.
    """
    ranked = ranked_facts()
    expected = {name: ranked[name] for name in _FACTS_OF_VERDICTS} | {"counter": "none"}
    return {name: value for name, value in facts.items() if name != PACKAGES_FACT} == expected


@dataclass(frozen=True)
class Fingerprint:
    """A measuring environment: the facts that it consists of, by name."""

    facts: dict[str, str]

    @property
    def hash(self) -> str:
        """SHA-256 over the facts."""
        return hashlib.sha256(orjson.dumps(self.facts, option=orjson.OPT_SORT_KEYS)).hexdigest()

    @property
    def ranked(self) -> bool:
        """Whether this is the environment whose counts are ranked."""
        return self.facts == ranked_facts()
