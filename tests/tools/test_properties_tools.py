"""The agent seed's properties of the searching tools, and of every file operation at the vault's boundary."""

import json
import unicodedata
from collections.abc import Callable, Iterator
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from axon_desktop.errors import InvalidPathError, ToolExecutionError
from axon_desktop.tools import ToolCall
from axon_desktop.tools.shell.command_rules import judge
from tests.tools.desk import Desk

MANY = settings(max_examples=100, deadline=None)
_LETTERS = "abAB ß.é中文项目İ*(["
_LINES = st.lists(st.text(_LETTERS, max_size=12), max_size=5).map("\n".join)
_LONG = st.builds(lambda fill, text: fill * 150 + text + fill * 150, st.sampled_from(["x", "ß ", "中"]), _LINES)
_PATTERNS = st.text(_LETTERS.replace(" ", "").replace(".", ""), min_size=1, max_size=3)
ATTACKS = [
    entry["path"]
    for entry in json.loads((Path(__file__).parents[1] / "data" / "path_attacks.json").read_text())
    if entry.get("write") == "refused" and entry["category"] == "parent"
]


def _fold(text: str) -> str:
    bare = "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))
    return bare.casefold()


@MANY
@given(texts=st.lists(_LINES | _LONG, min_size=1, max_size=4), pattern=_PATTERNS, decompose=st.booleans())
def test_every_line_that_a_search_returns_holds_the_pattern(
    shared_desk: Desk, texts: list[str], pattern: str, decompose: bool
) -> None:
    """Feature: vscode-agent, Property 8: Search results contain the pattern

    Validates: Requirements 4.3
    """
    folder = shared_desk.new_folder()
    (shared_desk.root / folder).mkdir()
    for number, text in enumerate(texts):
        written = unicodedata.normalize("NFD", text) if decompose else text
        (shared_desk.root / folder / f"{number}.md").write_bytes(written.encode())
    shared_desk.vault.names.scan()
    data = shared_desk.data("search_notes", query=pattern, folder=folder)
    holding = {
        f"{folder}/{number}.md"
        for number, text in enumerate(texts)
        if any(_fold(pattern) in _fold(line) for line in text.split("\n"))
    }
    lines = data.splitlines()[1:] if holding else []
    assert holding or data.startswith("No note matches")
    found = [line.split(": ", 1) for line in lines]
    assert {place.rpartition(":")[0] for place, _ in found} == holding
    assert all(_fold(pattern) in _fold(snippet) for _, snippet in found)


_PATH_PARTS = st.text("abcé中 .-", min_size=1, max_size=4).filter(
    lambda part: part == part.strip(" .") and not part.startswith(".")
)
_FILES = st.lists(
    st.builds(
        lambda folders, name, suffix: "/".join([*folders, name + suffix]),
        st.lists(_PATH_PARTS, max_size=2),
        _PATH_PARTS,
        st.sampled_from([".md", ".png", ".canvas"]),
    ),
    min_size=1,
    max_size=6,
)
_GLOBS = st.lists(st.sampled_from(["*", "?", "a", "b", "[ab]", "[!a]", ".md", "é", "中"]), min_size=1, max_size=4)


@MANY
@given(files=_FILES, pattern=_GLOBS.map("".join), part=st.text("abcé中-", min_size=1, max_size=2))
def test_every_path_that_is_found_matches_the_pattern(
    shared_desk: Desk, files: list[str], pattern: str, part: str
) -> None:
    """Feature: vscode-agent, Property 9: File search returns matching paths

    Validates: Requirements 4.4
    """
    folder = shared_desk.new_folder()
    made = set()
    for file in files:
        place = shared_desk.root / folder / file
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.write_text("x")
        except (NotADirectoryError, FileExistsError, IsADirectoryError):
            continue
        made.add(f"{folder}/{file}")
    shared_desk.vault.names.scan()

    def find(pattern: str) -> set[str]:
        data = shared_desk.data("find_notes", pattern=pattern, folder=folder)
        return set() if data.startswith("No path") else {*data.split("\n")}

    if any(mark in pattern for mark in "*?["):
        expected = {path for path in made if fnmatch(_fold(path.rsplit("/", 1)[-1]), _fold(pattern))}
        assert find(pattern) == expected
        assert find(f"**/{pattern}") == expected
    held = {path for path in made if part in path}
    found = find(part)
    assert found == held or not held
    assert all(part in path for path in found)


@pytest.fixture(scope="module")
def guarded_desk(make_desk: Callable[[], Desk]) -> Iterator[Desk]:
    """A vault with a note and a protected folder, beside a folder of secrets that a link in the vault leads to."""
    desk = make_desk()
    outside = desk.root.parent / "outside"
    for place in (outside / "secret.md", desk.root / ".obsidian/app.md", desk.root / "Home.md"):
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text("secret" if "Home" not in place.name else "# Home\n")
    (desk.root / "Way out").symlink_to(outside)
    (desk.root / "Link.md").symlink_to(outside / "secret.md")
    yield desk
    desk.close()


_OUTSIDE = st.sampled_from(
    [
        "../outside/secret.md",
        "../outside",
        "Way out/secret.md",
        "Link.md",
        "Link",
        "/etc/passwd",
        "C:\\x",
    ]
) | st.builds(
    lambda ups, tail: "/".join(["a"] * (ups - 1) + [".."] * ups) + tail,
    st.integers(1, 5),
    st.sampled_from(["/outside/secret.md", "/outside/secret", "", "/x"]),
)
_OUTSIDE |= st.sampled_from(ATTACKS)
_CALLS: dict[str, Callable[[str], dict[str, Any]]] = {
    "read_note": lambda path: {"path": path},
    "create_note": lambda path: {"path": path, "content": "changed"},
    "list_folder": lambda path: {"path": path},
    "edit_note": lambda path: {"path": path, "edits": [{"old": "secret", "new": "changed"}]},
    "search_notes": lambda path: {"query": "secret", "folder": path},
    "find_notes": lambda path: {"pattern": "secret", "folder": path},
    "note_links": lambda path: {"path": path},
    "move_note": lambda path: {"path": path, "to": "Stolen"},
    "move_note to": lambda path: {"path": "Home", "to": path},
    "trash_note": lambda path: {"path": path},
}


@MANY
@given(path=_OUTSIDE)
def test_no_file_operation_reaches_outside_the_vault(guarded_desk: Desk, path: str) -> None:
    """Feature: vscode-agent, Property 11: Workspace boundary enforcement

    Validates: Requirements 5.5
    """
    before = {place: place.read_bytes() for place in guarded_desk.root.parent.rglob("*.md")}
    for kind, params in _CALLS.items():
        result = guarded_desk.run(ToolCall(kind.split()[0], params(path)))
        assert not result.success, kind
        assert result.data is None
        assert (result.error or "").startswith(("Invalid path: ", "File not found: ", "Folder not found: ")), kind
    try:  # a command is judged by the same boundary before it is run
        judge(["cat", path], shell=False, root=guarded_desk.root)
    except (InvalidPathError, ToolExecutionError):
        pass
    else:
        assert (guarded_desk.root / path).resolve().is_relative_to(guarded_desk.root.resolve())
    assert {place: place.read_bytes() for place in guarded_desk.root.parent.rglob("*.md")} == before
