"""A shard's file: what one machine found out, as data that are checked when they are read.

JSON Lines. The first line is the `Header`; then a line for each sample, each problem that was tried out, each
yardstick and each outcome; the last line tells how many they are, and the SHA-256 of all lines before it. The same
shard of the same run has the same bytes on every machine.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Any, Literal, Self

import orjson
from pydantic import Field, TypeAdapter, ValidationError, model_validator

from evaluator.errors import InputError
from evaluator.execution.correctness import CheckOutcome
from evaluator.execution.counting import StressOutcome
from evaluator.execution.yardstick import BuiltInput, Yardstick
from evaluator.measuring.vetting import Vetted
from evaluator.problems.problem import code_hash
from evaluator.results.fields import Name, Part, Sha256
from evaluator.results.reading import schema_faults
from evaluator.results.verdicts import StressVerdict, Verdict
from evaluator.run.outcomes import Outcomes
from evaluator.run.sharding.header import FORMAT, Header
from evaluator.samples.attempts import Attempt
from evaluator.samples.reading import MAX_LINE
from evaluator.values.text import clean_text

_MOST_LINE = 8 * MAX_LINE  # a sample's code, each character of it escaped at worst
_Whole = Annotated[int, Field(ge=0, lt=1 << 53)]  # what every reader of JSON can hold
_Positive = Annotated[int, Field(gt=0, lt=1 << 53)]
_Text = Annotated[str, Field(max_length=1000)]  # a result says which of its texts have to be shorter


@dataclass
class ShardContent:
    """What a shard's file holds.

    Attributes:
        header: the run, and which share of it this is.
        attempts: the samples of the shard's problems.
        vetted: what of these problems cannot be used; nothing where they are audited.
        outcomes: of these samples.
    """

    header: Header
    attempts: list[Attempt]
    vetted: dict[str, Vetted]
    outcomes: Outcomes


class SampleLine(Part):
    kind: Literal["sample"] = "sample"
    task_id: Name
    index: _Whole
    code: str | None
    rules: tuple[Name, ...]
    tokens: tuple[_Whole, _Whole] | None


class VettedLine(Part):
    kind: Literal["vetted"] = "vetted"
    task_id: Name
    fault: _Text | None
    inputs: dict[Name, _Text] | None


class CheckLine(Part):
    kind: Literal["check"] = "check"
    task_id: Name
    code_sha256: Sha256
    verdict: Verdict
    reason: _Text | None
    call: _Text | None
    expected: _Text | None
    got: _Text | None
    suites: dict[str, dict[str, _Whole]] | None


class InputPart(Part):
    sha256: Sha256
    size: _Whole
    expected_sha256: Sha256
    overhead: Annotated[int, Field(gt=-(1 << 53), lt=1 << 53)]


class YardstickLine(Part):
    kind: Literal["yardstick"] = "yardstick"
    task_id: Name
    inputs: dict[Name, InputPart]
    counts: dict[Name, dict[Name, _Positive | None]]
    best: Name
    code_hashes: dict[Name, Sha256]


class FaultLine(Part):
    kind: Literal["fault"] = "fault"
    task_id: Name
    reason: _Text


class StressLine(Part):
    kind: Literal["count", "memory", "wrong"]
    task_id: Name
    code_sha256: Sha256
    input: Name
    verdict: StressVerdict
    count: _Positive | None
    reason: _Text | None

    @model_validator(mode="after")
    def _count_if_counted(self) -> Self:
        if (self.count is not None) != (self.verdict is StressVerdict.COUNTED):
            raise ValueError("a count stands with the verdict `counted`, and only there")
        return self


class EndLine(Part):
    kind: Literal["end"] = "end"
    lines: _Whole
    sha256: Sha256


Line = SampleLine | VettedLine | CheckLine | YardstickLine | FaultLine | StressLine | EndLine
_LINE: TypeAdapter[Line] = TypeAdapter(Annotated[Line, Field(discriminator="kind")])


def dump_shard(content: ShardContent) -> Iterator[bytes]:
    """The bytes of a shard's file, line by line."""
    digest, number = sha256(), 0
    for line in _lines(content):
        written = orjson.dumps(line.model_dump(mode="json"), option=orjson.OPT_APPEND_NEWLINE)
        digest.update(written)
        number += 1
        yield written
    end = EndLine(lines=number, sha256=digest.hexdigest())
    yield orjson.dumps(end.model_dump(mode="json"), option=orjson.OPT_APPEND_NEWLINE)


def _lines(content: ShardContent) -> Iterator[Part]:
    yield content.header
    for attempt in content.attempts:
        yield SampleLine(
            task_id=attempt.task_id,
            index=attempt.index,
            code=attempt.code,
            rules=attempt.rules,
            tokens=attempt.tokens,
        )
    for task_id, vetted in sorted(content.vetted.items()):
        yield VettedLine(task_id=task_id, fault=vetted.fault, inputs=vetted.inputs)
    found = content.outcomes
    for (task_id, digest), check in sorted(found.checks.items()):
        yield CheckLine(task_id=task_id, code_sha256=digest, **check.as_record())
    for task_id, yardstick in sorted(found.yardsticks.items()):
        yield YardstickLine(task_id=task_id, **asdict(yardstick))
    for task_id, reason in sorted(found.faults.items()):
        yield FaultLine(task_id=task_id, reason=reason)
    kinds: tuple[tuple[Literal["count", "memory", "wrong"], Mapping[tuple[str, str, str], StressOutcome]], ...]
    kinds = ("count", found.stress), ("memory", found.memory), ("wrong", found.wrong)
    for kind, outcomes in kinds:
        for (task_id, digest, name), outcome in sorted(outcomes.items()):
            yield StressLine(kind=kind, task_id=task_id, code_sha256=digest, input=name, **outcome.as_record())


def read_shard(path: Path) -> ShardContent:
    """Reads a shard's file.

    Raises:
        InputError: it cannot be read, is none, is cut off, or a line of it is not as it was written; with the line.
    """
    try:
        with path.open("rb") as file:
            return _read(path, iter(lambda: file.readline(_MOST_LINE + 1), b""))
    except OSError as error:
        raise InputError(f"{path}: cannot be read ({error.strerror})") from None


def _read(path: Path, lines: Iterator[bytes]) -> ShardContent:
    first = next(lines, b"")
    content = ShardContent(_header(path, first), [], {}, Outcomes())
    tasks = set(content.header.tasks)
    digest, number = sha256(first), 1
    for written in lines:
        number += 1
        where = f"{path}, line {number}"
        line = _line(where, written)
        if isinstance(line, EndLine):
            if line.lines != number - 1 or line.sha256 != digest.hexdigest():
                raise InputError(f"{where}: the lines before it were changed since they were written; {_AGAIN}")
            if next(lines, b""):
                raise InputError(f"{path}, line {number + 1}: stands behind the end of the shard; {_AGAIN}")
            return content
        if line.task_id not in tasks:
            raise InputError(f"{where}: {clean_text(line.task_id)} is no task of this shard; {_AGAIN}")
        _take(content, line, where)
        digest.update(written)
    raise InputError(f"{path}, line {number}: the file is cut off behind it; {_AGAIN}")


_AGAIN = "copy the file again, or evaluate the shard again"


def _header(path: Path, written: bytes) -> Header:
    try:
        data = orjson.loads(written)
    except orjson.JSONDecodeError:
        data = None
    if not isinstance(data, dict) or "tallybench_shard" not in data:
        raise InputError(f"{path}: is no shard; give files that `tallybench evaluate --shard` wrote")
    if data["tallybench_shard"] != FORMAT:
        raise InputError(
            f"{path}, line 1: tallybench_shard is {data['tallybench_shard']!r:.40}, this version of TallyBench reads "
            f"{FORMAT}; merge with the version that wrote it"
        )
    try:
        header = Header.model_validate(data)
    except ValidationError as error:
        raise InputError(f"{path}, line 1: {_fault(error)}; {_AGAIN}") from None
    if header.shard > header.shards or len(set(header.tasks)) != len(header.tasks):
        raise InputError(f"{path}, line 1: names no possible shard; {_AGAIN}")
    return header


def _line(where: str, written: bytes) -> Line:
    try:
        return _LINE.validate_json(written, strict=True)
    except ValidationError as error:
        raise InputError(f"{where}: {_fault(error)}; {_AGAIN}") from None


def _fault(error: ValidationError) -> str:
    where, what = schema_faults(error)[0]
    return clean_text(f"{where}: {what}")


def _take(content: ShardContent, line: Line, where: str) -> None:
    """Puts what a line says where it belongs.

    Raises:
        InputError: it was said before.
    """
    found = content.outcomes
    into: dict[Any, Any]
    key: Any
    value: Any
    match line:
        case SampleLine():
            digest = None if line.code is None else code_hash(line.code)
            content.attempts.append(Attempt(line.task_id, line.index, line.code, digest, line.rules, line.tokens))
            return
        case VettedLine():
            into, key, value = content.vetted, line.task_id, Vetted(line.fault, line.inputs)
        case CheckLine():
            outcome = line.model_dump(exclude={"kind", "task_id", "code_sha256"})
            into, key, value = found.checks, (line.task_id, line.code_sha256), CheckOutcome(**outcome)
        case YardstickLine():
            inputs = {name: BuiltInput(**given.model_dump()) for name, given in line.inputs.items()}
            into, key = found.yardsticks, line.task_id
            value = Yardstick(inputs, line.counts, line.best, line.code_hashes)
        case FaultLine():
            into, key, value = found.faults, line.task_id, line.reason
        case StressLine():
            into = {"count": found.stress, "memory": found.memory, "wrong": found.wrong}[line.kind]
            key = line.task_id, line.code_sha256, line.input
            value = StressOutcome(line.verdict, line.count, line.reason)
    if key in into:
        raise InputError(f"{where}: says once more what a line before it said; {_AGAIN}")
    into[key] = value
