"""Another program that writes very many notes into a vault as fast as it can, as a sync does."""

from __future__ import annotations

import sys
from pathlib import Path

_FOLDER = 500
"""Notes in each folder."""


def main() -> None:
    """Write as many notes as were asked for."""
    root, count = Path(sys.argv[1]), int(sys.argv[2])
    for number in range(count):
        folder = root / "Burst" / f"{number // _FOLDER:04}"
        if number % _FOLDER == 0:
            folder.mkdir(parents=True)
        (folder / f"Burst {number:06}.md").write_text(
            f"# Burst\n\nburst{number} [[Note 000001]] #burst\n", "utf-8"
        )


if __name__ == "__main__":
    main()
