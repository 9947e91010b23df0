"""Measures a published result again from its code, and compares."""

import random
import time
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path

from evaluator import version
from evaluator.errors import InputError
from evaluator.results.budget import TIE
from evaluator.results.metrics import ks_of
from evaluator.results.published.record import Compared, Difference, Record, same_bytes, with_code
from evaluator.results.reading import parse_result
from evaluator.results.result import Result, SampleResult
from evaluator.run.options import Options
from evaluator.run.pipeline import evaluate
from evaluator.samples.reading import Sample
from evaluator.submissions.bounds import limit_seconds
from evaluator.submissions.consistency import result_faults

Progress = Callable[[str, int, int], None]
Key = tuple[str, int]


TOO_LONG = "to measure it again takes longer than its own verdicts and counts explain, or than one review may take"


class TooLong(InputError):
    """A verification that was ended for the time that it took."""


def published_samples(result: Result, tasks: set[str] | None = None) -> list[Sample]:
    """The samples of a result, to be evaluated again; the program that was taken from an answer is run as it is.

    Args:
        result: its code must not be withheld.
        tasks: only theirs; None is all.

    Raises:
        InputError: the code is withheld.
    """
    if result.code_withheld:
        raise InputError("its code is withheld; only who has the samples can evaluate them again")
    samples = []
    for sample in sorted(result.samples, key=lambda sample: (sample.task_id, sample.index)):
        if tasks is None or sample.task_id in tasks:
            field = ("raw", "") if sample.code is None else ("solution", sample.code)
            samples.append(Sample(sample.task_id, sample.index, *field))  # type: ignore[arg-type]
    return samples


def verify_result(
    path: Path,
    part: int | None = None,
    seed: int = 0,
    python: str | None = None,
    workers: int | None = None,
    progress: Progress | None = None,
    most_seconds: float | None = None,
) -> Record:
    """Runs everything of a result again: correctness tests, references, counts.

    Args:
        path: the result's file.
        part: so many samples, drawn at random; None is all of them. A part verifies nothing.
        seed: of the draw.
        python: the measuring interpreter; None is the ranked one where it is present.
        workers: processes side by side.
        progress: called as the run goes on.
        most_seconds: on the clock. It never takes longer than the result's own verdicts and counts explain.

    Raises:
        TooLong: it was ended for the time that it took.
        InputError: the file is no result or contradicts itself, its code is withheld, or its benchmark is not the one
            that is here.
        MachineError: this machine lacks what the run needs.
    """
    try:
        content = path.read_bytes()
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from None
    result = parse_result(content, path)
    if faults := result_faults(result):
        raise InputError(f"{path}: {faults[0]}; tallybench validate lists all that has to be mended first")
    try:
        samples = published_samples(result)
    except InputError as error:
        raise InputError(f"{path}: {error}") from None
    whole = part is None or part >= len(samples)
    if part is not None and not whole:
        samples = random.Random(seed).sample(samples, part)
    tasks = None if whole and not result.benchmark.partial else tuple(sorted({sample.task_id for sample in samples}))
    journal = path.with_name(f"{path.name}.verify.journal")
    options = Options(
        benchmark=result.benchmark.name,
        ids=tasks,
        # What a hardware counter or a clock said cannot be said again; the counts of emulation can.
        counter="none" if result.environment.counter == "none" else "valgrind",
        python=python,
        workers=workers,
        ks=ks_of(result.metrics),
        journal=journal,
        resume=True,
    )
    limit = limit_seconds(result, options.processes)
    limited = _limited(path, min(limit, limit if most_seconds is None else most_seconds), progress)
    again = evaluate(samples, result.model, options, limited)
    journal.unlink(missing_ok=True)
    return compare(result, again, sha256(content).hexdigest(), None if whole else seed)


def _limited(path: Path, seconds: float, progress: Progress | None) -> Progress:
    """A progress that ends the run once it has taken too long. Each of its jobs has limits of its own."""
    end = time.monotonic() + seconds

    def limited(step: str, done: int, total: int) -> None:
        if time.monotonic() > end:
            raise TooLong(
                f"{path}: was ended after {seconds / 60:.0f} minutes at {step}, {done} of {total}: {TOO_LONG}"
            )
        if progress is not None:
            progress(step, done, total)

    return limited


def compare(submitted: Result, again: Result, digest: str, seed: int | None = None) -> Record:
    """The record of what was measured again.

    Verdicts have to be the same. Under the same fingerprint, stress verdicts have to be the same too, and counts
    within the tolerance of a tie. Under another one, counts differ by nature: those measured again replace the
    submitted ones and are not listed one by one.

    Args:
        submitted: the result.
        again: what was measured, of all samples or a part.
        digest: SHA-256 of the submitted result's file.
        seed: of the draw; None where everything was measured.
    """
    again = _as_submitted(again, submitted)
    same_place = again.environment.fingerprint == submitted.environment.fingerprint
    differences = [*_references(submitted, again), *_differences(submitted, again, same_place)]
    if not same_place:
        differences = [difference for difference in differences if difference.what not in ("count", "reference count")]
    serious = {"code", "verdict", "stress verdict"} if same_place else {"code", "verdict"}
    whole = seed is None
    new = whole and not same_bytes(
        again.model_copy(update={"evaluator_version": submitted.evaluator_version}), submitted
    )
    bare = tuple(sample.model_copy(update={"code": None, "sanitized": ()}) for sample in again.samples)
    return Record(
        result_sha256=digest,
        evaluator_version=version(),
        benchmark=again.benchmark,
        environment=again.environment,
        compared=Compared(
            problems=len(again.problems),
            samples=len(again.samples),
            counts=sum(len(sample.stress) for sample in again.samples),
            whole=whole,
            seed=seed,
        ),
        differences=tuple(differences),
        agrees=not any(difference.what in serious or _beyond_a_tie(difference) for difference in differences),
        metrics=again.metrics,
        remeasured=again.model_copy(update={"samples": bare, "code_withheld": True}) if new else None,
    )


def _as_submitted(again: Result, submitted: Result) -> Result:
    """What was measured, with what nobody can measure taken from the submission."""
    theirs = {(sample.task_id, sample.index): sample for sample in submitted.samples}
    # Of an answer without code there is nothing to run; why it has none, the sample alone told.
    samples = tuple(
        theirs[sample.task_id, sample.index] if sample.code_sha256 is None else sample for sample in again.samples
    )
    return with_code(again.model_copy(update={"samples": samples}), submitted)


def _references(submitted: Result, again: Result) -> Iterator[Difference]:
    for task_id, problem in sorted(again.problems.items()):
        theirs = submitted.problems[task_id]
        for name, given in sorted(problem.inputs.items()):
            if (theirs_given := theirs.inputs.get(name)) is None:
                continue
            for field in ("best_known", "ground_truth"):
                ours, told = getattr(given, field), getattr(theirs_given, field)
                if ours != told:
                    facts = {"submitted": str(told), "measured": str(ours)}
                    yield Difference(task_id=task_id, input=name, what="reference count", **facts)


def _differences(submitted: Result, again: Result, same_place: bool) -> Iterator[Difference]:
    theirs: dict[Key, SampleResult] = {(sample.task_id, sample.index): sample for sample in submitted.samples}
    for sample in again.samples:
        told = theirs[sample.task_id, sample.index]
        where = {"task_id": sample.task_id, "index": sample.index}
        if told.code_sha256 != sample.code_sha256:
            facts = {"submitted": str(told.code_sha256), "measured": str(sample.code_sha256)}
            yield Difference.model_validate(where | facts | {"what": "code"})
        elif told.verdict != sample.verdict:
            facts = {"submitted": str(told.verdict), "measured": str(sample.verdict)}
            yield Difference.model_validate(where | facts | {"what": "verdict"})
        else:
            for name, stress in sorted(sample.stress.items()):
                known = told.stress[name]
                if known.verdict != stress.verdict:
                    facts = {"submitted": str(known.verdict), "measured": str(stress.verdict)}
                    yield Difference.model_validate(where | facts | {"what": "stress verdict", "input": name})
                elif known.count != stress.count:
                    facts = {"submitted": str(known.count), "measured": str(stress.count)}
                    yield Difference.model_validate(where | facts | {"what": "count", "input": name})


def _beyond_a_tie(difference: Difference) -> bool:
    if difference.what not in ("count", "reference count"):
        return False
    if "None" in (difference.submitted, difference.measured):
        return True
    told, measured = int(difference.submitted), int(difference.measured)
    return abs(told - measured) > TIE.slack(min(told, measured), 1)
