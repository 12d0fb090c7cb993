"""Cards of a conversation that is shown again: changes that are undone are shown as undone."""

from __future__ import annotations

from pathlib import Path

from axon_desktop.settings.settings import Settings
from axon_desktop.ui.session.undo_outcome import undo_change, undone_before
from axon_desktop.vault import Vault
from tests.ui.chat_world import Run, World, call, make_world, until


async def reopen(world: World) -> None:
    await until(lambda: world.kept.id)
    conversation = world.kept.id
    world.session.new_conversation()
    world.kept.open(conversation)
    await until(lambda: world.kept.id == conversation and not world.panel.feed.replaying and world.calls)


def test_card_of_an_undone_change_offers_redo_when_it_is_shown_again(tmp_path: Path, run_async: Run) -> None:
    async def body() -> None:
        settings = Settings()
        settings.safety.mode = "apply"
        replies = [
            call("create_note", path="Home", content="other\n") + call("create_note", path="B", content="b\n"),
            "Done.",
        ]
        world = make_world(tmp_path, replies, settings=settings, keep=True)
        await world.ask("rewrite")
        home = next(card for card in world.calls if card.call.params["path"] == "Home")
        assert home.change_id is not None
        world.session.undo(home.change_id)
        await until(lambda: home.state == "undone")
        await reopen(world)

        def state(path: str) -> str:
            return next((card.state for card in world.calls if card.call.params["path"] == path), "")

        await until(lambda: state("Home") == "undone")
        assert state("B") == "ok"
        again = next(card for card in world.calls if card.call.params["path"] == "Home")
        assert again.change_id is not None
        world.session.undo(again.change_id)
        await until(lambda: again.state == "ok")
        assert (world.root / "Home.md").read_text() == "other\n"
        await world.close()

    run_async(body())


def test_undone_before_follows_undo_and_redo(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    root.mkdir()
    (root / "Home.md").write_text("one\n")
    vault = Vault(root, data_dir=tmp_path / "data")
    vault.open()
    assert undone_before(vault, [1]) == []
    change = vault.apply(vault.preview("Home", "two\n", "overwrite"), turn="t")
    other = vault.apply(vault.preview("B", "b\n", "overwrite"), turn="t")
    newest = change.id
    for is_undone in (True, False, True, False):
        outcome = undo_change(vault, newest)
        assert outcome.undo_id is not None
        newest = outcome.undo_id
        found = undone_before(vault, [change.id, other.id])
        assert [one.change_id for one in found] == ([change.id] if is_undone else [])
    undo_change(vault, newest)
    (found_again,) = undone_before(vault, [change.id])
    assert found_again.undo_id is not None
    undo_change(vault, found_again.undo_id)  # what the card's Redo does
    assert (root / "Home.md").read_text() == "two\n"
    assert undone_before(vault, [change.id]) == []
    vault.close()


def test_card_that_was_redone_shows_an_undo_from_elsewhere(tmp_path: Path, run_async: Run) -> None:
    """Elsewhere the change itself is undone, not the redo by the card."""

    async def body() -> None:
        settings = Settings()
        settings.safety.mode = "apply"
        replies = [call("create_note", path="B", content="b\n"), "Done."]
        world = make_world(tmp_path, replies, settings=settings)
        await world.ask("write")
        (card,) = world.calls
        made = card.change_id
        assert made is not None
        world.session.undo(made)
        await until(lambda: card.state == "undone")
        assert card.change_id is not None
        world.session.undo(card.change_id)
        await until(lambda: card.state == "ok")
        world.panel.show_undone([world.vault.undo_change(made)])
        assert card.state == "undone"
        assert not (world.root / "B.md").exists()
        assert card.change_id is not None
        world.session.undo(card.change_id)
        await until((world.root / "B.md").exists)
        await world.close()

    run_async(body())
