"""A passage that a model rewrites: what is offered, taken, left, undone, and what was typed meanwhile."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeAlias

import pytest
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication

from axon_desktop.errors import LLMConnectionError
from axon_desktop.llm.offline.offline import OfflineProvider
from axon_desktop.llm.providers.scripted import ScriptedProvider
from axon_desktop.ui.inline_edit.passage import FollowedDocument, passage_at
from axon_desktop.ui.inline_edit.session import EditSession
from tests.ui.editor_world import EditorWorld, Run, make_editor_world
from tests.waiting import until

OLD = "The stones should be delivered by Jonas on 5 December, weather permitting."
NEW = "The stones come with Jonas on 5 December, if the weather holds."
NOTE = f"# Garden\r\n\r\nBefore.\r\n\r\n{OLD}\n\r\nBehind 🌿 it.\r\n"
"""One line of it ends otherwise than the others."""

Play: TypeAlias = "Callable[[Callable[[Edited], Coroutine[Any, Any, None]]], None]"


class Edited:
    """A note with a session about its third paragraph."""

    def __init__(self, world: EditorWorld) -> None:
        self.world = world
        edit = world.view.edit
        world.show("Garden.md")
        self.followed = FollowedDocument(edit.document(), edit)
        self.session = self.begin(OLD)

    def begin(self, words: str) -> EditSession:
        edit = self.world.view.edit
        self.caret(words)
        span = passage_at(edit.textCursor())
        view = self.world.view
        return EditSession(self.followed, lambda: edit.note_text, span, "Garden", view.change_as, edit)

    def caret(self, words: str, offset: int = 0) -> None:
        edit = self.world.view.edit
        cursor = edit.document().find(words)
        cursor.setPosition(cursor.selectionStart() + offset)
        edit.setTextCursor(cursor)

    def type(self, words: str, text: str, offset: int = 0) -> None:
        """Type before these words."""
        self.caret(words, offset)
        self.world.type(text)

    async def ask(self, *answers: str | Exception, until_state: str = "hunks") -> ScriptedProvider:
        provider = ScriptedProvider(list(answers), model="script-1", price=0.001)
        self.session.ask("Shorter", provider)
        await until(lambda: self.session.state == until_state)
        return provider

    @property
    def file(self) -> bytes:
        return self.world.read("Garden.md")


@pytest.fixture
def play(qapp: QApplication, tmp_path: Path, run_async: Run) -> Play:
    """Return what runs a scene with a note that is open."""

    async def run(scene: Callable[[Edited], Coroutine[Any, Any, None]]) -> None:
        world = make_editor_world(tmp_path, Garden=NOTE.encode())
        try:
            await scene(Edited(world))
            await world.view.save()
        finally:
            world.close()

    return lambda scene: run_async(run(scene))


def test_nothing_is_changed_before_a_change_is_accepted(play: Play) -> None:
    async def scene(edited: Edited) -> None:
        provider = await edited.ask(f"Here is the new text:\n\n```markdown\n{NEW}\n```")
        assert [(offer.hunk.old, offer.hunk.new) for offer in edited.session.offers] == [
            ("should be delivered by", "come with"),
            ("weather permitting", "if the weather holds"),
        ]
        sent = provider.requests[0].messages[1].content
        assert all(words in sent for words in (OLD, "Before.", "Behind 🌿 it.", '"Garden"', "Shorter"))
        edited.session.close()
        assert edited.world.view.data() == edited.file == NOTE.encode()
        assert not edited.world.view.dirty

    play(scene)


def test_one_is_taken_and_one_is_left(play: Play) -> None:
    """The change is one step of undo and a turn of the journal with the model named; the rest keeps its bytes."""

    async def scene(edited: Edited) -> None:
        edited.type("Before", "Typed. ")
        await edited.ask(NEW)
        first, second = edited.session.offers
        edited.session.accept([second])
        await until(lambda: not edited.world.view.dirty and second.new)
        edited.type("Behind", "More. ")
        edited.session.reject([first])
        await until(lambda: edited.session.state == "done")
        assert await edited.world.view.save()
        want = NOTE.replace("weather permitting", "if the weather holds")
        want = want.replace("Before", "Typed. Before").replace("Behind", "More. Behind")
        assert edited.file == want.encode()
        newest, model, oldest = edited.world.vault.journal.summaries(9)
        assert (model.origin, model.program, model.title, model.changes) == ("agent", "script-1", "Shorter", 1)
        assert {newest.origin, oldest.origin} == {"user"}
        edited.world.vault.undo_turn(model.turn)
        assert edited.file == want.replace("if the weather holds", "weather permitting").encode()

    play(scene)


def test_undo_gives_the_first_bytes(play: Play) -> None:
    async def scene(edited: Edited) -> None:
        await edited.ask(NEW)
        edited.session.accept(edited.session.undecided)
        await until(lambda: edited.session.state == "done")
        assert edited.file == NOTE.replace(OLD, NEW).encode()
        edited.type("Before", "x")
        edited.session.undo()
        assert edited.world.view.data() == NOTE.replace("Before", "xBefore").encode()
        document = edited.world.view.edit.document()
        document.undo()
        document.undo()
        assert edited.world.view.data() == NOTE.replace(OLD, NEW).encode()
        document.undo()
        assert edited.world.view.data() == NOTE.encode()

    play(scene)


def test_what_was_typed_in_the_passage_meanwhile_is_shown_and_kept(play: Play) -> None:
    async def scene(edited: Edited) -> None:
        provider = ScriptedProvider([NEW])
        edited.session.ask("Shorter", provider)
        edited.type("stones", "big ")
        await until(lambda: edited.session.state == "changed")
        edited.session.compare()
        edited.session.accept(edited.session.undecided)
        await until(lambda: edited.session.state == "done")
        assert edited.file == NOTE.replace(OLD, NEW.replace("stones", "big stones")).encode()

    play(scene)


def test_a_change_whose_words_were_changed_is_not_made(play: Play) -> None:
    async def scene(edited: Edited) -> None:
        await edited.ask(NEW)
        edited.type("delivered", "re", 0)
        await until(lambda: edited.session.state == "changed")
        edited.world.view.edit.undo()
        await until(lambda: edited.session.state == "hunks")  # it is possible again
        edited.type("delivered", "re", 0)
        edited.session.accept(edited.session.offers)
        await until(lambda: edited.session.offers[1].new)
        await until(lambda: edited.session.state == "changed")
        assert "should be redelivered by Jonas on 5 December, if the weather holds" in edited.world.view.text

    play(scene)


def test_another_program_moves_the_passage(play: Play) -> None:
    async def scene(edited: Edited) -> None:
        await edited.ask(NEW)
        other = NOTE.replace("Before.", "Other lines.\r\n\r\nBefore it.").replace("The stones", "All the stones")
        edited.world.view.edit.take_text(other)
        assert edited.session.state == "hunks"
        edited.session.accept(edited.session.undecided)
        await until(lambda: edited.session.state == "done")
        assert edited.world.view.text == other.replace(OLD[10:], NEW[10:])

    play(scene)


@pytest.mark.parametrize(
    ("answer", "state"),
    [(OLD, "same"), (LLMConnectionError("no network"), "failed"), ("", "failed")],
)
def test_other_ends(play: Play, answer: str | Exception, state: str) -> None:
    async def scene(edited: Edited) -> None:
        await edited.ask(answer, until_state=state)
        assert edited.file == edited.world.view.data() == NOTE.encode()

    play(scene)


def test_offline_cannot(play: Play) -> None:
    async def scene(edited: Edited) -> None:
        edited.session.ask("Shorter", OfflineProvider())
        assert edited.session.state == "unable"

    play(scene)


def test_the_passage_is_the_selection_or_the_paragraph(play: Play) -> None:
    async def scene(edited: Edited) -> None:
        edit = edited.world.view.edit

        def words(span: tuple[int, int]) -> str:
            return edited.followed.read(span, edit.note_text).text

        assert words(passage_at(edit.textCursor())) == OLD
        cursor = edit.textCursor()
        cursor.movePosition(QTextCursor.MoveOperation.Start)
        cursor.movePosition(QTextCursor.MoveOperation.End, QTextCursor.MoveMode.KeepAnchor)
        assert words(passage_at(cursor)) == NOTE.strip().replace("\r\n", "\n")
        cursor.insertText("🌿one🌿")
        cursor.setPosition(1)
        cursor.setPosition(6, QTextCursor.MoveMode.KeepAnchor)
        assert words(passage_at(cursor)) == "🌿one🌿", "half a character is none"

    play(scene)
