"""From each of ClassEval's prompts, by fixed answers, to a class that passes its tests in the sandbox."""

import ast
import textwrap
from pathlib import Path

import pytest

from tallybench.benchmarks import read_benchmark
from tallybench.counting.session import Session
from tallybench.evaluation.options import Options
from tallybench.evaluation.pipeline import evaluate
from tallybench.generating.prompt import load_prompt
from tallybench.generating.strategies import strategy_of
from tallybench.journal import Journal
from tallybench.model.problem import Problem
from tallybench.model.verdicts import Verdict
from tallybench.samples.assembling import contract_of, method_names, skeleton_of, without_methods
from tallybench.samples.reading import Sample
from tests.class_data import COUNTER, RIGHT, write_data
from tests.sanitizing import assemble_class

BODIES = [
    "        self.counts[name] = self.counts.get(name, 0) + 1\n        return self.counts[name]\n",
    "        return max(self.counts.values(), default=0)\n",
    "        for name in names:\n            self.add(name)\n        return self.most()\n",
]
SIGNATURES = ["def add(self, name):", "def most(self):", "def add_all(self, names):"]
ON = "\n    def most(self):\n        return 7\n\nclass Other:\n    pass\n"  # what a model goes on with
FORMS = {
    "methods in fences": [
        f"So:\n```python\n{textwrap.dedent(f'    {head}{chr(10)}{body}')}```\nDone."
        for head, body in zip(SIGNATURES, BODIES, strict=True)
    ],
    "bodies": BODIES,
    "bodies, and what follows": [body + ON for body in BODIES],
    "bodies whose first line lost its indentation": [body.lstrip() for body in BODIES],
    "bodies in fences": [f"The body is:\n```python\n{textwrap.dedent(body)}```\nIt counts." for body in BODIES],
    "bodies that lost their indentation": [textwrap.dedent(body) for body in BODIES],
    "indented bodies in fences": [f"```\n{body}```" for body in BODIES],
}
ASKED = {
    "classeval-holistic": [[RIGHT], [COUNTER], [COUNTER.replace("class Counter:", "class Counter(object):")]],
    "classeval-incremental": [FORMS["methods in fences"], FORMS["bodies in fences"]],
    "classeval-compositional": [FORMS["methods in fences"], FORMS["indented bodies in fences"]],
    "classeval-incremental-bare": [FORMS["bodies, and what follows"], FORMS["bodies"]],
    "classeval-compositional-bare": [FORMS["bodies, and what follows"], FORMS["bodies that lost their indentation"]],
}


def sample_of(problem: Problem, prompt: str, answers: list[str]) -> str:
    """What a conversation makes of a model's answers."""
    conversation = strategy_of(load_prompt(prompt))(problem, load_prompt(prompt))
    next(conversation)
    with pytest.raises(StopIteration) as ended:
        for answer in answers:
            conversation.send(answer)
    return str(ended.value.value)


def test_the_answers_to_each_prompt_make_a_class_that_passes(tmp_path: Path, cache: Path, session: Session) -> None:
    data = write_data(tmp_path)
    problem = read_benchmark("classeval", data).problems[0]
    asked = [(prompt, answers) for prompt, several in ASKED.items() for answers in several]
    samples = [
        Sample(problem.task_id, index, load_prompt(prompt).answer, sample_of(problem, prompt, answers))
        for index, (prompt, answers) in enumerate(asked)
    ]
    options = Options(benchmark="classeval", data=data, ids=(problem.task_id,), counter="none")
    result = evaluate(samples, "model", options, journal=Journal("test", resume=False), session=session)
    found = [(prompt, sample.verdict) for (prompt, _), sample in zip(asked, result.samples, strict=True)]
    assert found == [(prompt, Verdict.PASSED) for prompt, _ in asked]


def added(problem: Problem, answers: list[str], names: list[str]) -> object:
    """What `add_all` returns in the class that answers make."""
    namespace: dict[str, object] = {}
    exec(assemble_class(problem, answers), namespace)
    counter = namespace["Counter"]
    assert isinstance(counter, type)
    return counter().add_all(names)


@pytest.fixture
def problem(tmp_path: Path) -> Problem:
    return read_benchmark("classeval", write_data(tmp_path)).problems[0]


@pytest.mark.parametrize("answers", FORMS.values(), ids=FORMS.keys())
def test_methods_and_bodies_are_put_into_the_skeleton(problem: Problem, answers: list[str]) -> None:
    assert added(problem, answers, ["a", "b", "a"]) == 2


TEXTS = {
    "beside the class": '''def add_all(self, words):\n    return """a\n b\n"""\n''',
    "in the class": "class Counter:\n"
    '''    def add_all(self, words):\n        """Adds\n        all."""\n        return """a\n b\n"""\n''',
    "formatted": '''def add_all(self, words):\n    return f"""{'a'}\n b\n"""\n''',
}


@pytest.mark.parametrize("answer", TEXTS.values(), ids=TEXTS.keys())
def test_a_text_over_several_lines_stays_as_it_is(problem: Problem, answer: str) -> None:
    assert added(problem, [answer if name == "add_all" else "" for name in method_names(problem)], []) == "a\n b\n"


def test_what_is_no_body_leaves_the_skeleton_as_it_is(problem: Problem) -> None:
    for answer in ("", "I cannot do that.", "```python\nclass Counter\n```", '        return "unclosed\n'):
        assert assemble_class(problem, [answer]).strip() == problem.prompt.strip()


def test_a_method_is_asked_for_beside_signatures_that_are_python(shared_data: Path) -> None:
    unreadable = {"ClassEval/22", "ClassEval/43", "ClassEval/46"}  # their skeletons' texts are not Python
    asked = 0
    for problem in read_benchmark("classeval", shared_data / "classeval"):
        names = method_names(problem)
        for name in names:
            others = [other for other in names if other != name]
            shown = without_methods(skeleton_of(problem), [name], signatures=others)
            declared = next(node for node in ast.parse(shown).body if isinstance(node, ast.ClassDef))
            there = [node.name for node in declared.body if isinstance(node, ast.FunctionDef)]
            assert [method for method in there if method != "__init__"] == others
            asked += 1
            if problem.task_id not in unreadable:
                assert "'''" not in contract_of(problem, name)
    assert asked == 404
