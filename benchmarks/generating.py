"""How near generating comes to the ideal time: requests at once, to a server on the loopback that takes 50 ms each.

Usage: .venv/bin/python benchmarks/generating.py [REQUESTS] [AT ONCE]

The ideal is the time that the server alone makes unavoidable: as many rounds as there are, at 50 ms each. What is
measured is from the first request to the last answer, so without starting Python and importing packages.
"""

import math
import os
import subprocess
import sys
import tempfile
import time
from dataclasses import replace
from pathlib import Path

from tallybench.benchmarks import load_benchmark
from tallybench.generating.answers import generate
from tallybench.generating.prompt import load_prompt
from tallybench.generating.settings import Settings
from tallybench.journal import Journal

LATENCY = 0.05  # seconds
TESTS = Path(__file__).parent.parent / "tests" / "generating"


def main() -> None:
    requests, connections = (int(text) for text in (sys.argv[1:] or ["1000", "32"]))
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TALLYBENCH_CACHE"] = folder
        command = [sys.executable, str(TESTS / "server.py"), str(TESTS / "recorded.jsonl"), f"{folder}/log.jsonl"]
        server = subprocess.Popen([*command, "--latency", str(LATENCY), "--any"], stdout=subprocess.PIPE, text=True)
        assert server.stdout is not None
        try:
            measure(requests, connections, f"http://127.0.0.1:{int(server.stdout.readline())}/v1")
        finally:
            server.kill()
            server.wait()


def measure(requests: int, connections: int, address: str) -> None:
    benchmark = load_benchmark()
    benchmark = replace(benchmark, problems=benchmark.problems[:1])
    settings = Settings(
        "openai-api/local/recorded",
        load_prompt("instruct"),
        address,
        samples=requests,
        temperature=0.8,
        connections=connections,
    )
    warm_up = replace(settings, samples=1, temperature=0.7)
    generate(benchmark, warm_up, Journal("warm-up", resume=False), lambda *_: None)
    started, used = time.perf_counter(), time.process_time()
    generate(benchmark, settings, Journal("benchmark", resume=False), lambda *_: None)
    took, used = time.perf_counter() - started, time.process_time() - used
    ideal = math.ceil(requests / connections) * LATENCY
    print(f"{requests} answers, {connections} at once, {LATENCY * 1000:g} ms each")
    print(f"ideal {ideal:.2f} s, measured {took:.2f} s ({took / ideal - 1:+.0%}); processor time {used:.2f} s")


if __name__ == "__main__":
    main()
