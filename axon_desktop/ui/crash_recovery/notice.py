"""CrashNotice: a notice under the menu bar that lists what a crashed run left."""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolBar

from axon_desktop.text.mention_syntax import say_mentions
from axon_desktop.ui.editor.saving.notice_bar import Action, NoticeBar
from axon_desktop.ui.language.error_texts import join_sentences

if TYPE_CHECKING:
    from axon_desktop.ui.crash_recovery.leftovers import Leftovers
    from axon_desktop.ui.note.pane import NotePane
    from axon_desktop.ui.window.main_window import MainWindow
    from axon_desktop.vault.history.changes import VaultChanged

_LONGEST = 40
_LOWEST = 40
"""Height in pixels of a bar with one line."""


class CrashNotice(QToolBar):
    """Stays until its note is shown, another of its actions is chosen, or it is closed."""

    note_requested = Signal(str)
    """Vault path of a note with unsaved text."""
    conversation_requested = Signal(str)
    """Id of the unfinished conversation."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self.setObjectName("crash_notice")
        self.setWindowTitle(self.tr("After a crash"))
        self.setMovable(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.PreventContextMenu)
        self.toggleViewAction().setVisible(False)
        self.bar = NoticeBar(self)
        self.bar.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._place = self.addWidget(self.bar)
        window.context.left.connect(self.close_for_good)
        self._window = window
        self._left: Leftovers | None = None
        """What is listed."""
        self._only_note = ""
        """Vault path of the note, if it is all that is listed."""
        window.groups.note_opened.connect(self._note_shown)
        window.groups.each(self._follow)
        window.addToolBarBreak(Qt.ToolBarArea.TopToolBarArea)
        window.addToolBar(Qt.ToolBarArea.TopToolBarArea, self)

    def _follow(self, pane: NotePane) -> None:
        pane.body.currentChanged.connect(self._note_shown)
        pane.body.draft_settled.connect(self._draft_settled)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Set the height that the text needs at this width; QToolBar does not do that itself."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        layout = self.bar.layout()
        if layout is not None:
            self.bar.setFixedHeight(max(_LOWEST, layout.totalHeightForWidth(self.width())))

    def show_leftovers(self, left: Leftovers) -> None:
        """List what was left, and offer to continue with it."""
        self._left = left
        words = [self.tr("Axon did not close properly last time.")] if left.crashed else []
        actions: list[Action] = []
        if left.drafts:
            names = ", ".join(f"“{_short(PurePosixPath(path).stem)}”" for path in left.drafts[:3])
            if len(left.drafts) > 3:
                names += "…"
            words.append(self.tr("Unsaved text was kept for: {notes}.").format(notes=names))
            first = left.drafts[0]
            label = self.tr("&Show “{note}”").format(note=_short(PurePosixPath(first).stem).replace("&", "&&"))
            actions.append((label, lambda: self.note_requested.emit(first)))
        if left.conversation is not None:
            found = left.conversation
            title = _short(say_mentions(found.title) or self.tr("Untitled conversation"))
            words.append(
                self.tr("The conversation “{title}” was interrupted and has been kept.").format(title=title)
            )
            actions.append((self.tr("&Continue conversation"), lambda: self._choose_conversation(found.id)))
        if not actions:
            words.append(self.tr("Nothing that was written is lost, and the agent’s changes can be undone."))
        self._only_note = left.drafts[0] if len(actions) == len(left.drafts) == 1 else ""
        actions.append((self.tr("C&lose"), self.close_for_good))
        said = join_sentences(*words)
        self.bar.show_notice("crash", said, actions)
        self._place.setVisible(True)  # a tool bar shows its actions, whatever the visibility of their widgets
        self.setAccessibleName(said)
        self.show()
        self._fit()

    def close_for_good(self) -> None:
        """Remove the notice; the note and the history still offer the same."""
        self.bar.clear()
        self.hide()
        self.deleteLater()

    def _note_shown(self) -> None:
        """Remove the notice when its note is opened otherwise: above its source is the same offer."""
        pane = self._window.preview
        if self._only_note and pane.path == self._only_note and pane.body.shows_editor:
            self.close_for_good()

    def _draft_settled(self, path: str) -> None:
        """Remove a note whose text was restored or discarded."""
        left = self._left
        if left is None or path not in left.drafts:
            return
        left = replace(left, drafts=[draft for draft in left.drafts if draft != path])
        if left.drafts or left.conversation is not None:
            self.show_leftovers(left)
        else:
            self.close_for_good()

    def on_vault_changed(self, change: VaultChanged) -> None:
        """Follow notes that are moved or renamed."""
        left = self._left
        if left is not None and any(path in left.drafts for path in change.moved):
            self.show_leftovers(replace(left, drafts=[change.moved.get(path, path) for path in left.drafts]))

    def _choose_conversation(self, ident: str) -> None:
        self.conversation_requested.emit(ident)
        self.close_for_good()


def _short(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
