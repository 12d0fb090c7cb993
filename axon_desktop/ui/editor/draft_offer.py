"""DraftOffer: text that was never saved is offered when its note is opened again."""

from __future__ import annotations

from dataclasses import replace
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
        self._offered: Draft | None = None
        """Of the shown note, with the path that it has now."""

    async def offer(self, saver: Saver, path: str, note: Note) -> None:
        """Look for a draft of a note that was just opened, and offer it."""
        draft = await saver.find_draft(path, note)
        if draft is None or path != self._view.path or self._view.dirty:
            return
        self._offered = draft
        time = QDateTime.fromSecsSinceEpoch(int(draft.time))
        when = QLocale().toString(time, QLocale.FormatType.ShortFormat)
        words = self.tr("Text of {when} that was never saved was found.").format(when=when)
        if draft.base_sha256 == note.sha256:
            take: Action = (self.tr("Restore"), lambda: self._take(saver, draft, draft.text))
        else:
            take = (
                self.tr("Compare and choose…"),
                lambda: spawn(self._compare(saver, draft), name="compare a draft"),
            )
        drop = (self.tr("Discard"), lambda: self._drop(saver, draft))
        self._view.notice.show_notice("draft", words, [take, drop])

    def moved(self, path: str, to: str) -> None:
        """Go with a file that was moved or renamed."""
        if self._offered is not None and self._offered.path == path:
            self._offered = replace(self._offered, path=to)

    def _now(self, draft: Draft) -> Draft | None:
        """Return a draft with the path that its note has now; None if another note is shown."""
        offered = self._offered
        if offered is None or offered.path != self._view.path or replace(offered, path=draft.path) != draft:
            return None
        return offered

    def _take(self, saver: Saver, draft: Draft, text: str) -> None:
        now = self._now(draft)
        if now is not None:
            self._view.notice.clear("draft")
            spawn(saver.take_draft(now, text), name="save a draft")

    async def _compare(self, saver: Saver, draft: Draft) -> None:
        view = self._view
        theirs, mine = (text.encode("utf-8", "surrogatepass") for text in (view.text, draft.text))
        chosen = await ask_for_version(Conflict(draft.path, None, mine, theirs), view.colors, view.window())
        if chosen is not None:
            self._take(saver, draft, chosen.decode("utf-8"))

    def _drop(self, saver: Saver, draft: Draft) -> None:
        now = self._now(draft)
        if now is not None:
            self._view.notice.clear("draft")
            spawn(saver.drop_draft(now), name="discard a draft")
