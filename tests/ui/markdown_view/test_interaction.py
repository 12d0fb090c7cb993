"""Reading with mouse and keyboard: copying, scrolling, links, the menu."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from axon_desktop.ui.markdown_view import MarkdownView
from tests.ui.markdown_view.pointing import LEFT, drag, find_text, paragraphs, point_of

Settle = Callable[[MarkdownView], None]


def test_selected_text_is_painted(view: MarkdownView, settle: Settle) -> None:
    view.set_note("Note", paragraphs(3))
    settle(view)
    before = view.viewport().grab().toImage()
    view.select_all()
    assert view.viewport().grab().toImage() != before


def test_cells_of_a_table_are_copied_apart(view: MarkdownView, settle: Settle) -> None:
    view.set_note("Note", "before\n\n| a | b |\n|---|---|\n| c | d |\n\nafter")
    settle(view)
    chunks = list(view._content.chunks())
    last = chunks[-1].document
    assert last is not None
    drag(view, point_of(view, chunks[1], 0), point_of(view, chunks[-1], len(last.toPlainText())))
    assert view.selected_text() == "before\na\nb\nc\nd\nafter"


def test_keys_select_copy_and_extend(view: MarkdownView, settle: Settle) -> None:
    view.set_note("Note", paragraphs(60))
    settle(view)
    view.setFocus()
    QTest.keyClick(view, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == view.to_plain_text()
    chunk = view.visible_chunks()[0]
    QTest.mouseClick(view.viewport(), LEFT, pos=point_of(view, chunk, 0))
    for _ in range(6):
        QTest.keyClick(view, Qt.Key.Key_Right, Qt.KeyboardModifier.ShiftModifier)
    assert view.selected_text() == "Note\nP"


def test_copy_of_a_long_text_follows_from_the_background(view: MarkdownView, qtbot: QtBot) -> None:
    view.set_note("Long", paragraphs(600))
    QGuiApplication.clipboard().clear()
    view.select_all()
    view.copy()
    assert QGuiApplication.clipboard().text() == ""
    qtbot.waitUntil(lambda: QGuiApplication.clipboard().text() != "")
    assert QGuiApplication.clipboard().text() == view.to_plain_text()


def test_keys_scroll(view: MarkdownView, settle: Settle) -> None:
    view.set_note("Note", paragraphs(80))
    settle(view)
    view.setFocus()
    bar = view.verticalScrollBar()
    seen = [bar.value()]
    for key in (Qt.Key.Key_Down, Qt.Key.Key_PageDown, Qt.Key.Key_End):
        QTest.keyClick(view, key)
        seen.append(bar.value())
    assert seen == sorted(set(seen))
    QTest.keyClick(view, Qt.Key.Key_PageUp)
    QTest.keyClick(view, Qt.Key.Key_Up)
    assert bar.value() < seen[-1]
    QTest.keyClick(view, Qt.Key.Key_Home)
    assert bar.value() == 0


def test_wheel_scrolls_by_pixels_and_zooms_with_ctrl(view: MarkdownView, settle: Settle, qtbot: QtBot) -> None:
    view.set_note("Note", paragraphs(80))
    settle(view)

    def turn(pixels: int, notches: int, modifiers: Qt.KeyboardModifier) -> None:
        event = QWheelEvent(
            QPointF(100, 100),
            QPointF(view.viewport().mapToGlobal(QPoint(100, 100))),
            QPoint(0, pixels),
            QPoint(0, notches),
            Qt.MouseButton.NoButton,
            modifiers,
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(view.viewport(), event)

    turn(-17, -17, Qt.KeyboardModifier.NoModifier)
    assert view.verticalScrollBar().value() == 17
    turn(0, -120, Qt.KeyboardModifier.NoModifier)
    assert view.verticalScrollBar().value() > 40
    with qtbot.waitSignal(view.zoom_requested) as zoomed:
        turn(0, 120, Qt.KeyboardModifier.ControlModifier)
    assert zoomed.args == [1]


def test_click_on_a_link_tells_its_address(view: MarkdownView, settle: Settle, qtbot: QtBot) -> None:
    view.set_resolver(lambda target: f"{target}.md" if target == "Home" else None)
    view.set_note("Note", "See [[Home]] and [[Nowhere]] and [web](https://example.org).")
    settle(view)
    for text, address in (
        ("Home", "axon-note:Home.md"),
        ("Nowhere", "axon-new:Nowhere"),
        ("web", "https://example.org"),
    ):
        with qtbot.waitSignal(view.link_activated) as activated:
            QTest.mouseClick(view.viewport(), LEFT, pos=find_text(view, text))
        assert activated.args == [address]


def point(view: MarkdownView, place: QPoint) -> None:
    """Move the mouse to a point of the view; a mouse that is there already would cause no event."""
    for spot in (QPoint(2, 2), place):
        QTest.mouseMove(view.viewport(), spot)


def test_hover_shows_a_hand_and_tells_the_address(view: MarkdownView, settle: Settle, qtbot: QtBot) -> None:
    view.set_note("Note", "See [web](https://example.org) there.")
    settle(view)
    with qtbot.waitSignal(view.link_hovered) as hovered:
        point(view, find_text(view, "web"))
    assert hovered.args == ["https://example.org"]
    assert view.viewport().cursor().shape() == Qt.CursorShape.PointingHandCursor
    with qtbot.waitSignal(view.link_hovered) as left:
        QTest.mouseMove(view.viewport(), find_text(view, "there"))
    assert left.args == [""]
    assert view.viewport().cursor().shape() == Qt.CursorShape.IBeamCursor


def test_link_that_goes_from_under_the_mouse_is_no_longer_told(
    view: MarkdownView, settle: Settle, monkeypatch: pytest.MonkeyPatch
) -> None:
    view.set_note("Note", "See [web](https://example.org) there.\n\n" + paragraphs(60))
    settle(view)
    hovered: list[str] = []
    view.link_hovered.connect(hovered.append)
    place, outside = find_text(view, "web"), QPoint(-50, -50)
    at = [view.viewport().mapToGlobal(place)]
    monkeypatch.setattr(view, "cursor", lambda: SimpleNamespace(pos=lambda: at[0]))

    point(view, place)
    view.verticalScrollBar().setValue(200)
    assert hovered == ["https://example.org", ""], "it was scrolled away"
    view.verticalScrollBar().setValue(0)
    point(view, place)
    at[0] = view.viewport().mapToGlobal(outside)
    QApplication.sendEvent(view.viewport(), QEvent(QEvent.Type.Leave))
    assert hovered[2:] == ["https://example.org", ""], "the mouse left the view"
    point(view, place)
    view.hide()
    assert hovered[4:] == ["https://example.org", ""], "something else is shown"


def test_link_into_the_same_note_scrolls_there(view: MarkdownView, settle: Settle) -> None:
    view.set_note("Note", "[[#Far away]]\n\n" + paragraphs(60) + "\n\n## Far away\n\n" + paragraphs(20))
    settle(view)
    QTest.mouseClick(view.viewport(), LEFT, pos=find_text(view, "Far away"))
    settle(view)
    assert view.verticalScrollBar().value() > 1000


def test_context_menu_opens_without_waiting_for_it(view: MarkdownView, settle: Settle, qtbot: QtBot) -> None:
    view.set_note("Note", "See [web](https://example.org) there.")
    settle(view)
    point = find_text(view, "web")
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, point, view.viewport().mapToGlobal(point))
    QApplication.sendEvent(view.viewport(), event)
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    actions = {action.text(): action for action in menu.actions()}
    assert not actions["Copy"].isEnabled()
    actions["Copy link"].trigger()
    assert QGuiApplication.clipboard().text() == "https://example.org"
    actions["Select all"].trigger()
    assert "See web there." in view.selected_text()
    with qtbot.waitSignal(menu.destroyed):
        menu.close()


@pytest.mark.parametrize("change", ["colors", "scroll"])
def test_selection_survives_dropped_documents(view: MarkdownView, settle: Settle, change: str) -> None:
    view.set_note("Note", paragraphs(400))
    settle(view)
    drag(view, QPoint(200, 200), QPoint(300, 500))
    before = view.selected_text()
    assert before
    if change == "colors":
        view.set_font_size(17)
    else:
        bar = view.verticalScrollBar()
        for step in range(1, 90):
            bar.setValue(bar.maximum() * step // 90)
            settle(view)
    settle(view)
    assert view.selected_text() == before
