"""Dependencies and errors of a model's classes: figures 7 to 9 of ClassEval's paper, from a result alone."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from tallybench.model.parts import SampleResult
from tallybench.model.verdicts import SuiteVerdict, Verdict


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
    """How far a model's classes use their own fields and methods, and how they fail.

    Attributes:
        fields: DEP(F): how many of the fields that the canonical methods use are used by the written ones, too.
        calls: DEP(M): the same for other methods of the class.
        by_calls: how many written methods are right, by how many other methods the canonical one uses.
        exceptions: how many tests of wrong classes each exception ended.
    """

    fields: Share
    calls: Share
    by_calls: dict[int, Share]
    exceptions: dict[str, int]

    @property
    def most_frequent(self) -> list[tuple[str, int]]:
        """The exceptions and their counts, most frequent first."""
        return sorted(self.exceptions.items(), key=lambda item: (-item[1], item[0]))


def class_figures(samples: Iterable[SampleResult]) -> ClassFigures:
    """Return the figures of a result, from those of its samples that have verdicts by method."""
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
