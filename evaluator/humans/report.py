"""What is shown of human solutions: rows for people, JSON for programs."""

import statistics
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import orjson

from evaluator.humans.percentiles import Agreement, Standing
from evaluator.humans.solutions import Crowd, Humans
from evaluator.results.report import percent

HEADER = ("task", "tests", "solutions", "correct", "counted", "best", "best, instructions", "median / best", "slowest")


def crowd_rows(humans: Humans) -> list[list[str]]:
    """A row a problem."""
    rows = []
    for crowd in humans.crowds:
        totals = crowd.totals
        row = [crowd.task_id, str(crowd.tests), str(len(crowd.humans)), str(sum(one.correct for one in crowd.humans))]
        if crowd.best is None:
            rows.append([*row, *["-"] * 5])
            continue
        best = totals[crowd.best]
        middle, slowest = statistics.median(totals.values()) / best, max(totals.values()) / best
        rows.append([*row, str(len(totals)), crowd.best, f"{best:,}", f"{middle:.2f}", f"{slowest:.2f}"])
    return rows


def told_faults(humans: Humans) -> list[str]:
    """What was left out and why, and how many solutions fail; a line each."""
    lines = [f"left out: {task_id}: {reason}" for task_id, reason in humans.exclusions]
    lines += [f"not counted: {crowd.task_id}: {crowd.fault}" for crowd in humans.crowds if crowd.fault is not None]
    every = [one for crowd in humans.crowds for one in crowd.humans]
    verdicts = Counter(str(one.verdict) for one in every if not one.correct)
    problems = sum(any(not one.correct for one in crowd.humans) for crowd in humans.crowds)
    told = ", ".join(f"{count} {verdict}" for verdict, count in sorted(verdicts.items()))
    right = len(every) - verdicts.total()
    lines.append(f"{right} of {len(every)} human solutions pass all tests of their problem")
    if verdicts:
        lines.append(f"{verdicts.total()} do not, in {problems} problems: {told}")
    uncounted = sum(one.fault is not None for one in every)
    if uncounted:
        lines.append(f"{uncounted} correct ones fail on a stressful input and have no total")
    return lines


def told_standings(standings: Sequence[Standing]) -> list[str]:
    """Where the samples of each result lie; a line each."""
    return [
        f"{one.model}: on average slower than it are {percent(one.correct)} problems (correct samples) "
        f"and {percent(one.all)} (a sample that is not correct counts as 0), in % of the human solutions"
        for one in standings
    ]


def told_agreements(agreements: Sequence[Agreement] | None) -> list[str]:
    """How stable a rank is across interpreter builds; a line each."""
    if agreements is None:
        return []
    if not agreements:
        return ["interpreter builds: no problem has three solutions that both counted"]
    taus = [one.kendall for one in agreements if one.kendall is not None]
    tau = f"mean {statistics.fmean(taus):.3f}, lowest {min(taus):.3f}" if taus else "none, for all tie"
    changes = [one.change for one in agreements]
    kept = sum(one.best_kept for one in agreements)
    return [
        f"interpreter builds, {len(agreements)} problems: Kendall's tau {tau}; a percentile changes by "
        f"{statistics.fmean(changes):.2f} points on average, by {max(changes):.2f} in the worst problem; "
        f"the best solution stays the best, or ties, in {kept}"
    ]


def as_json(measured: Sequence[Humans], standings: Sequence[Standing], agreements: Sequence[Agreement] | None) -> bytes:
    """Everything: no code, so that it may be published."""
    first = measured[0]
    content: dict[str, Any] = {
        "schema_version": 1,
        "benchmark": {"name": first.benchmark, "version": first.version},
        "environments": [one.fingerprint.hash for one in measured],
        "exclusions": [{"task_id": task_id, "reason": reason} for task_id, reason in first.exclusions],
        "problems": {crowd.task_id: _crowd(crowd) for crowd in first.crowds},
        "samples": [_standing(one) for one in standings],
        "builds": None if agreements is None else [asdict(one) for one in agreements],
    }
    return orjson.dumps(content, option=orjson.OPT_SORT_KEYS | orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def _crowd(crowd: Crowd) -> dict[str, Any]:
    totals = crowd.totals
    return {
        "hash": crowd.hash,
        "tests": crowd.tests,
        "fault": crowd.fault,
        "best": crowd.best,
        "solutions": [
            {
                "name": one.name,
                "sha256": one.sha256,
                "verdict": str(one.verdict),
                "reason": one.reason,
                "counts": one.counts,
                "fault": one.fault,
                "total": totals.get(one.name),
                "percentile": _share(crowd, one.name, totals),
            }
            for one in crowd.humans
        ],
    }


def _share(crowd: Crowd, name: str, totals: dict[str, int]) -> float | None:
    """The share of the other solutions that are slower."""
    place = crowd.percentile(totals[name], without=name) if name in totals else None
    return None if place is None else round(place[0], 6)


def _standing(standing: Standing) -> dict[str, Any]:
    return {
        "model": standing.model,
        "correct": standing.correct.model_dump(mode="json"),
        "all": standing.all.model_dump(mode="json"),
        "places": [asdict(place) for place in standing.places],
    }
