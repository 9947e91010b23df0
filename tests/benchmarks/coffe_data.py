"""A small data set in COFFE's layout, and a model's predictions for it."""

import json
from pathlib import Path
from typing import Any

TASK = "You are an expert Python programmer, and here is your task: "
ADD = "def total(numbers):\n    '''Adds them up.'''"
PAIR = TASK + "Swap them. Please write a Python function swap(pair) for the task.\n```python"
NAME = TASK + "Greet. Please write a Python function greet(name) for the task.\n```python"
SORT = TASK + "\nSort the numbers.\nPython Solution:\n```python"
APPS = TASK + "\nEcho the line.\nPython Solution:\n```python"

SLOW_SORT = """\
numbers = list(map(int, input().split()))
done = []
while numbers:
    least = numbers[0]
    for one in numbers:
        if one < least:
            least = one
    numbers.remove(least)
    done.append(least)
print(*done)
"""
QUICK_SORT = "print(*sorted(map(int, input().split())))\n"
MIDDLE_SORT = "numbers = list(map(int, input().split()))\nfor _ in range(100):\n    numbers.sort()\nprint(*numbers)\n"
WRONG_SORT = "print(*sorted(input().split()))\n"
SORT_INPUT = """\
import random
def generate_input():
    return " ".join(str(random.randint(1, 9999)) for _ in range(200)) + "\\n"
"""


def write_data(folder: Path) -> Path:
    """Writes COFFE's `datasets` folder: three functions, a program with four human solutions, one without tests."""
    best = {
        ADD: ["def solution(numbers):\n    return sum(numbers)\n", False],
        PAIR: ["def solution(pair):\n    if not pair:\n        return []\n    return [pair[1], pair[0]]\n", False],
        NAME: ["def solution(name):\n    return 'Hello, ' + name\n", False],
    }
    content: dict[str, Any] = {
        "function/data.json": [
            {"dataset": "openai_humaneval", "task_id": "HumanEval/900", "entry_point": "total", "final_prompt": ADD},
            {"dataset": "mbpp", "task_id": 7, "entry_point": "swap", "final_prompt": PAIR},
            {"dataset": "mbpp", "task_id": 8, "entry_point": "greet", "final_prompt": NAME},
        ],
        "function/testcases.json": {
            ADD: [{"input": [[1, 2]], "output": [3]}, {"input": [[]], "output": [0]}],
            PAIR: [{"input": [[1, 2]], "output": [[2, 1]]}],
            NAME: [{"input": ["Ada"], "output": ["Hello, Ada"]}],
        },
        "function/stressful_testcases.json": {
            ADD: [{"input": "[list(range(20000))]", "output": None}, {"input": "[[1] * 20000]", "output": None}],
            PAIR: [{"input": "[[1, 2]]", "output": None}],
            NAME: [{"input": "['x' * 1000]", "output": None}, {"input": "[no_such_name]", "output": None}],
        },
        "function/best_solutions.json": best,
        "function/solutions.json": {
            "prompt2groundtruth": {prompt: [code] for prompt, code in best.items()},
            "prompt2io": {},
        },
        "file/data.json": [
            {"dataset": "deepmind/code_contests", "final_prompt": SORT},
            {"dataset": "codeparrot/apps", "final_prompt": APPS},
        ],
        "file/stressful_testcases.json": {SORT: [SORT_INPUT], APPS: [SORT_INPUT]},
        "file/best_solutions.json": {SORT: [MIDDLE_SORT, True], APPS: ["print(input())", True]},
        "deepmind_code_contests/testcases.json": {
            SORT: [{"input": ["2 1\n"], "output": ["1 2\n"]}, {"input": ["10 9\n"], "output": ["9 10\n"]}],
        },
        "deepmind_code_contests/stressful_testcases.json": {SORT: [SORT_INPUT]},
        "deepmind_code_contests/best_solutions.json": {SORT: [MIDDLE_SORT, True]},
        "deepmind_code_contests/solutions.json": {
            "prompt2groundtruth": {SORT: [[code, True] for code in (SLOW_SORT, QUICK_SORT, MIDDLE_SORT, WRONG_SORT)]},
            "prompt2io": {},
        },
    }
    for path, value in content.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(json.dumps(value))
    return folder


def write_predictions(path: Path, answers: dict[str, str]) -> Path:
    """Writes predictions as COFFE does."""
    path.write_text(json.dumps({prompt: [[answer], True] for prompt, answer in answers.items()}))
    return path


def fenced(code: str) -> str:
    """An answer with the code in a block, and prose around it."""
    return f"Here it is:\n\n```python\n{code}\n```\n\nIt runs in linear time.\n"
