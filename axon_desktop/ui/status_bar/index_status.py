"""IndexStatus: shows in the status bar the progress of the vault's index."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale, QTimer
from PySide6.QtWidgets import QProgressBar, QSizePolicy, QWidget

from axon_desktop.paths import cache_dir
from axon_desktop.ui.language.error_texts import in_users_language
from axon_desktop.ui.language.translation import translate
from axon_desktop.ui.look.parts import hbox, text_label
from axon_desktop.ui.look.stylesheet import mark

if TYPE_CHECKING:
    from axon_desktop.index.vault_index import IndexState, VaultIndex
    from axon_desktop.ui.status_bar.status_bar import StatusBar
    from axon_desktop.ui.window.main_window import MainWindow


_PATIENCE_MS = 500
"""Work that is done sooner is not shown."""
_BAR_WIDTH = 72
_BAR_HEIGHT = 4
_LEAST_WIDTH = 40
_AFTER_VAULT = 1


def reason_for_none(state: IndexState) -> str:
    """Return why there is no index, and what helps."""
    why = in_users_language(state.problem) or translate("IndexStatus", "its process ended")
    words = translate(
        "IndexStatus",
        "It cannot be stored in {folder}: {why}. Searching reads every note until you"
        " restart Axon, which then tries to create the index again.",
    )
    return words.format(folder=cache_dir(), why=why.rstrip("."))


def failure_words(index: VaultIndex | None) -> str:
    """Return why there is no index; empty while there may be one."""
    failed = index is not None and index.state.phase == "failed"
    return reason_for_none(index.state) if index is not None and failed else ""


class IndexStatus(QWidget):
    """A short text, and a thin bar while many files are being indexed."""

    def __init__(self, bar: StatusBar) -> None:
        super().__init__(bar)
        self._state: IndexState | None = None
        self.label = text_label(name="index_status")
        self.label.setMinimumWidth(_LEAST_WIDTH)  # the window may be narrower than the text
        self.progress = QProgressBar()
        self.progress.setObjectName("index_progress")
        self.progress.setAccessibleName(self.tr("Indexing"))
        self.progress.setTextVisible(False)
        self.progress.setFixedSize(_BAR_WIDTH, _BAR_HEIGHT)
        self.progress.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)  # else it takes all
        self.progress.hide()
        hbox(self.label, self.progress, parent=self, spacing=-1)
        self._pause = QTimer(self, singleShot=True, interval=_PATIENCE_MS)
        self._pause.timeout.connect(self._show)
        bar.insertWidget(_AFTER_VAULT, self)

    def follow(self, index: VaultIndex | None) -> None:
        """Show the index of another vault, or of none."""
        self.leave()
        if index is not None:
            self.set_state(index.state)

    def leave(self) -> None:
        """Show nothing."""
        self._pause.stop()
        self._state = None
        self.label.clear()
        self.progress.hide()

    def set_state(self, state: IndexState) -> None:
        """Take the progress; work is shown once it has lasted a while."""
        self._state = state
        if state.phase in ("ready", "failed", "waiting") or state.watch == "away":
            self._pause.stop()
            self._show()
        elif self.progress.isVisibleTo(self):
            self._show()
        elif not self._pause.isActive():
            self._pause.start()

    def _show(self) -> None:
        state = self._state
        if state is None:
            return
        off = state.phase == "failed" or state.watch == "away"
        self.label.setText(f"● {self._words(state)}" if off else self._words(state))
        mark(self.label, state="warn" if off else "")
        details = self._details(state)
        self.label.setAccessibleDescription(details)
        self.setToolTip(f"<qt>{escape(details)}</qt>" if details else "")
        busy = state.phase in ("starting", "comparing", "texts", "entries") and state.watch != "away"
        self.progress.setRange(0, state.total if busy else 1)  # without a known length it is indeterminate
        self.progress.setValue(state.done)
        self.progress.setVisible(busy)

    def _words(self, state: IndexState) -> str:
        if state.phase == "failed":
            return self.tr("The index could not be created")
        if state.watch == "away":
            return self.tr("The vault’s folder is missing")
        match state.phase:
            case "starting" | "comparing":
                return self.tr("Checking the index…")
            case "texts":
                return self._counted(self.tr("Indexing {done} of {total}"), state)
            case "entries":
                return self._counted(self.tr("Indexing links {done} of {total}"), state)
            case "waiting":
                return self.tr("Using another window’s index")
            case _:
                polled = state.watch == "polling"
                return self.tr("Index up to date (polling)") if polled else self.tr("Index up to date")

    def _details(self, state: IndexState) -> str:
        if state.phase == "failed":
            return reason_for_none(state)
        if state.watch == "away":
            return self.tr("Axon continues as soon as the folder is back.")
        match state.phase:
            case "waiting":
                return self.tr(
                    "Another Axon window has this vault open and maintains its index; this window reads"
                    " that index."
                )
            case "ready" if state.watch == "polling":
                return self.tr(
                    "The vault is on a remote drive, or the system cannot watch any more folders. Axon"
                    " checks for changes every few seconds."
                )
            case "ready":
                return self.tr(
                    "Anything written in the vault, here or by other programs, can be found right away."
                )
            case _ if state.searchable:
                return self.tr("You can search already; later changes are still being added.")
            case _:
                return self.tr("Until then, searching reads every note, which takes longer.")

    def _counted(self, words: str, state: IndexState) -> str:
        numbers = QLocale(QLocale.Language.English)
        return words.format(done=numbers.toString(state.done), total=numbers.toString(state.total))


def install(window: MainWindow) -> IndexStatus:
    """Add the index status to a window's status bar."""
    status = IndexStatus(window.status)
    context = window.context
    context.entered.connect(lambda: status.follow(context.index))
    context.left.connect(status.leave)
    context.index_state_changed.connect(status.set_state)
    return status
