"""A model that can be asked, through Inspect AI's model API: providers, retries, rate limits and cache are its own.

It reads keys from the environment; nothing that is returned or raised here holds one.
"""

import asyncio
import os
import re
import socket
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

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
from tallybench.generating.settings import Settings
from tallybench.generating.strategies import Message
from tallybench.values.text import UNUSABLE, clean_text

_MARKUP = re.compile(r"\[/?(?:bold|blue)\]")  # markup for terminals in Inspect AI's own messages
_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
_SECRET_NAMES = re.compile(r"KEY|TOKEN|SECRET|PASSWORD|CREDENTIAL", re.IGNORECASE)
_SHORTEST_SECRET = 6  # characters; replacing shorter ones would blot out words
_OWN_SERVER = ("openai-api", "openai-api-completions")  # providers that require a key, although a local server has none
_PORTS = {"http": 80, "https": 443}
_PATIENCE = 10  # seconds
_CLASSES = {"system": ChatMessageSystem, "user": ChatMessageUser, "assistant": ChatMessageAssistant}


@dataclass(frozen=True)
class Answer:
    """What a model answered to one request."""

    text: str  # the answer; a NUL or half of a surrogate pair, which no file of samples can hold, is replaced
    finish_reason: str  # why it ended: `stop`, `max_tokens`, `model_length`, `content_filter`, `tool_calls`, `unknown`
    tokens_in: int | None  # tokens of the question; None if the server does not say
    tokens_out: int | None  # tokens of the answer, including thinking; None likewise
    seconds: float  # the time from the request to the answer, without waiting for a turn


def chat_messages(messages: list[Message]) -> list[ChatMessage]:
    """Convert a conversation to Inspect AI's messages."""
    return [_CLASSES[message.role](content=message.text) for message in messages]


def check_address(address: str) -> None:
    """Connect once, sending nothing: otherwise retries would go on for minutes. Behind a proxy, leave it to the proxy.

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
        raise InputError("--base-url: is no address; give one such as http://127.0.0.1:8080/v1")
    proxies = getproxies()
    if (parts.scheme in proxies or "all" in proxies) and not proxy_bypass(host):
        return
    try:
        socket.create_connection((host, port), _PATIENCE).close()
    except (OSError, UnicodeError) as error:  # the latter if it is not a valid host name
        why = getattr(error, "strerror", None) or str(error)
        raise InputError(
            f"--base-url: nothing answers at {host}, port {port} ({why}); is the server running?"
        ) from None


class NoAnswer(Exception):
    """A request failed, and its retries too. The message says why, in one line without keys."""


class AskedModel:
    """A model that can be asked. Closed by `close`, in the event loop in which it was asked.

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
        # The SDK's own client on aiohttp: it takes a fifth less of the processor for an answer than the default one.
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
            # In a task of its own, so that what Inspect AI records about a request in the task's context ends with it.
            output = await asyncio.create_task(
                self._model.generate(chat_messages(messages), config=config, cache=cache)
            )
        except Exception as error:  # each provider has its own
            # Inspect AI puts the whole request before the server's words.
            said = getattr(error, "provider_message", None) or str(error) or type(error).__name__
            raise NoAnswer(without_secrets(said)) from None
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


def without_secrets(text: str) -> str:
    """Return a provider's text as one short line without any key that the environment holds."""
    for name, value in os.environ.items():
        secret = value.strip()  # a key read from a file may end in a line break, which is not sent
        if _SECRET_NAMES.search(name) and len(secret) >= _SHORTEST_SECRET:
            text = text.replace(secret, "***")
    return clean_text(re.sub(r"://[^/@\s]+@", "://***@", text))
