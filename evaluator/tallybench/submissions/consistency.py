"""Check that a result's parts fit each other, and that its figures follow from its verdicts and counts."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import starmap
from urllib.parse import urlsplit

from tallybench.benchmarks.catalogue import Catalogue, load_catalogue
from tallybench.benchmarks.measured import Measured, MeasuredProblem, measured_in
from tallybench.benchmarks.trees import entry_tree
from tallybench.errors import InputError
from tallybench.model.budget import BUDGET, TIE, same_peak
from tallybench.model.counts import find_exclusions
from tallybench.model.estimators import REPLICATES, SEED
from tallybench.model.metrics import MOST_KS, compute_metrics, ks_of
from tallybench.model.problem import code_hash
from tallybench.model.redaction import without_answers
from tallybench.model.result import ProblemResult, Result, SampleResult
from tallybench.samples.public import ADDRESSES
from tallybench.sandbox.counters import is_self_measured
from tallybench.statistics.published.comparison import environment_misfits, sample_misfits
from tallybench.submissions.faults import Fault


def result_faults(result: Result) -> list[Fault]:
    """Return every way in which a result contradicts itself or its benchmark."""
    of_samples = list(_samples(result))
    # Without some inputs of their problems, samples give no figures.
    figures = [] if any(fault.where.endswith(".stress") for fault in of_samples) else _figures(result)
    return [*_settings(result), *of_samples, *_problems(result), *figures]


def _must_be(where: str, given: object, right: object) -> Iterator[Fault]:
    if given != right:
        yield Fault(where, f"is {given}, must be {right}")


def _settings(result: Result) -> Iterator[Fault]:
    environment = result.environment
    yield from starmap(Fault, environment_misfits(environment))
    if environment.self_measured != is_self_measured(environment.counter):
        yield Fault("environment.self_measured", f"is {environment.self_measured} with {environment.counter}")
    yield from _must_be("budget", result.budget, BUDGET)
    if (result.tie_tolerance.relative, result.tie_tolerance.absolute) != (TIE.relative, TIE.absolute):
        yield Fault("tie_tolerance", f"must be {TIE.relative} and {TIE.absolute} instructions")
    if (result.bootstrap.replicates, result.bootstrap.seed) != (REPLICATES, SEED):
        yield Fault("bootstrap", f"must be {REPLICATES} replicates with the seed {SEED}")


def _samples(result: Result) -> Iterator[Fault]:
    seen = Counter((sample.task_id, sample.index) for sample in result.samples)
    for (task_id, index), count in seen.items():
        if count > 1:
            yield Fault("samples", f"{task_id} has sample {index} {count} times")
    indices = defaultdict(set)
    for task_id, index in seen:
        indices[task_id].add(index)
    for task_id, numbers in indices.items():
        if max(numbers) >= len(numbers):
            yield Fault("samples", f"{task_id} has {len(numbers)} samples, but their numbers are not 0 and upwards")
    yield from _public(result)
    for number, sample in enumerate(result.samples):
        where = f"samples[{number}]"
        problem = result.problems.get(sample.task_id)
        if problem is None:
            yield Fault(f"{where}.task_id", f"{sample.task_id} is not among the problems")
            continue
        yield from _code(where, sample, problem.entry_point, result.code_withheld)
        yield from starmap(Fault, sample_misfits(where, sample, problem))


def _public(result: Result) -> Iterator[Fault]:
    """Check that the file has no text of samples that are public elsewhere."""
    if result.source is None:
        return
    if result.model.answers_sha256 != result.source.answers_sha256:
        yield Fault("model.answers_sha256", f"is not that of the source's files, {result.source.answers_sha256}")
    if (host := urlsplit(result.source.repository).hostname) not in ADDRESSES:
        yield Fault("source.repository", f"is at {host}; only {', '.join(ADDRESSES)} are known")
    if not result.code_withheld:
        yield Fault("code_withheld", "is false, but the samples are public elsewhere; leave their code out")
    for number, (sample, bare) in enumerate(zip(result.samples, without_answers(result).samples, strict=True)):
        if (sample.failure, sample.stress, sample.tests) != (bare.failure, bare.stress, bare.tests):
            yield Fault(f"samples[{number}]", "quotes the code's output, which is not ours to publish")


def _code(where: str, sample: SampleResult, entry_point: str, withheld: bool) -> Iterator[Fault]:
    if sample.code_sha256 is None:
        if sample.code is not None:
            yield Fault(f"{where}.code_sha256", "is missing, but there is code")
    elif sample.code is None:
        if not withheld:
            yield Fault(f"{where}.code", "is missing, but the code is not withheld")
    elif withheld:
        yield Fault(f"{where}.code", "is present, but the code is withheld")
    elif code_hash(sample.code) != sample.code_sha256:
        yield Fault(f"{where}.code_sha256", "is not the hash of the code")
    elif sample.tree_sha256 not in (None, entry_tree(sample.code, entry_point)):
        yield Fault(f"{where}.tree_sha256", "is not that of the code")


def _problems(result: Result) -> Iterator[Fault]:
    facts = result.benchmark
    try:
        benchmark = load_catalogue(facts.name)
    except InputError as error:
        yield Fault("benchmark.name", str(error))
        return
    if facts.version != benchmark.version:
        yield Fault("benchmark.version", f"is {facts.version}, this TallyBench has {benchmark.version}", stale=True)
    elif facts.hash != benchmark.hash and not facts.partial:
        yield Fault("benchmark.hash", f"is not that of {benchmark.name} {benchmark.version}", stale=True)
    measured = _measured_in(result)
    counts = result.environment.counter != "none"
    counted = {
        sample.task_id
        for sample in result.samples
        if sample.task_id in result.problems and sample.verdict.is_counted(result.problems[sample.task_id].task)
    }
    for task_id, problem in result.problems.items():
        known = benchmark.problems.get(task_id)
        where = f"problems.{task_id}"
        if known is None:
            yield Fault(where, f"{facts.name} has no such task")
            continue
        if known.hash != problem.hash:
            yield Fault(f"{where}.hash", "is stale: the problem was changed since; evaluate it again", stale=True)
            continue
        yield from _must_be(f"{where}.task", problem.task, known.task)
        yield from _must_be(f"{where}.entry_point", problem.entry_point, known.entry_point)
        if benchmark.audited or counts:  # otherwise it is unknown which inputs can be used
            yield from _must_be(f"{where}.without_efficiency", problem.without_efficiency, known.without_efficiency)
        if not counts or not known.inputs or task_id not in counted:
            if problem.inputs:
                yield Fault(f"{where}.inputs", "must be empty, as nothing had to be counted")
        elif set(known.inputs) != set(problem.inputs):
            yield Fault(f"{where}.inputs", f"must be {', '.join(known.inputs)}")
        elif measured is not None:
            yield from _yardstick(where, problem, measured, task_id)
    missing = benchmark.problems.keys() - result.problems.keys()
    if missing and not facts.partial:
        yield Fault("problems", f"{len(missing)} are missing, but the run is not marked as partial")
    yield from _exclusions_of_source(result, benchmark)


def _measured_in(result: Result) -> Measured | None:
    """Return what is known about the benchmark's own solutions in a result's environment; None if nothing is."""
    try:
        return measured_in(result.benchmark.name, result.environment.fingerprint)
    except InputError:
        return None


def _exclusions_of_source(result: Result, benchmark: Catalogue) -> Iterator[Fault]:
    """Check that a result leaves out the same parts of the source's data as the benchmark."""
    if result.benchmark.partial or result.benchmark.hash != benchmark.hash:
        return
    kinds = ("benchmark",) if result.environment.counter == "none" else ("benchmark", "inputs")
    given = {
        (exclusion.task_id, str(exclusion.excluded_from), exclusion.reason)
        for exclusion in result.exclusions
        if exclusion.of_source
    }
    differing = {exclusion for exclusion in given ^ benchmark.left_out if exclusion[1] in kinds}
    if differing:
        names = ", ".join(sorted({exclusion[0] for exclusion in differing})[:5])
        yield Fault("exclusions", f"are not those of the benchmark ({names} ...)")


def _yardstick(where: str, problem: ProblemResult, measured: Measured, task_id: str) -> Iterator[Fault]:
    known = measured.problems.get(task_id)
    if known is None or known.hash != problem.hash:
        return
    if (problem.best_known, problem.ground_truth) != (known.best_known, known.ground_truth):
        yield Fault(where, f"best_known and ground_truth must be {known.best_known} and {known.ground_truth}")
        return
    for name, given in problem.inputs.items():
        right = known.inputs[name]
        if (given.sha256, given.size) != (right.sha256, right.size):
            yield Fault(f"{where}.inputs.{name}.sha256", "is not that of the input as built here")
        for field, solution in (("best_known", known.best_known), ("ground_truth", known.ground_truth)):
            if (stated := getattr(given, field)) != (count := right.counts[solution]):
                yield Fault(f"{where}.inputs.{name}.{field}", f"is {stated}, but {count} was measured")
    yield from _memory(where, problem, known)


def _memory(where: str, problem: ProblemResult, known: MeasuredProblem) -> Iterator[Fault]:
    if problem.least_memory is None or (least := known.least_memory()) is None:
        return
    if problem.least_memory != least:
        yield from _must_be(f"{where}.least_memory", problem.least_memory, least)
        return
    for name, given in problem.inputs.items():
        memory = known.inputs[name].memory
        assert memory is not None
        right = memory[least], memory[known.ground_truth]
        stated = (None, None) if given.memory is None else (given.memory.least, given.memory.ground_truth)
        if not all(map(same_peak, stated, right)):
            yield Fault(f"{where}.inputs.{name}.memory", f"is {stated}, but {right} was measured")


def _figures(result: Result) -> Iterator[Fault]:
    counts = result.counts()
    ks = ks_of(result.metrics)
    if not ks:
        yield Fault("metrics", "have no pass@k")
        return
    if len(ks) > MOST_KS:
        yield Fault("metrics", f"have {len(ks)} different k, more than {MOST_KS}; give fewer with --k")
        return
    counted = result.environment.counter != "none"
    tie = result.tie_tolerance
    expected = compute_metrics(counts, ks, tie, counted=counted)
    for name in sorted(expected.keys() | result.metrics.keys()):
        if name not in result.metrics:
            yield Fault(f"metrics.{name}", "is missing")
        elif name not in expected:
            yield Fault(f"metrics.{name}", "is not a figure of this run")
        else:
            for part, given in result.metrics[name]:
                if given != (right := getattr(expected[name], part)):
                    yield Fault(f"metrics.{name}.{part}", f"is {given}, the verdicts and counts give {right}")
    exclusions = set(find_exclusions(result.problems, result.samples)) if counted else set()
    given = {exclusion for exclusion in result.exclusions if not exclusion.of_source}
    if exclusions != given:
        names = ", ".join(sorted({exclusion.task_id for exclusion in exclusions ^ given})[:5])
        yield Fault("exclusions", f"are not those that follow from the verdicts ({names} ...)")
