"""A server that speaks Judge0's HTTP API as it is documented, as a process of its own.

It is not Judge0. It was written from the documentation, and runs programs in our sandbox, one after another: their
output, CPU time, memory and end are real. It says what the documentation says: statuses, limits, and what is refused.

    python -m tests.judge0.server LOG [--faults JSON]

It prints its port, and writes a line to LOG for every request and every run. What goes wrong, in JSON:

    token        the token that every request needs
    languages    instead of the usual ones: a list of [id, name]
    config       what differs in the configuration
    queue_full   so many creations are refused: the queue is full
    rate_limit   so many questions for submissions are refused: too many requests, with Retry-After
    drop         so many creations are done, and the connection closed instead of an answer
    down         so many requests for submissions get no answer at all
    internal     by a text in a program: how often it ends with an internal error, -1 for ever
    forget       by a text in a program: how often it is not known any more when it is asked for
    stuck        by a text in a program: how often it is left in the queue for ever
    latency      seconds that each run takes longer
"""

import argparse
import base64
import json
import os
import queue
import signal
import threading
import time
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from evaluator.execution.inside.protocol import LENGTH
from evaluator.execution.jobs import FAILED_PROGRAM, compile_solution, limits, read_answer
from evaluator.execution.sandbox.bubblewrap import Setting
from evaluator.execution.sandbox.host import Zygote
from evaluator.execution.sandbox.interpreter import default_interpreter, probe_interpreter
from evaluator.values.wire import decode

LANGUAGES = [(46, "Bash (5.0.0)"), (70, "Python (2.7.17)"), (71, "Python (3.8.1)"), (92, "Python (3.11.2)")]
CONFIG = {
    "enable_wait_result": True,
    "max_queue_size": 100,
    "cpu_time_limit": 5,
    "max_cpu_time_limit": 15,
    "wall_time_limit": 10,
    "max_wall_time_limit": 20,
    "memory_limit": 128000,
    "max_memory_limit": 512000,
    "max_file_size": 1024,
    "max_max_file_size": 4096,
    "max_number_of_runs": 20,
}
LIMITED = ("cpu_time_limit", "wall_time_limit", "memory_limit", "max_file_size")
BATCH = 20
STATUSES = {
    **{1: "In Queue", 2: "Processing", 3: "Accepted", 5: "Time Limit Exceeded", 7: "Runtime Error (SIGSEGV)"},
    **{8: "Runtime Error (SIGXFSZ)", 9: "Runtime Error (SIGFPE)", 10: "Runtime Error (SIGABRT)"},
    **{11: "Runtime Error (NZEC)", 12: "Runtime Error (Other)", 13: "Internal Error"},
}
BY_SIGNAL = {signal.SIGSEGV: 7, signal.SIGXFSZ: 8, signal.SIGFPE: 9, signal.SIGABRT: 10}
FIELDS = ("token", "time", "memory", "stdout", "stderr", "compile_output", "message", "status")
IN_BASE64 = ("stdout", "stderr", "compile_output", "message")


class Judge:
    """The submissions, and the one worker that runs them."""

    def __init__(self, log: Path, faults: dict[str, Any]) -> None:
        self.faults = faults
        self.config = CONFIG | faults.get("config", {})
        self.languages: dict[int, str] = dict(faults.get("languages", LANGUAGES))
        self.submissions: dict[str, dict[str, Any]] = {}
        self.waiting: queue.Queue[dict[str, Any]] = queue.Queue()
        self.lock = threading.Lock()
        self._log = log.open("a", buffering=1)
        self._zygote = Zygote(Setting(probe_interpreter(default_interpreter()), gauged=True))

    def log(self, **facts: Any) -> None:
        with self.lock:
            self._log.write(json.dumps(facts) + "\n")

    def once_more(self, fault: str) -> bool:
        """Whether something that goes wrong so many times does so now."""
        with self.lock:
            self.faults[fault] = self.faults.get(fault, 0) - 1
            return bool(self.faults[fault] >= 0)

    def is_faulty(self, fault: str, source: str) -> bool:
        """The same of what goes wrong with a program."""
        with self.lock:
            for text, times in self.faults.get(fault, {}).items():
                if text in source and times != 0:
                    self.faults[fault][text] = times - 1
                    return True
        return False

    def work(self) -> None:
        while True:
            submission = self.waiting.get()
            submission["status"] = 2
            time.sleep(self.faults.get("latency", 0))
            if self.is_faulty("internal", submission["source_code"]):
                submission |= {"message": "No such file or directory @ rb_sysopen - /box/script.py", "status": 13}
            else:
                self.run(submission)
            self.log(ran=submission["token"], status=submission["status"])

    def run(self, submission: dict[str, Any]) -> None:
        """Runs a program in Python 3, whichever it names; to other languages every program here is nonsense."""
        if not self.languages[submission["language_id"]].startswith("Python (3"):
            submission |= {"exit_code": 2, "stderr": b"syntax error\n", "time": 0.001, "memory": 900, "status": 11}
            return
        compiled = compile_solution(self._zygote, submission["source_code"])
        if compiled.output is None:
            reason = "" if compiled.failure is None else compiled.failure.reason
            submission |= {"exit_code": 1, "stderr": f"{reason}\n".encode(), "time": 0.02, "memory": 9000, "status": 11}
            return
        result = os.memfd_create("stdout")
        job = {"kind": "program", "code": decode(compiled.output), "stdin": submission["stdin"]}
        room = submission["max_file_size"] << 10
        bounds = limits(submission["cpu_time_limit"], submission["memory_limit"] << 10, max(room, len(job["stdin"])))
        bounds["limits"]["wall_seconds"] = submission["wall_time_limit"]
        ended = self._zygote.run(job | bounds, result)
        printed = os.pread(result, os.fstat(result).st_size, 0)
        os.close(result)
        stderr = b""
        if ended.exit_code == FAILED_PROGRAM and len(printed) > LENGTH.size:
            (length,) = LENGTH.unpack(printed[-LENGTH.size :])
            cut = len(printed) - LENGTH.size - length
            _, failure = read_answer(printed[cut : cut + length])
            printed = printed[:cut]
            stderr = f"Traceback (most recent call last):\n{failure.reason if failure else ''}\n".encode()
        said = None
        status = 3 if ended.exit_code == 0 else 11
        if ended.out_of_time:
            status, said = 5, f"Time limit exceeded{' (wall clock)' if ended.slept else ''}"
        elif ended.signal is not None:
            status = BY_SIGNAL.get(signal.Signals(ended.signal), 12)
        submission |= {
            "exit_code": ended.exit_code,
            "exit_signal": ended.signal,
            "stdout": printed,
            "stderr": stderr,
            "message": said,
            "time": ended.cpu_seconds,
            "memory": (ended.peak or 0) >> 10,
            "status": status,
        }


class Handler(BaseHTTPRequestHandler):
    """Judge0's routes, as far as they are used."""

    protocol_version = "HTTP/1.1"
    judge: Judge

    def log_message(self, format: str, *arguments: Any) -> None:
        pass

    def do_GET(self) -> None:
        self.exchange({})

    def do_POST(self) -> None:
        self.exchange(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))

    def exchange(self, body: dict[str, Any]) -> None:
        parts = urlsplit(self.path)
        asked = {name: values[0] for name, values in parse_qs(parts.query).items()}
        sent = [sorted(submission) for submission in body.get("submissions", [])]
        self.judge.log(method=self.command, path=parts.path, asked=asked, sent=sent)
        wanted = self.judge.faults.get("token")
        if wanted is not None and self.headers.get("X-Auth-Token") != wanted:
            self.answer(401, None)
        elif parts.path == "/about":
            self.answer(200, {"version": "1.13.1", "homepage": "https://judge0.com", "maintainer": "nobody"})
        elif parts.path == "/languages":
            self.answer(200, [{"id": number, "name": name} for number, name in self.judge.languages.items()])
        elif parts.path == "/config_info":
            self.answer(200, self.judge.config)
        elif parts.path != "/submissions/batch":
            self.answer(404, {"error": "not found"})
        elif self.judge.once_more("down"):
            self.close_connection = True
        elif self.command == "POST":
            self.create(body["submissions"])
        else:
            self.show(asked)

    def create(self, given: list[dict[str, Any]]) -> None:
        if len(given) > BATCH:
            said = f"number of submissions in a batch should be less than or equal to {BATCH}"
            return self.answer(400, {"error": said})
        full = self.judge.waiting.qsize() + len(given) > self.judge.config["max_queue_size"]
        if full or self.judge.once_more("queue_full"):
            return self.answer(503, {"error": "queue is full"})
        answers = [self.faults_of(submission) or self.accept(submission) for submission in given]
        if self.judge.once_more("drop"):
            self.close_connection = True
            return None
        return self.answer(201 if any("token" in answer for answer in answers) else 422, answers)

    def faults_of(self, submission: dict[str, Any]) -> dict[str, Any]:
        config, found = self.judge.config, {}
        if submission.get("language_id") not in self.judge.languages:
            found["language_id"] = [f"language with id {submission.get('language_id')} doesn't exist"]
        if not base64.b64decode(submission.get("source_code", "")).strip():
            found["source_code"] = ["can't be blank"]
        for name in LIMITED:
            if submission.get(name, 0) > config[f"max_{name}"]:
                found[name] = [f"must be less than or equal to {config[f'max_{name}']}"]
        return found

    def accept(self, submission: dict[str, Any]) -> dict[str, Any]:
        kept = {name: self.judge.config[name] for name in LIMITED} | submission | {"status": 1}
        kept["token"] = str(uuid.uuid4())
        kept["source_code"] = base64.b64decode(submission["source_code"]).decode("utf-8", "surrogatepass")
        kept["stdin"] = base64.b64decode(submission.get("stdin", ""))
        self.judge.submissions[kept["token"]] = kept
        if not self.judge.is_faulty("stuck", kept["source_code"]):
            self.judge.waiting.put(kept)
        return {"token": kept["token"]}

    def show(self, asked: dict[str, str]) -> None:
        if self.judge.once_more("rate_limit"):
            return self.answer(429, {"error": "too many requests"}, {"Retry-After": "1"})
        tokens = asked["tokens"].split(",")
        if len(tokens) > BATCH:
            said = f"number of submissions in a batch should be less than or equal to {BATCH}"
            return self.answer(400, {"error": said})
        fields = asked["fields"].split(",") if "fields" in asked else FIELDS
        return self.answer(200, {"submissions": [self.shown(token, fields) for token in tokens]})

    def shown(self, token: str, fields: Any) -> dict[str, Any] | None:
        submission = self.judge.submissions.get(token)
        if submission is None or self.judge.is_faulty("forget", submission["source_code"]):
            return None
        # The status first, for the worker writes it last.
        status, shown = submission["status"], {}
        for name in fields:
            value = submission.get(name)
            if name == "status":
                value = {"id": status, "description": STATUSES[status]}
            elif name in IN_BASE64 and value:
                # As Ruby writes it: in lines.
                value = base64.encodebytes(value.encode() if isinstance(value, str) else value).decode()
            elif name == "time" and value is not None:
                value = f"{value:.3f}"
            shown[name] = value or None
        return shown

    def answer(self, status: int, content: Any, headers: dict[str, str] | None = None) -> None:
        body = b"" if content is None else json.dumps(content).encode()
        self.send_response(status)
        for name, value in {
            "Content-Type": "application/json",
            "Content-Length": str(len(body)),
            **(headers or {}),
        }.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("log", type=Path)
    parser.add_argument("--faults", type=json.loads, default={})
    told = parser.parse_args()
    Handler.judge = Judge(told.log, told.faults)
    threading.Thread(target=Handler.judge.work, daemon=True).start()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(server.server_address[1], flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
