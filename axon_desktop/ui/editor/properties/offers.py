"""Offers: a list below a field with names of properties, or tags of the vault, that begin as what is typed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from axon_desktop.markdown.properties.kinds import Kind
from axon_desktop.ui.aio import spawn
from axon_desktop.ui.composer.completion import Choice, CompletionList
from axon_desktop.ui.editor.properties.fields import LineField
from axon_desktop.ui.editor.properties.row import KINDS, kind_name
from axon_desktop.ui.editor.suggestions import Subject, Suggestion, SuggestionRequest, Suggestions

_LIMIT, _WIDTH = 12, 260


class Offers(QObject):
    """Follows the typing in the fields of one form; the focus stays in the field."""

    def __init__(self, over: QWidget, text: Callable[[], str]) -> None:
        """Take the widget that the list is placed on, and what gives the text of the note."""
        super().__init__(over)
        self._over, self._text = over, text
        self.source: tuple[Suggestions, str] | None = None
        """The suggestions of the vault, and the path of the note."""
        self.kinds: Mapping[str, Kind] = {}
        """Of properties, by their names in small letters."""
        self._field: LineField | None = None
        self._asked = 0
        self.list: CompletionList | None = None

    def follow(self, field: LineField, subject: Subject) -> None:
        """Offer words for what is typed in a field."""
        field.textEdited.connect(lambda typed: self._look(field, subject, typed))
        field.installEventFilter(self)

    def close(self) -> None:
        """Hide the list."""
        self._asked += 1
        if self.list is not None:
            self.list.hide()

    def _look(self, field: LineField, subject: Subject, typed: str) -> None:
        query = typed.rpartition(",")[2].strip().lstrip("#") if subject == "tag" else typed
        if self.source is None or not query:
            self.close()
            return
        self._field, self._asked = field, self._asked + 1
        spawn(self._find(SuggestionRequest(subject, query, len(query)), self._asked), name="find suggestions")

    async def _find(self, wanted: SuggestionRequest, number: int) -> None:
        assert self.source is not None
        suggestions, path = self.source
        text = self._text()
        found = await asyncio.to_thread(
            suggestions.find, wanted, path, lambda: text, _LIMIT, lambda: number != self._asked
        )
        field = self._field
        if number != self._asked or field is None or not isValid(field) or not field.hasFocus():
            return
        self._show(field, [self._choice(one) for one in found])

    def _choice(self, one: Suggestion) -> Choice:
        name = one.name.removeprefix("#")
        if one.subject == "tag":
            return Choice(name, one.details, "tag", name)
        kind = self.kinds.get(name.lower())
        return Choice(name, kind_name(kind) if kind else "", KINDS[kind or "text"][0], name)

    def _show(self, field: LineField, choices: list[Choice]) -> None:
        shown = self.list
        if shown is None:
            shown = self.list = CompletionList(self._over)
            shown.itemClicked.connect(lambda _item: self._take())
        shown.show_choices(choices)
        shown.setCurrentRow(-1)  # Enter takes what is typed, unless one of them was gone to
        if choices:
            corner = field.mapTo(self._over, QPoint(0, field.height() + 2))
            height = min(shown.needed_height(), max(40, self._over.height() - corner.y() - 4))
            shown.setGeometry(corner.x(), corner.y(), min(_WIDTH, self._over.width() - corner.x() - 4), height)
            shown.raise_()

    def _take(self) -> bool:
        shown, field = self.list, self._field
        choice = shown.chosen if shown is not None else None
        self.close()
        if choice is None or field is None:
            return False
        field.setText(choice.inserted)
        field.setModified(True)
        field.complete()
        return True

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take the keys of the list while it is open."""
        shown = self.list
        if shown is None or shown.isHidden() or watched is not self._field:
            return False
        if event.type() == QEvent.Type.FocusOut:
            self.close()
        elif event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            match event.key():
                case Qt.Key.Key_Up | Qt.Key.Key_Down:
                    at = shown.currentRow()
                    shown.step(1 if event.key() == Qt.Key.Key_Down else (-1 if at > 0 else 0 - at))
                    shown.announce()
                case Qt.Key.Key_Return | Qt.Key.Key_Enter if shown.currentRow() >= 0:
                    self._take()
                    return watched.objectName() != "property_name"  # whose row goes on to the value
                case Qt.Key.Key_Tab if shown.count():
                    shown.setCurrentRow(max(0, shown.currentRow()))
                    return self._take()
                case Qt.Key.Key_Escape:
                    self.close()
                case _:
                    return False
            return event.key() not in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        return False
