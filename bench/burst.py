"""Another program that writes very many notes into a vault as fast as it can, as a sync does.

python -m bench.burst VAULT COUNT           writes so many new ones
python -m bench.burst VAULT COUNT WORD      puts a line with this word at the end of so many that are there
"""

from __future__ import annotations

import sys
from pathlib import Path

_FOLDER = 500
"""Notes in each folder."""


def main() -> None:
    """Write as many notes as were asked for."""
    root, count = Path(sys.argv[1]), int(sys.argv[2])
    if len(sys.argv) > 3:
        for file in sorted(root.rglob("*.md"))[:count]:
            with file.open("a", encoding="utf-8") as note:
                note.write(f"\n{sys.argv[3]}\n")
        return
    for number in range(count):
        folder = root / "Burst" / f"{number // _FOLDER:04}"
        if number % _FOLDER == 0:
            folder.mkdir(parents=True)
        (folder / f"Burst {number:06}.md").write_text(
            f"# Burst\n\nburst{number} [[Note 000001]] #burst\n", "utf-8"
        )


if __name__ == "__main__":
    main()
