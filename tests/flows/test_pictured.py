"""Whatever a user can see is pictured: no dialog or panel without a row in the table, no row without a picture.

What pictures there are is read from the code of the scenes; committed are only those that a text shows.
"""

import ast
import re
import sys
from functools import cache
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from desktop import ROOT
from docs_pictures import DOCS, GUIDE, committed, shown
from engine_script import CountingServer
from picture_index import is_of_row, things, write_index
from picture_names import all_names, picture_names
from pictured import ABSTRACT, ALL, DIALOGS, PANELS, PARTS, Pictured
from scene import Look, Scene
from screen import Screen

_ENDINGS = "Page|Panel|Tree|Switcher|Palette|Reader|Notice|Placeholder|File|FileCard|BaseView|CanvasView"
PANEL_NAMES = re.compile(rf"({_ENDINGS})$")
MOST_COMMITTED = 40
MOST_BYTES = 4_000_000
MOST_OF_DOCS = 6_000_000
MADE_BY_HAND = {"local-model-light-5-answer"}
"""Needs a real model; all other committed pictures are made by `make docs-pictures`."""
_CLASS = re.compile(r"^ *(class \w+(?:\([^:]*\))?:)", re.MULTILINE)
PALETTE = 3
"""The kind of a PNG file whose pixels are numbers of colours, in its 26th byte."""


@cache
def bases() -> dict[str, set[str]]:
    """Return every class of the window with its bases."""
    found: dict[str, set[str]] = {}
    for file in (ROOT / "axon_desktop" / "ui").rglob("*.py"):
        for line in _CLASS.findall(file.read_text(encoding="utf-8")):  # to parse all of it takes long
            (node,) = ast.parse(f"{line} ...").body
            assert isinstance(node, ast.ClassDef)
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


@cache
def made() -> list[str]:
    """Return the names of all pictures that the scenes make."""
    return all_names()


def pictures_of(row: Pictured) -> set[str]:
    """Return the pictures that a row names."""
    return {name for name in made() if is_of_row(name, row.pictures)}


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
    names = pictures_of(row)
    assert names
    if row.pictures.startswith(("dialogs-", "states-", "tables-")):
        for look in ("light", "dark"):
            assert any(f"-{look}-" in name for name in names), f"no picture in the look {look}"


def test_every_picture_of_dialogs_states_and_tables_has_a_row() -> None:
    known = {name for row in ALL for name in pictures_of(row)}
    assert {name for name in made() if name.startswith(("dialogs-", "states-", "tables-"))} - known == set()


def test_no_two_scenes_make_the_same_picture() -> None:
    assert len(made()) == len(set(made())) > 300


def by_hand(desk: Screen, folder: Path, look: Look) -> None:
    scene = Scene(desk, folder, folder, CountingServer(), look)
    for act in look.acts:
        act(scene)
    for name, theme in (("first", "light"), ("second", "dark")):
        if theme == look.theme:
            desk.shot(f"{look.prefix}{name}")
    try:
        visit(scene, "About", "about")
    finally:
        desk.grab("failed")


def visit(scene: Scene, command: str, name: str) -> None:
    scene.command(command)
    scene.shot(name)


def two_acts(scene: Scene) -> None:
    for number in (1, 2):
        scene.shot(f"act-{number}")


def test_names_are_read_through_loops_calls_conditions_and_looks() -> None:
    look = Look("some-light-", acts=(two_acts,))
    assert picture_names(by_hand, look) == [f"some-light-{name}" for name in ("act-1", "act-2", "first", "about")]
    assert picture_names(by_hand, Look("x-", theme="dark", pictures=("second",))) == ["x-second"]


def unreadable(desk: Screen, folder: Path, look: Look) -> None:
    desk.shot(folder.name)


def test_name_that_cannot_be_read_is_a_fault() -> None:
    with pytest.raises(AssertionError, match=r"unreadable: desk\.shot\(folder\.name\)"):
        picture_names(unreadable, Look())


def test_committed_pictures_are_those_that_a_text_shows() -> None:
    assert committed() == {file for file in shown() if file.is_relative_to(DOCS) and file.suffix == ".png"}
    assert {file for file in shown() if not file.is_file()} == set()


def test_committed_pictures_are_few_and_small() -> None:
    sizes = [file.stat().st_size for file in committed()]
    assert 0 < len(sizes) <= MOST_COMMITTED
    assert sum(sizes) <= MOST_BYTES
    assert sum(file.stat().st_size for file in DOCS.rglob("*") if file.is_file()) <= MOST_OF_DOCS
    assert [file for file in committed() if file.read_bytes()[25] != PALETTE] == []


def test_committed_pictures_are_made_by_scenes() -> None:
    assert {file.stem for file in committed()} - set(made()) == MADE_BY_HAND
    assert {file.parent for file in committed()} == {GUIDE, GUIDE.parent}


def test_index_has_light_and_dark_side_by_side_and_what_they_show(tmp_path: Path) -> None:
    for name in ("find-dark-search", "find-light-search", "find-chinese-search", "first-run-light-2-key"):
        (tmp_path / f"{name}.png").touch()
    search, key = things(tmp_path)
    assert list(search.looks) == ["light", "dark", "chinese"]
    assert (key.scene, key.name, key.looks) == ("first-run", "2-key", {"light": "first-run-light-2-key.png"})
    page = write_index(tmp_path).read_text("utf-8")
    assert page.index("find-light-search.png") < page.index("find-dark-search.png") < page.index("find-chinese")
    assert 'data-words="find search searchpage: full light dark chinese"' in page
    assert '<p class="missing">dark: none</p>' in page
