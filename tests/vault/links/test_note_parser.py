"""Every form of link is found with its exact place, and nothing in code, comments, math or HTML."""

import json

import pytest

from axon_desktop.vault.links.note_parser import find_links, read_marks


def _found(text: str, path: str = "a.md") -> list[tuple[str, str, str, str]]:
    """Return form, target, place, and what is written in the place of the path."""
    return [
        (link.form, link.target, link.anchor, text[link.start : link.end]) for link in read_marks(path, text).links
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[[A]]", ("wikilink", "A", "", "A")),
        ("x [[ A b | text ]]", ("wikilink", "A b", "", "A b")),
        ("[[A#H#I|t]]", ("wikilink", "A", "H#I", "A")),
        ("![[A#^b]]", ("wikilink", "A", "^b", "A")),
        ("| h |\n|--|\n| [[A\\|t]] |", ("wikilink", "A", "", "A")),
        ("- > - [[A]]", ("wikilink", "A", "", "A")),
        ("# Head [[A]]", ("wikilink", "A", "", "A")),
        ("Head [[A]]\n===", ("wikilink", "A", "", "A")),
        ("[t](A.md)", ("markdown", "A.md", "", "A.md")),
        ("[a `]` [b] c](A.md#H 't')", ("markdown", "A.md", "H", "A.md")),
        ("![](A%20b.png)", ("markdown", "A b.png", "", "A%20b.png")),
        ("[t](<A b.md#H i>)", ("markdown", "A b.md", "H i", "A b.md")),
        ("[t](a_(b).md)", ("markdown", "a_(b).md", "", "a_(b).md")),
        ("[t](a\\_b&amp;c.md)", ("markdown", "a_b&c.md", "", "a\\_b&amp;c.md")),
        ("[t](./C%23.md#x)", ("markdown", "./C#.md", "x", "./C%23.md")),
        ("[r]: A.md 'title'", ("definition", "A.md", "", "A.md")),
        ("> - [r]: <A b.md>", ("definition", "A b.md", "", "A b.md")),
        ("text\n\n[^1]: note [[A]]", ("wikilink", "A", "", "A")),
        ("---\nup: '[[It''s|x]]'\n---\n", ("wikilink", "It's", "", "It''s")),
        ('---\nup: "[[A]]" # [[no]]\n---\n', ("wikilink", "A", "", "A")),
        ('\ufeff---\r\nlist:\r\n  - "[t](A.md)"\r\n---\r\n', ("markdown", "A.md", "", "A.md")),
        ("<div>\n\n[[A]]\n\n</div>", ("wikilink", "A", "", "A")),
        ("a ` [[A]]", ("wikilink", "A", "", "A")),
        ("5 $ and [[A]] 6 $", ("wikilink", "A", "", "A")),
        ("<!-- open [[A]]".replace("<!--", "x <!--"), ("wikilink", "A", "", "A")),
    ],
)
def test_a_link_is_found_where_it_stands(text: str, expected: tuple[str, str, str, str]) -> None:
    assert _found(text) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "`[[A]]`", "`` ` [[A]] ``", "```\n[[A]]\n```", "~~~\n[t](A.md)\n~~~", "    [[A]]", "- x\n\n      [[A]]\n",
        "> ```\n> [[A]]\n> ```", "- ```\n  [[A]]\n  ```", "%% [[A]] %%", "%%\n[[A]]\n\n[[A]]\n%%",
        "x <!-- [[A]] --> y",
        "<!--\n[[A]]\n-->", "<a href='[[A]]'>x</a>", "$[[A]]$", "$$\n[[A]]\n$$", "\\[[A]]", "[t](https://x.org/A.md)",
        "[t](mailto:a@b.c)", "[t]()", "[[]]", "[[ ]]",
        "[t] (A.md)", "[r]: https://x.org", "[^1]: A.md", "[[A\nB]]",
    ],
)  # fmt: skip
def test_what_is_no_link_to_a_file_is_not_found(text: str) -> None:
    assert _found(text) == []


@pytest.mark.parametrize("begun", ["> - <!-- x\n>", "> - <!-- x\n> \n \n", "1. > - <!--\n   >"])
def test_a_text_that_ends_within_a_comment_is_read_to_its_end(begun: str) -> None:
    assert _found(f"[[A]]\n\n{begun}") == [("wikilink", "A", "", "A")]


def test_a_link_holds_no_link() -> None:
    assert _found("[a [b](in.md) c](out.md) ![i [b](in2.md)](out2.png)") == [
        ("markdown", "in.md", "", "in.md"),
        ("markdown", "in2.md", "", "in2.md"),
        ("markdown", "out2.png", "", "out2.png"),
    ]


def test_a_canvas_has_links_of_files_and_of_cards() -> None:
    nodes = [
        {"file": "F/中.md", "subpath": "#H", "type": "file"},
        {"type": "text", "text": 'a "b"\n[[中|x]] `[[no]]`'},
        {"type": "group", "background": "b.png", "label": "[[no]]"},
        {"type": "link", "url": "no.md"},
    ]
    edges = [{"type": "file", "file": "no.md", "label": "[[no]]"}]
    for ascii_only in (True, False):
        text = json.dumps({"edges": edges, "nodes": nodes}, ensure_ascii=ascii_only)
        links = find_links("a.canvas", text)
        assert [(link.form, link.target, link.anchor) for link in links] == [
            ("canvas", "F/中.md", "H"),
            ("wikilink", "中", ""),
            ("canvas", "b.png", ""),
        ]
        written = text
        for link in reversed(links):
            written = written[: link.start] + link.write('N"\\ü') + written[link.end :]
        found = json.loads(written)["nodes"]
        assert (found[0]["file"], found[1]["text"]) == ('N"\\ü', 'a "b"\n[[N"\\ü|x]] `[[no]]`')


@pytest.mark.parametrize("text", ["", "{", "[]", "null", '{"nodes": 3}', '{"nodes": [1, "x", [{"file": "no"}]]}'])
def test_a_damaged_canvas_has_no_links(text: str) -> None:
    assert find_links("a.canvas", text) == []


@pytest.mark.parametrize(
    ("text", "path", "written"),
    [
        ("[[A]]", "N e.md", "[[N e.md]]"),
        ("[t](A.md)", "N (1) #2 100%.md", "[t](N%20%281%29%20%232%20100%25.md)"),
        ("[t](<A.md>)", "N (1) é.md", "[t](<N (1) é.md>)"),
        ("[t](%C3%A9.md)", "ü b/c.md", "[t](%C3%BC%20b/c.md)"),
        ("[t](é.md)", "ü b/c.md", "[t](ü%20b/c.md)"),
        ("---\nup: '[[A]]'\n---", "It's.md", "---\nup: '[[It''s.md]]'\n---"),
        ('---\nup: "[[A]]"\n---', 'a"b.md', '---\nup: "[[a\\"b.md]]"\n---'),
    ],
)
def test_another_path_is_written_in_the_form_of_the_old(text: str, path: str, written: str) -> None:
    (link,) = find_links("a.md", text)
    new = text[: link.start] + link.write(path) + text[link.end :]
    assert new == written
    assert find_links("a.md", new)[0].target == path


def test_tags_and_properties_are_read() -> None:
    marks = read_marks(
        "a.md", "---\ntags: [One, '#two/x']\nrank: 3\n---\n# H #three\n`#no` a#no #One &#35; #4 (#五)\n"
    )
    assert marks.tags == ["One", "two/x", "three", "五"]
    assert [(item.name, item.values) for item in marks.properties] == [
        ("tags", ["One", "#two/x"]),
        ("rank", ["3"]),
    ]


def test_a_tag_may_stand_in_inline_html() -> None:
    text = '<span class="x">#css</span> <kbd>c#d</kbd> 1>#e <https://a.b>#f <!-- #g -->#h <b #i>x</b>\n'
    assert read_marks("a.md", text).tags == ["css", "h"]


def test_lines_are_counted_whatever_ends_them() -> None:
    assert [link.line for link in find_links("a.md", "[[A]]\r\n\r[[B]]\n- x\n- [[C]]")] == [1, 3, 5]


def test_a_long_hostile_text_takes_linear_time() -> None:
    for piece in (
        "[",
        "![",
        "`a",
        "``",
        "[[",
        "](",
        "[a](",
        "<a ",
        "<!--",
        "%% ",
        "$a",
        "\\[",
        "> ",
        "- ",
        "[a]: ",
    ):
        find_links("a.md", piece * 20_000)
