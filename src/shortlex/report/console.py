"""Console: printing while a test runs. A broken stream never raises."""

from __future__ import annotations

import sys
from typing import TextIO


def say(*lines: str, file: TextIO | None = None) -> None:
    """Print lines. What the stream cannot encode is escaped; a closed stream is ignored."""
    stream = sys.stdout if file is None else file
    if stream is None:
        return
    text = "".join(f"{line}\n" for line in lines)
    try:
        try:
            stream.write(text)
        except UnicodeEncodeError:
            encoding = getattr(stream, "encoding", None) or "ascii"
            stream.write(text.encode(encoding, "backslashreplace").decode(encoding))
        stream.flush()
    except (OSError, ValueError):  # nobody reads it any more, or it is closed
        pass
