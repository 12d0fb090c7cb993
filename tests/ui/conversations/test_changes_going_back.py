"""Rewinding to before a message: notes, conversation or both, and undoing that."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from axon_desktop.llm.providers.scripted import ScriptedReply
from axon_desktop.settings.settings import Settings
from axon_desktop.ui.changes.undo.undo_dialog import UndoDialog
from axon_desktop.ui.conversations.rewind_dialog import BackPart, RewindDialog
from tests.ui.changes_world import edit
from tests.ui.chat_world import Run, World, call, make_world, until

REPLIES: list[ScriptedReply] = [
    call("create_note", path="Home", content="one\n"),
    "First done.",
    call("create_note", path="Home", content="two\n") + call("create_note", path="想法", content="new\n"),
    "Second done.",
    call("create_note", path="Home", content="three\n"),
    "Third done.",
]


async def talk(tmp_path: Path, *, keep: bool = True) -> World:
    settings = Settings()
    settings.safety.mode = "apply"
    world = make_world(tmp_path, REPLIES, settings=settings, keep=keep)
    world.panel.show()
    for text in ("first", "second 请求", "third"):
        await world.ask(text)
    if keep:
        await until(lambda: world.kept.id)
    return world


def question() -> RewindDialog | None:
    found = [w for w in QApplication.topLevelWidgets() if isinstance(w, RewindDialog) and w.isVisible()]
    return found[-1] if found else None


async def asked(world: World, text: str) -> RewindDialog:
    """Ask to rewind to before a message, and wait until the preview is known."""
    made = next(request for request in world.panel.transcript.requests.all() if request.text == text)
    world.panel.back.start(made.turn)
    await until(lambda: question() is not None)
    found = question()
    assert found is not None
    await until(lambda: found.isActiveWindow() and found._preview is not None)
    return found


async def go_back(world: World, text: str, part: BackPart) -> None:
    dialog = await asked(world, text)
    dialog.parts[part].click()
    dialog.agree_button.click()
    await until(lambda: world.panel.strip.isVisible() and not world.panel.feed.replaying)


def notes(world: World) -> dict[str, str]:
    return {file.name: file.read_text() for file in world.root.glob("*.md")}


def test_notes_and_conversation_go_back_and_come_again(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = await talk(tmp_path)
        whole, state = world.kept.id, notes(world)
        await go_back(world, "second 请求", "both")
        assert notes(world) == {"Home.md": "one\n"}
        await until(lambda: not world.panel.feed.replaying)
        assert world.kept.id != whole
        assert [request.text for request in world.panel.transcript.requests.all()] == ["first"]
        assert world.panel.composer.input.toPlainText() == "second 请求"
        assert "2 notes" in world.panel.strip.label.text()
        assert all("Second" not in message.content for message in world.session.history)
        copy = world.kept.id
        world.panel.strip.button.click()
        await until(lambda: world.kept.id == whole and not world.panel.feed.replaying)
        assert notes(world) == state
        assert len(world.panel.transcript.requests.all()) == 3
        await until(lambda: world.panel.composer.input.toPlainText() == "")
        assert not world.panel.strip.isVisible()
        assert world.store is not None
        store = world.store
        listed = [row.id for row in await store.list(vault=world.vault.id)]
        assert copy not in listed
        await world.close()

    run_async(body())


def test_notes_alone_go_back_and_their_cards_show_it(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = await talk(tmp_path)
        whole = world.kept.id
        await go_back(world, "first", "files")
        assert notes(world) == {"Home.md": "# Home\n"}
        assert world.kept.id == whole
        await until(lambda: all(card.state == "undone" for card in world.cards))
        world.panel.strip.button.click()
        await until(lambda: notes(world) == {"Home.md": "three\n", "想法.md": "new\n"})
        await until(lambda: all(card.state == "ok" for card in world.cards))
        await world.close()

    run_async(body())


def test_the_conversation_alone_goes_back(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = await talk(tmp_path)
        state = notes(world)
        await go_back(world, "third", "chat")
        assert notes(world) == state
        assert [request.text for request in world.panel.transcript.requests.all()] == ["first", "second 请求"]
        assert world.panel.composer.input.toPlainText() == "third"
        await world.close()

    run_async(body())


def test_a_conflict_leaves_all_notes_and_names_the_one(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = await talk(tmp_path)
        edit(world.root / "想法.md", "new\nmine\n")
        state = notes(world)
        dialog = await asked(world, "second 请求")
        assert not dialog.agree_button.isEnabled()
        assert [file.path for file in dialog.pane.model.files if file.is_obstacle] == ["想法.md"]
        looks = {file.path: dialog.pane._look(file) for file in dialog.pane.model.files}
        assert len(looks) > 1
        for path, look in looks.items():  # that nothing else is undone is shown, too
            assert path == "想法.md" or look.below == "can only go back together with the others"
            assert look.tone != "ok"
        dialog.parts["chat"].click()
        assert dialog.agree_button.isEnabled()
        dialog.reject()
        await until(lambda: question() is None)
        assert notes(world) == state
        assert not world.panel.strip.isVisible()
        await world.close()

    run_async(body())


def test_a_later_edit_is_kept_when_going_back_and_shown_before_it_comes_again(
    tmp_path: Path, run_async: Run
) -> None:
    async def body() -> None:
        world = await talk(tmp_path)
        edit(world.root / "Home.md", "mine\nthree\n")
        dialog = await asked(world, "third")
        file = dialog.pane.model.files[0]
        assert (file.effect, file.after) == ("merged", b"mine\ntwo\n")
        dialog.parts["files"].click()
        dialog.agree_button.click()
        await until(world.panel.strip.isVisible)
        assert notes(world)["Home.md"] == "mine\ntwo\n"
        edit(world.root / "Home.md", "mine\ntwo\nmore\n")
        world.panel.strip.button.click()

        def again() -> UndoDialog | None:
            found = [w for w in QApplication.topLevelWidgets() if isinstance(w, UndoDialog) and w.isVisible()]
            return found[0] if found else None

        await until(lambda: again() is not None)
        shown = again()
        assert shown is not None
        shown.agree_button.click()
        await until(lambda: notes(world)["Home.md"] == "mine\nthree\nmore\n")
        await world.close()

    run_async(body())


def test_what_changes_while_it_is_asked_is_asked_again(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = await talk(tmp_path)
        dialog = await asked(world, "third")
        edit(world.root / "Home.md", "three\nlate\n")
        dialog.agree_button.click()
        await until(lambda: question() is not None and question() is not dialog)
        again = question()
        assert again is not None
        await until(lambda: again._preview is not None)
        assert "changed in the meantime" in again.summary.text()
        assert notes(world)["Home.md"] == "three\nlate\n"
        again.reject()
        await until(lambda: question() is None)
        await world.close()

    run_async(body())


def test_the_offer_goes_when_the_conversation_goes_on(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = await talk(tmp_path)
        await go_back(world, "third", "files")
        await world.ask("next")
        assert not world.panel.strip.isVisible()
        await world.close()

    run_async(body())


def test_without_a_store_only_the_notes_can_go_back(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = await talk(tmp_path, keep=False)
        dialog = await asked(world, "third")
        assert [name for name, button in dialog.parts.items() if button.isEnabled()] == ["files"]
        dialog.agree_button.click()
        await until(world.panel.strip.isVisible)
        assert notes(world)["Home.md"] == "two\n"
        await world.close()

    run_async(body())


def test_a_message_and_a_card_offer_it_in_their_menus(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        world = await talk(tmp_path)
        view = world.panel.view
        view.verticalScrollBar().setValue(0)
        await until(lambda: any(view.message_at(QPoint(50, y)) for y in range(0, view.height(), 4)))
        y = next(y for y in range(0, view.height(), 4) if view.message_at(QPoint(50, y)))
        menu = view.make_menu(QPoint(50, y))
        assert "Go &back to before this…" in [action.text() for action in menu.actions()]
        menu.deleteLater()
        wanted: list[int] = []
        world.panel.change_requested.connect(wanted.append)
        QTest.keyClick(world.lines[0], Qt.Key.Key_Return)
        card = world.cards[0]
        made = card.change_id
        card.change_requested.emit(made)
        assert wanted == [made]
        await world.close()

    run_async(body())
