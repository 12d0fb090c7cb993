"""DraftOffer: offers text that was never saved when its note is opened again."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QDateTime, QLocale, QObject, Signal

from axon_desktop.ui.aio import spawn
from axon_desktop.ui.editor.saving.merge_dialog import ask_for_version
from axon_desktop.ui.editor.saving.saver import Conflict, Saver
from axon_desktop.vault.files.folder import sha256

if TYPE_CHECKING:
    from axon_desktop.ui.editor.saving.drafts import Draft
    from axon_desktop.ui.editor.view import EditorView


class DraftOffer(QObject):
    """Belongs to one editor and asks in the notice bar over the text."""

    settled = Signal(str)
    """Vault path of a note that has no draft any more."""

    def __init__(self, view: EditorView) -> None:
        super().__init__(view)
        self._view = view
        self._offered: Draft | None = None
        """Draft of the shown note, with the note's current path."""
        self._is_restoring = False

    async def offer(self, saver: Saver, path: str, data: bytes, *, behind: bool = False) -> None:
        """Look for a draft of a note that was just opened, and offer it; or for one behind another."""
        draft = await saver.drafts.find(path, data, behind=behind)
        if draft is None:
            self.settled.emit(path)
        if draft is None or path != self._view.path or (self._view.dirty and not behind):
            return
        self._offered = draft
        time = QDateTime.fromSecsSinceEpoch(int(draft.time))
        when = QLocale().toString(time, QLocale.FormatType.ShortFormat)
        words = self.tr("Unsaved text from {when} was found.").format(when=when)
        base = data if draft.base_sha256 == sha256(data) else None
        label = self.tr("&Compare and choose…") if base is None else self.tr("&Restore")
        restore = (label, lambda: spawn(self._restore(saver, draft, base), name="restore a draft"))
        drop = (self.tr("&Discard"), lambda: spawn(self._drop(saver, draft), name="discard a draft"))
        self._view.notice.show_notice("draft", words, [restore, drop])

    def moved(self, path: str, to: str) -> None:
        """Follow a file that was moved or renamed."""
        if self._offered is not None and self._offered.path == path:
            self._offered = replace(self._offered, path=to)

    def _now(self, draft: Draft) -> Draft | None:
        """Return a draft with the current path of its note; None if another note is shown."""
        offered = self._offered
        if offered is None or offered.path != self._view.path or replace(offered, path=draft.path) != draft:
            return None
        return offered

    async def _restore(self, saver: Saver, draft: Draft, base: bytes | None) -> None:
        if self._is_restoring:
            return
        self._is_restoring = True
        try:
            text = await self._choose(saver, draft, base)
            now = self._now(draft)
            if text is not None and now is not None:
                self._view.notice.clear("draft")
                self._view.edit.take_text(text)
                if await saver.save():
                    await saver.drafts.discard(now, rescue=text != now.text)  # not all of it may be in the file
                    await self._offer_next(saver, now)
        finally:
            self._is_restoring = False

    async def _choose(self, saver: Saver, draft: Draft, base: bytes | None) -> str | None:
        """Return the text to replace the shown one: the draft, if the shown text still is what it was made from.

        Otherwise what the user merged; None if nothing, or if text typed since cannot be saved first.
        """
        view, mine = self._view, _bytes(draft.text)
        if not await saver.save():
            return None
        while self._now(draft) is not None and (theirs := _bytes(view.text)) != base:
            chosen = await ask_for_version(Conflict(view.path, base, mine, theirs), view.window())
            if chosen is None:
                return None
            base, mine = theirs, chosen  # the file may have changed in the meantime
        return mine.decode("utf-8", "surrogatepass")

    async def _drop(self, saver: Saver, draft: Draft) -> None:
        now = self._now(draft)
        if now is not None:
            self._view.notice.clear("draft")
            await saver.drafts.discard(now, rescue=True)
            await self._offer_next(saver, now)

    async def _offer_next(self, saver: Saver, settled: Draft) -> None:
        """Offer what another crash left of the same note."""
        shows = settled.path == self._view.path
        data = _bytes(self._view.text if shows else settled.text)
        await self.offer(saver, settled.path, data, behind=True)


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
