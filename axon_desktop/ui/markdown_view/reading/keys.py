"""The keys by which somebody reads who hears the text; imported only where a screen reader runs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from axon_desktop.ui.accessibility.announcer import announce
from axon_desktop.ui.language.translation import translate
from axon_desktop.ui.markdown_view.accessible import notify_part
from axon_desktop.ui.markdown_view.layout.chunk import TASK_SCHEME
from axon_desktop.ui.markdown_view.reading.place import KINDS, STEPS

if TYPE_CHECKING:
    from axon_desktop.ui.markdown_view.interaction import Interaction


_ENDS = (Qt.Key.Key_Home, Qt.Key.Key_End)


def read_on(view: Interaction, event: QKeyEvent) -> bool:
    """Go to the next part, or the next one of a kind; return whether the key was one of these."""
    key, held = event.key(), event.modifiers()
    back = held == Qt.KeyboardModifier.ShiftModifier and key in (*KINDS, Qt.Key.Key_K)
    if key not in (*KINDS, *STEPS, *_ENDS, Qt.Key.Key_K, Qt.Key.Key_Space) or (held and not back):
        return False
    if key == Qt.Key.Key_Space:
        return _tick(view)
    if key == Qt.Key.Key_K:
        if not view.step_link(-1 if back else 1):
            announce(translate("MarkdownView", "There is no other."), topic="row")
        return True
    view.link_focus.clear()
    if key in _ENDS:
        bar = view.verticalScrollBar()
        bar.setValue(bar.minimum() if key == Qt.Key.Key_Home else bar.maximum())
        view.reading.clear()
    if not view.hasFocus():
        view.setFocus()  # a button among the text had it
    if view.step_part(key, STEPS.get(key, -1 if back else 1)):
        chunk, part = view.reading.chunk, view.reading.part
        assert chunk is not None
        assert part is not None
        view.reveal(chunk, part.start)
        view.viewport().update()
        notify_part(view, chunk, view.reading.number)
    else:
        announce(translate("MarkdownView", "There is no other."), topic="row")
    return True


def _tick(view: Interaction) -> bool:
    """Tick the task that is being read."""
    chunk, part = view.reading.chunk, view.reading.part
    if chunk is None or part is None or part.kind != "task":
        return False
    stops = (one.href for one in chunk.stops() if part.start <= one.start <= part.end)
    href = next((href for href in stops if href.startswith(TASK_SCHEME)), "")
    if href:
        announce(translate("MarkdownView", "Not done") if part.done else translate("MarkdownView", "Done"))
        view.follow(href, chunk)
    return bool(href)
