"""What the canonical class reports about each test: taken once in the sandbox, and kept in the cache."""

import hashlib
from typing import Any

from tallybench.files import cache_folder, write_in_cache
from tallybench.model.problem import Suites
from tallybench.model.verdicts import Verdict
from tallybench.sandbox.correctness import Tests
from tallybench.sandbox.host import Zygote, ZygoteDied
from tallybench.sandbox.suites.driver import OBSERVER, UNCLEAN
from tallybench.sandbox.suites.judge import Reference, Report
from tallybench.sandbox.suites.observable import SuiteTest
from tallybench.sandbox.suites.observe import observe_test, read_report
from tallybench.sandbox.suites.rewrite import rewrite_suites
from tallybench.values.wire import WireError, decode, encode

_CPU_SECONDS = 20.0  # for a canonical class, in one test
_ANOTHER_SEED = 20_230_814
_FORM = 3  # the version of what is kept
References = dict[tuple[str, str], Reference]


def take_references(zygote: Zygote, tests: Tests) -> References:
    """Return what the canonical class reports, by test class and test. Tests without a report are left out.

    Args:
        zygote: a native one, with what the tests need.
        tests: the problem's tests.

    Raises:
        MachineError: the cache cannot be written.
    """
    assert tests.suites is not None
    setting = zygote.setting
    facts = [_FORM, tests.source, repr(tests.suites), OBSERVER, setting.interpreter.build, setting.hash_seed]
    facts.append(setting.provision.identity)
    key = hashlib.sha256(repr(facts).encode("utf-8", "surrogatepass")).hexdigest()
    path = cache_folder() / "suites" / key[:32]
    if (kept := _RECENT.get(key)) is not None:
        return kept
    try:
        found = _references(decode(path.read_bytes()))
    except (OSError, WireError, ValueError, TypeError, AttributeError):
        reports, whole = _take(zygote, tests.source, tests.suites)
        found = _references(reports)
        if not whole:  # another time it may end within the limits
            return found
        write_in_cache(path, [encode(reports)])
    if len(_RECENT) >= _MOST_RECENT:
        _RECENT.clear()
    _RECENT[key] = found
    return found


_RECENT: dict[str, References] = {}
_MOST_RECENT = 200
_Reports = dict[tuple[str, str], tuple[Any, Any]]


def _references(reports: _Reports) -> References:
    return {name: Reference.of(Report.of(now), Report.of(later)) for name, (now, later) in reports.items()}


def _take(zygote: Zygote, source: str, suites: Suites) -> tuple[_Reports, bool]:
    """Return the reports, and whether they are complete: no limit of time or memory cut one short."""
    reports: _Reports = {}
    whole = True
    for test in rewrite_suites(source, suites):
        try:
            now = _report(zygote, test, suites)
            later = _report(zygote, test, suites, seed=_ANOTHER_SEED, later=True)
        except _CutShort:
            whole = False
            continue
        if now is not None and later is not None:
            reports[test.suite, test.name] = (now, later)
    return reports, whole


class _CutShort(Exception):
    """Raised if a limit ended the canonical class."""


def _report(zygote: Zygote, test: SuiteTest, suites: Suites, **changed: Any) -> Any:
    observed = observe_test(zygote, test, suites.canonical, suites.imports, _CPU_SECONDS, day=suites.day, **changed)
    if observed.failure is not None and UNCLEAN in observed.failure.reason:
        zygote.close()
        raise ZygoteDied(UNCLEAN)
    if observed.failure is not None and observed.failure.verdict in (Verdict.TIMEOUT, Verdict.MEMORY):
        raise _CutShort
    if observed.output is None:
        return None
    report = read_report(observed.output)
    return list(report.seen), report.error
