"""How a run is done."""

from dataclasses import dataclass
from pathlib import Path

from evaluator.benchmarks.rules import OWN, RULES
from evaluator.errors import InputError
from evaluator.execution.counters import COUNTERS
from evaluator.results.environment import COUNTER_NAMES
from evaluator.results.spending import Price

LARGEST_HASH_SEED = 2**32 - 1


@dataclass(frozen=True)
class Options:
    """How a run is done.

    Attributes:
        benchmark: the benchmark's name; the folder of one of the user's own; or where it was published: a folder, or
            ORG/NAME on the Hugging Face Hub.
        data: where the files of a benchmark are that does not come with TallyBench.
        rules: whose rules outputs are compared by: `own`, or `coffe`.
        ids: the problems to evaluate; None is all of them.
        counter: the name of one of `execution.counters.COUNTERS`, or `none` for correctness only.
        python: the measuring interpreter; None is the ranked one where it is present.
        ks: the k of pass@k and efficient@k.
        hash_seed: PYTHONHASHSEED of solutions.
        withhold_code: leave the samples' code out of the result.
        sandbox: False runs solutions without bubblewrap, which the result records.
        trust_tests: run a published benchmark's correctness tests, outside the sandbox, though they are not ours.
        memory: measure peak memory, too.
        fresh: the seed of the families' inputs; None is the released one.
        anew: count what earlier runs have counted, too.
        price: what the model's provider asks; None leaves dollars out of the result.
        rate: what the machine is taken to count a second, instead of calibrating it; it changes no result.

    Raises:
        InputError: a value that no run can be done with.
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
    fresh: str | None = None
    anew: bool = False
    price: Price | None = None
    rate: float | None = None

    def __post_init__(self) -> None:
        if self.counter not in COUNTER_NAMES:
            raise InputError(f"--counter {self.counter}: there is {', '.join(COUNTERS)}")
        if self.rules not in RULES:
            raise InputError(f"--rules {self.rules}: there is {', '.join(RULES)}")
        if not self.ks or min(self.ks) < 1:
            raise InputError(f"--k {','.join(map(str, self.ks))}: every k must be at least 1")
        if not 0 <= self.hash_seed <= LARGEST_HASH_SEED:
            raise InputError(f"hash_seed {self.hash_seed}: Python takes 0 to {LARGEST_HASH_SEED}")
        if self.memory and not self.repeatable:
            raise InputError("--memory: is measured of what valgrind counts in the sandbox, and of nothing else")
        if self.rate is not None and not self.rate > 0:
            raise InputError(f"rate {self.rate:g}: a machine counts more than nothing a second")

    @property
    def counted(self) -> bool:
        """Whether instructions are counted, or only correctness is found out."""
        return self.counter != "none"

    @property
    def repeatable(self) -> bool:
        """Whether the same program has the same count in the same environment."""
        return self.counted and COUNTERS[self.counter].emulated and self.sandbox
