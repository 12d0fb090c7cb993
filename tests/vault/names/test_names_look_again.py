from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from axon_desktop.vault import Vault
from axon_desktop.vault.files.folder import HAS_HANDLES
from axon_desktop.vault.history.changes import Proposal, VaultChanged
from axon_desktop.vault.names.table import NameTable

FILES = ("Home.md", "a/One.md", "a/b/Two.md", "a/b/two.png", "c/Three.md")


def make(root: Path, *paths: str) -> None:
    for path in paths:
        place = root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text("x", "utf-8")


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    make(tmp_path / "vault", *FILES)
    vault = Vault(tmp_path / "vault", data_dir=tmp_path / "data")
    vault.names.scan()
    return vault


def scanned(vault: Vault) -> tuple[list[str], list[str]]:
    fresh = Vault(vault.root, data_dir=vault.data_dir)
    fresh.names.scan()
    return [*fresh.names.paths], [*fresh.names.folders]


def move(old: str, new: str) -> Callable[[Path], object]:
    return lambda root: (root / old).rename(root / new)


@pytest.mark.parametrize(
    ("change", "reported"),
    [
        (lambda root: make(root, "New.md"), ["New.md"]),
        (lambda root: make(root, "x/y/New.md"), ["x/y/New.md"]),
        (lambda root: make(root, "x/y/New.md"), ["x"]),
        (lambda root: (root / "Home.md").unlink(), ["Home.md"]),
        (lambda root: shutil.rmtree(root / "a"), ["a"]),
        (lambda root: shutil.rmtree(root / "a"), ["a", "a/b", "a/One.md"]),
        (move("a", "d"), ["a", "d"]),
        (move("Home.md", "a/House.md"), ["Home.md", "a/House.md"]),
        (lambda root: (root / "empty").mkdir(), ["empty"]),
        (lambda root: make(root, ".hidden/Note.md"), [".hidden", ".hidden/Note.md"]),
        (lambda root: (root / "link.md").symlink_to("Home.md"), ["link.md"]),
        (lambda root: (root / "out.md").symlink_to("/etc/hostname"), ["out.md"]),
        (lambda root: None, ["a", "nothing/there.md"]),
    ],
)
def test_look_again_knows_what_a_scan_would_know(
    vault: Vault, change: Callable[[Path], object], reported: list[str]
) -> None:
    change(vault.root)
    vault.names.look_again(reported)
    assert ([*vault.names.paths], [*vault.names.folders]) == scanned(vault)


def test_folders_in_each_other_are_walked_once(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    folders = ["/".join("d" * depth) for depth in range(1, 31)]
    make(vault.root, f"{folders[-1]}/Note.md")
    scandir, walked = os.scandir, 0

    def counted(place: Any) -> Any:
        nonlocal walked
        walked += 1
        return scandir(place)

    monkeypatch.setattr(os, "scandir", counted)
    vault.names.look_again([*reversed(folders), f"{folders[-1]}/Note.md"])
    monkeypatch.undo()
    assert walked == len(folders)
    assert ([*vault.names.paths], [*vault.names.folders]) == scanned(vault)


def test_a_folder_that_became_a_file_and_back_is_right(vault: Vault) -> None:
    shutil.rmtree(vault.root / "c")
    make(vault.root, "c")
    vault.names.look_again(["c"])
    assert ([*vault.names.paths], [*vault.names.folders]) == scanned(vault)
    (vault.root / "c").unlink()
    make(vault.root, "c/Again.md")
    vault.names.look_again(["c"])
    assert ([*vault.names.paths], [*vault.names.folders]) == scanned(vault)


def test_links_find_what_other_programs_made(vault: Vault) -> None:
    make(vault.root, "deep/er/Fresh.md")
    vault.changed_outside(["deep"])
    assert vault.names.resolve_link("fresh", "Home.md") == "deep/er/Fresh.md"


def test_listeners_are_called_for_outside_changes_after_the_names_are_known(vault: Vault) -> None:
    events: list[tuple[VaultChanged, bool]] = []
    vault.subscribe(lambda event: events.append((event, "New.md" in vault.names.paths)))
    (vault.root / "Home.md").rename(vault.root / "New.md")
    vault.changed_outside(["Home.md", "New.md"], moved={"Home.md": "New.md"})
    vault.changed_outside(many=True)
    assert events == [
        (VaultChanged(("Home.md", "New.md"), "outside", {"Home.md": "New.md"}), True),
        (VaultChanged((), "outside", many=True), True),
    ]


def once_in_the_walk(monkeypatch: pytest.MonkeyPatch, act: Callable[[], object]) -> None:
    """Let something happen when the next walk has read its first folder, and goes on to the second."""
    scandir, listed = os.scandir, 0

    def watched(place: Any) -> Any:
        nonlocal listed
        listed += 1
        if listed == 2:
            act()
        return scandir(place)

    monkeypatch.setattr(os, "scandir", watched)


def write(vault: Vault, path: str) -> None:
    vault.apply(vault.preview(path, "x", "overwrite"), turn=path)


def move_away(vault: Vault, path: str, target: str) -> None:
    note = vault.read(path)
    vault.apply_all(Proposal("move", path, (), target, note.sha256), turn="move")


def write_and_undo(vault: Vault) -> None:
    write(vault, "a/New")
    vault.undo_last_turn()


def hear_of_another(vault: Vault) -> None:
    make(vault.root, "a/New.md")
    vault.changed_outside(["a/New.md"])


@pytest.mark.parametrize("walk", ["scan", "first scan", "look again"])
@pytest.mark.parametrize(
    "act",
    [
        lambda vault: write(vault, "New"),
        lambda vault: write(vault, "a/New"),
        lambda vault: write(vault, "fresh/folder/New"),
        lambda vault: move_away(vault, "Home.md", "c/Home.md"),
        lambda vault: move_away(vault, "a/One.md", "c/One.md"),
        write_and_undo,
        hear_of_another,
    ],
)
def test_what_is_written_during_a_walk_is_known_after_it(
    vault: Vault, walk: str, act: Callable[[Vault], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert vault.journal.id  # made now, as it is no part of the walk
    if walk == "first scan":
        vault = Vault(vault.root, data_dir=vault.data_dir)
    once_in_the_walk(monkeypatch, lambda: act(vault))
    if walk == "look again":
        vault.names.look_again(["a", "c"])
    else:
        vault.names.scan()
    monkeypatch.undo()
    assert ([*vault.names.paths], [*vault.names.folders]) == scanned(vault)
    assert vault.names._walks == []
    vault.close()


def test_folder_that_goes_with_its_last_file_during_a_walk_is_not_known_after_it(
    vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(vault, "x/y/New")
    once_in_the_walk(monkeypatch, vault.undo_last_turn)
    vault.names.scan()
    monkeypatch.undo()
    assert "x" not in vault.names.folders
    assert ([*vault.names.paths], [*vault.names.folders]) == scanned(vault)
    vault.close()


@settings(max_examples=100)
@given(
    st.sets(st.text("ab/", min_size=1, max_size=6)),
    st.sets(st.text("ab/", min_size=1, max_size=6)),
    st.sets(st.text("ab/", min_size=1, max_size=6)),
)
def test_changed_table_equals_a_new_one(before: set[str], made: set[str], gone: set[str]) -> None:
    gone -= made
    table = NameTable(sorted(before)).with_changes(made, gone)
    new = NameTable(sorted((before | made) - gone))
    assert [*table.paths] == [*new.paths]
    for path in before | made | gone:
        assert [*table.ending_with(path)] == [*new.ending_with(path)]


@pytest.mark.parametrize("call", [*(["open"] if HAS_HANDLES else []), "scandir"])
def test_disk_that_fails_for_a_moment_hides_nothing(
    vault: Vault, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    """A move would leave links as they are in notes that were not found."""
    real = getattr(os, call)
    left = 0

    def fails_once(*args: Any, **kwargs: Any) -> Any:
        nonlocal left
        left -= 1
        if left == -1:
            raise OSError(errno.EIO, "Input/output error")
        return real(*args, **kwargs)

    monkeypatch.setattr(os, call, fails_once)
    for number in range(100):
        left = number
        vault.names.scan()
        assert sorted(vault.names.paths) == sorted(FILES), f"call {number}"
        if left >= 0:  # none failed
            break
    assert 3 < number < 99
