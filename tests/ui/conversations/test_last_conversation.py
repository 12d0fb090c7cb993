from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QLineEdit

from axon_desktop.ui.conversations.last_conversation import LastConversation
from tests.ui.chat_world import Run, World, make_world, until


def last(world: World, tmp_path: Path) -> LastConversation:
    state = QSettings(str(tmp_path / "window.ini"), QSettings.Format.IniFormat)
    return LastConversation(world.kept, world.session, state, world.vault.id)


async def leave(world: World, tmp_path: Path) -> World:
    """Close a window and open another one on the same vault."""
    await world.close()
    return make_world(tmp_path, ["Two."], keep=True)


def test_conversation_goes_on_in_the_next_window(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, ["One."], keep=True)
        last(world, tmp_path)
        await world.ask("First question")
        before = world.text
        world = await leave(world, tmp_path)
        field = QLineEdit()
        field.show()
        field.activateWindow()
        field.setFocus()
        await until(field.hasFocus)
        await last(world, tmp_path).go_on()
        await until(lambda: world.kept.title == "First question" and not world.panel.feed.replaying)
        assert field.hasFocus()
        field.deleteLater()
        await until(lambda: world.text == before)
        await world.close()

    run_async(body())


def test_mode_that_was_chosen_after_the_last_turn_is_there_again(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, ["One."], keep=True)
        last(world, tmp_path)
        await world.ask("First question")
        world.session.set_mode("plan")
        world = await leave(world, tmp_path)
        await last(world, tmp_path).go_on()
        assert (world.kept.title, world.session.mode) == ("First question", "plan")
        world.session.set_mode("react")
        world = await leave(world, tmp_path)
        await last(world, tmp_path).go_on()
        assert (world.kept.title, world.session.mode) == ("First question", "react")
        await world.close()

    run_async(body())


def test_new_conversation_stays_new(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, ["One."], keep=True)
        last(world, tmp_path)
        await world.ask("First question")
        world.session.new_conversation()
        await until(lambda: not world.kept.title)
        world = await leave(world, tmp_path)
        await last(world, tmp_path).go_on()
        assert world.kept.title == ""
        await world.close()

    run_async(body())


def test_deleted_conversation_is_not_missed(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, ["One."], keep=True)
        last(world, tmp_path)
        await world.ask("First question")
        assert world.store is not None
        await until(lambda: world.kept.id != "")
        await world.store.flush()
        await world.store.delete(world.kept.id)
        world = await leave(world, tmp_path)
        await last(world, tmp_path).go_on()
        assert world.kept.title == ""
        await world.close()

    run_async(body())


def test_what_was_said_meanwhile_wins(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = make_world(tmp_path, ["One."], keep=True)
        last(world, tmp_path)
        await world.ask("First question")
        world = await leave(world, tmp_path)
        kept = last(world, tmp_path)
        await world.ask("Second question")
        await kept.go_on()
        assert world.kept.title == "Second question"
        await world.close()

    run_async(body())
