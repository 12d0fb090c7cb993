from __future__ import annotations

import json
from pathlib import Path

import pytest

from axon_desktop.vault.obsidian.known_vaults import config_folders, read_known_vaults, same_folder


def write_list(folder: Path, vaults: object) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "obsidian.json").write_text(json.dumps({"vaults": vaults}), encoding="utf-8")
    return folder


def test_each_system_has_its_places() -> None:
    home = Path("/home/u")
    assert config_folders({"APPDATA": "/roaming"}, home, "win32") == [Path("/roaming/obsidian")]
    assert config_folders({}, home, "darwin") == [home / "Library/Application Support/obsidian"]
    linux = config_folders({}, home, "linux")
    assert linux[0] == home / ".config/obsidian"
    assert home / ".var/app/md.obsidian.Obsidian/config/obsidian" in linux
    assert home / "snap/obsidian/current/.config/obsidian" in linux
    assert config_folders({"XDG_CONFIG_HOME": "/conf"}, home, "linux")[0] == Path("/conf/obsidian")
    assert config_folders({"XDG_CONFIG_HOME": "not/absolute"}, home, "linux")[0] == home / ".config/obsidian"


def test_the_newest_vault_comes_first_and_missing_ones_are_marked(tmp_path: Path) -> None:
    (tmp_path / "Notes").mkdir()
    vaults = {
        "a1": {"path": str(tmp_path / "Gone"), "ts": 1_700_000_000_000},
        "b2": {"path": str(tmp_path / "Notes"), "ts": 1_800_000_000_000, "open": True},
        "c3": {"path": str(tmp_path / "Never")},
    }
    found = read_known_vaults([write_list(tmp_path / "config", vaults)])
    assert [(vault.id, vault.name, vault.is_there) for vault in found] == [
        ("b2", "Notes", True),
        ("a1", "Gone", False),
        ("c3", "Never", False),
    ]


def test_one_vault_of_two_installations_is_listed_once(tmp_path: Path) -> None:
    plain = write_list(tmp_path / "plain", {"a1": {"path": str(tmp_path / "V"), "ts": 5}})
    flatpak = write_list(tmp_path / "flatpak", {"b2": {"path": f"{tmp_path}/V/", "ts": 9}})
    assert [vault.id for vault in read_known_vaults([plain, flatpak, tmp_path / "none"])] == ["b2"]


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"{",
        b"[]",
        b'{"vaults": []}',
        b'{"vaults": {"a": 1, "b": null, "c": {"path": 5}, "d": {"path": "relative"}}}',
        b'{"vaults": {"e": {"path": "/a\\u0000b"}}}',
        b'{"vaults": {"a": {"path": "/' + b"x" * 9000 + b'"}}}',
        b"[" * 100_000,
        b"\xff\xfe",
        b'{"vaults": {' + b" " * (5 << 20),
    ],
)
def test_a_damaged_or_huge_list_offers_nothing(tmp_path: Path, text: bytes) -> None:
    (tmp_path / "obsidian.json").write_bytes(text)
    assert read_known_vaults([tmp_path]) == []


def test_odd_times_do_not_matter(tmp_path: Path) -> None:
    times: list[object] = [None, "x", -1, 1 << 80, True, 1.5]
    vaults = {str(number): {"path": str(tmp_path / f"v{number}"), "ts": time} for number, time in enumerate(times)}
    assert {vault.opened for vault in read_known_vaults([write_list(tmp_path, vaults)])} == {0}


def test_a_folder_is_the_same_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").symlink_to(tmp_path / "a")
    assert same_folder(tmp_path / "a", tmp_path / "b")
    assert not same_folder(tmp_path / "a", tmp_path)
