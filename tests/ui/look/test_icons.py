"""The icons: every name has a drawing, every drawing is used, of one family, and as fine as the screen."""

from __future__ import annotations

import ast
import gc
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QPointF, QRectF, QSize
from PySide6.QtGui import QColor, QIcon, QImage, QPainter, QPixmap
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication, QPushButton

from axon_desktop.theme.colors import DARK, LIGHT
from axon_desktop.ui.look import icons
from axon_desktop.ui.look.icons import app_icon, icon, paint_icon
from tests.ui.colors import wear_colors
from tests.ui.icon_names import constants, find_names

ROOT = Path(__file__).resolve().parents[3]
FOLDER = ROOT / "resources" / "icons"
FILES = sorted(FOLDER.glob("*.svg"))
NAMES = [file.stem for file in FILES]
ATTRIBUTES = {
    "width": "16", "height": "16", "viewBox": "0 0 16 16", "fill": "none", "stroke": "currentColor",
    "stroke-width": "1.4", "stroke-linecap": "round", "stroke-linejoin": "round",
}  # fmt: skip
SHAPES = {"path": {"d"}, "circle": {"cx", "cy", "r", "fill"}, "g": {"transform"}}

BY_HAND = {
    "canvas/board.py: icon": ("canvas/wording.py", {"forward", "info", "note", "warning"}),
    "buttons/choice_chip.py: self._icons[self._value]": (
        "composer/composer.py",
        {"comment", "outline", "help", "undo", "eye"},
    ),
    "composer/context_chips.py: name": ("composer/context_chips.py", {"note", "outline", "close"}),
    "widgets/empty_state.py: self.icon_name": ("chat/welcome.py", {"model"}),
    "widgets/empty_state.py: self._icon_name": (
        "note/empty_page.py",
        {"folder", "note", "search", "note_new", "calendar", "history", "comment"},
    ),
    "chat/activity/call_line.py: icon": (
        "chat/activity/call_wording.py",
        {
            "eye",
            "folder",
            "forward",
            "help",
            "link",
            "note_new",
            "outline",
            "pencil",
            "prompt",
            "search",
            "settings",
            "trash",
        },
    ),  # and those of failed and undone calls
    "chat/notice_box.py: self._icon": ("chat/notice_box.py", {"cross", "stop", "warning"}),
    "buttons/text_button.py: 'check' if self._resting.isActive() else self._icon": (
        "chat/answer_actions.py",
        {"insert", "note_new", "retry", "settings"},
    ),  # and those of each `copy_button`
    "inline_edit/bar.py: self._name": ("inline_edit/bar.py", {"check", "cross", "warning"}),
    "inline_edit/comments/cards.py: name": ("inline_edit/comments/cards.py", {"pencil", "trash"}),
    "inline_edit/placing.py: self.objectName()": ("inline_edit/placing.py", {"check", "cross"}),
    "look/icons.py: self._name": ("look/icons.py", set()),  # those of each `icon`
    "editor/editing/format_bar.py: icon_name": (
        "editor/editing/format_bar.py",
        {"bold", "italic", "strike", "highlight", "code", "link", "heading", "check"},
    ),
    "editor/properties/fields.py: self.name": (
        "editor/properties/row.py",
        {"lines", "list", "number", "check_box", "calendar", "clock", "tag", "alias"},
    ),  # and those of the calendar
    "editor/properties/offers.py: KINDS[kind or 'text'][0]": ("editor/properties/row.py", {"lines"}),
    "search/find_bar.py: icon_name": ("search/find_bar.py", {"up", "down", "close"}),
    "note/header.py: icon_name": ("note/header.py", {"back", "forward"}),
    "search/search_bar.py: icon_name": ("search/search_bar.py", {"copy", "fold", "help", "sort"}),
    "look/icons.py: icon_name": ("look/icons.py", set()),  # those of each `icon_button`
    "tree/toolbar.py: icon_name": ("tree/toolbar.py", {"note_new", "folder_new", "fold"}),
    "window/paged_panel.py: icon_name": ("window/main_window.py", {"folder"}),  # and those of each `add_page`
}
"""Where a name comes from that cannot be followed: the module that writes it, and what it can be."""


def drawn(name: str, side: int, color: str = "#000000", ratio: float = 1.0, at: float = 0.0) -> QImage:
    image = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    image.setDevicePixelRatio(ratio)
    painter = QPainter(image)
    try:
        paint_icon(painter, name, QRectF(at, at, side / ratio, side / ratio), QColor(color))
    finally:
        painter.end()  # else it takes the program with it
    return image


def ink(image: QImage) -> list[QColor]:
    places = ((x, y) for x in range(image.width()) for y in range(image.height()))
    return [color for x, y in places if (color := image.pixelColor(x, y)).alpha() > 0]


def test_every_name_has_a_drawing_and_every_drawing_is_used() -> None:
    found = find_names()
    assert found.unknown == set(BY_HAND)
    for file, names in BY_HAND.values():
        assert names <= constants(file), file
    used = set(found.names).union(*(names for _, names in BY_HAND.values()))
    assert {name: found.names.get(name) for name in used - set(NAMES)} == {}
    assert set(NAMES) - used == set()


@pytest.mark.parametrize("file", FILES, ids=NAMES)
def test_drawing_is_of_the_family_and_holds_nothing_but_lines(file: Path) -> None:
    head, *parts = ElementTree.fromstring(file.read_bytes()).iter()
    assert head.tag == "{http://www.w3.org/2000/svg}svg"
    assert head.attrib == ATTRIBUTES
    for part in parts:
        assert set(part.attrib) <= SHAPES[part.tag.removeprefix("{http://www.w3.org/2000/svg}")]
        assert part.get("fill", "currentColor") == "currentColor"
    assert bool(parts) is (file.stem != "blank")
    assert QSvgRenderer(str(file)).isValid()
    text = file.read_text(encoding="utf-8")
    assert not any(word in text for word in ("<!", "<?", "&", "url(", "href")), "nothing of elsewhere"


def test_no_two_drawings_are_the_same(qapp: QApplication) -> None:
    assert len({bytes(drawn(name, 64).constBits()) for name in NAMES}) == len(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_icon_is_painted_in_its_color_within_its_square(qapp: QApplication, name: str) -> None:
    image = drawn(name, 64, "#ff0000")
    seen = ink(image)
    assert all((color.red() > 250 or color.alpha() < 20) and color.green() + color.blue() == 0 for color in seen)
    strong = sum(color.alpha() > 100 for color in seen)
    assert strong == 0 if name == "blank" else 200 < strong < 1300
    edge = [image.pixelColor(*at) for k in range(64) for at in ((k, 0), (0, k), (k, 63), (63, k))]
    assert not any(color.alpha() for color in edge)


def test_unknown_name_says_which_file_is_missing(qapp: QApplication) -> None:
    with pytest.raises(KeyError, match=r"no such icon.*svg is missing"):
        icon("no such icon")
    with pytest.raises(KeyError, match="no such icon"):
        drawn("no such icon", 16)


@pytest.mark.parametrize("ratio", [1.0, 1.25, 1.5, 2.0])
def test_icon_is_as_fine_as_the_screen(qapp: QApplication, ratio: float) -> None:
    side = round(16 * ratio)
    shown = icon("folder").pixmap(QSize(16, 16), ratio).toImage()
    assert (shown.devicePixelRatio(), shown.width()) == (ratio, side)
    expected = QImage(side, side, QImage.Format.Format_ARGB32_Premultiplied)
    expected.fill(0)
    text = (FOLDER / "folder.svg").read_text(encoding="utf-8").replace("currentColor", LIGHT.text)
    painter = QPainter(expected)
    QSvgRenderer(text.encode()).render(painter, QRectF(expected.rect()))
    painter.end()
    for image in (
        shown,
        drawn("folder", side, LIGHT.text, ratio),
        drawn("folder", side, LIGHT.text, ratio, at=0.2),
    ):
        image.setDevicePixelRatio(1)
        assert image.convertToFormat(expected.format()) == expected, "on whole pixels, never between them"


def test_painting_in_a_zoomed_place_is_as_fine_as_that(qapp: QApplication) -> None:
    image = QImage(48, 48, QImage.Format.Format_ARGB32_Premultiplied)
    image.fill(0)
    painter = QPainter(image)
    painter.scale(3, 3)
    paint_icon(painter, "search", QRectF(QPointF(0, 0), QSize(16, 16)), QColor("#000000"))
    painter.end()
    assert image == drawn("search", 48)


def test_disabled_icon_is_fainter_and_a_chosen_one_is_as_ever(qapp: QApplication) -> None:
    for colors in (LIGHT, DARK):
        wear_colors(colors)
        made = icon("note")
        shown = {mode: made.pixmap(QSize(16, 16), 1.0, mode).toImage() for mode in QIcon.Mode}
        strongest = {mode: max(ink(image), key=QColor.alpha).name() for mode, image in shown.items()}
        assert strongest[QIcon.Mode.Normal] == strongest[QIcon.Mode.Active] == colors.text
        assert strongest[QIcon.Mode.Disabled] == colors.disabled


def test_same_icon_is_rendered_once(qapp: QApplication) -> None:
    icons._picture.cache_clear()
    for _ in range(3):
        icon("note").pixmap(16, 16)
        drawn("note", 16, LIGHT.text)
    assert icons._picture.cache_info().misses == 1


def test_icon_that_is_set_follows_the_colours_and_outlives_the_collector(qapp: QApplication) -> None:
    button = QPushButton(icon("note"), "")
    copy = QIcon(button.icon())
    copy.addPixmap(QPixmap(8, 8))  # Qt makes an engine of its own for it
    gc.collect()
    for colors in (LIGHT, DARK):
        wear_colors(colors)
        for shown in (button.icon(), copy):
            strongest = max(ink(shown.pixmap(QSize(16, 16), 1.0).toImage()), key=QColor.alpha)
            assert strongest.name() == colors.text


def test_loading_the_module_loads_no_renderer() -> None:
    code = "import sys, axon_desktop.ui.look.icons; assert 'PySide6.QtSvg' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_icon_of_the_program_has_all_its_sizes(qapp: QApplication) -> None:
    sizes = sorted(size.width() for size in app_icon().availableSizes())
    assert sizes == [16, 24, 32, 48, 64, 128, 256, 512]


def test_wheel_and_build_carry_the_drawings() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    targets = project["tool"]["hatch"]["build"]["targets"]
    assert targets["wheel"]["sources"]["resources"] == "axon_desktop/_resources"
    assert "resources" in targets["wheel"]["only-include"]
    assert "resources" in targets["sdist"]["include"]
    spec = ast.parse((ROOT / "build.spec").read_text(encoding="utf-8"))
    frozen: dict[str, Any] = {"ROOT": ROOT, "Path": Path}
    parts: list[ast.stmt] = [node for node in spec.body if getattr(node, "name", "") == "resources"]
    exec(compile(ast.Module(parts, []), "build.spec", "exec"), frozen)
    carried = set(frozen["resources"]())
    assert {(str(file), str(Path("resources", "icons"))) for file in FILES} <= carried
