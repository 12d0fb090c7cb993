"""The seed's properties of the note tools, on a real vault."""

import json
import os
import unicodedata

from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from axon_desktop.vault.files.path_rules import normalize_path
from tests.tools.desk import KNOWN, Desk

MANY = settings(max_examples=100, deadline=None)
_RESERVED = {"con", "prn", "aux", "nul", "conin$", "conout$", "com1", "lpt1"}


def _is_name(name: str) -> bool:
    return (
        name == unicodedata.normalize("NFC", name)
        and name.strip(" .") == name
        and name.lower().split(".")[0] not in _RESERVED
    )


NAMES = st.text("abcXYZ019 -_.,()'&+=[]äéñßЖя中文笔记日本語한국🎉", min_size=1, max_size=12).filter(_is_name)
NOTE_NAMES = NAMES.filter(lambda name: not name.endswith(".md"))
PATHS = st.lists(NOTE_NAMES, min_size=1, max_size=3).map("/".join)
_PIECES = [
    "a", " ", "中", "🎉", "\r\n", "\n", "\r", "\t", "\x00", "\x0b", "\x85", "\u2028", "\ufeff", "e\u0301",
    "`", "#", "\\", "---\n",
]  # fmt: skip
_TRICKY = st.lists(st.sampled_from(_PIECES), max_size=8).map("".join)
_LONG = st.builds(lambda text, times: text * times, _TRICKY, st.sampled_from([100, 5_000]))
CONTENT = _TRICKY | _TRICKY | _LONG | st.text(st.characters(exclude_categories=["Cs"]), max_size=100)


@MANY
@given(path=PATHS, content=CONTENT, by_tool=st.booleans(), suffix=st.sampled_from(["", ".md"]))
@example(path="long", content="\ufeffline\r\n" * 5_000, by_tool=False, suffix="")
def test_a_note_is_read_as_it_was_created(
    shared_desk: Desk, path: str, content: str, by_tool: bool, suffix: str
) -> None:
    """Feature: axon-mcp, Property 1: Read note round-trip

    Validates: Requirements 1.1
    """
    folder = shared_desk.new_folder()
    for near in (f"{folder}/{path} 2", f"{folder}/{path}x", f"{folder} 2/{path}"):
        shared_desk.put(f"{near}.md", b"another note")
    if by_tool:
        assert shared_desk.call("create_note", path=f"{folder}/{path}", content=content).success
    else:
        shared_desk.put(f"{folder}/{path}.md", content.encode())
    result = shared_desk.call("read_note", path=f"{folder}/{path}{suffix}")
    assert (result.success, result.data, result.error) == (True, content, None)


_NEAR_SUFFIXES = st.sampled_from(
    ["", ".MD", ".Md", "md", ".md ", ".md.", ".mdx", ".markdown", ".canvas", ".md.bak"]
)


@MANY
@given(
    path=st.builds(str.__add__, st.text(max_size=20) | PATHS, _NEAR_SUFFIXES),
    name=st.builds(str.__add__, NOTE_NAMES, _NEAR_SUFFIXES),
)
@example(path="Note.MD", name="Note.MD")
@example(path="Note.md ", name="Note.md ")
def test_a_path_without_suffix_gets_one(shared_desk: Desk, path: str, name: str) -> None:
    """Feature: axon-mcp, Property 2: Path normalization adds .md extension

    Validates: Requirements 1.2
    """
    assume(not path.endswith(".md") and not name.endswith(".md"))
    assume(os.name != "nt" or name.strip(" .") == name)
    assert normalize_path(path) == path + ".md"
    assert normalize_path(path + ".md") == path + ".md"
    folder = shared_desk.new_folder()
    shared_desk.put(f"{folder}/{name}", b"no note")
    created = shared_desk.call("create_note", path=f"{folder}/{name}", content="x")
    if name != name.strip():  # no link could name it
        assert "a space" in (created.error or "")
        return
    assert created.success
    files = {item.name: item.read_bytes() for item in (shared_desk.root / folder).iterdir()}
    assert files == {name: b"no note", f"{name}.md": b"x"}
    assert shared_desk.call("read_note", path=f"{folder}/{name}").data == "x"


_FOLDERS = sorted({"/".join(path.split("/")[:depth]) for path in KNOWN for depth in range(1, path.count("/") + 1)})


@st.composite
def _missing_notes(draw: st.DrawFn) -> str:
    """Draw the path of another note than those there are: any, or one that differs in what tells notes apart."""
    known = draw(st.sampled_from(KNOWN))
    at = draw(st.integers(0, len(known) - 1))
    kind = draw(st.sampled_from(["any", "digit", "slip", "word", "character", "less", "folder", "inside"]))
    if kind == "any":
        return draw(PATHS)
    if kind == "digit":
        digits = [place for place, sign in enumerate(known) if sign.isdigit()]
        assume(digits)
        at = draw(st.sampled_from(digits))
        return known[:at] + draw(st.sampled_from("0123456789")) + known[at + 1 :]
    if kind == "slip":  # of a key, at what is no letter: the result is another name all the same
        places = [place for place, sign in enumerate(known) if sign.isdigit() or sign > "\u3000"]
        assume(places)
        at = draw(st.sampled_from(places))
        after = known[at + 1 : at + 2]
        return draw(
            st.sampled_from(
                [
                    known[:at] + known[at + 1 :],
                    known[:at] + known[at] + known[at:],
                    known[:at] + after + known[at] + known[at + 2 :],
                ]
            )
        )
    if kind == "word":
        return known + draw(st.sampled_from([" 2", " old", "-2027", " 二", " and more words", " (copy)"]))
    if kind == "character":  # of a script in which each is a word, or a letter in place of another
        return known[:at] + draw(st.sampled_from("甲乙XQ7")) + known[at + 1 :]
    if kind == "less":
        return known[: min(at, len(known) - 2)]
    return f"{known}/{draw(NOTE_NAMES)}" if kind == "inside" else f"{draw(NOTE_NAMES)}/{known.split('/')[-1]}"


@MANY
@given(path=_missing_notes(), suffix=st.sampled_from(["", ".md"]))
@example(path="Bills/No 2026121", suffix="")
def test_a_missing_note_is_not_found(full_desk: Desk, path: str, suffix: str) -> None:
    """Feature: axon-mcp, Property 3: Non-existent file returns error

    Validates: Requirements 1.4
    """
    named = {known.rsplit("/", 1)[-1].casefold() for known in KNOWN} | {known.casefold() for known in KNOWN}
    assume(path and path.casefold() not in named and "//" not in path and path.strip(" ./") == path)
    result = full_desk.call("read_note", path=path + suffix)
    assert not result.success
    assert result.data is None
    error, _, suggested = (result.error or "").partition(" (did you mean: ")
    assert error == f"File not found: {path}{suffix}"
    assert suggested == "" or {*suggested.removesuffix("?)").split(", ")} <= {f"{known}.md" for known in KNOWN}


@MANY
@given(path=PATHS, content=CONTENT.filter(bool), mode=st.sampled_from(["overwrite", "append", None]))
@example(path="long", content="\ufeffline\r\n" * 9_000, mode=None)
def test_a_created_note_holds_exactly_its_content(
    shared_desk: Desk, path: str, content: str, mode: str | None
) -> None:
    """Feature: axon-mcp, Property 4: Create note round-trip

    Validates: Requirements 2.1
    """
    path = f"{shared_desk.new_folder()}/{path}"
    result = shared_desk.call("create_note", path=path, content=content, **({"mode": mode} if mode else {}))
    written = (shared_desk.root / f"{path}.md").read_bytes()
    assert written == content.encode()
    assert result.success
    assert result.data == f"Created {path}.md ({len(written)} bytes)."
    assert result.change_id is not None
    assert shared_desk.call("read_note", path=path).data == content


@MANY
@given(
    name=NOTE_NAMES,
    old=CONTENT,
    new=CONTENT,
    mode=st.sampled_from(["overwrite", "append", None]),
    was_read=st.booleans(),
)
@example(name="a", old="no line end", new="x", mode="append", was_read=True)
def test_overwrite_replaces_and_append_adds(
    shared_desk: Desk, name: str, old: str, new: str, mode: str | None, was_read: bool
) -> None:
    """Feature: axon-mcp, Property 5: Write mode behavior

    Validates: Requirements 2.2, 2.3
    """
    path = f"{shared_desk.new_folder()}/{name}"
    shared_desk.put(f"{path}.md", old.encode())
    if was_read:
        assert shared_desk.call("read_note", path=path).data == old
    result = shared_desk.call("create_note", path=path, content=new, **({"mode": mode} if mode else {}))
    assert result.success
    written = (shared_desk.root / f"{path}.md").read_bytes()
    assert written == (old + new if mode == "append" else new).encode()
    assert [place.name for place in (shared_desk.root / path).parent.iterdir()] == [f"{name}.md"]


@MANY
@given(
    folders=st.lists(NAMES, min_size=1, max_size=5),
    there=st.integers(0, 5),
    name=NOTE_NAMES,
    mode=st.sampled_from(["overwrite", "append"]),
)
def test_missing_folders_are_created(
    shared_desk: Desk, folders: list[str], there: int, name: str, mode: str
) -> None:
    """Feature: axon-mcp, Property 6: Nested folder auto-creation

    Validates: Requirements 2.4
    """
    place = shared_desk.root / shared_desk.new_folder()
    path = "/".join([place.name, *folders, name])
    for near in (f"{folders[0]} 2", f"{folders[0]}x"):
        (place / near).mkdir(parents=True)
    place.joinpath(*folders[: min(there, len(folders) - 1)]).mkdir(parents=True, exist_ok=True)
    assert shared_desk.call("create_note", path=path, content="x", mode=mode).success
    for folder in folders:
        place /= folder
        assert place.is_dir()
    assert [item.name for item in place.iterdir()] == [f"{name}.md"]
    assert (place / f"{name}.md").read_text() == "x"


@MANY
@given(
    parts=st.lists(NAMES, min_size=1, max_size=3),
    character=st.sampled_from('<>:"|?*'),
    at=st.integers(0, 40),
    suffix=st.sampled_from(["", ".md"]),
    mode=st.sampled_from(["overwrite", "append", None]),
)
def test_an_invalid_path_is_refused(
    shared_desk: Desk, parts: list[str], character: str, at: int, suffix: str, mode: str | None
) -> None:
    """Feature: axon-mcp, Property 7: Invalid path returns error

    Validates: Requirements 2.5
    """
    path = "/".join(parts)
    at %= len(path) + 1
    path = path[:at] + character + path[at:] + suffix
    folder = shared_desk.new_folder()
    place = shared_desk.root / folder
    place.mkdir()
    given = {"mode": mode} if mode else {}
    result = shared_desk.call("create_note", path=f"{folder}/{path}", content="x", **given)
    assert not result.success
    assert result.error is not None
    assert result.error.startswith("Invalid path: ")
    assert character in result.error
    assert [*place.iterdir()] == []


_KINDS = st.sampled_from(["file", "folder", "empty folder"])
_SUFFIXES = ["", "", ".md", ".canvas", ".png", ".txt", ".v2"]
_ITEMS = st.builds(
    lambda few, many: few | {f"item {number:03}{_SUFFIXES[number % 7]}": kind for number, kind in enumerate(many)},
    st.lists(
        st.tuples(
            st.builds(
                lambda name, suffix: unicodedata.normalize("NFC", name.casefold()) + suffix,
                NAMES,
                st.sampled_from(_SUFFIXES),
            ),
            _KINDS,
        ),
        max_size=6,
    ).map(dict),
    st.builds(
        lambda kinds, count: [kinds[number % len(kinds)] for number in range(count)],
        st.lists(st.sampled_from(["file", "empty folder"]), min_size=1, max_size=3),
        st.sampled_from([*[0] * 12, 12, 40, 120]),
    ),
)
"""What is in a folder: nothing, a few things with odd names, or many more."""


def _fill(desk: Desk, items: dict[str, str]) -> str:
    """Make a folder with these items, beside others, and return its path."""
    folder = f"{desk.new_folder()}/inner"
    place = desk.root / folder
    place.mkdir(parents=True)
    (place.parent / "inner 2").mkdir()
    desk.put(f"{folder[:-6]}/beside.md", b"x")
    for name, kind in items.items():
        if kind == "file":
            (place / name).touch()
            continue
        (place / name).mkdir()
        if kind == "folder":
            (place / name / "below").mkdir()
            (place / name / "below.md").touch()
    return folder


@MANY
@given(items=_ITEMS, slash=st.sampled_from(["", "/"]))
@example(items={f"item {number}": "file" for number in range(500)}, slash="")
def test_a_list_holds_every_item(shared_desk: Desk, items: dict[str, str], slash: str) -> None:
    """Feature: axon-mcp, Property 8: List folder returns all contents

    Validates: Requirements 3.1
    """
    folder = _fill(shared_desk, items)
    shape = json.loads(shared_desk.data("list_folder", path=folder + slash))
    assert shape["path"] == folder
    assert sorted(item["name"] for item in shape["items"]) == sorted(items)
    if not items:
        root = json.loads(shared_desk.data("list_folder", path=slash))
        assert sorted(item["name"] for item in root["items"]) == sorted(os.listdir(shared_desk.root))


@st.composite
def _missing_folders(draw: st.DrawFn) -> str:
    """Draw the path of a folder that there is not: any, one like those there are, or a note's."""
    known = draw(st.sampled_from(_FOLDERS))
    at = draw(st.integers(1, len(known)))
    match draw(st.sampled_from(["any", "longer", "shorter", "inside", "letter", "note"])):
        case "any":
            return draw(PATHS)
        case "longer":
            return known[:at] + draw(st.sampled_from("xX2中 ")) + known[at:]
        case "shorter":
            return known[: at - 1] + known[at:]
        case "inside":
            return f"{known}/{draw(NOTE_NAMES)}"
        case "letter":
            return known[: at - 1] + "q" + known[at:]
        case _:
            return draw(st.sampled_from(KNOWN)) + draw(st.sampled_from(["", ".md"]))


@MANY
@given(path=_missing_folders(), slash=st.sampled_from(["", "/"]))
def test_a_missing_folder_is_not_found(full_desk: Desk, path: str, slash: str) -> None:
    """Feature: axon-mcp, Property 9: Non-existent folder returns error

    Validates: Requirements 3.3
    """
    assume(path.strip(" ./") and path.strip("/") == path and not (full_desk.root / path).is_dir())
    if os.name == "nt":  # what such a name finds there is known by another one, which is an error of its own
        assume(all(part == part.rstrip(" .") for part in path.split("/")))
    result = full_desk.call("list_folder", path=path + slash)
    assert not result.success
    assert result.data is None
    assert result.error is not None
    assert result.error.startswith(f"Folder not found: {path}")


@MANY
@given(items=_ITEMS)
@example(items={"empty": "empty folder", "full.md": "folder", "no suffix": "file"})
@example(items={f"item {number}": "file" if number % 3 else "empty folder" for number in range(500)})
def test_a_list_says_what_is_file_and_what_folder(shared_desk: Desk, items: dict[str, str]) -> None:
    """Feature: axon-mcp, Property 10: List folder includes type indicators

    Validates: Requirements 3.4
    """
    folder = _fill(shared_desk, items)
    shape = json.loads(shared_desk.data("list_folder", path=folder))
    listed = [(item["name"], item["type"]) for item in shape["items"]]
    assert sorted(listed) == sorted((name, kind.removeprefix("empty ")) for name, kind in items.items())
