"""The reading pane: one note, where it lies, and the way back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING
from urllib.parse import unquote

from PySide6.QtCore import Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QActionGroup, QDesktopServices, QResizeEvent
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QMenu,
    QMessageBox,
    QPushButton,
    QStackedWidget,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from axon_desktop.errors import NoteNotFoundError, ReadFailedError, VaultError
from axon_desktop.ui import outside
from axon_desktop.ui.aio import ask, spawn
from axon_desktop.ui.breadcrumb import Breadcrumb
from axon_desktop.ui.icons import icon
from axon_desktop.ui.sentences import error_text
from axon_desktop.ui.source import SourceView
from axon_desktop.ui.tree_model import display_name
from axon_desktop.vault.markdown.colors import Colors

if TYPE_CHECKING:
    from axon_desktop.ui.view import MarkdownView, Spot
    from axon_desktop.vault import Vault
    from axon_desktop.vault.changes import VaultChanged

_IMAGES = frozenset({".png", ".jpg", ".jpeg", ".gif", ".webp", ".bmp", ".svg"})
_MAX_IMAGE = 20_000_000
"""Bytes of an image that is worth decoding for a preview."""
_MAX_HISTORY = 200
_CRUMB_ROOM = 190
"""Pixels of the header for Back, Forward and the path, at least."""
_RELINK_PAUSE_MS = 400


@dataclass(slots=True)
class _Visit:
    """A place in the reading history."""

    path: str
    heading: str = ""
    place: Spot | None = None
    """Where the reader was when they left."""


class PreviewPane(QWidget):
    """The centre of the window."""

    note_opened = Signal(str)
    """Vault path of the file that is now shown."""
    message_requested = Signal(str)
    """A sentence for the status bar."""
    zoom_requested = Signal(int)
    """Steps by which the user wants larger (or, negative, smaller) type."""

    def __init__(self, colors: Colors, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("preview")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._vault: Vault | None = None
        self._path = ""
        self._shown_sha256 = ""
        self._past: list[_Visit] = []
        self._future: list[_Visit] = []
        self._coming: _Visit | None = None
        """A visit of which nothing is shown yet."""
        self._loading: asyncio.Task[None] | None = None
        self._relink_pause = QTimer(self)
        self._relink_pause.setSingleShot(True)
        self._relink_pause.setInterval(_RELINK_PAUSE_MS)
        self._relink_pause.timeout.connect(self.names_ready)

        self._colors = colors
        self._note_pixels = 15
        self._view: MarkdownView | None = None
        self.source = SourceView()
        self._hint = QLabel()
        self._hint.setObjectName("preview_hint")
        self._hint.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._hint.setWordWrap(True)
        self._hint.setTextFormat(Qt.TextFormat.PlainText)
        self.body = QStackedWidget()
        self.body.setObjectName("preview_body")
        for page in (self._hint, self.source):
            self.body.addWidget(page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._make_header(colors))
        layout.addWidget(self.body, 1)
        self.set_colors(colors)
        self._show_hint(self.tr("Choose a note on the left to read it here."))

    def _make_header(self, colors: Colors) -> QWidget:
        header = QWidget()
        header.setObjectName("preview_header")
        header.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        header.setFixedHeight(38)
        self._back = QToolButton()
        self._back.setToolTip(self.tr("Back (Alt+Left)"))
        self._back.setAccessibleName(self.tr("Back"))
        self._back.clicked.connect(self.go_back)
        self._forward = QToolButton()
        self._forward.setToolTip(self.tr("Forward (Alt+Right)"))
        self._forward.setAccessibleName(self.tr("Forward"))
        self._forward.clicked.connect(self.go_forward)
        self._crumb = Breadcrumb(colors)
        self._mode = QPushButton(self.tr("Reading") + " ▾")
        self._mode.setAccessibleName(self.tr("How the note is shown"))
        menu = QMenu(self._mode)
        group = QActionGroup(menu)
        self._reading_action = menu.addAction(self.tr("Reading"))
        self._source_action = menu.addAction(self.tr("Source (read only)"))
        for action in (self._reading_action, self._source_action):
            action.setCheckable(True)
            group.addAction(action)
        self._reading_action.setChecked(True)
        group.triggered.connect(self._mode_changed)
        self._mode.setMenu(menu)
        self._obsidian = QPushButton(self.tr("Open in Obsidian"))
        self._obsidian.clicked.connect(self._open_in_obsidian)
        row = QHBoxLayout(header)
        row.setContentsMargins(9, 0, 16, 0)
        row.setSpacing(0)
        row.addWidget(self._back)
        row.addWidget(self._forward)
        row.addSpacing(3)
        row.addWidget(self._crumb, 1)
        row.addSpacing(10)
        row.addWidget(self._mode)
        row.addSpacing(10)
        row.addWidget(self._obsidian)
        return header

    # --- what the window tells

    @property
    def view(self) -> MarkdownView:
        """The rendered note; made when first needed: the window's first paint does not wait for it."""
        if self._view is None:
            from axon_desktop.ui.view import MarkdownView

            view = self._view = MarkdownView(self._colors, load_image=self.load_image, load_note=self.load_note)
            view.setAccessibleName(self.tr("Note"))
            view.set_font_size(self._note_pixels)
            view.link_activated.connect(self.follow)
            view.jump_started.connect(self._remember_place)
            view.link_hovered.connect(self.show_link)
            view.zoom_requested.connect(self.zoom_requested)
            if self._vault is not None:
                view.set_resolver(self._make_resolver(self._vault))
            self.body.addWidget(view)
        return self._view

    @property
    def searched(self) -> MarkdownView | SourceView | None:
        """What the find bar looks through: the note as it is shown; None when there is none."""
        if self.body.currentWidget() is self._hint:
            return None
        return self.source if self.body.currentWidget() is self.source else self.view

    def set_font_size(self, pixels: int) -> None:
        """Draw the note's text in this size."""
        self._note_pixels = pixels
        if self._view is not None:
            self._view.set_font_size(pixels)

    @property
    def path(self) -> str:
        """Vault path of the file that is shown or was asked for last; empty for none."""
        return self._path

    def set_vault(self, vault: Vault) -> None:
        """Read from another vault, with nothing open."""
        if self._loading is not None:
            self._loading.cancel()
        self._vault = vault
        self._past.clear()
        self._future.clear()
        self._coming = None
        self._path = ""
        if self._view is not None:
            self._view.forget_notes()
        self.names_ready()
        self._crumb.set_path("")
        self._show_hint(self.tr("Choose a note on the left to read it here."))

    def set_colors(self, colors: Colors) -> None:
        """Draw with other colours."""
        self._colors = colors
        if self._view is not None:
            self._view.set_colors(colors)
        self._crumb.colors = colors
        self._crumb.update()
        self._back.setIcon(icon("back", colors))
        self._forward.setIcon(icon("forward", colors))

    def open_note(self, path: str, heading: str = "") -> None:
        """Show a note, remembering the one shown before."""
        if path == self._path and not heading:
            return
        if self._path and path != self._path:
            self._remember_place()
        self._start(_Visit(path, heading))

    def go_back(self) -> None:
        """Show the note before, where it was left."""
        if self._past:
            self._future.append(self._here())
            self._start(self._past.pop())

    def go_forward(self) -> None:
        """Undo going back."""
        if self._future:
            self._past.append(self._here())
            self._start(self._future.pop())

    def refresh(self) -> None:
        """Read the shown file again and show it if it changed, at the same place."""
        if self._path and (self._loading is None or self._loading.done()):
            visit = self._coming or _Visit(self._path)
            self._loading = spawn(self._load(visit, again=True), name=f"read {self._path} again")

    def names_ready(self) -> None:
        """Draw the links again, now that they can find their targets."""
        if self._vault is not None and self._view is not None:
            self._view.set_resolver(self._make_resolver(self._vault))

    def on_vault_changed(self, change: VaultChanged) -> None:
        """Show what became of the open note; its links may have come to life or died."""
        if self._path in change.paths:
            self.refresh()
        if self._view is not None:
            self._view.notes_changed(change.paths)
        self._relink_pause.start()

    def _make_resolver(self, vault: Vault) -> Callable[[str], str | None]:
        return lambda target: vault.names.resolve_link(target, self._path)

    # --- reading

    def _remember_place(self) -> None:
        self._past.append(self._here())
        del self._past[:-_MAX_HISTORY]
        self._future.clear()
        self._update_buttons()

    def _here(self) -> _Visit:
        return self._coming or _Visit(self._path, place=self.view.place())

    def _start(self, visit: _Visit) -> None:
        if self._loading is not None:
            self._loading.cancel()
        self._path, self._coming = visit.path, visit
        self._crumb.set_path(visit.path)
        self._update_buttons()
        self._loading = spawn(self._load(visit), name=f"read {visit.path}")

    async def _load(self, visit: _Visit, *, again: bool = False) -> None:
        """Read in a thread, then show; `again` keeps the place and does nothing for an unchanged file."""
        vault = self._vault
        if vault is None:
            return
        if not again:
            self._hint.clear()  # what it asks for is under way
        suffix = PurePosixPath(visit.path).suffix.lower()
        if suffix in _IMAGES:
            self._shown_sha256 = ""
            self._show_text(visit, f"![[{visit.path}]]", again=again)
            return
        try:
            note = await asyncio.to_thread(vault.read, visit.path)
            text = note.text
        except NoteNotFoundError:
            self._show_hint(self.tr("{name} no longer exists.").format(name=visit.path))
        except ReadFailedError as error:
            words = self.tr("{name} cannot be shown here.\n{why}")
            self._show_hint(words.format(name=visit.path, why=error_text(error)))
        except VaultError as error:
            self._show_hint(error_text(error))
        else:
            if not again or note.sha256 != self._shown_sha256 or self.body.currentWidget() is self._hint:
                self._shown_sha256 = note.sha256
                self._show_text(visit, text, again=again)
        if not again:
            self.note_opened.emit(visit.path)

    def _show_text(self, visit: _Visit, text: str, *, again: bool) -> None:
        text = text.removeprefix("\ufeff")  # the mark some Windows editors write is no part of the first line
        again = again and self._coming is None
        self.view.set_note(display_name(visit.path), text, keep_position=again)
        place = self.source.verticalScrollBar().value() if again else 0
        self.source.setPlainText(text)
        self.source.verticalScrollBar().setValue(place)
        self._coming = None
        self._show_page()
        if visit.heading:
            self.view.scroll_to_heading(visit.heading)
        elif visit.place is not None:
            self.view.go_to(visit.place)

    def load_image(self, path: str) -> bytes | None:
        """Read an image of the vault; called in a worker thread of the view."""
        vault = self._vault
        if vault is None:
            return None
        try:
            return vault.read_attachment(path, _MAX_IMAGE)
        except VaultError:
            return None

    def load_note(self, path: str) -> tuple[str, Callable[[str], str | None]] | None:
        """Read a note that is embedded in the shown one; called in a worker thread of the view."""
        vault = self._vault
        if vault is None:
            return None
        try:
            text = vault.read_exactly([path])[0].text
        except VaultError:
            return None
        return text, lambda target: vault.names.resolve_link(target, path)

    # --- pages and buttons

    def _show_hint(self, text: str) -> None:
        self._shown_sha256 = ""
        self._hint.setText(text)
        self.body.setCurrentWidget(self._hint)
        self._update_buttons()

    def _show_page(self) -> None:
        self.body.setCurrentWidget(self.source if self._source_action.isChecked() else self.view)
        self._update_buttons()

    def _mode_changed(self) -> None:
        source = self._source_action.isChecked()
        self._mode.setText((self.tr("Source") if source else self.tr("Reading")) + " ▾")
        if self.body.currentWidget() is not self._hint:
            self._show_page()

    def _update_buttons(self) -> None:
        self._back.setEnabled(bool(self._past))
        self._forward.setEnabled(bool(self._future))
        self._mode.setEnabled(self.body.currentWidget() is not self._hint)
        self._obsidian.setEnabled(bool(self._path))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave Obsidian to the tree's menu when its button would be cut off."""
        super().resizeEvent(event)
        buttons = self._mode.sizeHint().width() + self._obsidian.sizeHint().width()
        self._obsidian.setVisible(self.width() >= buttons + _CRUMB_ROOM)

    def _open_in_obsidian(self) -> None:
        if self._vault is not None and self._path and not outside.open_in_obsidian(self._vault.root, self._path):
            self.message_requested.emit(self.tr("No program on this computer opens obsidian:// links."))

    # --- links

    def show_link(self, link: str) -> None:
        """Show in the status bar where a link leads."""
        scheme, _, rest = link.partition(":")
        own = scheme in ("axon-note", "axon-new")
        shown = unquote(rest) if own else unquote(link) if link.startswith("#") else link
        self.message_requested.emit(shown)

    def follow(self, link: str) -> None:
        """Follow a link of a note or of the conversation; what is not known to be harmless is refused."""
        if link.startswith("#"):
            self._go_to_heading(unquote(link[1:]))
            return
        scheme, _, rest = link.partition(":")
        if scheme == "axon-note":
            path, _, heading = rest.partition("#")
            self.follow_note(unquote(path), unquote(heading))
        elif scheme == "axon-new":
            name = unquote(rest)
            self.message_requested.emit(self.tr("The note {name} does not exist yet.").format(name=name))
        elif scheme.lower() in ("https", "http", "mailto"):
            spawn(self._open_outside(link), name="open link")
        else:
            self.message_requested.emit(self.tr("Axon does not open links of this kind: {link}").format(link=link))

    def follow_note(self, path: str, heading: str) -> None:
        """Open a note at a heading, or scroll when it is the one shown."""
        if path == self._path and heading:
            self._go_to_heading(heading)
        else:
            self.open_note(path, heading)

    def _go_to_heading(self, heading: str) -> None:
        """Scroll within the shown note; Back returns to the place of the link."""
        self._remember_place()
        self.view.scroll_to_heading(heading)

    async def _open_outside(self, link: str) -> None:
        """Show the true address, and open it only if the user agrees."""
        url = QUrl(link, QUrl.ParsingMode.StrictMode)
        if not url.isValid():
            self.message_requested.emit(self.tr("This is not a valid address: {link}").format(link=link))
            return
        true_address = bytes(url.toEncoded().data()).decode("ascii")
        box = QMessageBox(self.window())
        box.setWindowTitle(self.tr("Open link"))
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(self.tr("Open this address outside Axon?"))
        box.setInformativeText(true_address)
        box.setStandardButtons(QMessageBox.StandardButton.Open | QMessageBox.StandardButton.Cancel)
        box.setDefaultButton(QMessageBox.StandardButton.Cancel)
        if await ask(box) == QMessageBox.StandardButton.Open.value:
            QDesktopServices.openUrl(url)
