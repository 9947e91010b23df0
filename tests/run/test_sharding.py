"""Runs in shards: the same bytes as on one machine, nothing lost to a kill, and what does not fit refused by name."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import orjson
import pytest

from evaluator import Options
from evaluator.benchmarks import select
from evaluator.benchmarks.own.layout import lay_folder
from evaluator.errors import InputError
from evaluator.execution.session import Session
from evaluator.journal import Journal
from evaluator.problems.benchmark import Benchmark
from evaluator.results.result import Model, Result, dump_result
from evaluator.run.pipeline import evaluate, evaluate_shard
from evaluator.run.sharding.merge import merge_shards
from evaluator.run.sharding.shard_file import ShardContent, dump_shard, read_shard
from evaluator.run.sharding.share import Shard, tasks_of
from evaluator.samples.attempts import Attempt
from evaluator.samples.reading import Sample, read_samples
from tests.conftest import CommandLine

IDS = ("5", "82", "134", "151")
MODEL = Model(name="sharded")
UNCOUNTED = Options(ids=IDS, counter="none")
SLOW = "for _ in range(10**6):\n    pass\n"
Edit = Callable[[list[dict[str, Any]]], None]


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


def sharded(
    session: Session,
    shard: Shard,
    samples: list[Sample],
    options: Options = UNCOUNTED,
    model: Model = MODEL,
    journal: Journal | None = None,
) -> ShardContent:
    return evaluate_shard(shard, samples, model, options, lambda *_: None, journal, session=session)


@pytest.fixture(scope="module")
def shards(
    samples: Path, benchmark: Benchmark, session: Session, tmp_path_factory: pytest.TempPathFactory
) -> list[Path]:
    """Three shards, of correctness only."""
    folder = tmp_path_factory.mktemp("shards")
    paths = []
    for number in (1, 2, 3):
        content = sharded(session, Shard(number, 3), read(samples, benchmark))
        paths.append(folder / f"{number}.jsonl")
        paths[-1].write_bytes(b"".join(dump_shard(content)))
    return paths


def test_shards_put_together_are_the_result_of_one_machine_to_the_byte(
    samples: Path, tallybench: CommandLine, tmp_path: Path
) -> None:
    run = ["evaluate", samples, "--model", "sharded", "--ids", "82,134,151", "--price", "1,2", "--k", "1,2"]
    alone = tallybench(*run, "--output", "alone.json")
    assert alone.returncode == 0, alone.stderr
    elsewhere = os.environ | {"TALLYBENCH_CACHE": str(tmp_path / "cache")}  # nothing that was counted before is there
    for number in (1, 2, 3):
        done = tallybench(*run, "--shard", f"{number}/3", env=elsewhere)
        assert done.returncode == 0, done.stderr
        assert f"shard {number}/3, 1 problem: shard-{number}-of-3.jsonl" in done.stdout
    names = [f"shard-{number}-of-3.jsonl" for number in (3, 1, 2)]
    merged = tallybench("merge", *names, "--output", "merged.json", env=os.environ | {"PATH": "/nowhere"})
    assert merged.returncode == 0, merged.stderr
    assert merged.stdout.replace("merged.json", "alone.json") == alone.stdout
    assert (tmp_path / "merged.json").read_bytes() == (tmp_path / "alone.json").read_bytes()
    again = tallybench("merge", *names, "--output", "merged.json")
    assert (again.returncode, again.stdout) == (2, "")
    assert (
        again.stderr == "tallybench: merged.json: is there already; give another --output, or --force to replace it\n"
    )


def test_peak_memory_is_put_together_too(samples: Path, benchmark: Benchmark, session: Session) -> None:
    """In one cache: another measurement may differ by some dozen bytes, as on any machine."""
    options = Options(ids=("134", "151"), memory=True)
    alone = evaluate(read(samples, benchmark), MODEL, options, session=session)
    assert alone.has_memory
    assert merged_of(2, read(samples, benchmark), options, session) == alone


def merged_of(count: int, samples: list[Sample], options: Options, session: Session) -> Result:
    """The result of so many shards."""
    with TemporaryDirectory() as folder:
        paths = [Path(folder, f"{number}.jsonl") for number in range(1, count + 1)]
        for number, path in enumerate(paths, 1):
            content = sharded(session, Shard(number, count), samples, options)
            path.write_bytes(b"".join(dump_shard(content)))
        return merge_shards(paths)[0]


def test_the_same_without_counts_whatever_the_number_of_shards(
    samples: Path, benchmark: Benchmark, shards: list[Path], session: Session
) -> None:
    alone = evaluate(read(samples, benchmark), MODEL, UNCOUNTED, session=session)
    assert merge_shards(shards)[0] == alone
    assert b"".join(dump_result(merge_shards(shards[::-1])[0])) == b"".join(dump_result(alone))
    assert merged_of(7, read(samples, benchmark), UNCOUNTED, session) == alone  # more than there are problems


def test_problems_are_dealt_once_each_and_by_their_work(benchmark: Benchmark) -> None:
    part = select(benchmark, ["0-99"])
    attempts = [
        Attempt(problem.task_id, index, "", f"{index:064}", ())
        for number, problem in enumerate(part)
        for index in range(200 if number == 7 else 10)
    ]
    dealt = [tasks_of(Shard(number, 8), part, attempts) for number in range(1, 9)]
    assert sorted(task_id for tasks in dealt for task_id in tasks) == sorted(part.by_id)
    assert dealt == [tasks_of(Shard(number, 8), part, attempts[::-1]) for number in range(1, 9)]
    (large,) = (tasks for tasks in dealt if "HumanEval/7" in tasks)
    assert len(large) == 1
    others = [len(tasks) for tasks in dealt if tasks != large]
    assert max(others) - min(others) <= 4


def test_a_shard_that_is_killed_goes_on_where_it_was(
    samples: Path, benchmark: Benchmark, tmp_path: Path, session: Session
) -> None:
    # One problem with many programs, each of which takes a tenth of a second.
    letter = benchmark.by_id["HumanEval/134"]
    slow = b"".join(
        orjson.dumps({"task_id": letter.task_id, "solution": f"{SLOW}\n# {number}\n{letter.canonical.code}"}) + b"\n"
        for number in range(8)
    )
    source, cache, output = tmp_path / "samples.jsonl", tmp_path / "cache", tmp_path / "shard.jsonl"
    source.write_bytes(slow)
    code = "import sys; from evaluator.cli import main; main()"
    options = ["--model", "m", "--ids", "134", "--no-count", "--workers", "1", "--shard", "1/1", "-o", str(output)]
    command = [sys.executable, "-c", code, "evaluate", str(source), *options]
    environment = os.environ | {"TALLYBENCH_CACHE": str(cache)}
    process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
    while lines(cache) < 4:
        assert process.poll() is None, "it ended before it was killed"
        time.sleep(0.01)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert not output.exists()
    noted = lines(cache)
    refused = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert refused.returncode == 2 and "add --resume to go on with it" in refused.stderr
    done = subprocess.run([*command, "--resume"], env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert f"correctness tests: {noted - 1} of 8" in done.stderr
    uncounted, model = Options(ids=("134",), counter="none"), read_shard(output).header.model
    whole = sharded(session, Shard(1, 1), read(source, benchmark), uncounted, model)
    assert output.read_bytes() == b"".join(dump_shard(whole))
    assert list(cache.glob("journals/*")) == []


def lines(cache: Path) -> int:
    """How many lines the journal has."""
    return sum(path.read_bytes().count(b"\n") for path in cache.glob("journals/*"))


def test_a_shard_s_journal_is_its_own(samples: Path, benchmark: Benchmark, session: Session) -> None:
    first, second = (Journal(f"evaluate, shard {number}/2", resume=False) for number in (1, 2))
    for number, journal in ((1, first), (2, second)):
        sharded(session, Shard(number, 2), read(samples, benchmark), journal=journal)
    assert first.path != second.path
    first.remove()
    second.remove()


def test_counts_that_do_not_repeat_are_not_put_together(samples: Path, benchmark: Benchmark) -> None:
    options = Options(ids=IDS, counter="cputime")
    with pytest.raises(InputError, match="--shard: counts are put together that repeat exactly"):
        evaluate_shard(Shard(1, 3), read(samples, benchmark), MODEL, options, lambda *_: None)


@pytest.mark.parametrize("text", ["0/3", "4/3", "1", "1/0", "a/b", "-1/3", "1/3/5", "1/99999"])
def test_what_is_no_shard_is_refused(text: str) -> None:
    with pytest.raises(InputError, match=f"--shard {text}: must be NUMBER/COUNT"):
        Shard.parse(text)


def test_a_missing_shard_is_named(shards: list[Path]) -> None:
    with pytest.raises(InputError, match=r"^shard 2 is missing of 3; the same evaluation with --shard 2/3 makes it$"):
        merge_shards([shards[0], shards[2]])
    with pytest.raises(InputError, match=r"^shards 1, 3 are missing of 3; .* --shard 1/3 makes the first$"):
        merge_shards([shards[1]])


def test_a_shard_that_is_there_twice_is_named(shards: list[Path], tmp_path: Path) -> None:
    copy = tmp_path / "copy.jsonl"
    copy.write_bytes(shards[1].read_bytes())
    with pytest.raises(InputError, match=rf"^{copy}: is shard 2/3, as is {shards[1]}; give each shard once$"):
        merge_shards([*shards, copy])


@pytest.mark.parametrize(
    ("model", "options", "given", "what"),
    [
        (MODEL, UNCOUNTED, slice(0, 5), r"is of other samples than .*: samples.programs is 5, not 6 and 1 more"),
        (
            Model(name="m2"),
            UNCOUNTED,
            slice(6),
            r'names the model otherwise than .*: model.name is "m2", not "sharded"',
        ),
        (
            MODEL,
            Options(ids=IDS, counter="none", ks=(1, 2)),
            slice(6),
            r"was made with other options .* is \[1,2\], not",
        ),
        (MODEL, Options(ids=IDS[:3], counter="none"), slice(6), r"is of another benchmark, or of another part of it"),
        (
            MODEL,
            Options(ids=IDS, counter="none", hash_seed=1),
            slice(6),
            r"was made with other options .* is 1, not 0",
        ),
    ],
    ids=["samples", "model", "options", "benchmark", "hash seed"],
)
def test_a_shard_of_another_run_is_named_with_what_differs(
    model: Model,
    options: Options,
    given: slice,
    what: str,
    samples: Path,
    benchmark: Benchmark,
    shards: list[Path],
    tmp_path: Path,
    session: Session,
) -> None:
    content = sharded(session, Shard(2, 3), read(samples, benchmark)[given], options, model)
    foreign = tmp_path / "foreign.jsonl"
    foreign.write_bytes(b"".join(dump_shard(content)))
    with pytest.raises(InputError, match=rf"^{foreign}: {what}.*merge shards of one run only$"):
        merge_shards([shards[0], foreign, shards[2]])


def test_a_shard_of_another_number_of_shards_is_named(
    samples: Path, benchmark: Benchmark, shards: list[Path], tmp_path: Path, session: Session
) -> None:
    content = sharded(session, Shard(2, 2), read(samples, benchmark))
    foreign = tmp_path / "foreign.jsonl"
    foreign.write_bytes(b"".join(dump_shard(content)))
    with pytest.raises(InputError, match=r"is one of another number of shards than .*: shards is 2, not 3"):
        merge_shards([shards[0], foreign, shards[2]])


def edited(path: Path, folder: Path, edit: Edit) -> Path:
    """A copy of a shard as a machine would write it that says something else; its last line fits."""
    parsed = [orjson.loads(line) for line in path.read_bytes().splitlines()][:-1]
    edit(parsed)
    written = b"".join(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE) for line in parsed)
    end = {"kind": "end", "lines": len(parsed), "sha256": sha256(written).hexdigest()}
    copy = folder / path.name
    copy.write_bytes(written + orjson.dumps(end, option=orjson.OPT_APPEND_NEWLINE))
    return copy


def first(kind: str, /, **changed: Any) -> Edit:
    def edit(parsed: list[dict[str, Any]]) -> None:
        next(line for line in parsed if line.get("kind") == kind).update(changed)

    return edit


def without(kind: str) -> Edit:
    def edit(parsed: list[dict[str, Any]]) -> None:
        parsed[:] = [line for line in parsed if line.get("kind") != kind]

    return edit


def header(**changed: Any) -> Edit:
    return lambda parsed: parsed[0].update(changed)


def test_a_shard_opens_no_folder_that_it_names(
    shards: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Reading a benchmark of one's own evaluates it, and a shard may come with such a folder beside it."""
    trap = tmp_path / "trap"
    lay_folder(trap, "function", "trap")
    problem = next((trap / "problems").glob("*.py"))
    problem.write_text(
        f"{problem.read_text()}\n\nINVALID = __import__('os').mkdir({str(tmp_path / 'sprung')!r}) or []\n"
    )
    monkeypatch.chdir(tmp_path)

    def name_the_trap(parsed: list[dict[str, Any]]) -> None:
        parsed[0]["benchmark"] |= {"given": "trap"}

    named = [edited(path, tmp_path, name_the_trap) for path in shards]
    with pytest.raises(InputError, match="is of a benchmark in 'trap'; say with --benchmark which folder"):
        merge_shards(named)
    assert not (tmp_path / "sprung").exists()
    with pytest.raises(InputError, match="trap"):  # who names it opens it
        merge_shards(named, benchmark="trap")
    assert (tmp_path / "sprung").exists()


@pytest.mark.parametrize(
    ("edit", "what"),
    [
        (header(fingerprint={"counter": "none"}), r"{0}: was measured in another environment than .*: fingerprint\."),
        (header(evaluator_version="9.9"), r'{0}: was written by another version .* is "9.9", not '),
        (header(tallybench_shard=2), r"{0}, line 1: tallybench_shard is 2, this version of TallyBench reads 1"),
        (header(shard=0), r"{0}, line 1: shard: Input should be greater than or equal to 1"),
        (header(surprise=1), r"{0}, line 1: surprise: Extra inputs are not permitted"),
        (header(tasks=[f"HumanEval/{number}" for number in IDS]), r".*: has HumanEval/\d+, as has "),
        (header(tasks=["HumanEval/0"]), r"{0}, line 2: HumanEval/\d+ is no task of this shard"),
        (first("sample", code="pass\n"), r"the shards hold 6 samples that are not the 6 that .* names"),
        (without("sample"), r"the shards hold \d samples that are not the 6"),
        (first("sample", index=-1), r"{0}, line 2: sample.index: Input should be greater than or equal to 0"),
        (first("sample", index="0"), r"{0}, line 2: sample.index: Input should be a valid integer"),
        (without("check"), r"{0}: lacks the outcome of a sample of HumanEval/\d+; evaluate that shard again"),
        (first("check", verdict="brilliant"), r"{0}, line \d: check.verdict: Input should be 'passed'"),
        (first("check", kind="praise"), r"{0}, line \d: .*Input tag 'praise'"),
        (lambda parsed: parsed.append(parsed[-1]), r"{0}, line \d: says once more what a line before it said"),
    ],
    ids=[
        *(
            "environment",
            "version",
            "format",
            "number",
            "field",
            "overlap",
            "task",
            "code",
            "no sample",
            "index",
            "text",
        ),
        *("no outcome", "verdict", "kind", "twice"),
    ],
)
def test_a_shard_that_says_what_cannot_be_is_refused(edit: Edit, what: str, shards: list[Path], tmp_path: Path) -> None:
    second = edited(shards[1], tmp_path, edit)
    with pytest.raises(InputError, match="^" + what.replace("{0}", str(second))):
        merge_shards([shards[0], second, shards[2]])


def test_a_damaged_file_is_refused_with_its_line(shards: list[Path], tmp_path: Path) -> None:
    written = shards[1].read_bytes()
    whole = written.splitlines(keepends=True)
    damaged = tmp_path / "damaged.jsonl"
    for content, what in (
        (b"".join(whole[:-1]), rf"{damaged}, line {len(whole) - 1}: the file is cut off behind it"),
        (written[:-20], rf"{damaged}, line {len(whole)}: .*Invalid JSON"),
        (written.replace(b"passed", b"memory", 1), rf"{damaged}, line {len(whole)}: the lines before it were changed"),
        (written + whole[1], rf"{damaged}, line {len(whole) + 1}: stands behind the end of the shard"),
        (b"", rf"{damaged}: is no shard; give files that `tallybench evaluate --shard` wrote"),
        (b'{"schema_version": 7}\n', rf"{damaged}: is no shard"),
        (b"\x80\n", rf"{damaged}: is no shard"),
    ):
        damaged.write_bytes(content)
        with pytest.raises(InputError, match="^" + what):
            merge_shards([damaged, shards[0], shards[2]])
    with pytest.raises(InputError, match=r"nowhere.jsonl: cannot be read \(No such file"):
        merge_shards([tmp_path / "nowhere.jsonl"])
