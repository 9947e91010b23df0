"""Try a proposed input in the sandbox: can it be built, does it keep the contract, and does the ground truth run on it?

Generator, contract and ground truth run one after another, each in a child of its own, so that the code that builds an
input cannot affect what judges it.
"""

import hashlib
from collections.abc import Collection
from dataclasses import dataclass, replace
from enum import StrEnum

from tallybench.authoring.asking import NotAllowed, Unreadable, reading
from tallybench.authoring.stress_generation.contract import Contract, call_name, empty_contract
from tallybench.authoring.stress_generation.drafts import FUNCTION, Draft, read_drafts, read_listing
from tallybench.benchmarks.check import LARGEST_INPUT, LONGEST_BUILD, memory_of
from tallybench.counting.instructions import PreparedInput, count_solution
from tallybench.counting.worker import Worker
from tallybench.model.inputs import StressfulInput
from tallybench.model.problem import Problem, Solution
from tallybench.model.verdicts import StressVerdict, Verdict
from tallybench.sandbox.jobs import Answer, build_input, compile_solution, run_solution
from tallybench.sandbox.judging_limits import TooMuch, guarded
from tallybench.sandbox.levels import LEVELS
from tallybench.values.wire import WireError, decode

BUILD_MEMORY = 1 << 30  # bytes of address space, for an input of the largest size, its encoding, and its generator
# CPU time for a ground truth on an input. COFFE has 5 s (section 3.4) and counts at native speed; here a second takes
# twelve under the emulator, and the audit expects the best known solution to take a tenth of a second.
TRUTH_SECONDS = 1.0
DECODE_SECONDS = 60.0
NO_TUPLE = "a stressful input is a tuple of arguments"  # the sandbox's message if a generator returns no tuple


class Fate(StrEnum):
    """What became of a proposed input, in the order of the trials."""

    VERIFIED = "verified"
    UNREADABLE = "unreadable"
    REFUSED = "refused"  # because of its code
    NOT_BUILT = "not built"
    TOO_LARGE = "too large"
    CONTRACT = "breaks the contract"
    NO_INPUT = "no input"  # not an input of this level
    TRUTH = "ground truth fails"
    DISPUTED = "ground truths disagree"
    REPEATED = "repeated"


@dataclass(frozen=True)
class Tried:
    """What became of a proposed input."""

    name: str  # its name in a problem's file
    fate: Fate  # what became of it
    reason: str = ""  # why it is not kept, in words; empty if it is
    draft: Draft | None = None  # the input; None if the answer holds none
    # the hash of its encoded arguments; empty if it cannot be built within the limits, the same each time
    sha256: str = ""
    count: int | None = None  # instructions that the ground truth spends on it; None if it was not counted
    # whether it keeps the benchmark's own contract for the problem; None if the benchmark has none, or the input was
    # not built
    own_contract: bool | None = None


@dataclass(frozen=True)
class InputsTask:
    """Read the inputs in an answer, and try each."""

    problem: Problem
    contract: Contract | None  # the contract for the inputs; None if the method makes none
    text: str  # the model's answer
    number: int  # the number of the first input, for its name
    most: int = 1  # how many inputs are taken from the answer, at most
    listing: bool = False  # whether the answer is a function that returns a list of inputs
    seen: tuple[str, ...] = ()  # the SHA-256 of drafts that were tried before, and of verified inputs' arguments

    def run(self, worker: Worker) -> tuple[Tried, ...]:
        try:
            with reading():
                drafts = self._drafts(worker)
        except NotAllowed as error:
            return (Tried("", Fate.UNREADABLE if isinstance(error, Unreadable) else Fate.REFUSED, str(error)),)
        trial = Trial(worker, self.problem, self.contract, self.seen)
        return tuple(trial.of(one, f"{one.kind}_{n}") for n, one in enumerate(drafts[: self.most], self.number))

    def _drafts(self, worker: Worker) -> list[Draft]:
        problem, call = self.problem, call_name(self.problem)
        if not self.listing:
            return read_drafts(self.text, call, problem.level, many=self.most > 1)
        length, drafts = read_listing(self.text, call, problem.level, self.most)
        counted = StressfulInput(
            "length", drafts[0].kind, "", "generator", length, function=FUNCTION, seed=f"{problem.entry_point}/length"
        )
        built = _build(worker, counted)
        if built.output is None:
            raise NotAllowed(f"its function fails: {_why(built)}")
        (there,) = decode(built.output)
        if type(there) is not int:
            raise NotAllowed("its function returns no list")
        return drafts[: max(there, 0)]


@dataclass(frozen=True)
class AgainTask:
    """Try earlier inputs again with a new contract; only those without a count are counted."""

    problem: Problem
    contract: Contract | None
    tried: tuple[Tried, ...]

    def run(self, worker: Worker) -> tuple[Tried, ...]:
        trial = Trial(worker, self.problem, self.contract)
        return tuple(
            trial.of(before.draft, before.name, before.count) if before.draft is not None else before
            for before in self.tried
        )


class Trial:
    """Tries inputs of one problem; arguments as in `InputsTask`. Inputs that are tried here count as seen, too."""

    def __init__(self, worker: Worker, problem: Problem, contract: Contract | None, seen: Collection[str] = ()) -> None:
        self._worker, self._problem, self._seen = worker, problem, set(seen)
        self._level = LEVELS[problem.level]
        self._single = problem.level == "function" and len(empty_contract(problem).names) == 1
        self._contract = None if contract is None else _compiled(worker, contract.program)
        self._own = None if problem.contract is None else _compiled(worker, problem.contract)
        self._truth = _compiled(worker, self._level.program(problem, problem.ground_truth.code))

    def of(self, draft: Draft, name: str, count: int | None = None) -> Tried:
        """Return what becomes of an input, given its name in a problem's file and the ground truth's count if known."""
        if draft.sha256 in self._seen:
            return Tried(name, Fate.REPEATED, "it was proposed before", draft)
        tried = self._tried(draft, name, count)
        self._seen |= {draft.sha256} | ({tried.sha256} if tried.fate is Fate.VERIFIED else set())
        return tried

    def _tried(self, draft: Draft, name: str, count: int | None) -> Tried:
        given = draft.as_input(name, self._problem.entry_point)
        built = _build(self._worker, given)
        if self._single and draft.source and NO_TUPLE in _why(built):
            draft = draft.as_argument
            given = draft.as_input(name, self._problem.entry_point)
            built = _build(self._worker, given)
        if built.output is None:
            return Tried(name, Fate.NOT_BUILT, _why(built), draft)
        arguments = built.output
        tried = Tried(name, Fate.VERIFIED, "", draft, hashlib.sha256(arguments).hexdigest())
        if tried.sha256 in self._seen:
            return replace(tried, fate=Fate.REPEATED, reason="it is equal to one that is there")
        if (wrong := self._misfit(given, arguments)) is not None:
            return Tried(name, *wrong, draft)  # without the hash: its arguments may differ the next time
        if self._own is not None:
            tried = replace(tried, own_contract=self._held(self._own, arguments).output is not None)
        if self._contract is not None:
            held = self._held(self._contract, arguments)
            if held.output is None:
                return replace(tried, fate=Fate.CONTRACT, reason=f"{_why(held)}; {self._truth_says(arguments)}")
            if built.cpu_seconds + held.cpu_seconds > LONGEST_BUILD:
                reason = f"building it and checking the contract takes more than {LONGEST_BUILD:g} s"
                return replace(tried, fate=Fate.NOT_BUILT, reason=reason)
        return self._run(tried, arguments, count)

    def _truth_says(self, arguments: bytes) -> str:
        """Return what the ground truth does on an input that breaks the contract, to judge which side is wrong."""
        answer = self._level.run(self._worker.native, self._problem, self._truth, arguments, TRUTH_SECONDS)
        return "the program returns on it" if answer.output is not None else f"the program fails on it ({_why(answer)})"

    def _held(self, contract: bytes, arguments: bytes) -> Answer:
        return run_solution(self._worker.native, contract, "contract", arguments, LONGEST_BUILD)

    def _misfit(self, given: StressfulInput, arguments: bytes) -> tuple[Fate, str] | None:
        """Return what is wrong with an input that was built, before the contract and the ground truth are run."""
        if len(arguments) > LARGEST_INPUT:
            return Fate.TOO_LARGE, f"it takes {len(arguments):,} bytes, at most {LARGEST_INPUT:,} are allowed"
        try:
            with guarded(DECODE_SECONDS):
                size = memory_of(decode(arguments))
                fault = self._level.fault(arguments)
        except WireError as error:
            return Fate.NO_INPUT, str(error)
        except (TooMuch, MemoryError):
            return Fate.TOO_LARGE, "it takes more than can be looked through"
        if size > LARGEST_INPUT:
            return Fate.TOO_LARGE, f"it takes {size:,} bytes of memory, at most {LARGEST_INPUT:,} are allowed"
        if fault is not None:
            return Fate.NO_INPUT, fault
        if _build(self._worker, given).output != arguments:
            return Fate.NOT_BUILT, "it is not the same when it is built again"
        return None

    def _run(self, tried: Tried, arguments: bytes, count: int | None) -> Tried:
        """Run the ground truth and the other references, if any, and count the ground truth."""
        problem, level, native = self._problem, self._level, self._worker.native
        answer = level.run(native, problem, self._truth, arguments, TRUTH_SECONDS)
        if answer.output is None:
            return replace(tried, fate=Fate.TRUTH, reason=_why(answer))
        for reference in problem.references:
            if (reason := self._disagrees(reference, arguments, answer.output)) is not None:
                return replace(tried, fate=Fate.DISPUTED, reason=reason)
        if count is not None:
            return replace(tried, count=count)
        meter = self._worker.meter
        prepared = PreparedInput(arguments, answer.output, meter.overhead(problem, arguments, answer.output))
        outcome = count_solution(meter, problem, problem.ground_truth.code, prepared, None)
        if outcome.verdict is not StressVerdict.COUNTED:
            return replace(tried, fate=Fate.TRUTH, reason=outcome.reason or "it cannot be counted")
        return replace(tried, count=outcome.count)

    def _disagrees(self, reference: Solution, arguments: bytes, expected: bytes) -> str | None:
        problem = self._problem
        program = _compiled(self._worker, self._level.program(problem, reference.code))
        answer = self._level.run(self._worker.native, problem, program, arguments, TRUTH_SECONDS)
        if answer.out_of_time:
            return None
        if answer.output is None:
            return f"{reference.name} fails: {_why(answer)}"
        wrong = self._level.wrong(problem, arguments, expected, answer.output)
        return None if wrong is None else f"{reference.name}: {wrong}"


def _build(worker: Worker, given: StressfulInput) -> Answer:
    return build_input(worker.native, given.recipe(None), LONGEST_BUILD, BUILD_MEMORY)


def _compiled(worker: Worker, program: str) -> bytes:
    """Return a program's code object; if it does not compile, one that raises SyntaxError when run."""
    answer = compile_solution(worker.native, program)
    if answer.output is None:
        answer = compile_solution(worker.native, f"raise SyntaxError({_why(answer)!r})\n")
    compiled: bytes = decode(answer.output or b"")
    return compiled


def _why(answer: Answer) -> str:
    if answer.failure is None:
        return "it gives nothing"
    if answer.failure.verdict is Verdict.TAMPERING and answer.count is None:
        return "its output cannot be taken; it may be larger than is allowed"
    return answer.failure.reason
