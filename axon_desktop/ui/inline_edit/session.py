"""EditSession: one passage that a model writes anew, and what of that the user takes; without widgets."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import aclosing
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Literal, TypeAlias

from msgspec import Struct
from PySide6.QtCore import QObject, Signal

from axon_desktop.errors import N_, LLMError, LLMResponseError
from axon_desktop.llm.messages import Finished, Message, ReasoningDelta, TextDelta, Usage
from axon_desktop.text.merge import merge_words
from axon_desktop.ui.aio import single_shot, spawn
from axon_desktop.ui.editor.saving.saver import Author
from axon_desktop.ui.inline_edit.following import Place, Span, joined, units
from axon_desktop.ui.inline_edit.hunks import Hunk, apply, compare
from axon_desktop.ui.inline_edit.passage import FollowedDocument, Readable, replace
from axon_desktop.ui.inline_edit.prompts import Passage, new_text, request

if TYPE_CHECKING:
    from axon_desktop.llm.provider import Provider
    from axon_desktop.ui.editor.text_codec import NoteText

State: TypeAlias = Literal[
    "asking", "writing", "same", "hunks", "changed", "gone", "done", "failed", "unable", "closed"
]
"""`changed`: the passage is not what was sent, or an offered change is no longer possible; `gone`: it was deleted;
`unable`: there is no model."""
_SHOWN_MS = 33
_AROUND = 4000


class Offer(Struct, eq=False):
    """One change that the user decides about."""

    hunk: Hunk
    place: Place
    old: str
    """The document's own text there when it was offered."""
    decision: Literal["", "accepted", "rejected"] = ""
    new: str = ""
    """The document's own text there once it is accepted."""
    over_typed: bool = False
    """Whether it would replace what was typed since the model was asked."""

    @property
    def holds(self) -> bool:
        """Whether the document still has the words that it replaces."""
        return not self.place.gone and self.place.quote == self.old


class EditSession(QObject):
    """Works on one document; nothing is written into it before a change is accepted."""

    changed = Signal()
    """Another state, more of the answer, or a decision."""
    counted = Signal(object, object)
    """(Usage, cost in dollars or None) of a request."""

    def __init__(
        self,
        followed: FollowedDocument,
        codec: Callable[[], NoteText],
        span: Span,
        title: str,
        write: Callable[[Callable[[], object], Author], Awaitable[bool]],
        parent: QObject,
    ) -> None:
        """Take the document, its encoding, the passage, the note's name, and what writes a change of an author."""
        super().__init__(parent)
        self._followed = followed
        self._codec = codec
        self._title = title
        self._write = write
        self.place = followed.places.add(*span)
        """Where the passage is."""
        self.state: State = "asking"
        self.streamed = ""
        """The answer so far, while it is being written."""
        self.offers: list[Offer] = []
        self.error: LLMError | None = None
        self.model = ""
        self.base = ""
        """The passage that was sent, and that the offers are about."""
        self._target = ""
        self.instruction = ""
        """What was asked last."""
        self._provider: Provider | None = None
        self._turn = ""
        self._task: asyncio.Task[None] | None = None
        self._carrying = 0
        """How many decisions are being written."""
        self._closing = False
        self._show = single_shot(self, _SHOWN_MS, self.changed.emit)
        followed.moved.connect(self._look_again)

    @property
    def text(self) -> str:
        """The passage as it is now."""
        return self._read().text

    @property
    def undecided(self) -> list[Offer]:
        """The offers that wait for a decision."""
        return [offer for offer in self.offers if not offer.decision]

    def count(self, decision: str) -> int:
        """Return how many offers were decided so."""
        return sum(offer.decision == decision for offer in self.offers)

    def _read(self) -> Readable:
        return self._followed.read(self.place.span, self._codec())

    def _enter(self, state: State) -> None:
        if not self._closing:
            self.state = state
            self._show.stop()
            self.changed.emit()

    # --- asking

    def ask(self, instruction: str, provider: Provider) -> None:
        """Let a model write the passage anew; what was offered before is dropped."""
        self.stop()
        self._drop_offers()
        self.instruction, self._provider, self.model = instruction, provider, provider.model
        self._turn = f"inline-{secrets.token_hex(8)}"
        if not provider.invents:
            self._enter("unable")
            return
        if self.place.gone:
            self._enter("gone")
            return
        self.streamed = ""
        self._enter("writing")
        self.base = asked = self.text
        self._task = spawn(self._run(provider, asked, self._messages(asked, instruction)), name="edit in place")

    def ask_again(self) -> None:
        """Ask the same of the passage as it is now."""
        if self._provider is not None:
            self.ask(self.instruction, self._provider)

    def stop(self) -> None:
        """Stop the request; the instruction can be changed."""
        if self._task is not None:
            self._task.cancel()
            self._task = None
            self._enter("asking")

    def _messages(self, asked: str, instruction: str) -> list[Message]:
        text, (start, end) = self._followed.places.text, self.place.span
        around = (text[max(0, start - _AROUND) : start], text[end : end + _AROUND])
        before, behind = (Readable.of(part, self._codec()).text for part in around)
        return request(Passage(asked, before, behind, self._title), instruction)

    async def _run(self, provider: Provider, asked: str, messages: Sequence[Message]) -> None:
        finished: Finished | None = None
        try:
            await provider.prepare()
            async with aclosing(provider.stream_complete(messages)) as deltas:  # type: ignore[type-var]  # a generator
                async for delta in deltas:
                    match delta:
                        case TextDelta(text=piece):
                            self.streamed += piece
                        case Finished():
                            finished = delta
                        case ReasoningDelta() | _:
                            pass
                    if not self._show.isActive():
                        self._show.start()
            if finished is None or finished.finish_reason in ("length", "content_filter", "interrupted"):
                raise LLMResponseError(N_("Core", "The answer of the model is not complete."))
            answer = new_text(finished.message.content, asked)
            if not answer and asked:
                raise LLMResponseError(N_("Core", "The model answered without any text."))
        except LLMError as error:
            self._task, self.error = None, error
            self._enter("failed")
            return
        finally:
            if finished is not None and finished.usage is not None:
                self._count(provider, finished.usage)
        self._task = None
        self._take(asked, answer)

    def _count(self, provider: Provider, usage: Usage) -> None:
        self.counted.emit(usage, provider.cost(usage, datetime.now(UTC)))

    # --- what is offered

    def _take(self, asked: str, answer: str) -> None:
        """Offer the answer, unless the passage is no longer what was asked about."""
        self.base, self._target = asked, answer
        if self.place.gone:
            self._enter("gone")
        elif self.text != asked:
            self._enter("changed")
        else:
            self._offer(answer)

    def compare(self) -> None:
        """Offer the answer for the passage as it is now; what was typed meanwhile is kept where possible."""
        if self.place.gone:
            self._enter("gone")
            return
        taken = [offer.hunk for offer in self.offers if offer.decision != "rejected"]
        theirs = apply(self.base, taken) if self.offers else self._target
        mine = self.text
        typed = [(hunk.start, hunk.start + len(hunk.new)) for hunk in _placed(compare(self.base, mine))]
        both = merge_words(*(text.encode() for text in (self.base, mine, theirs)))
        self._offer(both.decode() if both is not None else theirs, typed)

    def _offer(self, target: str, typed: Sequence[tuple[int, int]] = ()) -> None:
        readable = self._read()
        self._drop_offers()
        self.base, self._target = readable.text, target
        for hunk in compare(readable.text, target):
            start, end = (self.place.span[0] + unit for unit in readable.span(hunk.start, hunk.end))
            place = self._followed.places.add(start, end)
            offer = Offer(hunk, place, place.quote)
            offer.over_typed = any(first < hunk.end and hunk.start < last for first, last in typed)
            self.offers.append(offer)
        self._enter("hunks" if self.offers else "same")

    def _drop_offers(self) -> None:
        for offer in self.offers:
            self._followed.places.drop(offer.place)
        self.offers = []

    def _look_again(self) -> None:
        """Notice that an offer is no longer possible, or is again."""
        if self._closing or self.state not in ("hunks", "changed") or not self.undecided:
            return
        holds = all(offer.holds for offer in self.undecided)
        if holds and self.state == "changed":
            self._enter("hunks")
        elif not holds:
            self._enter("gone" if self.place.gone else "changed")

    # --- deciding

    def reject(self, offers: Sequence[Offer]) -> None:
        """Leave the text as it is in these places."""
        for offer in offers:
            offer.decision = "rejected"
        self._settle()

    def accept(self, offers: Sequence[Offer]) -> None:
        """Write these changes into the note."""
        taken = [offer for offer in offers if not offer.decision and offer.holds]
        for offer in taken:
            offer.decision = "accepted"
        self.changed.emit()
        self._carrying += 1
        spawn(self._carry_out(taken), name="accept a change")

    async def _carry_out(self, offers: Sequence[Offer]) -> None:
        """Write changes into the note, and wait until they are on the disk."""
        author = Author(self.model, self._turn, " ".join(self.instruction.split()))
        try:
            written = await self._write(lambda: self._apply(offers), author)
        finally:
            self._carrying -= 1
        if self._closing:
            self._leave()
        elif not written:
            self._enter("closed")  # another note is shown
        else:
            self._settle()

    def _apply(self, offers: Sequence[Offer]) -> None:
        """Change the document: as one undo step, and nothing but what was offered."""
        codec, places = self._codec(), self._followed.places
        parts: list[tuple[Span, str]] = []
        for offer in offers:
            offer.decision = "accepted" if offer.holds else ""
            if offer.decision:
                offer.new = units(codec.show_pasted(offer.hunk.new)).replace("\n", "\u2029")
                parts.append((offer.place.span, joined(offer.new).replace("\u2029", "\n")))
        spans = [(offer, offer.place.span) for offer in self.offers]
        start, end = self.place.span
        replace(self._followed.document, parts)
        grown = 0
        for offer, (first, behind) in spans:  # in the order of the text; where they are now is known exactly
            if offer in offers and offer.decision:
                places.put(offer.place, first + grown, first + grown + len(offer.new))
                grown += len(offer.new) - (behind - first)
            elif not offer.place.gone:
                places.put(offer.place, first + grown, behind + grown)
        places.put(self.place, start, end + grown)

    def _settle(self) -> None:
        if self.undecided:
            self._enter("hunks")
            self._look_again()
        elif self._carrying:
            self.changed.emit()
        elif any(offer.decision == "accepted" for offer in self.offers):
            self._enter("done")
        else:
            self._enter("closed")

    def undo(self) -> None:
        """Give the accepted changes back, as one undo step; what was typed in them since stays."""
        accepted = [offer for offer in self.offers if offer.decision == "accepted" and not offer.place.gone]
        back = [
            (offer.place.span, joined(offer.old).replace("\u2029", "\n"))
            for offer in accepted
            if offer.place.quote == offer.new
        ]
        replace(self._followed.document, back)
        self._enter("closed")

    def close(self) -> None:
        """Stop, and go once all that was accepted is written."""
        self._closing = True
        if self._task is not None:
            self._task.cancel()
            self._task = None
        self._show.stop()
        self._leave()

    def _leave(self) -> None:
        if self._carrying:
            return
        self._drop_offers()
        self._followed.places.drop(self.place)
        self.deleteLater()


def _placed(hunks: Sequence[Hunk]) -> Iterator[Hunk]:
    """Yield hunks with their places in the new text."""
    grown = 0
    for hunk in hunks:
        yield hunk._replace(start=hunk.start + grown)
        grown += len(hunk.new) - len(hunk.old)
