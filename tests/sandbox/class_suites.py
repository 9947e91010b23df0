"""A class with unittest suites, of our own, for the tests of how suites are observed and judged."""

import textwrap

from tallybench.model.problem import Suites
from tallybench.sandbox.correctness import Tests
from tallybench.sandbox.packages import SCRATCH

TILL = '''
class Till:
    """Keeps amounts by name, and a book of them on disk."""

    def __init__(self, limit=100):
        self.limit = limit
        self.amounts = {}

    def put(self, name, amount):
        if amount < 0:
            raise ValueError("less than nothing")
        self.amounts[name] = self.amounts.get(name, 0) + amount
        return self.amounts[name]

    def total(self):
        return sum(self.amounts.values())

    def is_full(self):
        return self.total() >= self.limit

    def largest(self):
        return max(self.amounts, key=self.amounts.get) if self.amounts else None

    def names(self):
        return random.sample(sorted(self.amounts), len(self.amounts))

    def stamp(self):
        return datetime.now().strftime("%Y-%m-%d")

    def save(self, path):
        with open(path, "w") as book:
            for name, amount in sorted(self.amounts.items()):
                book.write(f"{name},{amount}\\n")
'''

SUITES = """
import os
import unittest


class TillTestPut(unittest.TestCase):
    def setUp(self):
        self.till = Till()
        self.expected = {"Ada": 7305}

    def test_put_1(self):
        self.till.put("Ada", 7305)
        self.assertEqual(self.till.amounts, self.expected)

    def test_put_2(self):
        expected = 7311
        self.till.put("Ada", 7305)
        self.assertEqual(self.till.put("Ada", 6), expected)

    def test_put_3(self):
        with self.assertRaises(ValueError) as context:
            self.till.put("Ada", -1)
        self.assertEqual(str(context.exception), "less than nothing")

    def test_put_4(self):
        self.assertRaises(ValueError, self.till.put, "Ada", -5)
        self.assertEqual(len(self.till.amounts), 0)


class TillTestTotal(unittest.TestCase):
    def test_total(self):
        till = Till()
        wanted = [40, 81, 123]
        for index, amount in enumerate([40, 41, 42]):
            till.put(str(index), amount)
            self.assertEqual(till.total(), wanted[index])
        self.assertTrue(till.total() == 123)

    def test_total_is_that_of_the_amounts(self):
        till = Till()
        till.put("Ada", 5)
        till.put("Bo", 8)
        self.assertEqual(till.total(), sum(till.amounts.values()))


class TillTestLargest(unittest.TestCase):
    def test_largest(self):
        till = Till()
        self.assertIsNone(till.largest())
        till.put("Ada", 5)
        till.put("Bo", 8)
        self.assertIsNotNone(till.largest())
        self.assertIn("B", till.largest())

    def test_names(self):
        till = Till()
        till.put("Ada", 5)
        till.put("Bo", 8)
        self.assertIn(till.names()[0], till.amounts)
        self.assertEqual({"on": till.stamp()}, {"on": datetime.now().strftime("%Y-%m-%d")})


class TillTestSave(unittest.TestCase):
    def tearDown(self):
        os.remove("book.csv")

    def test_save(self):
        till = Till()
        till.put("Ada", 5)
        till.save("book.csv")
        with open("book.csv") as book:
            self.assertEqual(book.read(), "Ada,5\\n")


class TillTest(unittest.TestCase):
    def test_till(self):
        till = Till(10)
        till.put("Ada", 5)
        self.assertFalse(till.is_full())
        till.put("Bo", 8)
        self.assertTrue(till.is_full())
        self.assertAlmostEqual(till.total() / 3, 4.33333333)
"""
IMPORTS = "import random\nfrom datetime import datetime"
METHODS = (
    ("TillTestPut", "put"),
    ("TillTestTotal", "total"),
    ("TillTestLargest", "largest"),
    ("TillTestSave", "save"),
    ("TillTest", ""),
)
TESTS = Tests(
    "Till/0", "Till", "", SUITES, "class", suites=Suites(IMPORTS, METHODS, f"{IMPORTS}\n{TILL}", packages=SCRATCH)
)


def changed(old: str, new: str) -> str:
    """The class with a part of it replaced."""
    assert TILL.count(old) == 1
    return f"{IMPORTS}\n{TILL.replace(old, textwrap.dedent(new))}"
