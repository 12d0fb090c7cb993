"""Edit in place and comments in a window: keys, states, and what goes to the agent."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer
from PySide6.QtGui import QContextMenuEvent, QInputMethodEvent, QKeyEvent, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from axon_desktop.errors import LLMConnectionError
from axon_desktop.llm.messages import Delta, Finished, Message, TextDelta, Usage
from axon_desktop.llm.offline.offline import OfflineProvider
from axon_desktop.llm.providers.scripted import ScriptedProvider, ScriptedReply
from axon_desktop.settings.settings import PromptSettings
from axon_desktop.ui.inline_edit.bar import EditBar
from axon_desktop.ui.inline_edit.comments.cards import CommentCard
from axon_desktop.ui.inline_edit.comments.feature import CommentsFeature
from axon_desktop.ui.inline_edit.feature import InlineEditFeature
from axon_desktop.ui.session.chat_session import ChatSession
from axon_desktop.ui.typing_clock import TypingClock
from tests.ui.chat_world import Run
from tests.ui.obsidian_window import VaultWindow, vault_window
from tests.waiting import PATIENCE, until

pytestmark = pytest.mark.qt_log_ignore(r"propagateSizeHints|raise\(\)")
OLD = "The stones should be delivered by Jonas on 5 December, weather permitting."
NEW = "The stones come with Jonas on 5 December, if the weather holds."
NOTE = f"# Garden\n\nBefore.\n\n{OLD}\n\nBehind it, 40 flat stones.\n"
_Ctrl = Qt.KeyboardModifier.ControlModifier
_Shift = Qt.KeyboardModifier.ShiftModifier


class Asked:
    """A window with a note that is edited."""

    def __init__(self, made: VaultWindow) -> None:
        self.made, self.window = made, made.window
        self.clock = TypingClock.of_program()
        feature = made.window.findChild(InlineEditFeature)
        comments = made.window.findChild(CommentsFeature)
        assert feature is not None
        assert comments is not None
        self.feature, self.comments = feature, comments

    @property
    def edit(self) -> Any:
        return self.window.preview.body.editor.edit

    @property
    def bar(self) -> EditBar:
        bars: list[EditBar] = [bar for bar in self.edit.findChildren(EditBar) if bar.isVisible()]
        assert len(bars) == 1
        return bars[0]

    @property
    def talk(self) -> ChatSession:
        assert self.window.chat_panel is not None
        return self.window.chat_panel.session

    @property
    def has_bar(self) -> bool:
        return any(bar.isVisible() for bar in self.edit.findChildren(EditBar))

    @property
    def words(self) -> str:
        return f"{self.bar.words.text()} {self.bar.more.text()}".strip()

    def caret(self, words: str, *, selected: bool = False) -> None:
        cursor = self.edit.document().find(words)
        if not selected:
            cursor.setPosition(cursor.selectionStart())
        self.edit.setTextCursor(cursor)
        self.edit.setFocus()

    async def press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
        """Press a key at the window, as a person does."""
        pressed = asyncio.get_running_loop().create_future()

        def press() -> None:
            QTest.keyClick(self.window.windowHandle(), key, modifiers)
            pressed.set_result(None)

        QTimer.singleShot(0, press)
        await pressed

    def be_before_the_hold(self) -> None:
        """Let the answer have come just now, however long ago that was on a busy machine."""
        self.bar._since = self.clock.now() + 1000 * PATIENCE

    def wait_past_the_hold(self) -> None:
        """Let the answer have been there for a while."""
        self.bar._since = self.clock.now() - 400

    async def ask(self, *replies: ScriptedReply, state: str = "hunks", words: str = "Shorter") -> ScriptedProvider:
        provider = ScriptedProvider(list(replies), name="DeepSeek", model="flash", price=0.001)
        self.talk.provider = provider
        self.caret("stones")
        await self.press(Qt.Key.Key_K, _Ctrl)
        assert self.bar.field.hasFocus()
        QTest.keyClicks(self.bar.field, words)
        await self.press(Qt.Key.Key_Return)
        await until(lambda: self.bar.session.state == state)
        return provider


Play: TypeAlias = "Callable[[Callable[[Asked], Coroutine[Any, Any, None]]], None]"


@pytest.fixture
def play(qapp: QApplication, tmp_path: Path, run_async: Run) -> Play:
    """Return what runs a scene in a window with a note that is edited."""

    async def run(scene: Callable[[Asked], Coroutine[Any, Any, None]]) -> None:
        async with vault_window(qapp, tmp_path, {"Garden.md": NOTE}) as made:
            made.window.activateWindow()
            made.window.preview.open_note("Garden.md", to_write=True)
            await until(lambda: made.window.preview.body.shows_editor)
            await scene(Asked(made))

    return lambda scene: run_async(run(scene))


def test_keys_take_and_leave(play: Play) -> None:
    async def scene(asked: Asked) -> None:
        usage = Usage(100, 20)
        reply: list[Delta | Exception] = [TextDelta(NEW), Finished(Message("assistant", NEW), "stop", usage)]
        await asked.ask(reply, words="Shorter")
        assert asked.words == "2 changes"
        layout, block = asked.edit.note_layout, asked.edit.document().findBlockByNumber(4)
        shown = "The stones should be delivered by come with Jonas on 5 December, weather permitting if"
        assert layout.laid_out(block).painted(block).text().startswith(shown)
        asked.edit.grab()
        assert asked.bar.geometry().bottom() < asked.edit.cursorRect(QTextCursor(block.next())).top()
        assert asked.bar.geometry().top() > layout.rect_of(block.next().position() - 1).bottom()
        asked.be_before_the_hold()
        await asked.press(Qt.Key.Key_Return)  # meant for what was there before
        assert asked.bar.session.state == "hunks"
        assert not asked.bar.session.count("accepted")
        asked.wait_past_the_hold()
        held = QKeyEvent(QEvent.Type.KeyPress, Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier, "\r", True)
        QApplication.sendEvent(asked.bar, held)
        assert not asked.bar.session.count("accepted")
        await asked.press(Qt.Key.Key_Tab)
        assert asked.bar.current == 1
        await asked.press(Qt.Key.Key_Backtab, _Shift)
        await asked.press(Qt.Key.Key_Return, _Ctrl)
        await until(lambda: "come with Jonas" in asked.made.text("Garden.md"))
        assert asked.words == "1 accepted, 0 rejected 1 to decide"
        asked.wait_past_the_hold()
        await asked.press(Qt.Key.Key_Backspace, _Ctrl)
        await until(lambda: asked.bar.session.state == "done")
        assert asked.made.text("Garden.md") == NOTE.replace("should be delivered by", "come with")
        assert asked.edit.hasFocus()
        summary = asked.made.vault.journal.summaries(1)[0]
        assert (summary.origin, summary.program, summary.title) == ("agent", "flash", "Shorter")
        counted = asked.talk.usage
        assert counted is not None
        assert (counted.total, counted.total_cost) == (usage, 0.12)
        QTest.keyClicks(asked.edit, "x")
        assert not asked.has_bar
        asked.caret("stones")
        await asked.press(Qt.Key.Key_K, _Ctrl)
        await asked.press(Qt.Key.Key_Up)
        assert asked.bar.field.toPlainText() == "Shorter"

    play(scene)


def test_escape_leaves_the_bytes_and_typing_decides_nothing(play: Play) -> None:
    async def scene(asked: Asked) -> None:
        await asked.ask(NEW)
        asked.caret("Before")
        QTest.keyClicks(asked.edit, "Typed ")
        await asked.press(Qt.Key.Key_Return)
        assert asked.bar.session.state == "hunks"
        assert len(asked.bar.session.undecided) == 2
        waiting = asked.window.preview.header._changes
        assert waiting is not None
        assert waiting.text() == "2 changes to decide"
        waiting.click()
        assert asked.bar.hasFocus()
        assert asked.bar.current == 1
        asked.wait_past_the_hold()
        await asked.press(Qt.Key.Key_A)  # nothing that is typed at the bar goes into the note
        await asked.press(Qt.Key.Key_Escape)
        assert not asked.has_bar
        assert not waiting.isVisible()
        assert asked.edit.hasFocus()
        layout, block = asked.edit.note_layout, asked.edit.document().findBlockByNumber(5)
        assert layout.laid_out(block).woven is None
        assert asked.edit.document().toPlainText() == NOTE.replace("Before", "Typed \nBefore")

    play(scene)


def test_composing_sends_nothing(play: Play) -> None:
    async def scene(asked: Asked) -> None:
        asked.caret("stones")
        await asked.press(Qt.Key.Key_K, _Ctrl)
        field = asked.bar.field
        QApplication.sendEvent(field, QInputMethodEvent("duan", []))
        await asked.press(Qt.Key.Key_Return)
        await asked.press(Qt.Key.Key_Escape)
        assert asked.bar.session.state == "asking"

    play(scene)


def test_states_in_words(play: Play) -> None:
    async def scene(asked: Asked) -> None:
        await asked.ask(OLD, state="same")
        assert asked.words == "Nothing to change."
        asked.wait_past_the_hold()
        await asked.press(Qt.Key.Key_Escape)
        provider = await asked.ask(LLMConnectionError("no network"), NEW, state="failed")
        assert asked.words.startswith("flash did not answer.")
        asked.wait_past_the_hold()
        await asked.press(Qt.Key.Key_Return)
        await until(lambda: asked.bar.session.state == "hunks")
        assert len(provider.requests) == 2
        asked.caret("delivered")
        QTest.keyClicks(asked.edit, "re")
        assert asked.words == "The paragraph changed meanwhile."
        asked.bar.setFocus()
        asked.wait_past_the_hold()
        await asked.press(Qt.Key.Key_Return)
        assert asked.words == "2 changes would replace what was typed meanwhile"
        asked.talk.provider = OfflineProvider()
        await asked.press(Qt.Key.Key_K, _Ctrl)
        QTest.keyClicks(asked.bar.field, "Shorter")
        await asked.press(Qt.Key.Key_Return)
        await until(lambda: asked.bar.session.state == "unable")
        assert asked.words == "Offline cannot write. Choose a model."

    play(scene)


def test_the_context_menu_has_the_prompts(play: Play) -> None:
    async def scene(asked: Asked) -> None:
        session = asked.talk
        session.settings.prompts = [PromptSettings("Letter", "Make a letter of it.")]
        session.provider = provider = ScriptedProvider([NEW])
        asked.caret("stones")
        seen: list[QObject] = []
        asked.edit.menu_requested.connect(seen.append)
        where = asked.edit.cursorRect().center()
        event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, where, asked.edit.mapToGlobal(QPoint()))
        QApplication.sendEvent(asked.edit.viewport(), event)
        menu = seen[0]
        assert isinstance(menu, QMenu)
        entries = {entry.text().replace("&", ""): entry for entry in menu.actions() if entry.text()}
        assert list(entries)[:5] == ["Ask…\tCtrl+K", "Rewrite", "Summarize", "Letter", "Translate"]
        assert list(entries)[-1] == "Comment"
        menu.hide()
        entries["Letter"].trigger()
        await until(lambda: asked.bar.session.state == "hunks")
        assert "Make a letter of it." in provider.requests[0].messages[1].content

    play(scene)


def test_comments_follow_and_are_sent_as_one_request(play: Play) -> None:
    async def scene(asked: Asked) -> None:
        for words, text in (("40 flat stones", "Count again"), ("Before", "Say when")):
            asked.caret(words, selected=True)
            await asked.press(Qt.Key.Key_K, _Ctrl | _Shift)
            card = next(one for one in asked.window.findChildren(CommentCard) if one.field.isVisible())
            QTest.keyClicks(card.field, text)
            await asked.press(Qt.Key.Key_Return)
        assert asked.edit.hasFocus()
        asked.caret("# Garden")
        QTest.keyClicks(asked.edit, "\r\r")
        asked.edit.take_text(asked.edit.document().toPlainText().replace("Behind it", "There"))
        await until(lambda: asked.comments.comments[0].before.endswith("There, "))
        await until(lambda: (asked.made.vault.data_dir / "comments.json").exists())
        session = asked.talk
        session.provider = ScriptedProvider(["Done."])
        await asked.press(Qt.Key.Key_Return, _Ctrl | _Shift)
        await until(lambda: session.history)
        assert (
            session.history[0]
            .content.replace("[[Garden]]", "Garden")
            .startswith(
                "Please change what these 2 comments ask for, and nothing else.\n\n"
                "1. @Garden, line 9:\n\n> 40 flat stones\n\nCount again\n\n"
                "2. @Garden, line 5:\n\n> Before\n\nSay when"
            )
        )
        assert not asked.comments.comments
        assert NOTE.split("\n", 1)[1].replace("Behind it", "There") in asked.edit.document().toPlainText()
        await until(lambda: not session.running)

    play(scene)
