"""ReviewDialog: many changes as one list with one answer; ticked ones are applied, the others rejected."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QDialog, QHBoxLayout, QLabel, QWidget

from axon_desktop.agent.approval.approval import ApprovalRequest, Decision, Verdict
from axon_desktop.text.file_names import is_note
from axon_desktop.text.mention_syntax import say_mentions
from axon_desktop.text.visible import JOINERS, visible
from axon_desktop.ui.accessibility.announcer import announce
from axon_desktop.ui.aio import ask, spawn
from axon_desktop.ui.approval.dialog import ApprovalDialog, as_html
from axon_desktop.ui.approval.review.review_list import ReviewList, ReviewModel
from axon_desktop.ui.approval.review.review_pane import ReviewPane
from axon_desktop.ui.approval.review.review_rows import CallRow, Compared, FileRow, Row, make_groups
from axon_desktop.ui.changes.change_list import ListSplitter
from axon_desktop.ui.diff.rows import Diff, compare
from axon_desktop.ui.diff.spoken import READ_ALL
from axon_desktop.ui.look.parts import STRETCH, add_parts, fill_dialog, hbox, push_button, text_label
from axon_desktop.ui.look.sizes import start_size
from axon_desktop.ui.look.stylesheet import mark, wear_dialog
from axon_desktop.ui.widgets.labels import ElidedLabel, TonedLabel

OpenOne = Callable[[ApprovalRequest, list[Diff], QWidget | None], ApprovalDialog]
"""Makes the approval dialog of a single change."""

_WIDTH, _HEIGHT = 980, 620
_LIST, _PANE = 430, 510
_QUOTED = 300


class ReviewDialog(QDialog):
    """Asks about several changes; `decisions` holds the answers once it is closed."""

    def __init__(self, compared: Sequence[Compared], open_one: OpenOne, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._open_one = open_one
        self._agreed = False
        self._calls, groups = make_groups(compared)
        title = self._title()
        self.setWindowTitle(title)
        wear_dialog(self)
        heading = ElidedLabel(title, self, kind="title")
        self._model = ReviewModel(groups, self)
        self._model.ticks_changed.connect(self._show_choice)
        self.list = ReviewList(self._model, self)
        self.pane = ReviewPane(self)
        self.list.current_changed.connect(self._show)
        layout = fill_dialog(self, heading, 6, self._build_summary(), 10, spacing=0)
        both = ListSplitter(self.list, self.pane, [_LIST, _PANE], self)
        add_parts(layout, (both, 1), 12, self._build_buttons())
        QShortcut(QKeySequence(READ_ALL), self, self._say_all)
        self.resize(start_size(self, _WIDTH, _HEIGHT))
        self.setMinimumSize(420, 360)
        self.list.go_to(1)
        self.list.setFocus()
        self._show_choice()

    @property
    def decisions(self) -> tuple[Decision, ...]:
        """One answer for each request, in the same order; closing the window in any way rejects all."""
        if not self._agreed:
            return (Decision(Verdict.REJECT),) * len(self._calls)
        return tuple(call.answer() for call in self._calls)

    # --- parts ---------------------------------------------------------------------------------------------------

    def _title(self) -> str:
        paths = list(dict.fromkeys(call.compared.proposal.path for call in self._calls))
        if len(paths) == 1:
            words = self.tr("Axon wants to make {count} changes to {name}")
            return words.format(count=len(self._calls), name=visible(paths[0], keep=JOINERS))
        words = self.tr("Axon wants to change {count} notes")
        if not all(map(is_note, paths)):
            words = self.tr("Axon wants to change {count} files")
        return words.format(count=len(paths))

    def _build_summary(self) -> QLabel:
        """Return the line with the user's request, and how many lines are added and removed."""
        asked = " ".join(say_mentions(self._calls[0].request.turn_text).split())
        asked = asked if len(asked) <= _QUOTED else asked[: _QUOTED - 1].rstrip() + "…"
        added, removed = (sum(call.counts[side] for call in self._calls) for side in (0, 1))
        quoted = self.tr("in response to “{request}”").format(request=asked) if asked else ""
        counts = f"<span class='ok'>+{added}</span> <span class='err'>−{removed}</span>"
        label = TonedLabel(self)
        label.setText(" · ".join(part for part in (as_html(quoted), counts) if part))
        label.setWordWrap(True)
        mark(label, tone="muted")
        return label

    def _build_buttons(self) -> QHBoxLayout:
        self._chosen = text_label("", self, tone="muted")
        self.one_button = push_button(
            self.tr("Re&view this one…"), self, lambda: spawn(self._review_one(), name="review of one change")
        )
        self.reject_button = push_button(self.tr("&Reject all"), self, self.reject)
        self.apply_button = push_button("", self, self.accept, default=True, primary=True)
        for button in (self.one_button, self.reject_button):
            button.setAutoDefault(False)
        return hbox(self._chosen, STRETCH, self.one_button, self.reject_button, self.apply_button)

    # --- what is shown -------------------------------------------------------------------------------------------

    def _show(self, row: Row | None) -> None:
        self.pane.show_row(row)
        call = self._call(row)
        if call is not None:
            call.seen = True
        self.one_button.setEnabled(call is not None)

    def _say_all(self) -> None:
        announce("\n".join(self._model.spoken(call) for call in self._calls), topic="row")

    def _call(self, row: Row | None) -> CallRow | None:
        return row.of if isinstance(row, FileRow) else row if isinstance(row, CallRow) else None

    def _show_choice(self) -> None:
        count = sum(call.ticked for call in self._calls)
        words = self.tr("{chosen} of {count} chosen")
        self._chosen.setText(words.format(chosen=count, count=len(self._calls)))
        self.apply_button.setText(self.tr("&Apply {count}").format(count=count))
        self.apply_button.setEnabled(count > 0)

    async def _review_one(self) -> None:
        """Open the approval dialog of the current change, in which it can also be edited."""
        call = self._call(self._model.at(self.list.currentIndex().row()))
        if call is None:
            return
        dialog = self._open_one(call.request, list(call.compared.diffs), self)
        await ask(dialog)
        edited = dialog.decision.edited
        if edited is not None:
            (change,) = edited.changes
            call.edited = await asyncio.to_thread(compare, change.before, change.after)
        else:
            call.edited = None
        call.decision, call.ticked = dialog.decision, dialog.decision.allowed
        self._model.notify_ticks()
        self.pane.show_row(call)

    # --- answers -------------------------------------------------------------------------------------------------

    def accept(self) -> None:
        """Apply the ticked changes."""
        self._agreed = True
        super().accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Let Enter apply, except where a ticked change is to be read first."""
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if not (enter and any(call.ticked and call.needs_care for call in self._calls)):
            super().keyPressEvent(event)
