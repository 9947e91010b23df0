"""Pairs of a slow and a fast program that people wrote for the same problem: ids and hashes, no texts.

The pairs are ours, the programs are COFFE's (from Code Contests). `tallybench dev study humans --pairs` makes the file;
together with COFFE's data it is a benchmark of programs to be made faster (ECCO, Waghjale et al., EMNLP 2024, section
3.2).

Each problem belongs to one split, which depends on its own id alone, so adding a problem moves no other. The tests are
divided too: public ones may be shown during generation, for example to refine a program; private ones decide the
verdict. No test is both.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from enum import StrEnum
from hashlib import sha256
from pathlib import Path
from typing import Annotated, Literal

from pydantic import Field

from tallybench.benchmarks.sources.coffe import load_code_contests
from tallybench.benchmarks.sources.data_files import read_file
from tallybench.files import data_folder
from tallybench.model.benchmark import Benchmark
from tallybench.model.counts import cost_order
from tallybench.model.parts import Name, Part, Sha256
from tallybench.model.problem import GIVEN, Case, Problem, Solution, Task, code_hash
from tallybench.model.training import Costed, Training, TrainingProblem, falling

SLOWER = 1.5  # the slow program of a pair needs at least this multiple of the fast one's instructions
PUBLIC_TESTS = 3  # per problem; ECCO's have 3.1 to 3.3 (its table 1)
PAIRS_FILE = "pairs.json"
COMES_ALONG = "coffe-code-contests.json"
_TRAINING, _VALIDATION = 0.6, 0.1  # shares of the problems; the rest are the test split

Count = Annotated[int, Field(ge=1)]


class Split(StrEnum):
    TRAINING = "train"
    VALIDATION = "validation"
    TEST = "test"


class ProgramOfPair(Part):
    sha256: Sha256
    instructions: Count = Field(description="the sum over the stressful inputs")
    at_least: bool = Field(
        default=False, exclude_if=lambda bound: not bound, description="over a budget: a lower bound"
    )


class Pair(Part):
    slow: ProgramOfPair
    fast: ProgramOfPair


class ProblemPairs(Part):
    """The pairs of a problem."""

    hash: Sha256 = Field(description="of the problem's content, as TallyBench reads it")
    split: Split
    public: tuple[int, ...] = Field(description="numbers of the tests that may be shown, from 0")
    private: tuple[int, ...] = Field(description="numbers of the tests that decide the verdict")
    pairs: tuple[Pair, ...]


class PairsFile(Part):
    """All pairs of a benchmark."""

    schema_version: Literal[1] = 1
    benchmark: str
    version: Name
    environment: str = Field(description="the hash of the fingerprint of the environment that counted")
    problems: dict[str, ProblemPairs] = Field(description="by task id")


def split_of(task_id: str) -> Split:
    """Return the split of a problem.

    On average, six of ten problems are for training, one for validation and three for test; a hash of the id decides.
    """
    place = int(sha256(task_id.encode()).hexdigest()[:8], 16) / 2**32
    if place < _TRAINING:
        return Split.TRAINING
    return Split.VALIDATION if place < _TRAINING + _VALIDATION else Split.TEST


def split_tests(cases: Sequence[Case]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the numbers of a program's public and private tests.

    The public tests are those with the shortest inputs, which are easiest to read, and never more than a quarter of all
    tests. Other tests with the same input as a public one are left out.
    """
    given = [case.arguments[0] for case in cases]
    order = sorted(range(len(cases)), key=lambda number: (len(given[number]), number))
    public: list[int] = []
    for number in order:
        if len(public) < min(PUBLIC_TESTS, len(cases) // 4) and given[number] not in {given[one] for one in public}:
            public.append(number)
    shown = {given[number] for number in public}
    return tuple(sorted(public)), tuple(number for number in range(len(cases)) if given[number] not in shown)


def load_contest_pairs(benchmark: Benchmark, data: Path) -> Benchmark:
    """Load the programs to be made faster: the slow ones in the test split's pairs, from COFFE's `datasets` folder.

    The file of pairs is `pairs.json` in the folder, or else the one that comes with TallyBench. A problem is excluded
    if its tests or inputs are not those that the pairs were made with; a pair is left out if the data lack a program.
    """
    contests, made = load_code_contests(benchmark, data), _read_pairs(data)
    problems: list[Problem] = []
    public: dict[str, tuple[Case, ...]] = {}
    exclusions = list(contests.exclusions)
    for problem in contests:
        pairs = made.problems.get(problem.task_id)
        if pairs is None or pairs.split is not Split.TEST:
            continue
        if pairs.hash != problem.hash:
            exclusions.append((problem.task_id, "its tests or inputs are not those that the pairs were made with"))
            continue
        programs = {code_hash(solution.code): solution.code for solution in contests.human_solutions[problem.task_id]}
        edits = _edits(problem, pairs, programs)
        problems += edits
        public |= {edit.task_id: _public(problem, pairs) for edit in edits if pairs.public}
    return replace(contests, problems=tuple(problems), exclusions=tuple(exclusions), human_solutions={}, public=public)


def load_contest_training(benchmark: Benchmark, data: Path) -> Training:
    """Load the pairs of the training and validation splits, like `load_contest_pairs`."""
    contests, made = load_code_contests(benchmark, data), _read_pairs(data)
    found, public = [], {}
    for problem in contests:
        pairs = made.problems.get(problem.task_id)
        if pairs is None or pairs.split is Split.TEST or pairs.hash != problem.hash:
            continue
        codes = {code_hash(solution.code): solution for solution in contests.human_solutions[problem.task_id]}
        costed = {
            one.sha256: Costed(codes[one.sha256].name, codes[one.sha256].code, one.instructions, not one.at_least)
            for pair in pairs.pairs
            for one in (pair.slow, pair.fast)
            if one.sha256 in codes
        }
        both = [(costed.get(pair.slow.sha256), costed.get(pair.fast.sha256)) for pair in pairs.pairs]
        known = tuple((slow, fast) for slow, fast in both if slow is not None and fast is not None)
        if known:
            ordered = sorted(costed.values(), key=lambda one: (cost_order(one.cost, not one.exact), one.name))
            found.append(TrainingProblem(problem, pairs.split, known, falling(ordered)))
            public[problem.task_id] = _public(problem, pairs)
    whole = replace(contests, problems=tuple(one.problem for one in found), whole=False, public=public)
    return Training(whole, tuple(found))


def _read_pairs(data: Path) -> PairsFile:
    path = data / PAIRS_FILE
    path = path if path.exists() else data_folder() / "pairs" / COMES_ALONG
    return read_file(path, PairsFile, "make it again with `tallybench dev study humans --pairs`")


def _public(problem: Problem, pairs: ProblemPairs) -> tuple[Case, ...]:
    return tuple(problem.cases[number] for number in pairs.public)


def _edits(problem: Problem, pairs: ProblemPairs, programs: Mapping[str, str]) -> list[Problem]:
    """Return the editing tasks of a problem, one for each pair, judged by the private tests."""
    known = [pair for pair in pairs.pairs if {pair.slow.sha256, pair.fast.sha256} <= programs.keys()]
    if not known:
        return []
    fastest = min((pair.fast for pair in known), key=lambda program: (program.instructions, program.sha256))
    best = Solution("human_best", programs[fastest.sha256])
    return [
        replace(
            problem,
            task_id=f"{problem.task_id.replace('/', 'Edit/')}-{pair.slow.sha256[:8]}",
            task=Task.EDIT,
            cases=tuple(problem.cases[number] for number in pairs.private),
            canonical=Solution(GIVEN, programs[pair.slow.sha256]),
            references=(*problem.references, best),
        )
        for pair in known
    ]
