"""A queue in a file that should survive a kill at any moment, with a bug."""

import os
from pathlib import Path


class QueueFile:
    """Items one after the other: the length of each in four bytes, and then its content."""

    def __init__(self, path: Path) -> None:
        # The bug: if the last item is torn, it must be cut off here. The next one is written
        # behind it, and is then read as a part of it.
        self.file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND)
        self.path = path

    def push(self, item: bytes) -> None:
        os.write(self.file, len(item).to_bytes(4, "big"))
        os.write(self.file, item)

    def items(self) -> list[bytes]:
        """All whole items."""
        content, found = self.path.read_bytes(), []
        while len(content) >= 4:
            end = 4 + int.from_bytes(content[:4], "big")
            if end > len(content):
                break
            found.append(content[4:end])
            content = content[end:]
        return found

    def close(self) -> None:
        os.close(self.file)
