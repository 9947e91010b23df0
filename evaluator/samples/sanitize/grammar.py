"""Decide what Python 3.11 takes for a program, in the same way on later versions."""

import ast
import re
import sys
from itertools import accumulate

GRAMMAR = (3, 11)
# Nodes within nodes. Each version gives up at another depth: 3.11 and 3.12 above 2,900, 3.13 above 5,000.
_DEEPEST = 1000
# A string as 3.11 ends it: at its first quote that is not escaped, and one of a single line in that line.
_STRING = re.compile(
    rb'''"""[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*"""|"[^"\\\n]*(?:\\.[^"\\\n]*)*"'''
    rb"""|'''[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*'''|'[^'\\\n]*(?:\\.[^'\\\n]*)*'""",
    re.DOTALL,
)
_CONVERSION = re.compile(rb"[\s)]*![ars][:}]")


def is_too_deep(tree: ast.AST, characters: int) -> bool:
    """Whether a tree is deeper than every version can take.

    Args:
        tree: the syntax tree.
        characters: of its source; no tree is deeper than that.
    """
    level, depth = [tree], 0
    while characters > _DEEPEST and level and depth <= _DEEPEST:
        level = [child for node in level for child in ast.iter_child_nodes(node)]
        depth += 1
    return depth > _DEEPEST


def has_newer_strings(tree: ast.AST, source: str) -> bool:
    """Whether a formatted string has in its fields what 3.12 allows: the quotes around it, a backslash, a comment."""
    if sys.version_info < (3, 12) or "{" not in source:
        return False
    content = source.encode()
    starts = [0, *accumulate(len(line) + 1 for line in content.split(b"\n"))]
    nodes = list(ast.walk(tree))
    formats = {id(node.format_spec) for node in nodes if isinstance(node, ast.FormattedValue)}
    for node in nodes:
        if isinstance(node, ast.JoinedStr) and id(node) not in formats:
            first, end = _span(node, starts)
            strings = [(first + found.start(), first + found.end()) for found in _STRING.finditer(content[first:end])]
            fields = _fields(node)
            inner = [field for value in fields for field in _fields(value.format_spec)]
            if any(_fields(field.format_spec) for field in inner):
                return True
            if any(_is_newer(field, content, starts, strings) for field in (*fields, *inner)):
                return True
    return False


def _fields(string: ast.expr | None) -> list[ast.FormattedValue]:
    values = string.values if isinstance(string, ast.JoinedStr) else []
    return [value for value in values if isinstance(value, ast.FormattedValue)]


def _is_newer(field: ast.FormattedValue, content: bytes, starts: list[int], strings: list[tuple[int, int]]) -> bool:
    at, behind = _span(field, starts)
    if not any(begin < at and behind < end for begin, end in strings):
        return True
    end = _span(field.value, starts)[1]
    expression = content[at:end]
    if b"\\" in expression or b"#" in _STRING.sub(b"", expression):
        return True
    return field.conversion != -1 and _CONVERSION.match(content, end) is None and b"=" not in content[end : end + 3]


def _span(node: ast.expr, starts: list[int]) -> tuple[int, int]:
    """Where a node stands in the source, in bytes."""
    end = (node.end_lineno or node.lineno) - 1
    return starts[node.lineno - 1] + node.col_offset, starts[end] + (node.end_col_offset or 0)
