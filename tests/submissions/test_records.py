"""A record says what was measured, and nothing of it is believed that can be computed: forged ones verify nothing."""

from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import orjson
import pytest

from tallybench import version
from tallybench.errors import InputError
from tallybench.model.environment import Fingerprint
from tallybench.model.redaction import without_answers
from tallybench.model.result import Result
from tallybench.statistics.published.approvals import FILE as APPROVED
from tallybench.statistics.published.approvals import parse_approvals
from tallybench.statistics.published.entries import State, read_entries
from tallybench.statistics.published.record import dump_record, record_path
from tallybench.statistics.reading import load_result
from tallybench.submissions.folder import record_faults, without_record
from tallybench.submissions.verify import compare
from tests.conftest import CommandLine
from tests.made_results import SAMPLED, few_answers, kept_result
from tests.submissions.pull_requests import NAME, publish


@pytest.fixture(scope="module")
def good() -> Result:
    return few_answers(load_result(kept_result("gemma-3-270m")))


def true_record(path: Path, result: Result) -> dict[str, Any]:
    """What an honest record of this file holds."""
    unusual: dict[str, int] | None = None if result.source is None else {}  # of code in the file it is found out
    record = compare(result, result, sha256(path.read_bytes()).hexdigest(), unusual=unusual)
    data: dict[str, Any] = orjson.loads(dump_record(record))
    return data


def write_record(path: Path, data: dict[str, Any]) -> Path:
    record_path(path).write_bytes(orjson.dumps(data))
    return record_path(path)


def counted(data: dict[str, Any]) -> dict[str, Any]:
    """A sample of a record that has counts."""
    found: dict[str, Any] = next(sample for sample in data["samples"] if sample.get("stress"))
    return found


def as_the_old_form_did(data: dict[str, Any]) -> None:
    """The record that an adversary wrote by hand: it agrees, and there is nothing that it could follow from."""
    del data["problems"], data["samples"]
    data |= {"schema_version": 1, "agrees": True, "differences": [], "metrics": {}, "remeasured": None}


FORGED: dict[str, tuple[Callable[[dict[str, Any]], object], str]] = {
    "old form": (as_the_old_form_did, "schema_version"),
    "agrees": (lambda data: data.update(agrees=True), "agrees"),
    "figures": (lambda data: data.update(metrics={"score@1": {"value": 100.0, "problems": 154}}), "metrics"),
    "nothing measured": (lambda data: data.pop("samples"), "samples"),
    "a sample twice": (lambda data: data["samples"].insert(1, data["samples"][0]), "appears twice"),
    "another sample": (lambda data: data["samples"][0].update(index=7), "not in the result"),
    "no input": (lambda data: counted(data)["stress"].popitem(), "inputs, the problem"),
    "endless count": (
        lambda data: next(iter(counted(data)["stress"].values())).update(verdict="counted", count=10**15),
        "over the budget",
    ),
    "another problem": (lambda data: data["problems"]["HumanEval/0"].update(hash="0" * 64), "a different problem"),
    "other facts": (lambda data: data["environment"]["facts"].update(libc="another"), "not the hash of the facts"),
    "no sandbox": (lambda data: data["environment"].update(sandbox="none"), "the sandbox say otherwise"),
}


@pytest.mark.parametrize("name", FORGED)
def test_a_forged_record_is_not_taken(tallybench: CommandLine, good: Result, tmp_path: Path, name: str) -> None:
    forge, says = FORGED[name]
    path = publish(tmp_path, good)
    data = true_record(path, good)
    forge(data)
    left = tmp_path / "measured/model" / record_path(path).name
    left.parent.mkdir(parents=True)
    left.write_bytes(orjson.dumps(data))
    done = tallybench("dev", "records", "--take", "measured", code=1, says="not taken")
    assert not record_path(path).exists()
    write_record(path, data)
    with pytest.raises(InputError, match=r"verified\.json.*"):
        read_entries(tmp_path)
    done = tallybench("dev", "validate", record_path(path))
    assert done.returncode == 1 and says in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("slug", ["adversarial-samples", "humaneval-canonical", "tallybench-references"])
def test_an_honest_record_of_every_kind_of_verdict_is_read(tmp_path: Path, slug: str) -> None:
    result = load_result(kept_result(slug)).model_copy(update={"evaluator_version": version()})
    path = publish(tmp_path, result)
    write_record(path, true_record(path, result))
    (entry,) = read_entries(tmp_path)
    assert entry.is_remeasured and entry.result == result


def test_a_record_of_a_part_makes_nothing_re_measured(good: Result, tmp_path: Path) -> None:
    """Whatever it says of itself: that it is whole is counted."""
    path = publish(tmp_path, good)
    data = true_record(path, good)
    del data["samples"][0]
    write_record(path, data)
    (entry,) = read_entries(tmp_path)
    assert entry.state is State.SELF_REPORTED and entry.unranked is not None


def test_invented_counts_of_references_are_found(tallybench: CommandLine, good: Result, tmp_path: Path) -> None:
    """They would lift every score, and are known: what was measured of the benchmark is in the project."""
    path = publish(tmp_path, good)
    data = true_record(path, good)
    problem = next(problem for problem in data["problems"].values() if problem.get("inputs"))
    given = next(iter(problem["inputs"].values()))
    given["best_known"] *= 19
    write_record(path, data)
    done = tallybench("dev", "validate", record_path(path))
    assert done.returncode == 1 and "was measured" in done.stdout + done.stderr
    (entry,) = read_entries(tmp_path)
    assert entry.unranked == "came out otherwise when it was measured again"


def test_what_a_result_claims_beside_its_own_counts_is_not_shown(good: Result, tmp_path: Path) -> None:
    """Figures of a re-measured result are computed from what was measured, whatever the result's file says."""
    score = good.metrics["score@1"].model_copy(update={"value": 99.0, "low": 98.0, "high": 99.5})
    boasting = good.model_copy(update={"metrics": good.metrics | {"score@1": score}})
    path = publish(tmp_path, boasting)
    write_record(path, true_record(path, boasting))
    (entry,) = read_entries(tmp_path)
    assert entry.is_remeasured and entry.figure("score@1") == good.metrics["score@1"]


@pytest.fixture(scope="module")
def elsewhere() -> Result:
    """A result whose samples are public elsewhere."""
    return without_answers(few_answers(load_result(kept_result("deepseek-v3")), SAMPLED))


def test_public_inputs_are_enough_for_public_samples(good: Result, elsewhere: Result, tmp_path: Path) -> None:
    for name, result, faults in (("ours", good, 1), ("theirs", elsewhere, 0)):
        path = publish(tmp_path / name, result)
        record = write_record(path, true_record(path, result))
        assert len(record_faults(record, path)) == faults


def test_a_record_without_fresh_inputs_ranks_and_is_completed_later(elsewhere: Result, tmp_path: Path) -> None:
    path = publish(tmp_path, elsewhere)
    assert [entry.unranked for entry in read_entries(tmp_path)] == ["not re-measured yet"]
    write_record(path, true_record(path, elsewhere))
    (entry,) = read_entries(tmp_path)
    assert entry.state is State.REMEASURED and entry.unranked is None
    assert [entry.path for entry in without_record(tmp_path)] == [entry.path]


@pytest.mark.parametrize("unusual", [None, {"imports": 2}])
def test_code_that_is_unusual_or_was_not_looked_at_has_no_rank_until_a_maintainer_approves_it(
    elsewhere: Result, tmp_path: Path, unusual: dict[str, int] | None
) -> None:
    path = publish(tmp_path, elsewhere)
    write_record(path, true_record(path, elsewhere) | {"unusual": unusual})
    assert [entry.unranked for entry in read_entries(tmp_path)] == ["a maintainer has not approved its code yet"]
    line = f"# looked at\n\ncode {sha256(path.read_bytes()).hexdigest()} {path.relative_to(tmp_path)}\n"
    (tmp_path / APPROVED).write_text(line)
    assert [entry.unranked for entry in read_entries(tmp_path)] == [None]


@pytest.mark.parametrize("line", ["code 12 results/a.json", "organization", "licence https://a MIT", "approve all"])
def test_a_line_of_approvals_in_another_form_is_refused_by_its_number(line: str) -> None:
    with pytest.raises(InputError, match=f"{APPROVED}:2: "):
        parse_approvals(f"# a comment\n{line}\n".encode())


def test_an_organization_is_its_senders_word_until_it_is_approved(elsewhere: Result, tmp_path: Path) -> None:
    model = elsewhere.model.model_copy(update={"organization": "Newcomer"})
    path = publish(tmp_path, elsewhere.model_copy(update={"model": model}), name="humaneval-2026-12-01-0123abcd.json")
    (entry,) = read_entries(tmp_path)
    assert entry.unconfirmed and entry.unranked is not None
    (tmp_path / APPROVED).write_text("organization newcomer\n")
    (entry,) = read_entries(tmp_path)
    assert path.exists() and not entry.unconfirmed


@pytest.mark.parametrize(("day", "ranked"), [("2026-11-24", True), ("2026-11-25", False)])
def test_late_results_are_ranked_on_fresh_inputs_alone(
    elsewhere: Result, tmp_path: Path, day: str, ranked: bool
) -> None:
    """Samples that were published after the public inputs can be made for these."""
    path = publish(tmp_path, elsewhere, name=f"humaneval-{day}-0123abcd.json")
    record = write_record(path, true_record(path, elsewhere))
    (entry,) = read_entries(tmp_path)
    assert entry.unranked == (None if ranked else "not measured on fresh inputs yet")
    assert [fault.where for fault in record_faults(record, path)] == ([] if ranked else ["fresh.problems"])
    assert [entry.path for entry in without_record(tmp_path)] == [entry.path]


def test_a_named_result_that_is_not_measured_fails(tallybench: CommandLine, elsewhere: Result, tmp_path: Path) -> None:
    publish(tmp_path, elsewhere)
    done = tallybench("dev", "records", "--only", f"results/model/{NAME}", code=1, says="not measured again")
    assert "--samples DIR" in done.stderr
    assert tallybench("dev", "records").returncode == 0, "of several, one that cannot be measured holds up no other"


def test_a_tree_that_is_not_the_codes_is_found_when_it_is_measured_again(elsewhere: Result, tmp_path: Path) -> None:
    place_of_one = next(n for n, sample in enumerate(elsewhere.samples) if sample.tree_sha256 is not None)
    samples = list(elsewhere.samples)
    samples[place_of_one] = samples[place_of_one].model_copy(update={"tree_sha256": "0" * 64})
    claimed = elsewhere.model_copy(update={"samples": tuple(samples)})
    path = publish(tmp_path, claimed)
    record = compare(claimed, elsewhere, sha256(path.read_bytes()).hexdigest())
    assert [difference.what for difference in record.differences] == ["code"]
    assert not record.verifies


def test_a_record_of_before_trees_were_told_has_those_of_the_result(elsewhere: Result, tmp_path: Path) -> None:
    path = publish(tmp_path, elsewhere)
    data = true_record(path, elsewhere) | {"schema_version": 3}
    for sample in data["samples"]:
        sample.pop("tree_sha256", None)
    write_record(path, data)
    (entry,) = read_entries(tmp_path)
    assert entry.is_remeasured
    assert entry.result.samples == elsewhere.samples


@pytest.mark.parametrize(
    ("fact", "value", "state"),
    [
        ("hash_seed", "0", State.REMEASURED),
        ("interpreter", "CPython 3.99.0", State.SELF_REPORTED),
        ("protocol", "2", State.SELF_REPORTED),
    ],
)
def test_verdicts_without_counts_are_vouched_for_where_the_ranked_interpreter_gave_them(
    tmp_path: Path, fact: str, value: str, state: State
) -> None:
    """ClassEval has no stressful inputs: there is nothing to rank, and yet somebody has to have run it again."""
    result = load_result(kept_result("chatglm", "classeval"))
    facts = result.environment.facts | {fact: value}
    environment = result.environment.model_copy(update={"facts": facts, "fingerprint": Fingerprint(facts).hash})
    again = result.model_copy(update={"environment": environment})
    publish(tmp_path, result, again, "classeval-2026-01-31-0123abcd.json")
    (entry,) = read_entries(tmp_path)
    assert entry.state is state
    assert entry.unranked == "not counted"


def test_data_are_those_of_one_result(tallybench: CommandLine, tmp_path: Path) -> None:
    (tmp_path / "results").mkdir()
    tallybench("dev", "records", "--data", tmp_path, code=2, says="--only")
