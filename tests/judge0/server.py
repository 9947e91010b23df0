"""A server that speaks Judge0's HTTP API as it is documented, as a process of its own.

It is not Judge0. It was written from the documentation; outputs, ends, CPU time and memory are those of real processes.
It prints its port, and writes a line to LOG for every request and every run. What goes wrong, in JSON:

    token        the token that every request needs
    full         how many submissions it refuses: the queue is full
    drop         how many submissions it takes, closing the connection instead of answering; -1 for ever
    internal     by a text in a program: how often it ends with an internal error, -1 for ever
    forget       by a text in a program: how often it is not known any more when it is asked for
    stuck        by a text in a program: how often it stays in the queue for ever
"""

import base64
import json
import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
import uuid
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import fmean
from typing import Any
from urllib.parse import parse_qs, urlsplit

LANGUAGES = {46: "Bash (5.0.0)", 70: "Python (2.7.17)", 71: "Python (3.8.1)", 92: "Python (3.11.2)"}
MOST = {"cpu_time_limit": 1, "wall_time_limit": 20, "memory_limit": 512_000, "max_file_size": 4096}
MOST |= {"number_of_runs": 20}
STATUSES = {1: "In Queue", 2: "Processing", 3: "Accepted", 5: "Time Limit Exceeded", 11: "Runtime Error (NZEC)"}
STATUSES |= {12: "Runtime Error (Other)", 13: "Internal Error"}
NO_BOX = "No such file or directory @ rb_sysopen - /box/script.py"


class Judge:
    """The submissions, and the one worker that runs them."""

    def __init__(self, log: Path, faults: dict[str, Any]) -> None:
        self.faults = faults
        self.submissions: dict[str, dict[str, Any]] = {}
        self.waiting: queue.Queue[dict[str, Any]] = queue.Queue()
        self._lock = threading.Lock()
        self._log = log.open("a", buffering=1)

    def log(self, **facts: Any) -> None:
        with self._lock:
            self._log.write(json.dumps(facts) + "\n")

    def goes_wrong(self, fault: str, source: str | None = None) -> bool:
        """Whether something that goes wrong so many times does so now; by a text in a program where one is given."""
        with self._lock:
            times = self.faults if source is None else self.faults.get(fault, {})
            name = fault if source is None else next((text for text in times if text in source), "")
            if times.get(name, 0) == 0:
                return False
            times[name] -= 1
            return True

    def work(self) -> None:
        while True:
            submission = self.waiting.get()
            if self.goes_wrong("internal", submission["source_code"]):
                submission |= {"message": NO_BOX, "status": 13}
            else:
                self.run(submission)
            self.log(ran=submission["token"], status=submission["status"])

    def run(self, submission: dict[str, Any]) -> None:
        """Run a program in this Python 3, or in bash, as often as it was asked; time and memory are means."""
        times, memories = [], []
        for _ in range(submission["number_of_runs"]):
            self.run_once(submission)
            times.append(submission["time"])
            memories.append(submission["memory"])
            if submission["ended"] != 3:
                break
        submission |= {"time": fmean(times), "memory": fmean(memories)}
        submission["status"] = submission["ended"]  # at last: who sees it reads the rest

    def run_once(self, submission: dict[str, Any]) -> None:
        is_bash = LANGUAGES[submission["language_id"]].startswith("Bash")
        seconds = int(submission["cpu_time_limit"])
        memory, size = (submission[name] << 10 for name in ("memory_limit", "max_file_size"))
        bounds = [f"--cpu={seconds}:{seconds + 1}", f"--as={memory}", f"--fsize={size}"]
        program = ["bash", "-c"] if is_bash else [sys.executable, "-I", "-c"]
        with tempfile.TemporaryFile() as stdin, tempfile.TemporaryFile() as stdout, tempfile.TemporaryFile() as stderr:
            stdin.write(submission["stdin"])
            stdin.seek(0)
            command = ["prlimit", *bounds, *program, submission["source_code"]]
            process = subprocess.Popen(command, stdin=stdin, stdout=stdout, stderr=stderr)
            _, ended, usage = os.wait4(process.pid, 0)
            process.returncode = code = os.waitstatus_to_exitcode(ended)
            for name, file in (("stdout", stdout), ("stderr", stderr)):
                file.seek(0)
                submission[name] = file.read()
        if code in (-signal.SIGXCPU, -signal.SIGKILL):
            facts: dict[str, Any] = {"message": "Time limit exceeded", "ended": 5}
        elif code < 0:
            facts = {"message": "Caught fatal signal", "exit_signal": -code, "ended": 12}
        else:
            facts = {"message": f"Exited with error code {code}", "ended": 11} if code else {"ended": 3}
        submission |= {"time": usage.ru_utime + usage.ru_stime, "memory": usage.ru_maxrss} | facts


class Handler(BaseHTTPRequestHandler):
    """Judge0's routes, as far as they are used."""

    protocol_version = "HTTP/1.1"
    judge: Judge

    def log_message(self, format: str, *arguments: Any) -> None:
        pass

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))) or b"{}")
        judge, parts = self.judge, urlsplit(self.path)
        judge.log(method=self.command, path=parts.path, sent=sorted(body))
        about = {
            "/about": {"version": "1.13.1"},
            "/languages": [{"id": number, "name": name} for number, name in LANGUAGES.items()],
            "/config_info": {f"max_{name}": most for name, most in MOST.items()},
        }
        if self.headers.get("X-Auth-Token") != judge.faults.get("token"):
            self.answer(401, None)
        elif parts.path in about:
            self.answer(200, about[parts.path])
        elif self.command == "POST":
            self.create(body)
        else:
            self.show(parts.path.removeprefix("/submissions/"), parse_qs(parts.query)["fields"][0].split(","))

    do_GET = do_POST

    def create(self, given: dict[str, Any]) -> None:
        if self.judge.goes_wrong("full"):
            return self.answer(503, {"error": "queue is full"})
        if faults := {name: [f"must be at most {limit}"] for name, limit in MOST.items() if given[name] > limit}:
            return self.answer(422, faults)
        texts = {name: base64.b64decode(given[name]) for name in ("source_code", "stdin")}
        kept = given | texts | {"token": str(uuid.uuid4()), "status": 1, "source_code": texts["source_code"].decode()}
        self.judge.submissions[kept["token"]] = kept
        if not self.judge.goes_wrong("stuck", kept["source_code"]):
            self.judge.waiting.put(kept)
        if self.judge.goes_wrong("drop"):
            self.close_connection = True
            return None
        return self.answer(201, {"token": kept["token"]})

    def show(self, token: str, fields: list[str]) -> None:
        submission = self.judge.submissions.get(token)
        if submission is None or self.judge.goes_wrong("forget", submission["source_code"]):
            return self.answer(404, None)
        status = submission["status"]  # before the rest, for the worker writes it last
        shown = {name: submission.get(name) for name in fields} | {
            "status": {"id": status, "description": STATUSES[status]}
        }
        for name in ("stdout", "stderr", "message"):
            value = shown[name] or b""
            value = value.encode() if isinstance(value, str) else value
            shown[name] = base64.encodebytes(value).decode() or None  # in lines, as Ruby writes it
        shown["time"] = None if shown["time"] is None else f"{shown['time']:.3f}"
        return self.answer(200, shown)

    def answer(self, status: int, content: Any) -> None:
        body = b"" if content is None else json.dumps(content).encode()
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def main() -> None:
    Handler.judge = Judge(Path(sys.argv[1]), json.loads(sys.argv[2]))
    threading.Thread(target=Handler.judge.work, daemon=True).start()
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    print(server.server_address[1], flush=True)
    server.serve_forever()


if __name__ == "__main__":
    main()
