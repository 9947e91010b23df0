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
_FACTS_OF_COUNTERS = frozenset({"counter", "tunables", "valgrind", "valgrind_options", "valgrind_sha256"})


@cache
def _ranked() -> tuple[dict[str, str], ...]:
    """Return the facts of today's ranked fingerprint, then those of earlier ones that results on the board have."""
    data = orjson.loads(resources.files("tallybench.model").joinpath("ranked.json").read_bytes())
    return data["now"], *data["before"]


def ranked_facts() -> dict[str, str]:
    """Return the facts of the ranked fingerprint: the environment that travels, its counter, and the protocol."""
    return _ranked()[0]


def is_ranked(facts: dict[str, str]) -> bool:
    """Return whether counts with this fingerprint are ranked, today or on the board of an earlier benchmark version."""
    return facts in _ranked()


def known_facts() -> set[str]:
    """Return the names that facts of a fingerprint can have."""
    return {PACKAGES_FACT}.union(*_ranked())


def judges_as_ranked(facts: dict[str, str]) -> bool:
    """Return whether an environment that counts nothing, with these facts, gives the same verdicts as the ranked one.

    It must have the same interpreter and protocol; it may add packages that a benchmark's tests need.
    """
    judging = {name: value for name, value in facts.items() if name != PACKAGES_FACT}
    return judging in [Fingerprint(ranked).facts_of_verdicts | {"counter": "none"} for ranked in _ranked()]


@dataclass(frozen=True)
class Fingerprint:
    """A measuring environment: the facts that it consists of, by name."""

    facts: dict[str, str]

    @property
    def hash(self) -> str:
        """SHA-256 over the facts."""
        return hashlib.sha256(orjson.dumps(self.facts, option=orjson.OPT_SORT_KEYS)).hexdigest()

    @property
    def facts_of_verdicts(self) -> dict[str, str]:
        """The facts that a verdict depends on: without those of the counter."""
        return {name: value for name, value in self.facts.items() if name not in _FACTS_OF_COUNTERS}

    @property
    def ranked(self) -> bool:
        """Whether counts of this environment are ranked."""
        return is_ranked(self.facts)
