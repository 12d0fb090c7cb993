"""Moving a file: no link breaks, none is led astray, no other byte changes; checked by a second resolver."""

import json
import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from axon_desktop.errors import InvalidPathError, NoteNotFoundError
from axon_desktop.vault import Vault
from axon_desktop.vault.links.note_parser import find_links
from axon_desktop.vault.moves.link_rewrite import count_links, propose_move
from tests.vault.plain_links import graph, read_vault

FORMS: dict[str, str] = {
    "wikilink": "a [[{name}]] b",
    "alias": "[[{name}|shown text]]",
    "path": "[[{path}]]",
    "suffix": "[[{path}.md]]",
    "lower": "[[{lower}|Mixed Case]]",
    "table": "| a | b |\n|---|---|\n| [[{name}\\|x]] | [[{name}#Plan\\|y]] |",
    "heading": "[[{name}#Plan]] and [[{name}#Plan#Deep|z]]",
    "block": "[[{name}#^b1]]",
    "embed": "![[{name}]] ![[{name}#Plan]] ![[{name}|300]]",
    "markdown": "[text]({encoded}.md)",
    "title": '[text]({encoded}.md#Plan "a title")',
    "angle": "[text](<{name}.md> 'title')",
    "encoded": "![text]({percent}.md)",
    "definition": "[ref]: {encoded}.md 'title'\n\nsee [ref]",
    "definition_angle": "[ref]: <{name}.md>",
    "property": 'x\n---\nup: "[[{name}]]"\n---',
    "quote": "> [!note] [[{name}]]\n> - [[{name}|in a list]]",
    "list": "- a\n  - [[{name}]]\n\n    more [[{name}#Plan]]",
    "footnote": "text[^1]\n\n[^1]: see [[{name}]]",
    "two": "[[{name}]] [[{name}]]",
}
PROPERTIES = (
    '---\nup: "[[{name}|x]]"\nrelated:\n  - "[[{name}#Plan]]"\n  - \'[[{quoted}]]\'\n  - [[{name}]]\n'
    'link: "[t]({encoded}.md)"\ntags: [a]\n---\ntext\n'
)
DECOYS = (
    "`[[{name}]]` ``[t]({encoded}.md)``\n\n```\n[[{name}]]\n```\n\n    [[{name}]]\n\n%% [[{name}]] %%\n\n"
    "<!-- [[{name}]] -->\n\n- x\n  ```\n  [[{name}]]\n  ```\n\n\\[[{name}]] [web](https://example.org/{encoded}.md)\n"
)


def fill(template: str, name: str, folder: str) -> str:
    from urllib.parse import quote

    return (
        template.replace("{name}", name)
        .replace("{path}", f"{folder}/{name}")
        .replace("{lower}", name.lower())
        .replace("{encoded}", name.replace(" ", "%20"))
        .replace("{percent}", quote(name))
        .replace("{quoted}", name.replace("'", "''"))
    )


def make(root: Path, files: dict[str, str | bytes]) -> None:
    for path, content in files.items():
        place = root / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content if isinstance(content, bytes) else content.encode())
        os.utime(place, (time.time() - 60,) * 2)


def set_format(root: Path, link_format: str) -> None:
    (root / ".obsidian").mkdir(exist_ok=True)
    (root / ".obsidian/app.json").write_text(json.dumps({"newLinkFormat": link_format}))


def canvas(name: str, folder: str) -> str:
    nodes = [
        {"id": "1", "type": "file", "file": f"{folder}/{name}.md", "subpath": "#Plan", "x": 0},
        {"id": "2", "type": "text", "text": f'see [[{name}]]\n"quoted" [t]({name.replace(" ", "%20")}.md)'},
        {"id": "3", "type": "link", "url": f"https://example.org/{name}"},
    ]
    return json.dumps({"nodes": nodes, "edges": [{"id": "e", "label": f"[[{name}]]"}]}, indent="\t")


@pytest.fixture
def open_vault(tmp_path: Path) -> Callable[[dict[str, str | bytes]], Vault]:
    def make_vault(files: dict[str, str | bytes]) -> Vault:
        root = tmp_path / "vault"
        root.mkdir()
        make(root, files)
        return Vault(root, data_dir=tmp_path / "data")

    return make_vault


def crowd(name: str, folder: str) -> dict[str, str | bytes]:
    """Return a vault with well over 100 links of every form to one note."""
    files: dict[str, str | bytes] = {f"{folder}/{name}.md": f"# Plan\n[[Other]] [[#Plan]] [[{name}#Plan]] ^b1\n"}
    forms = [*FORMS.items()]
    for number in range(100):
        kind, template = forms[number % len(forms)]
        place = ("", "Daily/", f"{folder}/", "Deep/er/")[number % 4]
        end = "\r\n" if number % 3 == 0 else "\n"
        text = fill(template, name, folder) + "\n"
        text = text.replace("\n", end)
        files[f"{place}{kind} {number}.md"] = ("\ufeff" if number % 7 == 0 else "") + text
    files["Properties.md"] = fill(PROPERTIES, name, folder)
    files["Board.canvas"] = canvas(name, folder)
    files["Decoys.md"] = fill(DECOYS, name, folder)
    files["Other.md"] = "nothing"
    files["Latin.md"] = b"caf\xe9 without links"
    files["Latin links.md"] = b"caf\xe9 [[" + name.encode() + b"]]"
    return files


@pytest.mark.parametrize("link_format", ["shortest", "relative", "absolute"])
@pytest.mark.parametrize(
    ("name", "target"),
    [
        ("Project Plan", "Archive/New Name.md"),
        ("It's 计划", "Archive/It's new (计划 2).md"),
        ("Same", "Else/where/Same.md"),
        ("Up", "Up.md"),
    ],
)
def test_a_moved_note_leaves_no_link_of_any_form_unresolved(
    open_vault: Callable[[dict[str, str | bytes]], Vault], link_format: str, name: str, target: str
) -> None:
    path = f"Work/{name}.md"
    vault = open_vault(crowd(name, "Work"))
    set_format(vault.root, link_format)
    before = read_vault(vault.root)
    old = graph(before)
    assert sum(path in link for links in old.values() for link in links) > 100
    proposal = propose_move(vault, path, target)
    vault.apply_all(proposal, turn="t")
    after = read_vault(vault.root)
    new = graph(after)
    assert path not in after
    assert {*after} == {target if kept == path else kept for kept in before}
    for source, links in old.items():
        moved = target if source == path else source
        for was, now in zip(links, new[moved], strict=True):
            if source == "Decoys.md":
                continue
            if was:
                expected = target if was[0] == path else was[0]
                assert now == [expected], (source, was, now)
    assert after["Decoys.md"] == before["Decoys.md"]
    assert after["Latin.md"] == before["Latin.md"]
    assert {change.mode for change in proposal.changes} <= {"links"}
    vault.undo_turn("t")
    assert read_vault(vault.root) == before
    vault.close()


def test_only_the_path_of_a_link_changes(open_vault: Callable[[dict[str, str | bytes]], Vault]) -> None:
    text = (
        "\ufeff---\r\nup: '[[Old|x]]' # [[Old]]\r\n---\r\n[[ Old |  a ]]\r\n![[Old#^b|200]]\t[[Old.md#H]]\r\n"
        '[t]( <Old.md> "ti" ) [u](./Old.md#H) [v](%4Fld.md)\n[[Older]] Old\n'
    )
    vault = open_vault({"Old.md": "x", "Older.md": "x", "a.md": text})
    proposal = propose_move(vault, "Old.md", "New it.md")
    (change,) = proposal.changes
    assert change.after.decode() == (
        "\ufeff---\r\nup: '[[New it|x]]' # [[Old]]\r\n---\r\n[[ New it |  a ]]\r\n![[New it#^b|200]]\t"
        '[[New it.md#H]]\r\n[t]( <New it.md> "ti" ) [u](./New%20it.md#H) [v](New%20it.md)\n[[Older]] Old\n'
    )
    assert count_links(change) == 7
    assert proposal.sha256
    assert (proposal.action, proposal.path, proposal.target) == ("move", "Old.md", "New it.md")


def test_a_link_that_still_means_the_note_stays(open_vault: Callable[[dict[str, str | bytes]], Vault]) -> None:
    vault = open_vault({"A/Note.md": "x", "b.md": "[[Note]] [[A/Note]]"})
    (change,) = propose_move(vault, "A/Note.md", "B/Note.md").changes
    assert change.after == b"[[Note]] [[Note]]"


def test_a_name_that_is_taken_elsewhere_is_written_with_its_path(
    open_vault: Callable[[dict[str, str | bytes]], Vault],
) -> None:
    vault = open_vault({"A/Old.md": "x", "C/Note.md": "x", "b.md": "[[Old]]"})
    (change,) = propose_move(vault, "A/Old.md", "B/Note.md").changes
    assert change.after == b"[[B/Note]]"


def test_a_link_that_the_new_name_would_catch_keeps_its_note(
    open_vault: Callable[[dict[str, str | bytes]], Vault],
) -> None:
    vault = open_vault({"A/Old.md": "x", "C/D/Note.md": "x", "b.md": "[[Note]] ![[note#H|t]] [t](Note.md)"})
    (change,) = propose_move(vault, "A/Old.md", "Note.md").changes
    assert change.after == b"[[C/D/Note]] ![[C/D/Note#H|t]] [t](C/D/Note.md)"


def test_the_links_of_the_moved_note_go_with_it(open_vault: Callable[[dict[str, str | bytes]], Vault]) -> None:
    text = "[[../Up]] ![](img.png) [[B]] [[#Own]] [[Gone]] [w](https://x.org/B.md)"
    vault = open_vault({"A/N.md": text, "Up.md": "x", "A/img.png": "x", "A/B.md": "x", "C/B.md": "x"})
    set_format(vault.root, "relative")
    (change,) = propose_move(vault, "A/N.md", "X/Y/N.md").changes
    assert change.after.decode() == (
        "[[../../Up]] ![](../../A/img.png) [[../../A/B]] [[#Own]] [[Gone]] [w](https://x.org/B.md)"
    )


def test_an_attachment_moves_with_its_embeds(open_vault: Callable[[dict[str, str | bytes]], Vault]) -> None:
    vault = open_vault({"img.png": b"\x89PNG", "a.md": "![[img.png|100]] ![x|50](img.png)", "A/img.jpg": "x"})
    (change,) = propose_move(vault, "img.png", "Files/my pic.png").changes
    assert change.after == b"![[my pic.png|100]] ![x|50](my%20pic.png)"


def test_a_name_can_change_its_case(open_vault: Callable[[dict[str, str | bytes]], Vault]) -> None:
    vault = open_vault({"note.md": "x", "a.md": "[[note]]"})
    assert propose_move(vault, "note.md", "Note.md").changes == ()


@pytest.mark.parametrize(
    ("path", "target", "error"),
    [
        ("a.md", "b.md", InvalidPathError),
        ("a.md", "a.md", InvalidPathError),
        ("a.md", "B.md", InvalidPathError),
        ("a.md", "x|y.md", InvalidPathError),
        ("a.md", "../a.md", InvalidPathError),
        ("a.md", ".obsidian/a.md", InvalidPathError),
        ("a.md", "C#.md", InvalidPathError),
        ("a.md", "b.md/c.md", InvalidPathError),
        ("no.md", "c.md", NoteNotFoundError),
    ],
)
def test_a_move_that_cannot_be_is_refused(
    open_vault: Callable[[dict[str, str | bytes]], Vault], path: str, target: str, error: type[Exception]
) -> None:
    vault = open_vault({"a.md": "x", "b.md": "[[a]]"})
    before = read_vault(vault.root)
    with pytest.raises(error):
        propose_move(vault, path, target)
    assert read_vault(vault.root) == before


_NAMES = st.sampled_from(["A", "b", "Note", "note 2", "计划", "e\u0301", "it's", "x.y", "N(1)"])
_FOLDERS = st.sampled_from(["", "F/", "F/G/", "g/", "计/"])
_PATHS = st.builds(lambda folder, name: f"{folder}{name}.md", _FOLDERS, _NAMES)
_WAYS = st.sampled_from(
    [
        "[[{stem}]]", "[[{stem}|t]]", "[[{full}#H]]", "[[{dotted}]]", "![[{file}]]", "[t]({url})", "[t](<{file}>)",
        "[t]({dotted_url} \"t\")", "- [[{file}#^b]]", "> [[{stem}]]",
    ]
)  # fmt: skip


def _link(way: str, source: str, target: str) -> str:
    from posixpath import dirname, relpath
    from urllib.parse import quote

    near = relpath(target, dirname(source) or ".")
    dotted = near if near.startswith("../") else "./" + near
    file = target.rsplit("/", 1)[-1]
    return way.format(
        stem=file.removesuffix(".md"),
        full=target.removesuffix(".md"),
        dotted=dotted.removesuffix(".md"),
        file=file,
        url=quote(target, safe="/"),
        dotted_url=quote(dotted, safe="/"),
    )


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    paths=st.lists(_PATHS, min_size=2, max_size=8, unique_by=str.casefold),
    links=st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7), _WAYS), max_size=25),
    target=_PATHS,
    link_format=st.sampled_from(["shortest", "relative", "absolute"]),
)
def test_every_link_means_after_a_move_what_it_meant_before(
    tmp_path_factory: pytest.TempPathFactory,
    paths: list[str],
    links: list[tuple[int, int, str]],
    target: str,
    link_format: str,
) -> None:
    texts = dict.fromkeys(paths, "start\n")
    for at, to, way in links:
        path = paths[at % len(paths)]
        texts[path] += "\n" + _link(way, path, paths[to % len(paths)]) + "\n"
    if any(target.casefold() == path.casefold() for path in paths):
        return
    root = tmp_path_factory.mktemp("random")
    make(root, dict(texts))
    set_format(root, link_format)
    vault = Vault(root, data_dir=root / ".data")
    path = paths[0]
    proposal = propose_move(vault, path, target)
    after: dict[str, bytes] = {**{kept: text.encode() for kept, text in texts.items()}}
    after |= {change.path: change.after for change in proposal.changes}
    after[target] = after.pop(path)
    old, new = graph({kept: text.encode() for kept, text in texts.items()}), graph(after)
    for source, meant in old.items():
        for was, now in zip(meant, new[target if source == path else source], strict=True):
            if was:
                assert now, (source, was, proposal)
                assert now[0] == (target if was[0] == path else was[0]), (source, was, now, proposal)


MOVES: list[tuple[str, str, str]] = json.loads(
    (Path(__file__).parents[2] / "data/moves.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize(("link_format", "text", "expected"), MOVES)
def test_what_is_relative_in_a_moved_note_leads_where_it_led(
    open_vault: Callable[[dict[str, str | bytes]], Vault], link_format: str, text: str, expected: str
) -> None:
    files = ("A/pic.png", "A/sub/s.png", "A/sub/my s.md", "A/B.md", "C/B.md", "Up.md")
    vault = open_vault({"A/N.md": text, **dict.fromkeys(files, "x")})
    set_format(vault.root, link_format)
    before = read_vault(vault.root)
    vault.apply_all(propose_move(vault, "A/N.md", "X/Y/N.md"), turn="t")
    assert (vault.root / "X/Y/N.md").read_bytes().decode() == expected
    vault.apply_all(propose_move(vault, "X/Y/N.md", "A/N.md"), turn="back")
    moved_back = (vault.root / "A/N.md").read_bytes().decode()
    assert [link.target.removeprefix("./") for link in find_links("N.md", moved_back)] == [
        link.target.removeprefix("./") for link in find_links("N.md", text)
    ] or link_format == "absolute"
    vault.undo_turn("back")
    vault.undo_turn("t")
    assert read_vault(vault.root) == before


def test_addresses_in_html_follow_what_they_name(open_vault: Callable[[dict[str, str | bytes]], Vault]) -> None:
    hub = '<img src="A/pic.png"> <a href=\'A/it.md\'>it</a> <!-- <img src="A/pic.png"> --> <img src="B/pic.png">\n'
    vault = open_vault({"Hub.md": hub, "A/pic.png": "x", "A/it.md": "<img src=pic.png>", "B/pic.png": "y"})
    vault.apply_all(propose_move(vault, "A/pic.png", "C/a pic.png"), turn="t")
    vault.apply_all(propose_move(vault, "A/it.md", "A/it's.md"), turn="t")
    assert (vault.root / "Hub.md").read_text() == (
        '<img src="C/a%20pic.png"> <a href=\'A/it%27s.md\'>it</a> <!-- <img src="A/pic.png"> -->'
        ' <img src="B/pic.png">\n'
    )
    assert (vault.root / "A/it's.md").read_text() == "<img src=../C/a%20pic.png>"
