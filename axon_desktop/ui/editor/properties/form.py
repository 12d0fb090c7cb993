"""PropertyForm: a heading that folds, and a row for each property; rows are made when they come into sight."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QContextMenuEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QLabel, QWidget

from axon_desktop.markdown.properties.entries import Entry, FrontMatter
from axon_desktop.markdown.properties.kinds import LISTS, Kind, kind_of, values_of
from axon_desktop.ui.editor.properties.chips import ChipsField, chips_height
from axon_desktop.ui.editor.properties.offers import Offers
from axon_desktop.ui.editor.properties.row import ROW, PropertyRow
from axon_desktop.ui.look.parts import text_label
from axon_desktop.ui.look.sizes import px, row_height
from axon_desktop.ui.look.stylesheet import small_font, wear
from axon_desktop.ui.look.theme import current_colors
from axon_desktop.ui.tree.delegate import paint_arrow

if TYPE_CHECKING:
    from axon_desktop.ui.editor.properties.panel import NoteProperties

_HEAD, _BELOW, _ICON = 24, 12, 11
_OUT = 6
"""Pixels by which rows begin left of the text."""
_AHEAD = 200
"""Pixels beyond what is seen for which rows are made."""


class _HeadButton(QAbstractButton):
    """A word of the heading, perhaps with an icon before it."""

    def __init__(self, words: str, parent: QWidget, *, is_link: bool = False) -> None:
        super().__init__(parent)
        self.arrow, self._is_link = "", is_link
        self.setText(words)
        self.setFont(small_font())
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def sizeHint(self) -> QSize:
        """Return the size of icon and words."""
        icon = px(_ICON) + 4 if self.arrow else 0
        return QSize(self.fontMetrics().horizontalAdvance(self.text()) + icon + 10, row_height(_HEAD))

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint icon and words, and a frame for the focus."""
        colors, painter, left = current_colors(), QPainter(self), 4
        color = QColor(colors.accent if self._is_link else colors.text if self.underMouse() else colors.muted)
        if self.arrow:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            paint_arrow(painter, self.rect().adjusted(left, 0, 0, 0), self.arrow == "open", color)
            left += px(_ICON) + 4
        painter.setPen(color)
        place = self.rect().adjusted(left, 0, 0, 0)
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, self.text())
        if self.hasFocus():
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(colors.accent), 1))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5)


class _Slot:
    """The place of one property in the form, with its row once that is made."""

    def __init__(self, name: str, entry: Entry | None, kind: Kind) -> None:
        self.name, self.entry, self.kind = name, entry, kind
        self.wanted = kind
        """The kind that Obsidian's settings name, or the user."""
        self.row: PropertyRow | None = None
        self.top = self.height = 0

    @property
    def is_text(self) -> bool:
        """Whether the value has no field."""
        return self.entry is not None and self.entry.shape == "other"

    @property
    def must_stay(self) -> bool:
        """Whether somebody is typing something that the note does not have."""
        return self.row is not None and (self.row.has_typed or (self.entry is None and self.row.name.hasFocus()))


class PropertyForm(QWidget):
    """Lies on the viewport of the text box, above its text."""

    resized = Signal()
    """Another height is needed."""

    def __init__(self, panel: NoteProperties, parent: QWidget, over: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("property_form")
        wear(self, "properties.qss")
        self.setAccessibleName(self.tr("Properties"))
        self.setCursor(Qt.CursorShape.ArrowCursor)
        self._panel = panel
        self._text, self._front = "", FrontMatter()
        self._slots: list[_Slot] = []
        self._left, self._wide = 0, 600
        self.fold = _HeadButton("", self)
        self.fold.clicked.connect(lambda: panel.set_folded(not panel.folded))
        self.add = _HeadButton(self.tr("Add property"), self, is_link=True)
        self.add.clicked.connect(panel.add_property)
        self.trouble: QLabel | None = None
        self.offers = Offers(over, panel.note_text)
        for button in (self.fold, self.add):
            button.installEventFilter(panel)

    # --- what is shown

    def show_front_matter(self, text: str, front: FrontMatter, declared: Mapping[str, Kind]) -> None:
        """Show what a note has; rows in which somebody types stay."""
        self._text, self._front, self.offers.kinds = text, front, declared
        known = {slot.name: slot for slot in self._slots}
        slots = []
        for entry in front.entries:
            kind, wanted = kind_of(text, entry, declared)
            slot = known.pop(entry.name, None)
            if slot is None or (slot.kind, slot.is_text) != (kind, entry.shape == "other"):
                slot = self._replaced(slot, entry, kind)
            slot.entry, slot.wanted = entry, wanted
            slots.append(slot)
            if slot.row is not None:
                slot.row.show_entry(text, entry, slot.wanted)
        for slot in known.values():
            if slot.must_stay:
                slot.entry = None
                slots.append(slot)
            elif slot.row is not None:
                slot.row.hide()
                slot.row.deleteLater()
        self._slots = slots
        self._show_heading()
        self._measure()

    def _replaced(self, old: _Slot | None, entry: Entry, kind: Kind) -> _Slot:
        """Return a place for a property that is new or of another kind now; what is typed goes along."""
        slot = _Slot(entry.name, entry, kind)
        if old is not None and old.row is not None:
            typed, row = old.row.typed() if old.row.has_typed else "", old.row
            had_focus = row.isAncestorOf(row.window().focusWidget()) if row.window().focusWidget() else False
            in_name = row.name.hasFocus()
            row.hide()
            row.deleteLater()
            made = self._make(slot)
            if typed:
                made.take_typed(typed)
            if had_focus:
                (made.name if in_name else made.field).setFocus()
        return slot

    def _show_heading(self) -> None:
        folded, count = self._panel.folded, len(self._front.entries)
        words = self.tr("Properties {count}").format(count=count) if folded else self.tr("Properties")
        self.fold.arrow = "closed" if folded else "open"
        self.fold.setText(words)
        said = self.tr("Show the properties") if folded else self.tr("Hide the properties")
        self.fold.setAccessibleName(f"{words}: {said}" if folded else said)
        trouble = self._trouble_words()
        if trouble and self.trouble is None:
            self.trouble = text_label("", self, name="property_trouble", plain=True)
        if self.trouble is not None:
            self.trouble.setText(trouble)
            self.trouble.setVisible(bool(trouble))
        self.fold.setVisible(not trouble)
        self.add.setVisible(not trouble and not folded and not self._panel.is_read_only)

    def _trouble_words(self) -> str:
        match self._front.trouble:
            case "broken":
                return self.tr("These properties are not valid YAML, so they are shown as text.")
            case "twice":
                return self.tr("A property stands here twice, so they are shown as text.")
            case "long":
                return self.tr("These properties are too long for a form, so they are shown as text.")
            case _:
                return ""

    @property
    def has_trouble(self) -> bool:
        """Whether the properties are shown as text."""
        return bool(self._front.trouble)

    @property
    def replaces_lines(self) -> bool:
        """Whether it stands in place of the lines of the properties."""
        return bool(self._front.end) and not self._front.trouble

    # --- places

    @property
    def wanted_height(self) -> int:
        """The height that all of it needs; 0 if there is nothing to show."""
        if not self._slots and not self._front.end:
            return 0
        last = self._slots[-1] if self._slots and not self._panel.folded and not self._front.trouble else None
        return (last.top + last.height if last else row_height(_HEAD)) + row_height(_BELOW)

    def _measure(self) -> None:
        before, top = self.wanted_height, row_height(_HEAD)
        width = self._wide
        for slot in self._slots:
            slot.top, slot.height = top, row_height(ROW)
            if slot.kind in LISTS and not slot.is_text and slot.entry is not None:
                room = width - PropertyRow.value_left(width)
                slot.height = chips_height(values_of(slot.entry, slot.kind), room)
            top += slot.height
            if slot.row is not None:
                slot.row.setGeometry(self._left, slot.top, width, slot.height)
                slot.row.setVisible(not self._panel.folded)
        hint = self.fold.sizeHint()
        self.fold.setGeometry(self._left, 0, hint.width(), hint.height())
        hint = self.add.sizeHint()
        self.add.setGeometry(self._left + width - hint.width(), 0, hint.width(), hint.height())
        if self.trouble is not None:
            self.trouble.setGeometry(self._left + _OUT, 0, width - _OUT, row_height(_HEAD))
        if self.wanted_height != before or self.height() != before:
            self.resized.emit()

    def set_place(self, left: float, width: float) -> None:
        """Set where the text of the note is."""
        place = round(left) - _OUT, round(width) + _OUT
        if place != (self._left, self._wide):
            self._left, self._wide = place
            self._measure()

    def make_rows(self, top: int, bottom: int) -> None:
        """Make the rows between two heights."""
        if self._panel.folded or self._front.trouble:
            return
        for slot in self._slots:
            if slot.row is None and slot.top < bottom + _AHEAD and slot.top + slot.height > top - _AHEAD:
                self._make(slot)

    def _make(self, slot: _Slot) -> PropertyRow:
        row = slot.row = PropertyRow(slot.name, slot.kind, self, is_text=slot.is_text)
        self._panel.connect_row(row)
        if self._panel.is_read_only:
            row.set_read_only()
        self.offers.follow(row.name, "property")
        if isinstance(row.field, ChipsField) and slot.kind == "tags":
            self.offers.follow(row.field.input, "tag")
        if slot.entry is not None:
            row.show_entry(self._text, slot.entry, slot.wanted)
        row.setGeometry(self._left, slot.top, self._wide, slot.height)
        row.setVisible(not self._panel.folded)
        return row

    def restyle(self) -> None:
        """Take sizes that are in force now."""
        for slot in self._slots:
            if slot.row is not None and not slot.row.has_typed:
                slot.row.hide()
                slot.row.deleteLater()
                slot.row = None
        for button in (self.fold, self.add):
            button.setFont(small_font())
        self._measure()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Keep keys that no field takes from the text below, which would take them for its own."""
        event.accept()
        self._panel.take_left_key(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Keep clicks beside the fields from the text."""
        event.accept()

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Offer no menu of the text."""
        event.accept()

    # --- rows

    def clear(self) -> None:
        """Forget all rows: the next ones are of another note."""
        slots, self._slots, self._front = self._slots, [], FrontMatter()
        for slot in slots:
            if slot.row is not None:
                slot.row.forget_typed()
                slot.row.hide()
                slot.row.deleteLater()

    def complete(self) -> None:
        """Write what is typed."""
        for slot in list(self._slots):
            if slot.row is not None:
                slot.row.complete()

    def begin_property(self) -> PropertyRow:
        """Return a row for a property that is to be named."""
        slot = next((slot for slot in self._slots if not slot.name), None)
        if slot is None:
            slot = _Slot("", None, "text")
            self._slots.append(slot)
            self._measure()
        return slot.row or self._make(slot)

    def drop_unnamed(self) -> None:
        """Take the row away that nobody gave a name."""
        for slot in [slot for slot in self._slots if not slot.name]:
            self._slots.remove(slot)
            if slot.row is not None:
                slot.row.hide()
                slot.row.deleteLater()
        self._measure()

    def entry_of(self, row: PropertyRow) -> tuple[str, Entry | None]:
        """Return the name and the entry of a row; None if the note does not have it."""
        slot = next((slot for slot in self._slots if slot.row is row), None)
        return (slot.name, slot.entry) if slot is not None else ("", None)

    def name_row(self, row: PropertyRow, name: str) -> None:
        """Take note that the property of a row is about to have another name."""
        for slot in self._slots:
            if slot.row is row:
                slot.name = name

    def row_at(self, number: int) -> PropertyRow | None:
        """Return a row, made if it was not; a negative number counts from the end."""
        if self._panel.folded or self._front.trouble or not -len(self._slots) <= number < len(self._slots):
            return None
        slot = self._slots[number]
        return slot.row or self._make(slot)

    def row_named(self, name: str) -> PropertyRow | None:
        """Return the row of a property."""
        numbers = [number for number, slot in enumerate(self._slots) if slot.name == name]
        return self.row_at(numbers[0]) if numbers else None

    def number_of(self, row: PropertyRow) -> int:
        """Return the number of a row, or of the one in its place; -1 if it is gone."""
        found = {id(slot.row): number for number, slot in enumerate(self._slots)}
        names = {slot.name: number for number, slot in enumerate(self._slots)}
        return found.get(id(row), names.get(row.property_name, -1))
