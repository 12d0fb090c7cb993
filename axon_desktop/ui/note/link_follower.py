"""LinkFollower: handles clicks on links in a note, a file or the conversation."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import unquote

from PySide6.QtCore import QObject, QUrl
from PySide6.QtGui import QDesktopServices, QStatusTipEvent
from PySide6.QtWidgets import QApplication

from axon_desktop.ui.aio import ask, spawn

if TYPE_CHECKING:
    from axon_desktop.ui.note.pane import NotePane

_WEB = ("https", "http", "mailto")


class LinkFollower(QObject):
    """Distinguishes kinds of links; one that is not known to be harmless is refused."""

    def __init__(self, pane: NotePane) -> None:
        """Take the pane in which notes are opened, and which reports everything else."""
        super().__init__(pane)
        self._pane = pane

    def follow(self, link: str, *, new_tab: bool = False, source: str | None = None) -> None:
        """Follow one link; `source` is the note in which it stands if not the pane's, empty for the chat."""
        if link.startswith("#"):
            self._pane.go_to_heading(unquote(link[1:]))
            return
        scheme, _, rest = link.partition(":")
        if scheme == "axon-note":
            path, _, heading = rest.partition("#")
            beside = self._pane.groups.beside(self._pane) if new_tab and self._pane.groups is not None else None
            (beside or self._pane).open_note(unquote(path), unquote(heading), new_tab=new_tab)
        elif scheme == "axon-new":
            name = unquote(rest)
            self._pane.message_requested.emit(self.tr("The note {name} does not exist yet.").format(name=name))
            self._pane.create_requested.emit(name, self._pane.path)
        elif scheme == "axon-tag":
            self._pane.tag_requested.emit(unquote(rest).removeprefix("#"))
        elif scheme.lower() == "obsidian":
            self._pane.obsidian_link_requested.emit(link)
        elif scheme.lower() in _WEB:
            spawn(self._open_outside(link, self._pane.path if source is None else source), name="open link")
        else:
            self._pane.message_requested.emit(
                self.tr("Axon does not open this kind of link: {link}").format(link=link)
            )

    def show(self, link: str) -> None:
        """Show the target of a link, as long as it is pointed at."""
        scheme, _, rest = link.partition(":")
        own = scheme in ("axon-note", "axon-new")
        if scheme == "axon-tag":
            shown = "#" + unquote(rest).removeprefix("#")
        else:
            shown = unquote(rest) if own else unquote(link) if link.startswith("#") else link
        QApplication.sendEvent(self._pane, QStatusTipEvent(shown))

    async def _open_outside(self, link: str, source: str) -> None:
        """Show the true address and who may have written it, and open it only if the user agrees."""
        from axon_desktop.ui.note.outside_link import outside_question  # not needed before the first paint
        from axon_desktop.ui.widgets.address_parts import receiver

        url = QUrl(link, QUrl.ParsingMode.StrictMode)
        if not url.isValid() or not receiver(url):
            self._pane.message_requested.emit(self.tr("This is not a valid address: {link}").format(link=link))
            return
        groups = self._pane.groups
        origins = await groups.find_origins(source) if groups is not None else ()
        if await ask(outside_question(url, origins, self._pane.window())):
            QDesktopServices.openUrl(url)
