"""ClassEval: its file is read, what cannot be judged is named, and predictions are read in its own form."""

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tallybench.benchmarks import read_benchmark
from tallybench.benchmarks.trees import recall, uses_of
from tallybench.errors import InputError
from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import Problem
from tallybench.samples.assembling import contract_of, without_methods
from tallybench.samples.predictions import is_class_predictions, read_class_predictions, whole_value
from tallybench.samples.sources import open_samples
from tallybench.sandbox.host import Zygote
from tallybench.sandbox.jobs import build_input, compile_solution
from tallybench.sandbox.judging_limits import guarded
from tallybench.sandbox.levels import LEVELS
from tallybench.sandbox.suites.rewrite import rewrite_suites
from tallybench.values.wire import decode
from tests.class_data import COUNTER, NO_CODE, RIGHT, write_data, write_predictions
from tests.sanitizing import assemble_class


@pytest.fixture
def benchmark(tmp_path: Path) -> Benchmark:
    return read_benchmark("classeval", write_data(tmp_path))


@pytest.fixture
def problem(benchmark: Benchmark) -> Problem:
    return benchmark.problems[0]


def test_suites_are_told_by_the_methods_they_test(benchmark: Benchmark) -> None:
    counter, till = benchmark.problems
    assert counter.suites is not None and till.suites is not None
    assert counter.suites.methods[2:] == (("CounterTestAddAll", "add_all"), ("CounterTestMain", ""))
    assert dict(till.suites.methods)["TillTest"] == ""  # though the list of methods says otherwise
    assert (counter.test_count, till.test_count, counter.level) == (5, 10, "class")
    assert [task_id for task_id, _ in benchmark.exclusions] == ["ClassEval/48"]
    assert not benchmark.texts.shown


def test_a_file_of_another_form_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "ClassEval_data.json").write_text('[{"task_id": "ClassEval_0", "skeleton": 1}]')
    with pytest.raises(InputError, match=r"ClassEval_0 skeleton is a number, expected a string"):
        read_benchmark("classeval", tmp_path)


def test_the_real_file_has_98_classes_that_can_be_judged(shared_data: Path) -> None:
    benchmark = read_benchmark("classeval", shared_data / "classeval")
    assert len(benchmark) == 98 and [name for name, _ in benchmark.exclusions] == ["ClassEval/48", "ClassEval/52"]
    suites = [problem.suites for problem in benchmark if problem.suites is not None]
    assert sum(len(one.methods) for one in suites) == 493
    assert sum(problem.test_count for problem in benchmark) == 2164
    sites = [
        site
        for problem in benchmark.problems[::8]
        if problem.suites is not None
        for test in rewrite_suites(problem.tests, problem.suites)
        for site in test.sites
    ]
    # Of nearly all assertions one side is a literal, which never is in the sandbox.
    assert len(sites) > 300 and sum(site.leaves > 1 for site in sites) < len(sites) / 20


def test_predictions_are_told_by_their_shape_and_read(benchmark: Benchmark, tmp_path: Path) -> None:
    path = write_predictions(tmp_path, f"Do this.\n### Response:\n{RIGHT}", NO_CODE)
    assert is_class_predictions(whole_value(path)) and not is_class_predictions(
        whole_value(tmp_path / "ClassEval_data.json")
    )
    notes: list[str] = []
    samples = list(open_samples(str(path), benchmark, notes.append))
    assert [(sample.task_id, sample.index) for sample in samples[:2]] == [("ClassEval/0", 0), ("ClassEval/0", 1)]
    assert samples[0].text.strip() == RIGHT and samples[0].field == "raw"
    assert read_class_predictions(path, benchmark).surplus == ("ClassEval_99",)
    assert any("ClassEval_99" in note for note in notes)


@pytest.mark.parametrize("name", ["ClassEval_0", "ClassEval/0"])
def test_a_class_may_be_called_as_classeval_or_as_we_call_it(benchmark: Benchmark, tmp_path: Path, name: str) -> None:
    lines, array = tmp_path / "samples.jsonl", tmp_path / "predictions.json"
    lines.write_text(json.dumps({"task_id": name, "raw": RIGHT}) + "\n")
    array.write_text(json.dumps([{"task_id": name, "predict": [RIGHT]}]))
    for path in (lines, array):
        (sample,) = open_samples(str(path), benchmark, lambda note: None)
        assert (sample.task_id, sample.text) == ("ClassEval/0", RIGHT)


@pytest.mark.parametrize("entry", [[], {"task_id": "ClassEval_0", "predict": [1]}, {"predict": []}, 7])
def test_an_entry_of_another_form_is_refused(benchmark: Benchmark, tmp_path: Path, entry: object) -> None:
    path = tmp_path / "predictions.json"
    path.write_text(json.dumps([{"task_id": "ClassEval_0", "predict": ["x"]}, entry]))
    with pytest.raises(InputError, match=r"\[1\]: is not in the format"):
        read_class_predictions(path, benchmark)


def test_the_answers_are_read_where_classeval_has_made_a_class_of_them(benchmark: Benchmark, tmp_path: Path) -> None:
    grown = ["class Counter:\n    pass\n", "class Counter:\n    def add(self):\n        pass\n"]
    path = tmp_path / "predictions.json"
    entry = {"task_id": "ClassEval_0", "predict": grown, "raw_output": list(METHODS.values())}
    path.write_text(json.dumps([entry]))
    predictions = read_class_predictions(path, benchmark)
    (sample,) = predictions.samples
    assert sample.text == assemble_class(benchmark.problems[0], METHODS.values())
    assert predictions.tested == {("ClassEval/0", 0): grown[-1]}
    for wrong in ([1], ["one", ["two"]], "text"):
        path.write_text(json.dumps([entry | {"raw_output": wrong}]))
        with pytest.raises(InputError, match=r"\[0\]: is not in the format"):
            read_class_predictions(path, benchmark)


@pytest.mark.parametrize("predict", [["whole", "other"], [["begun", "whole"], ["other"]]])
def test_since_2024_there_is_a_list_of_answers_a_sample(
    benchmark: Benchmark, tmp_path: Path, predict: list[object]
) -> None:
    """`predict` has the class that was assembled, or, of a run that was broken off, the class as it grew."""
    path = tmp_path / "predictions.json"
    answers = list(METHODS.values())
    entry = {"task_id": "ClassEval_0", "predict": predict, "raw_output": [answers, answers[:1]]}
    path.write_text(json.dumps([entry, {"task_id": "ClassEval_1", "predict": [], "raw_output": []}]))
    predictions = read_class_predictions(path, benchmark)
    first, second = predictions.samples
    assert first.text == assemble_class(benchmark.problems[0], answers) != second.text
    assert predictions.tested == {("ClassEval/0", 0): "whole", ("ClassEval/0", 1): "other"}


METHODS = {
    "as a method": "```python\n    def add(self, name):\n        self.counts[name] = self.counts.get(name, 0) + 1\n"
    "        return self.counts[name]\n```",
    "within a class": "class Counter:\n    def most(self):\n        return max(self.counts.values(), default=0)\n",
    "with an import": "import itertools\n\ndef add_all(self, names):\n    for name in itertools.chain(names):\n"
    "        self.add(name)\n    return self.most()\n",
}


def test_methods_that_were_written_one_by_one_make_a_class(benchmark: Benchmark, tmp_path: Path) -> None:
    whole = assemble_class(benchmark.problems[0], METHODS.values())
    namespace: dict[str, object] = {}
    exec(whole, namespace)
    counter = namespace["Counter"]
    assert isinstance(counter, type) and counter().add_all(["a", "b", "a"]) == 2
    path = write_predictions(tmp_path, list(METHODS.values()))
    assert next(iter(read_class_predictions(path, benchmark).samples)).text == whole
    kept = assemble_class(benchmark.problems[0], ["no code", METHODS["within a class"]])
    assert "Counts a name once more" in kept and "default=0" in kept


CUT_OFF = """import itertools

class Counter:
    def add(self, name):
        pass

    def most(self):
        # quotes: \"\"\"
        return max(itertools.chain([0], self.counts.values()))

    def add_all(self, names):
"""


@pytest.mark.parametrize(
    "ending",
    ['        """\n        Counts all na', "        return self.add(", "        pass\n<|endoftext|>", ""],
    ids=["text", "brackets", "a mark", "signature"],
)
@pytest.mark.parametrize("fence", ["", "```python\n"], ids=["bare", "fenced"])
def test_a_method_is_found_in_a_class_that_ends_within_a_line(problem: Problem, ending: str, fence: str) -> None:
    whole = assemble_class(problem, [METHODS["as a method"], f"{fence}{CUT_OFF}{ending}", METHODS["with an import"]])
    namespace: dict[str, object] = {}
    exec(whole, namespace)
    counter = namespace["Counter"]
    assert isinstance(counter, type) and counter().add_all(["a", "b", "a"]) == 2


def test_a_method_that_is_cut_off_itself_stays_as_the_skeleton_has_it(problem: Problem) -> None:
    answers = [METHODS["as a method"], METHODS["within a class"], f"{CUT_OFF}        return self.add("]
    assert "Counts all names" in assemble_class(problem, answers)


@pytest.mark.parametrize(
    ("method", "expected"),
    [
        ("def most(counts):\n    return max(counts)", "    @staticmethod\n    def most(counts):"),
        ("class Counter:\n    def most(counts):\n        return", "    @staticmethod\n    def most(counts):"),
        ("@staticmethod\ndef most(counts):\n    return max(counts)", "\n    @staticmethod\n    def most(counts):"),
        ("def most(self):\n    return max(self.counts)", "\n\n    def most(self):"),
        ("@classmethod\ndef most(cls):\n    return 0", "\n\n    @classmethod\n    def most(cls):"),
    ],
    ids=["alone", "within a class", "decorated", "with self", "with another decorator"],
)
def test_a_method_without_its_decorators_has_those_of_the_skeleton(
    problem: Problem, method: str, expected: str
) -> None:
    skeleton = problem.prompt.replace("    def most(self):", "    @staticmethod\n    def most(counts):")
    whole = assemble_class(replace(problem, prompt=skeleton), ["", method])
    assert expected in whole and whole.count("@") == expected.count("@")


@pytest.mark.parametrize(
    "text",
    [
        "\n" * (1 << 18),
        "import " + ".".join("a" * (1 << 19)),
        "@a\n" * 20_000 + "def add(self, name):\n    pass",
        "    def add(self):\n        [\n" * 30_000,
        '```\n    def add(self):\n        """\n```\n' * 20_000,
    ],
    ids=["empty lines", "a name of many parts", "many decorators", "open brackets", "many blocks"],
)
def test_an_answer_that_is_made_to_take_long_is_soon_passed_over(problem: Problem, text: str) -> None:
    with guarded(5):
        whole = assemble_class(problem, [f"{text}\n", METHODS["within a class"]])
        assert "default=0" in whole and contract_of(problem, "most")
        assert "def most" in without_methods(whole, ["add"])


def test_what_a_method_says_of_another_does_not_put_that_in(problem: Problem) -> None:
    quotes = 'def add(self, name):\n    return """\ndef most(self):\n"""\n'
    whole = assemble_class(problem, [quotes, METHODS["within a class"]])
    assert whole.count("default=0") == 1 and 'return """\ndef most(self):\n"""' in whole  # the text as it was


def test_a_skeleton_is_shown_without_a_method_or_with_signatures_alone(problem: Problem) -> None:
    assert "def add(self, name):" in contract_of(problem, "add") and "def most" not in contract_of(problem, "add")
    shown = without_methods(problem.prompt, ["add"], signatures=["most", "add_all"])
    assert "def add(" not in shown and "def most(self):" in shown and "highest" not in shown
    assert "self.counts = {}" in shown


def test_dependencies_are_those_of_the_syntax_tree() -> None:
    uses = uses_of(COUNTER, "Counter")
    assert uses["add"].fields == {"counts"} and uses["add_all"].methods == {"add", "most"}
    other = COUNTER.replace("self.add(name)", "self.counts[name] = 1").replace("return self.most()", "return 1")
    found = recall(other, COUNTER, "Counter")
    assert (found.fields, found.methods) == ((2, 2), (0, 2))
    assert recall("class Counter:", COUNTER, "Counter").methods == (0, 2)


def test_a_static_method_has_no_object_and_a_class_method_has_its_class() -> None:
    uses = uses_of(
        """
class Till:
    prices = {}

    @staticmethod
    def shown(text):
        return text.strip() + str(Till.prices)

    @classmethod
    def known(kind, name):
        return name.lower() in kind.prices

    def price(this, name, /):
        return this.paid + len(name.parts)
""",
        "Till",
    )
    found = {name: set(used.fields) for name, used in uses.items()}
    assert found == {"shown": {"prices"}, "known": {"prices"}, "price": {"paid"}}


def test_code_that_is_made_to_take_long_uses_nothing() -> None:
    for hostile in ("import " + ".".join("a" * (1 << 19)), "(" * 10_000, "-" * 10_000 + "1"):
        with guarded(5):
            assert recall(f"{hostile}\n{COUNTER}", COUNTER, "Counter").methods == (0, 2)


def test_call_scripts_of_ours_run_on_classeval_s_classes(native: Zygote, shared_data: Path) -> None:
    """Nothing raises, and another seed gives another script."""
    benchmark = read_benchmark("classeval-scripts", shared_data / "classeval")
    assert len(benchmark) == 31 and sum(len(problem.stressful) for problem in benchmark) == 64
    level = LEVELS["class"]
    for problem in benchmark:
        compiled = compile_solution(native, level.program(problem, problem.canonical.code)).output
        assert compiled is not None and problem.suites is not None
        for given in problem.stressful:
            built, other = (build_input(native, one.recipe(None)).output for one in (given, given.at_seed("2")))
            assert built is not None and built != other and level.fault(built) is None
            answer = level.run(native, problem, decode(compiled), built, 10)
            assert answer.output is not None, (problem.task_id, given.name, answer.failure)
            values, raised = decode(answer.output)
            assert not raised and len(values) > 1, (problem.task_id, given.name, raised)
