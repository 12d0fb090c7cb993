"""Files that a sync service keeps elsewhere: shown, never read as empty, never written, fetched on request."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from axon_desktop.errors import NotDownloadedError, VaultError
from axon_desktop.vault import Vault
from axon_desktop.vault.files import placeholders
from axon_desktop.vault.files.bulk_read import read_files
from axon_desktop.vault.files.folder import HAS_HANDLES, Folder, is_link
from axon_desktop.vault.files.path_gateway import PathGateway
from axon_desktop.vault.history.changes import ChangePreview

CASES = json.loads((Path(__file__).parents[2] / "data/placeholders.json").read_text(encoding="utf-8"))


def hollow(path: Path, size: int = 5000) -> None:
    """Make a file with a size and no blocks, whose bytes read as NUL."""
    with path.open("wb") as file:
        file.truncate(size)
    if getattr(path.stat(), "st_blocks", 1):
        pytest.skip("this disk gives blocks to holes")
    os.utime(path, (1e9, 1e9))


@pytest.fixture
def vault(tmp_path: Path) -> Iterator[Vault]:
    root = tmp_path / "vault"
    root.mkdir()
    (root / "Here.md").write_text("[[Away]] [[Stub]]\n")
    os.utime(root / "Here.md", (1e9, 1e9))
    vault = Vault(root, data_dir=tmp_path / "data")
    yield vault
    vault.close()


@pytest.fixture(params=[*(["hollow"] if hasattr(os.stat_result, "st_blocks") else []), "stub", "marked"])
def away(request: pytest.FixtureRequest, vault: Vault, monkeypatch: pytest.MonkeyPatch) -> str:
    """A note that is not here, in each of the three ways."""
    file = vault.root / "Away.md"
    match request.param:
        case "hollow":
            hollow(file)
        case "stub":
            (vault.root / ".Away.md.icloud").write_bytes(b"bplist00")
        case _:
            file.write_text("text\n")
            os.utime(file, (1e9, 1e9))
            marked = file.stat().st_ino
            monkeypatch.setattr(placeholders, "is_marked", lambda info: info.st_ino == marked)
    return "Away.md"


@pytest.mark.parametrize("case", CASES, ids=[case["why"] for case in CASES])
def test_what_the_system_marks(case: dict[str, Any], vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    real = Folder.stat

    def marked(folder: Folder, name: str) -> Any:
        info = real(folder, name)
        if info is None or name != "Here.md":
            return info
        facts = {field: getattr(info, field) for field in dir(info) if field.startswith("st_")}
        marks = {"st_file_attributes": "attributes", "st_reparse_tag": "tag", "st_flags": "flags"}
        return SimpleNamespace(**facts | {field: int(case[name], 16) for field, name in marks.items()})

    monkeypatch.setattr(Folder, "stat", marked)
    with Folder.root(str(vault.root), handles=HAS_HANDLES) as folder:
        assert is_link(folder.stat("Here.md")) == (case["it is"] == "link")  # type: ignore[arg-type]
    assert [entry.is_here for entry in vault.list_folder("")] == [case["it is"] != "away"]
    if case["it is"] == "here":
        assert vault.read("Here").text.startswith("[[Away]]")
        return
    with pytest.raises(VaultError) as error:
        vault.read("Here")
    assert isinstance(error.value, NotDownloadedError) == (case["it is"] == "away")


@pytest.mark.parametrize(
    ("stub", "name"),
    [
        (".Home.md.icloud", "Home.md"),
        (".a.icloud.icloud", "a.icloud"),
        (".icloud", ""),
        ("Home.icloud", ""),
        (".Home.md", ""),
    ],
)
def test_names_of_stubs(stub: str, name: str) -> None:
    assert placeholders.name_of_stub(stub) == name
    assert not name or placeholders.stub_of(name) == stub


def test_it_is_listed_and_known_and_never_read_as_text(vault: Vault, away: str) -> None:
    assert {entry.path: entry.is_here for entry in vault.list_folder("")} == {away: False, "Here.md": True}
    vault.names.scan()
    assert [*vault.names.paths] == [away, "Here.md"]
    vault.names.look_again([away])
    assert [*vault.names.paths] == [away, "Here.md"]
    assert vault.resolve("Away") == away
    for read in (
        lambda: vault.read("Away"),
        lambda: vault.read_exactly([away]),
        lambda: vault.read_attachment(away, 1 << 20),
    ):
        with pytest.raises(NotDownloadedError, match=r"^Failed to read file: Away\.md is not downloaded"):
            read()
    unread: list[str] = []
    assert [path for path, _ in read_files(PathGateway(vault.root), [away, "Here.md"], unread=unread)] == [
        "Here.md"
    ]
    assert unread == [away]


def test_it_is_never_written_moved_or_thrown_away(vault: Vault, away: str) -> None:
    before = {name: (vault.root / name).read_bytes() for name in os.listdir(vault.root)}
    for write in (
        lambda: vault.preview("Away", "new", "overwrite"),
        lambda: vault.preview("Away", "new", "append"),
        lambda: vault.propose_trash("Away"),
        lambda: vault.apply(ChangePreview(away, None, b"new", "overwrite"), turn="t"),
        lambda: vault.apply(ChangePreview(away, bytes(5000), b"new", "overwrite"), turn="t"),
        lambda: vault.apply(ChangePreview(away, b"text\n", b"new", "overwrite"), turn="t"),
    ):
        with pytest.raises(VaultError):
            write()
    assert {name: (vault.root / name).read_bytes() for name in os.listdir(vault.root)} == before


def test_it_is_fetched_by_reading_it_when_that_was_asked_for(vault: Vault, away: str) -> None:
    if not placeholders.is_marked((vault.root / "Here.md").stat()) and not (vault.root / away).exists():
        with pytest.raises(NotDownloadedError):  # nobody here knows how
            vault.fetch(away)
    elif getattr((vault.root / away).stat(), "st_blocks", 1) == 0:
        with pytest.raises(NotDownloadedError):
            vault.fetch(away)
        (vault.root / away).write_text("it came")
        vault.fetch(away)
        assert vault.read(away).text == "it came"
    else:
        vault.fetch(away)


def test_no_blocks_alone_prove_nothing(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(placeholders, "may_be_empty_shell", lambda info: info.st_size > 0)
    assert vault.read("Here").text.startswith("[[Away]]")
    assert [entry.is_here for entry in vault.list_folder("")] == [True]


def test_an_error_of_a_file_without_blocks_is_its_absence(vault: Vault, monkeypatch: pytest.MonkeyPatch) -> None:
    hollow(vault.root / "Away.md")
    real = os.read

    def fail(fd: int, size: int) -> bytes:
        if getattr(os.fstat(fd), "st_blocks", 1) == 0 and os.fstat(fd).st_size:
            raise OSError(5, "Input/output error")
        return real(fd, size)

    monkeypatch.setattr(os, "read", fail)
    with pytest.raises(NotDownloadedError):
        vault.read("Away")
    assert [entry.is_here for entry in vault.list_folder("")] == [False, True]
    with Folder.root(str(vault.root), handles=True) as folder, pytest.raises(placeholders.PlaceholderError):
        folder.fetch("Away.md")
