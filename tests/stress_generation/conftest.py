"""A server in the form of OpenAI's protocol, that answers by a script."""

import asyncio
import io
import json
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.generating.server import Server


class Scripted(Server):
    """A server in a thread of its own.

    The script is a list of rules, `{"name", "in", "answers"}`: a question that holds all texts of `in` is given the
    answers of the first such rule one after another, the last of them for ever; the same question the same answer.
    """

    def __init__(self, rules: list[dict[str, Any]], latency: float = 0.0) -> None:
        self.rules, self.latency, self.any_prompt = rules, latency, False
        self.log = self.written = io.StringIO()
        self.faults: dict[str, str] = {}
        self.seen: Counter[str] = Counter()
        self.answers: dict[str, dict[str, Any]] = {}
        self.asked: dict[str, str] = {}
        self.turns: Counter[str] = Counter()
        started = threading.Event()
        self.thread = threading.Thread(target=lambda: asyncio.run(self.run(started)))
        self.thread.start()
        started.wait()

    async def run(self, started: threading.Event) -> None:
        self.loop, self.stopped = asyncio.get_running_loop(), asyncio.Event()
        async with await asyncio.start_server(self.serve, "127.0.0.1", 0, limit=1 << 20) as listening:
            self.url = f"http://127.0.0.1:{listening.sockets[0].getsockname()[1]}/v1"
            started.set()
            await self.stopped.wait()

    def end(self) -> None:
        if self.thread.is_alive():
            self.loop.call_soon_threadsafe(self.stopped.set)
            self.thread.join()

    def questions(self) -> list[str]:
        lines = self.written.getvalue().splitlines()
        return [json.loads(line)["request"]["messages"][-1]["content"] for line in lines]

    def task_of(self, asked: str) -> str:
        """The turn of a rule: what is asked twice, as by a run that was cut off, is answered alike."""
        if asked not in self.asked:
            rule = next((rule for rule in self.rules if all(text in asked for text in rule["in"])), None)
            if rule is None:
                return "unknown"
            text = rule["answers"][min(self.turns[rule["name"]], len(rule["answers"]) - 1)]
            self.turns[rule["name"]] += 1
            tokens = {"prompt_tokens": 100, "completion_tokens": len(text)}
            self.asked[asked] = f"{rule['name']} {self.turns[rule['name']]}"
            self.answers[self.asked[asked]] = {"raw": text, "finish_reason": "stop", **tokens}
        return self.asked[asked]


StartServer = Callable[..., Scripted]


@pytest.fixture
def start_server() -> Iterator[StartServer]:
    running: list[Scripted] = []

    def start(rules: list[dict[str, Any]], latency: float = 0.0) -> Scripted:
        running.append(Scripted(rules, latency))
        return running[-1]

    yield start
    for server in running:
        server.end()


def block(code: str) -> str:
    """An answer as chat models write them."""
    return f"Here it is:\n\n```python\n{code}\n```\n\nIt does what you ask for."
