"""What is refused in a result's file, and what is said of it: everything in one go, each with its place."""

import json
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import Any

import orjson
import pytest

from tallybench.errors import InputError
from tallybench.model.problem import code_hash
from tallybench.model.result import FailureResult, Model, Result, SampleResult
from tallybench.model.verdicts import Verdict
from tallybench.statistics.reading import load_result
from tallybench.submissions.checks import check_content, projected_seconds
from tallybench.submissions.faults import placeholder_faults, text_faults
from tallybench.submissions.folder import content_digest, place_of, slug_of
from tests.conftest import ROOT, CommandLine
from tests.made_results import kept_result
from tests.submissions.pull_requests import content_of, named, with_counts, with_samples, without_code

Edit = Callable[[dict[str, Any]], object]


@pytest.fixture(scope="module")
def good() -> Result:
    """A whole run of a small model."""
    return load_result(kept_result("gemma-3-270m"))


def edited(result: Result, edit: Edit) -> bytes:
    """The file with its data changed, written as the evaluator writes, as far as it still can be."""
    data = orjson.loads(content_of(result))
    edit(data)
    return orjson.dumps(data, option=orjson.OPT_SORT_KEYS | orjson.OPT_INDENT_2) + b"\n"


def said(content: bytes, name: str | None = None) -> list[str]:
    return list(map(str, check_content(content, None if name is None else PurePosixPath(name))[1]))


def counted(data: dict[str, Any]) -> dict[str, Any]:
    """What is said of a sample on an input on which it has a count."""
    found: dict[str, Any] = next(
        stress for sample in data["samples"] for stress in sample["stress"].values() if stress["count"]
    )
    return found


BAD: dict[str, tuple[Edit, str]] = {
    "no metric": (lambda data: data["metrics"].pop("within@1(2)"), "metrics.within@1(2): is missing"),
    "own metric": (lambda data: data["metrics"].update({"best@1": data["metrics"]["pass@1"]}), "metrics.best@1"),
    "many metrics": (
        lambda data: data["metrics"].update({f"pass@{k}": data["metrics"]["pass@1"] for k in range(1, 40)}),
        "metrics: have 39 different k",
    ),
    "count": (lambda data: counted(data).update(count=0), "greater than 0"),
    "endless count": (lambda data: counted(data).update(count=10**15), "is over the budget"),
    "count of a failure": (lambda data: counted(data).update(verdict="exception"), "a count must be present"),
    "other task": (lambda data: data["problems"].update({"X/1": data["problems"]["HumanEval/3"]}), "no such task"),
    "no task": (lambda data: data["problems"].pop("HumanEval/3"), "is not among the problems"),
    "twice": (lambda data: data["samples"].append(data["samples"][0]), "HumanEval/0 has sample 0 2 times"),
    "exclusion": (lambda data: data["exclusions"].pop(), "exclusions: are not those"),
    "no input": (
        lambda data: next(filter(None, (one["stress"] for one in data["samples"]))).popitem(),
        "].stress: has",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_what_was_changed_by_hand_is_found(good: Result, name: str) -> None:
    edit, says = BAD[name]
    faults = said(edited(good, edit))
    assert any(says in fault for fault in faults), faults


@pytest.mark.parametrize(
    ("place", "value", "says"),
    [
        ("metrics pass@1 value", 0.99, ".value: is 0.99, the verdicts and counts give 0.03"),
        ("metrics pass@1 low", 0.0, ".low: is 0.0, the"),
        ("problems HumanEval/3 hash", "0" * 64, "HumanEval/3.hash: is stale"),
        ("benchmark partial", True, "benchmark.partial: is true"),
        ("benchmark version", "9.9.9", "benchmark.version: is 9.9.9"),
        ("benchmark name", "mine", "benchmark.name: "),
        ("samples 0 code", "pass\n", "samples[0].code_sha256: is not the hash"),
        ("samples 0 code", None, "samples[0].code: is missing"),
        ("samples 0 code", "#" * 300_000, "samples[0].code: has 300,000"),
        ("samples 0 verdict", "passed", "samples[0]"),
        ("samples 0 sanitized", ["x" * 5000], "samples[0].sanitized"),
        ("note", "mine", "note: Extra inputs"),
        ("schema_version", 8, "schema_version: is 8"),
        ("environment facts libc", "glibc 9", "environment.ranked: is True"),
        ("environment facts note", "x", "environment.facts: are too many"),
        ("environment fingerprint", "0" * 64, "environment.fingerprint"),
        ("environment sandbox", "none", "environment.sandbox: must be bubblewrap"),
        ("budget", 100, "budget: is 100"),
        ("tie_tolerance relative", 0.9, "tie_tolerance: must be"),
        ("model submitter", "b\u202ec", "model.submitter: has invisible characters"),
        ("model url", "javascript:alert(1)", "model.url: String should match"),
        ("model parameters", -1.0, "greater than 0"),
    ],
)
def test_a_value_that_does_not_fit_is_found(good: Result, place: str, value: object, says: str) -> None:
    def edit(data: Any) -> None:
        *path, last = (int(part) if part.isdigit() else part for part in place.split())
        for part in path:
            data = data[part]
        data[last] = value

    faults = said(edited(good, edit))
    assert any(says in fault for fault in faults), faults


OTHER_NAME = "has invalid characters"
NO_HOST = "names no public host"


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("generation", {"a": "b\nc"}, "model.generation.a: has invisible characters (U+000A)"),
        ("generation", {"a": "b" * 500}, "model.generation.a: has 500"),
        # A joiner, a badge, a combining mark, a Lycian and a Cyrillic letter, a full-width one, one in bold, an accent,
        # a tag, one that turns the line, a filler.
        *(
            (field, f"GPT-4o{letter}", f"model.{field}: {OTHER_NAME} (U+{ord(letter):04X})")
            for letter in "\u200b\u2705\u0301\U00010282\u0420\uff27\U0001d406\u00dc\U000e0041\u202e\u3164"
            for field in ("name", "organization")
        ),
        *(("name", name, "must begin") for name in ("GPT-4o-", " GPT-4o", "GPT-4o ", "GPT  4o", "-4o")),
        ("name", "G" * 81, "has 81 characters, more than 80"),
        ("url", "http://a.org/", "must start with https://"),
        ("url", "https://me:key@a.org/", "a user's name or password"),
        ("url", "https://a.org:8443/", "names a port"),
        ("url", "https://a.org\\@b.org/", "printable ASCII"),
        ("url", "https://\u0430.org/", "printable ASCII"),
        ("url", "https://a.org/" + "x" * 200, "has 214 characters"),
        *(("url", f"https://{host}/", NO_HOST) for host in ("localhost", "10.0.0.1", "[::1]", "2130706433")),
        *(("url", f"https://{host}/", NO_HOST) for host in ("0x7f.1", "a.internal", "b.LOCAL", "host", "")),
        ("parameters", 100_000.0, "must be below 100,000"),
        ("parameters", 1e308, "must be below 100,000"),
    ],
)
def test_what_is_said_of_a_model_fools_no_reader(good: Result, field: str, value: object, says: str) -> None:
    model = good.model.model_copy(update={field: value})
    faults = list(map(str, text_faults(good.model_copy(update={"model": model, "samples": ()}))))
    assert any(says in fault for fault in faults), faults


def test_plain_names_are_taken(good: Result) -> None:
    for name in ("LDB with GPT-4o (high), a+b/c_d: #1 @x's v2.5", "C++", "G" * 80):
        assert list(text_faults(named(good, name))) == []


def test_every_fault_and_breach_of_the_schema_is_found_in_one_go(good: Result) -> None:
    def places(edit: Edit) -> set[str]:
        return {fault.split(": ")[0] for fault in said(edited(good, edit))}

    def contradict(data: dict[str, Any]) -> None:
        data["metrics"]["pass@1"]["value"] = 0.99
        data["problems"]["HumanEval/3"]["hash"] = "0" * 64
        data["samples"][0]["code"] += "# changed\n"
        data["model"]["name"] = "a\u202eb"

    found = {"metrics.pass@1.value", "problems.HumanEval/3.hash", "samples[0].code_sha256", "model.name"}
    assert places(contradict) >= found

    def breach(data: dict[str, Any]) -> None:
        data["budget"] = "many"
        data["samples"][3]["verdict"] = "fine"
        del data["model"]["name"]

    assert places(breach) == {"budget", "samples[3].verdict", "model.name"}


def test_a_file_that_was_written_otherwise_is_told(good: Result) -> None:
    """Two keys of one name, of which readers may take either, cannot stand in a file as the evaluator writes it."""
    content = content_of(good)
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
    faults = said(content_of(good.with_figures(problems=problems)))
    assert faults and all(fault.startswith(f"problems.{task_id}.inputs.") for fault in faults)


def test_leaving_out_samples_that_failed_is_found(good: Result) -> None:
    """With two samples a task, one that is wrong must not be missing."""
    second = [one.model_copy(update={"index": 1}) for one in good.samples]
    kept = tuple(
        sorted((*good.samples, *second[:-1]), key=lambda one: (list(good.problems).index(one.task_id), one.index))
    )
    faults = said(content_of(good.model_copy(update={"samples": kept})))
    assert any("must be the same for every task" in fault for fault in faults)


def part_of(result: Result, change: Callable[[list[SampleResult]], list[SampleResult]]) -> Result:
    """A result of other samples, whose figures and exclusions follow."""
    samples = tuple(change(list(result.samples)))
    passed = {sample.task_id for sample in samples if sample.verdict is Verdict.PASSED}
    problems = {
        task_id: problem if task_id in passed else problem.model_copy(update={"inputs": {}})
        for task_id, problem in result.problems.items()
    }
    return result.with_figures(samples=samples, problems=problems)


def test_every_problem_needs_a_sample(tallybench: CommandLine, good: Result, tmp_path: Path) -> None:
    """30 of 164 problems were sent, as if they were all."""
    (tmp_path / "part.json").write_bytes(content_of(part_of(good, lambda samples: samples[:30])))
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
    assert said(content_of(answered)) == []


def test_no_more_samples_than_somebody_can_measure_again(good: Result) -> None:
    def many(samples: list[SampleResult]) -> list[SampleResult]:
        first, *others = samples
        return [*(first.model_copy(update={"index": index}) for index in range(201)), *others]

    assert any("are up to 201 per problem, more than 200" in fault for fault in said(content_of(part_of(good, many))))


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

    faults = said(content_of(part_of(good, endless)))
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
    content = content_of(good)
    faults = said(content, name.format(digest=content_digest(content)))
    assert faults == [] if says is None else says in faults[0]


@pytest.mark.parametrize(
    ("date", "says", "refused"),
    [
        *(
            (date, "its name must be", "must be a day")
            for date in ("2026-02-31", "2026-13-01", "2026-00-10", "\uff12026-12-01")
        ),
        ("2026-11-20", "its date is before the project's first day, 2026-11-21", "before the project's first day"),
    ],
)
def test_a_file_has_a_day_when_it_can_have_been_sent(
    good: Result, tmp_path: Path, date: str, says: str, refused: str
) -> None:
    content = content_of(good)
    (fault,) = said(content, f"m/humaneval-{date}-{content_digest(content)}.json")
    assert says in fault
    with pytest.raises(InputError, match=refused):
        place_of(good, content, date, None, tmp_path)


def test_short_names_are_made_of_names(good: Result) -> None:
    names = {"Gemma 3 270M": "gemma-3-270m", "Qwen2.5-Coder (7B)": "qwen2.5-coder-7b", "C++ #1": "c-1"}
    for name, slug in names.items():
        assert slug_of(good.model.model_copy(update={"name": name})) == slug


def test_submit_places_a_result_and_says_how_to_send_it(tallybench: CommandLine, good: Result, tmp_path: Path) -> None:
    (tmp_path / "results").mkdir()
    mine = good.model_copy(update={"model": Model(name="My Model 7B")})
    (tmp_path / "result.json").write_bytes(content_of(mine))
    done = tallybench("submit", "result.json", "--date", "2026-12-01", code=0)
    place = f"results/my-model-7b/humaneval-2026-12-01-{content_digest(content_of(mine))}.json"
    assert (tmp_path / place).read_bytes() == content_of(mine)
    for line in (f"git add {place}", "git push -u origin", "pass@1", "open a pull request", "The model is new here"):
        assert line in done.stdout
    assert tallybench("dev", "validate", "results").returncode == 0
    tallybench("submit", "result.json", "--date", "2026-12-02", code=2, says="there is nothing to submit")


def test_only_a_set_that_comes_along_is_a_baseline(good: Result, canonical: Result) -> None:
    def faults(result: Result) -> list[str]:
        return [fault.where for fault in check_content(content_of(result))[1]]

    changed = canonical.samples[0].model_copy(update={"code": (code := "x = 1\n"), "code_sha256": code_hash(code)})
    assert faults(canonical) == faults(good) == []
    assert faults(named(good, good.model.name, baseline=True)) == ["model.baseline"]
    assert faults(named(canonical, "My own")) == ["model.baseline"]
    assert "model.baseline" in faults(canonical.model_copy(update={"samples": (changed, *canonical.samples[1:])}))


def test_two_runs_of_a_model_stand_side_by_side_and_a_folder_has_one_model(good: Result, tmp_path: Path) -> None:
    (tmp_path / "results").mkdir()
    first, second = content_of(good), content_of(good.model_copy(update={"evaluator_version": "0.0.9"}))
    places = []
    for content in (first, second):
        place = place_of(good, content, "2026-12-01", None, tmp_path)
        (tmp_path / place).parent.mkdir(exist_ok=True)
        (tmp_path / place).write_bytes(content)
        places.append(place)
    assert len(set(places)) == 2 and len({place.parent for place in places}) == 1
    for name, slug, says in (
        ("Gemma 3 1B", "gemma-3-270m", "is the folder of Gemma 3 270M"),
        ("GEMMA 3 270M", "gemma", "Gemma 3 270M has the folder results/gemma-3-270m"),
    ):
        other = named(good, name)
        with pytest.raises(InputError, match=says):
            place_of(other, content_of(other), "2026-12-01", slug, tmp_path)


def test_submit_reports_all_faults_and_places_nothing(tallybench: CommandLine, good: Result, tmp_path: Path) -> None:
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
    (tmp_path / "a/one.json").write_bytes(content_of(good))
    (tmp_path / "a/two.json").write_text("{")
    (tmp_path / "a/one.verified.json").write_text("{}")
    done = tallybench("dev", "validate", "a", "--json")
    rows = json.loads(done.stdout)
    assert done.returncode == 1
    assert {Path(row["file"]).name for row in rows} == {"two.json", "one.verified.json"}
    assert "a/two.json:1: is not JSON" in tallybench("dev", "validate", "a").stdout
    tallybench("dev", "validate", "b", code=2, says="there is no such file")


def test_kept_results_would_be_accepted(tallybench: CommandLine) -> None:
    """A few of them, over models and forms of files."""
    tallybench("dev", "validate", *sorted((ROOT / "results").glob("*/*.json"))[::30], code=0)


def test_withheld_code_cannot_be_far_better_than_all_that_is_known(good: Result) -> None:
    """Its figures follow from its counts, and they cannot be measured again."""
    forged = said(content_of(without_code(with_counts(good, lambda count: count // 3 + 1))))
    assert forged and all("with its code withheld this cannot be checked" in fault for fault in forged)
    assert said(content_of(without_code(good))) == []


def test_a_count_far_below_on_one_input_alone_is_believed(good: Result) -> None:
    """What is good on one input and bad on another hides the solutions that are good on all."""

    def uneven(sample: SampleResult) -> SampleResult:
        counts = [one.count for one in sample.stress.values() if one.count is not None]
        if len(counts) < len(sample.stress) or len(counts) < 2:
            return sample
        rest = iter([sum(counts) - 5 * (len(counts) - 1), *[5] * (len(counts) - 1)])
        stress = {name: one.model_copy(update={"count": next(rest)}) for name, one in sample.stress.items()}
        return sample.model_copy(update={"stress": stress})

    faults = said(content_of(without_code(with_samples(good, uneven))))
    assert not any("less than half of the best known" in fault for fault in faults), faults


def test_a_file_of_the_same_name_is_never_replaced(good: Result, tmp_path: Path) -> None:
    content = content_of(good)
    place = tmp_path / place_of(good, content, "2026-12-01", None, tmp_path)
    place.parent.mkdir(parents=True)
    place.write_bytes(content_of(good.model_copy(update={"evaluator_version": "0.0.9"})))
    with pytest.raises(InputError, match="already exists"):
        place_of(good, content, "2026-12-01", None, tmp_path)


@pytest.mark.parametrize(
    "text", ("Not stated by the source.", "UNKNOWN", "n/a", "N.A.", "none", "-", "?", "(TBD)", "It is not disclosed")
)
def test_words_that_say_nothing_are_faults_of_their_field(text: str) -> None:
    for name in ("revision", "prompt", "submitter"):
        (fault,) = placeholder_faults(Model(name="A model").model_copy(update={name: text}))
        assert fault.where == f"model.{name}"


@pytest.mark.parametrize("text", ["latest", "HEAD", "main", "the current version", "Latest model"])
def test_what_moves_names_no_revision(text: str) -> None:
    (fault,) = placeholder_faults(Model(name="A model", revision=text, prompt=text, submitter=text))
    assert fault.where == "model.revision"


def test_what_says_something_is_no_fault_and_a_setting_may_be_none() -> None:
    def faults(**settings: str | int | None) -> list[str]:
        return [fault.where for fault in placeholder_faults(Model(name="A model", generation=settings))]

    for text in ("{prompt}", "0123abc", "gpt-4o-2024-08-06", "An unknown function: {prompt}"):
        assert list(placeholder_faults(Model(name="A model", revision=text, prompt=text, submitter=text))) == []
    assert faults(temperature=0, stop=None, quantization="none") == []
    assert faults(temperature=0, top_p="not stated") == ["model.generation.top_p"]
    assert faults(temperature="n/a", stop=None) == ["model.generation"]
