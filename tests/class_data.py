"""A small data set in ClassEval's layout, of classes of our own, and a model's predictions for it."""

import json
from pathlib import Path

from tests.sandbox.class_suites import IMPORTS, SUITES, TILL

_METHODS = {"put": "TillTestPut", "total": "TillTestTotal", "largest": "TillTestLargest", "save": "TillTest"}
COUNTER = """
class Counter:
    def __init__(self):
        self.counts = {}

    def add(self, name):
        self.counts[name] = self.counts.get(name, 0) + 1
        return self.counts[name]

    def most(self):
        return max(self.counts.values(), default=0)

    def add_all(self, names):
        for name in names:
            self.add(name)
        return self.most()
"""
COUNTER_SKELETON = '''
class Counter:
    """Counts names."""

    def __init__(self):
        self.counts = {}

    def add(self, name):
        """
        Counts a name once more, and returns its count.
        >>> Counter().add("a")
        1
        """

    def most(self):
        """
        The highest count, 0 without names.
        """

    def add_all(self, names):
        """
        Counts all names, and returns the highest count.
        """
'''
COUNTER_TESTS = """
import unittest

class CounterTestAdd(unittest.TestCase):
    def test_add(self):
        self.assertEqual(Counter().add("a"), 1)
    def test_add_twice(self):
        counter = Counter()
        counter.add("a")
        self.assertEqual(counter.add("a"), 2)

class CounterTestMost(unittest.TestCase):
    def test_most(self):
        counter = Counter()
        self.assertEqual(counter.most(), 0)
        counter.counts = {"a": 3, "b": 5}
        self.assertEqual(counter.most(), 5)

class CounterTestAddAll(unittest.TestCase):
    def test_add_all(self):
        self.assertEqual(Counter().add_all(["a", "b", "a"]), 2)

class CounterTestMain(unittest.TestCase):
    def test_main(self):
        counter = Counter()
        counter.add("a")
        self.assertEqual(counter.add_all(["a", "b"]), 2)
"""
RIGHT = f"Here it is:\n```python\n{COUNTER}```\nIt counts."
WRONG_MOST = RIGHT.replace("default=0", "default=1")
NO_CODE = "Please complete the class yourself."


def write_data(folder: Path) -> Path:
    """Writes `ClassEval_data.json` with two classes and one that is left out, and its published figures."""
    records = [
        {
            "task_id": "ClassEval_0",
            "skeleton": COUNTER_SKELETON,
            "test": COUNTER_TESTS,
            "solution_code": COUNTER,
            "import_statement": [],
            "class_name": "Counter",
            "test_classes": ["CounterTestAdd", "CounterTestMost", " CounterTestAddAll", "CounterTestMain"],
            "methods_info": [
                _method("add", "CounterTestAdd", field_dependencies=["self.counts"]),
                _method("most", "CounterTestMost", field_dependencies=["self.counts"]),
                _method("add_all", "CounterTestAddAll", method_dependencies=["add", "most"]),
            ],
        },
        {
            "task_id": "ClassEval_1",
            "skeleton": TILL,
            "test": SUITES,
            "solution_code": f"{IMPORTS}\n{TILL}",
            "import_statement": IMPORTS.splitlines(),
            "class_name": "Till",
            "test_classes": ["TillTestPut", "TillTestTotal", "TillTestLargest", "TillTestSave", "TillTest"],
            "methods_info": [_method(name, suite) for name, suite in _METHODS.items()],
        },
        {"task_id": "ClassEval_48"},
    ]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "ClassEval_data.json").write_text(json.dumps(records))
    told = {"class_success": 0.01, "class_partial_success": 0.01, "fun_success": 0.02, "fun_partial_success": 0.02}
    published = {"pass_1": {"model_class_H_t0.2": told}, "pass_1_greedy": {}}
    (folder / "published_pass_at_k.json").write_text(json.dumps(published))
    return folder


def write_predictions(folder: Path, *answers: object) -> Path:
    """Writes the answers for the first class, and the canonical one for the second."""
    path = folder / "predictions_model_class_H_t0.2.json"
    till = f"```python\n{TILL}```"
    entries = [
        {"task_id": "ClassEval_0", "predict": list(answers)},
        {"task_id": "ClassEval_1", "predict": [till] * len(answers)},
        {"task_id": "ClassEval_48", "predict": ["class IpUtil: pass"] * len(answers)},
        {"task_id": "ClassEval_99", "predict": ["class Zip: pass"]},
    ]
    path.write_text(json.dumps(entries))
    return path


def _method(name: str, suite: str, **dependencies: list[str]) -> dict[str, object]:
    told: dict[str, object] = {"Standalone": not dependencies, "lib_dependencies": []}
    return {"method_name": name, "test_class": suite, "dependencies": told | dependencies}
