"""The report of a run on a Judge0 server. It is no result: it has no counts, and nobody can measure its figures again.

So it is a file of a kind of its own, which no command takes for a result. Its verdicts are our judge's; its times and
its memory are what the server says of itself, and differ from run to run.
"""

from collections.abc import Iterator
from typing import Annotated, Literal

import orjson
from pydantic import Field

from evaluator.results.fields import Count, Name, Part, Sha256, ShortText
from evaluator.results.result import BenchmarkFacts, Bootstrap, Exclusion, FailureResult, Figure, Model
from evaluator.results.verdicts import Verdict

KIND: Literal["tallybench-judge0-report"] = "tallybench-judge0-report"

_Seconds = Annotated[float, Field(ge=0, description="CPU time, the interpreter's start included, as Judge0 says")]
_Kilobytes = Annotated[float, Field(ge=0, description="the most memory, as Judge0 says")]


class EngineLimits(Part):
    """What a program could take on the server."""

    cpu_seconds: float
    wall_seconds: float
    kilobytes: Count
    file_kilobytes: Count = Field(description="of what it prints")


class Engine(Part):
    """What ran the programs."""

    name: Literal["judge0"] = "judge0"
    host: ShortText = Field(description="of the server's address")
    version: Name = Field(description="of Judge0, as the server says")
    language_id: int
    language: Name = Field(description="as the server names it")
    self_measured: Literal[True] = Field(
        default=True, description="the server says what it measured, and nobody can measure that again: never ranked"
    )
    limits: EngineLimits


class Judge0Problem(Part):
    """A problem, and what its own solution took on the server."""

    hash: Sha256
    tests: Count = Field(description="runs of the problem's own solution")
    seconds: _Seconds | None
    kilobytes: _Kilobytes | None


class Judge0Sample(Part):
    """A sample, and what it took on the server: of all its runs together, up to the first that failed."""

    task_id: Name
    index: Count
    code_sha256: Sha256 | None
    code: str | None
    sanitized: tuple[str, ...]
    verdict: Verdict
    failure: FailureResult | None
    tests: Count = Field(description="runs, which are all calls of a function together, or a test of a program each")
    seconds: _Seconds | None
    kilobytes: _Kilobytes | None


class Medians(Part):
    """The middle of the passed samples, and of the own solutions of the same problems."""

    samples: Annotated[int, Field(gt=0)] = Field(description="how many passed of which Judge0 says it")
    seconds: _Seconds
    own_seconds: _Seconds
    kilobytes: _Kilobytes
    own_kilobytes: _Kilobytes


class Judge0Report(Part):
    """What came of a run on a Judge0 server."""

    kind: Literal["tallybench-judge0-report"] = KIND
    version: Literal[1] = 1
    model: Model
    evaluator_version: Name
    benchmark: BenchmarkFacts
    engine: Engine
    code_withheld: bool
    problems: dict[str, Judge0Problem]
    samples: tuple[Judge0Sample, ...]
    exclusions: tuple[Exclusion, ...] = Field(description="problems that the figures leave out, and why")
    metrics: dict[str, Figure]
    medians: Medians | None
    bootstrap: Bootstrap


def dump_report(report: Judge0Report) -> Iterator[bytes]:
    """The bytes of a report's file: UTF-8 JSON with sorted keys, two spaces of indent and a final newline."""
    options = orjson.OPT_SORT_KEYS | orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE
    yield orjson.dumps(report.model_dump(mode="json"), option=options)
