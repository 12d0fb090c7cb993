"""DraftOffer: text that was never saved is offered when its note is opened again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QDateTime, QLocale, QObject

from axon_desktop.ui.aio import spawn
from axon_desktop.ui.editor.notice_bar import Action
from axon_desktop.ui.editor.saver import Conflict, Saver
from axon_desktop.ui.editor.versions import ask_for_version

if TYPE_CHECKING:
    from axon_desktop.ui.editor.drafts import Draft
    from axon_desktop.ui.editor.view import EditorView
    from axon_desktop.vault import Note


class DraftOffer(QObject):
    """Works for one editor; the notice bar over the text is where it asks."""

    def __init__(self, view: EditorView) -> None:
        super().__init__(view)
        self._view = view

    async def offer(self, saver: Saver, path: str, note: Note) -> None:
        """Look for a draft of a note that was just opened, and offer it."""
        draft = await saver.find_draft(path, note)
        if draft is None or path != self._view.path or self._view.dirty:
            return
        time = QDateTime.fromSecsSinceEpoch(int(draft.time))
        when = QLocale().toString(time, QLocale.FormatType.ShortFormat)
        words = self.tr("Text of {when} that was never saved was found.").format(when=when)
        if draft.base_sha256 == note.sha256:
            take: Action = (self.tr("Take it"), lambda: self._take(saver, draft, draft.text))
        else:
            take = (
                self.tr("Compare and choose…"),
                lambda: spawn(self._compare(saver, draft), name="compare a draft"),
            )
        drop = (self.tr("Discard"), lambda: self._drop(saver, draft))
        self._view.notice.show_notice("draft", words, [take, drop])

    def _take(self, saver: Saver, draft: Draft, text: str) -> None:
        self._view.notice.clear("draft")
        if draft.path == self._view.path:
            spawn(saver.take_draft(draft, text), name="save a draft")

    async def _compare(self, saver: Saver, draft: Draft) -> None:
        view = self._view
        theirs, mine = (text.encode("utf-8", "surrogatepass") for text in (view.text, draft.text))
        chosen = await ask_for_version(Conflict(draft.path, None, mine, theirs), view.colors, view.window())
        if chosen is not None:
            self._take(saver, draft, chosen.decode("utf-8"))

    def _drop(self, saver: Saver, draft: Draft) -> None:
        self._view.notice.clear("draft")
        spawn(saver.drop_draft(draft), name="discard a draft")
