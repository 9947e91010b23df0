"""What the answers of a model are like, and what each rule of the sanitizer saves.

Each answer is judged a second time by a plain extraction: the first fenced block as it is, or the whole answer if it
has no block. A rule saves a problem if it was used on the answer, and our code passes while the plain one does not.
Several rules may be used on one answer, which then counts under each of them.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from tallybench.benchmarks import load_benchmark
from tallybench.model.benchmark import Benchmark
from tallybench.model.environment import Fingerprint
from tallybench.model.verdicts import Verdict
from tallybench.samples.attempts import Attempt, read_attempts
from tallybench.samples.reading import Sample
from tallybench.samples.sanitize.program import parse_program
from tallybench.samples.sanitize.text import fenced_blocks
from tallybench.studies.coffe.models import Evaluated
from tallybench.studies.report import Listing, Section
from tallybench.studies.runner import Run, check_programs

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
_MOST_NAMED = 8  # tasks in a cell
_RULE_HEADER = ("rule", "used on", "pass", "saved", "which fail without our rules", "which pass only without")
Verdicts = Mapping[tuple[str, int], Verdict]  # by task id and number of the sample


def features(sample: Sample, attempt: Attempt) -> list[str]:
    """Return which of FEATURES an answer has."""
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
    """Return a plain extraction: the first fenced block as it is, or the whole answer."""
    blocks = fenced_blocks(text.replace("\r\n", "\n").replace("\r", "\n"))
    return blocks[0] if blocks else text


def rule_rows(attempts: Sequence[Attempt], ours: Verdicts, plain: Verdicts) -> list[tuple[str, ...]]:
    """Return a row of _RULE_HEADER for each rule, by name."""
    rows: list[tuple[str, ...]] = []
    for rule in sorted({rule for attempt in attempts for rule in attempt.rules}):
        used = [(one.task_id, one.index) for one in attempts if rule in one.rules]
        keys = [key for key in used if key in ours]
        passed = [key for key in keys if ours[key] is Verdict.PASSED]
        saved = sorted({key[0] for key in passed if plain.get(key) is not Verdict.PASSED})
        lost = sorted({key[0] for key in keys if key not in passed and plain.get(key) is Verdict.PASSED})
        rows.append((rule, str(len(keys)), str(len(passed)), str(len(saved)), _named(saved), _named(lost)))
    return rows


def sanitizing_section(run: Run, found: Evaluated, fingerprint: Fingerprint) -> Section:
    """Judge plain extractions, and return what the answers of a model are like and what each rule saves."""
    benchmark: Benchmark = load_benchmark(found.own.benchmark.name, run.data)
    samples = [sample for sample in found.predictions.samples if sample.task_id in found.own.problems]
    attempts = read_attempts(samples, benchmark)
    programs = {
        (sample.task_id, sample.index): (benchmark.by_id[sample.task_id], plain_code(sample.text)) for sample in samples
    }
    kept = ("plain", fingerprint)
    judged = check_programs(programs, run.setting, run.session, run.progress, "plain extraction", kept)
    ours = {(sample.task_id, sample.index): sample.verdict for sample in found.own.samples}
    plain = {key: outcome.verdict for key, outcome in judged.items()}
    by_key = {(attempt.task_id, attempt.index): attempt for attempt in attempts}
    counted = Counter(
        feature for sample in samples for feature in features(sample, by_key[sample.task_id, sample.index])
    )
    like = tuple((feature, str(counted[feature]), what) for feature, what in FEATURES.items())
    passed, passed_plain = (sum(one is Verdict.PASSED for one in given.values()) for given in (ours, plain))
    notes = (
        f"{passed} of {len(ours)} answers pass with our rules, {passed_plain} of {len(plain)} as a plain extraction "
        "has them (the first fenced block as it is, or the whole answer); the same tests and comparison.",
        "Rules are used together, so that an answer may count under several.",
    )
    listings = (
        Listing(f"What the {len(attempts)} answers are like", ("answers with", "how many", "meaning"), like),
        Listing("What each rule saves", _RULE_HEADER, tuple(rule_rows(attempts, ours, plain))),
    )
    name = f"{found.own.model.name} on {benchmark.name}"
    return Section(f"sanitizing/{name}", f"Taking the code from answers: {name}", (), notes, listings)


def _named(task_ids: Sequence[str]) -> str:
    more = f" and {len(task_ids) - _MOST_NAMED} more" if len(task_ids) > _MOST_NAMED else ""
    return ", ".join(task_ids[:_MOST_NAMED]) + more


def _around(text: str, blocks: Sequence[str]) -> bool:
    """Return whether there is text outside the fenced blocks and the fences' own lines."""
    inside = Counter(line.strip() for block in blocks for line in block.split("\n"))
    for line in text.split("\n"):
        stripped = line.strip()
        if inside[stripped] > 0:
            inside[stripped] -= 1
        elif stripped and not stripped.startswith(("```", "~~~")):
            return True
    return False
