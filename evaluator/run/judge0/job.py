"""The job on a Judge0 server: samples in, a report out. `evaluate_on_judge0` names its steps in order."""

from collections.abc import Iterable, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from hashlib import sha256

import orjson

from evaluator import version
from evaluator.benchmarks import open_benchmark, select
from evaluator.errors import InputError
from evaluator.execution.correctness import CheckOutcome, Tests
from evaluator.execution.judge0.judging import RecordTask
from evaluator.execution.judge0.server import Judge0, Server
from evaluator.execution.messages import Lost
from evaluator.execution.pool import Progress, Workers
from evaluator.execution.session import Session, opened
from evaluator.journal import Journal
from evaluator.measuring.vetting import vet_problems, vetting_folder, without_faults
from evaluator.problems.benchmark import Benchmark
from evaluator.problems.problem import Problem, code_hash
from evaluator.results.judge0_report import Judge0Report
from evaluator.results.result import Model
from evaluator.results.verdicts import Verdict
from evaluator.run.judge0.checking import Checking
from evaluator.run.judge0.programs import Program, ProgramKey, ProgramOutcome, most_runs
from evaluator.run.judge0.report import make_report
from evaluator.run.options import Options
from evaluator.run.preparation import prepare
from evaluator.samples.attempts import Attempt, read_attempts
from evaluator.samples.reading import Sample
from evaluator.samples.sanitizer import held_sanitizers
from evaluator.values.text import clean_text

Calls = Mapping[str, tuple[bytes, ...]]
"""By task id, the calls that the tests of a function make, encoded; none of programs on standard input."""


@dataclass(frozen=True)
class Sent:
    """What a run would send.

    Attributes:
        samples: samples of the selected problems.
        programs: distinct ones among them.
        own: solutions of the problems themselves.
        runs: of all of these, if each passes.
    """

    samples: int
    programs: int
    own: int
    runs: int


def plan_judge0(samples: Iterable[Sample], options: Options) -> Sent:
    """Says what a run would send. Nothing is sent, and the server is not asked.

    Raises:
        InputError: the samples or an option cannot be used.
    """
    benchmark = select(
        open_benchmark(options.benchmark, () if options.trust_tests else None, options.data), options.ids
    )
    _refuse_classes(benchmark)
    attempts = read_attempts(samples, benchmark)
    programs = {(attempt.task_id, attempt.code_hash) for attempt in attempts if attempt.code_hash is not None}
    own = {(problem.task_id, code_hash(problem.ground_truth.code)) for problem in benchmark}
    tests = [Tests.of(benchmark.by_id[task_id]) for task_id, _ in programs | own]
    return Sent(len(attempts), len(programs), len(own), most_runs(tests))


def evaluate_on_judge0(
    samples: Iterable[Sample],
    model: Model,
    options: Options,
    judge0: Judge0,
    progress: Progress,
    journal: Journal | None = None,
    session: Session | None = None,
) -> tuple[Judge0Report, tuple[str, ...]]:
    """Evaluates a model's samples on a Judge0 server.

    The problems' own solutions are run there first: a problem whose own solution does not pass there is left out, for
    no sample could. So is one of which a sample could not be decided, by the server's fault.

    Args:
        samples: the samples.
        model: who wrote them.
        options: how the run is done; nothing is counted, whatever they say.
        judge0: the server.
        progress: called as the run goes on.
        journal: notes finished runs, and gives those of a run that did not end; None notes nothing.
        session: whose workers do it; None opens one for the call.

    Returns:
        The report; and the task ids of what is left out by the server's fault, which the same run may yet decide.

    Raises:
        InputError: the samples or an option cannot be used.
        MachineError: this machine or the server lacks what the run needs.
    """
    whole, fingerprint, setting = prepare(replace(options, counter="none"))
    _refuse_classes(whole)
    with ExitStack() as stack:
        lent = stack.enter_context(opened(session))
        attempts = read_attempts(samples, whole, held_sanitizers(lent))
        if journal is not None:
            stack.callback(journal.close)
            journal.open(_identity(whole, judge0.server, attempts))
        pool = stack.enter_context(lent.workers(setting))
        folder = vetting_folder(fingerprint) if options.sandbox else None
        vetted = without_faults(whole, vet_problems(whole, pool, folder, progress, inputs=False))
        calls, unusable = _record_calls(vetted, pool, progress)
        checking = Checking(judge0, pool, journal, progress)
        own = _own_outcomes(checking, _less(vetted, unusable), calls)
        benchmark = _less(_less(vetted, unusable), _failing(own))
        if not benchmark.problems:
            task_id, reason = benchmark.exclusions[-1]
            raise InputError(f"{judge0.server.host}: no problem can be evaluated there; {task_id}: {reason}")
        outcomes = _sample_outcomes(checking, benchmark, calls, attempts, own)
    report = make_report(model, options, benchmark, judge0.server, attempts, own, outcomes)
    undecided = {task_id for task_id, outcome in own.items() if outcome.checked is None}
    undecided |= {task_id for (task_id, _), outcome in outcomes.items() if outcome.checked is None}
    return report, tuple(sorted(undecided))


def _refuse_classes(benchmark: Benchmark) -> None:
    if any(problem.level == "class" for problem in benchmark):
        raise InputError(f"--engine judge0: runs functions and programs, and {benchmark.name} has classes")


def _identity(benchmark: Benchmark, server: Server, attempts: Sequence[Attempt]) -> str:
    """A hash of all that the outcomes of a run depend on: what is evaluated, on what, where, and how."""
    identity = sha256()
    for fact in (version(), benchmark.hash, repr(server)):
        identity.update(fact.encode() + b"\n")
    for attempt in attempts:
        identity.update(orjson.dumps([attempt.task_id, attempt.index, attempt.code_hash]) + b"\n")
    return identity.hexdigest()


def _record_calls(benchmark: Benchmark, pool: Workers, progress: Progress) -> tuple[Calls, dict[str, str]]:
    """The calls that tests make, and by task id why those of a problem cannot be had."""
    calls: dict[str, tuple[bytes, ...]] = {}
    unusable: dict[str, str] = {}
    functions = [problem for problem in benchmark if problem.level == "function"]
    tasks = ((problem.task_id, RecordTask(Tests.of(problem), problem.ground_truth.code)) for problem in functions)
    if functions:
        progress("calls of the tests", 0, len(functions))
    for task_id, found in pool.run(tasks):
        if isinstance(found, CheckOutcome | Lost):
            unusable[task_id] = clean_text(f"its own solution fails here: {found.verdict}: {found.reason}")
        else:
            calls[task_id] = found
        progress("calls of the tests", len(calls) + len(unusable), len(functions))
    return calls, unusable


def _own_outcomes(checking: Checking, benchmark: Benchmark, calls: Calls) -> dict[str, ProgramOutcome]:
    """What the problems' own solutions come to on the server, by task id."""
    programs = [_program(problem, problem.ground_truth.code, calls) for problem in benchmark]
    found = checking.check(programs, "own solutions", len(programs))
    return {task_id: outcome for (task_id, _), outcome in found.items()}


def _failing(own: Mapping[str, ProgramOutcome]) -> dict[str, str]:
    """By task id, why a problem's own solution does not pass on the server."""
    failing = {}
    for task_id, outcome in own.items():
        if outcome.checked is None:
            failing[task_id] = f"its own solution is not decided: {outcome.undecided}"
        elif outcome.checked.verdict is not Verdict.PASSED:
            failing[task_id] = f"its own solution fails: {outcome.checked.verdict}: {outcome.checked.reason}"
    return failing


def _less(benchmark: Benchmark, unusable: Mapping[str, str]) -> Benchmark:
    """A benchmark without some problems, which it names."""
    kept = tuple(problem for problem in benchmark if problem.task_id not in unusable)
    left_out = tuple((problem.task_id, unusable[problem.task_id]) for problem in benchmark if problem not in kept)
    return replace(benchmark, problems=kept, exclusions=(*benchmark.exclusions, *left_out))


def _sample_outcomes(
    checking: Checking,
    benchmark: Benchmark,
    calls: Calls,
    attempts: Sequence[Attempt],
    own: Mapping[str, ProgramOutcome],
) -> dict[ProgramKey, ProgramOutcome]:
    """What distinct programs come to on the server. One that is a problem's own solution was run there already."""
    outcomes: dict[ProgramKey, ProgramOutcome] = {}
    codes: dict[ProgramKey, str] = {}
    for attempt in attempts:
        problem = benchmark.by_id.get(attempt.task_id)
        if problem is None or attempt.code is None or attempt.code_hash is None:
            continue
        if attempt.code_hash == code_hash(problem.ground_truth.code):
            outcomes[attempt.task_id, attempt.code_hash] = own[attempt.task_id]
        else:
            codes[attempt.task_id, attempt.code_hash] = attempt.code
    programs = (_program(benchmark.by_id[task_id], code, calls) for (task_id, _), code in codes.items())
    return outcomes | checking.check(programs, "samples", len(codes))


def _program(problem: Problem, code: str, calls: Calls) -> Program:
    key = (problem.task_id, code_hash(code))
    return Program(key, Tests.of(problem), code, calls.get(problem.task_id, ()))
