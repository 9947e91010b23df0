"""STGEN (COFFE, section 3.2): a contract first, one assertion at a time; then inputs, each checked as it comes.

Where inputs break the contract again and again, a judge says which side is wrong, and that side is written again.
"""

from collections.abc import Generator, Sequence
from dataclasses import replace
from typing import Any

from tallybench.authoring.stress_generation.answers import read_verdict
from tallybench.authoring.stress_generation.contract import (
    AssertionTask,
    Contract,
    Proposed,
    Tests,
    TestsTask,
    call_name,
)
from tallybench.authoring.stress_generation.inputs import AgainTask, Fate, InputsTask, Tried
from tallybench.authoring.stress_generation.making import (
    Made,
    Making,
    Step,
    dearest,
    fields_of,
    question,
    seen_in,
    shown_input,
)
from tallybench.generating.prompt import Prompt
from tallybench.model.problem import Problem
from tallybench.values.text import clean_text

INPUTS = 20  # how many verified ones are wanted (section 3.4)
MOST_REQUESTS = 40  # for inputs
GIVE_UP = 10  # answers in a row without an input, or with one that is there already
MOST_ASSERTIONS = 12  # the paper does not say how many
MOST_FAILED = 5  # proposed assertions in a row that are not kept
JUDGED_AFTER = 5  # inputs that break a contract which was not judged yet
MOST_CONTRACTS = 3  # how many are written for a problem
SHOWN_EXAMPLES = 3  # the last verified inputs

_Asked = Generator[Step, Any, tuple[Contract, int, int]]


def by_stgen(problem: Problem, prompt: Prompt) -> Making:
    """Make the contract and the inputs of a problem."""
    tests: Tests = yield TestsTask(problem)
    fields = fields_of(problem, prompt, tests)
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
        answer = yield question(prompt, "input", asked)
        found: tuple[Tried, ...] = yield InputsTask(problem, contract, answer, number, seen=seen_in(tried))
        tried += found
        last = tried[-1]
        fruitless = fruitless + 1 if last.draft is None or last.fate is Fate.REPEATED else 0
        feedback = _feedback(last, call)
        if last.fate is not Fate.CONTRACT or settled:
            continue
        breaking.append(last)
        if len(breaking) < JUDGED_AFTER:
            continue
        said: str = yield question(prompt, "judge", asked | {"pairs": _pairs(breaking, call)})
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
    return Made(contract, tuple(tried), dearest(tried), dropped, rejected, tuple(verdicts))


def _write_contract(problem: Problem, prompt: Prompt, tests: Tests, fields: dict[str, str], review: str) -> _Asked:
    """Ask for assertions until none is left; return the contract, how many were dropped, how many inputs it rejects."""
    contract, dropped, failed, rejected = tests.contract, 0, 0, 0
    feedback = review
    while len(contract.assertions) < MOST_ASSERTIONS and failed < MOST_FAILED:
        asked = fields | {
            "contract": contract.program.strip(),
            "feedback": feedback,
            "ending": prompt.fill("nothing-missing", fields) if contract.assertions else "",
        }
        answer = yield question(prompt, "assertion", asked)
        proposed: Proposed = yield AssertionTask(problem, contract, tests.inputs, answer)
        if proposed.assertion is None and proposed.fault is None:
            if contract.assertions:
                break
            proposed = replace(proposed, fault="the contract has no assertion yet, so one is missing")
        if proposed.fault is None and proposed.assertion is not None:
            contract = contract.with_assertions(*contract.assertions, proposed.assertion)
            failed, rejected, feedback = 0, proposed.rejected, review
            continue
        failed, dropped = failed + 1, dropped + 1
        what = f"`{proposed.assertion}`" if proposed.assertion else "Your last answer"
        feedback = f"{review}\n{what} was not kept: {proposed.fault}.\n"
    return contract, dropped, rejected


def _examples(verified: Sequence[Tried], call: str) -> str:
    if not verified:
        return ""
    shown = "\n\n".join(shown_input(given, call) for given in verified[-SHOWN_EXAMPLES:])
    return f"\nInputs that are there already:\n\n```python\n{shown}\n```\n"


def _feedback(tried: Tried, call: str) -> str:
    if tried.fate is Fate.VERIFIED:
        return ""
    shown = "" if tried.draft is None else f"\n```python\n{shown_input(tried, call)}\n```\n"
    return f"\nYour last answer was not kept ({tried.fate}): {tried.reason}.\n{shown}"


def _pairs(breaking: Sequence[Tried], call: str) -> str:
    return "\n\n".join(f"```python\n{shown_input(given, call)}\n```\n{given.reason}" for given in breaking)
