"""The measuring environment of a result: its fingerprint, and the one that is ranked."""

import hashlib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Literal, get_args

import orjson

# What stands in a result for what measured it: a counter of `execution/counters/`, or that nothing was counted.
CounterName = Literal["valgrind", "perf", "cputime", "none"]
COUNTER_NAMES: tuple[str, ...] = get_args(CounterName)

PACKAGES_FACT = "packages"  # which the tests of some benchmarks need
# What a verdict depends on, of the facts of an environment: none that only a counter adds.
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
    """Return the facts of the fingerprint that is ranked: Debian 12's own interpreter and valgrind on x86-64."""
    facts: dict[str, str] = orjson.loads(resources.files("tallybench.model").joinpath("ranked.json").read_bytes())
    return facts


def judges_as_ranked(facts: dict[str, str]) -> bool:
    """Return whether an environment in which nothing is counted gives verdicts as the ranked one does.

    It is the same interpreter under the same protocol; packages that a benchmark's tests need may come on top.

    Args:
        facts: of the environment's fingerprint.
    """
    ranked = ranked_facts()
    expected = {name: ranked[name] for name in _FACTS_OF_VERDICTS} | {"counter": "none"}
    return {name: value for name, value in facts.items() if name != PACKAGES_FACT} == expected


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
