"""A server in the form of OpenAI's protocol, as a process of its own: it answers from recorded answers of a real model.

The answers in `recorded.jsonl` are of Qwen2.5-Coder-0.5B-Instruct (Q4_K_M, greedy, llama.cpp), to HumanEval's problems.

    python tests/generating/server.py ANSWERS LOG [--latency SECONDS] [--faults JSON] [--any]

It prints its port, and writes a line to LOG for every request: which problem, what became of it. A fault is told for a
problem by its task id: `rate_limit` and `drop` and `cut` go wrong once and then right; `error` always; the others are
answers.
"""

import argparse
import asyncio
import json
from collections import Counter
from pathlib import Path
from typing import Any, TextIO

LONG = "x = 1\n" * 34_000  # 204 kB
UNICODE = "Grüße, 世界, 🎉, a NUL \u0000 and half a pair \ud83d."
REFUSAL = "I cannot help with that."


class Server:
    def __init__(self, answers: Path, log: Path, latency: float, faults: dict[str, str], any_prompt: bool) -> None:
        records = [json.loads(line) for line in answers.read_text().splitlines()]
        self.answers = {record["task_id"]: record for record in records}
        # A prompt is known by the first line of the function in it.
        self.heads = {head_of(record["raw"]): record["task_id"] for record in records}
        self.log: TextIO = log.open("a", buffering=1)
        self.latency = latency
        self.faults = faults
        self.any_prompt = any_prompt
        self.seen: Counter[str] = Counter()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while await self.exchange(reader, writer):
                pass
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def exchange(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> bool:
        head = await reader.readuntil(b"\r\n\r\n")
        request_line, *headers = head.decode("latin-1").split("\r\n")
        fields = dict(line.lower().split(": ", 1) for line in headers if ": " in line)
        request = json.loads(await reader.readexactly(int(fields["content-length"])))
        path = request_line.split()[1]
        asked = request["prompt"] if path.endswith("/v1/completions") else request["messages"][-1]["content"]
        task_id = self.task_of(asked)
        fault = self.faults.get(task_id, "")
        self.seen[task_id] += 1
        if fault in ("rate_limit", "drop", "cut") and self.seen[task_id] > 1:
            fault = ""
        self.log.write(json.dumps({"task_id": task_id, "fault": fault, "path": path, "request": request}) + "\n")
        await asyncio.sleep(self.latency)
        if fault == "drop":
            return False
        status, content = self.answer(task_id, fault, fields.get("authorization", ""), path.endswith("/v1/completions"))
        body = json.dumps(content).encode()
        lines = [f"HTTP/1.1 {status}", "Content-Type: application/json", f"Content-Length: {len(body)}"]
        writer.write("\r\n".join([*lines, "", ""]).encode() + (body[: len(body) // 2] if fault == "cut" else body))
        await writer.drain()
        return fault != "cut"

    def task_of(self, asked: str) -> str:
        found = [task_id for head, task_id in self.heads.items() if head in asked]
        return found[0] if found else next(iter(self.answers)) if self.any_prompt else "unknown"

    def answer(self, task_id: str, fault: str, key: str, bare: bool) -> tuple[str, dict[str, Any]]:
        if fault == "rate_limit":
            return "429 Too Many Requests", {"error": {"message": "slow down", "type": "rate_limit", "code": "rate"}}
        if fault == "error" or task_id not in self.answers:
            said = f"cannot be answered; the key was {key.removeprefix('bearer ')}"
            return "400 Bad Request", {"error": {"message": said, "type": "invalid_request_error", "code": None}}
        record = self.answers[task_id]
        text, reason = record["raw"], record["finish_reason"]
        if fault == "empty":
            text = ""
        elif fault == "truncated":
            text, reason = text[:40], "length"
        elif fault == "refusal":
            text, reason = REFUSAL, "content_filter"
        elif fault == "unicode":
            text = UNICODE
        elif fault == "long":
            text = LONG
        choice = {"index": 0, "finish_reason": reason, "logprobs": None}
        choice |= {"text": text} if bare else {"message": {"role": "assistant", "content": text}}
        tokens = {"prompt_tokens": record["prompt_tokens"], "completion_tokens": record["completion_tokens"]}
        return "200 OK", {
            "id": "answer",
            "object": "text_completion" if bare else "chat.completion",
            "created": 0,
            "model": "recorded",
            "choices": [choice],
            "usage": tokens | {"total_tokens": sum(tokens.values())},
        }


def head_of(text: str) -> str:
    """The line with which the last function of a text begins."""
    return [line for line in text.splitlines() if line.startswith("def ")][-1].split("(")[0] + "("


async def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("answers", type=Path)
    parser.add_argument("log", type=Path)
    parser.add_argument("--latency", type=float, default=0.0)
    parser.add_argument("--faults", type=json.loads, default={})
    parser.add_argument("--any", action="store_true", help="answer unknown prompts too")
    told = parser.parse_args()
    server = Server(told.answers, told.log, told.latency, told.faults, told.any)
    listening = await asyncio.start_server(server.serve, "127.0.0.1", 0, limit=1 << 20)
    print(listening.sockets[0].getsockname()[1], flush=True)
    await listening.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
