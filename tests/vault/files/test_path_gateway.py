from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from axon_desktop.errors import InvalidPathError, VaultError
from axon_desktop.text.file_names import same_name
from axon_desktop.vault import Vault
from axon_desktop.vault.files.folder import HAS_HANDLES
from axon_desktop.vault.files.path_gateway import PathGateway, normalize_path, split_path
from axon_desktop.vault.files.path_rules import shown

PIECES = [
    *(
        "..",
        ".",
        "",
        "/",
        "\\",
        "a",
        "Home.md",
        "Daily",
        "Out",
        "In",
        ".obsidian",
        ".git",
        "．",
        "‥",
        "%2e%2e",
        "%2f",
    ),
    *("C:", "file:", "\x00", " ", "~", "\u200b", "GIT~1", "con", "secret.md", "outside", "字", "e\u0301", "://"),
]
paths = st.one_of(
    st.lists(st.sampled_from(PIECES), max_size=8).map("".join),
    st.lists(st.sampled_from(PIECES), max_size=8).map("/".join),
    st.text(max_size=30),
)


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Path:
    base = tmp_path_factory.mktemp("gateway")
    for name in ("vault/Home.md", "vault/Daily/a", "vault/.git/config", "outside/secret.md", "outside/a"):
        (base / name).parent.mkdir(parents=True, exist_ok=True)
        (base / name).write_bytes(b"inside" if name.startswith("vault/") and ".git" not in name else b"SECRET")
        os.utime(base / name, (1e9, 1e9))
    (base / "vault/Out").symlink_to("../outside")
    (base / "vault/In").symlink_to("Daily")
    (base / "vault/secret.md").symlink_to(base / "outside/secret.md")
    return base


@settings(max_examples=500, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(path=paths, handles=st.sampled_from((HAS_HANDLES, False)))
def test_no_path_ever_reads_outside_the_vault(world: Path, path: str, handles: bool) -> None:
    gateway = PathGateway(world / "vault", handles=handles)
    try:
        parts = split_path(path)
        assert not any(part.startswith(".") or part == "" for part in parts)
        data, _ = gateway.read(parts)
    except VaultError as error:
        said = str(error)
    else:
        assert data == b"inside"
        said = ""
    assert "\n" not in said
    said.encode("utf-8")
    try:
        entries = list(gateway.list_folder(path))
    except VaultError:
        return
    links = ["In", "Out", "secret.md"]  # where there are any
    assert [entry.name for entry in entries if entry.name not in links] in (["a"], ["Daily", "Home.md"])


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(path=paths)
def test_no_path_ever_writes_outside_the_vault(world: Path, path: str) -> None:
    vault = Vault(world / "vault", data_dir=world / "data")
    try:
        change = vault.apply(vault.preview(path, "new text", "overwrite"), turn="t")
    except VaultError:
        return
    finally:
        assert sorted(os.listdir(world)) in (["data", "outside", "vault"], ["outside", "vault"])
        assert sorted(os.listdir(world / "outside")) == ["a", "secret.md"]
        assert (world / "outside/secret.md").read_bytes() == b"SECRET"
        assert os.listdir(world / "vault/.git") == ["config"]
        assert [name for name in os.listdir(world / "vault") if name.startswith(".")] == [".git"]
    assert (world / "vault" / change.path).read_bytes() == b"new text"
    vault.undo_change(change.id)
    vault.close()


@settings(max_examples=200)
@given(st.text())
def test_normalize_adds_md_exactly_where_it_is_missing(path: str) -> None:
    normalized = normalize_path(path)
    assert normalized == (path if path.endswith(".md") else path + ".md")
    assert normalize_path(normalized) == normalized


@settings(max_examples=300)
@given(st.text() | st.lists(st.sampled_from(["", ".", "a", "b c", "知"]), max_size=6).map("/".join))
@example("0/")
@example("./Home//.")
def test_split_path_raises_only_invalid_path_and_loses_nothing(path: str) -> None:
    try:
        parts = split_path(path)
    except InvalidPathError:
        return
    assert list(parts) == [part for part in path.split("/") if part not in ("", ".")]


@settings(max_examples=200)
@given(st.text())
def test_same_name_and_shown_are_stable(name: str) -> None:
    assert same_name(same_name(name)) == same_name(name)
    assert same_name(name.upper().lower()) == same_name(name.upper())
    assert "\n" not in shown(name)
    shown(name).encode("utf-8")


@pytest.mark.parametrize(
    "path",
    [
        *(
            "Home",
            "Home.md",
            "日记/今天.md",
            "メモ/한글",
            "a b/c-d_e",
            "...",
            "Été/ñandú",
            "👨‍👩‍👧 family",
            "50% done.md",
        ),
        *(
            "……开头.md",
            "100%2F day.md",
            "v1.2.3",
            "a.b/c.d",
            "Émile & Co (draft) [1].md",
            "ＡＢＣ全角.md",
            "~backup",
        ),
    ],
)
def test_ordinary_names_of_all_scripts_pass(tmp_path: Path, path: str) -> None:
    if path == "...":
        with pytest.raises(InvalidPathError):
            split_path(path)
        return
    vault = Vault(tmp_path, data_dir=tmp_path.parent / f"{tmp_path.name}-data")
    vault.apply(vault.preview(path, "text", "overwrite"), turn="t")
    assert vault.read(path).text == "text"
    vault.close()
