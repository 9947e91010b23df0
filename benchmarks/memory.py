"""Memory: the evaluator's own process on 32,800 distinct samples (200 a problem), correctness only.

Each sample is wrong in its first call, so that the run is as long as it must be and no longer: what is measured is what
the evaluator holds, not what the solutions do.
"""

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from evaluator import load_problems

COPIES = 200

RUN = """
import resource, sys, time
from pathlib import Path
from evaluator.cli import main
samples, output = sys.argv[1:]
sys.argv = ["tallybench", "evaluate", samples, "--model", "many", "--no-count", "--k", "1,10,100", "-o", output]
try:
    main()
finally:
    print("peak", resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        samples = Path(folder, "samples.jsonl")
        with samples.open("w") as file:
            for problem in load_problems():
                for copy in range(COPIES):
                    body = f"    # sample {copy}\n" + "    # as long as a usual answer\n" * 15 + "    return None\n"
                    file.write(json.dumps({"task_id": problem.task_id, "completion": body}) + "\n")
        start = time.perf_counter()
        command = [sys.executable, "-c", RUN, str(samples), str(Path(folder, "result.json"))]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        taken = time.perf_counter() - start
        size = Path(folder, "result.json").stat().st_size
    peak = int(done.stdout.split("peak ")[-1]) / 1024
    count = COPIES * len(load_problems())
    print(f"{count:,} samples in {taken:.0f} s: peak of the evaluator {peak:.0f} MiB, result {size / 2**20:.0f} MiB")


if __name__ == "__main__":
    main()
