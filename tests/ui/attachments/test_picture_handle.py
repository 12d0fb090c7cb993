from __future__ import annotations

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QImage, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from axon_desktop.ui.attachments.picture_handle import PictureHandle
from axon_desktop.ui.note.pane import NotePane
from axon_desktop.vault import Vault
from tests.waiting import until

Run = Callable[[Coroutine[Any, Any, Any]], Any]
NOTE = (
    "# Pictures\n\n![[a.png]] and ![w](a.png)\n\n![[Other]]\n\n"
    "| x | y |\n|---|---|\n| ![[b.png\\|80]] | z |\n\nend ![[b.png|100]]\n"
)


@pytest.fixture
def pane(tmp_path: Path, qtbot: QtBot) -> NotePane:
    root = tmp_path / "vault"
    root.mkdir()
    for name, width in (("a", 200), ("b", 120)):
        image = QImage(width, 60, QImage.Format.Format_RGB32)
        image.fill(Qt.GlobalColor.darkCyan)
        image.save(str(root / f"{name}.png"))
    (root / "Note.md").write_text(NOTE)
    (root / "Other.md").write_text("other ![[a.png]]\n")
    vault = Vault(root, data_dir=tmp_path / "data")
    vault.names.scan()
    made = NotePane()
    qtbot.addWidget(made)
    made.resize(800, 700)
    made.set_vault(vault)
    made.show()
    return made


def pictures(pane: NotePane) -> list[QPointF]:
    """Return the centre of each picture that can be found by pointing at every place."""
    view, found = pane.body.view, set()
    for y in range(0, view.viewport().height(), 24):
        for x in range(0, view.viewport().width(), 24):
            if (picture := view.picture_at(QPointF(x, y))) is not None:
                center = picture.rect.center()
                found.add((center.y(), center.x()))
    return [QPointF(x, y) for y, x in sorted(found)]


def point(pane: NotePane, place: QPointF) -> PictureHandle:
    """Move the mouse to a place of the note; return the handle there."""
    viewport = pane.body.view.viewport()
    nothing = Qt.MouseButton.NoButton
    move = QMouseEvent(
        QEvent.Type.MouseMove, place, viewport.mapToGlobal(place), nothing, nothing, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(viewport, move)
    handle = viewport.findChild(PictureHandle)
    assert handle is not None
    return handle


def drag(handle: PictureHandle, by: int, *, escape: bool = False) -> None:
    start = handle.rect().center()
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start)
    origin = handle.mapToGlobal(start)
    for step in (by // 2, by):
        place = QPointF(handle.mapFromGlobal(origin + QPoint(step, 0)))
        move = QMouseEvent(
            QEvent.Type.MouseMove,
            place,
            QPointF(origin + QPoint(step, 0)),
            Qt.MouseButton.NoButton,
            Qt.MouseButton.LeftButton,
            Qt.KeyboardModifier.NoModifier,
        )
        QApplication.sendEvent(handle, move)
    if escape:
        QTest.keyClick(handle, Qt.Key.Key_Escape)
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, start)


def test_edge_of_a_picture_sets_its_width_in_the_note(pane: NotePane, run_async: Run) -> None:
    vault = pane.body.vault

    async def body() -> None:
        pane.open_note("Note.md")
        assert vault is not None
        file, view = vault.root / "Note.md", pane.body.view
        await until(lambda: not view.busy and len(pictures(pane)) == 4)
        places = pictures(pane)

        handle = point(pane, places[0])
        assert handle.isVisible()
        drag(handle, 60, escape=True)
        assert not handle.isVisible()
        drag(point(pane, places[0]), 60)
        expected = NOTE.replace("![[a.png]] and", "![[a.png|260]] and", 1)
        await until(lambda: file.read_text() == expected)

        pane.refresh()
        await until(lambda: "|260" in pane.body.rendered and not view.busy and len(pictures(pane)) == 4)
        places = pictures(pane)
        drag(point(pane, places[-1]), -30)
        expected = expected.replace("end ![[b.png|100]]", "end ![[b.png|70]]")
        await until(lambda: file.read_text() == expected)
        vault.undo_last_turn()
        assert "end ![[b.png|100]]" in file.read_text()

    run_async(body())
