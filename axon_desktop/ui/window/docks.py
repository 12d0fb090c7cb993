"""The dock panels: their positions, title bars and widths.

A panel has a share of the window's width, until the user drags it to another width.
"""

from __future__ import annotations

from PySide6.QtCore import QObject, QSettings, Qt, QTimer
from PySide6.QtWidgets import QDockWidget, QMainWindow, QSizePolicy, QVBoxLayout, QWidget

from axon_desktop.ui.look.parts import name_panel, text_label
from axon_desktop.ui.window.geometry import bring_onto_screen

_SHARES = ((0.174, 190, 250), (0.306, 330, 440))
"""(share of the window's width, minimum, maximum) of the vault panel and the chat panel."""
_NOTE_SHARE = 0.42
"""Share of the column's height for the note panel; dragging can halve it."""
_NOTE_LEAST = _NOTE_SHARE / 2
_WIDEST = 10_000
"""Maximum width of any panel."""
_AREAS = (Qt.DockWidgetArea.LeftDockWidgetArea, Qt.DockWidgetArea.RightDockWidgetArea)


class Docks(QObject):
    """Has the panels of one window, and the widths of columns that the user has dragged."""

    def __init__(self, window: QMainWindow, vault: QWidget, chat: QWidget, note: QWidget) -> None:
        """Take the contents of the panels."""
        super().__init__(window)
        self._window = window
        self._arranging = False
        self._dragged: dict[str, int] = {}
        self._before_drag: dict[str, int] = {}
        self.vault = self._make_dock("vault_dock", self.tr("Vault panel"), vault)
        self.chat = self._make_dock("chat_dock", self.tr("Chat panel"), chat)
        self.note = self._make_dock("note_dock", self.tr("Outline and links"), note)
        self.note.visibilityChanged.connect(self._note_shown)
        self._columns = (self.vault, self.chat)
        self.docks = (self.vault, self.chat, self.note)
        """All panels, in the order of their shortcuts."""
        self._set_default_positions()

    def _make_dock(self, name: str, title: str, content: QWidget) -> QDockWidget:
        dock = QDockWidget(title, self._window)
        dock.setObjectName(name)
        dock.setWidget(content)
        dock.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        dock.setTitleBarWidget(QWidget())  # the design shows none; "Arrange panels" and floating restore it
        dock.visibilityChanged.connect(self._shown)
        dock.topLevelChanged.connect(lambda _floating: self.arrange(self._arranging))
        return dock

    def _set_default_positions(self) -> None:
        """Set the default positions: the note panel below the vault, and hidden."""
        for dock, area in zip(self._columns, _AREAS, strict=True):
            self._window.addDockWidget(area, dock)
            dock.show()
        self._window.splitDockWidget(self.vault, self.note, Qt.Orientation.Vertical)
        self.note.hide()

    def show_in_chat(self, widget: QWidget) -> None:
        """Show another widget in the chat panel, whose width stays the same."""
        width = self.chat.width()
        self.chat.setWidget(widget)
        self._window.resizeDocks([self.chat], [width], Qt.Orientation.Horizontal)

    # --- title bars ----------------------------------------------------------------------------------------------

    def arrange(self, shown: bool) -> None:
        """Show title bars on all panels, or only on floating ones."""
        self._arranging = shown
        for dock in self.docks:
            hidden = dock.titleBarWidget() is not None
            wanted = shown or dock.isFloating()
            if wanted and hidden:
                old = dock.titleBarWidget()
                dock.setTitleBarWidget(None)  # type: ignore[arg-type]
                old.deleteLater()
            elif not wanted and not hidden:
                dock.setTitleBarWidget(QWidget())

    def lift_floating(self) -> None:
        """Show floating panels again, on a screen: they were restored before the window was shown."""
        for dock in self.docks:
            if dock.isFloating() and dock.isVisible():
                dock.hide()
                dock.show()
                bring_onto_screen(dock)

    # --- widths --------------------------------------------------------------------------------------------------

    def fit(self) -> None:
        """Give each docked panel the width it was dragged to, else its share of the window."""
        docks, widths = [], []
        for dock, area, (share, least, most) in zip(self._columns, _AREAS, _SHARES, strict=True):
            if not dock.isFloating() and self._window.dockWidgetArea(dock) == area:
                default = min(max(round(self._window.width() * share), least), most)
                docks.append(dock)
                widths.append(self._dragged.get(dock.objectName(), default))
        if docks:
            self._window.resizeDocks(docks, widths, Qt.Orientation.Horizontal)

    def _shown(self, shown: bool) -> None:
        if shown:  # Qt lays it out first, and gives it no more than it needs
            QTimer.singleShot(0, self._window, self.fit)

    def _note_shown(self, shown: bool) -> None:
        if shown:
            QTimer.singleShot(0, self._window, self._fit_note)

    def _fit_note(self) -> None:
        """Give the note panel its share of the column when Qt shows it at its minimum height."""
        docks = [self.vault, self.note]
        room = sum(dock.height() for dock in docks)
        areas = {self._window.dockWidgetArea(dock) for dock in docks}
        if len(areas) == 1 and not self.note.isFloating() and self.note.height() < _NOTE_LEAST * room:
            height = round(_NOTE_SHARE * room)
            self._window.resizeDocks(docks, [room - height, height], Qt.Orientation.Vertical)

    def pressed(self) -> None:
        """Note the widths when the mouse is pressed, perhaps between two panels."""
        self._before_drag = {dock.objectName(): dock.width() for dock in self._columns}

    def released(self) -> None:
        """Remember the dragged width."""
        for dock in self._columns:
            name, width = dock.objectName(), dock.width()
            if self._before_drag.get(name, width) != width:
                self._dragged[name] = width
        self._before_drag = {}

    def reset(self) -> None:
        """Restore the default positions; the widths stay."""
        for dock in self.docks:
            dock.setFloating(False)
        self._set_default_positions()
        self._dragged = {}
        self.fit()

    def save(self, state: QSettings) -> None:
        """Save the dragged widths for the next start."""
        for dock in self._columns:
            state.setValue(f"dragged/{dock.objectName()}", self._dragged.get(dock.objectName(), 0))

    def restore(self, state: QSettings) -> None:
        """Restore the saved widths."""
        for dock in self._columns:
            width = str(state.value(f"dragged/{dock.objectName()}", ""))
            if width.isdecimal() and 0 < int(width[:6]) <= _WIDEST:
                self._dragged[dock.objectName()] = int(width)


class ChatPlaceholder(QWidget):
    """Shown while the chat is not loaded yet."""

    def __init__(self) -> None:
        super().__init__()
        name_panel(self, "chat_waiting")
        self._hint = text_label(
            self.tr("Opening the vault…"), name="chat_hint", wraps=True, align=Qt.AlignmentFlag.AlignCenter
        )
        QVBoxLayout(self).addWidget(self._hint)

    def show_no_vault(self) -> None:
        """Show what to do when no vault could be opened."""
        self._hint.setText(self.tr("No vault is open. Choose one with File → Open vault…"))
