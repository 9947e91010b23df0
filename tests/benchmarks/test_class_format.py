"""Classes of our own: what the format of their files asks for, and that what breaks it is named."""

import re
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from tallybench.authoring.audit.thoroughness import mutants_of, try_mutants, unreached, untested
from tallybench.benchmarks import BENCHMARKS, load_benchmark
from tallybench.benchmarks.check import problem_faults
from tallybench.benchmarks.class_format import calls_of, class_faults, example_faults
from tallybench.benchmarks.new_benchmark import examples_folder
from tallybench.benchmarks.sources.embedded import read_class
from tallybench.errors import InputError
from tallybench.model.problem import Problem
from tallybench.sandbox.host import Zygote

WRITTEN = 'WRITTEN = "2026-11-24"\n'
EXAMPLE = (examples_folder() / "class/problems/waiting_room_001.py").read_text() + WRITTEN

Read = Callable[..., Problem]


@pytest.fixture
def read(tmp_path: Path) -> Read:
    """Reads the example with these changes, as a file of ours."""

    def changed(*changes: tuple[str, str]) -> Problem:
        text = EXAMPLE
        for old, new in changes:
            assert old in text
            text = text.replace(old, new, 1)
        path = tmp_path / "tc_000.py"
        path.write_text(text)
        return read_class(path)

    return changed


def test_a_class_is_read_with_all_that_belongs_to_it(read: Read) -> None:
    problem = read()
    assert (problem.task_id, problem.entry_point, problem.level) == ("TallyClasses/0", "WaitingRoom", "class")
    assert problem.written == date(2026, 11, 24) and problem.prompt.startswith("class WaitingRoom")
    names = [solution.name for solution in (problem.canonical, *problem.references, *problem.slow)]
    assert names == ["canonical", "ReferenceQueueByUrgency", "SlowLookAtAll"]
    assert problem.references[0].code.startswith("from collections import deque")
    assert problem.references[0].code.endswith("WaitingRoom = ReferenceQueueByUrgency\n")
    first = problem.cases[0]
    assert (first.name, first.arguments) == ("__init__: without a seat", ([("__init__", 0)],))
    assert first.expected == ([None], {0: "ValueError"})
    assert all(script.is_family for script in problem.stressful) and problem.growing is not None


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (WRITTEN, "", "needs WRITTEN"),
        (WRITTEN, 'WRITTEN = "today"\n', "must be a day"),
        ("class Canonical", "class Careful", "needs Canonical"),
        ("class ReferenceQueueByUrgency", "class Queues", "Reference* is missing"),
        ("build_then_query:", "then_query:", "KIND: what it exposes"),
        ('([("__init__", 0)], [ValueError])', "([], [])", "at least one"),
        ("[None, LookupError, 0])", "[None, LookupError])", "3 calls and 2 expected"),
        ('"call_next: nobody"', '"call_next"', "METHOD: what is tested"),
        ("class WaitingRoom:\n", "room = 3\n\n\nclass WaitingRoom:\n", "must be a skeleton"),
    ],
)
def test_a_file_not_in_the_format_is_refused(read: Read, old: str, new: str, words: str) -> None:
    with pytest.raises(InputError, match=re.escape(words)):
        read((old, new))


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("def arrive(self, name: str,", "def arrive(self, name,", "arrive lacks type hints"),
        ("def leave(self, name: str) -> bool:", "def go(self, name: str) -> bool:", "calls leave, which"),
        ('"waiting: counts"', '"class: counts"', "1 are named after waiting"),
        ('"call_next: nobody"', '"labels: nobody"', "labels is not a public method"),
        ("class SlowLookAtAll", "class LookAtAll", "needs at least one Reference class and one Slow class"),
        ("for number in range(1_500):", "for number in range(15):", "must have 2,000 to 20,000"),
    ],
)
def test_what_a_class_lacks_is_named(native: Zygote, read: Read, old: str, new: str, words: str) -> None:
    assert words in "; ".join(class_faults(read((old, new)), native))


# By the change to the example: what is said of it.
UNFIT = {
    ('[None, True, True, True, True, "Ada", "Cy"]', '[None, True, True, True, True, "Ada", "Bob"]'): (
        "canonical fails the correctness tests: test 7 of 15 (leave: of several the right one): call 6 of 6 differs"
    ),
    ("person: person[1])", "person: -person[1])"): "SlowLookAtAll fails the correctness tests",
    ("len(calls) <= 100_000", "len(calls) <= 4_000"): (
        "stressful input all_come_then_all_are_called: cannot be built: AssertionError: there are at most"
    ),
    ('("a name that is a number", ([("__init__", 1), ("leave", 7)],))', '("fine", ([("__init__", 1)],))'): (
        "accepts the invalid input: fine"
    ),
    ("    'Bob'\n", "    'Ada'\n"): "PROMPT: the example `room.call_next()` of WaitingRoom gives",
}


def test_parts_of_a_class_that_do_not_fit_are_named(native: Zygote, read: Read) -> None:
    faults = "\n".join(problem_faults(read(*UNFIT), native, patience=0, seeds=0))
    assert [words for words in UNFIT.values() if words not in faults] == [], faults


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("    'Bob'\n", "", "`room.call_next()` of WaitingRoom gives \"'Bob'\", not 'nothing'"),
        ('room.arrive("Ada", 1), ', 'room.arrive("Ada"), ', "of WaitingRoom gives "),
        (">>> room = WaitingRoom(2)", ">>> 1 > 2\n    False", "NameError"),
    ],
)
def test_an_example_that_the_canonical_class_does_not_give_is_named(
    native: Zygote, read: Read, old: str, new: str, words: str
) -> None:
    faults = list(example_faults(read((old, new)), native))
    assert faults and faults[0].startswith("PROMPT: the example `room.") and words in faults[0]


def test_the_examples_of_all_classes_are_true(native: Zygote) -> None:
    found = {problem.task_id: list(example_faults(problem, native)) for problem in load_benchmark("tally-classes")}
    assert {task_id: faults for task_id, faults in found.items() if faults} == {}
    assert list(example_faults(load_benchmark().problems[0], native)) == [], "of a function none are run"


def test_a_script_whose_answers_fit_two_seeds_is_named(native: Zygote, read: Read) -> None:
    # The calls differ from seed to seed, but nothing of it shows in what they come to.
    drawn, called = (
        ' if rng.random() < 0.5 else ("arrive", f"guest {number}", 9)',
        '[*calls, *[("call_next",)] * 1_400]',
    )
    (fault,) = problem_faults(read((drawn, ""), (called, "calls")), native, patience=0, seeds=0)
    assert fault.startswith("stressful input asked_in_vain: has the same outcomes at seeds ")
    assert fault.endswith("so answers prepared for one fit the other")


def test_what_tests_and_scripts_do_not_reach_is_named(native: Zygote, read: Read) -> None:
    problem = read(('"__init__: without a seat": ([("__init__", 0)], [ValueError]),', ""))
    assert untested(problem)[0] == (
        'TESTS do not reach `raise ValueError("a room has at least one seat")` of the canonical solution'
    )
    all_scripts = [(calls_of(script, native),) for script in problem.stressful]
    assert all(line.endswith("(calls may raise)") for line in unreached(problem, problem.references[0], all_scripts))
    missed = "; ".join(unreached(problem, problem.references[0], all_scripts[:1]))
    assert "`del tickets[name]`" not in missed
    assert "`return self._tickets.pop(name, None) is not None` of ReferenceQueueByUrgency" in missed


def test_tests_that_miss_a_mistake_let_its_mutant_live(native: Zygote, read: Read) -> None:
    whole = try_mutants(native, read())
    assert whole.mutants > 20 and whole.score > 0.9
    fewer_tests = EXAMPLE[
        EXAMPLE.index('    "arrive: until') : EXAMPLE.index('    "arrive: a name that waits already":')
    ]
    poor = try_mutants(native, read((fewer_tests, ""), ("return False", "return False")))
    assert poor.mutants == whole.mutants and poor.score < whole.score
    assert all(" as " in survivor for survivor in poor.survivors)


def test_mutants_leave_alone_what_exceptions_say() -> None:
    program = "class A:\n    def f(self, x):\n        if x < 1:\n            raise ValueError('small')\n"
    mutants = list(mutants_of(program))
    assert mutants and all("'small'" in mutant for mutant in mutants)


def test_the_benchmark_has_a_version_and_refuses_files_that_are_no_problems(tmp_path: Path) -> None:
    (tmp_path / "benchmark.toml").write_text('version = "1.2.3"\n')
    (tmp_path / "tc_000.py").write_text(EXAMPLE)
    assert BENCHMARKS["tally-classes"].read(tmp_path).version == "1.2.3"
    (tmp_path / "class_7.py").write_text("")
    with pytest.raises(InputError, match=r"tc_NNN\.py"):
        BENCHMARKS["tally-classes"].read(tmp_path)


def test_classes_come_with_tallybench_and_are_shown_whole() -> None:
    row, classes = BENCHMARKS["tally-classes"], load_benchmark("tally-classes")
    assert row.embedded and classes.audited and classes.texts.shown and classes.texts.licence == "MIT"
    assert len({problem.entry_point for problem in classes}) == len(classes) > 0
    assert all(problem.level == "class" and problem.written is not None for problem in classes)
