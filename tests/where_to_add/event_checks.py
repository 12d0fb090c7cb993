"""What must know a new event and its card once they are there; `test_event.py` runs this with both."""

from __future__ import annotations

import asyncio
import json
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtWidgets import QAbstractButton, QLabel
from pytestqt.qtbot import QtBot

from axon_desktop.agent import events as agent_events
from axon_desktop.agent.events import AgentEvent, Answer, TurnStarted
from axon_desktop.agent.recorder import Recorder, replay
from axon_desktop.agent.turn.event_stream import emit, stream_events
from axon_desktop.commands.terminal import JsonPrinter
from axon_desktop.conversations.models import StoredConversation
from axon_desktop.conversations.store.conversation_store import ConversationStore
from axon_desktop.ui.chat.conversation_view import ConversationView
from axon_desktop.ui.chat.transcript import Transcript
from tests.ui.chat_world import Run
from tests.waiting import until

REMARK: AgentEvent = agent_events.Remark(turn_id="t", text="hear, hear")  # type: ignore[attr-defined]
TURN = [TurnStarted(turn_id="t", text="Hi", mode="react"), REMARK, Answer(turn_id="t", content="Hello.")]


def test_reader_of_the_turn_gets_it_where_it_was_emitted() -> None:
    async def work() -> None:
        for event in TURN:
            await emit(event)

    async def read() -> list[AgentEvent]:
        return [event async for event in stream_events(work)]

    assert asyncio.run(read()) == TURN


def test_it_is_printed_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    JsonPrinter().show(REMARK)
    printed = json.loads(capsys.readouterr().out)
    assert (printed["type"], printed["text"]) == ("remark", "hear, hear")


def test_it_is_stored_and_played_back(tmp_path: Path) -> None:
    async def keep() -> StoredConversation:
        store = ConversationStore(tmp_path / "conversations.sqlite")
        await store.open()
        conversation = await store.create(vault="vault")
        recorder = Recorder(store, conversation)
        for event in TURN:
            recorder.handle(event)
        await store.flush()
        stored = await store.load(conversation)
        await store.close()
        return stored

    assert REMARK in [*replay(asyncio.run(keep()))]


def test_conversation_shows_its_card_at_once_and_when_it_is_opened_again(qtbot: QtBot, run_async: Run) -> None:
    async def body(*, again: bool) -> None:
        view = ConversationView()
        qtbot.addWidget(view)
        view.resize(600, 500)
        view.show()
        transcript = Transcript(view, (), lambda _name: False, view)
        if again:
            transcript.begin_replay(TURN)
        for event in TURN:
            transcript.handle(event)
        if again:
            transcript.end_replay(unfinished=False)
        await until(partial(_shows, view, "A remark"))

    run_async(body(again=False))
    run_async(body(again=True))


def _shows(view: ConversationView, words: str) -> bool:
    texts = [button.text() for button in view.findChildren(QAbstractButton)]
    texts += [label.text() for label in view.findChildren(QLabel)]
    return any(words in text for text in texts)
