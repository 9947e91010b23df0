"""Ask a model for one answer, or for all samples concurrently, through Inspect AI's model API.

Providers, retries, rate limits and cache are Inspect AI's. It reads keys from the environment; nothing that is returned
or raised here holds one. Answers are noted, so that an interrupted run can be resumed.
"""

import asyncio
import gc
import os
import re
import socket
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import orjson
from inspect_ai.model import (
    CachePolicy,
    ChatMessage,
    ChatMessageAssistant,
    ChatMessageSystem,
    ChatMessageUser,
    GenerateConfig,
    ModelOutput,
    get_model,
)
from inspect_ai.model import Model as InspectModel
from openai import DefaultAioHttpClient

from tallybench.counting.pool import Progress
from tallybench.errors import InputError
from tallybench.generating.settings import Generated, Settings
from tallybench.generating.strategies import Asking, Message, by_prompt
from tallybench.journal import Journal
from tallybench.model.benchmark import Benchmark
from tallybench.model.problem import Problem
from tallybench.values.text import UNUSABLE, clean_text

_MARKUP = re.compile(r"\[/?(?:bold|blue)\]")  # markup for terminals in Inspect AI's own messages
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
_SECRET_NAMES = re.compile(r"KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL", re.IGNORECASE)
_SHORTEST_SECRET = 6  # characters; replacing shorter ones would blot out words
_OWN_SERVER = ("openai-api", "openai-api-completions")  # providers that require a key, although a local server has none
_PORTS = {"http": 80, "https": 443}
_PATIENCE = 10  # seconds
_GIVE_UP = 20  # send no more requests after this many failed ones without a single answer
_CLASSES = {"system": ChatMessageSystem, "user": ChatMessageUser, "assistant": ChatMessageAssistant}


@dataclass(frozen=True)
class Answer:
    """What a model answered to one request."""

    text: str  # the answer; a NUL or half of a surrogate pair, which no file of samples can hold, is replaced
    finish_reason: str  # why it ended: `stop`, `max_tokens`, `model_length`, `content_filter`, `tool_calls`, `unknown`
    tokens_in: int | None  # tokens of the question; None if the server does not say
    tokens_out: int | None  # tokens of the answer, including reasoning; None likewise
    seconds: float  # the time from the request to the answer, without waiting for a turn


def chat_messages(messages: list[Message]) -> list[ChatMessage]:
    """Convert a conversation to Inspect AI's messages."""
    return [_CLASSES[message.role](content=message.text) for message in messages]


def check_address(address: str) -> None:
    """Connect once, sending nothing: otherwise retries could go on for minutes. Skipped behind a proxy.

    Raises:
        InputError: it is not an address, or nothing listens there. The message has only host and port, since the rest
            may hold a key.
    """
    try:
        parts = urlsplit(address)
        host, port = parts.hostname, parts.port or _PORTS.get(parts.scheme)
    except ValueError:
        host = port = None
    if host is None or port is None:
        raise InputError("--base-url: is not an address; give one such as http://127.0.0.1:8080/v1")
    proxies = getproxies()
    if (parts.scheme in proxies or "all" in proxies) and not proxy_bypass(host):
        return
    try:
        socket.create_connection((host, port), _PATIENCE).close()
    except (OSError, UnicodeError) as error:  # UnicodeError: not a valid host name
        why = getattr(error, "strerror", None) or str(error)
        raise InputError(
            f"--base-url: nothing answers at {host}, port {port} ({why}); is the server running?"
        ) from None


class NoAnswer(Exception):
    """A request failed, as did its retries. The message says why, in one line without keys."""


class AskedModel:
    """A model that can be asked. Call `close` in the event loop in which it was asked.

    Raises:
        InputError: there is no such provider, its package or key is missing, or nothing answers at its address.
    """

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._cache_scope = {"prompt": settings.prompt.sha256}
        provider, _, name = settings.model.partition("/")
        if provider in _OWN_SERVER and "/" not in name:
            raise InputError(f"--model {settings.model}: name a service too, such as {provider}/local/{name}")
        if settings.base_url is not None:
            check_address(settings.base_url)
        service = name.partition("/")[0].upper().replace("-", "_")
        key = None
        if provider in _OWN_SERVER and settings.base_url is not None and f"{service}_API_KEY" not in os.environ:
            key = "none"
        config = GenerateConfig(
            max_connections=settings.connections, max_retries=settings.retries, timeout=settings.timeout
        )
        # The SDK's own client on aiohttp: it uses a fifth less CPU time per answer than the default.
        client: dict[str, Any] = {"http_client": DefaultAioHttpClient()} if provider in _OWN_SERVER else {}
        try:
            self._model: InspectModel = get_model(
                settings.model, config=config, base_url=settings.base_url, api_key=key, memoize=False, **client
            )
        except Exception as error:  # whatever a provider raises if it cannot be used
            said = without_secrets(_MARKUP.sub("", str(error)))
            raise InputError(f"--model {settings.model}: {said}") from None

    async def ask(self, messages: list[Message], index: int) -> Answer:
        """Ask for one answer.

        Raises:
            NoAnswer: the request failed.
        """
        scopes = self._cache_scope | {"sample": str(index)}
        cache = CachePolicy(expiry=None, per_epoch=False, scopes=scopes) if self._settings.cache else False
        try:
            config = GenerateConfig(**self._settings.of_sample(index))
            # In a separate task: what Inspect AI records in the task's context is discarded with it.
            output = await asyncio.create_task(
                self._model.generate(chat_messages(messages), config=config, cache=cache)
            )
        except Exception as error:  # each provider has its own
            # Inspect AI puts the whole request before the server's message.
            said = getattr(error, "provider_message", None) or str(error) or type(error).__name__
            raise NoAnswer(without_secrets(said)) from None
        if output.empty:
            raise NoAnswer(without_secrets(output.error or "the server's response was empty"))
        return _answer(output)

    async def close(self) -> None:
        """Close its connections."""
        await self._model.api.aclose()


def _answer(output: ModelOutput) -> Answer:
    usage = output.usage
    tokens_in = tokens_out = None
    if usage is not None:
        tokens_in = usage.input_tokens + (usage.input_tokens_cache_read or 0) + (usage.input_tokens_cache_write or 0)
        tokens_out = usage.output_tokens
    text = UNUSABLE.sub(_REPLACEMENT, output.completion)
    return Answer(text, output.stop_reason, tokens_in, tokens_out, round(output.time or 0.0, 3))


def without_secrets(text: str) -> str:
    """Return a provider's text as one short line without any key that the environment holds."""
    for name, value in os.environ.items():
        secret = value.strip()  # a key read from a file may end in a line break, which is not sent
        if _SECRET_NAMES.search(name) and len(secret) >= _SHORTEST_SECRET:
            text = text.replace(secret, "***")
    return clean_text(re.sub(r"://[^/@\s]+@", "://***@", text))


def generate(
    benchmark: Benchmark, settings: Settings, journal: Journal, progress: Progress, asking: Asking | None = None
) -> list[Generated]:
    """Ask a model for samples of every problem of a benchmark, in the benchmark's order.

    The journal stores each answer, and has those of an interrupted run; the caller removes it.

    Raises:
        InputError: the model cannot be asked, or every request failed.
    """
    asking = asking or by_prompt(settings)
    journal.open(_identity(benchmark, settings))
    try:
        return asyncio.run(_generate(benchmark, settings, asking, journal, progress))
    finally:
        journal.close()


def _identity(benchmark: Benchmark, settings: Settings) -> str:
    """Return a hash of everything that determines a single sample; the number of samples does not."""
    facts = {name: value for name, value in settings.facts().items() if name != "samples"}
    lines = [facts, benchmark.name, [[problem.task_id, problem.prompt, problem.level] for problem in benchmark]]
    return sha256(orjson.dumps(lines, option=orjson.OPT_SORT_KEYS)).hexdigest()


async def _generate(
    benchmark: Benchmark, settings: Settings, asking: Asking, journal: Journal, progress: Progress
) -> list[Generated]:
    wanted = [(problem, index) for problem in benchmark for index in range(settings.samples)]
    found: dict[tuple[str, int], Generated] = {}
    waiting = iter(wanted)
    model = AskedModel(settings)
    failed: list[str] = []

    async def work() -> None:
        for problem, index in waiting:
            if len(failed) >= _GIVE_UP and len(failed) == len(found):
                return
            sample = await _sample(model, asking, journal, problem, index)
            found[problem.task_id, index] = sample
            if sample.error is not None:
                failed.append(sample.error)
            progress("generating", len(found), len(wanted))

    # Keep the garbage collector from scanning the packages' hundred thousand objects over and over, which takes a third
    # of a request's CPU time.
    gc.freeze()
    try:
        await asyncio.gather(*(work() for _ in range(settings.connections)))
    finally:
        gc.unfreeze()
        await model.close()
    if len(failed) == len(found):
        raise InputError(
            f"--model {settings.model}: the first {len(failed)} requests all failed: {failed[-1]}; "
            "no more were sent; fix that, then try again"
        )
    return [found[problem.task_id, index] for problem, index in wanted]


async def _sample(model: AskedModel, asking: Asking, journal: Journal, problem: Problem, index: int) -> Generated:
    """Hold one conversation to its end, reusing the answers that were noted."""
    conversation = asking(problem, index)
    answers: list[Answer] = []
    text = error = None
    try:
        messages = next(conversation)
        while True:
            key = (problem.task_id, str(index), str(len(answers)))
            if (noted := journal.get(key)) is None:
                answer = await model.ask(messages, index)
                journal.record(key, asdict(answer))
            else:
                try:
                    answer = Answer(**noted)
                except TypeError:
                    raise journal.damaged() from None
            answers.append(answer)
            messages = conversation.send(answer.text)
    except StopIteration as end:
        text = end.value
    except NoAnswer as failure:
        error = str(failure)
    return Generated(
        task_id=problem.task_id,
        index=index,
        text=text,
        finish_reason=answers[-1].finish_reason if answers and error is None else None,
        tokens_in=_sum([answer.tokens_in for answer in answers]),
        tokens_out=_sum([answer.tokens_out for answer in answers]),
        seconds=round(sum(answer.seconds for answer in answers), 3),
        requests=len(answers),
        error=error,
    )


def _sum(numbers: list[int | None]) -> int | None:
    known = [number for number in numbers if number is not None]
    return sum(known) if known and len(known) == len(numbers) else None
