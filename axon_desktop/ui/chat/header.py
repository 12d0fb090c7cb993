"""The chat's header: title, who answers, a new conversation, the menu."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QMenu, QPushButton, QSizePolicy, QWidget

from axon_desktop.ui.chat.style import mark
from axon_desktop.ui.chat.wording import provider_text
from axon_desktop.ui.icons import icon
from axon_desktop.vault.markdown.colors import Colors

HEIGHT = 40
_MAX_CHIP = 210


class ElidedLabel(QLabel):
    """A line of text that gives way to its neighbours."""

    def __init__(self, text: str = "", parent: QWidget | None = None) -> None:
        super().__init__(text, parent)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)

    def minimumSizeHint(self) -> QSize:
        """Return room for a few letters."""
        return QSize(24, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint as much of the text as there is room for."""
        painter = QPainter(self)
        text = self.fontMetrics().elidedText(self.text(), Qt.TextElideMode.ElideRight, self.width())
        painter.setPen(self.palette().windowText().color())
        painter.drawText(self.rect(), Qt.AlignmentFlag.AlignVCenter | self.alignment(), text)


class ChatHeader(QWidget):
    """One line above the transcript."""

    new_requested = Signal()
    copy_requested = Signal()
    settings_requested = Signal()

    def __init__(self, colors: Colors, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("chat_header")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setFixedHeight(HEIGHT)
        self._provider = ""
        layout = QHBoxLayout(self)
        layout.setContentsMargins(12, 0, 8, 0)
        layout.setSpacing(6)
        self._title = ElidedLabel(parent=self)
        font = self._title.font()
        font.setBold(True)
        self._title.setFont(font)
        self._chip = QPushButton(self)
        mark(self._chip, kind="chip")
        self._chip.setToolTip(self.tr("Change the model in the settings"))
        self._chip.clicked.connect(self.settings_requested)
        self._new = QPushButton(self)
        self._new.setToolTip(self.tr("New conversation"))
        self._new.setAccessibleName(self.tr("New conversation"))
        self._new.clicked.connect(self.new_requested)
        self._more = QPushButton(self)
        self._more.setToolTip(self.tr("More"))
        self._more.setAccessibleName(self.tr("More, menu"))
        self._menu = QMenu(self)
        self._menu.addAction(self.tr("&New conversation"), self.new_requested.emit)
        self._menu.addAction(self.tr("&Copy conversation"), self.copy_requested.emit)
        self._menu.addSeparator()
        self._menu.addAction(self.tr("&Settings…"), self.settings_requested.emit)
        self._more.clicked.connect(
            lambda: self._menu.popup(self._more.mapToGlobal(self._more.rect().bottomLeft()))
        )
        for button in (self._new, self._more):
            mark(button, kind="flat")
            button.setFixedSize(26, 26)
        layout.addWidget(self._title, 1)
        for widget in (self._chip, self._new, self._more):
            layout.addWidget(widget)
        self.set_title("")
        self.set_colors(colors)

    def set_title(self, text: str) -> None:
        """Show what the conversation is about; empty for a new one."""
        self._title.setText(" ".join(text.split())[:200] or self.tr("New conversation"))
        self._title.setToolTip(text)

    def set_provider(self, name: str, model: str) -> None:
        """Show who answers."""
        text = provider_text(name, model)
        self._chip.setAccessibleName(self.tr("Model: {model}").format(model=text))
        self._provider = text
        self._fit_chip()

    def _fit_chip(self) -> None:
        room = max(90, min(_MAX_CHIP, self.width() // 2 - 30))
        metrics = self._chip.fontMetrics()
        self._chip.setText(metrics.elidedText(self._provider, Qt.TextElideMode.ElideRight, room - 20))

    def resizeEvent(self, event: object) -> None:
        """Let the chip have at most half of the line."""
        self._fit_chip()

    def set_colors(self, colors: Colors) -> None:
        """Take the colours of another theme."""
        self.setStyleSheet(
            f"#chat_header {{ background: {colors.raised}; border-bottom: 1px solid {colors.line}; }}"
        )
        self._new.setIcon(icon("plus", colors))
        self._more.setIcon(icon("more", colors))
