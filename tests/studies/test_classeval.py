"""A run of ClassEval end to end on a small data set in its layout: verdicts by method, figures, and the report."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tallybench.benchmarks import load_benchmark, read_benchmark
from tallybench.benchmarks.rules import under_rules
from tallybench.counting.session import Session
from tallybench.errors import InputError
from tallybench.generating.prompt import load_prompt
from tallybench.generating.strategies import STRATEGIES
from tallybench.model.redaction import third_party_texts, without_texts
from tallybench.model.result import dump_result
from tallybench.model.verdicts import SuiteVerdict
from tallybench.samples.predictions import read_class_predictions
from tallybench.sandbox.host import Zygote
from tallybench.statistics.reading import parse_result
from tallybench.statistics.sample_statistics import class_figures
from tallybench.studies.class_predictions import (
    AnswersFile,
    as_found,
    evaluate_classes,
    plain_program,
    predictions_section,
    published_figures,
    published_of,
    strategies_section,
    table_section,
)
from tallybench.studies.classeval import SAMPLED, try_changes
from tallybench.studies.study import Paper, Run
from tests.class_data import NO_CODE, RIGHT, WRONG_MOST, write_data, write_predictions
from tests.conftest import CommandLine


def test_a_file_of_predictions_is_evaluated_by_both_rules(tmp_path: Path, cache: Path, session: Session) -> None:
    data = write_data(tmp_path)
    path = write_predictions(tmp_path, RIGHT, WRONG_MOST, NO_CODE)
    benchmark = load_benchmark("classeval", data)
    predictions = read_class_predictions(path, benchmark)
    run = Run(data, Paper(), (), session=session)
    measured = evaluate_classes(run, path, "model", benchmark, predictions)
    result = measured.own
    figures = {name: figure.value for name, figure in result.metrics.items()}
    assert figures["pass@1"] == pytest.approx((1 / 3 + 1) / 2, abs=1e-6) and figures["pass@3"] == 1.0
    # 7 methods: those of the first class pass in 2, 1 and 2 of 3 samples, those of the second always.
    assert figures["method_pass@1"] == pytest.approx((5 / 3 + 4) / 7, abs=1e-6)
    assert figures["fun_success@1"] == pytest.approx((7 / 3 + 5) / 9, abs=1e-6)
    wrong = next(sample for sample in result.samples if sample.task_id == "ClassEval/0" and sample.index == 1)
    assert wrong.suites is not None and wrong.suites.exceptions == {"AssertionError": 1}
    assert [method.verdict for method in wrong.suites.methods.values()] == ["passed", "failed", "passed"]
    assert [method.calls for method in wrong.suites.methods.values()] == [0, 0, 2]

    told = class_figures(result.samples)
    # Of the second class a method uses another one, too.
    assert (told.calls.found, told.calls.of) == (4 + 3, 6 + 3) and ("AssertionError", 1) in told.most_frequent
    section = predictions_section(data, measured)
    (row,) = [row for row in section.rows if row.figure == "class_success@1"]
    assert row.paper.value == 1.0 and row.theirs == pytest.approx(100 * (1 / 3 + 1) / 100)

    named = [replace(measured, path=path.with_stem("GPT-4_100_c_5"))]
    (row,) = [row for row in table_section(run, named).rows if row.figure == "GPT-4: class pass@1"]
    assert row.ours == pytest.approx(100 * 2 / 3, abs=1e-4) and row.theirs == pytest.approx(100 * (1 / 3 + 1) / 100)
    (row,) = [row for row in strategies_section(data, named).rows if row.figure.endswith("pass@3")]
    assert row.figure.startswith("GPT-4, holistic, 5 samples") and row.ours == 100.0

    bare = without_texts(result)
    assert not list(third_party_texts(bare))
    assert parse_result(b"".join(dump_result(bare)), "bare").samples == bare.samples


def test_the_report_is_written_by_one_command(tmp_path: Path, cache: Path, tallybench: CommandLine) -> None:
    data, path = write_data(tmp_path / "data"), write_predictions(tmp_path, RIGHT)
    asked = ("dev", "study", "classeval", "--data", data, "--predictions", path, "--tables", "3,5,7")
    tallybench(*asked, "-o", "out", code=0)
    report = (tmp_path / "out" / "classeval.md").read_text()
    assert "DEP(M)" in report and "ClassEval/48" in report and "Table 5" in report
    sections = json.loads((tmp_path / "out" / "classeval.json").read_text())["sections"]
    ours = {row["figure"]: row["ours"] for row in sections["5"]["rows"]}
    assert (ours["Field"], ours["Method"], ours["Standalone"]) == (2, 1, 4)


def test_their_rules_take_the_first_block_and_make_methods_static(tmp_path: Path) -> None:
    problem = read_benchmark("classeval", write_data(tmp_path)).problems[1]
    made = plain_program(problem, "```python\nclass Till:\n    def total():\n        return 1\n```")
    assert made.startswith("import random") and "    @staticmethod\n    def total()" in made
    unfenced = plain_program(problem, "Sure.\nimport os\nHere:\n  class Till:\n      def put(self):\n          pass")
    assert unfenced.endswith("import os\nclass Till:\n    def put(self):\n        pass")


def test_their_rules_prefer_python_blocks_and_take_nothing_of_an_open_one(tmp_path: Path) -> None:
    problem = read_benchmark("classeval", write_data(tmp_path)).problems[0]
    assert plain_program(problem, "```\none\n```\n```python\ntwo\n```").strip() == "two"
    assert plain_program(problem, "```python\nclass Counter:\n    pass").strip() == ""
    assert plain_program(problem, "asked\n### Response:\nclass A:\n    x = 1").strip() == "class A:\n    x = 1"
    assert plain_program(problem, "class A:\n    x = 1<|/ file |>more", incoder=True).strip().endswith("x = 1")


@pytest.mark.parametrize(
    ("stem", "expected", "key"),
    [
        ("GPT-4_100_c_t0", ("GPT-4", "holistic", True), "GPT-4_H(greedy)"),
        ("ChatGPT_100_m_iter", ("GPT-3.5", "incremental", True), "GPT-3.5_I(greedy)"),
        ("incoder_100_m_dire_rep5", ("InCoder", "compositional", False), "Incoder_C"),
        ("SantaCoder_c_5", ("SantaCoder", "holistic", False), "SantaCoder_H"),
        ("GPT-4-Turbo_method_C_greedy", ("GPT-4-Turbo", "compositional", True), "GPT-4-Turbo_C(greedy)"),
    ],
)
def test_a_file_s_name_says_whose_answers_it_has(stem: str, expected: tuple[str, str, bool], key: str) -> None:
    file = AnswersFile.named(stem)
    assert file == AnswersFile(*expected) and file.key == key
    assert AnswersFile.named("answers") is None


def test_published_figures_are_found_in_their_repository(tmp_path: Path) -> None:
    data, results = tmp_path / "data", tmp_path / "output/result"
    data.mkdir()
    results.mkdir(parents=True)
    (results / "pass_at_k_result.json").write_text(json.dumps({"pass_1_greedy": {"GPT-4_I(greedy)": {"x": 0.29}}}))
    assert published_of(data, "GPT-4_100_m_iter") == {1: {"x": pytest.approx(29.0)}}
    assert published_of(data, "GPT-4_100_m_dire") == {}


def test_by_classeval_s_rules_every_class_has_the_packages(tmp_path: Path) -> None:
    benchmark = read_benchmark("classeval", write_data(tmp_path))
    theirs = under_rules(benchmark, "classeval")
    assert {problem.suites.packages for problem in theirs if problem.suites} == {"classeval"}
    assert theirs.version == f"{benchmark.version}+classeval-rules" and theirs.hash != benchmark.hash
    with pytest.raises(InputError, match=r"are for the benchmarks classeval\*, not for humaneval"):
        under_rules(load_benchmark("humaneval"), "classeval")


def test_published_figures_are_over_all_classes_and_test_classes() -> None:
    passed, partial, error = SuiteVerdict.PASSED, SuiteVerdict.PARTIAL, SuiteVerdict.ERROR
    verdicts: dict[str, list[tuple[SuiteVerdict, ...]]] = {
        "ClassEval/0": [(passed, passed), (passed, partial)],
        "ClassEval/69": [(passed,), (passed,)],
    }
    assert as_found("ClassEval/97", (passed, passed)) == (passed, error)
    assert as_found("ClassEval/96", (passed, passed)) == (passed, passed)
    figures = published_figures(verdicts, 1)
    assert figures["class_success"] == pytest.approx(0.5) and figures["class_partial_success"] == pytest.approx(1.0)
    assert figures["fun_success"] == pytest.approx(100 * 2.5 / 502)
    assert [SuiteVerdict.of(*given) for given in ((2, 0, 0), (2, 1, 0), (2, 2, 0), (2, 0, 2), (0, 0, 0))] == [
        passed,
        partial,
        SuiteVerdict.FAILED,
        error,
        error,
    ]


@pytest.mark.parametrize("strategy", ["incremental", "compositional"])
def test_a_class_is_asked_for_method_by_method(tmp_path: Path, strategy: str) -> None:
    problem = read_benchmark("classeval", write_data(tmp_path)).problems[0]
    conversation = STRATEGIES[strategy](problem, load_prompt(f"classeval-{strategy}"))
    asked = [next(conversation)]
    try:
        for body in ("return 1", "return 2", "return 3"):
            name = ("add(self, name)", "most(self)", "add_all(self, names)")[len(asked) - 1]
            asked.append(conversation.send(f"```python\ndef {name}:\n    {body}\n```"))
    except StopIteration as ended:
        whole = ended.value
    texts = [messages[-1].text for messages in asked]
    assert len(texts) == 3 and "Counts a name once more" in texts[0]
    assert ("return 1" in texts[1]) is (strategy == "incremental")
    assert ("def add_all" in texts[1]) is (strategy == "compositional")
    assert all(f"return {number}" in whole for number in (1, 2, 3))


def test_a_change_of_a_class_is_noticed_where_a_test_asks_for_what_it_changes(native: Zygote, tmp_path: Path) -> None:
    """No test of the second class asks what it does at its limits."""
    counter, till = read_benchmark("classeval", write_data(tmp_path)).problems[:2]
    changes, noticed = try_changes(native, counter, whole=True)
    assert changes == noticed > SAMPLED
    changes, noticed = try_changes(native, till, whole=True)
    assert 0 < noticed < changes
    assert try_changes(native, till, whole=False)[0] == SAMPLED
