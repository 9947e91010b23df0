"""The counters, one module each.

A new one needs a module, a row in COUNTERS, its name in `results/environment.py` (the schema of results) and, if the
child measures itself, a meter in `inside/child.py`.
"""

from tallybench.sandbox.counters import cputime, perf, valgrind
from tallybench.sandbox.counters.traits import Counter

COUNTERS: dict[str, Counter] = {counter.name: counter for counter in (valgrind.COUNTER, perf.COUNTER, cputime.COUNTER)}


def is_self_measured(counter: str) -> bool:
    """Return whether the measured process takes the counts itself; False for `none`, too."""
    return counter in COUNTERS and COUNTERS[counter].self_measured
