"""When changes cannot be recorded: the question, the card, and the text that the user types."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from axon_desktop.agent.events import Observation
from axon_desktop.ui.approval.write_dialog import WriteApproval
from axon_desktop.ui.chat.cards.header import CardHeader
from axon_desktop.ui.editor.saving.merge_dialog import MergeDialog
from axon_desktop.ui.language.error_texts import trouble_words
from axon_desktop.ui.widgets.confirm_dialog import Question
from axon_desktop.vault.history.record_trouble import RecordTrouble
from tests.broken_records import BREAKS, broken
from tests.ui.chat_world import Run, call, dialog, make_world, ready
from tests.ui.editor_world import EditorWorld, make_editor_world
from tests.waiting import until

LONG = "".join(f"line {number}\n" for number in range(2000))


# The agent


def test_question_tells_why_and_offers_no_rule(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, [call("create_note", path="Home", content=LONG), "Done."])
        with broken(world.vault):
            world.session.send("write it")
            await until(ready)
            first = dialog()
            assert isinstance(first, WriteApproval)
            first.apply_button.click()
            await until(lambda: dialog() not in (None, first))
            found = dialog()
            assert isinstance(found, WriteApproval)
            said = "\n".join(label.text() for label in found.findChildren(QLabel))
            assert (
                "This change cannot be undone. The record of changes cannot be written: the disk is full." in said
            )
            assert "Free up space on the disk" in said
            assert not found.all_button.isVisible()
            assert found.apply_button.text() == "&Apply without undo"
            assert [action.text() for action in found.reject_menu.actions()] == [
                "Reject",
                "Reject with a note to the model…",
            ]
            QTest.keyClick(found, Qt.Key.Key_Return)  # meant for the question before
            assert found.isVisible()
            await until(found.apply_button.isEnabled)
            await until(found.reject_button.hasFocus)
            for at in (found.reject_button, found):  # Enter alone does not answer
                QTest.keyClick(at, Qt.Key.Key_Return)
            assert found.isVisible()
            assert not found.reject_menu.isVisible()
            QTest.keyClick(found.apply_button, Qt.Key.Key_Return)
            await world.end()
        assert world.found(Observation)[0].result.unrecorded
        assert (world.root / "Home.md").read_text() == LONG
        (line,) = world.lines
        assert line.accessibleName() == "Changed Home, +2000, −1, cannot be undone"
        QTest.keyClick(line, Qt.Key.Key_Return)
        (card,) = world.cards
        header = CardHeader("create_note", "Home.md", "ok", card._status)
        assert header.status_within(10_000) == "cannot be undone · +2000 −1"
        assert header.status_within(0) == "cannot be undone"  # it is shown even in a narrow chat
        assert "cannot be undone" in card.accessibleName()
        assert card._undo is None
        await world.close()

    run_async(body())


@pytest.mark.parametrize("kind", [*BREAKS])
def test_every_trouble_has_words_and_something_to_do(kind: str) -> None:
    trouble = RecordTrouble(kind, "/data/journal.sqlite cannot be used (unable to open database file)")  # type: ignore[arg-type]
    words = trouble_words(trouble)
    assert words.startswith("The record of changes cannot be written: ")
    assert words.count(". ") == 1
    assert ("unable to open database file" in words) == (kind == "other")


# The user's own text


def _trouble(world: EditorWorld) -> bool:
    return world.view.state.kind == "failed" and world.view.state.unrecorded


async def _type(world: EditorWorld, text: str) -> None:
    world.type(text)
    await world.view.save()


def test_typed_text_is_saved_without_undo_after_asking_once(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home=LONG)
        world.show("Home.md")
        notice = world.view.notice
        with broken(world.vault):
            await _type(world, "a")
            assert _trouble(world)
            assert world.read("Home.md") == LONG.encode()
            assert (
                "could not be undone later. The record of changes cannot be written: the disk"
                in notice.text.text()
            )
            assert [button.text() for button in notice.buttons] == ["Save without undo", "Retry"]
            assert notice.property("tone") == "warn"
            notice.buttons[0].click()
            await world.saved()
            assert world.read("Home.md") == f"a{LONG}".encode()
            assert notice.about == "unrecorded"
            assert notice.isVisible()
            notice.clear()
            await _type(world, "b")  # it is neither asked nor shown again
            assert world.view.state.kind == "saved"
            assert notice.about == ""
            assert world.read("Home.md") == f"ab{LONG}".encode()
        turns = len(world.vault.journal.turns())
        await _type(world, "c")
        assert not world.view.state.unrecorded
        assert len(world.vault.journal.turns()) == turns + 1
        with broken(world.vault):
            await _type(world, "d")
            assert _trouble(world)  # another problem is another question
        assert await world.view.save()
        for change in await asyncio.to_thread(world.vault.undo_last_turn):
            assert change.path == "Home.md"
        assert world.read("Home.md") == f"ab{LONG}".encode()
        world.close()

    run_async(body())


def test_text_that_was_asked_about_is_kept_until_it_is_answered(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home=LONG)
        world.show("Home.md")
        with broken(world.vault, "locked"):
            await _type(world, "a")
            assert _trouble(world)
            leaving = asyncio.ensure_future(world.view.leave())
            await until(lambda: isinstance(dialog(), Question))
            box = dialog()
            assert isinstance(box, Question)
            assert "another program keeps it locked" in "\n".join(
                label.text() for label in box.findChildren(QLabel)
            )
            box.done(Question.OTHER)  # save without undo
            assert await leaving
        assert world.read("Home.md") == f"a{LONG}".encode()
        world.close()

    run_async(body())


def test_text_that_no_draft_can_hold_either_is_written(tmp_path: Path, run_async: Run) -> None:
    """Without a data folder the note itself is the only place left; no typed text is lost."""

    async def body() -> None:
        world = make_editor_world(tmp_path, Home="one\n")
        world.show("Home.md")
        with broken(world.vault, "other"):
            await _type(world, "a")
            assert _trouble(world)
            world.view.forget()
            await until(lambda: world.read("Home.md") == b"aone\n")
        world.close()

    run_async(body())


def test_conflict_is_settled_without_a_record_after_asking(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home="one\n")
        world.show("Home.md")

        async def choose_mine() -> None:
            world.view.settle()
            await until(lambda: isinstance(dialog(), MergeDialog))
            box = dialog()
            assert isinstance(box, MergeDialog)
            box.radios["mine"].click()
            box.save_button.click()
            await until(lambda: dialog() is None and not world.view._choosing)  # until then no question opens

        with broken(world.vault, "write_protected"):
            world.type("mine ")
            (world.root / "Home.md").write_text("theirs\n")
            await world.view.save()
            assert world.view.state.kind == "conflict"
            await choose_mine()
            await until(lambda: _trouble(world))
            world.view.notice.buttons[0].click()
            await until(lambda: world.view.state.kind == "conflict")
            await choose_mine()
            await world.saved()
        assert world.read("Home.md") == b"mine one\n"
        world.close()

    run_async(body())
