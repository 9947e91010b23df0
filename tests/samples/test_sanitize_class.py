"""Making programs of samples that are classes."""

from typing import Any

import pytest

from tests.sanitizing import sanitize

PROMPT = '''\
from collections import OrderedDict
from typing import List, Optional


class Shelf:
    """Things on a shelf.

    >>> Shelf(2).things()
    []
    """

    def __init__(self, places: int) -> None:
        """Make an empty shelf."""

    def put(self, thing: str) -> Optional[int]:
        """Return the place, None where the shelf is full."""

    def things(self) -> List[str]:
        """Return what was put, in order."""
'''
METHODS = """\
    def __init__(self, places: int) -> None:
        self.places, self.kept = places, OrderedDict()

    def put(self, thing: str) -> Optional[int]:
        if len(self.kept) == self.places:
            return None
        self.kept[thing] = True
        return len(self.kept) - 1

    def things(self) -> List[str]:
        return list(self.kept)
"""
WHOLE = f"class Shelf:\n{METHODS}"
UNINDENTED = "\n".join(line.removeprefix("    ") for line in METHODS.split("\n"))


def use(code: str | None) -> Any:
    """What two things are put on, by the code as a program of its own."""
    assert code is not None
    namespace: dict[str, Any] = {"__name__": "solution"}
    exec(compile(code, "<code>", "exec"), namespace)
    shelf = namespace["Shelf"](1)
    return [shelf.put("a"), shelf.put("b"), shelf.things()]


ANSWERS = {
    "a fenced class without imports": f"Here it is:\n```python\n{WHOLE}```\nIt keeps the order.",
    "a class without a fence": f"Sure.\n\n{WHOLE}\nThat is all.",
    "the skeleton first": f"You gave me\n```python\n{PROMPT}```\nMy class:\n```python\n{WHOLE}```",
    "an example behind it": f"```python\n{WHOLE}```\nUse it:\n```python\ns = Shelf(1)\nprint(s.put('a'))\n```",
    "methods alone": f"Put these into the class:\n```python\n{METHODS}```",
    "methods that lost their indentation": f"```python\n{UNINDENTED}```",
    "a helper class beside it": (
        "```python\nclass Kept(OrderedDict):\n    pass\n\n"
        + WHOLE.replace("OrderedDict()", "Kept()")
        + "\nif __name__ == '__main__':\n    Shelf(1).crash()\n```"
    ),
}


@pytest.mark.parametrize("answer", ANSWERS.values(), ids=ANSWERS.keys())
def test_the_class_is_taken_from_an_answer_with_what_it_needs(answer: str) -> None:
    taken = sanitize("raw", answer, PROMPT, "Shelf")
    assert use(taken.code) == [0, None, ["a"]]
    assert "print(" not in (taken.code or "") and "__main__" not in (taken.code or "")


def test_the_imports_of_the_skeleton_are_supplied_once() -> None:
    lacking = sanitize("raw", f"```python\n{WHOLE}```", PROMPT, "Shelf")
    assert "prompt_preamble" in lacking.rules and "from collections import OrderedDict" in (lacking.code or "")
    whole = PROMPT[: PROMPT.index("class")] + WHOLE
    has_them = sanitize("raw", f"```python\n{whole}```", PROMPT, "Shelf")
    assert "prompt_preamble" not in has_them.rules and (has_them.code or "").count("import OrderedDict") == 1
    assert use(sanitize("solution", WHOLE, PROMPT, "Shelf").code) == [0, None, ["a"]]
    assert sanitize("solution", whole, PROMPT, "Shelf").code == whole


@pytest.mark.parametrize(
    "completion", [METHODS, f"\n{METHODS}\nprint(Shelf(1).put('a'))\n", WHOLE, f"```python\n{WHOLE}```\n"]
)
def test_a_completion_goes_on_with_the_skeleton_or_has_the_class_once_more(completion: str) -> None:
    taken = sanitize("completion", completion, PROMPT, "Shelf")
    assert use(taken.code) == [0, None, ["a"]]
    assert "print(" not in (taken.code or "") and "```" not in (taken.code or "")


@pytest.mark.parametrize(
    ("field", "text"), [("completion", ""), ("completion", "    pass\n"), ("raw", f"```python\n{PROMPT}```")]
)
def test_the_skeleton_by_itself_stays_a_class_that_does_nothing(field: str, text: str) -> None:
    assert use(sanitize(field, text, PROMPT, "Shelf").code) == [None, None, None]
