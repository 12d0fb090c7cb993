"""What the system under the tests can do: members of a set that it cannot make are no members there."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from pathlib import Path


def _can_link() -> bool:
    with tempfile.TemporaryDirectory() as folder:
        link = Path(folder, "link")
        with suppress(OSError, NotImplementedError):
            link.symlink_to("nowhere")
        return link.is_symlink()


def _blind_to_case() -> bool:
    with tempfile.TemporaryDirectory(suffix="-a") as folder:
        return Path(folder[:-1] + "A").exists()


CAN_LINK = _can_link()
BLIND_TO_CASE = _blind_to_case()
"""Whether a name in another case is the same name."""
CAN_PIPE = hasattr(os, "mkfifo")
ODD_NAME = "odd [name]^" if os.name == "nt" else "odd: name?"
"""Of a note that the disk takes and Obsidian does not."""
