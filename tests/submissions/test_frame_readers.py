"""Code that reads stack frames or searches the memory's objects is named, for it finds what the driver knows."""

import pytest

from evaluator.submissions.code.frames import frame_names


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("import sys\nclass A:\n    def __init__(self):\n        self.calls = sys._getframe(1).f_locals\n", 2),
        ("from sys import _getframe as look\n", 1),
        ("import gc\ngc.get_objects()\n", 1),
        ("try:\n    1 / 0\nexcept ValueError as error:\n    frame = error.__traceback__.tb_frame.f_back\n", 2),
        ("import sys\nlook = getattr(sys, '_getframe')\n", 1),
        ("import sys\nsys.setprofile(print)\nglobals()['tallybench_script'] = None\n", 2),
        ("import time\ntime.pthread_getcpuclockid(1 << 20)\n", 1),
        ("import sys\nlook = sys._\uff47etframe\n", 1),
    ],
)
def test_code_that_reads_frames_is_named(code: str, names: int) -> None:
    assert len(frame_names(code)) == names


@pytest.mark.parametrize(
    "code",
    [
        "def f(values):\n    # sys._getframe is not used\n    return values\n",
        "import gc\ngc.collect()\n",
        "def f_back(:",
    ],
)
def test_other_code_is_not(code: str) -> None:
    assert frame_names(code) == []
