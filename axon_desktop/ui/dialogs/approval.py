"""ApprovalDialog: "Apply this change?", with the exact change side by side."""

from __future__ import annotations

import asyncio
from html import escape

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import (
    QDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from axon_desktop.agent.approval import ApprovalRequest, Decision, Verdict
from axon_desktop.ui.aio import spawn
from axon_desktop.ui.chat.composing import CompositionGuard
from axon_desktop.ui.chat.style import control_style, mark, mono_font
from axon_desktop.ui.chat.wording import format_size
from axon_desktop.ui.dialogs.diff_rows import Diff, compare, decode
from axon_desktop.ui.dialogs.diff_view import SideBySideDiff
from axon_desktop.ui.dialogs.editor import EditPane
from axon_desktop.vault.markdown.colors import Colors

_QUOTED = 60


class ApprovalDialog(QDialog):
    """Asks about one write; `decision` holds the answer once it is closed."""

    def __init__(
        self, request: ApprovalRequest, diff: Diff, colors: Colors, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.decision = Decision(Verdict.REJECT)
        """The answer; closing the window in any way is a rejection."""
        self._answered = False
        self._request = request
        self._colors = colors
        self._edit: EditPane | None = None
        self.setWindowTitle(self.tr("Apply this change?"))
        self.setStyleSheet(f"QDialog {{ background: {colors.raised}; }}" + control_style(colors))
        self._build(diff)
        self.resize(860, min(620, self.sizeHint().height()))

    # --- parts ---------------------------------------------------------------------------------------------------

    def _build(self, diff: Diff) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(20, 18, 20, 18)
        layout.setSpacing(0)
        title = QLabel(self.tr("Apply this change?"), self)
        mark(title, kind="title")
        self._summary = QLabel(self)
        self._summary.setTextFormat(Qt.TextFormat.RichText)
        self._summary.setWordWrap(True)
        mark(self._summary, tone="muted")
        layout.addWidget(title)
        layout.addSpacing(6)
        layout.addWidget(self._summary)
        layout.addSpacing(8)
        for text in self._warnings():
            warning = QLabel(f"⚠ {text}", self)
            warning.setWordWrap(True)
            mark(warning, tone="warn")
            layout.addWidget(warning)
            layout.addSpacing(6)
        self._view = SideBySideDiff(self._colors, self)
        self._pages = QStackedWidget(self)
        self._pages.addWidget(self._framed(self._view))
        layout.addWidget(self._pages, 1)
        layout.addSpacing(12)
        layout.addWidget(self._build_note())
        layout.addLayout(self._build_buttons())
        self._show_diff(diff)
        self.apply_button.setFocus()

    def _framed(self, view: QWidget) -> QFrame:
        frame = QFrame(self)
        frame.setObjectName("diff_frame")
        frame.setStyleSheet(f"#diff_frame {{ border: 1px solid {self._colors.line}; border-radius: 6px; }}")
        inside = QVBoxLayout(frame)
        inside.setContentsMargins(1, 1, 1, 1)
        inside.addWidget(view)
        return frame

    def _build_note(self) -> QWidget:
        self._note_row = QWidget(self)
        row = QHBoxLayout(self._note_row)
        row.setContentsMargins(0, 0, 0, 12)
        self.note = QLineEdit(self)
        self.note.setPlaceholderText(self.tr("What should the model know?"))
        self.note.setAccessibleName(self.tr("Note to the model"))
        CompositionGuard(self.note)
        self.note.returnPressed.connect(self._reject_with_note)
        send = QPushButton(self.tr("Reject with this note"), self)
        send.clicked.connect(self._reject_with_note)
        row.addWidget(self.note, 1)
        row.addWidget(send)
        self._note_row.hide()
        return self._note_row

    def _build_buttons(self) -> QHBoxLayout:
        row = QHBoxLayout()
        row.setSpacing(8)
        self.edit_button = QPushButton(self.tr("&Edit before applying…"), self)
        self.edit_button.clicked.connect(self._toggle_edit)
        self.edit_button.setEnabled(_is_text(self._request.preview.after))
        self.reject_button = QPushButton(self.tr("&Reject…"), self)
        self.reject_menu = QMenu(self)
        self.reject_menu.addAction(self.tr("Reject"), self.reject)
        self.reject_menu.addAction(self.tr("Reject with a note to the model…"), self._ask_note)
        self.reject_menu.addAction(
            self.tr("Never in {folder}").format(folder=self._folder()), lambda: self._finish(Verdict.NEVER)
        )
        self.reject_button.clicked.connect(lambda: self._popup(self.reject_menu, self.reject_button))
        self.all_button = QPushButton(self.tr("A&pply all… ▾"), self)
        self.all_button.setAccessibleName(self.tr("Apply all, menu"))
        self.all_menu = QMenu(self)
        self.all_menu.addAction(self.tr("Apply all in this turn"), lambda: self._finish(Verdict.TURN))
        self.all_menu.addAction(
            self.tr("Always in {folder}").format(folder=self._folder()), lambda: self._finish(Verdict.FOLDER)
        )
        self.all_button.clicked.connect(lambda: self._popup(self.all_menu, self.all_button))
        if any(reason != "write" for reason in self._request.reasons):
            self.all_button.setEnabled(False)
            self.all_button.setToolTip(self.tr("A change like this is always asked about."))
        self.apply_button = QPushButton(self.tr("&Apply"), self)
        mark(self.apply_button, primary=True)
        self.apply_button.setDefault(True)
        self.apply_button.clicked.connect(lambda: self._finish(Verdict.ONCE))
        row.addWidget(self.edit_button)
        row.addStretch(1)
        for button in (self.reject_button, self.all_button, self.apply_button):
            row.addWidget(button)
        return row

    def _popup(self, menu: QMenu, button: QPushButton) -> None:
        menu.popup(button.mapToGlobal(button.rect().bottomLeft()))

    def hold(self, milliseconds: int) -> None:
        """Do not take an answer for a moment: the user was typing when the dialog appeared."""
        self.apply_button.setEnabled(False)

        def release() -> None:
            self.apply_button.setEnabled(True)
            self.apply_button.setFocus()

        QTimer.singleShot(milliseconds, self, release)

    # --- words ---------------------------------------------------------------------------------------------------

    def _folder(self) -> str:
        folder = self._request.preview.path.rpartition("/")[0]
        return f"{folder}/" if folder else self.tr("the whole vault")

    def _action(self) -> str:
        preview = self._request.preview
        if preview.kind == "create":
            return self.tr("create {path}")
        if preview.mode == "append":
            return self.tr("append to {path}")
        return self.tr("edit {path}") if preview.mode == "edit" else self.tr("overwrite {path}")

    def _summary_text(self, diff: Diff) -> str:
        asked = " ".join(self._request.turn_text.split())
        if len(asked) > _QUOTED:
            asked = asked[: _QUOTED - 1].rstrip() + "…"
        path = f"<b style='color:{self._colors.text}'>{escape(self._request.preview.path)}</b>"
        parts = [
            f"<b style='font-family:{mono_font().family()};font-size:12px'>{escape(self._request.call.tool)}</b>",
            self._action().format(path=path),
            f"+{diff.added} −{diff.removed}",
        ]
        if asked:
            parts.append(self.tr("asked in “{request}”").format(request=escape(asked)))
        return " · ".join(parts)

    def _warnings(self) -> list[str]:
        preview = self._request.preview
        sizes = {"old": format_size(len(preview.before or b"")), "new": format_size(len(preview.after))}
        words = {
            "near_miss": self.tr("The model did not use the proper form for this call. Check that it means it."),
            "empties": self.tr("This empties the note ({old} now).").format(**sizes),
            "shrinks": self.tr("This removes more than half of the note ({old} → {new}).").format(**sizes),
            "journal": self.tr("The undo journal cannot be written: this change could not be undone."),
        }
        return [words[reason] for reason in self._request.reasons if reason in words]

    # --- editing -------------------------------------------------------------------------------------------------

    def _show_diff(self, diff: Diff) -> None:
        self._view.set_diff(diff)
        self._summary.setText(self._summary_text(diff))

    def _toggle_edit(self) -> None:
        if self._pages.currentIndex() == 1:
            self._pages.setCurrentIndex(0)
            self.edit_button.setText(self.tr("&Edit before applying…"))
            spawn(self._compare_again(), name="compare")
            return
        if self._edit is None:
            self._edit = EditPane(self._request.preview.before, self._request.preview.after, self)
            self._edit.finished.connect(lambda: self._finish(Verdict.ONCE))
            self._pages.addWidget(self._edit)
            self.resize(self.width(), max(self.height(), 460))
        self._pages.setCurrentIndex(1)
        self.edit_button.setText(self.tr("Compar&e"))
        self._edit.editor.setFocus()

    async def _compare_again(self) -> None:
        preview = self._request.preview
        after = self.edited() or preview.after
        self._show_diff(await asyncio.to_thread(compare, decode(preview.before), decode(after)))

    def edited(self) -> bytes | None:
        """Return the text that the user made of it; None when it is as proposed."""
        return self._edit.edited() if self._edit is not None else None

    # --- answers -------------------------------------------------------------------------------------------------

    def _decide(self, decision: Decision) -> None:
        """Take the first answer and close; Enter in the note's field also reaches the default button."""
        if not self._answered:
            self._answered = True
            self.decision = decision
            self.done(QDialog.DialogCode.Accepted if decision.allowed else QDialog.DialogCode.Rejected)

    def _finish(self, verdict: Verdict) -> None:
        self._decide(Decision(verdict, edited=self.edited() if verdict is not Verdict.NEVER else None))

    def _ask_note(self) -> None:
        self._note_row.show()
        self.note.setFocus()

    def _reject_with_note(self) -> None:
        self._decide(Decision(Verdict.REJECT, note=self.note.text().strip()))

    def reject(self) -> None:
        """Reject without a word: Escape, the close button, the menu."""
        self._decide(Decision(Verdict.REJECT))


def _is_text(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True
