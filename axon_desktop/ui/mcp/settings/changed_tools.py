"""ChangedTools: compares what a tool says now with what the user approved, and asks."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QWidget

from axon_desktop.mcp_host.status import ToolChange
from axon_desktop.mcp_host.visible_text import show_invisible
from axon_desktop.ui.diff.rows import compare
from axon_desktop.ui.diff.view import SideBySideDiff
from axon_desktop.ui.look.parts import STRETCH, fill_dialog, hbox, push_button, text_label
from axon_desktop.ui.look.sizes import start_size
from axon_desktop.ui.look.stylesheet import mark, wear_dialog
from axon_desktop.ui.widgets.labels import WarningLabel, WrappedLabel

_WIDTH, _HEIGHT = 860, 520
_COLUMNS = 46
_SENTENCE = re.compile(r".+?(?:\\n|[.!?] |[。！？；]|$)")
_WORD = re.compile(r"[\u2e80-\uffef]|[^\s\u2e80-\uffef]{1,30} *|\s+")


def wrap_lines(text: str) -> str:
    """Wrap long lines; each sentence begins a line, so that a change leaves the others alone."""
    return "\n".join(piece for line in text.split("\n") for piece in _wrap(line))


def _wrap(line: str) -> list[str]:
    indent = " " * (len(line) - len(line.lstrip(" ")) + 4)
    pieces: list[str] = []
    for sentence in _SENTENCE.findall(line):
        piece, width = (indent if pieces else ""), len(indent)
        for word in _WORD.findall(sentence):
            length = sum(2 if unicodedata.east_asian_width(char) in "WF" else 1 for char in word)
            if width + length > _COLUMNS and piece.strip():
                pieces.append(piece.rstrip(" "))
                piece, width = indent, len(indent)
            piece += word
            width += length
        pieces.append(piece)
    return pieces or [line]


class ChangedTools(QDialog):
    """Asks about one tool after another; `approved` holds those that may be offered after it is closed."""

    def __init__(self, changes: Sequence[ToolChange], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.approved: list[ToolChange] = []
        """Closing the window leaves the rest off."""
        self._changes = changes
        self._at = 0
        wear_dialog(self)
        self.heading = WrappedLabel(parent=self)
        mark(self.heading, kind="title")
        self.place = text_label("", self, tone="muted")
        self.words = text_label("", self, wraps=True, tone="muted")
        hidden = self.tr("It contains invisible characters; they are written out as ⟨U+…⟩.")
        self.hidden = WarningLabel(hidden, self)
        mark(self.hidden, tone="warn")
        self.diff = SideBySideDiff(self)
        head = hbox((self.heading, 1), self.place, spacing=-1)
        fill_dialog(self, head, self.words, self.hidden, (self.diff, 1), 4, self._build_buttons())
        self.diff.describe_with(self.leave)
        self.resize(start_size(self, _WIDTH, 0))
        self._show()

    def _build_buttons(self) -> QHBoxLayout:
        self.leave = QPushButton(self.tr("&Keep it off"), self)
        self.leave.setDefault(True)  # what nobody has read must not be approved by Enter
        self.leave.clicked.connect(self._next)
        self.approve = push_button(self.tr("&Approve"), self, self._approve, auto_default=False)
        return hbox(STRETCH, self.leave, self.approve)

    def _show(self) -> None:
        change = self._changes[self._at]
        tool = f"{show_invisible(change.server)}.{show_invisible(change.tool)}"
        words = self.tr("{tool} has changed") if change.kind == "changed" else self.tr("{tool} is new")
        title = words.format(tool=tool)
        self.setWindowTitle(title)
        self.heading.setText(title)
        count = len(self._changes)
        self.place.setText(self.tr("{number} of {count}").format(number=self._at + 1, count=count))
        self.place.setVisible(count > 1)
        self.words.setText(
            self.tr("On the left is what you approved, on the right what it says now. The model reads this text.")
            if change.kind == "changed"
            else self.tr("Its server added it after you approved the others. The model reads this text.")
        )
        self.hidden.setVisible("⟨U+" in change.after)
        before = wrap_lines(change.before).encode() if change.before is not None else b""
        self.diff.set_diff(compare(before, wrap_lines(change.after).encode()))
        self._fit()
        self.leave.setFocus()

    def _fit(self) -> None:
        """Grow to the height of the comparison, as far as the window allows; never shrink."""
        layout = self.layout()
        assert layout is not None
        layout.activate()
        needed = min(start_size(self, _WIDTH, _HEIGHT).height(), layout.heightForWidth(self.width()))
        self.resize(self.width(), max(self.height(), needed))

    def _approve(self) -> None:
        self.approved.append(self._changes[self._at])
        self._next()

    def _next(self) -> None:
        self._at += 1
        if self._at < len(self._changes):
            self._show()
        else:
            self.accept()
