"""What a walk finds lies in the vault: folders swapped for links meanwhile lead it nowhere."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import Any

import pytest

from axon_desktop.errors import NoteNotFoundError
from axon_desktop.index.build.file_scan import Scope
from axon_desktop.vault import Vault
from axon_desktop.vault.files.folder import HAS_HANDLES
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.files.walk_tree import walk_folders

if not HAS_HANDLES:
    pytest.skip("without folder handles a path is looked at part by part", allow_module_level=True)

LINKS = {"out": "../../outside", "hidden": "../.obsidian", "inside": "../Other"}
"""From a folder of the vault."""


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    for folder in ("outside", "vault/.obsidian", "vault/Other"):
        (tmp_path / folder / "inner").mkdir(parents=True)
        for name in ("secrets.md", "inner/secret.md"):
            (tmp_path / folder / name).write_text("secret", "utf-8")
    (tmp_path / "vault/Area/Door/inner").mkdir(parents=True)
    (tmp_path / "vault/Area/Door/own.md").write_text("own", "utf-8")
    return Vault(tmp_path / "vault", data_dir=tmp_path / "data")


def swap(root: Path, link: str) -> None:
    """Put a link in the place of a folder."""
    (root / "Area/Door").rename(root.parent / "away")
    (root / "Area/Door").symlink_to(LINKS[link], target_is_directory=True)


def when_listed(monkeypatch: pytest.MonkeyPatch, name: str, act: Callable[[], object]) -> None:
    """Let something happen once a walk has seen a name, before it goes on."""
    scandir, done = os.scandir, False

    def watched(place: Any) -> AbstractContextManager[Any]:
        nonlocal done
        with scandir(place) as entries:
            found = [*entries]
        if not done and any(entry.name == name for entry in found):
            done = True
            act()
        return nullcontext(iter(found))

    monkeypatch.setattr(os, "scandir", watched)


def indexed(vault: Vault) -> list[str]:
    return [path for path, _ in Scope(vault.root, PathGateway(vault.root)).walk()]


def names_of_all(vault: Vault) -> list[str]:
    vault.names.scan()
    return [*vault.names.paths, *vault.names.folders]


def names_below(vault: Vault) -> list[str]:
    vault.names.look_again(["Area"])
    return [*vault.names.paths, *vault.names.folders]


@pytest.mark.parametrize("link", LINKS)
@pytest.mark.parametrize("walk", [names_of_all, names_below, indexed])
@pytest.mark.parametrize("seen", ["Door", "own.md"])
def test_a_folder_swapped_during_a_walk_leads_it_nowhere(
    vault: Vault, walk: Callable[[Vault], list[str]], link: str, seen: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault.names.scan()
    when_listed(monkeypatch, seen, lambda: swap(vault.root, link))
    found = walk(vault)
    monkeypatch.undo()
    assert (vault.root / "Area/Door").is_symlink()
    assert not [path for path in found if path.startswith("Area/") and "secret" in path]


@pytest.mark.parametrize("link", LINKS)
@pytest.mark.parametrize("named", ["", "/inner", "/secrets.md", "/inner/secret.md"])
def test_what_lies_behind_a_link_is_not_known_when_others_name_it(vault: Vault, link: str, named: str) -> None:
    swap(vault.root, link)
    vault.names.scan()
    known = [*vault.names.paths, *vault.names.folders]
    vault.changed_outside([f"Area/Door{named}"])
    assert [*vault.names.paths, *vault.names.folders] == known


@pytest.mark.parametrize("link", ["out", "hidden"])
def test_a_name_from_behind_a_link_is_not_suggested(
    vault: Vault, link: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    when_listed(monkeypatch, "Door", lambda: swap(vault.root, link))
    with pytest.raises(NoteNotFoundError) as refused:
        vault.propose_trash("Area/secret")
    assert "Area/Door" not in str(refused.value)


def test_folders_far_below_each_other_are_all_found_with_few_held_open(tmp_path: Path) -> None:
    deep, held = tmp_path.joinpath("v", *"d" * 160), []
    deep.mkdir(parents=True)
    (deep / "Note.md").write_text("x", "utf-8")
    before = len(os.listdir("/dev/fd"))
    found = []
    for listing in walk_folders(PathGateway(tmp_path / "v")):
        held.append(len(os.listdir("/dev/fd")) - before)
        found += [listing.prefix + entry.name for entry in listing.files]
    assert found == ["d/" * 160 + "Note.md"]
    assert len(held) == 161
    assert max(held) < 60
    assert len(os.listdir("/dev/fd")) == before
