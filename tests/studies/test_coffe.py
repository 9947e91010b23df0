"""COFFE's rules and figures, and the report of its tables, on a small data set in its layout and on the real one."""

import hashlib
import json
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from benchmarks.coffe_answers import join
from tallybench.benchmarks import load_benchmark
from tallybench.benchmarks.rules import COFFE_ACCEPTS, under_rules
from tallybench.counting import vetting
from tallybench.counting.covering import Covered, CoverTask, reached, statements_of
from tallybench.counting.session import Session
from tallybench.counting.vetting import VetTask
from tallybench.counting.worker import Worker
from tallybench.counting.yardstick import BuiltInput, Yardstick
from tallybench.counting.yardsticks import YardstickStore
from tallybench.errors import InputError
from tallybench.model.problem import Problem, Solution, code_hash
from tallybench.model.result import InputResult, ProblemResult, SampleResult, StressResult
from tallybench.model.verdicts import StressVerdict, Verdict
from tallybench.samples.attempts import Attempt
from tallybench.samples.reading import Sample
from tallybench.sandbox.interpreter import default_interpreter
from tallybench.sandbox.messages import WorkerSetting
from tallybench.sandbox.outputs import agree, texts_agree
from tallybench.statistics.reading import load_result
from tallybench.studies.coffe import COFFE_STUDY, tally
from tallybench.studies.coffe_models import coffe_lines, features, figures_over, find_benchmark, plain_code, read_file
from tallybench.studies.coffe_report import rule_rows
from tallybench.studies.coffe_suites import with_tests
from tallybench.studies.stability import measure_stability
from tallybench.studies.study import Report, Run, load_paper, run_study
from tests.benchmarks.coffe_data import ADD, NAME, PAIR, SORT, fenced, write_data, write_predictions
from tests.conftest import CommandLine
from tests.sanitizing import sanitize, shared_sanitizer

JUDGE = Problem("T/0", "f", "function", "", "", Solution("canonical", ""), accepts=COFFE_ACCEPTS)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_data(tmp_path_factory.mktemp("datasets"))


def measured(
    data: Path, tables: str, predictions: Path | None = None, session: Session | None = None, **more: Any
) -> Report:
    files = () if predictions is None else ((predictions, "GPT-4o"),)
    run = Run(data, load_paper("coffe"), tables.split(","), files, session=session, **more)
    *_, report = run_study(COFFE_STUDY, run)
    return report


@pytest.mark.parametrize(
    ("output", "expected", "right"),
    [
        ("a b\n[c]", "abc", True),
        ("a\tb", "ab", False),
        ((1, (2,)), [1, [2]], True),
        ({"a": (1,)}, {"a": [1]}, True),
        ({1: "a"}, {"1": "a"}, False),
        ({1, 2}, [1, 2], False),
        (1.0000001, 1.0, True),
        (1.00001, 1.0, False),
        ([0.1 + 0.2, 1.0], (0.3, 1.0), True),
        ([1.0, 2], [1.00000001, 2], False),
        (1, 1.0, True),
        ([1.0], [1.0, 1.0], False),
        (float("nan"), float("nan"), True),
    ],
)
def test_outputs_are_compared_as_coffe_does(output: object, expected: object, right: bool) -> None:
    assert agree(JUDGE, (), expected, output) is right


def test_printed_texts_are_compared_without_spaces_and_brackets() -> None:
    judged = replace(JUDGE, level="file")
    assert texts_agree(judged, ("",), "1 2\n3\n", "[12]3")
    assert not texts_agree(judged, ("",), "1 2\n3\n", "1 2 4")


def test_rules_change_the_hashes_and_the_version_says_which(data: Path) -> None:
    own = load_benchmark("coffe-function", data)
    theirs = under_rules(own, "coffe")
    assert theirs.hash != own.hash and all(one.hash != other.hash for one, other in zip(own, theirs, strict=True))
    assert theirs.version == f"{own.version}+coffe-rules"
    assert under_rules(own, "own") is own
    with pytest.raises(InputError, match="choose one of own, coffe"):
        under_rules(own, "theirs")
    with pytest.raises(InputError, match="not for humaneval"):
        under_rules(load_benchmark(), "coffe")


def problem_result(truth: int, best: int, efficiency: bool = True) -> ProblemResult:
    built = InputResult(sha256="0" * 64, size=1, best_known=best, ground_truth=truth)
    reason = None if efficiency else "none of its stressful inputs can be used"
    return ProblemResult(hash="0" * 64, entry_point="f", without_efficiency=reason, inputs={"one": built})


def sample_result(task_id: str, count: int | None, verdict: Verdict = Verdict.PASSED) -> SampleResult:
    stress = {}
    if verdict is Verdict.PASSED:
        kind = StressVerdict.OVER_BUDGET if count is None else StressVerdict.COUNTED
        stress = {"one": StressResult(verdict=kind, count=count)}
    return SampleResult(task_id=task_id, index=0, code_sha256="0" * 64, verdict=verdict, stress=stress)


def test_coffe_s_figures_are_strict_and_divide_sums() -> None:
    problems = {f"T/{number}": problem_result(1000, 1000) for number in range(5)}
    problems["T/5"] = problem_result(1000, 1000, efficiency=False)
    samples = [sample_result(f"T/{number}", count) for number, count in enumerate((500, 1000, 1001, None))]
    samples += [sample_result("T/4", None, Verdict.WRONG_OUTPUT), sample_result("T/5", 100)]
    found = figures_over(problems, samples, 20, of_split=8)
    assert (found.passed, found.problems) == (5, 8)
    assert (found.efficient, found.measured) == (1, 5)
    assert found.speedup == pytest.approx(4000 / (500 + 1000 + 1001 + 20_000))
    assert (found.timed, found.censored, found.undecided) == (4, 1, 0)
    assert coffe_lines(found)[0].endswith("62.50 % (5 of 8)")


def test_the_counts_of_tables_1_and_2_are_those_of_the_files(data: Path) -> None:
    function, program = (tally(load_benchmark(name, data)) for name in ("coffe-function", "coffe-file"))
    assert function == {"problems": 3, "usable": 3, "tests": 4, "stressful": 5, "solutions": 3}
    assert (program["problems"], program["usable"], program["solutions"]) == (2, 1, 4)
    assert tally(load_benchmark("coffe-file", data), "APPS/")["usable"] == 0


def test_the_real_data_has_the_published_numbers(shared_data: Path) -> None:
    found = measured(shared_data / "coffe/datasets", "1,2")
    rows = {row.figure: row for section in found.sections for row in section.rows}
    compared = [row for name, row in rows.items() if name.startswith("function split") or name.endswith("problems")]
    compared = [row for row in compared if row.paper.value is not None]
    compared.append(rows["file split: stressful inputs a problem"])
    compared += [rows[f"{name}: {what} a problem"] for name in ("HumanEval", "MBPP") for what in ("tests", "solutions")]
    assert len(compared) == 14
    for row in compared:
        assert row.ours == pytest.approx(row.paper.value, abs=0.005), row.figure
    assert rows["APPS: problems in the source"].paper.value == 5000 and rows["APPS: tests a problem"].ours is None


def test_every_published_figure_has_a_source_and_the_tables_are_whole(shared_data: Path) -> None:
    paper = load_paper("coffe")
    tables = json.loads((shared_data / "papers/coffe.json").read_text())["tables"]
    assert all(figure.value is not None and "COFFE, Peng et al." in figure.source for figure in paper.values())
    published = Counter(key[0] for key in paper if "/all/" not in key)
    cells = {
        table: sum(isinstance(cell, int | float) for row in content["rows"] for cell in row)
        for table, content in tables.items()
    }
    assert published == {table: cells[table] for table in ("1", "2", "4", "5", "6")}
    names = {key.split("/")[1].casefold(): key.split("/")[1] for key in paper if key.startswith("6/")}
    lines = (shared_data / "coffe/published_table6.csv").read_text().splitlines()
    assert len(lines) == 19
    for line in lines[1:]:
        model, size, *values = line.split(",")
        name = names[f"{model} {size}".strip().casefold()]
        figures = ("efficient@1", "speedup", "pass@1")
        keys = [f"6/{name}/{split}/{one}" for split in ("function", "file") for one in figures]
        assert [paper[key].value for key in keys] == list(map(float, values))
        assert all("table 6" in paper[key].source for key in keys)


def test_a_user_can_add_figures_and_a_broken_file_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "paper.json"
    path.write_text(json.dumps({"source": "the paper, p. 9", "figures": {"5/function/accuracy": {"value": 91.5}}}))
    figure = load_paper("coffe", path)["5/function/accuracy"]
    assert (figure.value, figure.source) == (91.5, "the paper, p. 9")
    assert load_paper("coffe")["5/function/accuracy"].value is None
    path.write_text('{"source": "x", "figures": {"5": {"value": "many"}}}')
    with pytest.raises(InputError, match=r"figures\.5\.value"):
        load_paper("coffe", path)


def test_statements_are_counted_once_and_by_what_was_run() -> None:
    code = "def f(x):\n    '''Doc.'''\n    global y\n    if x:\n        return [\n            x,\n        ]\n"
    code += "    return 0\n"
    statements = statements_of(code, whole=False)
    assert [first for first, _ in statements] == [4, 5, 8]
    assert reached(statements, [4, 6]) == 2
    assert [first for first, _ in statements_of(code, whole=True)] == [1, 4, 5, 8]


def test_coverage_is_traced_in_the_sandbox_at_both_levels(data: Path, session: Session) -> None:
    function, program = (load_benchmark(name, data) for name in ("coffe-function", "coffe-code-contests"))
    (threaded,) = program
    code = "import threading\ndef main():\n    if input():\n        print(1)\n    else:\n        print(2)\n"
    code += "thread = threading.Thread(target=main)\nthread.start()\n"
    threaded = replace(threaded, canonical=Solution("canonical", code))
    tasks = [("swap", CoverTask(function.by_id["Mbpp/7"])), ("threaded", CoverTask(threaded))]
    with session.workers(WorkerSetting(default_interpreter())) as pool:
        found = {name: covered for name, covered in pool.run(tasks) if isinstance(covered, Covered)}
    assert (found["swap"].lines, found["swap"].reached, found["swap"].fault) == (3, 2, None)
    assert (found["threaded"].lines, found["threaded"].reached, found["threaded"].fault) == (7, 6, None)


def attempt(answer: str, prompt: str = ADD, name: str = "total") -> tuple[Sample, Attempt]:
    taken = sanitize("raw", answer, prompt, name, True)
    return Sample("T/0", 0, "raw", answer), Attempt("T/0", 0, taken.code, None, taken.rules)


@pytest.mark.parametrize(
    ("answer", "expected"),
    [
        ("I cannot.", ["no code", "no fenced block"]),
        (fenced("def total(n):\n    return sum(n)"), ["prose around the code"]),
        ("```python\ndef total(n):\n    return sum(n)\n```", []),
        ("```python\ndef total(n):\n    return sum(n)\nprint(total([1]))\n```", ["example or test statements"]),
        ("```python\ndef add_up(n):\n    return sum(n)\n```", ["renamed function"]),
        (
            "```\nIt adds them up, see:\n```\n```python\ndef total(n):\n    return sum(n)\n```",
            ["several blocks", "prose in a block"],
        ),
    ],
)
def test_what_an_answer_is_like_is_told(answer: str, expected: list[str]) -> None:
    assert features(*attempt(answer), shared_sanitizer()) == expected


def test_a_rule_saves_what_the_plain_extraction_loses() -> None:
    assert plain_code("Text\n```\ncode\n```\n```\nmore\n```") == "code\n" and plain_code("bare") == "bare"
    attempts = [
        Attempt("T/0", 0, "", "", ("a",)),
        Attempt("T/1", 0, "", "", ("a", "b")),
        Attempt("T/2", 0, "", "", ("b",)),
    ]
    passed, failed = Verdict.PASSED, Verdict.NO_CODE
    ours = {("T/0", 0): passed, ("T/1", 0): passed, ("T/2", 0): failed}
    plain = {("T/0", 0): passed, ("T/1", 0): failed, ("T/2", 0): passed}
    assert rule_rows(attempts, ours, plain) == [("a", "2", "2", "1", "T/1", ""), ("b", "2", "1", "1", "T/1", "T/2")]


def test_a_table_that_there_is_not_is_refused() -> None:
    assert COFFE_STUDY.choose("6, 1") == ("1", "6") and COFFE_STUDY.choose(None) == COFFE_STUDY.tables
    with pytest.raises(InputError, match="--tables 3"):
        COFFE_STUDY.choose("3,4")


@pytest.fixture(scope="module")
def predictions(tmp_path_factory: pytest.TempPathFactory) -> Path:
    added = "def add_all(numbers):\n    result = 0\n    for one in numbers:\n        result += one\n    return result"
    answers = {
        ADD: fenced(added),
        PAIR: fenced("def swap(pair):\n    return pair[1], pair[0]"),
        NAME: fenced("def greet(name):\n    return f'[Hello,  {name}]'"),
        "none of theirs": "x",
    }
    return write_predictions(tmp_path_factory.mktemp("predictions") / "GPT-4o.json", answers)


@pytest.fixture(scope="module")
def report(data: Path, predictions: Path, session: Session) -> dict[str, Any]:
    found = measured(data, "2,5,6", predictions, session)
    assert found.markdown().count("\n## ") == 5
    content: dict[str, Any] = json.loads(found.json())
    return content


def listing(report: dict[str, Any], key: str, start: str) -> list[dict[str, str]]:
    found: list[dict[str, str]] = next(
        one["rows"] for one in report["sections"][key]["listings"] if one["title"].startswith(start)
    )
    return found


def test_table_6_has_both_rules_and_every_difference(report: dict[str, Any]) -> None:
    section = report["sections"]["6/GPT-4o/coffe-function"]
    rows = {row["figure"]: row for row in section["rows"]}
    assert rows["pass@1"]["paper"]["value"] == 77.64
    assert rows["pass@1"]["ours_of"] == "2 of 3" and rows["pass@1"]["theirs_of"] == "3 of 3"
    assert rows["efficient@1"]["paper"]["of"] == 379
    drop = rows["drop from pass@1 to efficient@1"]
    assert drop["paper"]["value"] == 43 and drop["theirs"] == pytest.approx(100 * (1 - (1 / 3) / (3 / 3)))
    assert all(row["why"] for row in section["rows"])
    (moved,) = listing(report, "6/GPT-4o/coffe-function", "Verdicts that differ")
    assert moved["problem"] == "Mbpp/8" and moved["reason"].startswith("COFFE considers it equal")
    (taken,) = listing(report, "6/GPT-4o/coffe-function", "Answers on which")
    assert taken["problem"] == "HumanEval/900" and "other_name" in taken["how the code was taken"]
    (left_out,) = listing(report, "6/GPT-4o/coffe-function", "What figures leave out")
    assert left_out["problem"] == "Mbpp/8" and "no_such_name" in left_out["reason"]


def test_table_5_has_each_suite_by_the_same_figures(report: dict[str, Any]) -> None:
    rows = {row["figure"]: row for row in report["sections"]["5"]["rows"]}
    assert rows["function, published inputs (STGEN): accuracy"]["ours"] == pytest.approx(80.0)
    assert rows["file, published inputs (STGEN): accuracy"]["ours"] == pytest.approx(100.0)
    covered = rows["function, published inputs (STGEN): line coverage"]
    assert (covered["ours"], covered["paper"]["value"]) == (pytest.approx((1 + 2 / 3 + 1) / 3 * 100), 96.01)
    assert rows["function, correctness tests: line coverage"]["ours"] == pytest.approx((1 + 2 / 3 + 1) / 3 * 100)
    assert "function, correctness tests: accuracy" not in rows
    published = rows["function, published inputs (STGEN): RSD(+), GPT-4o"]
    assert (published["ours"], published["paper"]["value"]) == (None, 28.2)
    # The sample of `total` costs several times what the best solution does, above all on long lists.
    tests, inputs = (
        rows[f"function, {suite}: RSD(+), all programs"] for suite in ("correctness tests", "published inputs (STGEN)")
    )
    assert 0 < tests["ours"] < inputs["ours"] < 150 and tests["ours_of"].startswith("mean over 2 problems")
    of = rows["file, published inputs (STGEN): RSD(+), all programs"]["ours_of"]
    assert of == "mean over 1 problems, 3.0 programs each"
    absent = rows["function, few-shot: accuracy"]
    assert (absent["ours"], absent["paper"]["value"]) == (None, 87.07) and "--made" in absent["why"]


def test_the_board_and_the_findings_are_of_the_models_given(report: dict[str, Any]) -> None:
    rows = {row["figure"]: row for row in report["sections"]["6/findings"]["rows"]}
    assert (rows["function: lowest drop"]["paper"]["value"], rows["function: highest drop"]["paper"]["value"]) == (
        30,
        45,
    )
    assert rows["function: highest drop"]["ours"] == pytest.approx(200 / 3)
    tau = rows["function: Kendall's tau, pass@1 and efficient@1"]
    assert tau["paper"]["value"] == pytest.approx(0.81, abs=0.005) and tau["ours"] is None
    assert rows["function: models with a speedup above 1"]["paper"]["value"] == 18
    (row,) = listing(report, "6/findings", "The models given, function level")
    assert (row["model"], row["drop, %"], row["drop, %, paper"]) == ("GPT-4o", "66.67", "43.00")
    assert (row["efficient@1, %"], row["pass@1, %, paper"]) == ("33.33", "77.64")


def test_without_counts_there_is_pass_at_k(
    data: Path, predictions: Path, tallybench: CommandLine, tmp_path: Path
) -> None:
    lines = [{"task_id": "HumanEval/900", "solution": "def total(numbers):\n    return sum(numbers)\n"}]
    (tmp_path / "other.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    tallybench(
        *("dev", "study", "coffe", "--data", data, "--tables", "6", "--no-count", "-o", "out"),
        *("--predictions", predictions, "--predictions", "other.jsonl"),
        code=0,
    )
    report = json.loads((tmp_path / "out/coffe.json").read_bytes())
    board = listing(report, "6/findings", "The models given, function level")
    assert [(row["model"], row["pass@1, %"], row["drop, %"]) for row in board] == [
        ("GPT-4o", "100.00", "-"),
        ("other", "33.33", "-"),
    ]
    tallybench("dev", "study", "coffe", "--data", data, "--tables", "6", data / "none.json", code=2, says="none.json")


def test_a_folder_of_made_inputs_is_a_suite(data: Path, session: Session, tmp_path: Path) -> None:
    made = tmp_path / "made"
    made.mkdir()
    report = {
        "benchmark": {"name": "coffe-function"},
        "method": "few-shot",
        "settings": {"model": "small"},
        "total": {"valid": 3, "proposed": 4, "accuracy": 75.0},
        "problems": [{"task_id": "HumanEval/900"}, {"task_id": "Mbpp/7"}],
    }
    (made / "report.json").write_text(json.dumps(report))
    (made / "HumanEval_900.py").write_text('EXPRESSIONS = {"one": ("large_random: a list", "list(range(30))")}\n')
    found = measured(data, "5", session=session, made=(made,))
    rows = {row.figure: row for row in found.sections[0].rows}
    assert rows["function, few-shot by small: accuracy"].ours == 75.0
    assert rows["function, few-shot by small: accuracy"].paper.value == 87.07
    covered = rows["function, few-shot by small: line coverage"]
    assert (covered.ours, covered.ours_of) == (50.0, "mean over 2 problems")  # no input was made of Mbpp/7
    assert rows["function, correctness tests: line coverage"].ours_of == "mean over 2 problems"
    (made / "report.json").write_text("{}")
    with pytest.raises(InputError, match=r"--made .*report\.json is not one"):
        measured(data, "5", session=session, made=(made,))


def test_what_each_rule_saves_is_listed(report: dict[str, Any]) -> None:
    rules = listing(report, "sanitizing/GPT-4o on coffe-function", "What each rule saves")
    by_name = {row["rule"]: row for row in rules}
    assert by_name["other_name"]["saved"] == "1" and by_name["fenced_block"]["used on"] == "3"


def test_a_second_run_measures_nothing_and_writes_the_same(
    data: Path, predictions: Path, report: dict[str, Any], tallybench: CommandLine, tmp_path: Path
) -> None:
    arguments = ("dev", "study", "coffe", "--data", data, "--predictions", predictions, "--tables", "2,5,6")
    done = tallybench(*arguments, "-o", "out", code=0)
    again = json.loads((tmp_path / "out/coffe.json").read_bytes())
    assert again["sections"] == report["sections"]
    assert "ours" in done.stdout and (tmp_path / "out/GPT-4o-coffe-function.json").exists()
    made = tmp_path / "out/GPT-4o-coffe-function.json"
    assert load_result(made).model.name == "GPT-4o"
    given = tallybench("dev", "study", "coffe", "--data", data, "--tables", "6", made, "-o", "given")
    rows = json.loads((tmp_path / "given/coffe.json").read_bytes())["sections"]["6/GPT-4o/coffe-function"]["rows"]
    before = report["sections"]["6/GPT-4o/coffe-function"]["rows"]
    assert given.returncode == 0 and [row["ours"] for row in rows] == [row["ours"] for row in before]
    assert all(row["theirs"] is None for row in rows) and before[0]["theirs"] is not None
    planned = tallybench(*arguments, "--plan")
    assert planned.returncode == 0 and "table 6, GPT-4o on coffe-function:" in planned.stdout
    assert "minutes" in planned.stdout


def test_a_plan_has_what_is_untried(
    data: Path, predictions: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TALLYBENCH_CACHE", str(tmp_path))
    assert COFFE_STUDY.plan is not None
    ((_, cost),) = COFFE_STUDY.plan(Run(data, load_paper("coffe"), ("6",), ((predictions, "m"),)))
    assert not isinstance(cost, str)
    assert (cost.samples, cost.vetting, cost.references, cost.measurements) == (3, 9, 5, 5)


def test_table_4_needs_three_problems_a_part(data: Path, session: Session, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tallybench.studies.coffe.PARTS", {"Mbpp": "coffe-function"})
    (section,) = measured(data, "4", session=session).sections
    (reason,) = section.listings[0].rows
    assert reason == ("MBPP", "fewer than three problems")


def test_table_4_measures_every_correctness_test(data: Path) -> None:
    benchmark = load_benchmark("coffe-function", data)
    tests = replace(benchmark, problems=tuple(map(with_tests, benchmark)))
    found = measure_stability(tests, runs=4, every_input=True)
    measured = [(spread.task_id, spread.input_name) for spread in found.inputs]
    assert measured == [
        ("HumanEval/900", "test_0"),
        ("HumanEval/900", "test_1"),
        ("Mbpp/7", "test_0"),
        ("Mbpp/8", "test_0"),
    ]
    assert found.rsd_counts_worst == 0 and all(len(set(spread.counts)) == 1 for spread in found.inputs)
    assert all(min(spread.seconds) > 0 for spread in found.inputs) and -1 <= found.pearson <= 1


def test_an_input_too_heavy_to_count_is_left_out(data: Path, worker: Worker, monkeypatch: pytest.MonkeyPatch) -> None:
    problem = load_benchmark("coffe-function", data).by_id["HumanEval/900"]
    heavy = replace(problem.stressful[0], name="heavy", expressions=("list(range(1000000))",))
    problem = replace(problem, stressful=(problem.stressful[0], heavy))
    monkeypatch.setattr(vetting, "MOST_INSTRUCTIONS", 5_000_000)
    monkeypatch.setattr(vetting, "_UNSUSPECTED_SECONDS", 0.0)
    found = VetTask(problem, True).run(worker)
    assert found.fault is None and found.inputs is not None and list(found.inputs) == ["heavy"]
    assert "instructions" in found.inputs["heavy"]


def test_a_yardstick_of_other_inputs_is_not_used(data: Path, tmp_path: Path) -> None:
    problem = load_benchmark("coffe-function", data).by_id["HumanEval/900"]
    store = YardstickStore(tmp_path)
    draft = store.draft(problem)
    inputs = {}
    for one in problem.stressful:
        for end in ("in", "out"):
            (draft / f"{one.name}.{end}").write_bytes(b"")
        nothing = hashlib.sha256(b"").hexdigest()
        inputs[one.name] = BuiltInput(nothing, 0, nothing, 0)
    codes = {one.name: code_hash(one.code) for one in (*problem.references, problem.ground_truth)}
    store.keep(problem, draft, Yardstick(inputs, {"best": dict.fromkeys(inputs, 1)}, "best", codes))
    assert store.load(problem) is not None
    kept, left_out = problem.stressful
    fewer = replace(problem, stressful=(kept,), left_out=((left_out, "too heavy"),))
    assert fewer.hash == problem.hash and store.load(fewer) is None


def test_predictions_are_matched_with_their_benchmark(data: Path, predictions: Path, tmp_path: Path) -> None:
    assert find_benchmark(predictions, data) == "coffe-function"
    programs = write_predictions(tmp_path / "programs.json", {SORT: fenced("print(1)")})
    assert find_benchmark(programs, data) == "coffe-code-contests"
    with pytest.raises(InputError, match="none of its 1 prompts"):
        find_benchmark(write_predictions(tmp_path / "none.json", {"x": "y"}), data)


def test_evaluate_says_coffe_s_figures_and_its_result_says_whose_rules(
    data: Path, predictions: Path, tallybench: CommandLine, tmp_path: Path
) -> None:
    arguments = ("evaluate", predictions, "--benchmark", "coffe-function", "--data", data, "--model", "m", "--no-count")
    done = tallybench(*arguments, "--rules", "coffe", code=0)
    assert "COFFE's pass@1       100.00 % (3 of 3)" in done.stdout and "COFFE's efficient@1" not in done.stdout
    assert load_result(tmp_path / "result.json").benchmark.version.endswith("+coffe-rules")
    tallybench(*arguments, "--rules", "nobody", "--force", code=2, says="choose one of own, coffe")


def test_public_answers_to_both_sources_are_joined(data: Path, tmp_path: Path) -> None:
    (tmp_path / "models/mbpp").mkdir(parents=True)
    lines: dict[str, list[dict[str, Any]]] = {
        "models/small.jsonl": [
            {"task_id": "HumanEval/900", "raw": "first"},
            {"task_id": "HumanEval/900", "raw": "second"},
            {"task_id": "HumanEval/1", "raw": "not one of theirs"},
        ],
        "models/mbpp/small.jsonl": [{"task_id": 7, "completion": "a program"}],
        "models/without-mbpp.jsonl": [{"task_id": "HumanEval/900", "raw": "x"}],
    }
    for path, records in lines.items():
        (tmp_path / path).write_text("".join(json.dumps(record) + "\n" for record in records))
    join(tmp_path / "models", tmp_path / "joined", data)
    (joined,) = (tmp_path / "joined").iterdir()
    found = read_file(joined, load_benchmark("coffe-function", data))
    assert [(one.task_id, one.field, one.text) for one in found.samples] == [
        ("HumanEval/900", "raw", "first"),
        ("Mbpp/7", "solution", "a program"),
    ]
    assert found.missing == ("Mbpp/8",)
