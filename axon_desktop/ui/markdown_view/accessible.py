"""Accessibility of the view: a document whose text is that near the viewport, with its links as children."""

from __future__ import annotations

import weakref
from functools import cache
from typing import TYPE_CHECKING
from urllib.parse import unquote

from PySide6.QtCore import QObject, QPoint, QRect
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAttributesInterface,
    QAccessibleEvent,
    QAccessibleInterface,
    QAccessibleTextInterface,
)
from PySide6.QtWidgets import QAccessibleWidget
from shiboken6 import VoidPtr, isValid

from axon_desktop.ui.accessibility.leaf import AccessibleLeaf, hold
from axon_desktop.ui.language.translation import translate
from axon_desktop.ui.markdown_view.layout.chunk import FOLD_SCHEME, TABLE_HREF, TASK_SCHEME, Chunk
from axon_desktop.ui.markdown_view.layout.chunk_document import NEW_SCHEME, ChunkDocument, Link
from axon_desktop.ui.markdown_view.selection import END, TextPosition

if TYPE_CHECKING:
    from axon_desktop.ui.markdown_view.layout.hit_testing import HitTesting
    from axon_desktop.ui.markdown_view.reading.parts import Part


_PICTURE = "\ufffc"
"""The character of a drawn object in a text."""
_FOOTNOTE = "#fn-"
_OUTSIDE = ("http", "https", "mailto")
"""Kinds of addresses that somebody may want to hear; the others are the program's own."""


class AccessibleView(QAccessibleWidget):
    """The view as a document."""

    def __init__(self, view: HitTesting) -> None:
        super().__init__(view, QAccessible.Role.Document, view.accessibleName())
        self._owner = weakref.ref(view)
        self._text = AccessibleText(view)
        self._links: dict[tuple[Chunk, int], AccessibleLink] = {}
        self._parts: dict[tuple[Chunk, int], AccessiblePart] = {}

    @property
    def view(self) -> HitTesting | None:
        """Return the view; None once it is deleted."""
        view = self._owner()
        return view if view is not None and isValid(view) else None

    def interface_cast(self, kind: QAccessible.InterfaceType) -> object:  # type: ignore[override]
        """Return the text interface; for others PySide takes the address 0, while None ends the program."""
        if kind == QAccessible.InterfaceType.TextInterface and self.view is not None:
            return self._text
        offered = super().interface_cast(kind)
        return VoidPtr(0) if offered is None else offered

    def text(self, kind: QAccessible.Text) -> str:
        """Return the accessible name of the view."""
        if self.view is not None and kind == QAccessible.Text.Name:
            return self.view.accessibleName()
        return super().text(kind)

    def childCount(self) -> int:
        """Count the widgets, the links and the parts near the viewport."""
        return super().childCount() + len(self._link_keys()) + len(self._part_keys())

    def child(self, index: int) -> QAccessibleInterface:
        """Return a widget, a link or a part."""
        widgets = super().childCount()
        links, parts = self._link_keys(), self._part_keys()
        at = index - widgets
        if 0 <= at < len(links):
            return self._link(links[at])
        if 0 <= at - len(links) < len(parts):
            return self._part(parts[at - len(links)])
        return super().child(index)

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        """Return the index of a child."""
        for index, key in enumerate(self._link_keys()):
            if self._links.get(key) is child:
                return super().childCount() + index
        for index, key in enumerate(self._part_keys()):
            if self._parts.get(key) is child:
                return super().childCount() + len(self._link_keys()) + index
        return super().indexOfChild(child)

    def index_of_part(self, chunk: Chunk, number: int) -> int:
        """Return the index of a part among the children; -1 if it is far from the viewport."""
        keys = self._part_keys()
        found = keys.index((chunk, number)) if (chunk, number) in keys else -1
        return found if found < 0 else super().childCount() + len(self._link_keys()) + found

    def index_of_link(self, chunk: Chunk, number: int) -> int:
        """Return the index of a link among the children; -1 if it is far from the viewport."""
        keys = self._link_keys()
        return super().childCount() + keys.index((chunk, number)) if (chunk, number) in keys else -1

    def _link_keys(self) -> list[tuple[Chunk, int]]:
        view = self.view
        if view is None:
            return []
        return [
            (chunk, number)
            for chunk in view.visible_chunks()
            if chunk.document is not None
            for number in range(len(chunk.stops()))
        ]

    def _part_keys(self) -> list[tuple[Chunk, int]]:
        view = self.view
        chunks = [] if view is None else view.visible_chunks()
        return [] if view is None else [(one, at) for one in chunks for at in range(len(view.reading.parts(one)))]

    def _part(self, key: tuple[Chunk, int]) -> QAccessibleInterface:
        if key not in self._parts:
            self._parts[key] = AccessiblePart(self, *key)
        return self._parts[key]

    def _link(self, key: tuple[Chunk, int]) -> QAccessibleInterface:
        if key not in self._links:
            self._links[key] = AccessibleLink(self, *key)
        return self._links[key]


class AccessibleText(QAccessibleTextInterface):
    """The text near the viewport; offsets are UTF-16 units over all documents, with one between two of them."""

    def __init__(self, view: HitTesting) -> None:
        super().__init__()
        self._owner = weakref.ref(view)

    @property
    def _view(self) -> HitTesting:
        view = self._owner()
        assert view is not None  # the document offers its text only while the view exists
        return view

    def text(self, start: int, end: int) -> str:
        """Return a part of the text."""
        return self._all()[2 * start : 2 * end].decode("utf-16-le", "replace")

    def characterCount(self) -> int:
        """Return the length of the text."""
        return len(self._all()) // 2

    def cursorPosition(self) -> int:
        """Return the moving end of the selection."""
        head = self._view.selection.head
        return 0 if head is None else self._offset(head)

    def setCursorPosition(self, position: int) -> None:
        """Move the moving end of the selection."""
        place = self._place(position)
        self._view.selection.set(place, place)

    def selectionCount(self) -> int:
        """Tell whether something is selected."""
        return 0 if self._view.selection.empty else 1

    def selection(self, index: int) -> tuple[int, int]:
        """Return the ends of the selection."""
        tail, head = self._view.selection.start, self._view.selection.head
        if index or tail is None or head is None:
            return 0, 0
        first, last = sorted((self._offset(tail), self._offset(head)))
        return first, last

    def addSelection(self, start: int, end: int) -> None:
        """Select a part."""
        self.setSelection(0, start, end)

    def setSelection(self, index: int, start: int, end: int) -> None:
        """Select a part."""
        self._view.selection.set(self._place(start), self._place(end))

    def removeSelection(self, index: int) -> None:
        """Select nothing."""
        self._view.selection.set(None, None)

    def characterRect(self, offset: int) -> QRect:
        """Return where a character is on the screen."""
        place = self._place(offset)
        if place is None or place.chunk.document is None:
            return QRect()
        rect = place.chunk.rect_at(place.position)
        corner = rect.translated(self._view.chunk_origin(place.chunk)).toRect()
        return corner.translated(self._view.viewport().mapToGlobal(QPoint(0, 0)))

    def offsetAtPoint(self, point: QPoint) -> int:
        """Return the character at a point of the screen."""
        place = self._view.place_at(self._view.viewport().mapFromGlobal(point))
        return -1 if place is None else self._offset(place)

    def scrollToSubstring(self, start: int, end: int) -> None:
        """Scroll a part into view."""
        place = self._place(start)
        if place is not None:
            self._view.reveal(place.chunk, place.position)

    def attributes(self, offset: int) -> tuple[str, int, int]:
        """Return no attributes: formats are not reported."""
        return "", 0, self.characterCount()

    def _chunks(self) -> list[Chunk]:
        return [chunk for chunk in self._view.visible_chunks() if chunk.document is not None]

    def _all(self) -> bytes:
        texts = (chunk.document.toPlainText() for chunk in self._chunks() if chunk.document is not None)
        return "\n".join(texts).encode("utf-16-le", "replace")

    def _offset(self, place: TextPosition) -> int:
        offset = 0
        for chunk in self._chunks():
            assert chunk.document is not None
            length = chunk.document.characterCount()
            if chunk is place.chunk:
                return offset + min(place.position, length - 1)
            offset += length
        return 0

    def _place(self, offset: int) -> TextPosition | None:
        last = None
        for chunk in self._chunks():
            assert chunk.document is not None
            length = chunk.document.characterCount()
            if offset < length:
                return TextPosition(chunk, offset)
            offset -= length
            last = TextPosition(chunk, END)
        return last


class AccessibleLink(AccessibleLeaf):
    """One link."""

    def __init__(self, document: AccessibleView, chunk: Chunk, number: int) -> None:
        super().__init__(document)
        self._document = document
        self._chunk = chunk
        self._number = number

    def isValid(self) -> bool:
        """Tell whether the link is still laid out."""
        return self._link() is not None

    def _link(self) -> tuple[HitTesting, ChunkDocument, Link] | None:
        view, document = self._document.view, self._chunk.document
        if view is None or document is None or self._number >= len(self._chunk.stops()):
            return None
        return view, document, self._chunk.stops()[self._number]

    def role(self) -> QAccessible.Role:
        """Return the role of a link."""
        return QAccessible.Role.Link

    def state(self) -> QAccessible.State:
        """Return that it is a link, and whether it has the focus."""
        state = super().state()
        state.linked = True
        return state

    def is_focused(self) -> bool:
        """Tell whether the link has the keyboard focus."""
        view = self._document.view
        if view is None or not view.hasFocus():
            return False
        return view.link_focus.chunk is self._chunk and view.link_focus.number == self._number

    def text(self, kind: QAccessible.Text) -> str:
        """Return the text of the link, or its address."""
        found = self._link()
        if found is None:
            return ""
        _, document, link = found
        if kind == QAccessible.Text.Name:
            return _link_text(document, link)
        shows_address = kind in (QAccessible.Text.Value, QAccessible.Text.Description)
        if not shows_address:
            return ""
        if link.href.startswith(f"{NEW_SCHEME}:"):
            return translate("MarkdownView", "This note does not exist yet.")
        return link.href if link.href.partition(":")[0].lower() in _OUTSIDE else ""

    def rect(self) -> QRect:
        """Return the screen rectangle of the beginning of the link."""
        found = self._link()
        if found is None:
            return QRect()
        view, _, link = found
        first, last = self._chunk.rect_at(link.start), self._chunk.rect_at(link.end)
        area = link.area or (first.united(last) if first.top() == last.top() else first)
        corner = view.viewport().mapToGlobal(QPoint(0, 0))
        return area.translated(view.chunk_origin(self._chunk)).toRect().translated(corner)


class HeadingLevel(QAccessibleAttributesInterface):
    """The level of a heading."""

    def __init__(self, part: AccessiblePart) -> None:
        super().__init__()
        self._part = part

    def attributeKeys(self) -> list[QAccessible.Attribute]:
        """Return that there is a level."""
        return [QAccessible.Attribute.Level]

    def attributeValue(self, key: QAccessible.Attribute) -> int:
        """Return the level."""
        part = self._part.part
        return part.level if part is not None else 0


class AccessiblePart(AccessibleLeaf):
    """One heading, paragraph, item or cell."""

    def __init__(self, document: AccessibleView, chunk: Chunk, number: int) -> None:
        super().__init__(document)
        self._document = document
        self._chunk = chunk
        self._number = number
        self._level: HeadingLevel | None = None
        """Made for headings only: a reader that goes through a long text makes thousands of parts."""

    @property
    def part(self) -> Part | None:
        """What it stands for; None once that is no longer laid out."""
        view = self._document.view
        parts = view.reading.parts(self._chunk) if view is not None else []
        return parts[self._number] if self._number < len(parts) else None

    def interface_cast(self, kind: QAccessible.InterfaceType) -> object:  # type: ignore[override]
        """Return the level of a heading; for others PySide takes the address 0, while None ends the program."""
        part = self.part
        if part is None or not part.level or kind != _ATTRIBUTES:
            return VoidPtr(0)
        if self._level is None:
            self._level = HeadingLevel(self)
        return self._level

    def isValid(self) -> bool:
        """Tell whether it is still laid out."""
        return self.part is not None

    def role(self) -> QAccessible.Role:
        """Return what it is."""
        part = self.part
        return (
            _ROLES.get(part.kind, QAccessible.Role.Paragraph) if part is not None else QAccessible.Role.Paragraph
        )

    def state(self) -> QAccessible.State:
        """Return whether it has the focus, and whether a task is done."""
        state, part = super().state(), self.part
        state.focusable = part is not None and part.kind in _ROLES  # else Orca adds “read only” to a paragraph
        state.checkable = part is not None and part.kind == "task"
        state.checked = part is not None and part.done
        return state

    def is_focused(self) -> bool:
        """Tell whether somebody reads it."""
        view = self._document.view
        if view is None or not view.hasFocus() or view.link_focus.chunk is not None:
            return False
        return view.reading.chunk is self._chunk and view.reading.number == self._number

    def text(self, kind: QAccessible.Text) -> str:
        """Return its words, after whoever has written them where that changes."""
        part, view = self.part, self._document.view
        if part is None or view is None or kind != QAccessible.Text.Name:
            return ""
        who = view.who_begins(self._chunk) if self._number == 0 else ""
        author = {
            "user": translate("MarkdownView", "You wrote: {text}"),
            "assistant": translate("MarkdownView", "Axon wrote: {text}"),
        }
        return author.get(who, "{text}").replace("{text}", part.words)

    def rect(self) -> QRect:
        """Return its rectangle on the screen."""
        part, view, document = self.part, self._document.view, self._chunk.document
        if part is None or view is None or document is None:
            return QRect()
        place = document.documentLayout().blockBoundingRect(document.findBlock(part.start))
        corner = view.viewport().mapToGlobal(QPoint(0, 0))
        return place.translated(view.chunk_origin(self._chunk)).toRect().translated(corner)


_ATTRIBUTES = QAccessible.InterfaceType.AttributesInterface
_ROLES = {
    "heading": QAccessible.Role.Heading,
    "item": QAccessible.Role.ListItem,
    "task": QAccessible.Role.CheckBox,
}
"""Roles that screen readers speak; a cell says itself where it is."""


def _link_text(document: ChunkDocument, link: Link) -> str:
    """Return the text of a link; for a symbol, such as the box of a task, its meaning."""
    if link.area is not None:
        return unquote(link.href.partition(":")[2])
    units = document.toPlainText().encode("utf-16-le", "replace")
    words = units[2 * link.start : 2 * link.end].decode("utf-16-le", "replace").replace(_PICTURE, "").strip()
    if link.href.startswith(_FOOTNOTE):
        return translate("MarkdownView", "Footnote {number}").format(number=words)
    if any(char.isalnum() for char in words):
        return words
    if link.href == TABLE_HREF:
        return translate("MarkdownView", "Table wider than the text: Left and Right scroll it")
    line = document.findBlock(link.start).text().replace(_PICTURE, "").strip()
    if link.href.startswith(TASK_SCHEME):
        is_open = link.href.endswith("+")
        said = translate("MarkdownView", "To do: {task}") if is_open else translate("MarkdownView", "Done: {task}")
        return said.format(task=line)
    if link.href.startswith(FOLD_SCHEME):
        return translate("MarkdownView", "Fold or unfold: {title}").format(title=line)
    return words or line or link.href


def notify_link_focus(view: HitTesting, chunk: Chunk, number: int) -> None:
    """Report to a screen reader that a link has the focus, which Qt does not know."""
    interface = QAccessible.queryAccessibleInterface(view) if QAccessible.isActive() else None
    if isinstance(interface, AccessibleView) and (index := interface.index_of_link(chunk, number)) >= 0:
        event = QAccessibleEvent(view, QAccessible.Event.Focus)
        event.setChild(index)
        QAccessible.updateAccessibility(event)


def notify_part(view: HitTesting, chunk: Chunk, number: int) -> None:
    """Report to a screen reader that a part is read, which Qt does not know."""
    interface = QAccessible.queryAccessibleInterface(view)
    if isinstance(interface, AccessibleView) and (index := interface.index_of_part(chunk, number)) >= 0:
        event = QAccessibleEvent(view, QAccessible.Event.Focus)
        event.setChild(index)
        QAccessible.updateAccessibility(event)


@cache
def install() -> None:
    """Register the interfaces of Markdown views with Qt; once in a process."""
    QAccessible.installFactory(_make)


def _make(class_name: str, target: QObject) -> QAccessibleInterface | None:
    """Create the interface of a Markdown view; None for everything else."""
    from axon_desktop.ui.markdown_view.layout.hit_testing import HitTesting

    if not isinstance(target, HitTesting):
        return None
    interface = AccessibleView(target)
    hold(interface)
    return interface
