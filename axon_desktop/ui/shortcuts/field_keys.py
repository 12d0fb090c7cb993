"""Keys that text fields and keyboard navigation need, so that no command may have them."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import QKeyCombination, Qt
from PySide6.QtGui import QKeySequence

_Key, _Mod = Qt.Key, Qt.KeyboardModifier
_CTRL, _SHIFT = _Mod.ControlModifier, _Mod.ShiftModifier
_NONE = _Mod.NoModifier

Need = Literal["types", "moves", "edits", "editor", "window"]
"""Why a key is needed: it types, moves the caret or the focus, edits, or is the editor's or the system's."""

_MOVING = {
    _Key.Key_Left, _Key.Key_Right, _Key.Key_Up, _Key.Key_Down, _Key.Key_Home, _Key.Key_End, _Key.Key_PageUp,
    _Key.Key_PageDown, _Key.Key_Tab, _Key.Key_Backtab,
}  # fmt: skip
_EDITING = {
    _Key.Key_Return, _Key.Key_Enter, _Key.Key_Escape, _Key.Key_Backspace, _Key.Key_Delete, _Key.Key_Insert,
}  # fmt: skip
_EDITING_WITH_CTRL = {
    _Key.Key_A, _Key.Key_C, _Key.Key_V, _Key.Key_X, _Key.Key_Y, _Key.Key_Z, _Key.Key_Backspace, _Key.Key_Delete,
    _Key.Key_Insert, _Key.Key_Return, _Key.Key_Enter,
}  # fmt: skip
_EDITOR_WITH_CTRL = {_Key.Key_S}
_CARET_WITH_CTRL = _MOVING - {_Key.Key_PageUp, _Key.Key_PageDown, _Key.Key_Tab, _Key.Key_Backtab}
_FUNCTION = range(_Key.Key_F1.value, _Key.Key_F35.value + 1)


def need_of(keys: QKeySequence) -> Need | None:
    """Return why a command may not have these keys; None if it may."""
    if keys.isEmpty():
        return None
    first: QKeyCombination = keys[0]  # type: ignore[index]  # the binding can, its types do not know
    key, held = first.key(), first.keyboardModifiers() & ~_Mod.KeypadModifier
    if held in (_NONE, _SHIFT):
        if key in _MOVING:
            return "moves"
        if key in _EDITING:
            return "edits"
        if key == _Key.Key_F10:
            return "window"
        return None if key.value in _FUNCTION else "types"
    if held in (_CTRL, _CTRL | _SHIFT):
        if key in _CARET_WITH_CTRL:
            return "moves"
        if key in _EDITING_WITH_CTRL and (held == _CTRL or key in (_Key.Key_Z, *_EDITING)):
            return "edits"
        if held == _CTRL and key in _EDITOR_WITH_CTRL:
            return "editor"
    if held == _Mod.AltModifier and key in (_Key.Key_F4, _Key.Key_Tab, _Key.Key_Space):
        return "window"
    return "window" if held & _Mod.MetaModifier else None
