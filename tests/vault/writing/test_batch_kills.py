"""A process that moves and trashes is killed at every call that touches the disk or the journal.

What the killed process left is settled by a vault that is opened after it, or by the next write.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TypeAlias

import pytest

from axon_desktop.vault import Vault
from axon_desktop.vault.files import atomic_rename as swap
from axon_desktop.vault.files.folder import sha256
from axon_desktop.vault.history.changes import ChangePreview, Proposal
from axon_desktop.vault.history.journal import Journal
from axon_desktop.vault.moves.attachments import add_attachment
from tests.vault.kills import copy_of, edit, forker, kill, tree, was_killed

__all__ = ["forker"]

INCOMING = ".axon-incoming-"
"""Begins the names of what a kill leaves of a copy, for an hour."""
OWN, OWN_NEW = b"own [[Note]]\n", b"own [[New]]\n"


def make_vault(base: Path) -> Vault:
    root = base / "vault"
    (root / "A").mkdir(parents=True)
    (root / ".obsidian").mkdir()
    (root / ".obsidian/app.json").write_text('{"trashOption": "local"}')
    edit(root / "A/Note.md", OWN)
    for number in range(2):
        edit(root / f"Hub {number}.md", f"top\n{number} [[Note]]\nend\n".encode())
    vault = Vault(root, data_dir=base / "data")
    assert vault.journal.id
    return vault


def move(vault: Vault) -> None:
    own = ChangePreview("A/Note.md", OWN, OWN_NEW, "links")
    hubs = [
        ChangePreview(
            f"Hub {number}.md",
            f"top\n{number} [[Note]]\nend\n".encode(),
            f"top\n{number} [[New]]\nend\n".encode(),
            "links",
        )
        for number in range(2)
    ]
    vault.apply_all(Proposal("move", "A/Note.md", (own, *hubs), "B/C/New.md", sha256(OWN)), turn="move")


def send_to_trash(vault: Vault) -> None:
    vault.apply_all(vault.propose_trash("A/Note"), turn="send_to_trash")


def write_several(vault: Vault) -> None:
    changes = (
        ChangePreview("New/Deep/Idea.md", None, b"idea", "overwrite"),
        ChangePreview("A/Note.md", OWN, b"other", "overwrite"),
    )
    vault.apply_all(Proposal("write", "A/Note.md", changes), turn="write_several")


def attach(vault: Vault) -> None:
    assert add_attachment(vault, b"picture", "a.png", "A/Note.md", turn="attach", title="")


def undo(vault: Vault) -> None:
    assert vault.undo_last_turn()


def redo(vault: Vault) -> None:
    assert vault.undo_turn(vault.journal.turns()[0].turn)


SCENES: list[tuple[str, list[Callable[[Vault], object]], Callable[[Vault], object]]] = [
    ("move", [], move),
    ("undo of move", [move], undo),
    ("redo of move", [move, undo], redo),
    ("trash", [], send_to_trash),
    ("undo of trash", [send_to_trash], undo),
    ("attachment", [], attach),
    ("undo of attachment", [attach], undo),
    ("several texts", [], write_several),
    ("undo of several texts", [write_several], undo),
]


def acting(act: Callable[[Vault], object], vault: Vault) -> None:
    act(vault)


@pytest.mark.parametrize(("first", "act"), [scene[1:] for scene in SCENES], ids=[scene[0] for scene in SCENES])
def test_kill_at_every_call_leaves_all_or_nothing(
    tmp_path: Path, first: list[Callable[[Vault], object]], act: Callable[[Vault], object]
) -> None:
    kill_at_calls(tmp_path, first, act, step=2 if first else 1)


WEAK = [
    *(("without links and exchange", *scene) for scene in SCENES[:3]),
    ("without exchange", *SCENES[-1]),
]
"""Disks that can do less, and what happens on them."""


@pytest.mark.parametrize(
    ("disk", "first", "act"), [(row[0], *row[2:]) for row in WEAK], ids=[f"{row[1]} {row[0]}" for row in WEAK]
)
def test_kill_on_a_disk_that_can_do_less_leaves_all_or_nothing(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    disk: str,
    first: list[Callable[[Vault], object]],
    act: Callable[[Vault], object],
) -> None:
    refuse = refuse_exchange if disk == "without exchange" else refuse_links
    refuse(monkeypatch.setattr)
    kill_at_calls(tmp_path, first, act, step=2, within=partial(on_disk, refuse))


def refused(*_: object, **__: object) -> None:
    raise swap.SwapUnsupportedError(errno.EOPNOTSUPP, "not on this disk")


Put: TypeAlias = Callable[[object, str, object], None]


def refuse_exchange(put: Put) -> None:
    """Make the disk one without exchange, and without renames that replace nothing."""
    put(swap, "exchange", refused)
    if os.name != "nt":  # every disk has them there
        put(swap, "rename_new", refused)


def refuse_links(put: Put) -> None:
    """Make the disk one that has no links either."""
    refuse_exchange(put)
    put(os, "link", refused)


def on_disk(refuse: Callable[[Put], None], act: Callable[[Vault], object], vault: Vault) -> None:
    """Act in a process of its own, for which the disk is such a one."""
    refuse(setattr)
    act(vault)


def kill_at_calls(
    tmp_path: Path,
    first: list[Callable[[Vault], object]],
    act: Callable[[Vault], object],
    *,
    step: int,
    within: Callable[..., None] = acting,
) -> None:
    """Kill an act that follows others at each call, or each of so many, and demand all of it or nothing."""
    before, model = make_vault(tmp_path / "before"), make_vault(tmp_path / "model")
    for earlier in first:
        earlier(before)
    before.close()
    start = tree(before.root)
    for one in (*first, act):
        one(model)
    model.close()
    end = tree(model.root)
    for number in range(0, 400, step):
        base = copy_of(before, tmp_path / str(number))
        killed = was_killed(base, number, partial(within, act))
        if number % 3 == 0:  # the one that clears up is killed too
            was_killed(base, number // 3, partial(within, Vault.open))
        again = Vault(base / "vault", data_dir=base / "data")
        if number % 4 < 2:
            again.open()
        else:
            again.apply(again.preview("Later", "x", "overwrite"), turn="later")
            again.undo_turn("later")
        now = {path: file for path, file in tree(again.root).items() if not path.startswith(INCOMING)}
        assert now in (start, end), number
        assert not any(".axon-" in path for path in now), number
        done = now == end
        changes = again.journal.changes((first or [act])[0].__name__)
        if first:
            assert {change.undone for change in changes} == {done != (undo in first)}, number
        else:
            assert len(changes) == (len(model.journal.changes(act.__name__)) if done else 0), number
        again.close()
        if not killed:
            assert now == end
            assert number > 10
            model.close()
            return
    pytest.fail("the process never came to its end")


@pytest.mark.parametrize("edited", ["B/C/New.md", "Hub 0.md"])
def test_what_was_written_after_the_kill_stays_when_the_move_is_taken_back(tmp_path: Path, edited: str) -> None:
    """The user goes on in another editor, for a day, before Axon is started again."""
    taken_back = 0
    before = make_vault(tmp_path / "before")
    before.close()
    start = tree(before.root)
    for number in range(400):
        base = copy_of(before, tmp_path / str(number))
        if not was_killed(base, number, move):
            break
        file = base / "vault" / edited
        if not file.exists():
            continue
        was = file.read_bytes()
        edit(file, was + b"mine\n")
        again = Vault(base / "vault", data_dir=base / "data")
        again.open()
        texts = {path: facts[1] for path, facts in tree(again.root).items() if facts[1]}
        again.close()
        if not was:  # where there are no links an empty file takes the name: it was a note of its own to the user
            assert texts.pop(edited) == b"mine\n"
            assert texts == {path: facts[1] for path, facts in start.items() if facts[1]}, number
            continue
        if "B/C/New.md" in texts:
            links, own = b"[[New]]", "B/C/New.md"
        else:
            links, own = b"[[Note]]", "A/Note.md"
            taken_back += 1
        assert len(texts) == 4, number
        assert all(links in text for path, text in texts.items() if path.endswith(".md")), (number, texts)
        kept = own if edited == "B/C/New.md" else edited
        assert texts[kept].endswith(b"mine\n"), number
        if own == "A/Note.md":
            assert texts[kept] == start[kept][1] + b"mine\n", number
    else:
        pytest.fail("the process never came to its end")
    assert taken_back > 5


_first_hub: list[int] = []
"""The number of the call at which a move has changed the first note with links, once that is known."""


def killed_after_first_hub(vault: Vault, base: Path) -> Path:
    """Kill a move between the first and the second note with links, and return where."""
    for number in _first_hub or range(400):
        place = copy_of(vault, base / str(number))
        assert was_killed(place, number, move)
        if b"[[New]]" in (place / "vault/Hub 0.md").read_bytes():
            assert b"[[Note]]" in (place / "vault/Hub 1.md").read_bytes()
            _first_hub[:] = [number]
            return place
    pytest.fail("the first note was never changed")


def test_rolled_back_text_that_another_program_changed_is_in_the_journal(tmp_path: Path) -> None:
    before = make_vault(tmp_path / "before")
    before.close()
    base = killed_after_first_hub(before, tmp_path)
    mine = b"top\n0 [[New]]\nend\n"
    edit(base / "vault/Hub 0.md", mine + b"mine\n")
    again = Vault(base / "vault", data_dir=base / "data")
    again.open()
    assert (again.root / "Hub 0.md").read_bytes() == b"top\n0 [[Note]]\nend\nmine\n"
    (record,) = (turn for turn in again.journal.turns() if turn.changes[0].path == "Hub 0.md")
    (change,) = record.changes
    assert record.origin == "undo"
    assert change.before_sha256
    assert again.journal.text(change.before_sha256) == mine + b"mine\n"
    again.close()


@pytest.mark.parametrize("then", [b"all mine\n", None], ids=["rewritten", "deleted"])
def test_text_that_cannot_be_put_back_is_rescued(tmp_path: Path, then: bytes | None) -> None:
    before = make_vault(tmp_path / "before")
    before.close()
    base = killed_after_first_hub(before, tmp_path)
    file = base / "vault/Hub 0.md"
    if then is None:
        file.unlink()
    else:
        edit(file, then)
    again = Vault(base / "vault", data_dir=base / "data")
    again.open()
    assert (file.read_bytes() if file.exists() else None) == then
    assert (again.root / "A/Note.md").read_bytes() == OWN
    assert [(item.path, again.journal.text(item.sha256)) for item in again.journal.rescued()] == [
        ("Hub 0.md", b"top\n0 [[Note]]\nend\n")
    ]
    again.close()


def undo_and_die(vault: Vault) -> None:
    def die(*_ids: object) -> None:
        kill()

    Journal.finish = die  # type: ignore[assignment, method-assign]
    undo(vault)


def test_text_whose_folder_went_with_it_is_rescued_when_the_rest_cannot_be_done(tmp_path: Path) -> None:
    """An undo is killed before its outcome is noted, and a folder with another part of it is deleted."""
    vault = make_vault(tmp_path)
    write_several(vault)
    vault.close()
    assert was_killed(tmp_path, 10_000, undo_and_die)
    assert not (vault.root / "New").exists()
    shutil.rmtree(vault.root / "A")
    again = Vault(vault.root, data_dir=vault.data_dir)
    again.open()
    assert not any(item.is_open for item in again.journal.unsettled())
    rescued = [(item.path, again.journal.text(item.sha256)) for item in again.journal.rescued()]
    assert rescued == [("New/Deep/Idea.md", b"idea")]
    again.close()
