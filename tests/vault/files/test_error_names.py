"""Errors of paths and of the system's permissions have the names by which they were specified."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from axon_desktop.errors import (
    InvalidPathError,
    PermissionDeniedError,
    ReadFailedError,
    VaultError,
    WorkspaceBoundaryError,
    WriteFailedError,
)
from axon_desktop.vault import Vault
from axon_desktop.vault.files.folder import Folder
from tests.abilities import CAN_LINK


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "home"))
    root = tmp_path / "vault"
    root.mkdir()
    (root / "Home.md").write_text("home")
    if CAN_LINK:
        (root / "out.md").symlink_to("/etc/hostname")
        (root / "up").symlink_to("..")
    return root


@pytest.mark.parametrize(
    "path",
    [
        *("../x", "a/../../x", "/etc/passwd", "C:/x", "C:\\x", "\\\\server\\x", ".."),
        *(("out.md", "up/x.md") if CAN_LINK else ()),
    ],
)
def test_what_leads_out_of_the_vault_is_its_own_error(root: Path, path: str) -> None:
    with pytest.raises(WorkspaceBoundaryError, match=r"^Invalid path: "):
        Vault(root).read(path)


@pytest.mark.parametrize("path", ["", ".obsidian/app.json", "a\0b", "https://example.org"])
def test_other_bad_paths_stay_in_the_vault(root: Path, path: str) -> None:
    with pytest.raises(InvalidPathError) as caught:
        Vault(root).read(path)
    assert not isinstance(caught.value, WorkspaceBoundaryError)


def test_what_the_system_does_not_allow_is_its_own_error(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    vault = Vault(root)
    (root / "Home.md").chmod(0o444)
    with pytest.raises(PermissionDeniedError, match=r"^Failed to write file: Home\.md is read-only") as refused:
        vault.apply(vault.preview("Home.md", "x", "overwrite"), turn="t")
    assert isinstance(refused.value, WriteFailedError)

    def deny(*_: object) -> int:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Folder, "open_file", deny)
    with pytest.raises(VaultError, match=r"^Failed to read file: Home\.md: permission denied") as denied:
        vault.read("Home.md")
    assert isinstance(denied.value, PermissionDeniedError)
    assert isinstance(denied.value, ReadFailedError)
