"""One call of a test: what lies between the decorator and the body."""

import sys
from types import FrameType

from shortlex import given, settings
from shortlex import strategies as st

MAX_FRAMES = 7
"""Whoever steps through a passing test with a debugger goes through each of these."""


def test_a_passing_case_has_few_frames_between_the_decorator_and_its_body() -> None:
    found = set()

    @settings(max_examples=10, database=None)
    @given(st.integers())
    def body(n: int) -> None:
        names = []
        frame: FrameType | None = sys._getframe(1)
        while frame is not None and frame.f_code.co_name != here:
            names.append(frame.f_code.co_name)
            frame = frame.f_back
        found.add(tuple(names))

    here = sys._getframe().f_code.co_name
    body()
    assert min(map(len, found)) <= MAX_FRAMES
