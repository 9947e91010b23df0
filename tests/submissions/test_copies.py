"""Samples that are somebody else's: what the review says and what it refuses."""

import ast
from collections.abc import Callable
from pathlib import Path

import pytest

from tallybench.benchmarks.copies import copies_among, find_copies
from tallybench.benchmarks.trees import entry_tree
from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import code_hash
from tallybench.model.result import Result, SampleResult
from tallybench.statistics.reading import load_result
from tallybench.submissions.comment import render_comment
from tests.conftest import CommandLine
from tests.made_results import kept_result
from tests.submissions.pull_requests import (
    answered_otherwise,
    commit,
    content_of,
    faults_of,
    git,
    named,
    place,
    reviewed,
    without_code,
)


@pytest.fixture(scope="module")
def references() -> Result:
    """The references under a new name."""
    return named(load_result(kept_result("tallybench-references")), "New name 7B", baseline=False)


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


def test_the_canonical_solutions_with_a_few_changes_are_refused(fork: Path, upstream: Path, canonical: Result) -> None:
    mine = named(canonical, "Mine", baseline=False)
    few = {sample.task_id for sample in mine.samples[:8]}
    changed = with_code(mine, lambda one: f"x = {one.task_id!r}\n" if one.task_id in few else str(one.code))
    place(fork, changed, "mine")
    assert any("are copies of the canonical solutions" in fault for fault in faults_of(reviewed(fork, upstream)))


def test_a_copy_is_refused_and_half_a_copy_reported(fork: Path, upstream: Path, good: Result, tmp_path: Path) -> None:
    git(tmp_path, "clone", "--quiet", str(upstream), "project")
    place(tmp_path / "project", answered_otherwise(named(good, "First")), "first")
    commit(tmp_path / "project")
    whole = answered_otherwise(good)
    place(fork, whole)
    review = reviewed(fork, tmp_path / "project")
    assert any("are copies of First (results/first/" in fault for fault in faults_of(review))

    own = {one.task_id: one for one in good.samples}
    order = list(good.problems)
    half = with_code(whole, lambda one: str((own[one.task_id] if order.index(one.task_id) > 100 else one).code))
    for path in fork.glob("results/stranger-1b/*.json"):
        path.unlink()
    place(fork, half)
    review = reviewed(fork, tmp_path / "project")
    assert not review.refused
    assert any("are copies of First (results/first/" in found for found in review.files[0].findings)
    assert "What the code shows:" in render_comment(review, tmp_path / "project")


def test_withheld_copies_are_known_by_their_hashes(good: Result) -> None:
    (copied,) = find_copies(without_code(good), None, [("first", good)])
    assert copied.whole


def test_hidden_copies_under_other_names_are_known_by_their_trees(good: Result, canonical: Result) -> None:
    def hidden(result: Result) -> Result:
        entries = {task_id: problem.entry_point for task_id, problem in result.problems.items()}
        with_trees = (
            one.model_copy(update={"tree_sha256": entry_tree(one.code or "", entries[one.task_id])})
            for one in result.samples
        )
        return without_code(result.model_copy(update={"samples": tuple(with_trees)}))

    copied = hidden(with_code(canonical, renamed))
    for other in (canonical, hidden(canonical)):
        (found,) = find_copies(copied, None, [("another", other)])
        assert found.share > 0.9
    (found,) = find_copies(hidden(good), None, [("another", canonical)])
    assert found.share < 0.1


def test_honest_samples_share_little_with_the_benchmarks_own(benchmark: Benchmark, good: Result) -> None:
    found = find_copies(good, benchmark, [])
    assert len(found) >= 2 and not any(copied.said for copied in found)


def test_each_result_is_compared_with_all_others(benchmark: Benchmark, good: Result, references: Result) -> None:
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
