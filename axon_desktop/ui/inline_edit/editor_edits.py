"""EditorEdits: the bar of one editor, with what it is about."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication, QMenu

from axon_desktop.ui.aio import single_shot
from axon_desktop.ui.editor.live.proposals import Proposal
from axon_desktop.ui.inline_edit.bar import EditBar
from axon_desktop.ui.inline_edit.marks import Mark, Marks, added_look, removed_look
from axon_desktop.ui.inline_edit.passage import FollowedDocument, passage_at
from axon_desktop.ui.inline_edit.placing import BarPlace
from axon_desktop.ui.inline_edit.session import EditSession
from axon_desktop.ui.tree.model import display_name

if TYPE_CHECKING:
    from axon_desktop.ui.editor.view import EditorView
    from axon_desktop.ui.inline_edit.session import Offer

_DONE_MS = 10_000
"""How long the bar says what was done; the next edit of the note ends it, too."""


class EditorEdits(QObject):
    """Has one bar at a time; another one takes its place."""

    asked = Signal(object, str)
    """(EditSession, instruction)."""
    document_shown = Signal()
    """Another document is shown, or the same note again."""
    waiting_changed = Signal()
    """`waiting` may be another number."""
    moved = Signal()
    """The text was edited; all passages are where they belong now."""
    counted = Signal(object, object)
    """(Usage, cost in dollars or None) of a request."""

    def __init__(self, view: EditorView, models: Callable[[QMenu], None], earlier: list[str]) -> None:
        """Take the editor, what fills a menu of models, and the earlier instructions."""
        super().__init__(view)
        self.view = view
        self._models = models
        self._earlier = earlier
        self.marks = Marks(view.edit)
        """Colours over its text."""
        self.bar: EditBar | None = None
        self._place: BarPlace | None = None
        self._followed: FollowedDocument | None = None
        self._selected: QTextCursor | None = None
        self._over = single_shot(self, _DONE_MS, self.close)
        view.text_changed.connect(self._look_for_another)

    @property
    def followed(self) -> FollowedDocument:
        """The document that is shown, whose passages are followed."""
        self._look_for_another()
        if self._followed is None:
            self._followed = FollowedDocument(self.view.edit.document(), self)
            self._followed.moved.connect(self._moved)
            self._followed.moved.connect(self.moved)
        return self._followed

    def _look_for_another(self) -> None:
        """Leave a document that is no longer shown."""
        if self._followed is not None and self._followed.document is not self.view.edit.document():
            self.close(focus=False)
            self._followed.leave()
            self._followed.deleteLater()
            self._followed = None
            self.document_shown.emit()

    def open(self, model: str, instruction: str = "", *, start: bool = False) -> None:
        """Ask about what is selected, or about the paragraph of the caret."""
        self.close(focus=False)
        view, edit = self.view, self.view.edit
        followed, cursor = self.followed, edit.textCursor()
        self._selected = QTextCursor(cursor) if cursor.hasSelection() else None
        lines = cursor.hasSelection()
        session = EditSession(
            followed, lambda: edit.note_text, passage_at(cursor), display_name(view.path), view.change_as, self
        )
        session.counted.connect(self.counted)
        bar = self.bar = EditBar(session, self._models, self._earlier, edit.viewport())
        bar.set_model(model)
        bar.set_about(self._about(session, selected=lines))
        bar.asked.connect(lambda words: self.asked.emit(session, words))
        bar.closed.connect(self.close)
        bar.current_changed.connect(self._show_changes)
        cursor.setPosition(session.place.span[1])
        edit.setTextCursor(cursor)  # the colours of a selection would hide ours
        self._place = BarPlace(edit, bar, lambda: session.place.span)
        bar.show()
        self._show_changes()
        self._place.show_whole()
        bar.begin(instruction)
        if start:
            self.asked.emit(session, instruction)

    def _about(self, session: EditSession, *, selected: bool) -> str:
        text = session.text
        if not text:
            return self.tr("new text at the caret")
        paragraphs = len([part for part in text.split("\n\n") if part.strip()])
        if not selected:
            return self.tr("this paragraph")
        one, many = self.tr("1 paragraph selected"), self.tr("{count} paragraphs selected")
        return one if paragraphs == 1 else many.format(count=paragraphs)

    def close(self, *, focus: bool = True) -> None:
        """Close the bar; the note stays as it is."""
        bar, self.bar = self.bar, None
        if bar is None:
            return
        self._over.stop()
        session, edit = bar.session, self.view.edit
        focused = QApplication.focusWidget()
        had_focus = focused is not None and (bar is focused or bar.isAncestorOf(focused))
        untouched = not session.count("accepted")
        if self._place is not None:
            self._place.leave()
            self._place = None
        session.close()
        bar.hide()
        bar.deleteLater()
        self.marks.show("edit", [])
        self.waiting_changed.emit()
        if focus and had_focus:
            edit.setFocus(Qt.FocusReason.OtherFocusReason)
        if focus and untouched and self._selected is not None and not edit.textCursor().hasSelection():
            edit.setTextCursor(self._selected)
        self._selected = None

    def _moved(self) -> None:
        if self.bar is None:
            return
        if self.bar.session.state == "done" and self._over.isActive():
            self.close()
        elif self._place is not None:
            self._show_changes()

    @property
    def waiting(self) -> int:
        """How many changes are to be decided."""
        bar = self.bar
        return len(bar.session.undecided) if bar is not None and bar.session.state == "hunks" else 0

    def go_on(self) -> None:
        """Go to the next change that is to be decided, with the keyboard."""
        if self.bar is not None:
            self.bar.setFocus(Qt.FocusReason.OtherFocusReason)
            self.bar.go_on()

    def _show_changes(self) -> None:
        """Show what is asked about, or what is offered for it: old words struck, new ones behind them."""
        bar = self.bar
        if bar is None:
            return
        session, marks, proposals = bar.session, list[Mark](), list[Proposal]()
        if session.state == "hunks":
            for number, offer in enumerate(session.offers):
                if not offer.decision:
                    marks.append(Mark(offer.place.span, "removed", number == bar.current))
                    proposals.append(_proposal(offer, current=number == bar.current))
        elif session.state != "done" and not session.place.gone:
            marks = [Mark(session.place.span, "asked")]
        self.marks.show("edit", marks)
        if self._place is not None:
            self._place.propose(proposals)
        self.waiting_changed.emit()
        if session.state == "done" and not self._over.isActive():
            self._over.start()
            if bar.hasFocus():
                self.view.edit.setFocus(Qt.FocusReason.OtherFocusReason)


def _proposal(offer: Offer, *, current: bool) -> Proposal:
    """Return what is shown of a change behind the old words; a line end that comes or goes is shown as a mark."""
    start, end = offer.place.span
    old, new = offer.hunk.old, offer.hunk.new
    if not new and not old.strip("\n"):
        return Proposal(start, start, "⏎" * len(old), removed_look(current=current))
    apart = " " if old.strip() and new.strip() and not (old[-1].isspace() or new[0].isspace()) else ""
    return Proposal(start, end, apart + new.replace("\n", "⏎\n"), added_look(current=current))
