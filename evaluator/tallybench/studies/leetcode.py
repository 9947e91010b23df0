"""The LeetCode study (Coignion et al., EASE 2024): its questions, answered from results of this project.

Its problems and tests are LeetCode's and not public, and its programs were run by LeetCode's judge. So nothing is run
here: results for any benchmark are used instead, from models that were sampled several times, preferably at several
temperatures. In place of seconds, the ratio to the best known solution's count is used.
"""

from collections.abc import Sequence
from itertools import chain

import numpy as np
import pandas as pd
from scipy.stats import spearmanr

from tallybench.errors import InputError
from tallybench.model.result import Figure
from tallybench.model.verdicts import Verdict
from tallybench.statistics.frames import sample_frame
from tallybench.statistics.pairs import compare_samples, observations, summarize_pairs
from tallybench.statistics.published.entries import Entry
from tallybench.statistics.ranking import comparable
from tallybench.statistics.sampling import (
    pass_by_temperature,
    settings_by_problem,
    temperature_of,
    temperatures,
    within_problems,
)
from tallybench.studies.study import Listing, Paper, Report, Row, Section

NAME = "leetcode"
KS = (1, 10)  # as in table 2
_BY_MODEL = ("task_id", "family")  # what is constant if only the temperature varies
# What the study relates: the figure's key, our two columns, what is constant in ours, and what is compared.
_RELATED = (
    ("success and run time", "success", "cost", ("task_id",), "over models and temperatures"),
    ("success and variation of run time", "success", "spread", ("task_id",), "over models and temperatures"),
    ("temperature and success", "temperature", "success", _BY_MODEL, "over the temperatures of a model"),
    ("temperature and run time", "temperature", "cost", _BY_MODEL, "over the temperatures of a model"),
    ("temperature and variation of run time", "temperature", "spread", _BY_MODEL, "over the temperatures of a model"),
)
_NOT_MADE = (
    "Figure 2 (pass@k on old and new problems): both sets are LeetCode's; problems here have no grades of difficulty.",
    "Figures 3 to 5 and LeetCode's rank: they are about the times that LeetCode's judge reports. Here counts repeat; "
    "`tallybench dev study stability` measures how closely.",
    "Figure 8 (a rank among people): `tallybench dev study humans` ranks programs among those of Code Contests' users.",
    "The authors' programs are not in the data that were found. Public answers to 336 such problems "
    "(rcaa/analyze-llm-code-efficiency on GitHub) come without tests: only LeetCode can judge them.",
)


def leetcode_report(entries: Sequence[Entry], paper: Paper) -> Report:
    """Return the study's questions with its figures and ours.

    Raises:
        InputError: the results are not from one benchmark measured in one way, or two have the same name.
    """
    if not comparable([entry.result for entry in entries]):
        raise InputError("RESULT: all must be counted on one benchmark, in one environment; leave out the others")
    slugs = [entry.slug for entry in entries]
    if twice := {slug for slug in slugs if slugs.count(slug) > 1}:
        raise InputError(f"RESULT: two files are named {min(twice)}; rename one")
    settings = _settings(entries)
    sections = (_solved(entries, paper), _pairs(entries, paper), _relations(settings, paper), _lengths(entries, paper))
    facts = [("benchmark", f"{entries[0].benchmark} {entries[0].version}")]
    facts += [(f"result of {entry.slug}", entry.path) for entry in entries]
    not_made = Section("not made", "What is not made again, and why", notes=_NOT_MADE)
    return Report("The LeetCode study, measured again", facts, (*sections, not_made))


def _settings(entries: Sequence[Entry]) -> pd.DataFrame:
    """Return `settings_by_problem` with two more columns: the temperature, and a number for model and prompt."""
    families = {entry.slug: number for number, family in enumerate(temperatures(entries)) for entry in family.values()}
    facts = pd.DataFrame(
        {
            "model": [entry.slug for entry in entries],
            "temperature": [temperature_of(entry) for entry in entries],
            "family": [families.get(entry.slug) for entry in entries],
        }
    )
    return settings_by_problem(sample_frame(entries)).merge(facts, on="model")


def _solved(entries: Sequence[Entry], paper: Paper) -> Section:
    """Return pass@k of each model at the best temperature for this k, as in table 2."""
    rows, cells = [], []
    for family in temperatures(entries):
        # The name that a model's results have in common.
        name = min((entry.name for entry in family.values()), key=lambda name: (len(name), name))
        for k in KS:
            by_temperature = pass_by_temperature(family, k)
            best = max(by_temperature, key=lambda t: by_temperature[t], default=None)
            why = "too few samples" if best is None else f"at temperature {best:g}; not the paper's problems"
            ours = None if best is None else 100 * by_temperature[best]
            rows.append(Row(f"{name}, pass@{k}", paper[f"2/{name}/pass@{k}"], ours, why=why, unit="%", digits=1))
        for temperature in family:
            shares = (pass_by_temperature(family, k).get(temperature) for k in KS)
            shown = ("" if share is None else f"{100 * share:.1f}" for share in shares)
            cells.append((name, f"{temperature:g}", *shown))
    listing = Listing("By temperature", ("model", "temperature", *(f"pass@{k}, %" for k in KS)), tuple(cells))
    notes = () if rows else ("no result states its temperature as a number",)
    return Section("2", "Table 2: pass@k at the best temperature", tuple(rows), notes, (listing,))


def _pairs(entries: Sequence[Entry], paper: Paper) -> Section:
    """Return whether models differ in speed on the problems that both solve more than five times (section 5.2)."""
    tests = compare_samples({entry.slug: found for entry in entries if (found := observations(entry))})
    effects = tests["cohens_d"].dropna().astype(float)
    mean = float(effects.mean()) if len(effects) else None
    of = f"{len(effects)} comparisons" if len(effects) else ""
    size = f", whose mean size is {effects.abs().mean():.2f}" if len(effects) else ""
    why = f"ours: mean of signed values{size}, over pairs and problems, of distinct programs"
    effect = Row("mean Cohen's d", paper["5.2/mean Cohen's d"], mean, of, why, digits=3)
    summary = summarize_pairs(tests) if len(tests) else pd.DataFrame()
    cells = tuple(
        (
            pair["first"],
            pair["second"],
            str(pair["problems"]),
            *(f"{100 * pair[one]:.0f}" for one in ("faster", "slower")),
        )
        for _, pair in summary.iterrows()
    )
    header = ("first", "second", "problems", "first faster, %", "second faster, %")
    note = "Student's t-test at 5 %, corrected by Holm's method over all comparisons; the paper states neither"
    return Section("5.2", "Section 5.2: models compared", (effect,), (note,), (Listing("Pairs", header, cells),))


def _relations(settings: pd.DataFrame, paper: Paper) -> Section:
    rows = []
    for key, first, second, constant, over in _RELATED:
        found: Figure | None = within_problems(settings, first, second, constant)
        of = "" if found is None else f"{found.low:+.2f} to {found.high:+.2f}, {found.problems} problems"
        why = f"mean over problems of Spearman's coefficient {over}"
        rows.append(Row(key, paper[f"5.3/{key}"], None if found is None else found.value, of, why))
    note = "the paper does not say which coefficient it uses; run times are ratios to the best known count here"
    return Section("5.3", "Section 5.3: success, speed and temperature within a problem", tuple(rows), (note,))


def _lengths(entries: Sequence[Entry], paper: Paper) -> Section:
    """Return whether problems with longer correct programs are solved less often (section 6.1)."""
    lengths: dict[str, list[int]] = {}
    passed: dict[str, list[bool]] = {}
    for task_id, samples in chain.from_iterable(entry.samples.items() for entry in entries):
        correct = [sample.verdict is Verdict.PASSED for sample in samples]
        passed.setdefault(task_id, []).extend(correct)
        codes = (sample.code for sample, right in zip(samples, correct, strict=True) if right)
        lengths.setdefault(task_id, []).extend(len(code) for code in codes if code is not None)
    both = [(float(np.mean(lengths[task])), float(np.mean(passed[task]))) for task in lengths if lengths[task]]
    rho = float(spearmanr(both).statistic) if len(both) > 2 and all(map(np.ptp, np.array(both).T)) else None
    why = "Spearman's coefficient over problems; ours: mean length of correct programs in the results"
    row = Row(
        "solution length and success", paper["6.1/solution length and success"], rho, f"{len(both)} problems", why
    )
    return Section("6.1", "Section 6.1: solution length and success", (row,))
