"""Generated inputs keep the contract, have the ground truths' agreement, and are the same bytes every time."""

from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from typing import Any

import orjson
import pytest
from pydantic import TypeAdapter

from tallybench.authoring.calls import Limits, call_all, call_counted, inputs_of_tests, is_slow
from tallybench.authoring.test_generation import generate
from tallybench.authoring.test_generation.changes import edge_inputs
from tallybench.authoring.test_generation.generate import GenerateTask
from tallybench.authoring.test_generation.requirements import (
    Requirements,
    RequirementsTask,
    branches_taken,
    cover,
    reduce_tests,
)
from tallybench.benchmarks import load_benchmark
from tallybench.benchmarks.extra_tests import GeneratedInputs
from tallybench.counting.session import Session
from tallybench.counting.worker import Worker
from tallybench.model.problem import Problem, Solution
from tallybench.model.verdicts import Verdict
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.jobs import Failure
from tallybench.statistics.reading import load_result
from tallybench.values.wire import decode, encode
from tests.conftest import CommandLine
from tests.test_generation.conftest import WRONG_FROM_TEN, own_problem

MADE = TypeAdapter(GeneratedInputs)


def test_inputs_are_new_keep_the_contract_and_have_an_output(worker: Worker, problem: Problem) -> None:
    made = GenerateTask(problem, 100, 0).run(worker)
    assert len(made.inputs) == 100 and not made.disputed and not made.canonical_wrong
    assert made.truths == ("canonical", "reference_sum")
    arguments = made.arguments()
    assert len({encode(given) for given in arguments} | {encode((1, 2)), encode((5, 7))}) == 102
    assert all(type(a) is int and type(b) is int and 0 <= a <= 500 and 0 <= b <= 500 for a, b in arguments)
    assert made.invalid > 0 and made.tried >= 100 + made.invalid


def test_an_input_on_which_ground_truths_disagree_is_evidence_and_no_test(worker: Worker, problem: Problem) -> None:
    torn = replace(problem, references=(Solution("reference_other", WRONG_FROM_TEN),))
    made = GenerateTask(torn, 200, 0).run(worker)
    assert made.disputed and all(a < 10 for a, _ in made.arguments())
    (a, b), outputs = eval(made.disputed[0].arguments), made.disputed[0].outputs
    assert a >= 10 and outputs == {"canonical": str(a + b), "reference_other": "0"}
    least = own_problem(
        "def rotate(items, steps):\n    return items[-steps:] + items[:-steps] if steps else items[:]\n",
        "type(items) is list and type(steps) is int and 0 <= steps <= len(items)",
        "assert candidate([1, 2, 3, 4], 1) == [4, 1, 2, 3] and candidate([5, 6, 7, 8], 3) == [6, 7, 8, 5]",
        Solution(
            "by_remainder", "def rotate(items, steps):\n    s = steps % len(items)\n    return items[-s:] + items[:-s]"
        ),
    )
    disputed = GenerateTask(least, 20, 0).run(worker).disputed
    assert "([], 0)" in [dispute.arguments for dispute in disputed], "both arguments are least together"


def test_inputs_on_which_the_source_is_wrong_are_named(worker: Worker, problem: Problem) -> None:
    wrong = Solution("canonical", WRONG_FROM_TEN)
    made = GenerateTask(replace(problem, canonical=wrong, corrected=problem.canonical), 200, 0).run(worker)
    assert not made.disputed
    assert {eval(wrong.arguments)[0] >= 10 for wrong in made.canonical_wrong} == {True}
    made = GenerateTask(load_benchmark("humaneval").by_id["HumanEval/97"], 100, 0).run(worker)
    assert any("-" in wrong.arguments for wrong in made.canonical_wrong)  # multiply: units of negative numbers


def test_edges_that_take_too_long_do_not_end_the_generation(worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generate, "MOST_SLOW", 4)
    slow = "def total(a, b):\n    while max(a, b) == 30: pass\n    return a + b"
    problem = own_problem(slow, "type(a) is type(b) is int", "assert candidate(2, 3) == 5 and candidate(3, 1) == 4")
    edges = edge_inputs([(2, 3), (3, 1)])
    too_slow = [edge for edge in edges if max(edge) == 30]
    made = GenerateTask(problem, 60, 0).run(worker)
    assert made.failed >= len(too_slow) >= 4 and len(made.inputs) == 60
    assert set(made.arguments()) - set(edges)


def test_what_a_ground_truth_may_spend_is_counted_in_instructions(worker: Worker) -> None:
    code = "def spend(n):\n    for _ in range(n): pass\n    return n\n"
    problem = own_problem(code, "type(n) is int", "assert candidate(3) == 3")
    outputs = call_counted(worker, problem, problem.canonical, [(9,), (500_000,), (100_000_000,), (7,)])
    assert [is_slow(output) for output in outputs] == [False, False, True, False]
    assert [decode(output) for output in outputs if isinstance(output, bytes)] == [9, 500_000, 7]
    outputs = call_counted(worker, problem, problem.canonical, [(100_000_000,), (1,)], most_slow=1)
    assert [is_slow(output) for output in outputs] == [True, False] and outputs[1] is None


EXTREMES = (
    1_000_000_003,
    999_999_999,
    10**17 + 3,
    10**17 - 1,
    3_000,
    -1_000,
    300_000,
    -100_000,
    30_000_000,
    -10_000_000,
)


def test_extremes_come_last_within_the_count_and_change_nothing_of_the_rest(worker: Worker) -> None:
    problem = own_problem(
        "def double(n):\n    return 2 * n\n",
        "type(n) is int and n != 1_000_000_007",
        "assert candidate(3) == 6 and candidate(-1) == -2",
    )
    without = GenerateTask(problem, 40, 0).run(worker)
    made = GenerateTask(problem, 40, 0, extremes=True).run(worker)
    assert made.inputs == (*without.inputs[:30], *map(str, [(n,) for n in EXTREMES]))
    assert (made.invalid, made.failed) == (without.invalid + 1, without.failed)
    assert len(GenerateTask(problem, 2, 0, extremes=True).run(worker).inputs) == 2
    # Where mutation comes to an extreme by itself, what is made of it stays, too.
    lists = own_problem("def double(n):\n    return 2 * n\n", "type(n) is list", "assert candidate([1]) == [1, 1]")
    without, made = (GenerateTask(lists, 300, 0, extremes=extremes).run(worker) for extremes in (False, True))
    assert "([0],)" in without.inputs[:290] and made.inputs[:290] == without.inputs[:290]


def test_seeds_are_what_the_tests_call_with(native: Zygote, problem: Problem) -> None:
    assert inputs_of_tests(native, problem) == [(1, 2), (5, 7)]


def test_a_call_that_ends_the_process_costs_no_other_call(native: Zygote) -> None:
    program = (
        "import os\n\ndef f(n):\n    if n == 2:\n        os._exit(0)\n    if n == 3:\n        while True: pass\n"
        "    if n == 4:\n        raise ValueError('four')\n    return n\n"
    )
    outcomes = call_all(native, program, "f", [(n,) for n in range(6)], Limits(0.2))
    assert [decode(outcome) for outcome in outcomes if isinstance(outcome, bytes)] == [0, 1, 5]
    failures = [outcome for outcome in outcomes[2:5] if isinstance(outcome, Failure)]
    assert [failure.verdict for failure in failures] == [Verdict.EXCEPTION, Verdict.TIMEOUT, Verdict.EXCEPTION]
    assert "four" in failures[2].reason


def test_a_program_that_never_ends_is_asked_no_more_than_patience_allows(native: Zygote) -> None:
    outcomes = call_all(
        native, "def f(n):\n    while True: pass\n", "f", [(n,) for n in range(5)], Limits(0.2, patience=1)
    )
    assert [outcome is None for outcome in outcomes] == [False, True, True, True, True]


def test_what_is_no_program_fails_every_call(native: Zygote) -> None:
    for program in ("def g(n):\n    return n\n", "this is no program"):
        outcomes = call_all(native, program, "f", [(1,), (2,)])
        assert len(outcomes) == 2 and all(isinstance(outcome, Failure) for outcome in outcomes)


def sets(*members: set[int]) -> tuple[frozenset[int], ...]:
    return tuple(map(frozenset, members))


FOUND = Requirements(
    base=2,
    tests=6,
    branches=sets({0, 3}, {4}),
    mutants=sets({2, 3}, {3}),
    samples={"one": frozenset({5}), "other": frozenset({2, 3})},
)


def test_a_cover_meets_every_requirement_with_the_test_that_meets_most_first() -> None:
    assert cover(sets({1, 2}, {2, 3}, {2}, {5})) == [2, 5]
    assert cover(sets({4, 7}, {7, 4})) == [4]
    assert cover(sets(set())) == []
    assert cover(sets({0, 3}, {4}), given=range(2)) == [4]


@pytest.mark.parametrize(
    ("options", "tests"),
    [
        ({"criteria": ("branches",)}, [4]),
        ({"criteria": ("mutants",)}, [3]),
        ({"criteria": ("samples",)}, [2, 5]),
        ({}, [3, 4, 5]),
        ({"without": {"one"}}, [3, 4]),  # a model's own programs do not choose its tests
    ],
)
def test_tests_are_reduced_by_each_criterion_alone_or_all_together(options: dict[str, Any], tests: list[int]) -> None:
    assert reduce_tests(FOUND, **options) == tests


def test_requirements_tell_which_test_finds_what_and_are_kept(worker: Worker, problem: Problem) -> None:
    programs = {"wrong": WRONG_FROM_TEN, "right": "def add(a, b):\n    return b + a\n"}
    found = RequirementsTask(problem, ("(30, 1)", "(3, 4)"), programs).run(worker)
    assert (found.base, found.tests) == (2, 4)
    assert dict(found.samples) == {"wrong": frozenset({2})}
    assert frozenset({0, 1, 2, 3}) in found.mutants  # a - b
    adapter = TypeAdapter(Requirements)
    assert adapter.validate_python(adapter.dump_python(FOUND, mode="json")) == FOUND


def test_branches_are_told_apart_by_input_though_one_raises(native: Zygote) -> None:
    code = "def sign(n):\n    if n > 0:\n        return 1 / (n - 2)\n    return 0\n"
    found = branches_taken(native, code, "sign", {0: (1,), 1: (2,), 2: (-1,)})
    assert sorted(found, key=sorted) == [{0, 1}, {0, 1}, {0, 1, 2}, {2}, {2}]


def test_the_command_writes_the_same_bytes_on_every_machine_with_any_number_of_workers(
    tallybench: CommandLine, session: Session, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts: list[bytes] = []
    for workers in ((), ("--workers", str(session.size % 2 + 1))):
        monkeypatch.setenv("TALLYBENCH_CACHE", str(tmp_path / f"cache-{len(texts)}"))
        path = tmp_path / f"{len(texts)}.jsonl"
        command = ("generate", "--ids", "0,1,31", "--count", "40", "--extremes", *workers, "-o", str(path))
        done = tallybench("dev", "tests", *command)
        assert done.returncode == 0, done.stderr
        assert "HumanEval/31" in done.stdout
        texts.append(path.read_bytes())
    assert sha256(texts[0]).hexdigest() == "a02326a84df1e60b2a5f6e95eea776f767e962ded7dbfe242693a94fd2f0dd70"
    assert texts[0] == texts[1]
    made = [MADE.validate_json(line) for line in texts[0].splitlines()]
    assert [len(generated.inputs) for generated in made] == [40, 40, 40]

    reduced = tmp_path / "few.jsonl"
    done = tallybench("dev", "tests", "reduce", str(path), "--without-results", "-o", str(reduced))
    assert done.returncode == 0, done.stderr
    kept = [MADE.validate_json(line) for line in reduced.read_bytes().splitlines()]
    assert sum(len(few.inputs) for few in kept) < 20
    assert all(set(few.inputs) <= set(many.inputs) for few, many in zip(kept, made, strict=True))


def test_each_way_of_generating_is_its_own_whatever_was_generated_before(
    tallybench: CommandLine, tmp_path: Path
) -> None:
    path, made = tmp_path / "tests.jsonl", []
    for options in ((), ("--extremes",)):
        done = tallybench("dev", "tests", "generate", "--ids", "53", "--count", "80", *options, "-o", str(path))
        assert done.returncode == 0, done.stderr
        made.append(MADE.validate_json(path.read_bytes()).inputs)
    plain, with_extremes = made
    assert len(plain) == len(with_extremes) == 80
    assert "(7, 1000000007)" in with_extremes and not any("1000000007" in text for text in plain)


def test_samples_are_run_on_generated_tests(tallybench: CommandLine, tmp_path: Path) -> None:
    path, written = tmp_path / "tests.jsonl", tmp_path / "result.json"
    done = tallybench("dev", "tests", "generate", "--ids", "0,97", "--count", "60", "-o", str(path))
    assert done.returncode == 0, done.stderr
    command = ("evaluate", "embedded:canonical", "--no-count", "--ids", "0,1,97", "-o", str(written), "--force")
    said = tallybench(*command, "--extra-tests", str(path))
    assert said.returncode == 0, said.stderr
    assert "HumanEval/97 sample 0: multiply(" in said.stdout and ", expected " in said.stdout
    result = load_result(written)
    figures = {name: figure.value for name, figure in result.metrics.items()}
    assert figures["pass@1"] == figures["pass@1 (base)"] == 1 and figures["pass@1 (base+extra)"] == pytest.approx(2 / 3)
    assert list(result.to_pandas()["verdict_extra"].fillna("")) == ["passed", "", "wrong_output"]
    of_classes = ("--benchmark", "tally-classes", "--extra-tests", "embedded", "--ids", "1")
    refused = tallybench(*command, *of_classes)
    assert refused.returncode == 2 and "none come with tally-classes" in refused.stderr


def test_the_suite_that_comes_along_is_of_these_problems_and_the_references_pass_it(
    tallybench: CommandLine, tmp_path: Path
) -> None:
    written = str(tmp_path / "result.json")
    done = tallybench("evaluate", "embedded:references", "--no-count", "--extra-tests", "embedded", "-o", written)
    assert done.returncode == 0, done.stderr
    assert load_result(Path(written)).metrics["pass@1 (base+extra)"].value == 1


def test_bad_input_is_reported_in_one_line(tallybench: CommandLine, tmp_path: Path) -> None:
    path, stale = tmp_path / "tests.jsonl", tmp_path / "stale.jsonl"
    path.write_text('{"task_id": 1}\n')
    stale.write_bytes(orjson.dumps(GeneratedInputs("HumanEval/0", "0" * 64, ("canonical",), 1, 0, 0, (), (), ())))
    for command, said in (
        (("reduce", str(path)), f"{path}:1: not a line of generated inputs"),
        (("reduce", str(stale)), "a different version of the problem"),
        (("reduce", str(tmp_path / "none")), "there is no such file"),
        (("reduce",), "--benchmark humaneval: has no suite plus"),
        (("generate", "--benchmark", "tally-classes"), "it is of level class"),
        (("generate", "--count", "0"), "--count"),
    ):
        done = tallybench("dev", "tests", *command, "-o", str(tmp_path / "out.jsonl"))
        assert done.returncode == 2, command
        assert said in done.stderr and "Traceback" not in done.stderr
