"""Packed results: every file comes back to the byte, whatever happens on the way, and is read as if it lay there."""

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import orjson
import pytest

from evaluator.errors import InputError
from evaluator.results.packed.index import FOLDER, INDEX, is_packed
from evaluator.results.packed.pieces import Document, bytes_of, join, split
from evaluator.results.published.boards import Board, make_boards
from evaluator.results.published.entries import Entry, read_entries, read_entry
from evaluator.results.published.packing import pack_results, unpack_results
from evaluator.results.published.record import VERIFIED, record_path
from evaluator.submissions.checks import file_faults, result_files
from tests.conftest import ROOT, CommandLine
from tests.made_results import kept_result
from tests.results.published import GPT, REFERENCES
from tests.results.published import kept_root as kept_root  # a fixture
from tests.results.published import root as root  # a fixture
from tests.results.published import small_results as small_results  # a fixture

# A file of each.
BENCHMARKS_WITH_RESULTS = {
    path.name.partition("-2026-")[0]: path
    for path in sorted((ROOT / "results").glob("*/*.json"))
    if not path.name.endswith(VERIFIED)
}


def files_of(root: Path) -> Mapping[str, bytes]:
    found = (path for path in (root / "results").rglob("*") if path.is_file())
    return {path.relative_to(root).as_posix(): path.read_bytes() for path in sorted(found)}


def shown(entry: Entry) -> tuple[object, ...]:
    facts = (entry.slug, entry.path, entry.date, entry.name, entry.state, entry.unranked, entry.samples_a_problem)
    return (*facts, entry.metrics, entry.is_claim, entry.head.model, entry.head.environment)


def rows_of(board: Board) -> list[tuple[object, ...]]:
    return [(row.ranks, row.drop, *shown(row.entry)) for row in board.all_rows]


def single_results(root: Path) -> int:
    return len([path for path in (root / "results").glob("*/*.json") if not path.name.endswith(VERIFIED)])


def test_every_file_comes_back_to_the_byte(kept_root: Path) -> None:
    root = kept_root
    before = files_of(root)
    done = pack_results(root, keep=0)
    assert len(done.packed) == 5 and done.refused == () and done.single == 0
    assert not list((root / "results").glob("*/*.json")) and (root / "results/old/OWNER").exists()
    assert sum(map(len, files_of(root).values())) < sum(map(len, before.values())) / 4
    unpack_results(root)
    assert files_of(root) == before


def test_packed_results_are_read_as_if_their_files_lay_there(root: Path) -> None:
    entries = read_entries(root)
    boards = make_boards(entries)
    pack_results(root, keep=0)
    packed = read_entries(root)
    assert [shown(entry) for entry in packed] == [shown(entry) for entry in entries]
    for ours, theirs in zip(make_boards(packed), boards, strict=True):
        assert rows_of(ours) == rows_of(theirs)
        assert ours.differences == theirs.differences
    for entry, before in zip(packed, entries, strict=True):
        assert (entry.submitted, entry.result, entry.scored) == (before.submitted, before.result, before.scored)
        assert entry.counts == before.counts and entry.values("pass@1") == before.values("pass@1")
        assert read_entry(root / entry.path).result == before.result


def test_the_leaderboards_need_no_pack_to_be_opened(root: Path) -> None:
    pack_results(root, keep=0)
    boards = make_boards(read_entries(root))
    for pack in (root / FOLDER).glob("*.parquet"):
        pack.write_bytes(b"nothing")
    again = make_boards(read_entries(root))
    assert list(map(rows_of, again)) == list(map(rows_of, boards))
    with pytest.raises(InputError, match=r"results/packed/.*\.parquet: is broken.*git checkout"):
        print(again[0].all_rows[0].entry.result)


def test_the_same_results_give_the_same_packs(root: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    other = tmp_path_factory.mktemp("other")
    shutil.copytree(root / "results", other / "results")
    pack_results(root, keep=0)
    pack_results(other, keep=0)
    assert files_of(root) == files_of(other)


def test_the_oldest_months_are_packed_until_few_enough_files_are_left(tallybench: CommandLine, root: Path) -> None:
    assert tallybench("results", "pack").stdout == "nothing to pack: 5 result files, and 1,000 may stay as they are\n"
    assert not (root / FOLDER).exists()
    done = tallybench("results", "pack", "--keep", "4")
    assert done.stdout == "packed: 3 results; 2 result files are left\n", "a whole month"
    names = [path.name.rpartition("-")[0] for path in sorted((root / FOLDER).glob("*.parquet"))]
    assert names == ["classeval-2026-11", "humaneval-2026-11"]
    added = tallybench("results", "pack", "--keep", "0")
    assert added.stdout == "packed: 2 results; 0 result files are left\n"
    assert len(list((root / FOLDER).glob("*.parquet"))) == 4, "what is packed is not written anew"
    assert tallybench("results", "pack", "--check").returncode == 0
    assert tallybench("results", "unpack").stdout == "unpacked: 5 results\n" and single_results(root) == 5
    assert not (root / FOLDER).exists()


def test_others_read_a_pack_with_plain_tools(root: Path) -> None:
    import duckdb

    pack_results(root, keep=0)
    query = f"""SELECT count(*) FILTER (verdict = 'passed'), count(DISTINCT path)
                FROM '{root / FOLDER}/humaneval-*.parquet'
                WHERE document = 'result' AND part = 'samples'"""
    with duckdb.connect() as connection:
        passed, results = connection.execute(query).fetchall()[0]
    entries = [entry for entry in read_entries(root) if entry.benchmark == "humaneval"]
    expected = sum(sample.verdict == "passed" for entry in entries for sample in entry.submitted.samples)
    assert (passed, results) == (expected, len(entries))


def test_what_a_killed_pack_leaves_is_read_once_and_cleared_up(root: Path) -> None:
    before, entries = files_of(root), [shown(entry) for entry in read_entries(root)]
    pack_results(root, keep=0)
    packed = files_of(root)
    stray = root / FOLDER / "humaneval-2026-11-01234567.parquet"
    stray.write_bytes(b"half a pack")
    for path, content in before.items():  # the index was written, no file removed yet
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_bytes(content)
    assert [shown(entry) for entry in read_entries(root)] == entries
    (root / entries[0][1]).unlink()  # type: ignore[operator]  # and now the first is, and its record is not
    assert [shown(entry) for entry in read_entries(root)] == entries
    pack_results(root, keep=0)
    assert files_of(root) == packed


def test_another_file_under_the_name_of_a_packed_one_is_told(root: Path) -> None:
    pack_results(root, keep=0)
    path = read_entries(root)[0].path
    (root / path).parent.mkdir(exist_ok=True)
    (root / path).write_bytes(kept_result(REFERENCES).read_bytes())
    with pytest.raises(InputError, match=f"^{path}: is packed, too, with other content"):
        read_entries(root)
    with pytest.raises(InputError, match=f"^{path}: is there with other content"):
        unpack_results(root)


def test_a_file_whose_bytes_would_not_come_back_stays_and_is_told(tallybench: CommandLine, root: Path) -> None:
    path = next((root / "results" / GPT).glob("coffe-*-????????.json"))
    path.write_bytes(orjson.dumps(orjson.loads(path.read_bytes())))
    record_path(path).unlink(missing_ok=True)
    done = tallybench("results", "pack", "--keep", "0")
    assert done.returncode == 1 and done.stdout == "packed: 4 results; 1 result files are left\n"
    assert f"{path.relative_to(root)}: stays as it is: is not as TallyBench writes it" in done.stderr
    assert path.exists() and len(read_entries(root)) == 5


def broken_pack(root: Path) -> str:
    pack = max((root / FOLDER).glob("humaneval-2026-11-*.parquet"))
    content = bytearray(pack.read_bytes())
    content[len(content) // 2] ^= 1
    pack.write_bytes(content)
    return f"{FOLDER}/{pack.name}: is broken: its SHA-256 is not what {INDEX} says"


def missing_pack(root: Path) -> str:
    pack = max((root / FOLDER).glob("*.parquet"))
    pack.unlink()
    return f"{FOLDER}/{pack.name}: is missing, and {INDEX} names it"


def cut_index(root: Path) -> str:
    content = (root / INDEX).read_bytes()
    (root / INDEX).write_bytes(content[: len(content) - 300])
    return f"{INDEX}:6: "


def empty_index(root: Path) -> str:
    (root / INDEX).write_bytes(b"")
    return f"{INDEX}:1: "


def doubled_line(root: Path) -> str:
    lines = (root / INDEX).read_bytes().splitlines(keepends=True)
    (root / INDEX).write_bytes(b"".join([*lines, lines[-1]]))
    return f"{INDEX}:7: results/"


def later_format(root: Path) -> str:
    content = (root / INDEX).read_bytes()
    (root / INDEX).write_bytes(content.replace(b'{"format":1', b'{"format":2', 1))
    return f"{INDEX}:1: format is 2"


@pytest.mark.parametrize("harm", [broken_pack, missing_pack, cut_index, empty_index, doubled_line, later_format])
def test_what_is_broken_is_told_in_one_message(tallybench: CommandLine, root: Path, harm: Any) -> None:
    pack_results(root, keep=0)
    said = harm(root)
    done = tallybench("results", "unpack")
    assert done.returncode == 2 and said in done.stderr, done.stderr
    assert "Traceback" not in done.stderr and len(done.stderr.splitlines()) == 1
    assert single_results(root) == 0


def test_figures_that_do_not_follow_from_the_samples_are_found(tallybench: CommandLine, root: Path) -> None:
    pack_results(root, keep=0)
    lines = (root / INDEX).read_bytes().splitlines(keepends=True)
    line = orjson.loads(lines[1])
    line["facts"]["samples_a_problem"] = 9
    (root / INDEX).write_bytes(b"".join([lines[0], orjson.dumps(line) + b"\n", *lines[2:]]))
    done = tallybench("results", "pack", "--check")
    assert done.returncode == 1 and done.stdout.startswith(
        f"{line['path']}: samples_a_problem: is not what its samples"
    )
    assert tallybench("results", "pack", "--anew").returncode == 0
    assert tallybench("results", "pack", "--check").returncode == 0


def test_figures_of_older_definitions_are_not_shown(root: Path) -> None:
    pack_results(root, keep=0)
    content = (root / INDEX).read_bytes()
    current = orjson.loads(content.splitlines()[1])["facts"]["metrics_version"]
    (root / INDEX).write_bytes(
        content.replace(f'"metrics_version":{current}'.encode(), f'"metrics_version":{current - 1}'.encode())
    )
    with pytest.raises(InputError, match=r"tallybench results pack --anew"):
        read_entries(root)


def test_a_record_that_comes_as_a_file_counts_for_a_packed_result(kept_root: Path) -> None:
    root = kept_root
    path = next((root / "results" / REFERENCES).glob("humaneval-*-????????.json"))
    record = record_path(path).read_bytes()
    record_path(path).unlink()
    pack_results(root, keep=0)
    assert not next(entry for entry in read_entries(root) if entry.slug == REFERENCES).is_remeasured
    path.parent.mkdir(exist_ok=True)
    record_path(path).write_bytes(record)
    assert file_faults(record_path(path)) == []
    assert next(entry for entry in read_entries(root) if entry.slug == REFERENCES).is_remeasured
    unpack_results(root)
    assert record_path(path).read_bytes() == record


def test_packed_files_are_validated_and_reported_by_their_paths(tallybench: CommandLine, kept_root: Path) -> None:
    root = kept_root
    before = {path for path in files_of(root) if path.endswith(".json")}
    path = next((root / "results" / REFERENCES).glob("humaneval-*-????????.json"))
    report = tallybench("report", str(path.relative_to(root)))
    pack_results(root, keep=0)
    assert tallybench("report", str(path.relative_to(root))).stdout == report.stdout and report.stdout
    assert {file.relative_to(root).as_posix() for file in result_files([root / "results"])} == before
    assert file_faults(path) == [] and file_faults(record_path(path)) == []
    twice = tallybench("submit", str(kept_result(REFERENCES)), "--as", REFERENCES)
    assert twice.returncode == 2 and "is this very file" in twice.stderr
    assert is_packed(root, REFERENCES) and not is_packed(root, "nobody")


def test_a_form_that_is_not_the_usual_one_comes_back_too() -> None:
    data = orjson.loads(kept_result(REFERENCES).read_bytes())
    data["samples"][0]["stress"] = {"odd": {"verdict": "counted", "count": 2**63, "reason": None}}
    data["samples"][1]["code"] = None
    data["samples"][2]["verdict"] = None
    data["samples"][3]["later"] = {"field": [1.5, None]}
    content = bytes_of(data, Document.RESULT)
    assert bytes_of(join(split(content, Document.RESULT), Document.RESULT), Document.RESULT) == content
    data["samples"][4].pop("task_id")
    content = bytes_of(data, Document.RESULT)
    assert bytes_of(join(split(content, Document.RESULT), Document.RESULT), Document.RESULT) == content


@pytest.mark.parametrize("benchmark", sorted(BENCHMARKS_WITH_RESULTS))
def test_what_the_project_publishes_can_be_packed(benchmark: str) -> None:
    """A result of each benchmark comes back from its rows, with its record; that a pack keeps rows is tried above."""
    path = BENCHMARKS_WITH_RESULTS[benchmark]
    files = [(path, Document.RESULT), (record_path(path), Document.RECORD)]
    for file, document in files if record_path(path).exists() else files[:1]:
        content = file.read_bytes()
        assert bytes_of(join(split(content, document), document), document) == content, file
