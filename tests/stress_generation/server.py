"""A server in the form of OpenAI's protocol, as a process of its own, that answers by a script.

The script is a JSON list of rules, `{"name", "in", "answers"}`: a question that holds all texts of `in` is given the
answers of the first such rule one after another, the last of them for ever.

    python -m tests.stress_generation.server SCRIPT LOG [--latency SECONDS] [--faults JSON]

As `tests/generating/server.py` does, it prints its port, and writes a line to LOG for every question.
"""

import argparse
import asyncio
import json
from collections import Counter
from pathlib import Path
from typing import Any

from tests.generating.server import Server


class Scripted(Server):
    def __init__(self, script: Path, log: Path, latency: float, faults: dict[str, str]) -> None:
        self.rules: list[dict[str, Any]] = json.loads(script.read_text())
        self.answers = {rule["name"]: rule for rule in self.rules}
        self.log = log.open("a", buffering=1)
        self.latency, self.faults, self.any_prompt = latency, faults, False
        self.seen: Counter[str] = Counter()

    def task_of(self, asked: str) -> str:
        found = (rule["name"] for rule in self.rules if all(text in asked for text in rule["in"]))
        return next(found, "unknown")

    def answer(self, task_id: str, fault: str, key: str, bare: bool) -> tuple[str, dict[str, Any]]:
        if task_id in self.answers:
            answers = self.answers[task_id]["answers"]
            text = answers[min(self.seen[task_id], len(answers)) - 1]
            tokens = {"prompt_tokens": 100, "completion_tokens": len(text)}
            self.answers[task_id] |= {"raw": text, "finish_reason": "stop", **tokens}
        return super().answer(task_id, fault, key, bare)


async def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("script", type=Path)
    parser.add_argument("log", type=Path)
    parser.add_argument("--latency", type=float, default=0.0)
    parser.add_argument("--faults", type=json.loads, default={})
    told = parser.parse_args()
    scripted = Scripted(told.script, told.log, told.latency, told.faults)
    listening = await asyncio.start_server(scripted.serve, "127.0.0.1", 0, limit=1 << 20)
    print(listening.sockets[0].getsockname()[1], flush=True)
    await listening.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
