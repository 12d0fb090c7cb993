"""EditorPage: how notes look and are written; what is chosen is seen at once, in the page and in open notes."""

from __future__ import annotations

import sys
from collections.abc import Sequence

import msgspec
from PySide6.QtCore import QLocale, Qt
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QVBoxLayout, QWidget

from axon_desktop.settings.settings import EditorSettings, NoteMode
from axon_desktop.ui.editor.spelling.dictionaries import find_dictionaries, has_hunspell, own_dictionaries
from axon_desktop.ui.editor.text_edit import NoteTextEdit
from axon_desktop.ui.language.translation import plain
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
_SAMPLE_HEIGHT = 176
_LANGUAGES_HEIGHT = 84
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
        self.sample = self._make_sample()
        heading = part_heading(self.tr("Preview"))
        heading.setBuddy(self.sample)
        add_parts(layout, heading, 6, self.sample, 12)
        self.ligatures = self._box(
            self.tr("Li&gatures in code: several characters may be drawn as one"), on=settings.ligatures
        )
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
        self._build_spelling(layout, settings)
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

    def _build_spelling(self, layout: QVBoxLayout, settings: EditorSettings) -> None:
        self.spelling = self._box(self.tr("Underline words that no dictionary &knows"), on=settings.spelling)
        self.languages = QListWidget()
        self.languages.setFixedHeight(px(_LANGUAGES_HEIGHT))
        for code in sorted({*find_dictionaries(), *settings.spelling_languages}):
            item = QListWidgetItem(_language_name(code), self.languages)
            item.setData(Qt.ItemDataRole.UserRole, code)
            is_chosen = code in settings.spelling_languages
            item.setCheckState(Qt.CheckState.Checked if is_chosen else Qt.CheckState.Unchecked)
        about = text_label(
            self.tr("&Languages; none ticked: those of the window and of the system"), self, wraps=True
        )
        about.setBuddy(self.languages)
        self.languages.setAccessibleName(plain(about.text()))
        if not has_hunspell():
            more = self.tr("Spelling cannot be checked here: the package chunspell is not installed.")
            self.spelling.setEnabled(False)
        elif sys.platform in ("win32", "darwin"):
            more = self.tr("Dictionaries of LibreOffice are used, and pairs of .aff and .dic files in {folder}.")
        else:
            more = self.tr(
                "For more languages install the system’s packages of hunspell dictionaries, such as"
                " hunspell-de-de, or put pairs of .aff and .dic files into {folder}."
            )
        hint = text_label(more.format(folder=own_dictionaries()), self, wraps=True, plain=True, tone="muted")
        add_parts(layout, self.spelling, 6, about, 4, self.languages, 4, hint, 8)

    def _chosen_languages(self) -> tuple[str, ...]:
        items = (self.languages.item(row) for row in range(self.languages.count()))
        return tuple(
            item.data(Qt.ItemDataRole.UserRole) for item in items if item.checkState() == Qt.CheckState.Checked
        )

    def _number(self, value: int, least: int, most: int, unit: str) -> NumberBox:
        box = NumberBox()
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
        sample = NoteTextEdit()
        sample.setAccessibleName(self.tr("Preview"))
        sample.setTabChangesFocus(True)
        sample.setFixedHeight(px(_SAMPLE_HEIGHT))
        sample.set_live(True)
        words = self.tr("A note with **strong** words, `code -> here`, and a list:")
        sample.open_text(f"{words}\n\n- 永和九年\n\n```\nif a != b:\n\treturn 10\n```\n")
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
            spelling=self.spelling.isChecked(),
            spelling_languages=self._chosen_languages(),
        )

    def entered(self) -> object:
        """Return the contents of the fields."""
        return self.mode.currentData(), self.text_size.value(), self.editor()


def _language_name(code: str) -> str:
    """Return the language of a dictionary in its own words, with its code."""
    name = QLocale(code).nativeLanguageName()
    return f"{name} ({code})" if name else code
