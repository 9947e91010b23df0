"""Finds samples that are copies: of the benchmark's own solutions, or of the samples in another result.

Two programs are the same if their texts are equal, or if the task's function in one equals some function in the other
after normalisation. That removes docstrings, annotations, imports and formatting, and replaces the names that the
program defines with numbers. Constants, operators, attributes and the names of built-ins stay. So a copy with other
names, or with useless functions added, is still a copy; so is a program that someone wrote independently in the same
way.

Short functions are alike by chance, so those with fewer than LEAST_NODES nodes are not compared. Measured on 133
published sets of HumanEval samples: none shares more than 8 % of its comparable samples with the canonical solutions,
or more than 1 % with the references. 14 of the 18,906 ordered pairs of sets share half or more; each pair comes from
one model, from its versions, or from an agent that starts from the other's answers. Two models share up to 37 %, two
versions of a model up to 77 %, two runs of the same weights up to 95 %, an agent and the answers that it was given up
to 98 %.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tallybench.benchmarks.trees import LONGEST, entry_tree, functions_of
from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import code_hash
from tallybench.model.result import Result, SampleResult

LEAST_COMPARED = 10  # samples; with fewer, a share says nothing
SAID_OWN, REFUSED_OWN = 0.25, 0.9  # shares of copies of the benchmark's own solutions
SAID_RESULT, REFUSED_RESULT = 0.5, 1.0  # shares of copies of another result, which may be from the same model

TOGETHER = "the benchmark's own solutions"  # the source to name if no single source has as many copies

Marks = Mapping[str, frozenset[str]]  # by task: a program with any of these hashes is a copy


@dataclass(frozen=True)
class Copied:
    """How much of a result is copied from one source."""

    source: str  # `the references`, `the canonical solutions`, `the benchmark's own solutions`, or a result's label
    own: bool  # whether the source is the benchmark itself
    copies: int  # how many samples are copies of the source's
    compared: int  # how many samples are long enough to compare and belong to tasks that the source solves

    @property
    def share(self) -> float:
        return self.copies / self.compared if self.compared else 0.0

    @property
    def said(self) -> bool:
        """Whether the share is larger than what models share by chance."""
        return self.compared >= LEAST_COMPARED and self.share >= (SAID_OWN if self.own else SAID_RESULT)

    @property
    def whole(self) -> bool:
        """Whether the result is nothing but a copy."""
        return self.compared >= LEAST_COMPARED and self.share >= (REFUSED_OWN if self.own else REFUSED_RESULT)

    def __str__(self) -> str:
        compared = f"{self.compared} samples that can be compared ({self.share:.0%})"
        return f"{self.copies} of {compared} are copies of {self.source}"


class _Programs(NamedTuple):
    """Programs that samples may be copied from: their label, whether they are the benchmark's own, and their marks."""

    name: str
    own: bool
    marks: Marks


def find_copies(result: Result, benchmark: Benchmark | None, others: Iterable[tuple[str, Result]]) -> list[Copied]:
    """Return what a result's samples are copies of, the largest share first. Withheld code is compared by its hashes.

    The benchmark's solutions are compared too, if they are available; `others` are other models' results, by label.
    """
    return _copied(result, [*_own_programs(benchmark), *map(_result_programs, others)])


def copies_among(results: Sequence[tuple[str, Result]], benchmark: Benchmark | None) -> list[list[Copied]]:
    """Return, for each labelled result, what `find_copies` finds among the others; each is read only once."""
    own, sources = _own_programs(benchmark), list(map(_result_programs, results))
    return [
        _copied(result, [*own, *sources[:place], *sources[place + 1 :]]) for place, (_, result) in enumerate(results)
    ]


def uncompared(result: Result) -> int:
    """Return how many samples are too long to be compared."""
    return sum(sample.code is not None and len(sample.code) > LONGEST for sample in result.samples)


def _copied(result: Result, sources: Sequence[_Programs]) -> list[Copied]:
    by_text = not _has_trees(result)
    samples = [
        (sample.task_id, _hashes(sample) | functions_of(sample.code or ""), sample.code is None and by_text)
        for sample in result.samples
        if sample.code_sha256 is not None
    ]
    found = []
    for source, own, marks in sources:
        compared = [
            not hashes.isdisjoint(marks[task_id])
            for task_id, hashes, hidden in samples
            if task_id in marks and (hidden or len(hashes) > 1)
        ]
        found.append(Copied(source, own, sum(compared), len(compared)))
    alone = max((copied.share for copied in found if copied.own and copied.source != TOGETHER), default=0.0)
    found = [copied for copied in found if copied.source != TOGETHER or copied.share > alone]
    return sorted(found, key=lambda copied: -copied.share)


def _own_programs(benchmark: Benchmark | None) -> list[_Programs]:
    """Return the benchmark's own programs: its references, its canonical solutions, and all of its solutions."""
    if benchmark is None:
        return []
    groups: dict[str, dict[str, frozenset[str]]] = {"the references": {}, "the canonical solutions": {}, TOGETHER: {}}
    for problem in benchmark:
        canonical = (problem.canonical, problem.ground_truth)
        together = (*problem.references, *problem.slow, *canonical)
        for marks, solutions in zip(groups.values(), (problem.references, canonical, together), strict=True):
            if found := _marks((solution.code for solution in solutions), problem.entry_point):
                marks[problem.task_id] = found
    return [_Programs(name, True, marks) for name, marks in groups.items()]


def _result_programs(labelled: tuple[str, Result]) -> _Programs:
    label, result = labelled
    found: dict[str, frozenset[str]] = {}
    by_text = not _has_trees(result)
    for sample in result.samples:
        if sample.code_sha256 is None:
            continue
        marks: frozenset[str] = frozenset()
        if sample.code is not None:
            marks = _marks([sample.code], result.problems[sample.task_id].entry_point)
        elif by_text or sample.tree_sha256 is not None:
            marks = _hashes(sample)
        if marks:
            found[sample.task_id] = found.get(sample.task_id, frozenset()) | marks
    return _Programs(label, False, found)


def _has_trees(result: Result) -> bool:
    """Return whether a result has the tree hashes of its samples' functions; files of old schemas do not."""
    return any(sample.tree_sha256 is not None for sample in result.samples)


def _hashes(sample: SampleResult) -> frozenset[str]:
    return frozenset(digest for digest in (sample.code_sha256, sample.tree_sha256) if digest is not None)


def _marks(codes: Iterable[str], entry_point: str) -> frozenset[str]:
    """Return the hashes of programs' texts and of the task's function in them; short programs have none."""
    found = set()
    for code in codes:
        if (tree := entry_tree(code, entry_point)) is not None:
            found |= {code_hash(code), tree}
    return frozenset(found)
