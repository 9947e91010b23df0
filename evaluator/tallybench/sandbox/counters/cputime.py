"""CPU time as the kernel counts it, in nanoseconds: it works everywhere, varies by machine, and is never ranked."""

from tallybench.sandbox.counters.traits import Counter

COUNTER = Counter("cputime", self_measured=True)
