"""A process that prepares files for the index: see `preparing`."""

from __future__ import annotations

import gc
import sys
from contextlib import suppress
from pathlib import Path

from axon_desktop.index.preparing import serve

_YOUNG = 100_000
"""Objects made before it is looked which of them are garbage; nearly none are part of a circle."""


def main() -> None:
    """Work for the process that started this one, and end with it."""
    gc.set_threshold(_YOUNG)
    answers = sys.stdout.buffer
    sys.stdout = sys.stderr  # what a library prints is no answer
    with suppress(BrokenPipeError):
        serve(Path(sys.argv[1]), sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
