"""LinkFollower: handles clicks on links in a note, a file or the conversation."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import unquote

from PySide6.QtCore import QObject, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QWidget

from axon_desktop.ui.aio import ask, spawn
from axon_desktop.ui.widgets.confirm_dialog import Question

if TYPE_CHECKING:
    from axon_desktop.ui.note.pane import PreviewPane

_WEB = ("https", "http", "mailto")


class LinkFollower(QObject):
    """Distinguishes kinds of links; one that is not known to be harmless is refused."""

    note_requested = Signal(str, str, bool)
    """(vault path, heading, in a new tab)."""
    heading_requested = Signal(str)
    """A heading or footnote of the note that is shown."""
    create_requested = Signal(str)
    """Name of a note that does not exist."""
    tag_requested = Signal(str)
    obsidian_link_requested = Signal(str)
    """An `obsidian:` link, which is followed inside the window."""
    message_requested = Signal(str)

    def __init__(self, owner: QWidget) -> None:
        super().__init__(owner)
        self._owner = owner

    def follow(self, link: str, *, new_tab: bool = False) -> None:
        """Follow one link."""
        if link.startswith("#"):
            self.heading_requested.emit(unquote(link[1:]))
            return
        scheme, _, rest = link.partition(":")
        if scheme == "axon-note":
            path, _, heading = rest.partition("#")
            self.note_requested.emit(unquote(path), unquote(heading), new_tab)
        elif scheme == "axon-new":
            name = unquote(rest)
            self.message_requested.emit(self.tr("The note {name} does not exist yet.").format(name=name))
            self.create_requested.emit(name)
        elif scheme == "axon-tag":
            self.tag_requested.emit(unquote(rest).removeprefix("#"))
        elif scheme.lower() == "obsidian":
            self.obsidian_link_requested.emit(link)
        elif scheme.lower() in _WEB:
            spawn(self._open_outside(link), name="open link")
        else:
            self.message_requested.emit(self.tr("Axon does not open this kind of link: {link}").format(link=link))

    def show(self, link: str) -> None:
        """Show the target of a link."""
        scheme, _, rest = link.partition(":")
        own = scheme in ("axon-note", "axon-new")
        if scheme == "axon-tag":
            shown = "#" + unquote(rest).removeprefix("#")
        else:
            shown = unquote(rest) if own else unquote(link) if link.startswith("#") else link
        self.message_requested.emit(shown)

    async def _open_outside(self, link: str) -> None:
        """Show the true address, and open it only if the user agrees."""
        url = QUrl(link, QUrl.ParsingMode.StrictMode)
        if not url.isValid():
            self.message_requested.emit(self.tr("This is not a valid address: {link}").format(link=link))
            return
        true_address = bytes(url.toEncoded().data()).decode("ascii")
        question = Question(
            self.tr("Open this address outside Axon?"),
            [true_address],
            self.tr("&Open"),
            self._owner.window(),
            careful=True,
        )
        if await ask(question):
            QDesktopServices.openUrl(url)


def links_of(pane: PreviewPane) -> LinkFollower:
    """Return the link follower of a note pane; headings of the shown note are left to the pane."""
    links = LinkFollower(pane)
    links.note_requested.connect(lambda path, heading, new_tab: pane.open_note(path, heading, new_tab=new_tab))
    links.create_requested.connect(lambda name: pane.create_requested.emit(name, pane.path))
    links.tag_requested.connect(pane.tag_requested)
    links.obsidian_link_requested.connect(pane.obsidian_link_requested)
    links.message_requested.connect(pane.message_requested)
    return links
