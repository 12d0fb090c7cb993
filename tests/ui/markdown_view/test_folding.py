"""Callouts fold by mouse and keyboard, also when they are cut into parts, and stay folded."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPointF, Qt
from pytestqt.qtbot import QtBot

from axon_desktop.ui.markdown_view import MarkdownView
from axon_desktop.ui.markdown_view.layout.chunk import Chunk

Settle = Callable[[MarkdownView], None]
NOTE = """> [!note]- First
> hidden one

> [!tip]+ Second
> shown two
> > [!bug]- Third
> > hidden three

> [!info] Fourth
> always
"""


def click(view: MarkdownView, settle: Settle, qtbot: QtBot, words: str) -> None:
    """Click on some text of the note."""
    settle(view)
    for chunk in view._content.chunks():
        assert chunk.document is not None
        cursor = chunk.document.find(words)
        if not cursor.isNull():
            rect = chunk.document.position_rect(cursor.selectionStart() + 1)
            point = view.chunk_origin(chunk) + rect.center()
            qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPointF(point).toPoint())
            settle(view)
            return
    raise AssertionError(words)


def shown(view: MarkdownView) -> str:
    return "\n".join(chunk.document.toPlainText() for chunk in _chunks(view) if chunk.document is not None)


def _chunks(view: MarkdownView) -> list[Chunk]:
    return list(view._content.chunks())


def test_callouts_begin_as_the_note_says(view: MarkdownView, settle: Settle) -> None:
    view.set_note("N", NOTE)
    settle(view)
    assert "hidden" not in shown(view)
    assert "shown two" in shown(view)


def test_click_on_a_title_folds_only_that_callout(view: MarkdownView, settle: Settle, qtbot: QtBot) -> None:
    view.set_note("N", NOTE)
    click(view, settle, qtbot, "First")
    assert "hidden one" in shown(view)
    click(view, settle, qtbot, "Third")
    assert "hidden three" in shown(view)
    click(view, settle, qtbot, "Second")
    assert "shown two" not in shown(view)
    assert "hidden one" in shown(view)
    click(view, settle, qtbot, "Second")
    assert "hidden three" in shown(view)
    click(view, settle, qtbot, "First")
    assert "hidden one" not in shown(view)


def test_a_callout_that_does_not_fold_has_no_link(view: MarkdownView, settle: Settle, qtbot: QtBot) -> None:
    view.set_note("N", NOTE)
    click(view, settle, qtbot, "Fourth")
    assert "always" in shown(view)


def test_tab_and_enter_fold_and_keep_the_focus(view: MarkdownView, settle: Settle, qtbot: QtBot) -> None:
    view.set_note("N", NOTE)
    settle(view)
    view.setFocus()
    qtbot.keyClick(view, Qt.Key.Key_Tab)
    assert view.focused_link() == "axon-fold:0!"
    for expected in (True, False):
        qtbot.keyClick(view, Qt.Key.Key_Return)
        settle(view)
        assert ("hidden one" in shown(view)) is expected
        assert view.focused_link() == "axon-fold:0!"


def test_nothing_is_said_of_a_fold_link(view: MarkdownView, settle: Settle, qtbot: QtBot) -> None:
    view.set_note("N", NOTE)
    settle(view)
    view.setFocus()
    with qtbot.waitSignal(view.link_hovered) as hovered:
        qtbot.keyClick(view, Qt.Key.Key_Tab)
    assert hovered.args == [""]


def test_all_parts_of_a_long_callout_fold(view: MarkdownView, settle: Settle, qtbot: QtBot) -> None:
    view.set_note(
        "N", "> [!note]- Long\n" + "".join(f"> line {n} of many\n>\n" for n in range(600)) + "\n> plain quote\n"
    )
    settle(view)
    assert view.to_plain_text().splitlines()[-1] == "plain quote"
    assert "line 599" not in view.to_plain_text()
    click(view, settle, qtbot, "Long")
    assert "line 599 of many" in view.to_plain_text()
    click(view, settle, qtbot, "Long")
    assert "of many" not in view.to_plain_text()


def test_a_change_elsewhere_keeps_what_is_folded(view: MarkdownView, settle: Settle, qtbot: QtBot) -> None:
    body = "".join(f"Paragraph {n} with some words in it to fill the chunk.\n\n" for n in range(60))
    view.set_note("N", f"{NOTE}\n{body}")
    click(view, settle, qtbot, "First")
    view.set_note("N", f"{NOTE}\n{body}More at the end.\n", keep_position=True)
    settle(view)
    assert "hidden one" in shown(view)
