"""A note that somebody else deletes or moves while it is being edited; drafts follow their note."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QApplication

from axon_desktop.ui.editor.saving import saver
from axon_desktop.ui.editor.saving.drafts import Draft, Drafts
from axon_desktop.ui.session.user_writes import UserWrites
from axon_desktop.ui.widgets.confirm_dialog import Question
from axon_desktop.vault.files.folder import sha256
from tests.ui.editor_world import EditorWorld, Run, make_editor_world
from tests.waiting import turns, until


def drafts_of(world: EditorWorld) -> Drafts:
    return Drafts(world.vault.data_dir)


async def gone_under_the_hands(world: EditorWorld) -> None:
    """Type into a note that somebody deletes before it is saved."""
    world.show("Home.md")
    world.type("x")
    (world.root / "Home.md").unlink()
    assert not await world.view.save()
    assert world.view.state.kind == "failed"


@pytest.mark.parametrize("way", ["key", "focus", "save", "forget"])
def test_nothing_but_retry_makes_a_file_anew(
    tmp_path: Path, run_async: Run, way: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(saver, "_PAUSE_MS", 0)  # the pause after which a text saves itself

    async def body() -> None:
        world = make_editor_world(tmp_path, Home="one\n")
        await gone_under_the_hands(world)
        world.type("y")
        if way == "focus":
            QApplication.sendEvent(world.view.edit, QFocusEvent(QEvent.Type.FocusOut))
        elif way == "save":
            assert not await world.view.save()
        elif way == "forget":
            world.view.forget()
        await turns()
        assert not (world.root / "Home.md").exists()
        await until(lambda: (kept := drafts_of(world).find("Home.md")) is not None and kept.text == "xyone\n")
        assert drafts_of(world).paths() == ["Home.md"]
        world.close()

    run_async(body())


def test_leaving_a_note_that_is_gone_offers_a_draft(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home="one\n")
        await gone_under_the_hands(world)
        leaving = asyncio.ensure_future(world.view.leave())

        def box() -> Question | None:
            shown = (one for one in QApplication.topLevelWidgets() if isinstance(one, Question))
            return next((one for one in shown if one.isVisible()), None)

        await until(box)
        asked = box()
        assert asked is not None
        asked.accept_button.click()
        assert await leaving
        assert not (world.root / "Home.md").exists()
        world.close()

    run_async(body())


def test_move_that_is_heard_of_late_is_no_conflict(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home="one\n")
        world.show("Home.md")
        world.type("x")
        (world.root / "Home.md").rename(world.root / "New.md")
        assert not await world.view.save()
        world.view.moved("Home.md", "New.md")
        await world.saved()
        assert world.read("New.md") == b"xone\n"
        assert not (world.root / "Home.md").exists()
        assert world.view.notice.about == ""
        world.close()

    run_async(body())


def test_file_that_is_there_again_is_saved_to(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home="one\ntwo\n")
        await gone_under_the_hands(world)
        (world.root / "Home.md").write_bytes(b"one\ntwo\ntheirs\n")
        world.view.refresh()
        await world.saved()
        assert world.read("Home.md") == b"xone\ntwo\ntheirs\n"
        world.close()

    run_async(body())


# --- drafts


def test_drafts_follow_their_notes(tmp_path: Path) -> None:
    drafts = Drafts(tmp_path)
    drafts.follow({"A.md": "B.md"})  # there are no drafts
    drafts.keep(Draft("A.md", "set aside", "", 1.0))
    assert drafts.find("A.md") is not None
    drafts.keep(Draft("A.md", "newest", "", 2.0))
    drafts.keep(Draft("B.md", "of b", "", 3.0))
    drafts.keep(Draft("Other.md", "other", "", 4.0))
    drafts.follow({"A.md": "B.md", "B.md": "A.md"})
    assert drafts.find("A.md") == Draft("A.md", "of b", "", 3.0)
    newest = drafts.find("B.md")
    assert newest == Draft("B.md", "newest", "", 2.0)
    drafts.discard(newest)
    assert drafts.find("B.md") == Draft("B.md", "set aside", "", 1.0)
    assert drafts.find("Other.md") == Draft("Other.md", "other", "", 4.0)


def test_draft_in_the_way_is_kept(tmp_path: Path) -> None:
    drafts = Drafts(tmp_path)
    drafts.keep(Draft("A.md", "of a", "", 1.0))
    drafts.keep(Draft("B.md", "of b", "", 2.0))
    drafts.follow({"A.md": "B.md"})
    first = drafts.find("B.md")
    assert first == Draft("B.md", "of b", "", 2.0)
    drafts.discard(first)
    assert drafts.find("B.md") == Draft("B.md", "of a", "", 1.0)


def test_draft_is_offered_under_the_new_name(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home="one\n", Other="other\n")
        drafts_of(world).keep(Draft("Home.md", "never saved\n", sha256(b"one\n"), time.time()))
        world.show("Other.md")
        await UserWrites(world.vault).move("Home.md", "New.md")
        assert drafts_of(world).paths() == ["New.md"]
        world.show("New.md")
        await until(lambda: world.view.notice.about == "draft")
        world.close()

    run_async(body())


@pytest.mark.parametrize("choice", [0, 1])
def test_offered_draft_goes_with_a_note_that_is_renamed(tmp_path: Path, run_async: Run, choice: int) -> None:
    async def body() -> None:
        world = make_editor_world(tmp_path, Home="one\n")
        drafts_of(world).keep(Draft("Home.md", "never saved\n", sha256(b"one\n"), time.time()))
        world.show("Home.md")
        await until(lambda: world.view.notice.about == "draft")
        await UserWrites(world.vault).move("Home.md", "New.md")
        world.view.moved("Home.md", "New.md")
        assert world.view.notice.about == "draft"
        world.view.notice.buttons[choice].click()
        if choice == 0:
            await until(lambda: world.read("New.md") == b"never saved\n")
        await until(lambda: not drafts_of(world).paths())
        assert world.read("New.md") == (b"one\n" if choice else b"never saved\n")
        assert not (world.root / "Home.md").exists()
        world.close()

    run_async(body())
