"""A model that can be asked, through Inspect AI's model API: providers, retries, rate limits and cache are its own.

It reads keys from the environment; nothing that is returned or raised here holds one.
"""

import asyncio
import os
import re
from dataclasses import dataclass
from typing import Any

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

from tallybench.errors import InputError
from tallybench.generating.address import check_address
from tallybench.generating.settings import Settings
from tallybench.generating.strategies import Message
from tallybench.values.text import UNUSABLE, clean_text

_MARKUP = re.compile(r"\[/?(?:bold|blue)\]")  # of Inspect AI's own messages, for a terminal
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
_SECRET_NAMES = re.compile(r"KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL", re.IGNORECASE)
_SHORTEST_SECRET = 6  # characters; what is shorter would blot out words
_OWN_SERVER = ("openai-api", "openai-api-completions")  # providers that want a key, though a server at home has none
_CLASSES = {"system": ChatMessageSystem, "user": ChatMessageUser, "assistant": ChatMessageAssistant}


@dataclass(frozen=True)
class Answer:
    """What a model answered to one request.

    Attributes:
        text: the answer; a NUL or half of a surrogate pair, which no file of samples can hold, is replaced.
        finish_reason: why it ended: `stop`, `max_tokens`, `model_length`, `content_filter`, `tool_calls`, `unknown`.
        tokens_in: of what was asked; None where the server does not say.
        tokens_out: of the answer, thinking included; None likewise.
        seconds: from the request to the answer, without waiting for a turn.
    """

    text: str
    finish_reason: str
    tokens_in: int | None
    tokens_out: int | None
    seconds: float


def chat_messages(messages: list[Message]) -> list[ChatMessage]:
    """Return a conversation as Inspect AI has it."""
    return [_CLASSES[message.role](content=message.text) for message in messages]


class NoAnswer(Exception):
    """A request failed, and its retries too. The message says why, in one line without keys."""


class AskedModel:
    """A model that can be asked. Closed by `close`, in the event loop in which it was asked.

    Args:
        settings: which it is, and how it is asked.

    Raises:
        InputError: there is no such provider, a package or a key of it is missing, or nothing answers at its address.
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
        # The SDK's own client on aiohttp: it takes a fifth less of the processor for an answer than the default one.
        client: dict[str, Any] = {"http_client": DefaultAioHttpClient()} if provider in _OWN_SERVER else {}
        try:
            self._model: InspectModel = get_model(
                settings.model, config=config, base_url=settings.base_url, api_key=key, memoize=False, **client
            )
        except Exception as error:  # whatever a provider raises where it cannot be used
            said = without_secrets(_MARKUP.sub("", str(error)))
            raise InputError(f"--model {settings.model}: {said}") from None

    async def ask(self, messages: list[Message], index: int) -> Answer:
        """Asks for one answer.

        Args:
            messages: the conversation so far.
            index: the number of the sample among those of its problem.

        Raises:
            NoAnswer: the request failed.
        """
        scopes = self._cache_scope | {"sample": str(index)}
        cache = CachePolicy(expiry=None, per_epoch=False, scopes=scopes) if self._settings.cache else False
        try:
            config = GenerateConfig(**self._settings.of_sample(index))
            # In a task of its own: what Inspect AI records of a request in the task's context ends with it.
            output = await asyncio.create_task(
                self._model.generate(chat_messages(messages), config=config, cache=cache)
            )
        except Exception as error:  # each provider has its own
            raise NoAnswer(_reason(error)) from None
        if output.empty:
            raise NoAnswer(without_secrets(output.error or "the server answered without an answer"))
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


def _reason(error: Exception) -> str:
    # Inspect AI puts the whole request before the server's words.
    said = getattr(error, "provider_message", None) or str(error) or type(error).__name__
    return without_secrets(said)


def without_secrets(text: str) -> str:
    """Text of a provider on one short line, in which nothing stands that the environment holds as a key."""
    for name, value in os.environ.items():
        secret = value.strip()  # one that was read from a file has its line break, which is not sent
        if _SECRET_NAMES.search(name) and len(secret) >= _SHORTEST_SECRET:
            text = text.replace(secret, "***")
    return clean_text(re.sub(r"://[^/@\s]+@", "://***@", text))
