"""A page to look through the pictures that `make screenshots` made: light and dark side by side, with a search.

python tests/flows/picture_index.py [FOLDER]
"""

from __future__ import annotations

import html
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path

from picture_names import scenes
from picture_taking import OUT
from pictured import ALL

FIRST = ("light", "dark")
"""The looks that stand side by side; the others follow."""
PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Screenshots</title>
<style>
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 1800px; padding: 0 16px 64px; }
header { align-items: baseline; background: Canvas; display: flex; gap: 16px; padding: 12px 0; }
header { position: sticky; top: 0; }
input { flex: 0 1 420px; font: inherit; padding: 6px 10px; }
section { border-top: 1px solid #8884; padding: 8px 0 24px; }
h2 { font-size: 17px; margin: 0; }
p { color: GrayText; margin: 0 0 8px; }
.looks { display: grid; gap: 16px; grid-template-columns: 1fr 1fr; }
figure { margin: 0; min-width: 0; }
img { border: 1px solid #8884; box-sizing: border-box; height: auto; max-width: 100%; }
figcaption, .missing { color: GrayText; font-size: 13px; }
@media (max-width: 800px) { .looks { grid-template-columns: 1fr; } }
</style>
<header>
<input id="search" type="search" placeholder="Search: dialog, state, scene, look" aria-label="Search" autofocus>
<span id="count" role="status"></span>
</header>
<main>
SECTIONS
</main>
<script>
const search = document.getElementById("search");
const sections = [...document.querySelectorAll("section")];
const show = () => {
  const words = search.value.toLowerCase().split(/\\s+/).filter(Boolean);
  let shown = 0;
  for (const section of sections) {
    section.hidden = !words.every((word) => section.dataset.words.includes(word));
    shown += section.hidden ? 0 : 1;
  }
  document.getElementById("count").textContent = `${shown} of ${sections.length}`;
  history.replaceState(null, "", search.value ? `#${encodeURIComponent(search.value)}` : location.pathname);
};
search.value = decodeURIComponent(location.hash.slice(1));
search.addEventListener("input", show);
show();
</script>
</html>
"""


@dataclass
class Shown:
    """One thing in all its looks."""

    scene: str
    name: str
    looks: dict[str, str] = field(default_factory=dict)
    """From a look to the name of the picture's file."""

    def words(self) -> list[str]:
        """Return what the table of pictures says that this shows."""
        return [
            f"{row.what}: {row.state}" if row.state else row.what
            for row in ALL
            if any(is_of_row(Path(file).stem, row.pictures) for file in self.looks.values())
        ]


def is_of_row(picture: str, pattern: str) -> bool:
    """Tell whether a row of the table, in whose pattern a star stands for one word, has this picture."""
    return re.fullmatch(pattern.replace("*", "[a-z]+"), picture) is not None


def things(folder: Path) -> list[Shown]:
    """Return what the pictures in a folder show, in the order of the scenes."""
    prefixes = [look.prefix for scene in scenes() for look in scene.LOOKS]
    found: dict[tuple[str, str], Shown] = {}
    for prefix in prefixes:
        scene, look = prefix.strip("-").rsplit("-", 1)
        for file in sorted(folder.glob(f"{prefix}*.png")):
            name = file.stem.removeprefix(prefix)
            found.setdefault((scene, name), Shown(scene, name)).looks[look] = file.name
    return list(found.values())


def _figure(look: str, file: str | None) -> str:
    if file is None:
        return f'<p class="missing">{look}: none</p>'
    address = html.escape(file, quote=True)
    return (
        f'<figure><a href="{address}"><img src="{address}" alt="{address}" loading="lazy"></a>'
        f"<figcaption>{html.escape(look)}</figcaption></figure>"
    )


def _section(thing: Shown) -> str:
    shows = "; ".join(thing.words())
    words = f"{thing.scene} {thing.name} {shows} {' '.join(thing.looks)}".lower()
    looks = [*FIRST, *(look for look in thing.looks if look not in FIRST)]
    figures = "\n".join(_figure(look, thing.looks.get(look)) for look in looks)
    return (
        f'<section data-words="{html.escape(words, quote=True)}">\n'
        f"<h2>{html.escape(f'{thing.scene}: {thing.name}')}</h2>\n<p>{html.escape(shows)}</p>\n"
        f'<div class="looks">\n{figures}\n</div>\n</section>'
    )


def write_index(folder: Path) -> Path:
    """Write the page into the folder of the pictures, and return it."""
    page = folder / "index.html"
    page.write_text(PAGE.replace("SECTIONS", "\n".join(map(_section, things(folder)))), encoding="utf-8")
    return page


if __name__ == "__main__":
    print(write_index(Path(sys.argv[1]) if len(sys.argv) > 1 else OUT))
