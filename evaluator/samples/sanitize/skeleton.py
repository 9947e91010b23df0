"""Prompts that are a class: a skeleton whose methods have signatures and docstrings, and no bodies."""

import ast
from functools import lru_cache

from evaluator.samples.sanitize.program import Program, parse_program, parse_prompt


def methods_of(declared: ast.ClassDef) -> list[ast.FunctionDef | ast.AsyncFunctionDef]:
    """The functions in a class's body."""
    return [node for node in declared.body if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


@lru_cache(maxsize=256)
def skeleton_methods(prompt: str, entry_point: str) -> frozenset[str]:
    """The methods of the class that a prompt declares; none where the entry point is no class."""
    asked = parse_prompt(prompt)
    declared = [] if asked is None else [node for node in asked.nodes if isinstance(node, ast.ClassDef)]
    return frozenset(method.name for node in declared if node.name == entry_point for method in methods_of(node))


def are_methods(program: Program, prompt: str, entry_point: str) -> bool:
    """Return whether a program is only methods, without indentation, of the class that the prompt declares."""
    asked = skeleton_methods(prompt, entry_point)
    functions = [node for node in program.nodes if isinstance(node, ast.FunctionDef)]
    return bool(asked) and len(functions) == len(program.nodes) and any(node.name in asked for node in functions)


def answers_whole(completion: str, prompt: str, entry_point: str) -> bool:
    """Whether a completion of a skeleton does not go on with it, but has the class once more."""
    if not skeleton_methods(prompt, entry_point) or f"class {entry_point}" not in completion:
        return False
    program = parse_program(completion)
    return program is None or entry_point in program.binds
