"""The format bar over a selection with the mouse, and the actions that need a note's caret."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QSettings, Qt
from PySide6.QtGui import QIcon
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QToolButton, QWidget
from pytestqt.qtbot import QtBot

from axon_desktop.settings.settings import EditorSettings
from axon_desktop.ui.editor.editing.feature import COMMANDS, EditingFeature
from axon_desktop.ui.editor.editing.format_bar import FormatBar
from axon_desktop.ui.look.theme import Theme
from axon_desktop.ui.window.main_window import MainWindow

pytestmark = pytest.mark.qt_log_ignore(r"propagateSizeHints|raise\(\)")
_BOLD = 0


def test_bar_follows_a_selection_with_the_mouse_and_takes_no_focus(
    qtbot: QtBot, qapp: QApplication, tmp_path: Path
) -> None:
    Theme(qapp, "light")
    window = MainWindow(QIcon(), QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat))
    qtbot.addWidget(window, before_close_func=lambda made: made.close_for_good())
    EditingFeature(window)
    window.editor_settings = EditorSettings(tab_width=8, spelling=False)
    source = window.preview.body.editor
    source.edit.open_text("some words here\n\tand more")
    source.edit.setReadOnly(False)
    window.preview.body.setCurrentWidget(source)
    with qtbot.waitActive(window):
        window.show()
        window.activateWindow()
    bold = window.menus.actions["format.bold"]
    assert not bold.isEnabled()
    source.edit.setFocus()
    qtbot.waitUntil(lambda: all(window.menus.actions[name].isEnabled() for name in COMMANDS))
    assert source.edit.tabStopDistance() == 8 * source.edit.fontMetrics().horizontalAdvance(" ")
    bar = source.edit.findChild(FormatBar)
    assert bar is not None
    assert bar.isHidden()
    inside = source.edit.cursorRect().center() + QPoint(6, 0)
    _select_word(source.edit.viewport(), inside)
    qtbot.waitUntil(bar.isVisible)
    button = bar.findChildren(QToolButton)[_BOLD]
    assert "Ctrl+B" in button.toolTip()
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert source.edit.toPlainText().startswith("**some** words")
    assert source.edit.hasFocus()
    assert bar.isVisible()
    qtbot.keyClick(source.edit, Qt.Key.Key_Right)
    assert bar.isHidden()
    window.editor_settings = EditorSettings(format_bar=False, close_brackets=False, spelling=False)
    window.tree.setFocus()
    assert not bold.isEnabled()
    source.edit.setFocus()
    _select_word(source.edit.viewport(), inside)
    QApplication.processEvents()
    assert bar.isHidden()
    assert not source.edit.editing.closes_pairs


def _select_word(viewport: QWidget, at: QPoint) -> None:
    QTest.mouseDClick(viewport, Qt.MouseButton.LeftButton, pos=at)
    QTest.mouseRelease(viewport, Qt.MouseButton.LeftButton, pos=at)
