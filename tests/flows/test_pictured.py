"""Whatever a user can see is pictured: no dialog or panel without a row in the table, no row without a picture."""

import ast
import re
import sys
from functools import cache
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from pictured import ABSTRACT, ALL, DIALOGS, PANELS, PARTS, Pictured

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "docs" / "screenshots"
_ENDINGS = "Page|Panel|Tree|Switcher|Palette|Reader|Notice|Placeholder|File|FileCard|BaseView|CanvasView"
PANEL_NAMES = re.compile(rf"({_ENDINGS})$")
MOST_BYTES = 12_000_000


@cache
def bases() -> dict[str, set[str]]:
    """Return every class of the window with its bases."""
    found: dict[str, set[str]] = {}
    for file in (ROOT / "axon_desktop" / "ui").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                found[node.name] = {ast.unparse(base).partition("[")[0] for base in node.bases}
    return found


def kinds_of(roots: set[str]) -> set[str]:
    """Return the classes of the window that are of some class of Qt."""
    found = set(roots)
    while True:
        more = {name for name, above in bases().items() if above & found} - found
        if not more:
            return found - roots
        found |= more


def pictures_of(row: Pictured) -> list[Path]:
    """Return the pictures that a row names; a star stands for one word."""
    pattern = re.compile(row.pictures.replace("*", "[a-z]+"))
    return [file for file in PICTURES.glob("*.png") if pattern.fullmatch(file.stem)]


def test_every_dialog_is_in_the_table() -> None:
    assert kinds_of({"QDialog"}) - ABSTRACT - {row.what for row in DIALOGS} == set()


def test_every_panel_is_in_the_table() -> None:
    widgets = {"QWidget", "QFrame", "QStackedWidget", "QToolBar", "QAbstractScrollArea", "QDialog"}
    panels = {name for name in kinds_of(widgets) if PANEL_NAMES.search(name)}
    assert panels - PARTS - {row.what for row in PANELS} == set()


def test_table_names_what_there_is() -> None:
    named = {row.what for row in ALL if re.fullmatch(r"_?[A-Z]\w+", row.what)} | ABSTRACT | PARTS
    assert named - set(bases()) == set()


@pytest.mark.parametrize("row", ALL, ids=lambda row: f"{row.what}, {row.state}")
def test_row_has_its_pictures(row: Pictured) -> None:
    names = {file.stem for file in pictures_of(row)}
    assert names
    if row.pictures.startswith(("dialogs-", "states-")):
        for look in ("light", "dark"):
            assert any(f"-{look}-" in name for name in names), f"no picture in the look {look}"


def test_every_picture_of_dialogs_and_states_has_a_row() -> None:
    known = {file for row in ALL for file in pictures_of(row)}
    assert {file for kind in ("dialogs", "states") for file in PICTURES.glob(f"{kind}-*.png")} - known == set()


def test_pictures_stay_small() -> None:
    assert sum(file.stat().st_size for file in PICTURES.glob("*.png")) < MOST_BYTES
