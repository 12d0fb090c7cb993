"""Obsidian's settings: whatever is damaged or unknown has Obsidian's default."""

import json
from pathlib import Path
from typing import Any

import pytest

from axon_desktop.vault.obsidian.config import AppSettings, read_app_settings


def _write(root: Path, data: bytes) -> None:
    (root / ".obsidian").mkdir()
    (root / ".obsidian/app.json").write_bytes(data)


def test_every_setting_that_is_followed_is_read(tmp_path: Path) -> None:
    reported: dict[str, Any] = {
        "newLinkFormat": "relative",
        "useMarkdownLinks": True,
        "alwaysUpdateLinks": True,
        "trashOption": "local",
        "attachmentFolderPath": "./files",
        "newFileLocation": "folder",
        "newFileFolderPath": "Inbox/",
        "userIgnoreFilters": ["Old/", "/\\.tmp\\.md$/"],
        "promptDelete": False,
        "showLineNumber": True,
    }
    _write(tmp_path, b"\xef\xbb\xbf" + json.dumps(reported).encode())
    settings = read_app_settings(tmp_path)
    assert settings == AppSettings(
        "relative", True, True, "local", "./files", "folder", "Inbox", ("Old/", "/\\.tmp\\.md$/"), False
    )
    assert settings.ignores("Old/a.md")
    assert settings.ignores("b/a.tmp.md")
    assert not settings.ignores("New/Old/a.md")


@pytest.mark.parametrize(
    "data",
    [
        b"", b"{", b"[]", b"null", b"\xff\xfe", b"[" * 5000, b'{"newLinkFormat": "longest", "trashOption": 3}',
        b'{"useMarkdownLinks": "yes", "attachmentFolderPath": null, "userIgnoreFilters": "x"}',
        b'{"userIgnoreFilters": [3, null, ""], "newLinkFormat": ["shortest"], "newFileLocation": {}}',
    ],
)  # fmt: skip
def test_damage_means_the_default(tmp_path: Path, data: bytes) -> None:
    _write(tmp_path, data)
    assert read_app_settings(tmp_path) == AppSettings()


def test_a_vault_without_obsidian_has_the_defaults(tmp_path: Path) -> None:
    assert read_app_settings(tmp_path) == AppSettings()
    assert [*tmp_path.iterdir()] == []


def test_a_broken_filter_ignores_nothing() -> None:
    assert not AppSettings(ignore_filters=("/(/",)).ignores("a.md")
