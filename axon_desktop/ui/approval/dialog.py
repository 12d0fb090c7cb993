"""ApprovalDialog: the base of all dialogs that ask about one call; each kind of call adds its own content."""

from __future__ import annotations

from functools import partial
from html import escape

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QDialog, QFrame, QLabel, QLineEdit, QMenu, QPushButton, QWidget

from axon_desktop.agent.approval.approval import ApprovalRequest, Decision, Verdict
from axon_desktop.agent.approval.policy import parent_folder, shared_folder
from axon_desktop.text.mention_syntax import say_mentions
from axon_desktop.text.visible import JOINERS, visible
from axon_desktop.ui.approval.warnings import warnings
from axon_desktop.ui.look.parts import (
    STRETCH,
    add_parts,
    fill_dialog,
    hbox,
    name_menu_button,
    push_button,
    text_label,
)
from axon_desktop.ui.look.sizes import px, start_size
from axon_desktop.ui.look.stylesheet import mark, plain_tip, wear_dialog
from axon_desktop.ui.widgets.labels import ElidedLabel, TonedLabel, WarningLabel, breakable
from axon_desktop.vault.history.changes import Proposal

_QUOTED = 300
_WIDTH, _HEIGHT = 860, 620
_MENU = 420
"""The largest width of an answer in a menu: the name of a folder or a tool may be long."""
_BELOW = 4
"""Pixels between a button and its menu."""
_CAREFUL = {"outside", "unrecorded"}
"""Reasons for asking that the Enter key alone must not answer."""


class ApprovalDialog(QDialog):
    """Asks about one call; `decision` holds the answer once it is closed."""

    def __init__(self, request: ApprovalRequest, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.decision = Decision(Verdict.REJECT)
        """The answer; closing the window in any way is a rejection."""
        self._answered = False
        self._request = request
        wear_dialog(self)
        self._summary = TonedLabel(self)
        self._summary.setWordWrap(True)
        mark(self._summary, tone="muted")
        self._asked = ElidedLabel("", self, tone="muted")
        self.edit_button = QPushButton(self.tr("&Edit before applying…"), self)
        self.edit_button.hide()
        self.reject_button = QPushButton(self.tr("&Reject…"), self)
        self.reject_menu = QMenu(self)
        self.reject_menu.addAction(self.tr("Reject"), self.reject)
        self.reject_menu.addAction(self.tr("Reject with a note to the model…"), self._ask_note)
        self.reject_button.clicked.connect(lambda: _popup(self.reject_menu, self.reject_button))
        name_menu_button(self.reject_button)
        self.all_button = QPushButton(self.tr("A&pply all… ▾"), self)
        self.all_button.setAccessibleName(self.tr("Apply all, menu"))
        self.all_menu = QMenu(self)
        self.all_button.clicked.connect(lambda: _popup(self.all_menu, self.all_button))
        self.apply_button = push_button(
            self.tr("&Apply"), self, lambda: self._finish(Verdict.ONCE), default=True, primary=True
        )
        self._first: QWidget = self.apply_button
        """The widget that has the focus when the dialog opens; Enter applies from anywhere but another button."""
        self._careful = not _CAREFUL.isdisjoint(request.reasons)
        """Whether the warnings are to be read first: Enter then only presses a button that has the focus."""
        if self._careful:
            self.reject_button.setAutoDefault(False)  # it has the focus: Space opens its menu
            self._first = self.reject_button

    # --- parts ---------------------------------------------------------------------------------------------------

    def _compose(self, title: str, *parts: QWidget) -> None:
        """Lay out title, summary, warnings, the content of this kind of call, and the buttons."""
        self.setWindowTitle(title)
        heading = text_label(title, self, kind="title")
        layout = fill_dialog(self, heading, 6, self._summary, self._asked, 8, spacing=0)
        for text in self._warnings():
            warning = WarningLabel(text, self, tone="warn")
            add_parts(layout, warning, 6)
        for part in parts:
            layout.addWidget(part, 1 if isinstance(part, QFrame) and not isinstance(part, QLabel) else 0)
        add_parts(layout, 12, self._build_note())
        row = hbox(self.edit_button, STRETCH, self.reject_button, self.all_button, self.apply_button)
        layout.addLayout(row)
        size = start_size(self, _WIDTH, _HEIGHT)
        self.resize(size)
        self._take_height(min(size.height(), layout.heightForWidth(size.width())))
        self._first.setFocus()

    def _take_height(self, wanted: int) -> None:
        """Set the height: the wanted one or, if text would be cut, more; at most that of the screen."""
        layout = self.layout()
        assert layout is not None
        least = layout.totalMinimumHeightForWidth(self.width())
        room = round(self.screen().availableSize().height() * 0.95)
        self.resize(self.width(), min(max(wanted, least), max(self.height(), room)))

    def _build_note(self) -> QWidget:
        self._note_row = QWidget(self)
        self.note = QLineEdit(self)
        self.note.setPlaceholderText(self.tr("What should the model know?"))
        self.note.setAccessibleName(self.tr("Note to the model"))
        self.note.returnPressed.connect(self._reject_with_note)
        send = push_button(self.tr("Reject with this note"), self, self._reject_with_note)
        hbox((self.note, 1), send, parent=self._note_row, margins=(0, 0, 0, 12), spacing=-1)
        self._note_row.hide()
        return self._note_row

    def _offer_rules(self, *, turn: str, always: str, never: str) -> None:
        """Offer the answers that hold for longer, unless a call like this must always be asked about."""
        if self._request.trouble is not None:  # an answer for this change only
            self.apply_button.setText(self.tr("&Apply without undo"))
            mark(self.apply_button, primary=False)  # no button is highlighted for what cannot be undone
            self.all_button.hide()
            return
        for menu, text, verdict in (
            (self.reject_menu, never, Verdict.NEVER),
            (self.all_menu, turn, Verdict.TURN),
            (self.all_menu, always, Verdict.FOLDER),
        ):
            words = menu.fontMetrics().elidedText(text, Qt.TextElideMode.ElideMiddle, px(_MENU))
            answer = menu.addAction(words.replace("&", "&&"), partial(self._finish, verdict))
            answer.setToolTip(plain_tip(text))
            menu.setToolTipsVisible(words != text)
        if not set(self._request.reasons) <= {"write", "external"}:
            self.all_button.hide()

    def _label_as_allow(self) -> None:
        """Name the button so that it also fits a move or the use of a tool."""
        self.all_button.setText(self.tr("A&llow… ▾"))
        self.all_button.setAccessibleName(self.tr("Allow for longer, menu"))

    def _offer_folder_rules(self, proposal: Proposal) -> None:
        turn = self.tr("Apply all for this request")
        if proposal.action != "write":
            turn = self.tr("Allow all changes for this request")
            self._label_as_allow()
        self._offer_rules(
            turn=turn,
            always=self.tr("Always apply in {folder}").format(folder=self._folder(shared_folder(proposal))),
            never=self.tr("Never in {folder}").format(folder=self._folder(parent_folder(proposal.path))),
        )

    def _update_buttons(self) -> None:
        for button in (self.apply_button, self.all_button):
            button.setEnabled(self._can_apply())

    def _can_apply(self) -> bool:
        """Tell whether anything is left to apply."""
        return True

    # --- words ---------------------------------------------------------------------------------------------------

    def _summarise(self, *parts: str) -> None:
        """Show the tool with these parts (HTML), and below it the user's request that led to the call."""
        asked = " ".join(say_mentions(self._request.turn_text).split())
        if len(asked) > _QUOTED:
            asked = asked[: _QUOTED - 1].rstrip() + "…"
        tool = as_html(self._request.call.tool)
        shown = [f"<b class='tool'>{tool}</b>", *parts]
        self._summary.setText(" · ".join(shown))
        self._asked.setText(self.tr("in response to “{request}”").format(request=asked))
        self._asked.setToolTip(plain_tip(asked))
        self._asked.setVisible(bool(asked))

    def _strong(self, path: str) -> str:
        return f"<b class='text'>{as_html(path)}</b>"

    def _folder(self, folder: str) -> str:
        return f"{folder}/" if folder else self.tr("the whole vault")

    def _warnings(self) -> list[str]:
        return warnings(self._request)

    # --- answers -------------------------------------------------------------------------------------------------

    def _edited(self) -> Proposal | None:
        """Return the proposal as the user edited it; None if it was not edited."""
        return None

    def _decide(self, decision: Decision) -> None:
        """Take the first answer and close; Enter in the note's field also reaches the default button."""
        if not self._answered:
            self._answered = True
            self.decision = decision
            self.done(QDialog.DialogCode.Accepted if decision.allowed else QDialog.DialogCode.Rejected)

    def _finish(self, verdict: Verdict) -> None:
        self._decide(Decision(verdict, edited=self._edited() if verdict is not Verdict.NEVER else None))

    def _ask_note(self) -> None:
        if not self._note_row.isVisible():
            self._note_row.show()
            self._take_height(self.height() + self._note_row.sizeHint().height())
        self.note.setFocus()

    def _reject_with_note(self) -> None:
        self._decide(Decision(Verdict.REJECT, note=self.note.text().strip()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter apply, except where the warnings are to be read first."""
        if not (self._careful and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)):
            super().keyPressEvent(event)

    def reject(self) -> None:
        """Reject without a note: Escape, the close button, the menu."""
        self._decide(Decision(Verdict.REJECT))


def as_html(text: str) -> str:
    """Return text as HTML with hidden characters made visible; a long name without blanks can be broken."""
    return escape(breakable(visible(text, keep=JOINERS)))


def _popup(menu: QMenu, button: QPushButton) -> None:
    menu.popup(button.mapToGlobal(button.rect().bottomLeft() + QPoint(0, _BELOW)))
