"""Shards: merged, the same bytes as on one machine; nothing lost to a kill; what does not fit is refused by name."""

import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import orjson
import pytest

from tallybench import Options
from tallybench.benchmarks import select
from tallybench.counting.session import Session
from tallybench.errors import InputError
from tallybench.evaluation.merge import merge_files, merge_results
from tallybench.evaluation.pipeline import evaluate
from tallybench.evaluation.shards import Shard, deal
from tallybench.model.benchmark import Benchmark
from tallybench.model.result import Model, Result, dump_result
from tallybench.samples.attempts import Attempt
from tallybench.samples.reading import Sample, read_samples
from tallybench.statistics.reading import parse_result
from tallybench.statistics.spending import Price
from tests.conftest import CommandLine

IDS = ("5", "82", "134", "151")
MODEL = Model(name="sharded")
UNCOUNTED = Options(ids=IDS, counter="none")
Edit = Callable[[dict[str, Any]], None]


@pytest.fixture(scope="module")
def samples(benchmark: Benchmark, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Samples in no order: a reference and the same with a comment, a wrong one, one without code."""
    filled, prime, letter, squares = (benchmark.by_id[f"HumanEval/{number}"] for number in IDS)
    lines = [
        {"task_id": prime.task_id, "solution": prime.canonical.code + "# the same, and a comment\n"},
        {"task_id": squares.task_id, "raw": "I cannot help with that."},
        {"task_id": filled.task_id, "solution": "def intersperse(numbers, delimiter):\n    return numbers\n"},
        {"task_id": letter.task_id, "solution": letter.canonical.code, "tokens_in": 100, "tokens_out": 70},
        {"task_id": prime.task_id, "solution": prime.references[0].code},
        {"task_id": letter.task_id, "solution": letter.canonical.code + "# again\n"},
    ]
    path = tmp_path_factory.mktemp("samples") / "samples.jsonl"
    path.write_bytes(b"".join(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE) for line in lines))
    return path


def read(path: Path, benchmark: Benchmark) -> list[Sample]:
    return list(read_samples(path, benchmark.by_id.keys()))


def content(result: Result) -> bytes:
    return b"".join(dump_result(result))


def sharded(session: Session, count: int, samples: list[Sample], options: Options = UNCOUNTED) -> list[Result]:
    return [evaluate(samples, MODEL, options, session=session, shard=Shard(n, count)) for n in range(1, count + 1)]


def merged(results: list[Result]) -> Result:
    """The whole of shards that are given in no order, by way of their files' bytes."""
    return merge_results({str(n): parse_result(content(one), str(n)) for n, one in enumerate(results[::-1])})


@pytest.fixture(scope="module")
def shards(
    samples: Path, benchmark: Benchmark, session: Session, tmp_path_factory: pytest.TempPathFactory
) -> list[Path]:
    """Three shards, of correctness only."""
    folder = tmp_path_factory.mktemp("shards")
    paths = [folder / f"{number}.json" for number in (1, 2, 3)]
    for path, result in zip(paths, sharded(session, 3, read(samples, benchmark)), strict=True):
        result.save(path)
    return paths


def test_shards_put_together_are_the_result_of_one_machine_to_the_byte(
    samples: Path, tallybench: CommandLine, tmp_path: Path
) -> None:
    run = ["evaluate", samples, "--model", "sharded", "--ids", "82,134,151", "--set", "price=1,2", "--k", "1,2"]
    alone = tallybench(*run, "--output", "alone.json")
    assert alone.returncode == 0, alone.stderr
    elsewhere = os.environ | {"TALLYBENCH_CACHE": str(tmp_path / "cache")}  # nothing that was counted before is there
    for number in (1, 2, 3):
        done = tallybench(*run, "--shard", f"{number}/3", env=elsewhere)
        assert done.returncode == 0, done.stderr
        assert f"shard {number}/3, 1 problem: shard-{number}-of-3.json" in done.stdout
    names = [f"shard-{number}-of-3.json" for number in (3, 1, 2)]
    merged = tallybench("merge", *names, "--output", "merged.json", env=os.environ | {"PATH": "/nowhere"})
    assert merged.returncode == 0, merged.stderr
    assert merged.stdout.replace("merged.json", "alone.json") == alone.stdout
    assert (tmp_path / "merged.json").read_bytes() == (tmp_path / "alone.json").read_bytes()
    again = tallybench("merge", *names, "--output", "merged.json")
    assert (again.returncode, again.stdout) == (2, "")
    assert again.stderr == "tallybench: merged.json: already exists; give another --output, or --force to replace it\n"


def test_peak_memory_is_put_together_too(samples: Path, benchmark: Benchmark, session: Session) -> None:
    """In one cache: another measurement may differ by some dozen bytes, as on any machine."""
    options = Options(ids=("134", "151"), memory=True)
    alone = evaluate(read(samples, benchmark), MODEL, options, session=session)
    assert alone.has_memory
    assert content(merged(sharded(session, 2, read(samples, benchmark), options))) == content(alone)


@pytest.mark.parametrize("count", [1, 3, 7], ids=["one", "three", "more than there are problems"])
def test_the_same_without_counts_whatever_the_number_of_shards(
    count: int, samples: Path, benchmark: Benchmark, session: Session
) -> None:
    options = replace(UNCOUNTED, withhold_code=True, price=Price(1.5, 2))
    alone = evaluate(read(samples, benchmark), MODEL, options, session=session)
    shards = sharded(session, count, read(samples, benchmark), options)
    assert all(one.benchmark.partial and one.shard is not None for one in shards)
    assert content(merged(shards)) == content(alone)


def test_problems_are_dealt_once_each_and_by_their_work(benchmark: Benchmark) -> None:
    part = select(benchmark, ["0-99"])
    attempts = [
        Attempt(problem.task_id, index, "", f"{index:064}", ())
        for number, problem in enumerate(part)
        for index in range(200 if number == 7 else 10)
    ]
    dealt = deal(part, attempts, 8)
    assert sorted(task_id for tasks in dealt for task_id in tasks) == sorted(part.by_id)
    assert dealt == deal(part, attempts[::-1], 8)
    (large,) = (tasks for tasks in dealt if "HumanEval/7" in tasks)
    assert len(large) == 1
    others = [len(tasks) for tasks in dealt if tasks != large]
    assert max(others) - min(others) <= 4


def test_counts_that_do_not_repeat_are_not_put_together(samples: Path, benchmark: Benchmark) -> None:
    options = Options(ids=IDS, counter="cputime")
    with pytest.raises(InputError, match="--counter cputime: its counts differ from run to run"):
        evaluate(read(samples, benchmark), MODEL, options, shard=Shard(1, 3))


@pytest.mark.parametrize("text", ["0/3", "4/3", "1", "1/0", "a/b", "-1/3", "1/3/5", "1/99999"])
def test_what_is_no_shard_is_refused(text: str) -> None:
    with pytest.raises(InputError, match=f"--shard {text}: must be NUMBER/COUNT"):
        Shard.parse(text)


def test_a_missing_shard_is_named(shards: list[Path]) -> None:
    with pytest.raises(InputError, match=r"^shard 2 of 3 missing; run the .* with --shard 2/3 to make it$"):
        merge_files([shards[0], shards[2]])
    with pytest.raises(InputError, match=r"^shards 1, 3 of 3 missing; .* --shard 1/3 to make the first of them$"):
        merge_files([shards[1]])


def test_a_shard_that_is_there_twice_is_named(shards: list[Path], tmp_path: Path) -> None:
    copy = tmp_path / "copy.json"
    copy.write_bytes(shards[1].read_bytes())
    with pytest.raises(InputError, match=rf"^{copy}: is shard 2/3, as is {shards[1]}; give each shard once$"):
        merge_files([*shards, copy])
    with pytest.raises(InputError, match=rf"^{copy}: is given twice; give each shard once$"):
        merge_files([copy, copy])


@pytest.mark.parametrize(
    ("model", "options", "given", "count", "what"),
    [
        (MODEL, UNCOUNTED, slice(0, 5), 3, r"shard.samples is 5, not 6, and 1 more differ"),
        (Model(name="m2"), UNCOUNTED, slice(6), 3, r'model.name is "m2", not "sharded"'),
        (MODEL, replace(UNCOUNTED, ks=(1, 2)), slice(6), 3, r"k is \[1,2\], not \[1\]"),
        (MODEL, replace(UNCOUNTED, price=Price(1, 2)), slice(6), 3, r'shard.options.price is "1,2", not ""'),
        (MODEL, replace(UNCOUNTED, ids=IDS[:3]), slice(6), 3, r"shard.benchmark_sha256 is .* more differ"),
        (MODEL, replace(UNCOUNTED, hash_seed=1), slice(6), 3, r'environment.facts.hash_seed is "1", not "0"'),
        (MODEL, UNCOUNTED, slice(6), 2, r"shard.count is 2, not 3"),
    ],
    ids=["samples", "model", "k", "price", "benchmark", "hash seed", "number of shards"],
)
def test_a_shard_of_another_evaluation_is_named_with_what_differs(
    model: Model,
    options: Options,
    given: slice,
    count: int,
    what: str,
    samples: Path,
    benchmark: Benchmark,
    shards: list[Path],
    tmp_path: Path,
    session: Session,
) -> None:
    foreign = tmp_path / "foreign.json"
    part = read(samples, benchmark)[given]
    evaluate(part, model, options, session=session, shard=Shard(2, count)).save(foreign)
    said = rf"^{foreign}: is from a different evaluation than {shards[0]}: {what}.*; merge shards of one evaluation"
    with pytest.raises(InputError, match=said):
        merge_files([shards[0], foreign, shards[2]])


def edited(path: Path, folder: Path, edit: Edit) -> Path:
    """A copy of a shard that says something else."""
    parsed = orjson.loads(path.read_bytes())
    edit(parsed)
    copy = folder / path.name
    copy.write_bytes(orjson.dumps(parsed))
    return copy


def change(part: str, **changed: Any) -> Edit:
    return lambda parsed: parsed[part].update(changed)


def lose_a_problem(parsed: dict[str, Any]) -> None:
    task_id, _ = parsed["problems"].popitem()
    parsed["samples"] = [sample for sample in parsed["samples"] if sample["task_id"] != task_id]


def lose_a_sample(parsed: dict[str, Any]) -> None:
    parsed["samples"].pop()


def have_a_sample_twice(parsed: dict[str, Any]) -> None:
    parsed["samples"].append(parsed["samples"][-1])


def have_every_problem(parsed: dict[str, Any]) -> None:
    problem = next(iter(parsed["problems"].values()))
    parsed["problems"] = dict.fromkeys(parsed["shard"]["tasks"], problem)


@pytest.mark.parametrize(
    ("edit", "what"),
    [
        (change("environment", fingerprint="0" * 64), r"{0}: is from a different evaluation .*: environment.fingerpr"),
        (lambda parsed: parsed.update(evaluator_version="9.9"), r'{0}: .*: evaluator_version is "9.9", not '),
        (lambda parsed: parsed.pop("shard"), r"{0}: is not a shard; give files that `tallybench evaluate --shard`"),
        (change("shard", number=0), r"{0}: shard.number: Input should be greater than or equal to 1"),
        (change("problems", another={}), r"{0}: problems.another"),
        (have_every_problem, r".*: has HumanEval/\d+, as has "),
        (lose_a_problem, r"no shard has HumanEval/\d+; evaluate the shards again"),
        (lambda parsed: parsed.update(problems={}), r"{0}: has HumanEval/\d+, which is not one of its problems"),
        (lose_a_sample, r"the shards have 5 samples, but the evaluation has 6; evaluate the shards again"),
        (have_a_sample_twice, r"the shards have 7 samples, but the evaluation has 6; evaluate the shards again"),
    ],
    ids=["environment", "version", "whole", "number", "field", "overlap", "gap", "sample", "lost", "twice"],
)
def test_a_shard_that_says_what_cannot_be_is_refused(edit: Edit, what: str, shards: list[Path], tmp_path: Path) -> None:
    second = edited(shards[1], tmp_path, edit)
    with pytest.raises(InputError, match="^" + what.replace("{0}", str(second))):
        merge_files([shards[0], second, shards[2]])
    cut = tmp_path / "cut.json"
    cut.write_bytes(shards[1].read_bytes()[:-20])
    with pytest.raises(InputError, match=rf"^{cut}:\d+: is not JSON"):
        merge_files([shards[0], cut, shards[2]])
