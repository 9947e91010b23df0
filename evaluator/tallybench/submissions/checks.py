"""Check whether a result's file can be accepted into `results/`."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path, PurePosixPath

from tallybench.benchmarks import load_benchmark
from tallybench.benchmarks.catalogue import shows_texts
from tallybench.benchmarks.copies import Copied, find_copies
from tallybench.counting.instructions import FIRST_MARGIN
from tallybench.errors import InputError
from tallybench.model.metrics import ks_of
from tallybench.model.redaction import third_party_texts
from tallybench.model.result import Result, SampleResult
from tallybench.model.verdicts import Verdict
from tallybench.samples.attempts import read_attempts
from tallybench.samples.embedded import SAMPLE_SETS
from tallybench.sandbox.limits import PROGRAM_TOTAL_CPU_SECONDS, TESTS_CPU_SECONDS
from tallybench.statistics.published.data_files import EXTRA_TESTS, GROWTH, PASS_TABLE
from tallybench.statistics.published.entries import FILE, FOLDER, VERSION
from tallybench.statistics.published.record import VERIFIED
from tallybench.statistics.reading import ResultFaults, is_canonical, parse_result
from tallybench.submissions.consistency import result_faults
from tallybench.submissions.faults import Fault, clean_place, text_faults
from tallybench.submissions.folder import BEGAN, content_digest, is_date, record_faults, result_of
from tallybench.submissions.programs import is_embedded

MAX_BYTES = 50 << 20  # of a file; half of what repository hosts accept
TOO_LARGE = Fault("", f"has more than {MAX_BYTES >> 20} MB; give fewer samples per problem")
MAX_CODE = 256 << 10  # of one sample's code, in characters
MAX_SAMPLES = 200  # per problem
MAX_CPU_HOURS = 4  # to measure a result again; GPT-4o's HumanEval samples take 3 minutes
# A common machine runs 370 million instructions per second under valgrind.
INSTRUCTIONS_A_SECOND = 300e6
CHECK_SECONDS, JOB_SECONDS = 0.05, 0.05  # the correctness tests of a sample; starting and ending a count
TIMES = 2  # how often a correct sample is counted: on the public inputs, and on fresh ones
SUSPICIOUS = 0.5  # share of the best known count
MADE_OF_RESULTS = {PurePosixPath(path).name for path in (EXTRA_TESTS, GROWTH, PASS_TABLE)}


def result_files(paths: Iterable[Path]) -> list[Path]:
    """Return the files at paths; for a folder, all JSON files in and below it, except those made from results.

    Raises:
        InputError: a folder has none, or a path does not exist.
    """
    found: list[Path] = []
    for path in paths:
        if not path.exists():
            raise InputError(f"{path}: there is no such file; check the path")
        below = [path]
        if path.is_dir():
            below = [file for file in sorted(path.rglob("*.json")) if file.is_file() and not file.name.startswith(".")]
            below = [file for file in below if file.name not in MADE_OF_RESULTS]
            if not below:
                raise InputError(f"{path}: has no JSON files; give result files, or a folder of them")
        found += below
    return list(dict.fromkeys(found))


def file_faults(path: Path) -> list[Fault]:
    """Return everything that is wrong with a file of `results/`: a result, or the record of a verification.

    Raises:
        InputError: the file cannot be read.
    """
    return record_faults(path, result_of(path)) if path.name.endswith(VERIFIED) else submission_faults(path)


def submission_faults(path: Path) -> list[Fault]:
    """Return every reason not to accept a result's file; in a folder `results/MODEL/` its name is checked, too.

    Raises:
        InputError: the file cannot be read.
    """
    try:
        if path.stat().st_size > MAX_BYTES:
            return [TOO_LARGE]
        content = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from None
    absolute = path.absolute()
    placed = absolute.parent.parent.name == "results"
    return check_content(content, PurePosixPath(absolute.parent.name, absolute.name) if placed else None)[1]


def check_content(content: bytes, name: PurePosixPath | None = None) -> tuple[Result | None, list[Fault]]:
    """Parse the content of a result's file; return the result, if it is one, and every reason not to accept it.

    The name is `MODEL/FILE.json`, its future place in `results/`; None if it has none yet.
    """
    faults = [] if name is None else list(_name(content, name))
    try:
        result = parse_result(content, "")
    except ResultFaults as error:
        return None, faults + [Fault(where, what) for where, what in error.faults]
    if not is_canonical(content):
        faults.append(Fault("", "is not as tallybench evaluate writes it: send the file unchanged"))
    placed = None if name is None else FILE.fullmatch(name.stem)
    if placed is not None and placed["benchmark"] != result.benchmark.name:
        faults.append(Fault("", f"its name must start with {result.benchmark.name}-"))
    for check in CHECKS:
        faults += check(result)
    return result, faults


def own_copies(result: Result) -> list[Copied]:
    """Return how much of a model's result is copied from the benchmark's own solutions."""
    if result.model.baseline or not is_embedded(result.benchmark.name):
        return []
    return find_copies(result, load_benchmark(result.benchmark.name), ())


def _name(content: bytes, name: PurePosixPath) -> Iterator[Fault]:
    if FOLDER.fullmatch(name.parent.name) is None:
        yield Fault("", f"its folder must be a short name in lower-case letters, digits, . _ -, not {name.parent}")
    found = FILE.fullmatch(name.stem)
    if name.suffix != ".json" or found is None or not is_date(found["date"]):
        yield Fault("", "its name must be BENCHMARK-YYYY-MM-DD-HASH.json; tallybench submit makes it")
    elif found["date"] < BEGAN:
        yield Fault("", f"its date is before the project's first day, {BEGAN}")
    elif not name.stem.endswith(digest := content_digest(content)):
        yield Fault("", f"its name must end with {digest}, the start of its SHA-256: a changed file is a new one")


def _complete(result: Result) -> Iterator[Fault]:
    if result.benchmark.partial:
        yield Fault("benchmark.partial", "is true; a submission is a run over all problems, without --ids")
    if result.environment.sandbox != "bubblewrap":
        yield Fault("environment.sandbox", "must be bubblewrap; run again without --unsafe-no-sandbox")
    if VERSION.fullmatch(result.benchmark.version) is None:
        yield Fault("benchmark.version", "must be three numbers as in 1.0.0, or data- and the start of a hash")
    for number, sample in enumerate(result.samples):
        if sample.code is not None and len(sample.code) > MAX_CODE:
            yield Fault(f"samples[{number}].code", f"has {len(sample.code):,} characters, more than {MAX_CODE:,}")


def _coverage(result: Result) -> Iterator[Fault]:
    """Check that every problem has the same number of samples: what a model failed at may not be left out."""
    sizes = Counter(sample.task_id for sample in result.samples)
    missing = [task_id for task_id in result.problems if task_id not in sizes]
    if missing and not result.model.baseline:
        named = ", ".join(missing[:5]) + (" ..." if len(missing) > 5 else "")
        what = f"{len(missing)} of {len(result.problems)} problems have none ({named}); if the model gave no answer, "
        yield Fault("samples", what + 'send an empty one: "raw": ""')
    groups = Counter(sizes.values())
    if len(groups) > 1:
        named = ", ".join(f"{size} for {tasks} tasks" for size, tasks in sorted(groups.items())[:5])
        yield Fault("samples", f"their number must be the same for every task that has any; it is {named}")
    if (most := max(sizes.values(), default=0)) > MAX_SAMPLES:
        yield Fault("samples", f"are up to {most} per problem, more than {MAX_SAMPLES}; send the first {MAX_SAMPLES}")
    if 1 not in ks_of(result.metrics):
        yield Fault("metrics", "have no k = 1, by which models are ranked; evaluate with --k 1 among others")


def _cost(result: Result) -> Iterator[Fault]:
    """Check that measuring a result again takes no more than MAX_CPU_HOURS."""
    hours = projected_seconds(result) / 3600
    if result.has_public_code and hours > MAX_CPU_HOURS:
        yield Fault(
            "samples",
            f"would take {hours:.1f} hours of CPU time to measure again by their own verdicts and counts, more than "
            f"{MAX_CPU_HOURS}; send fewer per problem",
        )


def projected_seconds(result: Result) -> float:
    """Estimate the CPU time to measure a result again from its verdicts and counts; equal code is measured once."""
    distinct = {(sample.task_id, sample.code_sha256): sample for sample in result.samples}
    return sum(_sample_seconds(result, sample) for sample in distinct.values() if sample.code_sha256 is not None)


def _sample_seconds(result: Result, sample: SampleResult) -> float:
    problem = result.problems.get(sample.task_id)
    if problem is None:
        return 0.0
    seconds = CHECK_SECONDS
    if sample.verdict in (Verdict.TIMEOUT, Verdict.MEMORY):
        seconds = TESTS_CPU_SECONDS if problem.entry_point else PROGRAM_TOTAL_CPU_SECONDS
    for name, stress in sample.stress.items():
        given = problem.inputs.get(name)
        budget = 0 if given is None else result.budget * given.best_known * FIRST_MARGIN
        seconds += TIMES * (JOB_SECONDS + (stress.count or budget) / INSTRUCTIONS_A_SECOND)
    return seconds


def _texts_of_others(result: Result) -> Iterator[Fault]:
    """Check that no text from somebody else's benchmark is published."""
    if not shows_texts(result.benchmark.name):
        for where, what in third_party_texts(result):
            yield Fault(clean_place(where), f"third-party text ({what}); tallybench submit takes it out")


def _beyond_belief(result: Result) -> Iterator[Fault]:
    """Check withheld code, which cannot be measured again: its total may not be far below the best known.

    A problem's inputs are taken together: on a single one, other solutions are often far better than the one that is
    best on all of them. An input over the budget enters with the budget; one that a sample failed on enters on neither
    side.
    """
    if result.has_public_code or not shows_texts(result.benchmark.name):
        return
    for number, sample in enumerate(result.samples):
        inputs = result.problems[sample.task_id].inputs if sample.task_id in result.problems else {}
        if sample.stress.keys() != inputs.keys():
            continue
        bounded = [
            (stress.count, inputs[name].best_known) for name, stress in sample.stress.items() if stress.verdict.bounded
        ]
        best = sum(known for _, known in bounded)
        spent = sum(count or result.budget * known for count, known in bounded)
        if spent < SUSPICIOUS * best:
            yield Fault(
                f"samples[{number}].stress",
                f"{sample.task_id} in {spent:,} instructions, less than half of the best known {best:,}; with its code "
                "withheld this cannot be checked: publish this one's code, or send the solution as a reference",
            )


def _not_ours(result: Result) -> Iterator[Fault]:
    """Check that a model's samples are its own, and that a baseline is a set that comes with TallyBench."""
    for copied in own_copies(result):
        if copied.whole:
            yield Fault("samples", f"{copied}; a model's samples are its own")
    if not result.model.baseline:
        return
    code = {(sample.task_id, sample.index): sample.code_sha256 for sample in result.samples}
    for samples in SAMPLE_SETS.values():
        if samples.model == result.model and samples.benchmark == result.benchmark.name:
            benchmark = load_benchmark(result.benchmark.name)
            attempts = read_attempts(samples.read(benchmark), benchmark)
            if code == {(attempt.task_id, attempt.index): attempt.code_hash for attempt in attempts}:
                return
    yield Fault("model.baseline", "is true, but these are not the samples of a set that comes with TallyBench")


# The checks of a result; a new one is a function of the result and a line here.
CHECKS: tuple[Callable[[Result], Iterable[Fault]], ...] = (
    _complete,
    _coverage,
    _cost,
    text_faults,
    _texts_of_others,
    _beyond_belief,
    _not_ours,
    result_faults,
)
