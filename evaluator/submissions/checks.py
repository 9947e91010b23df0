"""What a result has to keep besides being right to be taken into `results/`, and where it goes there."""

import hashlib
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import date as date_type
from pathlib import Path, PurePosixPath
from typing import Any

from evaluator.benchmarks.catalogue import shows_texts
from evaluator.errors import InputError
from evaluator.results.environment import ranked_facts
from evaluator.results.published.entries import FILE, FOLDER, VERSION, read_entries
from evaluator.results.published.record import VERIFIED, read_record
from evaluator.results.reading import ResultFaults, is_canonical, load_result, parse_result
from evaluator.results.redaction import third_party_texts
from evaluator.results.result import Model, Result
from evaluator.submissions.consistency import Fault, result_faults

MAX_BYTES = 50 << 20  # of a file: half of what hosts of repositories take
MAX_CODE = 256 << 10  # of one sample's code, in characters
MAX_SETTINGS, MAX_TEXT = 50, 400  # generation settings; characters of one of them
MAX_FACTS = 10_000  # characters of an environment's facts
MAX_RULES, MAX_RULE = 20, 100  # by which a sample was sanitized; characters of the name of one
SUSPICIOUS = 0.5  # of the best known count
# Letters that look like spaces, and more accents on a letter than any script has.
_BLANK = re.compile("[\u115f\u1160\u3164\uffa0\u2800]|[\u0300-\u036f\u1ab0-\u1aff\u20d0-\u20ff]{4}")


def result_files(paths: Iterable[Path]) -> list[Path]:
    """The files that are meant by paths: a folder stands for all JSON files in it and below.

    Raises:
        InputError: a folder has none, or a path is not there.
    """
    found: list[Path] = []
    for path in paths:
        if path.is_dir():
            below = sorted(one for one in path.rglob("*.json") if one.is_file() and not one.name.startswith("."))
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


def record_faults(path: Path, result: Path) -> list[Fault]:
    """Why a file is not the record of a result's verification; none where it is."""
    try:
        record = read_record(path)
    except ResultFaults as error:
        return [Fault(where, what) for where, what in error.faults]
    except InputError as error:
        return [Fault("", str(error))]
    if not result.is_file():
        return [Fault("", f"is the record of {result.name}, which is not there; remove it")]
    if hashlib.sha256(result.read_bytes()).hexdigest() != record.result_sha256:
        return [Fault("result_sha256", f"is not that of {result.name}; tallybench verify writes the record anew")]
    return []


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
    faults = [] if name is None else list(_name(content, name))
    try:
        result = parse_result(content, "")
    except ResultFaults as error:
        return faults + [Fault(where, what) for where, what in error.faults]
    if not is_canonical(content):
        faults.append(Fault("", "is not as tallybench evaluate writes it: send the file unchanged"))
    placed = None if name is None else FILE.fullmatch(name.stem)
    if placed is not None and placed["benchmark"] != result.benchmark.name:
        faults.append(Fault("", f"its name must start with {result.benchmark.name}-"))
    return [
        *faults,
        *_complete(result),
        *_texts(result),
        *_texts_of_others(result),
        *_beyond_belief(result),
        *result_faults(result),
    ]


def suspicions(result: Result) -> list[str]:
    """What is not wrong, but has to be measured again before it is believed: counts far below the best known."""
    found = []
    for number, sample in enumerate(result.samples):
        inputs = result.problems[sample.task_id].inputs
        for name, stress in sample.stress.items():
            if stress.count is not None and stress.count < SUSPICIOUS * inputs[name].best_known:
                found.append(
                    f"samples[{number}].stress.{name}.count: {sample.task_id} in {stress.count:,} instructions, "
                    f"less than half of the best known {inputs[name].best_known:,}"
                )
    return found


def is_date(text: str) -> bool:
    """Whether a text is a day, YYYY-MM-DD."""
    try:
        return date_type.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def _beyond_belief(result: Result) -> Iterator[Fault]:
    """Withheld code that would be far better than all that is known: nobody could measure it again."""
    if not result.code_withheld or not shows_texts(result.benchmark.name):
        return
    for number, sample in enumerate(result.samples):
        inputs = result.problems[sample.task_id].inputs if sample.task_id in result.problems else {}
        counts = [stress.count for stress in sample.stress.values()]
        spent = sum(count or 0 for count in counts)
        best = sum(one.best_known for one in inputs.values())
        if counts and None not in counts and spent < SUSPICIOUS * best:
            yield Fault(
                f"samples[{number}].stress",
                f"{sample.task_id} in {spent:,} instructions, less than half of the best known {best:,}; with its code "
                "withheld nobody can check that: publish this one's code, or send the solution as a reference",
            )


def _name(content: bytes, name: PurePosixPath) -> Iterator[Fault]:
    if FOLDER.fullmatch(name.parent.name) is None:
        yield Fault("", f"its folder must be a short name in lower-case letters, digits, . _ -, not {name.parent}")
    found = FILE.fullmatch(name.stem)
    if name.suffix != ".json" or found is None or not is_date(found["date"]):
        yield Fault("", "its name must be BENCHMARK-YYYY-MM-DD-HASH.json; tallybench submit makes it")
    elif (digest := content_digest(content)) != name.stem[-len(digest) :]:
        yield Fault("", f"its name must end with {digest}, the start of its SHA-256: a changed file is a new one")


def _complete(result: Result) -> Iterator[Fault]:
    if result.benchmark.partial:
        yield Fault("benchmark.partial", "is true; a submission is a run over all problems, without --ids")
    if result.environment.sandbox != "bubblewrap":
        yield Fault("environment.sandbox", "is none; run again without --unsafe-no-sandbox")
    if VERSION.fullmatch(result.benchmark.version) is None:
        yield Fault("benchmark.version", "must be three numbers as in 1.0.0, or data- and the start of a hash")
    # Samples that failed may not be left out. A task without any counts as failed, so that nothing is gained there.
    sizes = Counter(Counter(sample.task_id for sample in result.samples).values())
    if len(sizes) > 1:
        told = ", ".join(f"{size} for {tasks} tasks" for size, tasks in sorted(sizes.items())[:5])
        yield Fault("samples", f"their number must be the same for every task that has any; it is {told}")
    for number, sample in enumerate(result.samples):
        if sample.code is not None and len(sample.code) > MAX_CODE:
            yield Fault(f"samples[{number}].code", f"has {len(sample.code):,} characters, more than {MAX_CODE:,}")


def _texts(result: Result) -> Iterator[Fault]:
    """No text that is shown may hide something, turn the line around, or fill a page."""
    for where, text in (("model.name", result.model.name), ("model.organization", result.model.organization or "-")):
        if text != " ".join(text.split()) or _BLANK.search(text):
            yield Fault(where, "has spaces at its ends, several together, or characters that show nothing; remove them")
    if (facts := set(result.environment.facts) - set(ranked_facts())) or len(str(result.environment.facts)) > MAX_FACTS:
        yield Fault("environment.facts", f"are too many or too long ({', '.join(sorted(facts)[:3])[:80]} ...)")
    for number, sample in enumerate(result.samples):
        if len(sample.sanitized) > MAX_RULES or any(len(rule) > MAX_RULE for rule in sample.sanitized):
            yield Fault(f"samples[{number}].sanitized", "are not names of rules")
    settings = result.model.generation
    if len(settings) > MAX_SETTINGS:
        yield Fault("model.generation", f"has {len(settings)} settings, more than {MAX_SETTINGS}")
    for where, text in _strings(result.model_dump(mode="json", exclude={"samples"}), ""):
        if where.startswith("model.generation") and len(text) > MAX_TEXT:
            yield Fault(where[:MAX_TEXT], f"has {len(text):,} characters, more than {MAX_TEXT}")
        yield from _hidden(where[:MAX_TEXT], text)
    for number, sample in enumerate(result.samples):
        for where, text in _strings(sample.model_dump(mode="json", exclude={"code"}), f"samples[{number}]"):
            yield from _hidden(where, text)


def _texts_of_others(result: Result) -> Iterator[Fault]:
    """Of a benchmark whose texts are not ours, none may be published."""
    if not shows_texts(result.benchmark.name):
        for where, what in third_party_texts(result):
            yield Fault(clean_place(where), f"third-party text ({what}); tallybench submit takes it out")


def _strings(value: Any, where: str) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield where, value
    elif isinstance(value, dict):
        for key, one in value.items():
            yield from _strings(one, f"{where}.{key}".lstrip("."))
            yield f"{where}.{key}".lstrip("."), key
    elif isinstance(value, list):
        for number, one in enumerate(value):
            yield from _strings(one, f"{where}[{number}]")


def _hidden(where: str, text: str) -> Iterator[Fault]:
    odd = {character for character in text if unicodedata.category(character) in ("Cc", "Cf", "Co", "Cs", "Zl", "Zp")}
    if odd:
        told = ", ".join(f"U+{ord(character):04X}" for character in sorted(odd)[:5])
        yield Fault(clean_place(where), f"holds characters that are not seen ({told}); remove them")


def clean_place(where: str) -> str:
    """A JSON path fit to be printed: keys come from the file."""
    return "".join(character if character.isprintable() else "?" for character in where)


def content_digest(content: bytes) -> str:
    """What a file's name ends with: the first 8 digits of its SHA-256."""
    return hashlib.sha256(content).hexdigest()[:8]


def slug_of(model: Model) -> str:
    """A model's short name, made of its name: `Gemma 3 270M` is gemma-3-270m.

    Raises:
        InputError: nothing of the name can be used.
    """
    plain = unicodedata.normalize("NFKD", model.name).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9._]+", "-", plain).strip("-._")[:64]
    if FOLDER.fullmatch(slug) is None:
        raise InputError(f"model.name: {model.name!r} makes no short name; give one with --as")
    return slug


def place_of(result: Result, content: bytes, date: str, slug: str | None, root: Path) -> PurePosixPath:
    """Where a result goes, relative to the project's root.

    Args:
        result: what the file holds.
        content: its bytes.
        date: YYYY-MM-DD.
        slug: the model's short name; None makes it of the name.
        root: the project's root.

    Raises:
        InputError: the short name or the date is not in the form, another model has the folder, or this very file is
            there already.
    """
    slug = slug or slug_of(result.model)
    name = f"{result.benchmark.name}-{date}-{content_digest(content)}"
    if FOLDER.fullmatch(slug) is None:
        raise InputError(f"--as {slug}: must be lower-case letters, digits, dots and hyphens, at most 64")
    if FILE.fullmatch(name) is None or not is_date(date):
        raise InputError(f"--date {date}: must be a day, YYYY-MM-DD")
    for entry in read_entries(root):
        if entry.slug == slug and entry.submitted.model.name != result.model.name:
            raise InputError(
                f"results/{slug}: is the folder of {entry.submitted.model.name}; give the same --model as there, "
                "or another short name with --as"
            )
        if entry.slug != slug and entry.submitted.model.name == result.model.name:
            raise InputError(f"results/{slug}: this model's folder is results/{entry.slug}; give --as {entry.slug}")
        if entry.path.endswith(f"-{content_digest(content)}.json") and (root / entry.path).read_bytes() == content:
            raise InputError(f"{entry.path}: is this very file; there is nothing to submit")
    place = PurePosixPath("results", slug, f"{name}.json")
    if (root / place).exists():
        raise InputError(f"{place}: is there already, with other content; give another --date")
    return place
