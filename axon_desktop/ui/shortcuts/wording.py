"""Texts of the shortcuts dialog about keys."""

from __future__ import annotations

from axon_desktop.errors import N_
from axon_desktop.ui.actions import native
from axon_desktop.ui.language.translation import translate
from axon_desktop.ui.shortcuts.field_keys import Need

ARROWS = (
    N_("QShortcut", "Left"),
    N_("QShortcut", "Right"),
    N_("QShortcut", "Up"),
    N_("QShortcut", "Down"),
)
"""Keys whose name Qt must not translate: its words differ from the texts of the window."""


def need_text(need: Need, keys: str) -> str:
    """Return why no command may have these keys."""
    match need:
        case "types":
            text = translate("Shortcuts", "{keys} types a character: add Ctrl or Alt, or use a function key.")
        case "moves":
            text = translate("Shortcuts", "{keys} moves the cursor or the focus.")
        case "edits":
            text = translate("Shortcuts", "{keys} is used for editing in every text field.")
        case "editor":
            text = translate("Shortcuts", "{keys} is used by the note editor.")
        case "window":
            text = translate("Shortcuts", "{keys} is used by the window or the system.")
    return text.format(keys=native(keys))


def fixed_rows() -> list[tuple[str, str]]:
    """Return the keys that cannot be changed, and their actions."""
    return [
        ("Enter", translate("Shortcuts", "Send the message, open the note, follow the link")),
        (native("Shift+Enter"), translate("Shortcuts", "Start a new line in the message")),
        ("Esc", translate("Shortcuts", "Stop the agent; close the find bar; clear the filter")),
        ("Tab", translate("Shortcuts", "Go to the next link or panel")),
        (f"{native('Ctrl+1')} … {native('Ctrl+9')}", translate("Shortcuts", "Go to a tab by its number")),
        (native("Ctrl+S"), translate("Shortcuts", "Save the note in the editor right away")),
    ]
