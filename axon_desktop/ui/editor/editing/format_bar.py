"""FormatBar: a small bar over what was selected with the mouse; it never takes the focus."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QAction, QMouseEvent
from PySide6.QtWidgets import QFrame, QToolButton

from axon_desktop.ui.language.translation import plain
from axon_desktop.ui.look.icons import icon
from axon_desktop.ui.look.parts import hbox, name_keys
from axon_desktop.ui.look.stylesheet import plain_tip

if TYPE_CHECKING:
    from axon_desktop.ui.editor.text_edit import NoteTextEdit

_BUTTONS = {
    "format.bold": "bold",
    "format.italic": "italic",
    "format.strikethrough": "strike",
    "format.highlight": "highlight",
    "format.code": "code",
    "format.link": "link",
    "format.heading_2": "heading",
    "format.task": "check",
}
"""The icon of each action."""
_GAP = 6


class FormatBar(QFrame):
    """Stands over the selection of one text box until that changes or a key is pressed."""

    def __init__(self, edit: NoteTextEdit, actions: Mapping[str, QAction]) -> None:
        super().__init__(edit)
        self.setObjectName("format_bar")
        self._edit = edit
        self.is_wanted = True
        """Whether the user wants to see it."""
        layout = hbox(parent=self, margins=(4, 4, 4, 4), spacing=2)
        for name, icon_name in _BUTTONS.items():
            button = QToolButton(self)
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
            button.setIcon(icon(icon_name))
            button.setAccessibleName(plain(actions[name].text()))
            button.setToolTip(plain_tip(plain(actions[name].text())))
            name_keys(button, actions[name])
            button.clicked.connect(actions[name].trigger)
            layout.addWidget(button)
        edit.installEventFilter(self)
        edit.viewport().installEventFilter(self)
        edit.verticalScrollBar().valueChanged.connect(self.hide)
        edit.selectionChanged.connect(self._follow)
        self.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Show the bar after a selection with the mouse; hide it at anything else."""
        kind = event.type()
        if kind == QEvent.Type.MouseButtonRelease and isinstance(event, QMouseEvent):
            if watched is self._edit.viewport() and event.button() == Qt.MouseButton.LeftButton:
                QTimer.singleShot(0, self, self._offer)  # when the selection is what it will be
        elif kind in (QEvent.Type.KeyPress, QEvent.Type.FocusOut, QEvent.Type.InputMethod, QEvent.Type.Resize) or (
            kind == QEvent.Type.MouseButtonPress and watched is self._edit.viewport()
        ):
            self.hide()
        return super().eventFilter(watched, event)

    def _offer(self) -> None:
        if self.is_wanted and not self._edit.isReadOnly() and self._edit.textCursor().selectedText().strip():
            self._place()
            self.show()
            self.raise_()

    def _follow(self) -> None:
        if self.isVisible() and self._edit.textCursor().hasSelection():
            self._place()
        else:
            self.hide()

    def _place(self) -> None:
        """Stand above the first line of the selection, or below the last where there is no room."""
        edit, size = self._edit, self.sizeHint()
        ends = []
        for place in (edit.textCursor().selectionStart(), edit.textCursor().selectionEnd()):
            cursor = edit.textCursor()
            cursor.setPosition(place)
            ends.append(edit.cursorRect(cursor).translated(edit.viewport().pos()))
        top = ends[0].top() - size.height() - _GAP
        if top < 0:
            top = min(ends[1].bottom() + _GAP, edit.height() - size.height())
        left = max(0, min(ends[0].left(), edit.width() - size.width() - _GAP))
        self.setGeometry(left, top, size.width(), size.height())
