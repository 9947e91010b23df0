"""What is kept in the cache: something else than was put there is not taken for it; a full cache is said in a line."""

import errno
import hashlib
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson
import pytest

from tallybench.counting.instructions import over_budget
from tallybench.counting.store import CountStore, OutcomeStore
from tallybench.counting.yardstick import BuiltInput, Yardstick
from tallybench.counting.yardsticks import YardstickStore
from tallybench.errors import InputError, MachineError
from tallybench.files import check_writable, using_cache, write_atomically, write_in_cache
from tallybench.model.benchmark import Benchmark
from tallybench.model.environment import Fingerprint
from tallybench.model.parts import StressResult
from tallybench.model.problem import Problem, Solution, code_hash
from tallybench.model.verdicts import StressVerdict

Record = dict[str, Any]


@pytest.fixture
def problem(benchmark: Benchmark) -> Problem:
    """A problem with one stressful input and one solution, `best`."""
    whole = benchmark.by_id["HumanEval/28"]
    return replace(whole, canonical=Solution("best", "pass\n"), references=(), stressful=whole.stressful[:1])


def test_only_counts_what_is_over_the_budget_and_wrong_outputs_are_kept(problem: Problem, cache: Path) -> None:
    store = CountStore(Fingerprint({"name": "one"}))
    digest, (given,) = "d" * 64, problem.stressful
    wrong = StressResult.failed(StressVerdict.WRONG_OUTPUT, "line 1 differs")
    for outcome in (StressResult.counted(7), wrong, over_budget()):
        store.note(problem, digest, given.name, outcome)
        assert store.get(problem, digest, given.name) == outcome
        assert CountStore(Fingerprint({"name": "one"})).get(problem, digest, given.name) == outcome
    store.note(problem, digest, given.name, StressResult.failed(StressVerdict.TAMPERING, "a reason"))
    assert store.get(problem, digest, given.name) == over_budget()
    for other in (replace(problem, prompt="another"), problem.at_seed("another")):
        assert store.get(other, digest, given.name) is None
    assert store.get(problem, "e" * 64, given.name) is None
    assert CountStore(Fingerprint({"name": "another"})).get(problem, digest, given.name) is None


def test_counts_of_many_problems_are_all_there_though_few_are_held(problem: Problem, cache: Path) -> None:
    store = CountStore(Fingerprint({"name": "many"}))
    name, problems = problem.stressful[0].name, [replace(problem, prompt=f"prompt {number}") for number in range(40)]
    for count, one in enumerate(problems, 1):
        store.note(one, "d" * 64, name, StressResult.counted(count))
    found = [store.get(one, "d" * 64, name) for one in problems]
    assert found == [StressResult.counted(count) for count in range(1, 41)]


def kept(store: YardstickStore, problem: Problem) -> Path:
    """The folder of a yardstick of one input, which is empty."""
    (given,) = problem.stressful
    draft = store.draft(problem)
    for end in ("in", "out"):
        (draft / f"{given.name}.{end}").write_bytes(b"")
    nothing = hashlib.sha256(b"").hexdigest()
    inputs = {given.name: BuiltInput(nothing, 0, nothing, 0)}
    codes = {"best": code_hash("pass\n")}
    return store.keep(problem, draft, Yardstick(inputs, {"best": {given.name: 7}}, "best", codes))


@pytest.mark.parametrize(
    "damage",
    [
        lambda record: [],
        lambda record: 3,
        lambda record: {},
        lambda record: record | {"inputs": []},
        lambda record: record | {"inputs": {"x": 3}},
        lambda record: record | {"counts": 3},
        lambda record: record | {"counts": {}},
        lambda record: record | {"counts": {"best": 3}},
        lambda record: record | {"counts": {"best": {}}},
        lambda record: record | {"counts": {"best": dict.fromkeys(record["inputs"], "many")}},
        lambda record: record | {"counts": {"best": dict.fromkeys(record["inputs"], -1)}},
        lambda record: record | {"best": "another"},
        lambda record: record | {"best": ["best"]},
        lambda record: record | {"codes": 3},
        lambda record: record | {"codes": {"another": record["codes"]["best"]}},
        lambda record: record | {"codes": {"best": "0" * 64}},
    ],
)
def test_a_yardstick_of_another_shape_is_taken_anew(
    problem: Problem, tmp_path: Path, damage: Callable[[Record], object]
) -> None:
    store = YardstickStore(tmp_path)
    record = kept(store, problem) / "yardstick.json"
    found = store.load(problem)
    assert found is not None and found.counts["best"] == {problem.stressful[0].name: 7}
    record.write_bytes(orjson.dumps(damage(orjson.loads(record.read_bytes()))))
    assert store.load(problem) is None


def test_a_yardstick_that_another_run_has_kept_meanwhile_stays_in_its_place(problem: Problem, tmp_path: Path) -> None:
    """That run may be reading its inputs."""
    store = YardstickStore(tmp_path)
    folder = kept(store, problem)
    before = {path.name: path.stat().st_ino for path in folder.iterdir()}
    assert kept(store, problem) == folder
    assert {path.name: path.stat().st_ino for path in folder.iterdir()} == before
    assert [path.name for path in tmp_path.iterdir()] == [folder.name], "no draft is left"


def test_a_yardstick_that_differs_is_replaced(problem: Problem, tmp_path: Path) -> None:
    store = YardstickStore(tmp_path)
    record = kept(store, problem) / "yardstick.json"
    as_it_was = record.read_bytes()
    record.write_bytes(as_it_was.replace(b": 7", b": 8"))
    found = store.load(problem)
    assert found is not None and 8 in found.counts["best"].values()
    kept(store, problem)
    assert record.read_bytes() == as_it_was


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EDQUOT, errno.EROFS, errno.EACCES, errno.EFBIG, errno.EIO])
def test_what_a_file_system_refuses_is_one_line(tmp_path: Path, code: int) -> None:
    with pytest.raises(MachineError) as refused, using_cache(tmp_path):
        raise OSError(code, os.strerror(code))
    assert str(refused.value) == (
        f"{tmp_path}: the cache cannot be used ({os.strerror(code)}); make room, or set TALLYBENCH_CACHE to another "
        "folder; what was measured before is kept"
    )


def test_another_error_is_not_taken_for_a_full_cache(tmp_path: Path) -> None:
    with pytest.raises(BlockingIOError), using_cache(tmp_path):
        raise OSError(errno.EAGAIN, os.strerror(errno.EAGAIN))


@pytest.fixture
def no_folder(tmp_path: Path) -> Path:
    """A path at which nobody, not even root, can make a folder."""
    (tmp_path / "file").touch()
    return tmp_path / "file/cache"


def test_every_store_says_in_a_line_that_it_cannot_be_written(problem: Problem, no_folder: Path) -> None:
    writes: list[Callable[[], object]] = [
        lambda: YardstickStore(no_folder).draft(problem),
        lambda: OutcomeStore(no_folder / "kept.jsonl").note(3, "a"),
        lambda: write_in_cache(no_folder / "any", [b"x"]),
    ]
    for write in writes:
        with pytest.raises(MachineError, match=r"the cache cannot be used \(Not a directory\)"):
            write()


def test_a_file_that_cannot_be_written_is_one_line_and_leaves_nothing(no_folder: Path, tmp_path: Path) -> None:
    before = sorted(tmp_path.rglob("*"))
    for write in (check_writable, lambda path: write_atomically(path, [b"x"])):
        for path in (no_folder, tmp_path):
            with pytest.raises(InputError, match="cannot be written"):
                write(path)
    check_writable(tmp_path / "new")
    assert sorted(tmp_path.rglob("*")) == before
