"""Vega-Lite in a process of its own, where the JavaScript engine that draws cannot disturb this one.

(Once `vl_convert` has drawn in a process of CPython 3.11, calls of deeply recursive functions there were seen to reach
the wrong function.)
"""

import json
import os
import subprocess
from collections.abc import Mapping
from functools import cache
from typing import Any

from tallybench.sandbox.isolation import clean_environment, isolated_command

_DRAWER = """
import json, sys
import vl_convert
for line in sys.stdin:
    print(json.dumps(vl_convert.vegalite_to_svg(json.loads(line))), flush=True)
"""


def vegalite_to_svg(spec: Mapping[str, Any]) -> str:
    """Return the SVG of a Vega-Lite specification.

    Raises:
        RuntimeError: it could not be drawn; what the drawing process had to say is on standard error.
    """
    drawer = _drawer(os.getpid())
    assert drawer.stdin is not None and drawer.stdout is not None
    try:
        drawer.stdin.write(json.dumps(spec) + "\n")
        drawer.stdin.flush()
        answer = drawer.stdout.readline()
    except BrokenPipeError:
        answer = ""
    if not answer:
        _drawer.cache_clear()
        raise RuntimeError(f"charts: vl_convert ended with status {drawer.wait()} on a chart's specification")
    svg: str = json.loads(answer)
    return svg


@cache
def _drawer(caller: int) -> subprocess.Popen[str]:
    """Return the drawing process: a specification a line in, an SVG a line out; it ends with its standard input.

    Args:
        caller: the process that it serves. A copy of this one has one of its own: answers would get mixed up.
    """
    pipe = subprocess.PIPE
    command = isolated_command(_DRAWER)
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, encoding="utf-8", env=clean_environment())
