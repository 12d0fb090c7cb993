"""A path is the same note however its parts are written; what leads out of the vault is always refused."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from axon_desktop.errors import InvalidPathError, NoteNotFoundError
from axon_desktop.vault import Vault
from axon_desktop.vault.files.path_rules import split_folder, split_path, tidy_path

NAMES = st.text("abc é知", min_size=1, max_size=5).filter(lambda name: name.strip() == name)


@given(
    parts=st.lists(NAMES, min_size=1, max_size=4),
    noise=st.lists(st.sampled_from(["", "."]), max_size=6),
    data=st.data(),
)
def test_parts_that_say_nothing_fall_away(parts: list[str], noise: list[str], data: st.DataObject) -> None:
    written = [*parts]
    for part in noise:
        written.insert(data.draw(st.integers(0, len(written))), part)
    path = "/".join(written)
    if path.startswith("/"):
        path = f".{path}"
    assert tidy_path(path) == "/".join(parts)
    assert split_path(path) == tuple(parts)


@pytest.mark.parametrize("path", ["", "/", ".", "./", "./.", ".//"])
def test_root_of_the_vault(path: str) -> None:
    assert split_folder(path) == ()


@pytest.mark.parametrize("noise", ["{}", "./{}", "{}/.", "a//{}", "{}//a"])
@pytest.mark.parametrize("part", ["..", "...", ".git", ".obsidian", "a/../b", "..\\x", "C:/x", "http://x/y"])
def test_what_leads_out_is_refused_in_each_spelling(noise: str, part: str) -> None:
    path = noise.format(part)
    if part in ("C:/x", "http://x/y") and noise != "{}":
        return  # names with odd characters, somewhere inside
    with pytest.raises(InvalidPathError):
        split_path(path)
    with pytest.raises(InvalidPathError):
        split_folder(path)


def test_file_that_is_called_like_a_link_can_be_read(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    root = tmp_path_factory.mktemp("vault")
    (root / "[[Idea]].md").write_text("odd")
    vault = Vault(root, data_dir=tmp_path_factory.mktemp("data"))
    assert vault.read("[[Idea]]").text == "odd"
    assert vault.locate("[[Idea]]") == "[[Idea]].md"
    with pytest.raises(NoteNotFoundError):
        vault.read("[[Nothing]]")
