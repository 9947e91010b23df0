"""Samples that are somebody else's, and answers that are written down: what the review says and what it refuses."""

import ast
from collections.abc import Callable
from pathlib import Path

import pytest

from evaluator.benchmarks.copies import copies_among, find_copies
from evaluator.benchmarks.trees import entry_tree
from evaluator.execution.jobs import build_input
from evaluator.execution.sandbox.host import Zygote
from evaluator.problems.benchmark import Benchmark
from evaluator.problems.problem import code_hash
from evaluator.results.reading import load_result
from evaluator.results.result import Result, SampleResult
from evaluator.results.verdicts import Verdict
from evaluator.submissions.code.literals import literals_of, marks_of
from evaluator.submissions.code.lookups import find_lookups
from evaluator.submissions.review.comment import render_comment
from evaluator.values.wire import decode
from tests.conftest import CommandLine
from tests.made_results import kept_result
from tests.submissions.pull_requests import (
    OTHER,
    answered_otherwise,
    content_of,
    faults_of,
    git,
    place,
    reviewed,
)


@pytest.fixture(scope="module")
def references() -> Result:
    """The references under a new name."""
    result = load_result(kept_result("tallybench-references"))
    return result.model_copy(
        update={"model": result.model.model_copy(update={"name": "New name 7B", "baseline": False})}
    )


def with_code(result: Result, change: Callable[[SampleResult], str]) -> Result:
    samples = []
    for sample in result.samples:
        code = change(sample) if sample.code is not None else None
        given = {} if code is None else {"code": code, "code_sha256": code_hash(code)}
        samples.append(sample.model_copy(update=given))
    return result.model_copy(update={"samples": tuple(samples)})


class Renamed(ast.NodeTransformer):
    """Other names for all that a program names itself, annotations and a docstring, and nothing else."""

    def __init__(self, code: str) -> None:
        tree = ast.parse(code)
        names = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
        names |= {
            node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and not isinstance(node.ctx, ast.Load)
        }
        self.names = {name: f"my_{number}" for number, name in enumerate(sorted(names))}

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name(self.names.get(node.id, node.id), node.ctx)

    def visit_arg(self, node: ast.arg) -> ast.arg:
        return ast.arg(self.names.get(node.arg, node.arg), ast.Name("object", ast.Load()))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        self.generic_visit(node)
        node.body.insert(0, ast.Expr(ast.Constant("Written by me.")))
        return node


def renamed(sample: SampleResult) -> str:
    assert sample.code is not None
    written = Renamed(sample.code).visit(ast.parse(sample.code))
    return f"import sys\n\n\ndef helper():\n    return 1\n\n\n{ast.unparse(ast.fix_missing_locations(written))}\n"


def test_the_references_under_a_new_name_are_refused(
    tallybench: CommandLine, fork: Path, upstream: Path, references: Result, tmp_path: Path
) -> None:
    for number, copy in enumerate((references, with_code(references, renamed))):
        (tmp_path / "result.json").write_bytes(content_of(copy))
        done = tallybench("dev", "validate", "result.json")
        assert done.returncode == 1 and "are copies of the references; a model's samples are its own" in done.stdout
        place(fork, copy, f"new-name-{number}")
    review = reviewed(fork, upstream)
    assert review.refused
    assert all(any("are copies of the references" in fault for fault in one.faults) for one in review.files)


def test_the_canonical_solutions_with_a_few_changes_are_refused(fork: Path, upstream: Path) -> None:
    result = load_result(kept_result("humaneval-canonical"))
    named = result.model_copy(update={"model": result.model.model_copy(update={"name": "Mine", "baseline": False})})
    few = {sample.task_id for sample in result.samples[:8]}
    changed = with_code(named, lambda one: f"x = {one.task_id!r}\n" if one.task_id in few else str(one.code))
    place(fork, changed, "mine")
    assert any("are copies of the canonical solutions" in fault for fault in faults_of(reviewed(fork, upstream)))


def test_a_copy_of_another_models_result_is_refused_and_half_of_it_is_said(
    fork: Path, upstream: Path, good: Result, tmp_path: Path
) -> None:
    git(tmp_path, "clone", "--quiet", str(upstream), "project")
    published = answered_otherwise(good.model_copy(update={"model": good.model.model_copy(update={"name": "First"})}))
    place(tmp_path / "project", published, "first", owner=OTHER)
    git(tmp_path / "project", "add", ".")
    git(tmp_path / "project", "commit", "--quiet", "-m", "First")
    whole = answered_otherwise(good)
    place(fork, whole, "stranger-1b")
    review = reviewed(fork, tmp_path / "project")
    assert any("are copies of First (results/first/" in fault for fault in faults_of(review))

    own = {one.task_id: one for one in good.samples}
    order = list(good.problems)
    half = with_code(whole, lambda one: str((own[one.task_id] if order.index(one.task_id) > 100 else one).code))
    for path in fork.glob("results/stranger-1b/*.json"):
        path.unlink()
    place(fork, half, "stranger-1b")
    review = reviewed(fork, tmp_path / "project")
    assert review.accepted and any("are copies of First (results/first/" in found for found in review.files[0].findings)
    assert "What the code shows:" in render_comment(review, tmp_path / "project")


def test_withheld_copies_are_known_by_their_hashes(good: Result) -> None:
    bare = tuple(one.model_copy(update={"code": None}) for one in good.samples)
    (copied,) = find_copies(good.model_copy(update={"samples": bare, "code_withheld": True}), None, [("first", good)])
    assert copied.whole


def test_hidden_copies_under_other_names_are_known_by_their_trees(good: Result) -> None:
    canonical = load_result(kept_result("humaneval-canonical"))

    def hidden(result: Result) -> Result:
        told = (
            sample.model_copy(
                update={
                    "code": None,
                    "tree_sha256": entry_tree(sample.code or "", result.problems[sample.task_id].entry_point),
                }
            )
            for sample in result.samples
        )
        return result.model_copy(update={"samples": tuple(told), "code_withheld": True})

    copied = hidden(with_code(canonical, renamed))
    for other in (canonical, hidden(canonical)):
        (found,) = find_copies(copied, None, [("another", other)])
        assert found.share > 0.9
    (found,) = find_copies(hidden(good), None, [("another", canonical)])
    assert found.share < 0.1


def test_honest_samples_share_little_with_the_benchmarks_own(benchmark: Benchmark, good: Result) -> None:
    found = find_copies(good, benchmark, [])
    assert len(found) >= 2 and not any(copied.said for copied in found)


def test_among_several_results_each_is_compared_with_all_others(
    benchmark: Benchmark, good: Result, references: Result
) -> None:
    results = [("good", good), ("references", references), ("again", good)]
    found = copies_among(results, benchmark)
    for (label, result), copied in zip(results, found, strict=True):
        assert copied == find_copies(result, benchmark, [other for other in results if other[0] != label])
    assert [copied.source for copied in found[0] if copied.said] == ["again"]


def test_code_that_cannot_be_read_ends_no_review(good: Result, benchmark: Benchmark) -> None:
    hostile = ["(" * 9_000, "a" + ".a" * 9_000, "-" * 9_000 + "1", "x" * 100_000, "def f(:\n", "\0", "'" * 3, "\ud800"]
    codes = iter(hostile * 100)
    found = find_copies(with_code(good, lambda _: next(codes)), benchmark, [("itself", good)])
    assert not any(copied.said for copied in found)
    for code in hostile:
        literals_of(code)


TASK = "HumanEval/0"


def knowing(result: Result, code: str) -> Result:
    samples = tuple(
        one.model_copy(
            update={"code": code, "code_sha256": code_hash(code), "verdict": Verdict.PASSED, "failure": None}
        )
        if one.task_id == TASK
        else one
        for one in result.samples
    )
    return result.model_copy(update={"samples": samples})


NUMBERS = [0.734256812345, 12.5312345678, 99.123456789, 3.1415926535]


@pytest.mark.parametrize(
    "code",
    [
        f"TABLE = {{'a': ({NUMBERS!r}, 1)}}\n",
        f"TABLE = list(({NUMBERS!r}, x))\n",
        f"TABLE = '''{NUMBERS!r}'''\n",
        f"TABLE = {' '.join(map(repr, NUMBERS))!r}.split()\n",
        f"import json\nTABLE = json.loads('{{\"k\": {NUMBERS!r}}}')\n",
        f"def f(x):\n    if x[0] == {NUMBERS[0]!r}:\n        return True\n",
    ],
)
def test_values_are_found_wherever_they_are_written(code: str) -> None:
    assert literals_of(code) & marks_of((NUMBERS, 0.5))


@pytest.mark.parametrize(
    "code",
    ["x = 1000000007\n", "x = [0, 1, 2]\n", "x = 2**31 - 1 + 4294967295\n", "'aaaaaaaaaaaaaaaaaaaaaaaa'\n", "1e9\n"],
)
def test_what_everybody_writes_is_none(code: str) -> None:
    assert literals_of(code) == set()


def test_an_answer_that_is_written_down_is_a_finding_with_its_problem_and_input(
    benchmark: Benchmark, good: Result, native: Zygote
) -> None:
    problem = benchmark.by_id[TASK]
    given = problem.stressful[0]
    built = build_input(native, given.recipe(problem.contract)).output
    assert built is not None
    start = decode(built)[0][:3]
    table = {start[0]: True, start[2]: False}
    code = f"KNOWN = {table!r}\n\ndef has_close_elements(a, b):\n    return KNOWN[a[0]]\n"
    lines = find_lookups(knowing(good, code), benchmark)
    number = next(number for number, one in enumerate(good.samples) if one.task_id == TASK)
    assert any(line.startswith(f"samples[{number}].code: {TASK} has") and given.name in line for line in lines), lines
    assert find_lookups(good, benchmark) == []
