"""EditorPage: how notes look and are written; what is chosen is seen at once, in the page and in open notes."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QVBoxLayout, QWidget

from axon_desktop.settings.settings import EditorSettings, NoteMode
from axon_desktop.ui.editor.text_edit import NoteTextEdit
from axon_desktop.ui.look.check_box import CheckBox
from axon_desktop.ui.look.parts import STRETCH, add_parts, text_label
from axon_desktop.ui.look.sizes import px
from axon_desktop.ui.look.theme import use_note_style
from axon_desktop.ui.widgets.form_fields import (
    Chooser,
    NumberBox,
    add_row,
    chooser,
    form_layout,
    page_layout,
    part_heading,
)

_NARROW, _USUAL, _WIDE, _FULL = 600, 760, 960, 0
_SAMPLE_HEIGHT = 190
_MOST_SHOWN = 14
"""Families in an open list."""


class EditorPage(QWidget):
    """A page of the settings."""

    def __init__(self, settings: EditorSettings, mode: NoteMode, pixels: int, sizes: Sequence[int]) -> None:
        """Take the settings, the mode in which notes open, and the size of their text with its bounds."""
        super().__init__()
        self._old = settings
        layout = page_layout(self, self.tr("Editor"))
        form = form_layout()
        self.mode = chooser(
            {"live": self.tr("Live"), "source": self.tr("Source"), "reading": self.tr("Reading")}, mode
        )
        self.text_font = self._fonts(settings.text_font, fixed=False)
        self.text_size = self._number(pixels, min(sizes), max(sizes), self.tr(" px"))
        self.code_font = self._fonts(settings.code_font, fixed=True)
        self.code_size = self._number(settings.code_size, 60, 160, " %")
        self.code_size.setSingleStep(5)
        self.line_width = self._widths(settings.line_width)
        self.tab_width = self._number(settings.tab_width, 1, 16, "")
        for label, field in (
            (self.tr("Open &notes in"), self.mode),
            (self.tr("&Text font"), self.text_font),
            (self.tr("Text si&ze"), self.text_size),
            (self.tr("Co&de font"), self.code_font),
            (self.tr("S&ize of code"), self.code_size),
            (self.tr("Line &width"), self.line_width),
            (self.tr("Ta&b width"), self.tab_width),
        ):
            add_row(form, label, field)
        add_parts(layout, form, 10)
        self.ligatures = self._box(self.tr("Li&gatures in code, such as → for ->"), on=settings.ligatures)
        self.line_numbers = self._box(self.tr("Line n&umbers"), on=settings.line_numbers)
        self.typewriter = self._box(
            self.tr("Typew&riter scrolling: keep the line of the caret in the middle"), on=settings.typewriter
        )
        self.closes = self._box(
            self.tr("Close brackets and &quotes, and wrap selected text in them"), on=settings.close_brackets
        )
        self.format_bar = self._box(
            self.tr("Show a &format bar when text is selected with the mouse"), on=settings.format_bar
        )
        boxes = (self.ligatures, self.line_numbers, self.typewriter, self.closes, self.format_bar)
        for box in boxes:
            add_parts(layout, box, 8)
        self.sample = self._make_sample()
        heading = part_heading(self.tr("Preview"))
        heading.setBuddy(self.sample)
        add_parts(layout, 6, heading, 6, self.sample, 8)
        self._add_hint(layout)
        for field in (self.text_font, self.code_font, self.line_width):
            field.currentIndexChanged.connect(self._show)
        for number in (self.text_size, self.code_size, self.tab_width):
            number.valueChanged.connect(self._show)
        for box in (self.ligatures, self.line_numbers):
            box.toggled.connect(self._show)
        self._show()

    def _add_hint(self, layout: QVBoxLayout) -> None:
        words = self.tr(
            "Fonts and line width are those of reading, too. Ctrl with the mouse wheel changes the text size."
        )
        add_parts(layout, text_label(words, self, wraps=True, tone="muted"), STRETCH)

    def _number(self, value: int, least: int, most: int, unit: str) -> NumberBox:
        box = NumberBox(self)
        box.setRange(least, most)
        box.setSuffix(unit)
        box.setValue(value)
        return box

    def _box(self, words: str, *, on: bool) -> CheckBox:
        box = CheckBox(words)
        box.setChecked(on)
        return box

    def _fonts(self, chosen: str, *, fixed: bool) -> Chooser:
        families = [
            name
            for name in QFontDatabase.families()
            if not QFontDatabase.isPrivateFamily(name) and (not fixed or QFontDatabase.isFixedPitch(name))
        ]
        if chosen and chosen not in families:
            families.insert(0, chosen)  # of another computer
        box = chooser({"": self.tr("Usual"), **{name: name for name in families}}, chosen)
        box.setMaxVisibleItems(_MOST_SHOWN)
        return box

    def _widths(self, width: int) -> Chooser:
        words = {
            _NARROW: self.tr("Narrow"),
            _USUAL: self.tr("Usual"),
            _WIDE: self.tr("Wide"),
            _FULL: self.tr("As wide as the pane"),
        }
        if width not in words:
            words[width] = self.tr("{pixels} px").format(pixels=width)
        return chooser({str(pixels): text for pixels, text in words.items()}, str(width))

    def _make_sample(self) -> NoteTextEdit:
        sample = NoteTextEdit(self)
        sample.setAccessibleName(self.tr("Preview"))
        sample.setTabChangesFocus(True)
        sample.setFixedHeight(px(_SAMPLE_HEIGHT))
        sample.set_live(True)
        words = self.tr("A note with **strong** words, `code -> here`, and a list:")
        sample.open_text(f"## {self.tr('Preview')}\n{words}\n\n- 永和九年\n\n```\nif a != b:\n\treturn 10\n```\n")
        sample.setReadOnly(True)
        return sample

    def _show(self) -> None:
        """Show what is chosen, here and in open notes."""
        settings = self.editor()
        use_note_style(settings.style)
        self.sample.set_font_size(px(self.text_size.value()))
        self.sample.set_tab_width(settings.tab_width)
        self.sample.gutter.set_numbered(settings.line_numbers)

    def forget(self) -> None:
        """Let notes look as before."""
        use_note_style(self._old.style)

    def editor(self) -> EditorSettings:
        """Return the settings."""
        return msgspec.structs.replace(
            self._old,
            close_brackets=self.closes.isChecked(),
            format_bar=self.format_bar.isChecked(),
            tab_width=self.tab_width.value(),
            text_font=self.text_font.currentData(),
            code_font=self.code_font.currentData(),
            code_size=self.code_size.value(),
            ligatures=self.ligatures.isChecked(),
            line_width=int(self.line_width.currentData()),
            line_numbers=self.line_numbers.isChecked(),
            typewriter=self.typewriter.isChecked(),
        )

    def entered(self) -> object:
        """Return the contents of the fields."""
        return self.mode.currentData(), self.text_size.value(), self.editor()
