"""Tab follows the reading order of a window, wherever its panels are and whenever their parts were created."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QHBoxLayout,
    QLineEdit,
    QMainWindow,
    QPushButton,
    QToolButton,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from axon_desktop.ui.window.focus_order import step_focus, step_panel
from axon_desktop.ui.window.paged_panel import PagedPanel


class Window(QMainWindow):
    def focusNextPrevChild(self, forward: bool) -> bool:
        return step_focus(self, forward)


def panel(*names: str) -> QWidget:
    made = QWidget()
    column = QVBoxLayout(made)
    for name in names:
        column.addWidget(QLineEdit(name))
    return made


@pytest.fixture
def window(qtbot: QtBot) -> Window:
    """A window whose parts were created from right to left."""
    window = Window()
    qtbot.addWidget(window)
    for name, area in (
        ("chat", Qt.DockWidgetArea.RightDockWidgetArea),
        ("tree", Qt.DockWidgetArea.LeftDockWidgetArea),
    ):
        dock = QDockWidget(name, window)
        dock.setObjectName(name)
        dock.setTitleBarWidget(QWidget())
        dock.setWidget(panel(f"{name} 1", f"{name} 2"))
        window.addDockWidget(area, dock)
    window.setCentralWidget(panel("note 1", "note 2"))
    window.resize(900, 400)
    window.show()
    with qtbot.waitActive(window):
        window.activateWindow()
    return window


def field(window: QWidget, text: str) -> QLineEdit:
    return next(one for one in window.findChildren(QLineEdit) if one.text() == text)


def words() -> str:
    focused = QApplication.focusWidget()
    return focused.text() if isinstance(focused, QLineEdit | QPushButton) else ""


def pressed(key: Qt.Key, times: int) -> list[str]:
    found = []
    for _ in range(times):
        focused = QApplication.focusWidget()
        assert focused is not None
        QTest.keyClick(focused, key)
        found.append(words())
    return found


def test_tab_goes_from_panel_to_panel_and_around(window: Window) -> None:
    field(window, "tree 1").setFocus()
    assert pressed(Qt.Key.Key_Tab, 6) == ["tree 2", "note 1", "note 2", "chat 1", "chat 2", "tree 1"]
    assert pressed(Qt.Key.Key_Backtab, 3) == ["chat 2", "chat 1", "note 2"]


def test_moved_panel_comes_where_it_is_seen(window: Window, qtbot: QtBot) -> None:
    tree = window.findChild(QDockWidget, "tree")
    assert tree is not None
    window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, tree)
    qtbot.waitUntil(lambda: tree.x() > 400)
    field(window, "note 1").setFocus()
    assert pressed(Qt.Key.Key_Tab, 3) == ["note 2", "chat 1", "chat 2"]


def test_what_is_made_later_comes_where_it_stands(window: Window) -> None:
    centre = window.centralWidget()
    assert centre is not None
    layout = centre.layout()
    assert isinstance(layout, QVBoxLayout)
    row = QHBoxLayout()
    for name in ("left", "right"):
        row.addWidget(QPushButton(name))
    layout.insertLayout(0, row)
    QApplication.sendPostedEvents()
    field(window, "tree 2").setFocus()
    assert pressed(Qt.Key.Key_Tab, 4) == ["left", "right", "note 1", "note 2"]


def test_what_takes_no_keyboard_is_passed_over(window: Window) -> None:
    field(window, "note 1").setEnabled(False)
    field(window, "note 2").setFocusPolicy(Qt.FocusPolicy.ClickFocus)
    field(window, "chat 1").hide()
    field(window, "tree 2").setFocus()
    assert pressed(Qt.Key.Key_Tab, 2) == ["chat 2", "tree 1"]
    field(window, "note 2").setFocus()
    assert pressed(Qt.Key.Key_Tab, 1) == ["chat 2"]


def test_overlay_comes_after_what_it_covers(window: Window) -> None:
    over = QLineEdit("over", window.centralWidget())
    over.setGeometry(20, 20, 100, 300)
    over.show()
    field(window, "tree 2").setFocus()
    assert sorted(pressed(Qt.Key.Key_Tab, 3)) == ["note 1", "note 2", "over"]
    assert pressed(Qt.Key.Key_Tab, 1) == ["chat 1"]


@pytest.mark.parametrize("forward", [True, False])
def test_panels_remember_where_the_keyboard_was(window: Window, forward: bool) -> None:
    field(window, "tree 2").setFocus()
    field(window, "chat 2").setFocus()
    found = []
    for _ in range(3):
        assert step_panel(window, forward)
        found.append(words().partition(" ")[0])
    assert found == (["tree", "note", "chat"] if forward else ["note", "tree", "chat"])
    assert words() == "chat 2"


def test_arrows_go_from_page_to_page_of_a_panel(qtbot: QtBot) -> None:
    """Only the button of the current page is a tab stop."""
    pages = PagedPanel()
    qtbot.addWidget(pages)
    for name in ("one", "two", "three"):
        pages.add_page(name, name.capitalize(), "folder", QWidget)
    pages.show()
    with qtbot.waitActive(pages):
        pages.activateWindow()
    first = next(button for button in pages.findChildren(QToolButton) if button.isChecked())
    first.setFocus()
    shown = []
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left):
        focused = QApplication.focusWidget()
        assert focused is not None
        QTest.keyClick(focused, key)
        shown.append(pages.current)
    assert shown == ["two", "three", "two"]


def test_window_with_one_stop_keeps_the_keyboard(qtbot: QtBot) -> None:
    window = Window()
    qtbot.addWidget(window)
    window.setCentralWidget(panel("alone"))
    window.show()
    with qtbot.waitActive(window):
        window.activateWindow()
    field(window, "alone").setFocus()
    assert not step_focus(window, forward=True)
    assert not step_panel(window, forward=True)
    assert words() == "alone"
