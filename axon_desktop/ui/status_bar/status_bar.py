"""StatusBar: vault, provider, length of the note, and language."""

from __future__ import annotations

from typing import Literal, TypeAlias

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QStatusBar, QWidget

from axon_desktop.settings.languages import language_of_tag
from axon_desktop.ui.look.parts import text_label
from axon_desktop.ui.look.stylesheet import mark, plain_tip

StatusTone: TypeAlias = Literal["", "ok", "off", "warn", "err"]
"""`off`: there is no model, and that is no error; empty for no light at all."""

_MESSAGE_MS = 6000
_MOST_OF_NAME = 0.4
"""Share of the bar's width."""
_LEAST_WIDTH = 60
_PADDING = 18
"""Padding of a label, left and right, as in the style sheet."""
_SPACING = 6
"""Spacing between two of them, as in Qt."""


class StatusBar(QStatusBar):
    """The bottom line of the window."""

    shown = Signal(str)
    """A sentence is shown."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizeGripEnabled(False)
        self._vault_name = self._vault_words = ""
        self._counted = True
        self.vault = self._label("vault_status", self.tr("Vault"))
        self.provider = self._label("provider_status", self.tr("Who answers"))
        self._lengths: tuple[str, ...] = ()
        self.length = text_label(name="length_status")
        self.length.setAccessibleDescription(self.tr("Length of the note"))
        self.length.setToolTip(self.tr("Length of the note, without its properties"))
        self.length.setMinimumWidth(1)  # it must not keep the window from being narrow
        self.addPermanentWidget(self.length)
        self.length.hide()
        self.messageChanged.connect(self._show_length)
        self.language = text_label(name="language_status")
        self.language.setAccessibleDescription(self.tr("Language"))
        self.addPermanentWidget(self.language)

    def _label(self, name: str, about: str) -> QLabel:
        """Add a label; an accessible name would hide its text from a screen reader."""
        label = text_label(name=name)
        label.setAccessibleDescription(about)
        label.setMinimumWidth(_LEAST_WIDTH)  # the window may be narrower than the text
        self.addWidget(label)
        return label

    def set_vault(self, name: str) -> None:
        """Show the name of the vault; its notes are still being counted."""
        self._vault_name, self._vault_words = name, "{name}"
        self._show_vault()

    def set_count(self, notes: int) -> None:
        """Show the number of notes."""
        text = self.tr("{name} — 1 note") if notes == 1 else self.tr("{name} — {count} notes")
        self._vault_words = text.replace("{count}", f"{notes:,}")
        self._show_vault()

    def set_counted(self, counted: bool) -> None:
        """Show the number of notes, or (false) only the vault: they cannot be counted now."""
        self._counted = counted
        self._show_vault()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Elide the vault's name to fit."""
        super().resizeEvent(event)
        self._show_vault()
        self._show_length()

    def event(self, event: QEvent) -> bool:
        """Give the note's length the room that the others leave, whenever they change."""
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self._show_length()
        return done

    def _show_vault(self) -> None:
        room = round(self.width() * _MOST_OF_NAME)
        name = self.vault.fontMetrics().elidedText(self._vault_name, Qt.TextElideMode.ElideRight, room)
        self.vault.setText(self._vault_words.format(name=name) if self._counted else name)
        self.vault.setToolTip(plain_tip(self._vault_name if name != self._vault_name else ""))

    def set_length(self, *words: str) -> None:
        """Show the length of the note, in the first of these texts that fits; or nothing."""
        self._lengths = words
        self._show_length()

    def _show_length(self) -> None:
        self.length.ensurePolished()
        metrics = self.length.fontMetrics()
        message = self.currentMessage()
        room = self.width() - (metrics.horizontalAdvance(message) + _PADDING if message else 0)
        for other in self.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
            if other is not self.length and not other.isHidden() and other.sizeHint().width() > 0:
                room -= other.sizeHint().width() + _SPACING
        room -= _PADDING + _SPACING
        shown = next((words for words in self._lengths if metrics.horizontalAdvance(words) <= room), "")
        if shown != self.length.text():
            self.length.setText(shown)
        self.length.setVisible(bool(shown))

    def set_provider(self, text: str, tone: StatusTone, why: str = "") -> None:
        """Show the provider, its state, and the reason of a trouble."""
        shown = f"● {text} — {why}" if why else f"● {text}"
        self.provider.setText(shown)
        self.provider.setToolTip(plain_tip(shown.removeprefix("● ")))
        mark(self.provider, state=tone)

    def set_language(self, tag: str) -> None:
        """Show the language of the window, such as `zh-CN`."""
        self.language.setText(tag)
        words = self.tr("The window’s language: {language}. Choose another in Settings → General.")
        info = language_of_tag(tag)
        self.language.setToolTip(plain_tip(words.format(language=info.name if info is not None else tag)))

    def show_message(self, text: str) -> None:
        """Show a sentence for a few seconds; an empty one hides it."""
        self.showMessage(text, _MESSAGE_MS)
        self.shown.emit(text)
