"""Axon with the fault that it once had: somebody goes to a note, and the keyboard stays where it was."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from axon_desktop.app import main
from axon_desktop.ui.note.keyboard_focus import NoteFocus


def _stays(_self: NoteFocus, _widget: QWidget) -> None:
    pass


def _has_none(_self: NoteFocus) -> bool:
    return False


for fault, name in ((_stays, "_give_keyboard"), (_has_none, "_has_keyboard")):
    setattr(NoteFocus, name, fault)

if __name__ == "__main__":
    raise SystemExit(main())
