"""The agent seed's properties of the searching tools, and of every file operation at the vault's boundary."""

import json
import os
import re
import shlex
import unicodedata
from collections.abc import Callable, Iterator
from fnmatch import fnmatch
from pathlib import Path
from shutil import rmtree
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from axon_desktop.errors import InvalidPathError, ToolExecutionError
from axon_desktop.tools import ToolCall
from axon_desktop.tools.shell.command_rules import judge
from axon_desktop.tools.shell.run_command import HAS_COMMANDS
from axon_desktop.vault.search.found import Query
from axon_desktop.vault.search.regex_worker import search as search_regex
from tests.abilities import CAN_LINK
from tests.tools.desk import Desk

MANY = settings(max_examples=100, deadline=None)
_LETTERS = "abAB ß.é中文项目İ*(["
_LINES = st.lists(st.text(_LETTERS, max_size=12), max_size=5).map("\n".join)
_LONG = st.builds(lambda fill, text: fill * 150 + text + fill * 150, st.sampled_from(["x", "ß ", "中"]), _LINES)
_PATTERNS = st.text(_LETTERS.replace(" ", "").replace(".", ""), min_size=1, max_size=3) | st.sampled_from(
    ["中文项目", "项目文", "aB", "é", "İ"]
)
ATTACKS = [
    entry["path"]
    for entry in json.loads((Path(__file__).parents[1] / "data" / "path_attacks.json").read_text())
    if entry.get("write") == "refused" and entry["category"] == "parent"
]


def _fold(text: str) -> str:
    bare = "".join(letter for letter in unicodedata.normalize("NFKD", text) if not unicodedata.combining(letter))
    return bare.casefold()


@MANY
@given(
    texts=st.lists(_LINES | _LINES | _LONG, max_size=4),
    pattern=_PATTERNS,
    decompose=st.booleans(),
    copies=st.sampled_from([0, 0, 0, 25]),
    tag=st.sampled_from(["", "", "held", "nobody"]),
)
@example(texts=["中文", "a\n文项\nb"], pattern="中文项目", decompose=False, copies=0, tag="")
@example(texts=["ab\nb\na b", "b"], pattern="b", decompose=True, copies=25, tag="nobody")
@example(texts=["", ""], pattern="é", decompose=False, copies=0, tag="")
def test_every_line_that_a_search_returns_holds_the_pattern(
    shared_desk: Desk, texts: list[str], pattern: str, decompose: bool, copies: int, tag: str
) -> None:
    """Feature: vscode-agent, Property 8: Search results contain the pattern

    Validates: Requirements 4.3
    """
    folder = shared_desk.new_folder()
    (shared_desk.root / folder).mkdir()
    texts = texts + [f"{pattern} of many"] * copies
    notes = {f"{folder}/{number}.md": text + "\n\n#held" * (number % 2) for number, text in enumerate(texts)}
    for path, text in notes.items():
        written = unicodedata.normalize("NFD", text) if decompose else text
        shared_desk.put(path, written.encode())
    shared_desk.put(f"{folder} 2/beside.md", f"{pattern}\n\n#held".encode())
    shared_desk.vault.names.scan()
    holding = {
        path for path, text in notes.items() if any(_fold(pattern) in _fold(line) for line in text.split("\n"))
    }
    if tag:
        holding &= {path for number, path in enumerate(notes) if number % 2 and tag == "held"}
    query = {"query": pattern, "folder": folder, "limit": 200} | ({"tag": tag} if tag else {})
    data = shared_desk.data("search_notes", **query)
    assert holding or data.startswith("No note matches")
    hits = re.findall(r"^(.*\.md):\d+: (.*)$", data, re.MULTILINE)
    assert {path for path, _ in hits} == holding
    assert all(_fold(pattern) in _fold(snippet) for _, snippet in hits)

    regex = re.compile(re.escape(pattern), re.IGNORECASE)  # read by another process: here is what that does
    result = search_regex(shared_desk.root, Query(regex.pattern, folder=folder, regex=True, limit=200))
    wanted = {path for path in notes if regex.search((shared_desk.root / path).read_text())}
    assert {note["path"] for note in result["notes"]} == wanted
    assert all(note["excerpts"] for note in result["notes"])
    assert all(regex.search(excerpt["text"]) for note in result["notes"] for excerpt in note["excerpts"])
    for used in (folder, f"{folder} 2"):
        rmtree(shared_desk.root / used)


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
    max_size=4,
)
_GLOBS = st.lists(st.sampled_from(["*", "?", "a", "b", "[ab]", "[!a]", ".md", "é", "中"]), min_size=1, max_size=4)


@MANY
@given(
    files=_FILES,
    pattern=_GLOBS.map("".join),
    part=st.text("abcé中-", min_size=1, max_size=2)
    | st.sampled_from(["wz", "q", "中 a", "b A", "wzwz.md", ".PNG"]),
    choices=st.lists(st.sampled_from(["a*", "*.md", "?", "中*", "wz"]), min_size=2, max_size=2),
)
def test_every_path_that_is_found_matches_the_pattern(
    shared_desk: Desk, files: list[str], pattern: str, part: str, choices: list[str]
) -> None:
    """Feature: vscode-agent, Property 9: File search returns matching paths

    Validates: Requirements 4.4
    """
    folder = shared_desk.new_folder().removeprefix("example ")
    made = set()
    for file in files:
        place = shared_desk.root / folder / file
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            place.touch()
        except (NotADirectoryError, FileExistsError, IsADirectoryError):
            continue
        made.add(f"{folder}/{file}")
        shared_desk.put(f"{folder} 2/{file}", b"beside")
    shared_desk.vault.names.scan()

    def find(pattern: str) -> list[str]:
        return shared_desk.data("find_notes", pattern=pattern, folder=folder).split("\n")

    def check(pattern: str, expected: set[str]) -> None:
        if expected:
            assert sorted(find(pattern)) == sorted(expected)
        else:
            assert [line.startswith(f"No path matches {pattern}.") for line in find(pattern)] == [True]

    def match(*patterns: str) -> set[str]:
        names = {path: _fold(path.rsplit("/", 1)[-1]) for path in made}
        return {path for path, name in names.items() if any(fnmatch(name, _fold(each)) for each in patterns)}

    if any(mark in pattern for mark in "*?["):
        check(pattern, match(pattern))
        check(f"**/{pattern}", match(pattern))
    if any(mark in pattern for mark in "*?[") and "**" not in pattern:
        check(f"{folder}/{pattern}", {path for path in match(pattern) if path.count("/") == 1})
    check(f"{{{','.join(choices)}}}", match(*choices))
    held = {path for path in made if all(word in _fold(path) for word in _fold(part).split())}
    if held or not {*_fold(part)} & {*_fold("".join(files))}:
        check(part, held)
    else:  # names that are like it, under a heading that says so
        heading, *near = find(part)
        assert heading.startswith((f"No path holds {part}.", f"No path matches {part}."))
        assert {*near} <= made
        assert all({*_fold(path.rsplit("/", 1)[-1])} & {*_fold(part)} for path in near)
    for used in (folder, f"{folder} 2"):
        rmtree(shared_desk.root / used)


@pytest.fixture(scope="module")
def guarded_desk(make_desk: Callable[[], Desk]) -> Iterator[Desk]:
    """A vault with a note and a protected folder, beside a folder of secrets that a link in the vault leads to."""
    desk = make_desk()
    outside = desk.root.parent / "outside"
    for place in (outside / "secret.md", desk.root / ".obsidian/app.md", desk.root / "Home.md"):
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text("secret" if "Home" not in place.name else "# Home\n")
    beside = desk.root.parent / f"{desk.root.name} 2"  # begins like the vault's own folder
    beside.mkdir()
    (beside / "secret.md").write_text("secret")
    (desk.root / "Notes").mkdir()
    (desk.root / "Beside").symlink_to(beside)
    (desk.root / "Notes/Way up").symlink_to(f"../../{beside.name}")
    (desk.root / "Chain").symlink_to("Notes/Way up")
    (desk.root / "Way out").symlink_to(outside)
    (desk.root / "Link.md").symlink_to(outside / "secret.md")
    yield desk
    desk.close()


_BY_LINK = [
    "Way out/secret.md",
    "Link.md",
    "Link",
    "Beside/",
    "Beside/secret.md",
    "Beside/secret",
    "Beside/new/Note",
    "Notes/Way up/secret.md",
    "Notes/../Beside/secret.md",
    "Chain/secret",
    "Chain/",
    "Way out/",
    "Way out/new",
]
_OUTSIDE = st.sampled_from(
    [
        "../outside/secret.md",
        "../outside",
        "../vault 2/secret.md",
        "/etc/passwd",
        "C:\\x",
        *(_BY_LINK if CAN_LINK else ()),
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
    # A command is judged by the same boundary before it is run.
    root, target = (os.path.realpath(place) for place in (guarded_desk.root, guarded_desk.root / path))
    inside = f"{target}/".startswith(f"{root}/")
    commands = (["cat", path], ["grep", f"--file={path}", "x"], f"cat {shlex.quote(path)}", [f"{path}/x"])
    for command in commands if HAS_COMMANDS else ():
        try:
            judge(command, shell=False, root=guarded_desk.root)
        except (InvalidPathError, ToolExecutionError):
            continue
        assert inside, command
    assert {place: place.read_bytes() for place in guarded_desk.root.parent.rglob("*.md")} == before
