"""The sections of COFFE's study on one model: table 6, and what the model's answers are like.

Table 6 has figures by our rules and by COFFE's, and names each problem on which they differ. Then each answer is judged
again with plain extraction: the first fenced block as it is, or the whole answer if it has none. A sanitizer rule saves
a problem if it was used on the answer, and our code passes while the plain one does not. If several rules were used on
one answer, it counts under each of them.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from tallybench.benchmarks import load_benchmark
from tallybench.benchmarks.rules import COFFE
from tallybench.model.environment import Fingerprint
from tallybench.model.result import Result
from tallybench.model.verdicts import StressVerdict, Verdict
from tallybench.samples.attempts import Attempt, Sanitizer, read_attempts
from tallybench.studies.coffe_models import FEATURES, CoffeFigures, Evaluated, coffe_figures, features, plain_code
from tallybench.studies.study import Listing, Paper, PaperFigure, Row, Run, Section, check_programs, figure_of
from tallybench.values.text import clean_text

# Rules that find a program in an answer where plain extraction does not.
_DECIDING_RULES = {"other_name", "prompt_preamble", "other_blocks", "body_only", "solution_method", "unfenced_lines"}
_MOST_DECIDING = 8  # problems that are listed
_COUNTS = (
    "only in kind: hardware counters and a different Python build there, emulated instructions here, and ratios of "
    "counts vary with the build"
)
_MOST_NAMED = 8  # tasks in a cell
_RULE_HEADER = ("rule", "used on", "pass", "saved", "which fail without our rules", "which pass only without")
Verdicts = Mapping[tuple[str, int], Verdict]  # by task id and number of the sample


def model_section(found: Evaluated, paper: Paper) -> Section:
    """Return table 6 for one model."""
    model, benchmark = found.own.model.name, found.own.benchmark.name
    whole = benchmark != "coffe-code-contests"
    published = found.published_key(paper)
    passing, efficient = paper[f"{published}/pass@1"], paper[f"{published}/efficient@1"]
    own, theirs = coffe_figures(found.own), found.figures_by_coffe()
    compared = found.coffe is not None
    why_pass = "not the same problems: ours are only those from Code Contests"
    if whole and not compared:
        why_pass = "the same tests, compared by our rules; --predictions compares by COFFE's, too"
    elif whole:
        moved = f"{len(found.moved())} verdicts differ by the comparison alone"
        why_pass = f"the same tests; {moved}, the rest by how code is extracted and run"
    why_speedup = f"{_COUNTS}; sums over all problems, so one heavy problem decides"
    if theirs.censored:
        why_speedup += f"; {theirs.censored} solutions enter with the budget, because they spend more"
    rows: tuple[Row, ...] = (
        Row(
            "pass@1", passing, own.pass_at_1, f"{own.passed} of {own.problems}",
            why_pass, "%", theirs.pass_at_1, f"{theirs.passed} of {theirs.problems}",
        ),
        Row(
            "efficient@1", efficient, *_figure(found.own, "efficient@1"),
            _why_efficient(theirs, efficient if whole else None), "%",
            theirs.efficient_at_1, f"{theirs.efficient} of {theirs.measured}",
        ),
        Row(
            "efficient@1, strict", PaperFigure(value=None, source="as above"),
            *_figure(found.own, "efficient_strict@1"),
            "ours without the tolerance for ties: as COFFE compares, on what passes by our rules", "%",
        ),
        Row(
            "drop from pass@1 to efficient@1", paper[f"{published}/drop"], own.drop, "1 - efficient@1 / pass@1, strict",
            "each with the denominators of its own row", "%", theirs.drop,
        ),
        Row(
            "speedup", paper[f"{published}/speedup"], figure_of(found.own, "speedup_of_sums", 1),
            f"over {own.timed} solutions", why_speedup, "", theirs.speedup, f"over {theirs.timed} solutions",
        ),
        Row(
            "speedup, geometric mean", PaperFigure(value=None, source="not one of the paper's"),
            *_figure(found.own, "speedup", 1), "ours: every problem counts the same",
        ),
    )  # fmt: skip
    if not compared:  # nothing was judged by their comparison
        rows = tuple(replace(row, theirs=None, theirs_of="") for row in rows)
    exact = [counted[:4] for counted in found.counted() if not counted[4]]
    strict = sum(spent < truth for _, spent, truth, _ in exact)
    close = sum(truth - slack <= spent < truth for _, spent, truth, slack in exact)
    ties = tuple(
        (task_id, f"{spent:,}", f"{truth:,}", f"{100 * (spent / truth - 1):+.3f} %")
        for task_id, spent, truth, slack in exact
        if truth <= spent <= truth + slack
    )
    tie_header = ("problem", "solution, instructions", "best ground truth", "difference")
    notes = [] if found.predictions is None else list(found.predictions.notes())
    if compared and benchmark == "coffe-function":
        notes += _implied(own, theirs, passing)
    if own.measured:
        notes.append(
            f"{close} of our {strict} strictly efficient solutions are below the ground truth by less than our "
            "tolerance for ties: a different build, or a hardware counter's noise, may flip them, and also the "
            f"{len(ties)} ties below. So {strict - close} to {strict + len(ties)} of {own.measured} may come out as "
            "strictly efficient."
        )
    if not whole:
        notes.append("The paper's figures are for the whole file split, ours for its 58 problems from Code Contests.")
    listings = (
        *((_differences(found),) if compared else ()),
        _from_sanitizing(found),
        _under_stress(found),
        Listing("Ties: efficient by our rules, not by COFFE's", tie_header, ties),
        _deciding(found),
        _exclusions(found.own),
    )
    title = f"Table 6: {model} on {benchmark}"
    return Section(f"6/{model}/{benchmark}", title, rows, tuple(notes), listings)


def _figure(result: Result, name: str, factor: int = 100) -> tuple[float | None, str]:
    """Return a figure of a result, times a factor, and its interval and denominator in words."""
    figure = result.metrics.get(name)
    if figure is None:
        return None, ""
    of = figure.reason or ""
    if figure.low is not None and figure.high is not None:
        of = f"[{factor * figure.low:.2f}, {factor * figure.high:.2f}] of {figure.problems}"
    return figure_of(result, name, factor), of


def _why_efficient(theirs: CoffeFigures, paper: PaperFigure | None) -> str:
    parts = [_COUNTS]
    if paper is not None and paper.of is not None and paper.of != theirs.measured:
        parts.append(
            f"a different denominator: {theirs.measured} problems could be measured here, {paper.of} there (all 18 "
            "models together; which ones is not published)"
        )
    parts.append("ours counts ties, COFFE's does not")
    if theirs.undecided:
        parts.append(f"{theirs.undecided} over the budget on some input, taken as not efficient")
    return "; ".join(parts)


def _implied(own: CoffeFigures, theirs: CoffeFigures, paper: PaperFigure) -> list[str]:
    """Say what the paper's total implies for the verdicts, which it does not publish."""
    if paper.value is None or paper.of is None:
        return []
    implied = round(paper.value * paper.of / 100)
    return [
        f"The paper's {paper.value} % are {implied} of {paper.of} problems; by our rules {own.passed} pass, by COFFE's "
        f"comparison {theirs.passed}. So the comparison explains {own.passed - theirs.passed} of the "
        f"{own.passed - implied}.",
        f"The other {theirs.passed - implied} come from how COFFE extracts the code from an answer (see "
        "benchmarks/coffe_answers.py, which does it with its public code), from running all tests of a problem in one "
        "process, and perhaps from public outputs that are not those of the paper's run. The paper publishes no "
        "verdicts by problem.",
    ]


def _differences(found: Evaluated) -> Listing:
    rows = []
    for own, theirs in found.moved():
        right = own.verdict is Verdict.PASSED
        failure = (theirs if right else own).failure
        seen = "" if failure is None else f"{failure.reason}; expected {failure.expected}, got {failure.got}"
        reason = f"{'COFFE rejects it' if right else 'COFFE considers it equal'}: {clean_text(seen, 160)}"
        rows.append((own.task_id, own.verdict.value, theirs.verdict.value, reason))
    header = ("problem", "our rules", "COFFE's", "reason")
    return Listing(f"Verdicts that differ by the comparison (--rules {COFFE})", header, tuple(rows))


def _from_sanitizing(found: Evaluated) -> Listing:
    rows = tuple(
        (sample.task_id, sample.verdict.value, ", ".join(sample.sanitized))
        for sample in found.samples
        if _DECIDING_RULES & set(sample.sanitized) or sample.verdict is Verdict.NO_CODE
    )
    header = ("problem", "our rules", "how the code was taken")
    return Listing("Answers on which the way of extracting code decides", header, rows)


def _under_stress(found: Evaluated) -> Listing:
    rows = tuple(
        (sample.task_id, name, stress.verdict.value, clean_text(stress.reason or "", 120))
        for sample in found.samples
        for name, stress in sorted(sample.stress.items())
        if stress.verdict is not StressVerdict.COUNTED
    )
    return Listing("Correct solutions without a count on an input", ("problem", "input", "what", "why"), rows)


def _deciding(found: Evaluated) -> Listing:
    """List the problems with the largest share in the sums that COFFE's speedup divides."""
    counted = [(truth, spent, task_id) for task_id, spent, truth, *_ in found.counted()]
    truths, spents = sum(truth for truth, _, _ in counted), sum(spent for _, spent, _ in counted)
    rows = tuple(
        (task_id, f"{100 * truth / truths:.1f} %", f"{100 * spent / spents:.1f} %", f"{truth / spent:.2f}")
        for truth, spent, task_id in sorted(counted, key=lambda row: (-max(row[:2]), row[2]))[:_MOST_DECIDING]
    )
    header = ("problem", "share of the ground truths' sum", "share of the solutions' sum", "its own speedup")
    return Listing("Problems that decide the sums of speedup", header, rows)


def _exclusions(result: Result) -> Listing:
    counted = Counter(exclusion.excluded_from for exclusion in result.exclusions)
    excluded = ", ".join(f"{count} from {what}" for what, count in sorted(counted.items())) or "nothing"
    named = [one for one in result.exclusions if one.excluded_from != "speedup"]
    named.sort(key=lambda one: (one.excluded_from, one.task_id, one.reason))
    cells = tuple((one.task_id, one.excluded_from, one.reason) for one in named)
    return Listing(f"What figures leave out: {excluded}", ("problem", "left out of", "reason"), cells)


def rule_rows(attempts: Sequence[Attempt], ours: Verdicts, plain: Verdicts) -> list[tuple[str, ...]]:
    """Return one row per rule, by name, in the columns of _RULE_HEADER."""

    def named(task_ids: set[str]) -> str:
        more = f" and {len(task_ids) - _MOST_NAMED} more" if len(task_ids) > _MOST_NAMED else ""
        return ", ".join(sorted(task_ids)[:_MOST_NAMED]) + more

    rows: list[tuple[str, ...]] = []
    for rule in sorted({rule for attempt in attempts for rule in attempt.rules}):
        used = [(one.task_id, one.index) for one in attempts if rule in one.rules]
        keys = [key for key in used if key in ours]
        passed = [key for key in keys if ours[key] is Verdict.PASSED]
        saved = {key[0] for key in passed if plain.get(key) is not Verdict.PASSED}
        lost = {key[0] for key in keys if key not in passed and plain.get(key) is Verdict.PASSED}
        rows.append((rule, str(len(keys)), str(len(passed)), str(len(saved)), named(saved), named(lost)))
    return rows


def answers_section(run: Run, found: Evaluated, fingerprint: Fingerprint) -> Section:
    """Judge plain extractions, and return what a model's answers are like and what each rule saves."""
    assert found.predictions is not None
    benchmark = load_benchmark(found.own.benchmark.name, run.data)
    samples = [sample for sample in found.predictions.samples if sample.task_id in found.own.problems]
    with Sanitizer() as sanitizer:
        attempts = read_attempts(samples, benchmark, [sanitizer])
        by_key = {(attempt.task_id, attempt.index): attempt for attempt in attempts}
        counted = Counter(
            feature
            for sample in samples
            for feature in features(sample, by_key[sample.task_id, sample.index], sanitizer)
        )
    programs = {
        (sample.task_id, sample.index): (benchmark.by_id[sample.task_id], plain_code(sample.text)) for sample in samples
    }
    kept = ("plain", fingerprint)
    judged = check_programs(programs, run.setting, run.session, run.progress, "plain extraction", kept)
    ours = {(sample.task_id, sample.index): sample.verdict for sample in found.own.samples}
    plain = {key: outcome.verdict for key, outcome in judged.items()}
    like = tuple((feature, str(counted[feature]), what) for feature, what in FEATURES.items())
    passed, passed_plain = (sum(one is Verdict.PASSED for one in given.values()) for given in (ours, plain))
    notes = (
        f"{passed} of {len(ours)} answers pass with our rules, {passed_plain} of {len(plain)} with plain extraction "
        "(the first fenced block as it is, or the whole answer), by the same tests and comparison.",
        "Rules are used together, so an answer may count under several.",
    )
    listings = (
        Listing(f"What the {len(attempts)} answers are like", ("answers with", "how many", "meaning"), like),
        Listing("What each rule saves", _RULE_HEADER, tuple(rule_rows(attempts, ours, plain))),
    )
    name = f"{found.own.model.name} on {benchmark.name}"
    return Section(f"sanitizing/{name}", f"Extracting the code from answers: {name}", (), notes, listings)
