"""The row above a note: back and forward, the path, the mode, the save state, and the button to Obsidian."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtGui import QActionGroup, QResizeEvent
from PySide6.QtWidgets import QMenu, QPushButton, QSizePolicy, QToolButton, QWidget

from axon_desktop.ui.look.icons import icon
from axon_desktop.ui.look.parts import Switch, add_parts, hbox, name_menu_button, name_panel, push_button
from axon_desktop.ui.look.sizes import row_height
from axon_desktop.ui.look.stylesheet import plain_tip, wear
from axon_desktop.ui.look.theme import in_force
from axon_desktop.ui.note.breadcrumb import Breadcrumb
from axon_desktop.ui.tabs.tab import Mode

if TYPE_CHECKING:
    from axon_desktop.ui.editor.saving.save_state import SaveState, SaveStateLabel

_HEIGHT = 38
_CRUMB_ROOM = 190
"""Minimum width in pixels for Back, Forward and the path."""
_STEPS_ROOM = 130
"""The same without a path that can be read."""


class NoteHeader(QWidget):
    """Shows what it is given; knows nothing of notes."""

    back_requested = Signal()
    forward_requested = Signal()
    mode_requested = Signal(str)
    """A `Mode`."""
    obsidian_requested = Signal()
    save_settle_requested = Signal()
    """Typed text is not saved: the user wants to do something about it."""
    changes_requested = Signal()
    """The user wants to go to the next change that is to be decided."""
    steps_changed = Signal(bool, bool)
    """(whether Back has a target, whether Forward has one)"""

    def __init__(self) -> None:
        super().__init__()
        name_panel(self, "preview_header")
        self.back = self._make_step("back", self.tr("Back"))
        self.back.clicked.connect(self.back_requested)
        self.forward = self._make_step("forward", self.tr("Forward"))
        self.forward.clicked.connect(self.forward_requested)
        self._crumb = Breadcrumb()
        self.switch = Switch()
        self.switch.setToolTip(self.tr("Live, Source or Reading"))
        self.switch.setAccessibleName(self.tr("How the note is shown"))
        self.switch.chosen.connect(self.mode_requested)
        self.mode = push_button(tip=self.tr("Live, Source or Reading"))
        self.mode.setAccessibleName(self.tr("How the note is shown"))
        menu = QMenu(self.mode)
        group = QActionGroup(menu)
        self._modes: dict[Mode, str] = {
            "live": self.tr("Live"),
            "source": self.tr("Source"),
            "reading": self.tr("Reading"),
        }
        self.switch.set_names(self._modes)
        self._actions = {mode: menu.addAction(text) for mode, text in self._modes.items()}
        for mode, action in self._actions.items():
            action.setCheckable(True)
            action.setData(mode)
            group.addAction(action)
        group.triggered.connect(lambda action: self.mode_requested.emit(action.data()))
        self.mode.setMenu(menu)
        name_menu_button(self.mode)
        self.obsidian = push_button(self.tr("Open in Obsidian"), clicked=self.obsidian_requested)
        self._save_state: SaveStateLabel | None = None
        self._changes: QPushButton | None = None
        self._row = hbox(self.back, self.forward, 3, parent=self, margins=(9, 0, 16, 0), spacing=0)
        add_parts(self._row, (self._crumb, 1), 10, self.switch, self.mode, 10, self.obsidian)
        self.set_mode("reading", possible=False)
        self._take_height()
        in_force.changed.connect(self._take_height)

    def _take_height(self) -> None:
        self.setFixedHeight(row_height(_HEIGHT))

    @staticmethod
    def _make_step(icon_name: str, name: str) -> QToolButton:
        button = QToolButton()
        button.setIcon(icon(icon_name))
        button.setAccessibleName(name)
        button.setToolTip(plain_tip(name))
        return button

    def set_path(self, path: str, *, gone: bool = False) -> None:
        """Show the path of a file; empty for none."""
        self._crumb.set_path(path)
        self.obsidian.setEnabled(bool(path) and not gone)

    def set_steps(self, *, back: bool, forward: bool) -> None:
        """Enable Back and Forward."""
        self.back.setEnabled(back)
        self.forward.setEnabled(forward)
        self.steps_changed.emit(back, forward)

    def set_mode(self, mode: Mode, *, possible: bool) -> None:
        """Show the mode, and whether there is a choice."""
        self.mode.setText(self._modes[mode] + " ▾")
        self._actions[mode].setChecked(True)
        self.mode.setEnabled(possible)
        self.switch.choose(mode, possible=possible)

    def set_save_state(self, state: SaveState | None, *, acts: bool = True) -> None:
        """Show whether the shown source is saved, with an action; None shows nothing."""
        if self._save_state is None:
            if state is None:
                return
            from axon_desktop.ui.editor.saving.save_state import SaveStateLabel

            self._save_state = SaveStateLabel()
            self._save_state.action_requested.connect(self.save_settle_requested)
            place = self._row.indexOf(self.switch)
            self._row.insertWidget(place, self._save_state)
            self._row.insertSpacing(place + 1, 10)
        if state is None:
            self._save_state.hide()
            self._fit()
        else:
            self._save_state.set_state(state, acts=acts)
            self._fit()

    def set_changes(self, count: int) -> None:
        """Show how many changes of the text are to be decided."""
        if self._changes is None:
            if not count:
                return
            self._changes = push_button("", clicked=self.changes_requested, kind="link")
            self._changes.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
            wear(self._changes, "controls.qss")
            place = self._row.indexOf(self.switch)
            self._row.insertWidget(place, self._changes)
            self._row.insertSpacing(place + 1, 10)
        one, many = self.tr("1 change to decide"), self.tr("{count} changes to decide")
        self._changes.setText(one if count == 1 else many.format(count=count))
        self._changes.setToolTip(plain_tip(self.tr("Go to the next change")))
        self._changes.setVisible(count > 0)
        self._fit()

    def minimumSizeHint(self) -> QSize:
        """Return the width without the button to Obsidian."""
        return QSize(_CRUMB_ROOM + self.mode.sizeHint().width() // 2, row_height(_HEIGHT))

    def event(self, event: QEvent) -> bool:
        """Show what fits when something needs another width, such as in another font."""
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._fit()
        return done

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Show what fits."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """Hide the button to Obsidian (it is in the menus), make a menu of the modes, shorten the save state."""
        whole = self.width() - _CRUMB_ROOM - self.switch.sizeHint().width()
        self.switch.setVisible(whole >= 0)
        self.mode.setVisible(whole < 0)
        room = whole if whole >= 0 else self.width() - _CRUMB_ROOM - self.mode.sizeHint().width()
        state, changes = self._save_state, self._changes
        waits = changes is not None and not changes.isHidden()
        if changes is not None and waits:
            room -= changes.sizeHint().width() + 10
        if state is not None and not state.isHidden():
            if waits:
                state.text.hide()  # what waits says more than that all is saved
            else:
                state.set_short(False)
                words = state.sizeHint().width()
                state.set_short(room < words, tight=room + _CRUMB_ROOM < words + _STEPS_ROOM)
            room -= state.sizeHint().width()
        self.obsidian.setVisible(room >= self.obsidian.sizeHint().width())
        self._row.activate()
