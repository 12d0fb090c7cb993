"""A process that moves or trashes a folder is killed on the way: all of it is done afterwards, or nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

import pytest

from axon_desktop.vault import Vault
from axon_desktop.vault.moves.folder_move import carry_out, propose_folder_move, propose_folder_trash
from tests.vault.kills import copy_of, edit, forker, tree, was_killed
from tests.vault.writing.test_batch_kills import acting, on_disk, refuse_links

__all__ = ["forker"]

Act = Callable[[Vault], object]
NOTES = {
    "Home.md": b"[[Projects/Idea]]\n",
    "Projects/Idea.md": b"[up](../Home.md)\n",
    "Projects/Plan.md": b"plan\n",
    "Projects/Deep/pic.png": b"no picture",
}


def make_vault(base: Path) -> Vault:
    root = base / "vault"
    (root / "Projects/Deep").mkdir(parents=True)
    (root / "Projects/Empty/Inner").mkdir(parents=True)
    (root / ".obsidian").mkdir()
    (root / ".obsidian/app.json").write_text('{"trashOption": "local", "newLinkFormat": "absolute"}')
    for path, text in NOTES.items():
        edit(root / path, text)
    vault = Vault(root, data_dir=base / "data")
    assert vault.journal.id
    return vault


def move(vault: Vault) -> None:
    carry_out(vault, propose_folder_move(vault, "Projects", "Work/Old"), turn="t", title="")


def respell(vault: Vault) -> None:
    carry_out(vault, propose_folder_move(vault, "Projects", "projects"), turn="t", title="")


def send_to_trash(vault: Vault) -> None:
    carry_out(vault, propose_folder_trash(vault, "Projects"), turn="t", title="")


def undo(vault: Vault) -> None:
    assert vault.undo_last_turn()


def redo(vault: Vault) -> None:
    turn = vault.journal.last_undo()
    assert turn is not None
    assert vault.undo_turn(turn)


SCENES: dict[str, tuple[list[Act], Act]] = {
    "move": ([], move),
    "undo of move": ([move], undo),
    "trash": ([], send_to_trash),
    "undo of trash": ([send_to_trash], undo),
    "redo of trash": ([send_to_trash, undo], redo),
    "other case": ([], respell),
    "undo of other case": ([respell], undo),
}


@pytest.mark.parametrize(("first", "act"), SCENES.values(), ids=SCENES)
def test_kill_in_the_middle_of_a_folder_leaves_all_or_nothing(tmp_path: Path, first: list[Act], act: Act) -> None:
    kill_in_the_middle(tmp_path, first, act, range(0, 2_000, 9))


@pytest.mark.parametrize(("first", "act"), [SCENES["move"], SCENES["undo of move"]], ids=["move", "undo"])
def test_kill_on_a_disk_without_links_leaves_all_or_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, first: list[Act], act: Act
) -> None:
    refuse_links(monkeypatch.setattr)
    kill_in_the_middle(tmp_path, first, act, range(1, 2_000, 10), partial(on_disk, refuse_links))


def kill_in_the_middle(
    tmp_path: Path, first: list[Act], act: Act, numbers: Sequence[int], within: Callable[..., None] = acting
) -> None:
    """Kill an act that follows others at the calls with these numbers, and demand all of it or nothing."""
    before, model = make_vault(tmp_path / "before"), make_vault(tmp_path / "model")
    for step in first:
        step(before)
    before.close()
    start = tree(before.root)
    for step in (*first, act):
        step(model)
    model.close()
    end = tree(model.root)
    assert start != end
    for number in numbers:
        base = copy_of(before, tmp_path / str(number))
        killed = was_killed(base, number, partial(within, act))
        if number % 2:  # the one that clears up is killed too
            was_killed(base, number // 3, partial(within, Vault.open))
        again = Vault(base / "vault", data_dir=base / "data")
        again.open()
        now = tree(again.root)
        assert now in (start, end), number
        assert not any(".axon-" in path for path in now), number
        if now == start and not first and within is acting:  # without links texts are written again
            assert again.journal.turns() == [], number
        again.close()
        if not killed:
            assert now == end
            assert number > 30
            return
    pytest.fail("the process never came to its end")


def test_what_was_written_after_the_kill_stays_when_the_folder_goes_back(tmp_path: Path) -> None:
    """The user goes on in another editor, in the very line that the move rewrites."""
    before = make_vault(tmp_path / "before")
    before.close()
    old, new = "Projects/Idea.md", "Work/Old/Idea.md"
    seen: set[str] = set()
    for number in range(0, 2_000, 4):
        base = copy_of(before, tmp_path / str(number))
        if not was_killed(base, number, move):
            break
        root = base / "vault"
        edit(root / (new if (root / new).exists() else old), b"[mine](../Home.md)\n")
        again = Vault(root, data_dir=base / "data")
        again.open()
        files = {path for path, facts in tree(root).items() if facts[1] and not path.startswith(".")}
        again.close()
        where = new if new in files else old
        seen.add(where)
        whole = {path.replace("Projects", "Work/Old") for path in NOTES} if where == new else set(NOTES)
        assert files == whole, number
        assert (root / where).read_bytes() == b"[mine](../Home.md)\n"
    assert old in seen
