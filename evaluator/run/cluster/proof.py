"""What a node shows before it is given a job: that it counts as the driver does."""

from collections.abc import Sequence
from dataclasses import dataclass

from evaluator import version
from evaluator.errors import MachineError
from evaluator.execution.counters import COUNTERS
from evaluator.execution.counting import own_count
from evaluator.execution.jobs import compile_solution, count_encoding, run_solution
from evaluator.execution.messages import Lost, WorkerSetting
from evaluator.execution.pool import Pool
from evaluator.execution.sandbox.bubblewrap import check_platform, find_bubblewrap
from evaluator.execution.sandbox.interpreter import probe_interpreter
from evaluator.execution.worker import Worker
from evaluator.measuring.fingerprint import take_fingerprint
from evaluator.values.wire import decode, encode

# What a C library does by the processor that it finds, and what an interpreter does by its build: copies, a sort,
# texts, numbers of many digits, sets by hash.
_PROGRAM = """\
def probe(n):
    numbers = [i * 7919 % 104729 for i in range(n)]
    texts = sorted(str(number) for number in numbers)
    joined = ",".join(texts) * 3
    seen = {text[:3] for text in texts}
    total = 1
    for number in numbers[:200]:
        total = total * (number + 1) % (1 << 521)
    return [len(joined), sum(map(len, seen)), total, sum(float(number) ** 0.5 for number in numbers)]
"""
_ARGUMENT = 5_000
_TRIES = 2  # a process that counts first on a new machine was once seen to be wrong; see `take_yardsticks`


@dataclass(frozen=True)
class KnownCountTask:
    """Count a program that is the same everywhere."""

    def run(self, worker: Worker) -> int:
        """Its own instructions.

        Raises:
            MachineError: it cannot be counted here.
        """
        emulated = worker.emulated
        assert emulated is not None
        compiled = compile_solution(worker.native, _PROGRAM).output
        answer = None
        if compiled is not None:
            answer = run_solution(emulated, decode(compiled), "probe", encode((_ARGUMENT,)), 60)
        if answer is None or answer.output is None or answer.count is None:
            raise MachineError("a program that is the same everywhere cannot be counted")
        return own_count(answer.count, count_encoding(emulated, answer.output) or 0)


@dataclass(frozen=True)
class Proof:
    """What was found on a node; or on the driver, whose proof all others must equal.

    Attributes:
        version: of TallyBench.
        facts: of the fingerprint.
        count: of the program that is the same everywhere; None where nothing is counted.
    """

    version: str
    facts: dict[str, str]
    count: int | None

    def differs(self, driver: "Proof") -> str | None:
        """In what it is another than the driver's, in words; None where it is the same."""
        if self.version != driver.version:
            return f"it has TallyBench {self.version}, not {driver.version}"
        names = sorted(self.facts.keys() | driver.facts.keys())
        if others := [name for name in names if self.facts.get(name) != driver.facts.get(name)]:
            name = others[0]
            found, wanted = (str(facts.get(name))[:60] for facts in (self.facts, driver.facts))
            more = f", and {len(others) - 1} more differ" if len(others) > 1 else ""
            return f"its environment is another one: {name} is {found}, not {wanted}{more}"
        if self.count != driver.count:
            return f"it counts {self.count:,} instructions where the driver counts {driver.count:,}"
        return None


def prove(
    pool: Pool, setting: WorkerSetting, counter: str, packages: Sequence[str], wanted: Proof | None = None
) -> Proof:
    """What this machine has to show.

    Args:
        pool: counts.
        setting: of the pool's workers.
        counter: what is counted with; `none` for nothing.
        packages: the sets of packages that the tests need.
        wanted: the driver's proof; None on the driver. Where the environment is another one, nothing is counted, and
            where the count is, it is taken once more.

    Raises:
        MachineError: this machine lacks something.
    """
    check_platform()
    if setting.isolated:
        find_bubblewrap()
    if counter != "none":
        COUNTERS[counter].check()
    facts = take_fingerprint(probe_interpreter(setting.python), counter, setting.hash_seed, packages).facts
    proof = Proof(version(), facts, None)
    if counter == "none" or (wanted is not None and (wanted.version, wanted.facts) != (proof.version, facts)):
        return proof
    for _ in range(_TRIES):
        ((_, count),) = pool.run([(0, KnownCountTask())])
        if isinstance(count, Lost):
            raise MachineError(f"a program that is the same everywhere cannot be counted: {count.reason}")
        proof = Proof(version(), facts, count)
        if wanted is None or proof == wanted:
            break
    return proof
