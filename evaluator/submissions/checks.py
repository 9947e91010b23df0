"""What a result has to keep besides being right to be taken into `results/`."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path, PurePosixPath

from evaluator.benchmarks import load_benchmark
from evaluator.benchmarks.catalogue import shows_texts
from evaluator.benchmarks.copies import Copied, find_copies
from evaluator.benchmarks.sources import BENCHMARKS
from evaluator.errors import InputError
from evaluator.results.published import extra_tests, growth, pass_table
from evaluator.results.published.entries import FILE, FOLDER, VERSION
from evaluator.results.published.record import VERIFIED
from evaluator.results.reading import ResultFaults, is_canonical, load_result, parse_result
from evaluator.results.redaction import third_party_texts
from evaluator.results.result import Result, SampleResult
from evaluator.samples.attempts import read_attempts
from evaluator.samples.embedded import SAMPLE_SETS
from evaluator.submissions.bounds import cost_faults, coverage_faults
from evaluator.submissions.consistency import result_faults
from evaluator.submissions.faults import Fault, clean_place
from evaluator.submissions.places import BEGAN, content_digest, is_date
from evaluator.submissions.records import record_faults
from evaluator.submissions.texts import text_faults

MAX_BYTES = 50 << 20  # of a file: half of what hosts of repositories take
MAX_CODE = 256 << 10  # of one sample's code, in characters
SUSPICIOUS = 0.5  # of the best known count
MADE_OF_RESULTS = {PurePosixPath(made.FILE).name for made in (extra_tests, growth, pass_table)}


def result_files(paths: Iterable[Path]) -> list[Path]:
    """The files that are meant by paths: a folder is all JSON files in it and below, less what is made of results.

    Raises:
        InputError: a folder has none, or a path is not there.
    """
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            below = sorted(
                file
                for file in path.rglob("*.json")
                if file.is_file() and not file.name.startswith(".") and file.name not in MADE_OF_RESULTS
            )
            if not below:
                raise InputError(f"{path}: has no JSON files; give result files, or a folder of them")
            found += below
        elif path.exists():
            found.append(path)
        else:
            raise InputError(f"{path}: there is no such file; check the path")
    return list(dict.fromkeys(found))


def file_faults(path: Path) -> list[Fault]:
    """Everything that is wrong with a file of `results/`: a result, or the record of a verification.

    Raises:
        InputError: the file cannot be read.
    """
    if not path.name.endswith(VERIFIED):
        return submission_faults(path)
    return record_faults(path, path.with_name(path.name.removesuffix(VERIFIED) + ".json"))


def file_suspicions(path: Path) -> list[str]:
    """What of a file without faults has to be measured again before it is believed."""
    return [] if path.name.endswith(VERIFIED) else suspicions(load_result(path))


def submission_faults(path: Path) -> list[Fault]:
    """Everything for which a result's file would not be taken, found in one go; none for a good one.

    Args:
        path: the file. Where it lies in a folder `results/MODEL/`, its name is looked at too.

    Raises:
        InputError: the file cannot be read.
    """
    try:
        size = path.stat().st_size
        content = path.read_bytes() if size <= MAX_BYTES else b""
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from None
    if size > MAX_BYTES:
        return [Fault("", f"has {size / 2**20:.1f} MB, more than {MAX_BYTES >> 20}; give fewer samples a problem")]
    absolute = path.absolute()
    placed = absolute.parent.parent.name == "results"
    name = PurePosixPath(absolute.parent.name, absolute.name)
    return content_faults(content, name if placed else None)


def content_faults(content: bytes, name: PurePosixPath | None) -> list[Fault]:
    """Everything for which the content of a file would not be taken.

    Args:
        content: the bytes of the file.
        name: `MODEL/FILE.json`, as it is to be in `results/`; None where it has no place yet.
    """
    return checked_content(content, name)[1]


def checked_content(content: bytes, name: PurePosixPath | None) -> tuple[Result | None, list[Fault]]:
    """The result in a file's content, None where it is none, and everything for which it would not be taken.

    Args:
        content: the bytes of the file.
        name: `MODEL/FILE.json`, as it is to be in `results/`; None where it has no place yet.
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


def suspicions(result: Result) -> list[str]:
    """What is not wrong, but has to be measured again before it is believed: totals far below the best known.

    A problem's inputs are taken together: on a single one, solutions that are good at other ones are often far better
    than the one that is best on all of them.
    """
    found = []
    for number, sample in enumerate(result.samples):
        if (less := _far_below(result, sample)) is not None:
            found.append(f"samples[{number}].stress: {less}")
    return found


def _far_below(result: Result, sample: SampleResult) -> str | None:
    """In words, that a sample's total is far below the best known; None where it is not, or not known.

    What is over the budget enters with it; an input that it failed on enters on neither side.
    """
    inputs = result.problems[sample.task_id].inputs if sample.task_id in result.problems else {}
    if sample.stress.keys() != inputs.keys():
        return None
    bounded = [
        (stress.count, inputs[name].best_known) for name, stress in sample.stress.items() if stress.verdict.bounded
    ]
    best = sum(known for _, known in bounded)
    spent = sum(count or result.budget * known for count, known in bounded)
    if spent >= SUSPICIOUS * best:
        return None
    return f"{sample.task_id} in {spent:,} instructions, less than half of the best known {best:,}"


def _beyond_belief(result: Result) -> Iterator[Fault]:
    """Withheld code that would be far better than all that is known: nobody could measure it again."""
    if result.has_public_code or not shows_texts(result.benchmark.name):
        return
    for number, sample in enumerate(result.samples):
        if (less := _far_below(result, sample)) is not None:
            yield Fault(
                f"samples[{number}].stress",
                f"{less}; with its code withheld nobody can check that: publish this one's code, or send the solution "
                "as a reference",
            )


def _name(content: bytes, name: PurePosixPath) -> Iterator[Fault]:
    if FOLDER.fullmatch(name.parent.name) is None:
        yield Fault("", f"its folder must be a short name in lower-case letters, digits, . _ -, not {name.parent}")
    found = FILE.fullmatch(name.stem)
    if name.suffix != ".json" or found is None or not is_date(found["date"]):
        yield Fault("", "its name must be BENCHMARK-YYYY-MM-DD-HASH.json; tallybench submit makes it")
    elif found["date"] < BEGAN:
        yield Fault("", f"its date is before the project's first day, {BEGAN}")
    elif (digest := content_digest(content)) != name.stem[-len(digest) :]:
        yield Fault("", f"its name must end with {digest}, the start of its SHA-256: a changed file is a new one")


def _complete(result: Result) -> Iterator[Fault]:
    if result.benchmark.partial:
        yield Fault("benchmark.partial", "is true; a submission is a run over all problems, without --ids")
    if result.environment.sandbox != "bubblewrap":
        yield Fault("environment.sandbox", "is none; run again without --unsafe-no-sandbox")
    if VERSION.fullmatch(result.benchmark.version) is None:
        yield Fault("benchmark.version", "must be three numbers as in 1.0.0, or data- and the start of a hash")
    for number, sample in enumerate(result.samples):
        if sample.code is not None and len(sample.code) > MAX_CODE:
            yield Fault(f"samples[{number}].code", f"has {len(sample.code):,} characters, more than {MAX_CODE:,}")


def _texts_of_others(result: Result) -> Iterator[Fault]:
    """Of a benchmark whose texts are not ours, none may be published."""
    if not shows_texts(result.benchmark.name):
        for where, what in third_party_texts(result):
            yield Fault(clean_place(where), f"third-party text ({what}); tallybench submit takes it out")


def _not_a_baseline(result: Result) -> Iterator[Fault]:
    """Baselines are the sets that come with TallyBench, and nothing else."""
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


def _copy_of_ours(result: Result) -> Iterator[Fault]:
    """The benchmark's own solutions under another name are no model's."""
    for copied in own_copies(result):
        if copied.whole:
            yield Fault("samples", f"{copied}; a model's samples are its own")


def own_copies(result: Result) -> list[Copied]:
    """How much of a result is the benchmark's own solutions; of the project's own sets nothing is asked."""
    if result.model.baseline or not is_embedded(result):
        return []
    return find_copies(result, load_benchmark(result.benchmark.name), ())


def is_embedded(result: Result) -> bool:
    """Whether the problems of its benchmark come with TallyBench."""
    row = BENCHMARKS.get(result.benchmark.name)
    return row is not None and row.embedded


# What a result is held to; a new check is a function of the result and a line here.
CHECKS: tuple[Callable[[Result], Iterable[Fault]], ...] = (
    _complete,
    coverage_faults,
    cost_faults,
    text_faults,
    _texts_of_others,
    _not_a_baseline,
    _beyond_belief,
    _copy_of_ours,
    result_faults,
)
