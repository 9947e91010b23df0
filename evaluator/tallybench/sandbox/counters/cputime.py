"""CPU time as the kernel accounts it, in nanoseconds: it works everywhere, moves with the machine, is never ranked."""

from tallybench.sandbox.counters.traits import Counter

COUNTER = Counter("cputime", self_measured=True)
