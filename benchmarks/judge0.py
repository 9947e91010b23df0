"""Whether samples have the same verdicts on a server that speaks Judge0's protocol as in our own sandbox.

Usage: python -m benchmarks.judge0 SAMPLES [--benchmark NAME] [--data DIR] [--ids IDS]

The server is the one of the tests, on the loopback; it runs programs in our sandbox. So what is compared is all that
lies between: the driver, the protocol, and how what comes back is judged.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import orjson

TALLYBENCH = [sys.executable, "-c", "from evaluator.cli import main; main()"]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("samples")
    parser.add_argument("--benchmark", default="humaneval")
    parser.add_argument("--data")
    parser.add_argument("--ids")
    told = parser.parse_args()
    options = ["--benchmark", told.benchmark, *(["--data", told.data] if told.data else [])]
    options += [*(["--ids", told.ids] if told.ids else []), *_model(told.samples)]
    with tempfile.TemporaryDirectory() as folder:
        server = subprocess.Popen(
            [sys.executable, "-m", "tests.judge0.server", f"{folder}/log.jsonl"], stdout=subprocess.PIPE, text=True
        )
        try:
            assert server.stdout is not None
            url = f"http://127.0.0.1:{int(server.stdout.readline())}"
            there = _evaluate(told.samples, Path(folder, "judge0.json"), *options, "--engine", "judge0", "--url", url)
        finally:
            server.kill()
            server.wait()
        here = _evaluate(told.samples, Path(folder, "own.json"), *options, "--no-count")
    verdicts = sum(there.get(key, {}).get("verdict") == sample["verdict"] for key, sample in here.items())
    failures = sum(
        key in there and all(there[key][name] == sample[name] for name in ("verdict", "failure"))
        for key, sample in here.items()
    )
    passed = sum(sample["verdict"] == "passed" for sample in here.values())
    print(
        f"{len(here)} samples, {passed} pass in our sandbox; {verdicts} have the same verdict on the server, ", end=""
    )
    print(f"{failures} the same reason to the letter")
    for key, sample in here.items():
        found = there.get(key)
        if found is None or found["verdict"] != sample["verdict"]:
            print(f"  {key[0]}: {'left out' if found is None else found['verdict']}, here {sample['verdict']}")


def _model(samples: str) -> list[str]:
    return [] if samples.startswith("embedded:") else ["--model", Path(samples).stem]


def _evaluate(samples: str, output: Path, *options: str) -> dict[tuple[str, int], dict[str, Any]]:
    subprocess.run([*TALLYBENCH, "evaluate", samples, "-o", str(output), *options], check=True, stdout=sys.stderr)
    content = orjson.loads(output.read_bytes())
    if content["exclusions"]:
        print(json.dumps(content["exclusions"][:5]), file=sys.stderr)
    return {(sample["task_id"], sample["index"]): sample for sample in content["samples"]}


if __name__ == "__main__":
    main()
