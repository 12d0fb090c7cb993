"""The pictures that README and the guides show: the only ones that are committed. `make docs-pictures` makes them.

Of each scene only the looks and acts are played that make one of them. A picture that no scene makes stays as it
is: a conversation with a real model (local_model_scene.py).
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from typing import Any

from desktop import ROOT
from picture_names import picture_names, scenes
from picture_taking import take_pictures
from scene import Look

DOCS = ROOT / "docs"
GUIDE = DOCS / "screenshots" / "guide"
"""Pictures that the help shows too: smaller, and part of every build."""
TEXTS = ("*.md", "docs/*.md", "resources/**/*.md")
"""Where pictures are shown."""
_SHOWN = re.compile(r"""!\[[^\]]*\]\(([^)\s]+)|<img[^>]* src=["']([^"']+)""")
_CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)")
_AS_IT_IS = ("-dither", "None", "-colors", "52")
_SMALLER = ("-resize", "960x", "-dither", "None", "-colors", "200")
_LEAN = ("-define", "png:compression-level=9")


def shown() -> set[Path]:
    """Return every picture of this repository that one of its texts shows, whether or not it is there."""
    found = set()
    for file in (file for pattern in TEXTS for file in ROOT.glob(pattern)):
        for addresses in _SHOWN.findall(_CODE.sub("", file.read_text(encoding="utf-8"))):
            address = "".join(addresses)
            if "://" not in address:
                found.add((file.parent / address).resolve())
    return found


def committed() -> set[Path]:
    """Return the pictures that are there to be shown."""
    return {file.resolve() for file in DOCS.rglob("*.png")}


def _only(look: Any, scene: Any, names: set[str]) -> Any:
    """Return a look in which no more is played than makes these pictures."""
    if not isinstance(look, Look):
        return look
    acts = [act for act in look.acts if names & set(picture_names(scene.play, replace(look, acts=(act,))))]
    return replace(look, acts=tuple(acts))


def save(taken: Path, file: Path) -> None:
    """Put a picture that was taken into the docs, with few colours."""
    size = _SMALLER if file.parent == GUIDE else _AS_IT_IS
    subprocess.run(("convert", taken, *size, *_LEAN, file), check=True)


def main() -> None:
    """Make the committed pictures again, and remove those that are shown no more."""
    pictures = {file for file in shown() if file.suffix == ".png" and file.is_relative_to(DOCS)}
    missing = {file.stem for file in pictures}
    for scene in scenes():
        for look in scene.LOOKS:
            names = missing & set(picture_names(scene.play, look))
            if not names:
                continue
            print(f"{look.prefix}: {', '.join(sorted(names))}", flush=True)
            with tempfile.TemporaryDirectory(prefix="axon-pictures-") as temp:
                take_pictures(scene.play, _only(look, scene, names), Path(temp))
                for file in pictures:
                    if file.stem in names:
                        save(Path(temp) / file.name, file)
            missing -= names
    for file in committed() - pictures:
        file.unlink()
    kept = sorted(str(file.relative_to(ROOT)) for file in pictures if file.stem in missing)
    lost = [name for name in kept if not (ROOT / name).exists()]
    print(f"No scene makes {', '.join(kept) or 'any other'}.")
    if lost:
        sys.exit(f"Shown, and not there: {', '.join(lost)}")


if __name__ == "__main__":
    main()
