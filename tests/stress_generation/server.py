"""A server in the form of OpenAI's protocol, as a process of its own, that answers by a script.

The script is a JSON list of rules, `{"name", "in", "answers"}`: a question that holds all texts of `in` is given the
answers of the first such rule one after another, the last of them for ever; the same question the same answer.

    python -m tests.stress_generation.server SCRIPT LOG [--latency SECONDS]

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
    def __init__(self, script: Path, log: Path, latency: float) -> None:
        self.rules: list[dict[str, Any]] = json.loads(script.read_text())
        self.log = log.open("a", buffering=1)
        self.latency, self.any_prompt = latency, False
        self.faults: dict[str, str] = {}
        self.seen: Counter[str] = Counter()
        self.answers: dict[str, dict[str, Any]] = {}
        self.asked: dict[str, str] = {}
        self.turns: Counter[str] = Counter()

    def task_of(self, asked: str) -> str:
        """The turn of a rule: what is asked twice, as by a run that was cut off, is answered alike."""
        if asked not in self.asked:
            rule = next((rule for rule in self.rules if all(text in asked for text in rule["in"])), None)
            if rule is None:
                return "unknown"
            turn = min(self.turns[rule["name"]], len(rule["answers"]) - 1)
            self.turns[rule["name"]] += 1
            text = rule["answers"][turn]
            tokens = {"prompt_tokens": 100, "completion_tokens": len(text)}
            self.asked[asked] = f"{rule['name']} {turn}"
            self.answers[self.asked[asked]] = {"raw": text, "finish_reason": "stop", **tokens}
        return self.asked[asked]


async def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("script", type=Path)
    parser.add_argument("log", type=Path)
    parser.add_argument("--latency", type=float, default=0.0)
    told = parser.parse_args()
    scripted = Scripted(told.script, told.log, told.latency)
    listening = await asyncio.start_server(scripted.serve, "127.0.0.1", 0, limit=1 << 20)
    print(listening.sockets[0].getsockname()[1], flush=True)
    await listening.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
