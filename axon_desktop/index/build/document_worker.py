"""A process that makes documents for the index: see `document`."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path

from axon_desktop.index.build.document import collect_garbage_seldom, serve


def main() -> None:
    """Work for the process that started this one, and end with it."""
    collect_garbage_seldom()
    answers = sys.stdout.buffer
    sys.stdout = sys.stderr  # what a library prints must not mix with the answers
    with suppress(BrokenPipeError):
        serve(Path(sys.argv[1]), sys.stdin.buffer, answers)


if __name__ == "__main__":
    main()
