"""The options of an evaluation."""

from dataclasses import dataclass
from pathlib import Path

from tallybench.benchmarks.rules import OWN, RULES
from tallybench.errors import InputError
from tallybench.model.environment import COUNTER_NAMES
from tallybench.sandbox.counters import COUNTERS
from tallybench.statistics.spending import Price

LARGEST_HASH_SEED = 2**32 - 1


@dataclass(frozen=True)
class Options:
    """How samples are evaluated.

    Attributes:
        benchmark: the name of a benchmark; the folder of your own; or, for a published one, its folder or ORG/NAME on
            the Hugging Face Hub.
        data: the folder of the files of a benchmark that does not come with TallyBench.
        rules: the rules to judge by: `own`, `coffe`, `ecco` or `classeval`.
        ids: the problems to evaluate, by task id, number or range of numbers, such as `0-9`; None is all of them.
        counter: what counts: `valgrind` (instructions, the same everywhere), `perf` (instructions, by the hardware),
            `cputime` (nanoseconds), or `none` for correctness only. Only `valgrind` is ranked.
        python: the path of the measuring interpreter; None: that of the measuring environment.
        ks: each k of pass@k, score@k and efficient@k; at least 1.
        hash_seed: PYTHONHASHSEED of solutions, from 0 to 4294967295.
        withhold_code: leave the samples' code out of the result.
        sandbox: False runs solutions without bubblewrap, which the result records.
        trust_tests: run the correctness tests of a published benchmark outside the sandbox although they do not come
            with TallyBench.
        memory: also measure peak memory, in bytes.
        extra_tests: also run generated tests, as a separate suite that does not affect the verdict: `embedded`, those
            that come with the benchmark, or the path of a file from `tallybench dev tests generate`; None runs none.
        fresh: the seed of the input families; None is the released one.
        recount: ignore the counts in the cache.
        price: what the provider of the model charges, in US dollars per million tokens; None leaves cost out.
        rate: how much this machine counts per second, in the counter's unit; None calibrates it. It changes no
            result.

    Raises:
        InputError: a value cannot be used.
    """

    benchmark: str = "humaneval"
    data: Path | None = None
    rules: str = OWN
    ids: tuple[str, ...] | None = None
    counter: str = "valgrind"
    python: str | None = None
    ks: tuple[int, ...] = (1,)
    hash_seed: int = 0
    withhold_code: bool = False
    sandbox: bool = True
    trust_tests: bool = False
    memory: bool = False
    extra_tests: str | None = None
    fresh: str | None = None
    recount: bool = False
    price: Price | None = None
    rate: float | None = None

    def __post_init__(self) -> None:
        if self.counter not in COUNTER_NAMES:
            raise InputError(f"counter {self.counter}: choose one of {', '.join(COUNTER_NAMES)}")
        if self.rules not in RULES:
            raise InputError(f"rules {self.rules}: choose one of {', '.join(RULES)}")
        if not self.ks or min(self.ks) < 1:
            raise InputError(f"ks {','.join(map(str, self.ks))}: every k must be at least 1")
        if not 0 <= self.hash_seed <= LARGEST_HASH_SEED:
            raise InputError(f"hash_seed {self.hash_seed}: choose one from 0 to {LARGEST_HASH_SEED}")
        if self.memory and not self.repeatable:
            raise InputError("memory: needs the counter valgrind and the sandbox")
        if self.rate is not None and not self.rate > 0:
            raise InputError(f"rate {self.rate:g}: must be above 0 counts per second")

    @property
    def counted(self) -> bool:
        """Whether anything is counted, rather than only correctness checked."""
        return self.counter != "none"

    @property
    def repeatable(self) -> bool:
        """Whether the same program has the same count in the same environment."""
        return self.counted and COUNTERS[self.counter].emulated and self.sandbox
