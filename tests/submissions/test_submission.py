"""What is refused in a result's file, and what is said of it: everything in one go, each with its place."""

import json
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import Any

import orjson
import pytest

from evaluator.errors import InputError
from evaluator.problems.problem import code_hash
from evaluator.results.budget import TIE
from evaluator.results.counts import find_exclusions, problem_counts
from evaluator.results.metrics import compute_metrics
from evaluator.results.reading import load_result
from evaluator.results.result import FailureResult, Model, Result, SampleResult, dump_result
from evaluator.results.verdicts import Verdict
from evaluator.submissions.bounds import projected_seconds
from evaluator.submissions.checks import content_faults, suspicions
from evaluator.submissions.names import look_alike
from evaluator.submissions.places import content_digest, place_of, slug_of
from tests.conftest import ROOT, CommandLine
from tests.made_results import kept_result
from tests.submissions.test_verify import with_samples

Edit = Callable[[dict[str, Any]], object]


@pytest.fixture(scope="module")
def good() -> Result:
    """A whole run of a small model."""
    return load_result(kept_result("gemma-3-270m"))


@pytest.fixture(scope="module")
def canonical() -> Result:
    return load_result(kept_result("humaneval-canonical"))


def written(result: Result) -> bytes:
    return b"".join(dump_result(result))


def edited(result: Result, edit: Edit) -> bytes:
    """The file with its data changed, written as the evaluator writes, as far as it still can be."""
    data = orjson.loads(written(result))
    edit(data)
    return orjson.dumps(data, option=orjson.OPT_SORT_KEYS | orjson.OPT_INDENT_2) + b"\n"


def said(content: bytes, name: str | None = None) -> list[str]:
    return list(map(str, content_faults(content, None if name is None else PurePosixPath(name))))


def counted_sample(data: dict[str, Any]) -> dict[str, Any]:
    sample: dict[str, Any] = next(
        one for one in data["samples"] if any(stress["count"] for stress in one["stress"].values())
    )
    return sample


def stress_of(data: dict[str, Any]) -> dict[str, Any]:
    stress: dict[str, Any] = next(one for one in counted_sample(data)["stress"].values() if one["count"])
    return stress


def set_at(data: dict[str, Any], *path: Any, value: Any) -> None:
    for part in path[:-1]:
        data = data[part]
    data[path[-1]] = value


def test_a_whole_run_is_accepted(good: Result) -> None:
    assert said(written(good)) == []


BAD: list[tuple[str, Edit, str]] = [
    (
        "metric",
        lambda data: set_at(data, "metrics", "pass@1", "value", value=0.99),
        "metrics.pass@1.value: is 0.99, the verdicts and counts give 0.03",
    ),
    ("interval", lambda data: set_at(data, "metrics", "pass@1", "low", value=0.0), "metrics.pass@1.low: is 0.0, the"),
    ("no metric", lambda data: data["metrics"].pop("within@1(2)"), "metrics.within@1(2): is missing"),
    ("own metric", lambda data: set_at(data, "metrics", "best@1", value=data["metrics"]["pass@1"]), "metrics.best@1"),
    ("count", lambda data: set_at(stress_of(data), "count", value=0), "greater than 0"),
    ("endless count", lambda data: set_at(stress_of(data), "count", value=10**15), "is over the budget"),
    ("count of a failure", lambda data: set_at(stress_of(data), "verdict", value="exception"), "a count stands with"),
    (
        "stale",
        lambda data: set_at(data, "problems", "HumanEval/3", "hash", value="0" * 64),
        "HumanEval/3.hash: is stale",
    ),
    (
        "no such task",
        lambda data: set_at(data, "problems", "X/1", value=data["problems"]["HumanEval/3"]),
        "no such task",
    ),
    ("no task", lambda data: data["problems"].pop("HumanEval/3"), "is not among the problems"),
    ("twice", lambda data: data["samples"].append(data["samples"][0]), "HumanEval/0 has sample 0 2 times"),
    ("partial", lambda data: set_at(data, "benchmark", "partial", value=True), "benchmark.partial: is true"),
    ("version", lambda data: set_at(data, "benchmark", "version", value="9.9.9"), "benchmark.version: is 9.9.9"),
    ("benchmark", lambda data: set_at(data, "benchmark", "name", value="mine"), "benchmark.name: "),
    (
        "code",
        lambda data: set_at(data, "samples", 0, "code", value="pass\n"),
        "samples[0].code_sha256: is not the hash",
    ),
    ("no code", lambda data: set_at(data, "samples", 0, "code", value=None), "samples[0].code: is missing"),
    ("verdict", lambda data: set_at(data, "samples", 0, "verdict", value="passed"), "samples[0]"),
    ("field", lambda data: set_at(data, "note", value="mine"), "note: Extra inputs"),
    ("schema", lambda data: set_at(data, "schema_version", value=8), "schema_version: is 8"),
    (
        "ranked",
        lambda data: set_at(data, "environment", "facts", "libc", value="glibc 9"),
        "environment.ranked: is True",
    ),
    ("fingerprint", lambda data: set_at(data, "environment", "fingerprint", value="0" * 64), "environment.fingerprint"),
    ("sandbox", lambda data: set_at(data, "environment", "sandbox", value="none"), "environment.sandbox: is none"),
    ("budget", lambda data: set_at(data, "budget", value=100), "budget: is 100"),
    ("tie", lambda data: set_at(data, "tie_tolerance", "relative", value=0.9), "tie_tolerance: must be"),
    ("exclusion", lambda data: data["exclusions"].pop(), "exclusions: are not those"),
    ("direction", lambda data: set_at(data, "model", "name", value="a\u202eb"), "model.name: has other characters"),
    ("unseen", lambda data: set_at(data, "model", "organization", value="a\u200bb"), "model.organization: has other"),
    ("line", lambda data: set_at(data, "model", "generation", value={"a": "b\nc"}), "model.generation.a: holds"),
    ("script", lambda data: set_at(data, "model", "url", value="javascript:alert(1)"), "model.url: "),
    ("long", lambda data: set_at(data, "model", "generation", value={"a": "b" * 500}), "model.generation.a: has 500"),
    ("huge code", lambda data: set_at(data, "samples", 0, "code", value="#" * 300_000), "samples[0].code: has 300,000"),
]


@pytest.mark.parametrize(("edit", "says"), [case[1:] for case in BAD], ids=[case[0] for case in BAD])
def test_what_was_changed_by_hand_is_found(good: Result, edit: Edit, says: str) -> None:
    faults = said(edited(good, edit))
    assert any(says in fault for fault in faults), faults


# A joiner, a badge, a combining mark, a Lycian and a Cyrillic letter, a full-width one, one in bold, an accent, a tag.
OTHER_CHARACTERS = "\u200b\u2705\u0301\U00010282\u0420\uff27\U0001d406\u00dc\U000e0041\u202e\u3164"


@pytest.mark.parametrize("character", OTHER_CHARACTERS, ids=lambda character: f"U+{ord(character):04X}")
@pytest.mark.parametrize("field", ["name", "organization"])
def test_names_have_plain_characters_alone(good: Result, character: str, field: str) -> None:
    faults = said(edited(good, lambda data: set_at(data, "model", field, value=f"GPT-4o{character}")))
    assert any(f"model.{field}: has other characters (U+{ord(character):04X})" in fault for fault in faults)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("GPT-4o-", "must begin"),
        ("LDB with GPT-4o (high), a+b/c_d: #1 @x's v2.5", None),
        ("C++", None),
        (" GPT-4o", "must begin"),
        ("GPT-4o ", "must begin"),
        ("GPT  4o", "must begin"),
        ("-4o", "must begin"),
        ("G" * 81, "has 81 characters, more than 80"),
    ],
)
def test_names_begin_and_end_plainly_and_are_not_long(good: Result, name: str, says: str | None) -> None:
    faults = said(edited(good, lambda data: set_at(data, "model", "name", value=name)))
    assert faults == [] if says is None else any("model.name: " in fault and says in fault for fault in faults)


@pytest.mark.parametrize(
    ("name", "other", "alike"),
    [
        ("GPT4O", "GPT-4o", True),
        ("gpt 4o", "GPT-4o", True),
        ("GPT-40", "GPT-4o", True),
        ("GPT__4-o", "GPT-4o", True),
        ("LIama 3", "Llama 3", True),
        ("Gernma 3 1B", "Gemma 3 lB", True),
        ("Qwen2.5 7B", "Qwen2.5 72B", False),
        ("Llama 3 8B", "Llama 3.1 8B", False),
        ("o1", "o3", False),
    ],
)
def test_names_that_readers_cannot_tell_apart_are_one(
    good: Result, tmp_path: Path, name: str, other: str, alike: bool
) -> None:
    assert look_alike(name, other) == look_alike(other, name) == alike
    named = [good.model_copy(update={"model": Model(name=text)}) for text in (other, name)]
    place = place_of(named[0], written(named[0]), "2026-12-01", "first", tmp_path)
    (tmp_path / place).parent.mkdir(parents=True)
    (tmp_path / place).write_bytes(written(named[0]))
    if alike:
        with pytest.raises(InputError, match="readers cannot tell this model from"):
            place_of(named[1], written(named[1]), "2026-12-01", "second", tmp_path)
    else:
        assert place_of(named[1], written(named[1]), "2026-12-01", "second", tmp_path).parent.name == "second"


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("url", "http://a.org/", "must start with https://"),
        ("url", "https://me:key@a.org/", "a user's name or password"),
        ("url", "https://localhost/", "of a private network"),
        ("url", "https://10.0.0.1/", "of a private network"),
        ("url", "https://[::1]/", "of a private network"),
        ("url", "https://2130706433/", "of a private network"),
        ("url", "https://0x7f.1/", "of a private network"),
        ("url", "https://metadata.internal/", "of a private network"),
        ("url", "https://a.org:8443/", "names a port"),
        ("url", "https://a.org\\@b.org/", "printable ASCII"),
        ("url", "https://\u0430.org/", "printable ASCII"),
        ("url", "https://intranet", "of a private network"),
        ("url", "https://host", "names no host"),
        ("url", "https://a.org/" + "x" * 200, "has 214 characters"),
        ("parameters", 100_000.0, "must be below 100,000"),
        ("parameters", 1e308, "must be below 100,000"),
        ("parameters", -1.0, "greater than 0"),
    ],
)
def test_addresses_and_sizes_are_within_reason(good: Result, field: str, value: object, says: str) -> None:
    faults = said(edited(good, lambda data: set_at(data, "model", field, value=value)))
    assert any(f"model.{field}: " in fault and says in fault for fault in faults), faults


def test_no_result_is_older_than_the_project(good: Result, tmp_path: Path) -> None:
    content = written(good)
    faults = said(content, f"model/humaneval-2026-11-20-{content_digest(content)}.json")
    assert faults == ["its date is before the project's first day, 2026-11-21"]
    with pytest.raises(InputError, match="before the project's first day"):
        place_of(good, content, "1999-12-31", None, tmp_path)


def test_every_fault_is_found_in_one_go(good: Result) -> None:
    def edit(data: dict[str, Any]) -> None:
        data["metrics"]["pass@1"]["value"] = 0.99
        data["problems"]["HumanEval/3"]["hash"] = "0" * 64
        data["samples"][0]["code"] += "# changed\n"
        data["model"]["name"] = "a\u202eb"

    places = {fault.split(": ")[0] for fault in said(edited(good, edit))}
    assert places >= {"metrics.pass@1.value", "problems.HumanEval/3.hash", "samples[0].code_sha256", "model.name"}


def test_every_breach_of_the_schema_is_told_with_its_place(good: Result) -> None:
    def edit(data: dict[str, Any]) -> None:
        data["budget"] = "many"
        data["samples"][3]["verdict"] = "fine"
        del data["model"]["name"]

    assert {fault.split(": ")[0] for fault in said(edited(good, edit))} == {
        "budget",
        "samples[3].verdict",
        "model.name",
    }


def test_a_file_that_was_written_otherwise_is_told(good: Result) -> None:
    """Two keys of one name, of which readers may take either, cannot stand in a file as the evaluator writes it."""
    content = written(good)
    assert "is not as tallybench evaluate writes it" in said(json.dumps(json.loads(content)).encode())[0]
    twice = content.replace(b'{\n  "benchmark"', b'{\n  "budget": 20,\n  "benchmark"', 1)
    assert twice != content and any("tallybench evaluate writes" in fault for fault in said(twice))


def test_what_samples_are_compared_with_must_be_what_was_measured(good: Result) -> None:
    """Or a submission would get better by making the ground truth worse, with figures that follow."""
    problems = dict(good.problems)
    task_id, problem = next((key, one) for key, one in problems.items() if one.inputs)
    inputs = {
        name: one.model_copy(update={"ground_truth": one.best_known * 19, "best_known": one.best_known + 1})
        for name, one in problem.inputs.items()
    }
    problems[task_id] = problem.model_copy(update={"inputs": inputs})
    counts = problem_counts(problems, good.samples, good.budget)
    forged = good.model_copy(update={"problems": problems, "metrics": compute_metrics(counts, [1], TIE, counted=True)})
    faults = said(written(forged))
    assert faults and all(fault.startswith(f"problems.{task_id}.inputs.") for fault in faults)


def test_leaving_out_samples_that_failed_is_found(good: Result) -> None:
    """With two samples a task, one that is wrong must not be missing."""
    second = [one.model_copy(update={"index": 1}) for one in good.samples]
    kept = tuple(
        sorted((*good.samples, *second[:-1]), key=lambda one: (list(good.problems).index(one.task_id), one.index))
    )
    faults = said(written(good.model_copy(update={"samples": kept})))
    assert any("must be the same for every task" in fault for fault in faults)


def total_of(data: dict[str, Any], share: float) -> dict[str, Any]:
    """A sample with so much of the best known total, nearly all of it on one input."""
    for sample in data["samples"]:
        inputs = data["problems"][sample["task_id"]]["inputs"]
        if inputs and all(stress["count"] for stress in sample["stress"].values()):
            spent = int(share * sum(given["best_known"] for given in inputs.values()))
            first, *others = sample["stress"].values()
            for stress in others:
                stress["count"] = 5
            first["count"] = spent - 5 * len(others)
            return dict(sample)
    raise AssertionError("no sample was counted on all inputs")


def test_totals_far_below_the_best_known_are_named_but_are_no_fault(good: Result) -> None:
    data = orjson.loads(written(good))
    sample = total_of(data, 0.4)
    (line,) = suspicions(Result.model_validate(data))
    assert f"{sample['task_id']} in " in line and "less than half of the best known" in line
    assert suspicions(good) == []


def test_a_count_far_below_on_one_input_alone_is_no_suspicion(good: Result) -> None:
    """Who is good on one input and bad on another hides those who are good on all."""
    data = orjson.loads(written(good))
    total_of(data, 0.9)
    assert suspicions(Result.model_validate(data)) == []


def test_our_own_sets_raise_next_to_no_suspicion(canonical: Result) -> None:
    """The canonical solution of HumanEval/95 fails on some inputs, and is far better on the others."""
    assert [line.split()[1] for line in suspicions(canonical)] == ["HumanEval/95"]
    assert suspicions(load_result(kept_result("tallybench-references"))) == []


def part_of(result: Result, change: Callable[[list[SampleResult]], list[SampleResult]]) -> Result:
    """A result of other samples, whose figures and exclusions follow."""
    samples = tuple(change(list(result.samples)))
    passed = {sample.task_id for sample in samples if sample.verdict is Verdict.PASSED}
    problems = {
        task_id: problem if task_id in passed else problem.model_copy(update={"inputs": {}})
        for task_id, problem in result.problems.items()
    }
    counts = problem_counts(problems, samples, result.budget)
    of_the_source = [one for one in result.exclusions if one.excluded_from in ("benchmark", "inputs")]
    return result.model_copy(
        update={
            "samples": samples,
            "problems": problems,
            "metrics": compute_metrics(counts, [1], TIE, counted=True),
            "exclusions": (*of_the_source, *find_exclusions(problems, samples)),
        }
    )


def test_every_problem_needs_a_sample(tallybench: CommandLine, good: Result, tmp_path: Path) -> None:
    """Of 164 problems, 30 were sent, and nobody said so."""
    (tmp_path / "part.json").write_bytes(written(part_of(good, lambda samples: samples[:30])))
    done = tallybench("dev", "validate", "part.json")
    assert done.returncode == 1 and len(done.stdout.splitlines()) == 1
    assert "samples: 134 of 164 problems have none (HumanEval/100, " in done.stdout


def test_an_empty_answer_is_a_sample(good: Result) -> None:
    def empty(sample: SampleResult) -> SampleResult:
        failure = FailureResult(reason="there is no code in the answer")
        return sample.model_copy(
            update={"code": None, "code_sha256": None, "sanitized": (), "verdict": Verdict.NO_CODE, "failure": failure}
        )

    failed = [one.task_id for one in good.samples if one.verdict is not Verdict.PASSED][:20]
    answered = part_of(good, lambda samples: [empty(one) if one.task_id in failed else one for one in samples])
    assert said(written(answered)) == []


def test_no_more_samples_than_somebody_can_measure_again(good: Result) -> None:
    def many(samples: list[SampleResult]) -> list[SampleResult]:
        first, *others = samples
        return [*(first.model_copy(update={"index": index}) for index in range(201)), *others]

    assert any("are up to 201 a problem, more than 200" in fault for fault in said(written(part_of(good, many))))


def test_endless_samples_are_refused_before_they_run(good: Result) -> None:
    """Twelve of them took two minutes; thousands that say of themselves that they never end take days."""

    def endless(samples: list[SampleResult]) -> list[SampleResult]:
        made = []
        for one in samples:
            for index in range(40):
                code = f"while True:\n    {index}\n# {one.task_id}\n"
                update = {"index": index, "code": code, "code_sha256": code_hash(code), "verdict": Verdict.TIMEOUT}
                failure = FailureResult(reason="it took too long")
                made.append(one.model_copy(update={**update, "failure": failure, "stress": {}}))
        return made

    faults = said(written(part_of(good, endless)))
    assert faults and all("hours of CPU time to measure again" in fault for fault in faults)
    assert projected_seconds(good) < 60


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("model/humaneval-2026-12-01-{digest}.json", None),
        ("model/humaneval-2026-12-01-00000000.json", "its name must end with"),
        ("model/result.json", "its name must be BENCHMARK"),
        ("Model/humaneval-2026-12-01-{digest}.json", "its folder must be"),
        ("model/mbpp-2026-12-01-{digest}.json", "its name must start with humaneval-"),
        ("index/humaneval-2026-12-01-{digest}.json", "its folder must be"),
    ],
)
def test_the_name_of_a_file_is_part_of_it(good: Result, name: str, says: str | None) -> None:
    content = written(good)
    faults = said(content, name.format(digest=content_digest(content)))
    assert faults == [] if says is None else says in faults[0]


def test_short_names_are_made_of_names(good: Result) -> None:
    names = {"Gemma 3 270M": "gemma-3-270m", "Qwen2.5-Coder (7B)": "qwen2.5-coder-7b", "Ünï": "uni"}
    for name, slug in names.items():
        assert slug_of(good.model.model_copy(update={"name": name})) == slug


def test_submit_places_a_result_and_says_how_to_send_it(tallybench: CommandLine, good: Result, tmp_path: Path) -> None:
    (tmp_path / "results").mkdir()
    mine = good.model_copy(update={"model": Model(name="My Model 7B")})
    (tmp_path / "result.json").write_bytes(written(mine))
    nobody = tallybench("submit", "result.json", "--date", "2026-12-01")
    assert nobody.returncode == 2 and "which needs an owner; give --by LOGIN:ID" in nobody.stderr
    done = tallybench("submit", "result.json", "--date", "2026-12-01", "--by", "me:7")
    assert done.returncode == 0, done.stderr
    place = f"results/my-model-7b/humaneval-2026-12-01-{content_digest(written(mine))}.json"
    assert (tmp_path / place).read_bytes() == written(mine)
    owner = "results/my-model-7b/OWNER"
    assert (tmp_path / owner).read_text() == "me:7\n"
    for line in (f"git add {place} {owner}", "git push -u origin", "pass@1", "open a pull request"):
        assert line in done.stdout
    assert tallybench("dev", "validate", "results").returncode == 0
    again = tallybench("submit", "result.json", "--date", "2026-12-02")
    assert again.returncode == 2 and "there is nothing to submit" in again.stderr


def test_only_a_set_that_comes_along_is_a_baseline(good: Result, canonical: Result) -> None:
    def faults(result: Result) -> list[str]:
        return [fault.where for fault in content_faults(written(result), None)]

    def named(result: Result, **model: object) -> Result:
        return result.model_copy(update={"model": result.model.model_copy(update=model)})

    changed = canonical.samples[0].model_copy(update={"code": (code := "x = 1\n"), "code_sha256": code_hash(code)})
    assert faults(canonical) == faults(good) == []
    assert faults(named(good, baseline=True)) == ["model.baseline"]
    assert faults(named(canonical, name="My own")) == ["model.baseline"]
    assert "model.baseline" in faults(canonical.model_copy(update={"samples": (changed, *canonical.samples[1:])}))


def test_two_runs_of_a_model_stand_side_by_side_but_not_two_models(good: Result, tmp_path: Path) -> None:
    (tmp_path / "results").mkdir()
    first, second = written(good), written(good.model_copy(update={"evaluator_version": "0.0.9"}))
    places = []
    for content in (first, second):
        place = place_of(good, content, "2026-12-01", None, tmp_path)
        (tmp_path / place).parent.mkdir(exist_ok=True)
        (tmp_path / place).write_bytes(content)
        places.append(place)
    assert len(set(places)) == 2 and len({place.parent for place in places}) == 1
    other = good.model_copy(update={"model": good.model.model_copy(update={"name": "gemma 3_270m"})})
    with pytest.raises(Exception, match="is the folder of Gemma 3 270M"):
        place_of(other, written(other), "2026-12-01", "gemma-3-270m", tmp_path)


def test_submit_refuses_with_all_faults_and_places_nothing(
    tallybench: CommandLine, good: Result, tmp_path: Path
) -> None:
    (tmp_path / "results").mkdir()

    def edit(data: dict[str, Any]) -> None:
        data["metrics"]["pass@1"]["value"] = 0.99
        data["benchmark"]["partial"] = True

    (tmp_path / "result.json").write_bytes(edited(good, edit))
    done = tallybench("submit", "result.json")
    assert done.returncode == 2 and "Traceback" not in done.stderr
    assert "metrics.pass@1" in done.stderr and "benchmark.partial" in done.stderr
    assert list((tmp_path / "results").iterdir()) == []


def test_validate_tells_of_every_file_of_a_folder(tallybench: CommandLine, good: Result, tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a/one.json").write_bytes(written(good))
    (tmp_path / "a/two.json").write_text("{")
    (tmp_path / "a/one.verified.json").write_text("{}")
    done = tallybench("dev", "validate", "a", "--json")
    rows = json.loads(done.stdout)
    assert done.returncode == 1
    assert {Path(row["file"]).name for row in rows} == {"two.json", "one.verified.json"}
    assert "a/two.json:1: is not JSON" in tallybench("dev", "validate", "a").stdout
    missing = tallybench("dev", "validate", "b")
    assert missing.returncode == 2 and "there is no such file" in missing.stderr


def test_kept_results_would_be_accepted(tallybench: CommandLine) -> None:
    """Every fifth of them, over all models and forms of files."""
    done = tallybench("dev", "validate", *sorted((ROOT / "results").glob("*/*.json"))[::5])
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    ("edit", "says"),
    [
        (lambda data: set_at(data, "model", "name", value="\u3164"), "model.name: has other"),
        (lambda data: set_at(data, "model", "name", value="Model "), "model.name: must begin with a letter or a digit"),
        (lambda data: set_at(data, "model", "name", value="a" + "\u0300" * 9), "model.name: has other"),
        (lambda data: set_at(data, "environment", "facts", "note", value="x"), "environment.facts: are too many"),
        (lambda data: set_at(data, "samples", 0, "sanitized", value=["x" * 5000]), "samples[0].sanitized"),
        (
            lambda data: data["metrics"].update({f"pass@{k}": data["metrics"]["pass@1"] for k in range(1, 40)}),
            "metrics: are of 39 different k",
        ),
    ],
)
def test_what_fills_or_fools_a_page_is_found(good: Result, edit: Edit, says: str) -> None:
    faults = said(edited(good, edit))
    assert any(says in fault for fault in faults), faults


def test_withheld_code_cannot_be_far_better_than_all_that_is_known(good: Result) -> None:
    """Its figures follow from its counts, and nobody could measure them again."""

    def edit(data: dict[str, Any]) -> None:
        data["code_withheld"] = True
        for sample in data["samples"]:
            sample["code"] = None
            for stress in sample["stress"].values():
                stress["count"] = 5 if stress["count"] else None

    assert any("with its code withheld nobody can check that" in fault for fault in said(edited(good, edit)))


@pytest.mark.parametrize("date", ["2026-02-31", "2026-13-01", "2026-00-10", "\uff12026-12-01"])
def test_a_day_that_is_none_names_no_file(good: Result, date: str, tmp_path: Path) -> None:
    content = written(good)
    assert any(
        "its name must be" in fault for fault in said(content, f"m/humaneval-{date}-{content_digest(content)}.json")
    )
    with pytest.raises(InputError, match="must be a day"):
        place_of(good, content, date, None, tmp_path)


def test_a_file_of_the_same_name_is_never_replaced(good: Result, tmp_path: Path) -> None:
    content = written(good)
    place = tmp_path / place_of(good, content, "2026-12-01", None, tmp_path)
    place.parent.mkdir(parents=True)
    place.write_bytes(written(good.model_copy(update={"evaluator_version": "0.0.9"})))
    with pytest.raises(InputError, match="is there already"):
        place_of(good, content, "2026-12-01", None, tmp_path)


def test_validate_names_what_has_to_be_measured_again(tallybench: CommandLine, good: Result, tmp_path: Path) -> None:
    """It is no fault: somebody may have found a better solution."""

    def faster(sample: SampleResult) -> SampleResult:
        counted = {name: one for name, one in sample.stress.items() if one.count is not None}
        fast = {name: one.model_copy(update={"count": 7}) for name, one in counted.items()}
        return sample.model_copy(update={"stress": sample.stress | fast})

    (tmp_path / "result.json").write_bytes(written(with_samples(good, faster)))
    done = tallybench("dev", "validate", "result.json")
    assert (done.returncode, done.stdout) == (0, "result.json: valid\n")
    lines = done.stderr.splitlines()
    assert lines and all("will be measured again before it is believed: samples[" in line for line in lines)
