"""Dependencies and errors of a model's classes: figures 7 to 9 of ClassEval's paper, from a result alone."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from tallybench.model.parts import SampleResult
from tallybench.model.suite_results import SuiteVerdict
from tallybench.model.verdicts import Verdict


@dataclass(frozen=True)
class Share:
    """A fraction: `found` of `of`."""

    found: int
    of: int

    @property
    def percent(self) -> float | None:
        return 100 * self.found / self.of if self.of else None


@dataclass(frozen=True)
class ClassFigures:
    """What a model's classes use of themselves, and how they fail.

    Attributes:
        fields: DEP(F), of the fields that canonical methods use those that the written ones use.
        calls: DEP(M), the same of other methods.
        by_calls: by how many other methods the canonical method uses, how many written ones are right.
        exceptions: of wrong classes, tests by the exception that ended them.
    """

    fields: Share
    calls: Share
    by_calls: dict[int, Share]
    exceptions: dict[str, int]

    @property
    def most_frequent(self) -> list[tuple[str, int]]:
        """The exceptions, the most frequent first."""
        return sorted(self.exceptions.items(), key=lambda item: (-item[1], item[0]))


def class_figures(samples: Iterable[SampleResult]) -> ClassFigures:
    """Return the figures of a result's samples that tell of methods."""
    sums: Counter[str] = Counter()
    right: dict[int, int] = defaultdict(int)
    written: dict[int, int] = defaultdict(int)
    exceptions: Counter[str] = Counter()
    for sample in samples:
        if (told := sample.suites) is None:
            continue
        for name, part in (("fields", told.fields), ("calls", told.calls)):
            sums[name] += part.found
            sums[f"{name} of"] += part.of
        for method in told.methods.values():
            written[method.calls] += 1
            right[method.calls] += method.verdict is SuiteVerdict.PASSED
        if sample.verdict is not Verdict.PASSED:
            exceptions.update(told.exceptions)
    return ClassFigures(
        Share(sums["fields"], sums["fields of"]),
        Share(sums["calls"], sums["calls of"]),
        {calls: Share(right[calls], written[calls]) for calls in sorted(written)},
        dict(sorted(exceptions.items())),
    )
