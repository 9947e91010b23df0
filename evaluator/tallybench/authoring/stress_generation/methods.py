"""The methods by which a model makes a problem's inputs: STGEN (COFFE, section 3.2), and the paper's baselines.

STGEN asks for a contract first, one assertion at a time; then for inputs, each checked as it comes. If inputs keep
breaking the contract, a judge says which side is wrong, and that side is rewritten. The baselines (section 4.3) ask for
all inputs at once, without a contract.
"""

import re
from collections.abc import Callable, Generator, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from textwrap import dedent
from typing import Any

from tallybench.authoring.asking import without_thought
from tallybench.authoring.calls import shown_calls
from tallybench.authoring.stress_generation.contract import (
    AssertionTask,
    Contract,
    Proposed,
    Tests,
    TestsTask,
    call_name,
)
from tallybench.authoring.stress_generation.drafts import FUNCTION, MODULES
from tallybench.authoring.stress_generation.inputs import AgainTask, Fate, InputsTask, Tried
from tallybench.generating.prompt import Prompt
from tallybench.generating.strategies import Message, opening
from tallybench.model.inputs import Kind
from tallybench.model.problem import Problem
from tallybench.values.text import clean_text

KEPT = 5  # how many inputs are kept: those on which the ground truth spends most (section 3.4)
SHOWN_TESTS = 8
SHOWN_CHARACTERS = 2_000  # per input in a prompt
SHOWN_EXAMPLES = 3  # the last verified inputs
ASKED_AT_ONCE = 20  # inputs that a baseline asks for in one answer

INPUTS = 20  # how many verified inputs are wanted (section 3.4)
MOST_REQUESTS = 40  # for inputs
GIVE_UP = 10  # answers in a row without an input, or with a repeated one
MOST_ASSERTIONS = 12  # the paper does not say how many
MOST_FAILED = 5  # proposed assertions in a row that are not kept
JUDGED_AFTER = 5  # inputs that break a contract that has not been judged yet
MOST_CONTRACTS = 3  # contracts written for a problem


@dataclass(frozen=True)
class Ask:
    """A question to the model."""

    messages: tuple[Message, ...]


Step = Ask | TestsTask | AssertionTask | InputsTask | AgainTask
Making = Generator[Step, Any, "Made"]
"""Yields a step, is sent the answer's text or the task's outcome, and returns what was made. It has no outside
state and no randomness, so an interrupted run is resumed by sending the generator the same values again."""


@dataclass(frozen=True)
class Made:
    """What was made for a problem."""

    contract: Contract | None  # the model's contract; None if the method makes none
    tried: tuple[Tried, ...]  # every proposed input, in order, including answers that held none
    kept: tuple[str, ...]  # the names of the inputs that are kept, the most expensive first
    dropped: int = 0  # proposed assertions that were not kept
    rejected: int = 0  # how many of the benchmark's own invalid inputs the contract rejects
    verdicts: tuple[str, ...] = ()  # what the judge said, each time

    @property
    def inputs(self) -> tuple[Tried, ...]:
        """The inputs that are kept."""
        by_name = {tried.name: tried for tried in self.tried}
        return tuple(by_name[name] for name in self.kept)


def by_baseline(problem: Problem, prompt: Prompt, *, listing: bool) -> Making:
    """Ask for all inputs at once: for the inputs themselves or, with `listing`, for a function that returns them."""
    tests: Tests = yield TestsTask(problem)
    answer = yield _question(prompt, "inputs", _fields_of(problem, prompt, tests) | {"count": str(ASKED_AT_ONCE)})
    found: tuple[Tried, ...] = yield InputsTask(problem, None, answer, 1, ASKED_AT_ONCE, listing)
    return Made(None, found, _most_expensive(found))


def by_stgen(problem: Problem, prompt: Prompt) -> Making:
    """Make the contract and the inputs of a problem."""
    tests: Tests = yield TestsTask(problem)
    fields = _fields_of(problem, prompt, tests)
    contract, dropped, rejected = yield from _write_contract(problem, prompt, tests, fields, "")
    contracts, settled, call = 1, False, call_name(problem)
    tried: list[Tried] = []
    breaking: list[Tried] = []
    verdicts: list[str] = []
    feedback, fruitless = "", 0
    for number in range(1, MOST_REQUESTS + 1):
        verified = [given for given in tried if given.fate is Fate.VERIFIED]
        if len(verified) >= INPUTS or fruitless == GIVE_UP:
            break
        asked = fields | {
            "contract": contract.program.strip(),
            "examples": _examples(verified, call),
            "feedback": feedback,
        }
        answer = yield _question(prompt, "input", asked)
        seen = {given.draft.sha256 for given in tried if given.draft is not None} | {one.sha256 for one in verified}
        found: tuple[Tried, ...] = yield InputsTask(problem, contract, answer, number, seen=tuple(sorted(seen)))
        tried += found
        last = tried[-1]
        fruitless = fruitless + 1 if last.draft is None or last.fate is Fate.REPEATED else 0
        feedback = _feedback(last, call)
        if last.fate is not Fate.CONTRACT or settled:
            continue
        breaking.append(last)
        if len(breaking) < JUDGED_AFTER:
            continue
        pairs = "\n\n".join(f"```python\n{_shown_input(given, call)}\n```\n{given.reason}" for given in breaking)
        said: str = yield _question(prompt, "judge", asked | {"pairs": pairs})
        verdicts.append(clean_text(said, 500))
        breaking = []
        if read_verdict(said) and contracts < MOST_CONTRACTS:
            contracts += 1
            review = f"\nA reviewer says of an earlier contract, which was thrown away: {verdicts[-1]}\n"
            contract, more, rejected = yield from _write_contract(problem, prompt, tests, fields, review)
            dropped += more
            again: tuple[Tried, ...] = yield AgainTask(problem, contract, tuple(tried))
            tried, feedback = list(again), ""
        else:
            settled, feedback = True, f"\nA reviewer says of inputs that break the contract: {verdicts[-1]}\n"
    return Made(contract, tuple(tried), _most_expensive(tried), dropped, rejected, tuple(verdicts))


METHODS: dict[str, Callable[[Problem, Prompt], Making]] = {
    "stgen": by_stgen,
    "instruction": partial(by_baseline, listing=False),  # raw inputs that cover the program
    "few-shot": partial(by_baseline, listing=False),  # inputs like the ones shown
    "generator": partial(by_baseline, listing=True),
}
"""By the name of the method, which is also its prompt's name."""


def _write_contract(
    problem: Problem, prompt: Prompt, tests: Tests, fields: dict[str, str], review: str
) -> Generator[Step, Any, tuple[Contract, int, int]]:
    """Ask for assertions until none is left; return the contract, how many were dropped, how many inputs it rejects."""
    contract, dropped, failed, rejected = tests.contract, 0, 0, 0
    feedback = review
    while len(contract.assertions) < MOST_ASSERTIONS and failed < MOST_FAILED:
        asked = fields | {
            "contract": contract.program.strip(),
            "feedback": feedback,
            "ending": prompt.fill("nothing-missing", fields) if contract.assertions else "",
        }
        answer = yield _question(prompt, "assertion", asked)
        proposed: Proposed = yield AssertionTask(problem, contract, tests.inputs, answer)
        if proposed.assertion is None and proposed.fault is None:
            if contract.assertions:
                break
            proposed = replace(proposed, fault="the contract has no assertion yet, so one is missing")
        if proposed.fault is None and proposed.assertion is not None:
            contract = contract.extended(proposed.assertion)
            failed, rejected, feedback = 0, proposed.rejected, review
            continue
        failed, dropped = failed + 1, dropped + 1
        what = f"`{proposed.assertion}`" if proposed.assertion else "Your last answer"
        feedback = f"{review}\n{what} was not kept: {proposed.fault}.\n"
    return contract, dropped, rejected


def read_verdict(text: str) -> bool | None:
    """Return whether a judge finds the contract wrong; None if its answer does not say."""
    found = re.search(r"\b(contract|inputs?)\b", without_thought(text).lower())
    return None if found is None else found[1] == "contract"


def _question(prompt: Prompt, which: str, fields: dict[str, str]) -> Ask:
    return Ask(tuple(opening(prompt, prompt.fill(which, fields))))


def _fields_of(problem: Problem, prompt: Prompt, tests: Tests) -> dict[str, str]:
    """Return the fields that every text of a prompt may use, including its parts for the problem's level."""
    call = call_name(problem)
    calls = "\n".join(f"    {line}" for line in shown_calls(call, tests.inputs, SHOWN_TESTS))
    kinds = [kind for kind in Kind if kind is not Kind.GIVEN]
    if problem.level != "class":
        kinds = kinds[: kinds.index(Kind.BUILD_THEN_QUERY)]  # the kinds for call scripts come last
    fields = {
        "task": problem.prompt.strip("\n"),
        "program": problem.ground_truth.code.strip("\n"),
        "entry_point": problem.entry_point,
        "call": call,
        "names": ", ".join(f"`{name}`" for name in tests.contract.names),
        "tests": calls,
        "calls": dedent(calls),
        "kinds": ", ".join(kinds),
        "modules": ", ".join(sorted(MODULES)),
    }
    for part in ("given", "form"):
        if (name := f"{part}-{problem.level}") in prompt.text:
            fields[part] = prompt.fill(name, fields).strip("\n")
    return fields


def _shown_input(tried: Tried, call: str) -> str:
    assert tried.draft is not None
    draft = tried.draft
    source = draft.source.replace(f"def {FUNCTION}(", "def generate(", 1)
    text = source or f"# {draft.kind}: {draft.exposes}\n{call}({', '.join(draft.expressions)})"
    return text if len(text) <= SHOWN_CHARACTERS else text[:SHOWN_CHARACTERS] + " ..."


def _examples(verified: Sequence[Tried], call: str) -> str:
    if not verified:
        return ""
    shown = "\n\n".join(_shown_input(given, call) for given in verified[-SHOWN_EXAMPLES:])
    return f"\nInputs that are there already:\n\n```python\n{shown}\n```\n"


def _feedback(tried: Tried, call: str) -> str:
    if tried.fate is Fate.VERIFIED:
        return ""
    shown = "" if tried.draft is None else f"\n```python\n{_shown_input(tried, call)}\n```\n"
    return f"\nYour last answer was not kept ({tried.fate}): {tried.reason}.\n{shown}"


def _most_expensive(tried: Iterable[Tried]) -> tuple[str, ...]:
    verified = [given for given in tried if given.fate is Fate.VERIFIED]
    return tuple(given.name for given in sorted(verified, key=lambda given: (-(given.count or 0), given.name))[:KEPT])
