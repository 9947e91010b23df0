"""Results that are too many to be kept in memory: what is asked of them is as of those that are kept."""

from collections.abc import Callable
from dataclasses import fields
from pathlib import Path

import pytest

from evaluator.results.published.boards import make_boards
from evaluator.results.published.entries import read_entries
from evaluator.results.published.entry import Entry
from evaluator.results.published.lazy_entry import FileEntry, LastRead, Opened
from evaluator.results.reading import load_result
from tests.made_results import kept_result
from tests.results.published import GPT, REFERENCES
from tests.results.published import root as root  # a fixture
from tests.results.published import small_results as small_results  # a fixture
from tests.results.test_packed import rows_of, shown


@pytest.mark.parametrize("whole", [0, 2])
def test_they_are_read_as_if_they_were_kept(root: Path, whole: int) -> None:
    kept, lazy = read_entries(root), read_entries(root, whole=whole)
    assert [isinstance(entry, FileEntry) for entry in lazy] == [number >= whole for number in range(len(kept))]
    assert list(map(shown, lazy)) == list(map(shown, kept))
    for ours, theirs in zip(make_boards(lazy), make_boards(kept), strict=True):
        assert rows_of(ours) == rows_of(theirs) and ours.differences == theirs.differences
    for entry, before in zip(lazy, kept, strict=True):
        assert (entry.submitted, entry.result, entry.scored) == (before.submitted, before.result, before.scored)
        assert (entry.download, entry.record_download, entry.packed) == (before.download, before.record_download, False)
        assert entry.counts == before.counts and entry.samples == before.samples
        assert (entry.record is None) == (before.record is None)
        if entry.record is not None and before.record is not None:
            assert entry.record.measured == before.record.measured
            assert entry.record.remeasured == before.record.remeasured
            assert entry.record.differences == before.record.differences


def test_a_record_of_another_file_stays_none(root: Path) -> None:
    path = next((root / "results" / GPT).glob("*-????????.json"))
    path.write_bytes(path.read_bytes() + b"\n")
    for entry in read_entries(root, whole=0):
        assert (entry.record is None) == (not entry.is_remeasured and not entry.came_out_otherwise)
        assert entry.slug != GPT or entry.record is None


def test_few_are_in_memory_at_once() -> None:
    result, last = load_result(kept_result(REFERENCES)), LastRead()
    read: list[str] = []

    def reading(name: str) -> Callable[[], Opened]:
        def reads() -> Opened:
            read.append(name)
            return result, None

        return reads

    for name in ("a", "b", "c", "d", "d", "a", "e", "a", "b"):
        assert last.get(name, reading(name)) == (result, None)
    assert read == ["a", "b", "c", "d", "e", "b"], "four are at hand; of those, what was asked for last stays"


def test_one_that_is_opened_anew_holds_its_figures_and_no_samples(root: Path) -> None:
    for entry in read_entries(root, whole=0):
        assert entry.samples and entry.counts is not None and entry.result.samples
        again = entry.reopened()
        assert shown(again) == shown(entry)
        held = {name for name in vars(again) if not name.startswith("_")}
        assert held <= {field.name for field in fields(Entry)} | {"head"} and "submitted" not in held
        assert again.head.samples == () and again.result == entry.result
