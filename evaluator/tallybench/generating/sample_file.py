"""The files of generated samples: the samples, and beside them the facts that a result states about the model."""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

from tallybench.generating.settings import Settings
from tallybench.model.benchmark import Benchmark
from tallybench.model.result import MAX_PROMPT, Model
from tallybench.samples.sources import answers_digest

if TYPE_CHECKING:
    from tallybench.generating.answers import Generated


def sample_lines(samples: "Iterable[Generated]", settings: Settings) -> Iterator[bytes]:
    """Yield the file of samples, one line each; a failed request has `error` in place of an answer."""
    for sample in samples:
        line: dict[str, Any] = {"task_id": sample.task_id}
        if sample.error is not None:
            line["error"] = sample.error
        else:
            line |= {settings.prompt.answer: sample.text, "finish_reason": sample.finish_reason}
        line |= {"tokens_in": sample.tokens_in, "tokens_out": sample.tokens_out, "seconds": sample.seconds}
        if sample.requests > 1:
            line["requests"] = sample.requests
        yield orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE)


def about_path(samples: Path) -> Path:
    """Return the file of facts about a sample file's model: samples.about.json beside samples.jsonl."""
    return samples.with_name(f"{samples.name.removesuffix('.jsonl')}.about.json")


def about_samples(model: Model, settings: Settings, benchmark: Benchmark, lines: Iterable[bytes]) -> bytes:
    """Return what `evaluate --about` is given beside the samples: what is known of the model, and the lines' hash."""
    known = {
        "generation": settings.facts(),
        "prompt": _prompt_stated(settings, benchmark),
        "answers_sha256": sha256(b"".join(lines)).hexdigest(),
    }
    content = {"model": model.model_copy(update=known).model_dump(mode="json", exclude_defaults=True)}
    return orjson.dumps(content, option=orjson.OPT_SORT_KEYS | orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)


def _prompt_stated(settings: Settings, benchmark: Benchmark) -> str:
    """Return what the model is asked, as a result states it: the texts for the levels of the benchmark's problems."""
    asked = settings.asked
    levels = sorted({problem.level for problem in benchmark} & asked.text.keys())
    # A strategy may have texts of its own instead.
    texts = [asked.text[name].removeprefix("\n") for name in levels or sorted(asked.text)]
    parts = [*([f"System: {asked.system}"] if asked.system is not None else []), *texts]
    return "\n\n---\n\n".join(parts)[:MAX_PROMPT]


def are_of(path: Path, settings: Settings) -> bool:
    """Return whether samples were generated with these settings, according to the facts beside them."""
    return _facts(path).get("generation") == settings.facts()


def is_complete(path: Path, benchmark: Benchmark, settings: Settings) -> bool:
    """Return whether a file holds all answers that would be asked for, according to the facts beside it."""
    if not are_of(path, settings):
        return False
    try:
        lines = path.read_bytes().splitlines()
        failed = any("error" in orjson.loads(line) for line in lines)
        whole = len(lines) == len(benchmark) * settings.samples and not failed
        return whole and _facts(path).get("answers_sha256") == answers_digest(str(path))
    except (OSError, ValueError, TypeError):
        return False


def _facts(path: Path) -> dict[str, Any]:
    """Return the facts about the model beside samples; empty if they cannot be read."""
    try:
        facts = orjson.loads(about_path(path).read_bytes())["model"]
    except (OSError, ValueError, KeyError, TypeError):
        return {}
    return facts if isinstance(facts, dict) else {}
