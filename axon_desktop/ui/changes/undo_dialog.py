"""UndoDialog: shows what undo would do to each file, before anything moves."""

from __future__ import annotations

from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from axon_desktop.ui.changes.preview_pane import PreviewPane
from axon_desktop.ui.changes.wording import note_count, preview_summary
from axon_desktop.ui.chat.style import control_style, mark
from axon_desktop.ui.sizes import start_size
from axon_desktop.vault.markdown.colors import Colors
from axon_desktop.vault.undo_preview import UndoPreview


class UndoDialog(QDialog):
    """Asks; accepted when the user agreed. What stands in the way can be left out if the rest can be undone."""

    def __init__(
        self,
        preview: UndoPreview,
        colors: Colors,
        parent: QWidget | None = None,
        *,
        redo: bool = False,
        changed: bool = False,
    ) -> None:
        """Take what would be done; `changed` says that it is no longer what was shown before."""
        super().__init__(parent)
        self.preview = preview
        verb = self.tr("Redo") if redo else self.tr("Undo")
        self.setWindowTitle(verb)
        self.setStyleSheet(f"QDialog {{ background: {colors.raised}; }}" + control_style(colors))
        words = self.tr("Redo in {count}?") if redo else self.tr("Undo in {count}?")
        title = QLabel(words.format(count=note_count(len(preview.files))), self)
        title.setWordWrap(True)
        mark(title, kind="title")
        self.summary = QLabel(preview_summary(preview, changed=changed), self)
        self.summary.setWordWrap(True)
        mark(self.summary, tone="muted" if preview.ok else "warn")
        self.pane = PreviewPane(colors, self)
        self.pane.set_preview(preview)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 18)
        layout.setSpacing(8)
        layout.addWidget(title)
        layout.addWidget(self.summary)
        layout.addWidget(self.pane, 1)
        layout.addLayout(self._build_buttons(verb))
        self.resize(start_size(self, 860, 520))
        self.setMinimumSize(400, 320)

    def _build_buttons(self, verb: str) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        cancel = QPushButton(self.tr("&Cancel"), self)
        cancel.setAutoDefault(False)
        cancel.clicked.connect(self.reject)
        others = sum(not file.stands_in_the_way for file in self.preview.files)
        words = f"&{verb}"
        if not self.preview.ok and others:
            more = self.tr("{verb} the &other note") if others == 1 else self.tr("{verb} the &other {count}")
            words = more.format(verb=verb, count=note_count(others))
        self.agree_button = QPushButton(words, self)
        self.agree_button.setEnabled(bool(self.preview.possible) and others > 0)
        self.agree_button.setDefault(True)
        self.agree_button.clicked.connect(self.accept)
        mark(self.agree_button, primary=True)
        row.addStretch(1)
        row.addWidget(cancel)
        row.addWidget(self.agree_button)
        return row
