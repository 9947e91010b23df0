"""`results --upgrade`: files of older formats are written anew, with the verdicts and counts that they have."""

from hashlib import sha256
from pathlib import Path

from evaluator.results.published.entries import read_entries
from evaluator.results.published.record import VERIFIED, dump_record
from evaluator.results.reading import load_result
from evaluator.results.result import dump_result
from evaluator.submissions.verify import compare
from tests.conftest import CommandLine
from tests.made_results import few_answers, kept_result
from tests.results.test_reading import as_schema_1


def test_a_file_with_a_record_stays_and_is_read_as_it_is(tallybench: CommandLine, tmp_path: Path) -> None:
    result = few_answers(load_result(kept_result("gemma-3-270m")))
    folder = tmp_path / "results" / "gemma-3-270m"
    folder.mkdir(parents=True)
    old = folder / "humaneval-2026-01-31-0123abcd.json"
    old.write_bytes(content := as_schema_1(result))
    result = load_result(old)
    record = compare(result, result, sha256(content).hexdigest())
    old.with_name(old.stem + VERIFIED).write_bytes(dump_record(record))
    done = tallybench("dev", "results", "--upgrade")
    assert done.returncode == 0 and "stays" in done.stdout and old.read_bytes() == content
    (entry,) = read_entries(tmp_path)
    assert entry.record is not None and entry.is_remeasured
    assert b"".join(dump_result(entry.record.remeasured)) == b"".join(dump_result(result))
