"""What is taken of an answer, and what is refused before anything of it is run."""

from pathlib import Path

import pytest

from tallybench.authoring.asking import KeptAnswer, KeptAnswers, NotAllowed, authoring_prompt, key_of
from tallybench.authoring.stress_generation.contract import Contract, empty_contract, read_assertion
from tallybench.authoring.stress_generation.drafts import read_drafts, read_listing
from tallybench.authoring.stress_generation.methods import read_verdict
from tallybench.authoring.stress_generation.problem_file import check_written
from tallybench.benchmarks.problem_format import ProblemFile
from tallybench.errors import InputError
from tallybench.generating.settings import Settings
from tallybench.generating.strategies import Message
from tallybench.model.problem import Problem, Solution
from tests.stress_generation.conftest import block


@pytest.mark.parametrize(
    "assertion",
    [
        "assert type(xs) is list, 'a list'",
        "assert 1 <= len(xs) <= 10 ** 6, 'so many'",
        "assert all(type(x) is int and abs(x) < 2 ** 31 for x in xs), 'ints'",
        "assert isinstance(k, int) and 0 < k <= len(xs), 'k is a place'",
        "assert all(a <= b for a, b in zip(xs, xs[1:])), 'sorted'",
        "assert all(word.isalpha() for word in xs), 'letters'",
        "assert all(math.isfinite(x) for x in xs), 'finite'",
        "assert {len(row) for row in xs} == {k}, 'rows of one length'",
    ],
)
def test_an_assertion_computes_with_the_inputs(assertion: str) -> None:
    assert read_assertion(block(assertion), ("xs", "k"), ()) == assertion


@pytest.mark.parametrize(
    "test",
    [
        "open('/etc/passwd').read()",
        "__import__('os').system('true') or xs",
        "xs.__class__",
        "().__class__.__base__.__subclasses__() and xs",
        "'{0.__class__}'.format(xs)",
        "f'{xs}'",
        "(lambda: xs)()",
        "(y := xs)",
        "xs and 9 ** 9 ** 9",
        "xs and 2 ** 100000",
        "xs[0] ** k",
        "type('A', (), {}) and xs",
        "[print(x) for x in xs]",
        "eval(xs)",
        "math.__loader__ and xs",
        "math.pow(xs, 2)",
        "xs.append(1)",
        "other > 1",
        "[len for len in xs]",
        "(xs or k)(1)",
        "1 < 2",
    ],
)
def test_an_assertion_that_does_anything_else_is_refused(test: str) -> None:
    with pytest.raises(NotAllowed):
        read_assertion(block(f"assert {test}, 'so'"), ("xs", "k"), ())


def test_the_first_new_assertion_is_taken_and_given_a_message() -> None:
    there = ("assert type(xs) is list, 'a list'",)
    answer = block("def contract(xs):\n    assert type(xs) is list\n    assert len(xs) > 1, f'{xs}'\n")
    assert read_assertion(answer, ("xs",), there) == "assert len(xs) > 1, 'must hold: len(xs) > 1'"
    assert read_assertion("NONE", ("xs",), there) is None
    with pytest.raises(NotAllowed, match="already"):
        read_assertion(block(there[0]), ("xs",), there)
    with pytest.raises(NotAllowed, match="no assert"):
        read_assertion(block("len(xs) > 1"), ("xs",), there)
    with pytest.raises(SyntaxError):
        read_assertion("I think (", ("xs",), there)


def test_calls_are_read_with_what_they_expose() -> None:
    answer = "<think>f(0)</think>" + block(
        "import random\nn = 10**5\n# sorted: in order\nf(list(range(n)), 3)\nprint(f([random.random()], n))\n"
    )
    first, second = read_drafts(answer, "f", "function")
    assert (first.kind, first.exposes, first.expressions) == ("sorted", "in order", ("list(range(10 ** 5))", "3"))
    assert (second.kind, second.modules) == ("large_random", ["random"])
    given = second.as_input("large_random_2", "f")
    assert (given.format, given.program, given.expressions) == ("expression", "import random\n", second.expressions)


def test_of_a_list_of_calls_that_was_cut_off_the_whole_ones_are_taken() -> None:
    calls = "total([1])\ntotal([2, 3])\n"
    found = read_drafts(f"```python\n{calls}total([4, 4, 4", "total", "function", many=True)
    assert found == read_drafts(block(calls), "total", "function", many=True) and len(found) == 2
    for cut in ("total([1, 1", "def generate(rng):\n    items = [1]\n    items.app(", "total([1])\ntotal([2\ntotal([3"):
        with pytest.raises(SyntaxError):
            read_drafts(f"```python\n{cut}", "total", "function", many=True)
    with pytest.raises(SyntaxError):
        read_drafts(f"```python\n{calls}total([4", "total", "function")  # one alone was asked for


def test_a_generator_becomes_one_function_that_holds_all_of_its_code() -> None:
    code = (
        "import random\n\nN = 10\n\ndef f(x):\n    return x\n\n@staticmethod\ndef row(rng):\n"
        "    return [rng.random()] * N\n\n"
        'def generate(rng: random.Random = None):\n    """worst_of_slow: rows"""\n    return (row(rng),)\n\nprint(1)\n'
    )
    (draft,) = read_drafts(block(code), "f", "function")
    given = draft.as_input("worst_of_slow_1", "f")
    assert given.program.count("\ndef ") == 0 and given.program.startswith("def stress_worst_of_slow_1(rng):\n")
    assert "@" not in given.program and "print" not in given.program and "def f(" not in given.program
    assert given.is_family and given.seed == "f/worst_of_slow_1"
    code = "import bisect\nimport itertools as it, random\n\ndef generate(rng):\n    return list(it.repeat(math.pi, 9))"
    (draft,) = read_drafts(block(code), "f", "function")
    assert [line.strip() for line in draft.source.splitlines()[2:4]] == ["import itertools as it", "import math"]
    assert draft.as_argument.source.endswith("    return (list(it.repeat(math.pi, 9)),)")
    (fixed,) = read_drafts(block("def generate(rng):\n    return 'text'\n"), "run", "file")
    assert not fixed.as_input("a", "").is_family and "(generate(None),)" in fixed.source
    length, drafts = read_listing(block("def generate(rng):\n    return [(1,), (2,)]\n"), "f", "function", 20)
    assert len(drafts) == 20 and "len(list(generate(None)))" in length and "[19]" in drafts[19].source


@pytest.mark.parametrize(
    "code",
    [
        "f(open('/etc/passwd').read())",
        "f(__import__('os').getcwd())",
        "f(().__class__)",
        "import os\nf(os.getcwd())",
        "f(x=1)",
        "f(*[1])",
        "g(1)",
        "def generate(a, b):\n    return ()",
        "def generate(rng):\n    import socket\n    return ()",
        "def generate(rng):\n    global x\n    return ()",
        "f('" + "x" * 30_000 + "')",
    ],
)
def test_an_input_that_reaches_further_is_refused(code: str) -> None:
    with pytest.raises(NotAllowed):
        read_drafts(block(code), "f", "function")


def test_a_verdict_is_the_first_side_that_is_named() -> None:
    assert read_verdict("CONTRACT. The inputs are fine.") is True
    assert read_verdict("<think>the contract?</think> Inputs: negative.") is False
    assert read_verdict("I do not know.") is None


@pytest.mark.parametrize(
    "text",
    [
        "print(1)",
        "import os",
        "INVALID = []",
        "EXPRESSIONS = {'a': ('large_random: x', str(1))}",
        "EXPRESSIONS = [x for x in ()]",
        "def stress_a(rng=print()):\n    return ()",
        "@print\ndef stress_a(rng):\n    return ()",
        "def stress_a(rng: print()):\n    return ()",
        "def stress_a(rng, *, x=print()):\n    return ()",
        "def stress_a(rng, *x: print()):\n    return ()",
        "def helper(rng):\n    return ()",
        "class stress_a:\n    x = print()",
        "def contract(xs):\n    print(xs)",
        "def contract(xs):\n    assert open(xs), 'x'",
        "def contract(xs=print()):\n    pass",
        "def contract(xs: print()):\n    pass",
        "def contract(xs, *, y=print()):\n    pass",
    ],
)
def test_what_would_run_when_a_file_is_read_is_not_written(text: str) -> None:
    good = (
        "import random\n\nEXPRESSIONS = {'a': ('large_random: x', 'str(1)')}\n\ndef stress_b(rng):\n    return (1,)\n"
    )
    contract = Contract("xs", ("xs",))
    check_written(good + "\ndef contract(xs):\n    assert xs, 'some'\n", contract)
    with pytest.raises(InputError):
        check_written(f"{good}\n{text}\n", contract)


def test_the_parameters_are_those_of_the_ground_truth() -> None:
    def parameters(code: str, level: str = "function") -> Contract:
        return empty_contract(Problem("Own/0", "f", level, "", "", Solution("canonical", code)))

    assert parameters("def solution(a: int, b=[1], *c):\n    return a\n\nf = solution\n") == Contract(
        "a, b=None, *c", ("a", "b", "c")
    )
    assert parameters("", "file").names == ("stdin", "lines", "words")
    with pytest.raises(InputError, match="are unknown"):
        parameters("f = print\n")


def test_answers_are_kept_by_the_question(tmp_path: Path) -> None:
    path = tmp_path / "answers.jsonl"
    settings = Settings("a/b", authoring_prompt("stgen"))
    keys = [key_of(settings, (Message("user", text),), again) for text in ("x", "y") for again in (0, 1)]
    assert len(set(keys)) == 4
    with pytest.raises(KeyboardInterrupt), KeptAnswers(path) as answers:
        for key in keys[:3]:
            answers.keep(key, KeptAnswer(key, 1, None))
        with pytest.raises(InputError, match="another run"):
            KeptAnswers(path)
        raise KeyboardInterrupt
    with path.open("ab") as file:
        file.write(b'{"key": "cut o')
    with KeptAnswers(path) as answers:
        assert answers.get(keys[2]) == KeptAnswer(keys[2], 1, None) and answers.get(keys[3]) is None
        answers.keep(keys[3], KeptAnswer("last", None, 2))
    assert [line[:6] for line in path.read_text().splitlines()] == ['{"answ'] * 4
    path.write_text("{}\n")
    with pytest.raises(InputError, match="1: is not a line of answers"):
        KeptAnswers(path)


def test_a_name_that_is_wanted_is_cut_out_with_what_it_uses(tmp_path: Path) -> None:
    path = tmp_path / "he_000.py"
    path.write_text("A = 1\n\n\ndef slow_x(n):\n    return A\n\n\ndef stress_y(rng):\n    return (A,)\n")
    assert ProblemFile(path).cut_out_where(lambda name: name.startswith("slow_")).count("def ") == 1
