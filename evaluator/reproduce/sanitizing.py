"""What the answers of a model are like, and what each rule of the sanitizer saves.

Each answer whose code our rules changed is judged a second time as a plain extraction has it: the first fenced block as
it is, or the whole answer where there is none. A rule saves a problem where it was used on the answer, our code passes
and the plain one does not. Rules are used together, so that one answer may count under several.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from evaluator.execution.correctness import CheckOutcome, Tests
from evaluator.execution.pool import Progress, Workers, finish_tasks
from evaluator.execution.worker import CheckTask
from evaluator.measuring.outcome_store import outcome_store
from evaluator.problems.benchmark import Benchmark
from evaluator.problems.problem import code_hash
from evaluator.reproduce.report import Listing, Section
from evaluator.results.environment import Fingerprint
from evaluator.results.verdicts import Verdict
from evaluator.samples.attempts import Attempt
from evaluator.samples.reading import Sample
from evaluator.samples.sanitize.program import parse_program
from evaluator.samples.sanitize.text import fenced_blocks

FEATURES = {
    "no code": "nothing in it can be taken as the code that was asked for",
    "no fenced block": "the code, if any, stands bare",
    "several blocks": "more than one fenced block",
    "prose around the code": "text outside of the fenced blocks",
    "prose in a block": "a fenced block that is not Python",
    "example or test statements": "top-level statements that the function does not need",
    "main block": '`if __name__ == "__main__"`',
    "renamed function": "the function has another name than the prompt's",
    "missing import": "it uses a name that only the prompt or another block imports or defines",
}
_BY_RULE = {
    "dropped_statements": "example or test statements",
    "dropped_main_block": "main block",
    "other_name": "renamed function",
    "prompt_preamble": "missing import",
    "other_blocks": "missing import",
}


@dataclass(frozen=True)
class Saved:
    """One rule of the sanitizer.

    Attributes:
        rule: its name.
        used: answers on which it was used.
        passed: of them, those that pass.
        saved: of those, the tasks that do not pass as a plain extraction has them.
        lost: tasks that pass as a plain extraction has them, and not with the rule.
    """

    rule: str
    used: int
    passed: int
    saved: tuple[str, ...]
    lost: tuple[str, ...]


def features(sample: Sample, attempt: Attempt) -> list[str]:
    """What an answer is like, of FEATURES."""
    text = sample.text.replace("\r\n", "\n").replace("\r", "\n")
    blocks = fenced_blocks(text)
    found = {_BY_RULE[rule] for rule in attempt.rules if rule in _BY_RULE}
    if attempt.code is None:
        found.add("no code")
    if not blocks:
        found.add("no fenced block")
    if len(blocks) > 1:
        found.add("several blocks")
    if blocks and _around(text, blocks):
        found.add("prose around the code")
    if any(parse_program(block.strip("\n") + "\n") is None for block in blocks):
        found.add("prose in a block")
    return [feature for feature in FEATURES if feature in found]


def plain_code(text: str) -> str:
    """A plain extraction: the first fenced block as it is, or the whole answer."""
    blocks = fenced_blocks(text.replace("\r\n", "\n").replace("\r", "\n"))
    return blocks[0] if blocks else text


def judge_plain(
    pool: Workers,
    benchmark: Benchmark,
    samples: Sequence[Sample],
    fingerprint: Fingerprint,
    progress: Progress,
) -> dict[tuple[str, int], Verdict]:
    """The verdicts on plain extractions, by task id and number of the sample."""
    stores = {problem.task_id: outcome_store("plain", problem, fingerprint) for problem in benchmark}
    tests = {problem.task_id: Tests.of(problem) for problem in benchmark}
    tasks = {
        (sample.task_id, sample.index): CheckTask(tests[sample.task_id], plain_code(sample.text))
        for sample in samples
        if sample.task_id in stores
    }

    def recall(key: tuple[str, int]) -> CheckOutcome | None:
        verdict = stores[key[0]].get(Verdict, "check", code_hash(tasks[key].source))
        return None if verdict is None else CheckOutcome(verdict)

    def note(key: tuple[str, int], outcome: CheckOutcome) -> None:
        stores[key[0]].note(outcome.verdict, "check", code_hash(tasks[key].source))

    outcomes = finish_tasks(
        pool, tasks, recall=recall, note=note, lost=CheckOutcome.lost, step="plain extraction", progress=progress
    )
    return {key: outcome.verdict for key, outcome in outcomes.items()}


def saved_by_rule(
    attempts: Sequence[Attempt], ours: Mapping[tuple[str, int], Verdict], plain: Mapping[tuple[str, int], Verdict]
) -> list[Saved]:
    """What each rule saves, by name."""
    found = []
    for rule in sorted({rule for attempt in attempts for rule in attempt.rules}):
        keys = [
            (attempt.task_id, attempt.index)
            for attempt in attempts
            if rule in attempt.rules and (attempt.task_id, attempt.index) in ours
        ]
        right = [key for key in keys if ours[key] is Verdict.PASSED]
        saved = sorted({key[0] for key in right if plain.get(key) is not Verdict.PASSED})
        lost = sorted({key[0] for key in keys if key not in right and plain.get(key) is Verdict.PASSED})
        found.append(Saved(rule, len(keys), len(right), tuple(saved), tuple(lost)))
    return found


def sanitizing_section(
    name: str,
    samples: Sequence[Sample],
    attempts: Sequence[Attempt],
    ours: Mapping[tuple[str, int], Verdict],
    plain: Mapping[tuple[str, int], Verdict],
) -> Section:
    """What the answers of one model are like, and what each rule saves."""
    by_key = {(attempt.task_id, attempt.index): attempt for attempt in attempts}
    told = [
        feature
        for sample in samples
        if (sample.task_id, sample.index) in by_key
        for feature in features(sample, by_key[sample.task_id, sample.index])
    ]
    counted = Counter(told)
    like = tuple((feature, str(counted[feature]), what) for feature, what in FEATURES.items())
    rules = tuple(
        (
            saving.rule,
            str(saving.used),
            str(saving.passed),
            str(len(saving.saved)),
            _named(saving.saved),
            _named(saving.lost),
        )
        for saving in saved_by_rule(attempts, ours, plain)
    )
    passed = sum(verdict is Verdict.PASSED for verdict in ours.values())
    passed_plain = sum(verdict is Verdict.PASSED for verdict in plain.values())
    notes = (
        f"{passed} of {len(ours)} answers pass with our rules, {passed_plain} of {len(plain)} as a plain extraction "
        "has them (the first fenced block as it is, or the whole answer); the same tests and comparison.",
        "Rules are used together, so that an answer may count under several.",
    )
    listings = (
        Listing(f"What the {len(attempts)} answers are like", ("answers with", "how many", "meaning"), like),
        Listing(
            "What each rule saves",
            ("rule", "used on", "pass", "saved", "which fail without our rules", "which pass only without"),
            rules,
        ),
    )
    return Section(f"sanitizing/{name}", f"Taking the code from answers: {name}", (), notes, listings)


def _named(task_ids: Sequence[str], most: int = 8) -> str:
    more = f" and {len(task_ids) - most} more" if len(task_ids) > most else ""
    return ", ".join(task_ids[:most]) + more


def _around(text: str, blocks: Sequence[str]) -> bool:
    """Whether there is text outside of the fenced blocks and the fences' own lines."""
    inside = Counter(line.strip() for block in blocks for line in block.split("\n"))
    for line in text.split("\n"):
        stripped = line.strip()
        if inside[stripped] > 0:
            inside[stripped] -= 1
        elif stripped and not stripped.startswith(("```", "~~~")):
            return True
    return False
