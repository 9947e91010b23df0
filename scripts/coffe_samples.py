"""COFFE's public predictions on HumanEval as samples: python scripts/coffe_samples.py GPT-4o.json > samples.jsonl

The file is {prompt: [[raw output], valid]}; it has prompts of other benchmarks too, which are left out.
"""

import json
import sys
from pathlib import Path

from evaluator import load_problems


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: coffe_samples.py PREDICTIONS")
    try:
        by_prompt = json.loads(Path(sys.argv[1]).read_text())
        stripped = {prompt.strip(): outputs for prompt, outputs in by_prompt.items()}
        for problem in load_problems():
            for text in stripped.get(problem.prompt.strip(), [[]])[0]:
                print(json.dumps({"task_id": problem.task_id, "raw": text}))
    except (OSError, ValueError, AttributeError, IndexError, TypeError) as error:
        sys.exit(f"coffe_samples: {sys.argv[1]}: {error}; give a file of COFFE's predictions")


if __name__ == "__main__":
    main()
