"""Run tests of a class, each in a fresh child, and take their reports as data.

What the canonical class reports is taken once, and kept in the cache.
"""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

from tallybench.files import cache_folder, write_in_cache
from tallybench.model.problem import Suites
from tallybench.model.verdicts import Verdict
from tallybench.sandbox.channel import Channel, ChannelClosed, serve_solution
from tallybench.sandbox.correctness import Tests
from tallybench.sandbox.host import Zygote, ZygoteDied
from tallybench.sandbox.jobs import Failure, failed
from tallybench.sandbox.suites.driver import ENTRY_POINT, OBSERVER, UNCLEAN, prologue, whole_program
from tallybench.sandbox.suites.judge import Reference, Report, SuiteTest
from tallybench.sandbox.suites.rewrite import rewrite_suites
from tallybench.values.wire import WireError, decode, encode

_CPU_SECONDS = 20.0  # for a canonical class, in one test
_ANOTHER_SEED = 20_230_814
_FORM = 3  # the version of what is cached

References = dict[tuple[str, str], Reference]
_Reports = dict[tuple[str, str], tuple[Any, Any]]


@dataclass(frozen=True)
class Observed:
    """The outcome of a test's child."""

    output: bytes | None  # its encoded report, untrusted; None if there is a failure
    failure: Failure | None  # why there is no output
    loaded: bool  # the class could be loaded
    cpu_seconds: float  # CPU time of the child

    @property
    def unclean(self) -> bool:
        """Whether the child reports that its folder could not be emptied."""
        return self.failure is not None and UNCLEAN in self.failure.reason


def observe_test(
    zygote: Zygote,
    test: SuiteTest,
    solution: str,
    suites: Suites,
    cpu_seconds: float,
    *,
    seed: int = 0,
    later: bool = False,
) -> Observed:
    """Run one test on a solution, within this much CPU time.

    The zygote is a native one, with what the tests need. A different `seed` gives different random numbers, and `later`
    sets the clock a year ahead.
    """
    before = prologue(seed=seed, day=suites.day, later=later)
    program = whole_program(before, solution, suites.imports, test.program)
    calls = [(test.suite, test.name)] if test.prelude is None else [test.prelude, (test.suite, test.name)]
    return call_program(zygote, program, calls, cpu_seconds)


def call_program(zygote: Zygote, program: str, calls: Sequence[tuple[Any, ...]], cpu_seconds: float) -> Observed:
    """Call the ENTRY_POINT of a program in a fresh child, with the arguments of each call; take its last answer."""
    loaded = False
    output: bytes | None = None
    failure: Failure | None = None

    def talk(channel: Channel) -> None:
        nonlocal loaded, output, failure
        try:
            if (failure := channel.refusal()) is None:
                loaded = True
                for arguments in calls:
                    output, failure = channel.call(arguments, {})
        except ChannelClosed as closed:
            output, failure = None, closed.failure

    ended = serve_solution(zygote, program, ENTRY_POINT, cpu_seconds, talk)
    if output is None and failure is None:
        failure = failed(ended) or Failure(
            Verdict.EXCEPTION, f"the process ended (exit code {ended.exit_code}) in the middle of a test"
        )
    return Observed(output, failure, loaded, ended.cpu_seconds)


def take_references(zygote: Zygote, tests: Tests) -> References:
    """Return what the canonical class reports, by test class and test. Tests without a report are left out.

    The zygote is a native one, with what the tests need. If the cache cannot be written, this raises MachineError.
    """
    assert tests.suites is not None
    setting = zygote.setting
    facts = [_FORM, tests.source, repr(tests.suites), OBSERVER, setting.interpreter.build, setting.hash_seed]
    facts.append(setting.provision.identity)
    key = hashlib.sha256(repr(facts).encode("utf-8", "surrogatepass")).hexdigest()
    path = cache_folder() / "suites" / key[:32]
    try:
        return _read_references(path)
    except (OSError, WireError, ValueError, TypeError, AttributeError):
        reports, whole = _take(zygote, tests.source, tests.suites)
        if not whole:  # another time it may end within the limits
            return _references(reports)
        write_in_cache(path, [encode(reports)])
        return _read_references(path)


@lru_cache(maxsize=200)
def _read_references(path: Path) -> References:
    return _references(decode(path.read_bytes()))


def _references(reports: _Reports) -> References:
    return {name: Reference.of(Report.of(now), Report.of(later)) for name, (now, later) in reports.items()}


def _take(zygote: Zygote, source: str, suites: Suites) -> tuple[_Reports, bool]:
    """Return the reports, and whether they are complete: no limit of time or memory cut one short."""
    reports: _Reports = {}
    whole = True
    runs: tuple[dict[str, Any], ...] = ({}, {"seed": _ANOTHER_SEED, "later": True})
    for test in rewrite_suites(source, suites):
        both = []
        for run in runs:
            observed = observe_test(zygote, test, suites.canonical, suites, _CPU_SECONDS, **run)
            if observed.unclean:
                zygote.close()
                raise ZygoteDied(UNCLEAN)
            if observed.output is None:
                cut_short = (Verdict.TIMEOUT, Verdict.MEMORY)
                whole = whole and (observed.failure is None or observed.failure.verdict not in cut_short)
                break
            report = Report.read(observed.output)
            both.append((list(report.seen), report.error))
        else:
            reports[test.suite, test.name] = (both[0], both[1])
    return reports, whole
