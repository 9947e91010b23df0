"""Samples that read stack frames or search the memory: the way to what the measuring process knows.

So do hooks that are called with frames, and a function that reads any address. A class that finds its call script can
make the calls itself, and is then paid for the work that the driver did not do. A finding for a maintainer to read, no
fault: code may look at its own frames for a reason. Names that are put together at run time are not seen.
"""

import ast
import unicodedata

from evaluator.benchmarks.trees import parse_briefly

NAMES = frozenset(
    {
        "_current_frames",
        "_getframe",
        "ag_frame",
        "cr_frame",
        "currentframe",
        "f_back",
        "f_locals",
        "get_objects",
        "get_referents",
        "get_referrers",
        "getinnerframes",
        "getouterframes",
        "getprofile",
        "gettrace",
        "gi_frame",
        "pthread_getcpuclockid",  # reads memory at any address
        "setprofile",
        "settrace",
        "tallybench_script",
        "tb_frame",
    }
)


def told_frames(code: str) -> str | None:
    """That a program names what reads stack frames or the objects in memory, in words."""
    names = frame_names(code)
    return f"names {', '.join(names)}, by which a solution finds what the measuring process knows" if names else None


def frame_names(code: str) -> list[str]:
    """The names by which a program reaches frames or the garbage collector's objects, as names or as texts."""
    read = unicodedata.normalize("NFKC", code)  # as Python reads names
    if not any(name in read for name in NAMES):
        return []
    tree = parse_briefly(code)
    return [] if tree is None else sorted(NAMES & {name for node in ast.walk(tree) for name in _names(node)})


def _names(node: ast.AST) -> list[str]:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name) | ast.Constant(value=str(name)):
            return [name]
        case ast.ImportFrom(names=imported):
            return [alias.name for alias in imported]
    return []
