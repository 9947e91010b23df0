"""Results made for the tests of the site: models in every state, and models whose every text is an attack.

All are made of the kept result of the references, with few samples: they are quick to build and to read.
"""

import hashlib
from collections.abc import Collection, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

from tallybench import version
from tallybench.counting.session import Session
from tallybench.evaluation.options import Options
from tallybench.evaluation.pipeline import evaluate
from tallybench.model.parts import Source
from tallybench.model.redaction import without_answers
from tallybench.model.result import (
    MAX_PROMPT,
    FailureResult,
    InputResult,
    MemoryResult,
    Model,
    Result,
    SampleResult,
    StressResult,
)
from tallybench.model.verdicts import StressVerdict, Verdict
from tallybench.samples.reading import Sample
from tallybench.statistics.published.record import VERIFIED, FreshMeasurements
from tallybench.statistics.reading import load_result

ROOT = Path(__file__).parent.parent
SAMPLED = tuple(f"HumanEval/{number}" for number in range(12))
HOSTILE_PROBLEMS = ("HumanEval/0", "HumanEval/1", "HumanEval/4")  # solved, not solved, failing under stress
OLDER = "0.9.0"

# What each hostile name is, by its model's folder.
HOSTILE_NAMES = {
    "hostile-entity": "&lt;script&gt;window.hacked=1&lt;/script&gt;",
    "hostile-formula": "=1+1",
    "hostile-image": '"><img src=x onerror=window.hacked=1>',
    "hostile-link": "](javascript:alert(1))[x",
    "hostile-script": "<script>window.hacked=1</script>",
    "hostile-template": "{{ 7*7 }}{{ 7007*7007 }}{% raw %}",
    "hostile-title": "</title><script>window.hacked=1</script>",
    "hostile-turned": "\u202egnorts\u2066 ../../x \x00\x1b[31m\x07",
    "hostile-wide": "W" * 100,
}
# What a page's title makes of them: nothing in it means anything to HTML or to a template.
HOSTILE_TITLES = {
    "hostile-entity": "＆lt;script＆gt;window.hacked=1＆lt;/script＆gt;",
    "hostile-formula": "=1+1",
    "hostile-image": "”›‹img src=x onerror=window.hacked=1›",
    "hostile-link": "](javascript:alert(1))[x",
    "hostile-script": "‹script›window.hacked=1‹/script›",
    "hostile-template": "(( 7*7 ))(( 7007*7007 ))(% raw %)",
    "hostile-title": "‹/title›‹script›window.hacked=1‹/script›",
    "hostile-turned": "gnorts ../../x [31m",
    "hostile-wide": "W" * 100,
}
# Of Gemma 3 270M: wrong, raising, correct and counted, correct without headroom.
FEW = ("HumanEval/0", "HumanEval/1", "HumanEval/23", "HumanEval/53")
PRODUCT = str(7007 * 7007)  # what stands nowhere unless a template has run


def kept_result(slug: str, benchmark: str = "humaneval") -> Path:
    """The newest file of a model on a benchmark in `results/`."""
    files = (ROOT / "results" / slug).glob(f"{benchmark}-*.json")
    return max(path for path in files if not path.name.endswith(VERIFIED))


@cache
def _references() -> Result:
    return load_result(kept_result("tallybench-references"))


def _made(base: Result, model: Model, samples: Sequence[SampleResult], **changes: Any) -> Result:
    """A result with figures of its own samples; `changes` are fields of the result."""
    made = base.model_copy(update={"model": model, "samples": tuple(samples), **changes})
    return made.model_copy(update={"metrics": made.figures()})


def telling(model: Model) -> Model:
    """A model of which everything is told that a rank asks for."""
    told = {"revision": "0123abc", "prompt": "{prompt}", "answers_sha256": "a" * 64, "submitter": "Tests"}
    return model.model_copy(update={"generation": {"temperature": 0}} | told)


def few_answers(result: Result, answered: Collection[str] = FEW) -> Result:
    """A whole run of today in which a model answered these problems alone: it is quick to measure again."""
    silence = FailureResult(reason="there is no code in the answer")
    nothing: dict[str, Any] = {"code": None, "code_sha256": None, "tree_sha256": None, "sanitized": (), "stress": {}}
    nothing |= {"verdict": Verdict.NO_CODE, "failure": silence}
    samples = tuple(one if one.task_id in answered else one.model_copy(update=nothing) for one in result.samples)
    passed = {one.task_id for one in samples if one.verdict is Verdict.PASSED}
    order = dict.fromkeys(one.task_id for one in samples)  # the benchmark's, which exclusions have
    problems = {
        task_id: result.problems[task_id].model_copy(update={} if task_id in passed else {"inputs": {}})
        for task_id in order
    }
    return result.with_figures(samples=samples, problems=problems, evaluator_version=version())


def measured_today(result: Result, session: Session) -> Result:
    """The same answers, measured in today's environment: results on the board may be those of an earlier one."""
    answered = {one.task_id: one for one in result.samples if one.code is not None}
    samples = [Sample(task_id, 0, "solution", one.code or "") for task_id, one in answered.items()]
    now = evaluate(samples, result.model, Options(ids=tuple(answered)), session=session)
    found = {one.task_id: {"verdict": one.verdict, "failure": one.failure, "stress": one.stress} for one in now.samples}
    return result.with_figures(
        environment=now.environment,
        samples=tuple(one.model_copy(update=found.get(one.task_id, {})) for one in result.samples),
        problems={task_id: now.problems.get(task_id, problem) for task_id, problem in result.problems.items()},
    )


def _edited(sample: SampleResult, **changes: Any) -> SampleResult:
    code = changes.get("code", sample.code) or ""
    return sample.model_copy(update={**changes, "code_sha256": hashlib.sha256(code.encode()).hexdigest()})


def _attempt(result: Result, samples: str, **linked: str) -> Result:
    """A result whose samples have this hash, and those that it goes on from the other."""
    refined = {"refine": "exec", "round": 1, **linked} if linked else {}
    generation = dict(result.model.generation) | refined
    model = result.model.model_copy(update={"answers_sha256": samples, "generation": generation})
    return result.model_copy(update={"model": model})


def made_results() -> dict[str, Result]:
    """Models in every state that the site tells apart, by path below `results/`."""
    base = _references()
    samples = [sample for sample in base.samples if sample.task_id in SAMPLED]

    def of(name: str, kept: Sequence[SampleResult] = samples, **changes: Any) -> Result:
        model = Model(name=name, organization="Tests", parameters=7.5, open_weights=True, url="https://tests.example/")
        return _made(base, telling(model), kept, **changes)

    facts, environment = base.benchmark, base.environment
    older: dict[str, Any] = {"benchmark": facts.model_copy(update={"version": OLDER, "hash": "0" * 64})}
    part = {task_id: base.problems[task_id] for task_id in SAMPLED}
    elsewhere = environment.model_copy(update={"fingerprint": "1" * 64, "ranked": False})
    uncounted = environment.model_copy(update={"counter": "none"})
    stale = dict(base.problems)
    stale["HumanEval/0"] = stale["HumanEval/0"].model_copy(update={"hash": "2" * 64})
    seven = [
        _edited(sample, index=index, code=f"{sample.code}\n# {index}\n") for sample in samples for index in range(7)
    ]
    plain = [_edited(sample, stress={}) for sample in samples]
    return {
        "older-only/humaneval-2026-01-01-00000001.json": of("Older only", **older),
        "two-versions/humaneval-2026-01-01-00000002.json": of("Two versions", **older),
        "two-versions/humaneval-2026-02-02-00000003.json": of("Two versions", samples[:9]),
        "two-runs/humaneval-2026-02-02-00000004.json": _attempt(of("Two runs", samples[:4]), "4" * 64),
        "two-runs/humaneval-2026-03-03-00000005.json": _attempt(of("Two runs", samples[:8]), "5" * 64, of="4" * 64),
        "seven-samples/humaneval-2026-02-02-00000006.json": of("Seven samples", seven),
        "part/humaneval-2026-02-02-00000007.json": of(
            "Part of the problems", problems=part, benchmark=facts.model_copy(update={"partial": True})
        ),
        "elsewhere/humaneval-2026-02-02-00000008.json": of("Another machine", environment=elsewhere),
        "uncounted/humaneval-2026-02-02-00000009.json": of("Not counted", plain, environment=uncounted),
        "stale/humaneval-2026-02-02-0000000a.json": of("Stale on one", problems=stale),
        "two-solved/humaneval-2026-02-02-0000000c.json": of("Two solved", samples[:2]),
        "elsewhere-public/humaneval-2026-02-02-0000000d.json": _public(of("Public elsewhere", samples[:6])),
        "silent/humaneval-2026-02-02-0000000b.json": _made(base, Model(name="Tells nothing"), samples),
    }


def with_memory(result: Result, times: float = 1.0) -> Result:
    """The same with peak memory: of a sample 100 bytes for 1,000 instructions, `times` over, and of what it is compared
    with as much; what was not counted has none.
    """
    problems = {
        task_id: problem.model_copy(
            update={
                "least_memory": problem.best_known,
                "inputs": {name: _compared_in_memory(given) for name, given in problem.inputs.items()},
            }
        )
        for task_id, problem in result.problems.items()
    }
    samples = tuple(
        sample.model_copy(
            update={"stress": {name: _in_memory(stress, times) for name, stress in sample.stress.items()}}
        )
        for sample in result.samples
    )
    changed = result.model_copy(update={"problems": problems, "samples": samples})
    return changed.model_copy(update={"metrics": changed.figures()})


def bytes_for(count: int, times: float = 1.0) -> int:
    """The peak memory of the made results."""
    return max(round(count * times) // 10, 1)


def _compared_in_memory(given: InputResult) -> InputResult:
    truth = None if given.ground_truth is None else bytes_for(given.ground_truth)
    memory = MemoryResult(least=bytes_for(given.best_known), ground_truth=truth)
    return given.model_copy(update={"memory": memory})


def _in_memory(stress: StressResult, times: float) -> StressResult:
    return stress if stress.count is None else stress.model_copy(update={"memory": bytes_for(stress.count, times)})


def _public(result: Result) -> Result:
    """The same of samples that are public elsewhere."""
    source = Source(
        repository="https://github.com/someone/answers", commit="0123456789" * 4, files={"a.jsonl": "a" * 64}
    )
    model = result.model.model_copy(update={"released": "2026-01", "pipeline": True})
    return without_answers(result.model_copy(update={"source": source, "model": model}))


def made_verified() -> tuple[str, ...]:
    """Those of `made_results` that were measured again; the others are claims."""
    claims = ("part/", "elsewhere/", "uncounted/", "two-runs/humaneval-2026-02-02")
    return tuple(path for path in made_results() if not path.startswith(claims))


def made_fresh(path: str, result: Result) -> FreshMeasurements | None:
    """What was measured of one of `made_results` on fresh inputs: the stale one spends four times as much there."""
    if not path.startswith("stale/"):
        return None

    def dearer(stress: StressResult) -> StressResult:
        return stress.model_copy(update={"count": 4 * stress.count}) if stress.count else stress

    passed = [sample for sample in result.samples if sample.verdict is Verdict.PASSED]
    samples = (
        sample.model_copy(
            update={"code": None, "sanitized": (), "stress": {name: dearer(one) for name, one in sample.stress.items()}}
        )
        for sample in passed
    )
    tasks = {sample.task_id for sample in passed}
    return FreshMeasurements(
        problems={task_id: result.problems[task_id] for task_id in sorted(tasks)}, samples=tuple(samples)
    )


@cache
def hostile_results() -> Mapping[str, Result]:
    """Models of whom every text that the schema leaves free is an attack, by path below `results/`."""
    base = _references()
    found = {}
    for number, (slug, name) in enumerate(HOSTILE_NAMES.items()):
        address = f"https://evil.example/{name}".replace("\x00", "")[:300]
        model = Model(
            name=name,
            organization=name,
            url=address,
            generation=_settings(name),
            revision=name,
            prompt=(" ".join(HOSTILE_NAMES.values()) * 100)[:MAX_PROMPT],
            submitter=name,
        )
        made = _made(base, model, _hostile_samples(base, name), evaluator_version=name)
        absent = made.metrics["pass@1"].model_copy(update={"value": None, "reason": name})
        metrics = made.metrics | {name: absent, "m" * 10_000: absent}
        found[f"{slug}/humaneval-2026-02-02-{number:08x}.json"] = made.model_copy(update={"metrics": metrics})
    return MappingProxyType(found)


def _settings(name: str) -> dict[str, str | int | float | bool | None]:
    everything = " ".join(HOSTILE_NAMES.values())
    return {name: name, "prompt": everything, "long": (name * 10_000)[:10_000], "k" * 10_000: 49.5, "nothing": None}


def _hostile_samples(base: Result, name: str) -> list[SampleResult]:
    given = {sample.task_id: sample for sample in base.samples}
    solved, failed, stressed = (given[task_id] for task_id in HOSTILE_PROBLEMS)
    everything = "\n".join(HOSTILE_NAMES.values())
    long = 30_000 if name == HOSTILE_NAMES["hostile-script"] else 500
    code = f"# {name}\nx = '''{everything}'''\n{solved.code}\n# {(name * long)[:long]}\n"
    failure = FailureResult(reason=(name * 400)[:400], call=name, expected=name, got=everything[:400])
    reason = StressResult(verdict=StressVerdict.EXCEPTION, reason=(name * 400)[:400])
    stress = {**stressed.stress, next(iter(stressed.stress)): reason, name: reason, "n" * 10_000: reason}
    return [
        _edited(solved, code=code),
        _edited(failed, code=(name * long)[:long], verdict=Verdict.WRONG_OUTPUT, failure=failure, stress={}),
        _edited(stressed, code=f"{name}\n{name}", stress=stress),
    ]


def given_input(best_known: int, ground_truth: int | None, memory: MemoryResult | None = None) -> InputResult:
    """A stressful input with what samples are compared with on it."""
    return InputResult(sha256="0" * 64, size=0, best_known=best_known, ground_truth=ground_truth, memory=memory)
