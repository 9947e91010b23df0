"""Tests of a class that are written as unittest suites: observed in the sandbox, judged outside it."""
