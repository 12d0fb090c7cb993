"""The quick switcher (Ctrl+O) and the command palette in the window, with their recently used items."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from axon_desktop.ui.quick_open.palette_commands import commands_of
from axon_desktop.ui.search.recent import RecentList

if TYPE_CHECKING:
    from axon_desktop.ui.note.keyboard_focus import Journey
    from axon_desktop.ui.quick_open.palette import Palette
    from axon_desktop.ui.quick_open.switcher import Switcher
    from axon_desktop.ui.window.main_window import MainWindow


_MAX_RECENT_NOTES = 30
_MAX_RECENT_COMMANDS = 8


class SwitcherFeature(QObject):
    """Creates the switcher at its first use."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._switcher: Switcher | None = None
        self._journey: Journey | None = None
        """The journey to a note that was chosen before it was found."""
        self._recent = RecentList(window.state, _MAX_RECENT_NOTES)
        window.menus.actions["file.go_to_note"].triggered.connect(self._open)
        window.groups.note_opened.connect(self._recent.add)
        window.context.entered.connect(self._show_vault)
        window.context.left.connect(self._leave_vault)

    def _open(self) -> None:
        if self._window.context.vault is None:
            self._window.status.show_message(self.tr("No vault is open."))
            return
        if self._switcher is None:
            self._switcher = self._make_switcher()
            self._fill_switcher()
        self._switcher.open_list()

    def _make_switcher(self) -> Switcher:
        from axon_desktop.ui.quick_open.switcher import Switcher

        window = self._window
        switcher = Switcher(self._recent, window)
        switcher.place_requested.connect(self._go)
        switcher.left.connect(self._expect)
        switcher.reopening.connect(self._cancel_journey)
        switcher.create_requested.connect(lambda name: window.preview.create_requested.emit(name, ""))
        return switcher

    def _go(self, path: str, line: int, new_tab: bool) -> None:
        self._window.preview.open_note(path, line=line, new_tab=new_tab)

    def _expect(self) -> None:
        """Collect typing from now on for the note that is still being searched for."""
        self._journey = self._window.preview.note_focus.expect()

    def _cancel_journey(self) -> None:
        if self._journey is not None:
            self._window.preview.note_focus.cancel(self._journey)

    def _show_vault(self) -> None:
        vault = self._window.context.vault
        assert vault is not None
        self._recent.open(f"opened/{vault.id}")
        self._fill_switcher()

    def _leave_vault(self) -> None:
        self._recent.open("")
        self._fill_switcher()

    def _fill_switcher(self) -> None:
        if self._switcher is None:
            return
        from axon_desktop.ui.quick_open.note_names import SwitcherNames

        vault, index = self._window.context.vault, self._window.context.index
        self._switcher.set_names(SwitcherNames(vault, index) if vault is not None else None)


class PaletteFeature(QObject):
    """Creates the palette at its first use."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._palette: Palette | None = None
        window.menus.actions["view.command_palette"].triggered.connect(self._open)

    def _open(self) -> None:
        if self._palette is None:
            from axon_desktop.ui.quick_open.palette import Palette

            window = self._window
            recent = RecentList(window.state, _MAX_RECENT_COMMANDS)
            recent.open("commands_used")
            self._palette = Palette(recent, partial(commands_of, window), window)
        self._palette.open_list()
