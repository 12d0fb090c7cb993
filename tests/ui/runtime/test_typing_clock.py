"""A key that a screen reader saw comes back as a copy without its time: it is one key all the same."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAccessible, QKeyEvent, QWindow
from PySide6.QtWidgets import QApplication

from axon_desktop.ui.typing_clock import Press, TypingClock


def key(kind: QEvent.Type, letter: str, at: int) -> QKeyEvent:
    event = QKeyEvent(kind, ord(letter.upper()), Qt.KeyboardModifier.NoModifier, letter)
    event.setTimestamp(at)
    return event


def test_a_copy_of_a_key_is_judged_as_the_key_was(qapp: QApplication) -> None:
    clock, window = TypingClock(qapp), QWindow()
    judged: list[str] = []

    def judge(event: QKeyEvent, _press: Press) -> bool:
        judged.append(event.text())
        return event.text() == "a"

    clock.judge(window, judge)
    over, press = QEvent.Type.ShortcutOverride, QEvent.Type.KeyPress
    keys = [(over, "a", 1000), (over, "b", 1010), (press, "a", 0), (press, "b", 0)]
    keys += [(over, "a", 1500), (press, "a", 1500), (press, "b", 0), (press, "c", 1600)]
    QAccessible.setActive(True)
    try:
        taken = [clock.eventFilter(window, key(*one)) for one in keys]
    finally:
        QAccessible.setActive(False)
    assert judged == ["a", "b", "a", "b", "c"]
    assert taken == [True, False, True, False, True, True, False, False]
    clock.deleteLater()
