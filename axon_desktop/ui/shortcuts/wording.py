"""What the shortcuts dialog says about keys."""

from __future__ import annotations

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication
from PySide6.QtGui import QKeySequence

from axon_desktop.ui.shortcuts.field_keys import Need

translate = QCoreApplication.translate

ARROWS = (
    QT_TRANSLATE_NOOP("QShortcut", "Left"),
    QT_TRANSLATE_NOOP("QShortcut", "Right"),
    QT_TRANSLATE_NOOP("QShortcut", "Up"),
    QT_TRANSLATE_NOOP("QShortcut", "Down"),
)
"""Keys for which Qt asks a translation: its own says other words than the texts of the window."""


def native(keys: str) -> str:
    """Return keys as people of this system write them."""
    return QKeySequence(keys).toString(QKeySequence.SequenceFormat.NativeText)


def need_text(need: Need, keys: str) -> str:
    """Return why no command may have these keys."""
    match need:
        case "types":
            text = translate("Shortcuts", "{keys} types a sign: hold Ctrl or Alt with it, or take a function key.")
        case "moves":
            text = translate("Shortcuts", "{keys} moves the caret or the focus.")
        case "edits":
            text = translate("Shortcuts", "{keys} edits what is typed, in every text field.")
        case "editor":
            text = translate("Shortcuts", "{keys} belongs to the note’s editor.")
        case "window":
            text = translate("Shortcuts", "{keys} belongs to the window or the system.")
    return text.format(keys=native(keys))


def fixed_rows() -> list[tuple[str, str]]:
    """Return the keys that cannot be changed, and what they do."""
    return [
        ("Enter", translate("Shortcuts", "Send the message, open the note, follow the link")),
        ("Shift+Enter", translate("Shortcuts", "Begin a new line in the message")),
        ("Esc", translate("Shortcuts", "Stop the agent; close the find bar; clear the filter")),
        ("Tab", translate("Shortcuts", "Go to the next link or panel")),
        (f"{native('Ctrl+1')} … {native('Ctrl+9')}", translate("Shortcuts", "Go to a tab by its number")),
        (f"{native('Ctrl+B')}, {native('Ctrl+I')}", translate("Shortcuts", "Bold, italic in the note’s editor")),
        (native("Ctrl+S"), translate("Shortcuts", "Save the note at once in the editor")),
    ]
