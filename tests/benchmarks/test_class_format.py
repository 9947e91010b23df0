"""Classes of our own: what the format of their files asks for, and that what breaks it is told."""

import re
from datetime import date
from pathlib import Path

import pytest

from tallybench.authoring.audit.thoroughness import mutants_of, try_mutants, unreached, untested
from tallybench.benchmarks import BENCHMARKS, load_benchmark
from tallybench.benchmarks.check import problem_faults
from tallybench.benchmarks.class_format import calls_of, class_faults, example_faults
from tallybench.benchmarks.sources.embedded import read_class
from tallybench.errors import InputError
from tallybench.sandbox.host import Zygote

EXAMPLE = Path(__file__).parent / "classes" / "tc_000.py"


@pytest.fixture(scope="module")
def text() -> str:
    return EXAMPLE.read_text()


def changed(text: str, folder: Path, old: str, new: str) -> Path:
    """The example with one change, as a file of its own."""
    assert old in text
    path = folder / "tc_999.py"
    path.write_text(text.replace(old, new, 1))
    return path


def test_a_class_is_read_with_all_that_belongs_to_it() -> None:
    problem = read_class(EXAMPLE)
    assert (problem.task_id, problem.entry_point, problem.level) == ("TallyClasses/0", "ShelfLabels", "class")
    assert problem.written == date(2026, 11, 24) and problem.prompt.startswith("from typing import")
    assert [solution.name for solution in (problem.canonical, *problem.references, *problem.slow)] == [
        "canonical",
        "ReferenceHeap",
        "SlowScan",
    ]
    assert problem.references[0].code.startswith("from heapq import heappop, heappush")
    assert problem.references[0].code.endswith("ShelfLabels = ReferenceHeap\n")
    first = problem.cases[0]
    assert (first.name, first.arguments, first.expected) == (
        "__init__: no places",
        ([("__init__", 0)],),
        ([None], {0: "ValueError"}),
    )
    assert all(script.is_family for script in problem.stressful) and problem.growing is not None


def test_the_example_keeps_the_whole_format(native: Zygote) -> None:
    problem = read_class(EXAMPLE)
    assert problem_faults(problem, native, seeds=1) == []
    assert untested(problem) == []
    scripts = [(calls_of(script, native),) for script in problem.stressful]
    assert unreached(problem, problem.references[0], scripts) == []


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ('WRITTEN = "2026-11-24"', "", "needs WRITTEN"),
        ('WRITTEN = "2026-11-24"', 'WRITTEN = "today"', "must be a day"),
        ("class Canonical", "class Careful", "needs Canonical"),
        ("class ReferenceHeap", "class Heap", "Reference* is missing"),
        ("build_then_query:", "then_query:", "KIND: what it exposes"),
        ('([("__init__", 3), ("first_due",)], [None, None])', "([], [])", "one at least"),
        ("[None, None])", "[None])", "2 calls and 1 expected"),
        ('"first_due: none"', '"first_due"', "METHOD: what is tested"),
        ("class ShelfLabels:\n", "shelf = 3\n\n\nclass ShelfLabels:\n", "must be a skeleton"),
    ],
)  # fmt: skip
def test_a_file_not_in_the_format_is_refused(text: str, tmp_path: Path, old: str, new: str, words: str) -> None:
    with pytest.raises(InputError, match=re.escape(words)):
        read_class(changed(text, tmp_path, old, new))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("def put(self, place: int,", "def put(self, place,", "put lacks type hints"),
        ("def take_off(self, place: int) -> str:", "def lift(self, place: int) -> str:", "calls take_off, which"),
        ('"first_due: none"', '"class: none"', "1 are named by first_due"),
        ('"first_due: none"', '"labels: none"', "labels is no public method"),
        ("class SlowScan", "class Scan", "a Slow class, one at least"),
        ("for _ in range(4_000):", "for _ in range(40):", "2,000 to 20,000 are asked for"),
        ("places, groups = rng.randint(580, 600), _groups(rng, 5)", "places, groups = 600, ['a']", ""),
    ],
)  # fmt: skip
def test_what_a_class_lacks_is_told(native: Zygote, text: str, tmp_path: Path, old: str, new: str, words: str) -> None:
    faults = list(class_faults(read_class(changed(text, tmp_path, old, new)), native))
    assert words in "; ".join(faults) and bool(faults) == bool(words)


# By the change to the example: what is told of it.
UNFIT = {
    ("[None, None, None, 1, None, 1],", "[None, None, None, 2, None, 1],"): (
        "canonical fails the correctness tests: test 8 of 16 (first_due: the smaller place of one day): "
        "call 3 of 5 differs: .first_due(): expected 2, got 1"
    ),
    ("label[1] < self.labels[best][1]", "label[1] <= self.labels[best][1]"): "SlowScan fails the correctness tests",
    ("assert -(10**9) <= last_day <= 10**9", "assert 0 <= last_day <= 10**5"): (
        "stressful input fill_then_ask: cannot be built: AssertionError: a day"
    ),
    ('("an unknown method", ([("__init__", 3), ("paint", 1)],))', '("fine", ([("__init__", 3)],))'): (
        "accepts the invalid input: fine"
    ),
    ("    [0]\n", "    [1]\n"): "PROMPT: the example `labels.remove_due(10)` of ShelfLabels gives '[0]', not '[1]'",
    ('("an argument too many", ([("__init__", 3), ("first_due", 1)],)),', ""): "",
}


def test_parts_of_a_class_that_do_not_fit_are_told(native: Zygote, text: str, tmp_path: Path) -> None:
    for old, new in UNFIT:
        assert old in text
        text = text.replace(old, new, 1)
    (tmp_path / "tc_999.py").write_text(text)
    faults = "\n".join(problem_faults(read_class(tmp_path / "tc_999.py"), native, patience=0, seeds=0))
    assert [words for words in UNFIT.values() if words not in faults] == []
    assert "INVALID has" not in faults, "three invalid inputs are enough"


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("        1\n", "", "PROMPT: the example `labels.first_due()` of first_due gives '1', not 'nothing'"),
        (
            '>>> labels.put(2, "tea", 30)',
            '>>> labels.put(9, "tea", 30)',
            """PROMPT: the example `labels.put(9, "tea", 30)` of ShelfLabels gives 'IndexError: """,
        ),
        (
            "    >>> labels = ShelfLabels(4)\n",
            "",
            """PROMPT: the example `labels.put(2, "tea", 30)` of ShelfLabels gives "NameError: """,
        ),
    ],
)  # fmt: skip
def test_an_example_that_the_canonical_class_does_not_give_is_told(
    native: Zygote, text: str, tmp_path: Path, old: str, new: str, words: str
) -> None:
    faults = list(example_faults(read_class(changed(text, tmp_path, old, new)), native))
    assert faults and faults[0].startswith(words), faults


def test_the_examples_of_all_classes_are_true(native: Zygote) -> None:
    found = {problem.task_id: list(example_faults(problem, native)) for problem in load_benchmark("tally-classes")}
    assert {task_id: faults for task_id, faults in found.items() if faults} == {}
    assert list(example_faults(load_benchmark().problems[0], native)) == [], "of a function none are run"


def test_a_script_whose_answers_fit_two_seeds_is_told(native: Zygote, text: str, tmp_path: Path) -> None:
    # The calls differ from seed to seed, but nothing of it shows in what they come to.
    path = changed(text, tmp_path, "if step % 50 == 0 else []", "if step < 0 else []")
    (fault,) = problem_faults(read_class(path), native, patience=0, seeds=0)
    assert fault.startswith("stressful input put_again: comes to the same at the seeds ")
    assert fault.endswith("so that answers prepared for one fit the other")


def test_what_tests_and_scripts_do_not_reach_is_told(native: Zygote, text: str, tmp_path: Path) -> None:
    less = changed(text, tmp_path, '"__init__: no places": ([("__init__", 0)], [ValueError]),', "")
    problem = read_class(less)
    assert untested(problem)[0] == (
        'TESTS do not reach `raise ValueError("a shelf has at least one place")` of the canonical one'
    )
    scripts = [(calls_of(problem.stressful[0], native),)]
    missed = "; ".join(unreached(problem, problem.references[0], scripts))
    assert "`heappop(days)`" not in missed and "`due.append(label[1])` of ReferenceHeap" in missed


def test_tests_that_miss_a_mistake_let_its_mutant_live(native: Zygote, text: str, tmp_path: Path) -> None:
    whole = try_mutants(native, read_class(EXAMPLE))
    assert whole.mutants > 30 and whole.score == 1
    poor = text
    for name, following in (("put: a place that", "take_off: returns"), ("take_off: nothing", "take_off: the last")):
        poor = poor[: poor.index(f'    "{name}')] + poor[poor.index(f'    "{following}') :]
    path = tmp_path / "tc_999.py"
    path.write_text(poor)
    lives = try_mutants(native, read_class(path))
    assert lives.mutants == whole.mutants and lives.score < 1
    assert all(" as " in survivor for survivor in lives.survivors)


def test_mutants_leave_alone_what_exceptions_say() -> None:
    mutants = list(
        mutants_of("class A:\n    def f(self, x):\n        if x < 1:\n            raise ValueError('small')\n")
    )
    assert mutants and all("'small'" in mutant for mutant in mutants)


def test_the_benchmark_has_a_version_and_refuses_files_that_are_no_problems(tmp_path: Path) -> None:
    (tmp_path / "benchmark.toml").write_text('version = "1.2.3"\n')
    (tmp_path / "tc_000.py").write_text(EXAMPLE.read_text())
    assert BENCHMARKS["tally-classes"].read(tmp_path).version == "1.2.3"
    (tmp_path / "class_7.py").write_text("")
    with pytest.raises(InputError, match=r"tc_NNN\.py"):
        BENCHMARKS["tally-classes"].read(tmp_path)


def test_classes_come_with_tallybench_and_are_shown_whole() -> None:
    row, classes = BENCHMARKS["tally-classes"], load_benchmark("tally-classes")
    assert row.embedded and classes.audited and classes.texts.shown and classes.texts.licence == "MIT"
    assert len({problem.entry_point for problem in classes}) == len(classes) > 0
    assert all(problem.level == "class" and problem.written is not None for problem in classes)
