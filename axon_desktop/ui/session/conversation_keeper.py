"""ConversationKeeper: stores a session's conversation, and opens, copies, renames and deletes stored ones."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Sequence
from functools import partial
from typing import TypeVar

from msgspec import Struct
from PySide6.QtCore import QObject, QTimer, Signal

from axon_desktop.agent.events import (
    TERMINAL,
    AgentEvent,
    Answer,
    Compacted,
    Reasoning,
    Token,
    TurnStarted,
    UsageReported,
)
from axon_desktop.agent.plan.plan import decode_plan
from axon_desktop.agent.recorder import Recorder, replay
from axon_desktop.conversations.models import StoredConversation, StoreNotice
from axon_desktop.conversations.serializer import ConversationSerializer
from axon_desktop.conversations.store.conversation_store import ConversationStore
from axon_desktop.errors import PlanError, StoreError
from axon_desktop.llm.messages import Message
from axon_desktop.text.mention_syntax import say_mentions
from axon_desktop.ui.aio import spawn
from axon_desktop.ui.language.translation import translate
from axon_desktop.ui.session.chat_session import ChatSession
from axon_desktop.ui.session.replay_slices import ReplaySlices, in_parts
from axon_desktop.ui.session.resumption import Resumption

E = TypeVar("E", bound=AgentEvent)

_TITLE_LENGTH = 60
_RECENT = 4
_AGAIN_MS = 1000
"""Delay after a failed attempt to store a conversation."""


class Opened(Struct, frozen=True):
    """A stored conversation that replaced the old one."""

    title: str
    parts: ReplaySlices
    """All events, to be shown again."""
    unfinished: bool
    """Whether the last turn was interrupted."""
    draft: str = ""
    """Text for the message box, to be sent again; empty for none."""


class Loaded(Struct, frozen=True):
    """A stored conversation that was read, and can replace the old one."""

    store: ConversationStore
    id: str
    title: str
    tokens: int
    """Counted so far."""
    unfinished: bool
    parts: ReplaySlices
    resumption: Resumption


class _Recording:
    """One conversation that is being written to the store, which may not be open yet."""

    def __init__(self, title: str, ident: str) -> None:
        self.ident = ident
        """Its future id in the store."""
        self.id = ""
        """Its id in the store; empty until it is there."""
        self.title = title
        self.created: asyncio.Task[None] | None = None
        self.problem: StoreError | None = None
        """Why the first attempt to store it failed."""
        self._recorder: Recorder | None = None
        self._waiting: list[tuple[AgentEvent, tuple[Message, ...]]] = []
        """Events from before the store was open, with the history after each."""

    def begin(self, conversation: str, recorder: Recorder) -> None:
        """Write the waiting events, and from now on at once."""
        self.id, self._recorder = conversation, recorder
        for event, history in self._waiting:
            self._write(recorder, event, history)
        self._waiting.clear()

    def take(self, event: AgentEvent, history: Sequence[Message]) -> None:
        """Store an event and the history after it."""
        if self._recorder is None:
            self._waiting.append((event, tuple(history)))
        else:
            self._write(self._recorder, event, history)

    @staticmethod
    def _write(recorder: Recorder, event: AgentEvent, history: Sequence[Message]) -> None:
        recorder.handle(event)
        if not isinstance(event, Token | Reasoning):
            recorder.sync(history)


class ConversationKeeper(QObject):
    """Connects one session with the store; without a store nothing is saved."""

    opened = Signal(object)
    """An Opened, after the session continues with it."""
    title_changed = Signal(str)
    """The conversation has another title; empty for a new one."""
    listed = Signal(object)
    """The newest ConversationSummaries of the vault, to choose from at the start."""
    stored_again = Signal(object)
    """The StoreError that is resolved: a conversation that could not be stored now is."""

    def __init__(self, session: ChatSession, store: asyncio.Future[ConversationStore | None] | None) -> None:
        """Take the session, and a future of the store: None if it cannot be used."""
        super().__init__(session)
        self._session = session
        self._store = store
        self._recording: _Recording | None = None
        self._creating: asyncio.Task[None] | None = None
        """The newest conversation that is being written."""
        self._next_id = uuid.uuid4().hex
        """Id of a conversation that is not in the store yet."""
        session.event_received.connect(self._record)
        session.cleared.connect(self._forget)

    @property
    def id(self) -> str:
        """Id of the conversation; empty until it is stored."""
        return self._recording.id if self._recording is not None else ""

    @property
    def session_id(self) -> str:
        """Id of the conversation in reports of its turns: known before anything is stored."""
        return self.id or self._next_id

    @property
    def title(self) -> str:
        """Title of the conversation; empty for a new one."""
        return self._recording.title if self._recording is not None else ""

    @property
    def keeps(self) -> bool:
        """Whether there is a store."""
        return self._store is not None

    @property
    def is_untouched(self) -> bool:
        """Whether the conversation is empty, and no other one was requested."""
        return self._recording is None and not self._session.running and not self._session.request_number

    async def store(self) -> ConversationStore | None:
        """Return the store once it is open; None when conversations are not stored."""
        return await asyncio.shield(self._store) if self._store is not None else None

    # --- recording -----------------------------------------------------------------------------------------------

    def _record(self, event: AgentEvent) -> None:
        if self._store is None:
            return
        if self._recording is None:
            title = shorten(event.text if isinstance(event, TurnStarted) else "")
            self._recording = _Recording(title, self._next_id)
            self._start_recording(self._recording)
            self.title_changed.emit(self.title)
        self._recording.take(event, self._session.history)
        if isinstance(event, TERMINAL):
            spawn(self._note_model(self._recording, self._session.provider.model), name="keep model")

    def _start_recording(self, recording: _Recording) -> None:
        self._creating = recording.created = spawn(self._create(recording), name="keep conversation")

    async def _create(self, recording: _Recording) -> None:
        store = await self.store()
        if store is not None:
            vault, title = self._session.vault.id, recording.title
            try:
                conversation = await store.create(vault=vault, title=title, ident=recording.ident)
            except StoreError as error:  # there may soon be room on the disk again
                QTimer.singleShot(_AGAIN_MS, self, partial(self._start_recording, recording))
                if recording.problem is None:
                    recording.problem = error
                    raise
                return
            recording.begin(conversation, Recorder(store, conversation))
            if recording.problem is not None:
                self.stored_again.emit(recording.problem)
        elif recording is self._recording:
            self._recording = self._store = None

    async def _note_model(self, recording: _Recording, model: str) -> None:
        store = await self._when_stored(recording)
        if store is not None:
            store.set_metadata(recording.id, model=model)

    async def _when_stored(self, recording: _Recording | None) -> ConversationStore | None:
        """Return the store once this conversation is in it; None if it never will be."""
        if recording is None:
            return None
        if recording.created is not None:
            await asyncio.shield(recording.created)
        return await self.store() if recording.id else None

    def _forget(self) -> None:
        """Let the next turn begin another conversation."""
        self._recording = None
        self._next_id = uuid.uuid4().hex
        self.title_changed.emit("")

    # --- stored conversations ------------------------------------------------------------------------------------

    def list_recent(self) -> None:
        """Find the newest conversations of the vault; `listed` reports them."""
        spawn(self._list_recent(), name="list conversations")

    async def _list_recent(self) -> None:
        if self._creating is not None:
            await asyncio.wait([self._creating])
        store = await self.store()
        if store is not None:
            self.listed.emit(await store.list(vault=self._session.vault.id, limit=_RECENT))

    def open(self, conversation: str) -> None:
        """Continue a stored conversation; a running turn is stopped first."""
        spawn(self._open(conversation, self._session.request_another()), name="open conversation")

    async def _open(self, conversation: str, number: int, draft: str = "") -> bool:
        """Continue a stored conversation; False if the user has requested another one in the meantime."""
        session = self._session
        if await self.store() is None:
            return False
        loaded: Loaded | None = None
        # Once more if a turn ran while it was read: that turn is stopped, and may belong to it.
        while session.request_number == number and (loaded is None or session.running):
            await session.halt()
            loaded = await self.load(conversation)
        if loaded is None or session.request_number != number:
            return False
        self.go_on(loaded, draft)
        return True

    async def load(self, conversation: str) -> Loaded | None:
        """Read a stored conversation; None without a store."""
        store = await self.store()
        if store is None:
            return None
        await store.flush()
        return await store.load_as(conversation, partial(_read, store, conversation))

    def go_on(self, loaded: Loaded, draft: str = "") -> None:
        """Replace the old conversation by one that was read; no turn may be running."""
        resumption = loaded.resumption
        self._session.resume(resumption)
        recorder = Recorder(loaded.store, loaded.id, history=resumption.history, tokens=loaded.tokens)
        self._recording = _Recording(loaded.title, loaded.id)
        self._recording.begin(loaded.id, recorder)
        self.title_changed.emit(self.title)
        self.opened.emit(Opened(self.title, loaded.parts, loaded.unfinished, draft))

    def fork(self) -> None:
        """Continue with a copy of the conversation; the old one stays as it is."""
        spawn(self._fork(None, ""), name="fork conversation")

    def edit_turn(self, turn_id: str, text: str) -> None:
        """Continue with a copy that ends before a turn, whose prompt is to be edited."""
        spawn(self._fork(turn_id, text), name="edit and resend")

    async def cut_before(self, turn_id: str, text: str) -> None:
        """Continue with a copy that ends before a turn, whose prompt is put into the message box."""
        await self._fork(turn_id, text)

    async def return_to(self, conversation: str) -> None:
        """Return from this copy to another conversation; the copy is deleted."""
        copy = self.id
        store = await self.store()
        if await self._open(conversation, self._session.request_another()) and store is not None and copy:
            await store.delete(copy)

    async def _fork(self, before_turn: str | None, draft: str) -> None:
        recording, number = self._recording, self._session.request_another()
        store = await self._when_stored(recording)
        if store is not None and recording is not None:
            await self._session.halt()
            await store.flush()
            await self._open(await store.fork(recording.id, before_turn=before_turn), number, draft)

    def rename(self, title: str) -> None:
        """Rename the conversation."""
        title = " ".join(title.split())
        if title and self._recording is not None and title != self.title:
            self._recording.title = title
            self.title_changed.emit(title)
            spawn(self._rename(self._recording, title), name="rename conversation")

    async def _rename(self, recording: _Recording, title: str) -> None:
        store = await self._when_stored(recording)
        if store is not None:
            await store.rename(recording.id, title)

    def delete(self) -> None:
        """Delete the conversation and begin a new one."""
        spawn(self._delete(), name="delete conversation")

    async def _delete(self) -> None:
        recording = self._recording
        store = await self._when_stored(recording)
        await self._session.halt()
        self._session.new_conversation()
        if store is not None and recording is not None:
            await store.delete(recording.id)

    def deleted_elsewhere(self, conversation: str) -> None:
        """Begin a new conversation if the shown one was deleted."""
        if conversation == self.id:
            self._session.new_conversation()

    def renamed_elsewhere(self, conversation: str, title: str) -> None:
        """Show the new title if it is that of the shown conversation."""
        if self._recording is not None and conversation == self.id:
            self._recording.title = title
            self.title_changed.emit(title)

    async def export(self, conversation: str = "") -> tuple[str, str]:
        """Return title and Markdown of a conversation, of the shown one if none is named; empty without any."""
        store = await self.store() if conversation else await self._when_stored(self._recording)
        if store is None:
            return "", ""
        await store.flush()
        found = await store.export(conversation or self.id)
        return found.title, await asyncio.to_thread(ConversationSerializer().export_readable, found)

    async def close(self) -> None:
        """Write what is not written yet."""
        store = await self.store()
        if store is not None:
            await store.flush()


def _read(store: ConversationStore, conversation: str, stored: StoredConversation) -> Loaded:
    """Decode a stored conversation, with the state to continue from."""
    from axon_desktop.agent.context.context import (
        Summary,  # with prompts and budgets: not needed while nothing was stored
    )

    events = list(replay(stored))
    turn = _newest(events, TurnStarted)
    end = next((event for event in reversed(events) if isinstance(event, TERMINAL)), None)
    compacted = _newest(events, Compacted)
    try:
        plan = decode_plan(stored.plan) if stored.plan is not None else None
    except PlanError:
        plan = None  # from another version: the conversation can still be read
    resumption = Resumption(
        stored.history,
        Summary(compacted.summary, compacted.messages) if compacted is not None else None,
        plan,
        turn.mode if turn is not None else "react",
        turn.text if turn is not None else "",
        isinstance(end, Answer),
        _newest(events, UsageReported),
    )
    found = stored.conversation
    tokens = found.metadata.total_tokens
    return Loaded(store, conversation, found.title, tokens, stored.unfinished, in_parts(events), resumption)


def _newest(events: Sequence[AgentEvent], kind: type[E]) -> E | None:
    return next((event for event in reversed(events) if isinstance(event, kind)), None)


def notice_text(notice: StoreNotice) -> str:
    """Return the message about a damaged store."""
    words = translate(
        "Conversations",
        "The conversations file was damaged and has been set aside as {file}. {count}"
        " conversations could be recovered from it.",
    )
    return words.format(file=notice.damaged_file, count=notice.salvaged)


def shorten(text: str) -> str:
    """Return the first line of a prompt as a title."""
    line = next((" ".join(line.split()) for line in say_mentions(text).splitlines() if line.strip()), "")
    return line if len(line) <= _TITLE_LENGTH else line[: _TITLE_LENGTH - 1].rstrip() + "…"
