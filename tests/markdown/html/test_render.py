"""Rendered HTML says what Obsidian would show, in forms that QTextDocument draws."""

import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from axon_desktop.markdown.html.render import Renderer, Words
from axon_desktop.markdown.scan.blocks import Block, scan_blocks
from axon_desktop.markdown.scan.definitions import collect_definitions
from axon_desktop.theme.colors import DARK, LIGHT, Colors

NOTES = sorted((Path(__file__).parents[2] / "data" / "markdown").glob("*.md"))
KNOWN = {
    "Home": "Home.md",
    "Design log": "Notes/Design log.md",
    "Notes/Design log.md": "Notes/Design log.md",
    "知识图谱": "知识图谱.md",
    "pic.png": "img/pic 1.png",
    "img/pic 1.png": "img/pic 1.png",
}


def scan(source: str) -> list[Block]:
    return [block for block in scan_blocks(source) if block is not None]


def render(source: str, colors: Colors = LIGHT) -> str:
    blocks = scan(source)
    definitions = collect_definitions(blocks)
    return Renderer(colors, KNOWN.get).render([*blocks, *definitions.note_blocks()], definitions)


def text_of(html: str) -> str:
    return re.sub(r"<[^>]+>", "", html).replace("&nbsp;", " ")


SNIPPETS = {
    "[[Home]]": '<p><a href="axon-note:Home.md">Home</a></p>',
    "[[Home|the house]]": '<p><a href="axon-note:Home.md">the house</a></p>',
    "[[Design log#Part one]]": (
        '<p><a href="axon-note:Notes/Design%20log.md#Part%20one">Design log &gt; Part one</a></p>'
    ),
    "[[Home#^block1]]": '<p><a href="axon-note:Home.md#%5Eblock1">Home &gt; ^block1</a></p>',
    "[[#Here]]": '<p><a href="#Here">Here</a></p>',
    "[[Not there]]": '<p><a class="new" href="axon-new:Not%20there">Not there</a></p>',
    "[[知识图谱]]": '<p><a href="axon-note:%E7%9F%A5%E8%AF%86%E5%9B%BE%E8%B0%B1.md">知识图谱</a></p>',
    "![[Home]]": '<p><a href="axon-note:Home.md">Home</a></p>',
    "![[pic.png]]": '<p><img src="axon-img:img/pic%201.png" alt=""></p>',
    "![[pic.png|200]]": '<p><img src="axon-img:img/pic%201.png" alt="200" width="200"></p>',
    "![[pic.png|200x100]]": '<p><img src="axon-img:img/pic%201.png" alt="200x100" width="200" height="100"></p>',
    "![a cat|50](img/pic%201.png)": '<p><img src="axon-img:img/pic%201.png" alt="a cat" width="50"></p>',
    "![gone](gone.png)": '<p><span class="muted">▧ gone</span></p>',
    "![cat](https://host.example/x.png)": ('<p><a href="https://host.example/x.png">▧ cat (host.example)</a></p>'),
    "[log](Notes/Design%20log.md#A%20b)": '<p><a href="axon-note:Notes/Design%20log.md#A%20b">log</a></p>',
    "[new](Gone%20note.md)": '<p><a class="new" href="axon-new:Gone%20note.md">new</a></p>',
    "[here](#Part%20two)": '<p><a href="#Part%20two">here</a></p>',
    "[web](https://a.example/?x=1&y=2)": '<p><a href="https://a.example/?x=1&amp;y=2">web</a></p>',
    "https://a.example/b": '<p><a href="https://a.example/b">https://a.example/b</a></p>',
    "[bad](javascript:alert(1))": "<p><span>bad</span></p>",
    "#tag and #a/b-c_d #1 #中文 x#no \\#no": (
        '<p><a class="tag" href="axon-tag:tag">&nbsp;&nbsp;#tag&nbsp;&nbsp;</a> and '
        '<a class="tag" href="axon-tag:a/b-c_d">&nbsp;&nbsp;#a/b-c_d&nbsp;&nbsp;</a> #1 '
        '<a class="tag" href="axon-tag:%E4%B8%AD%E6%96%87">&nbsp;&nbsp;#中文&nbsp;&nbsp;</a> x#no #no</p>'
    ),
    "==marked *x*== and a == b": '<p><span class="hl">marked <em>x</em></span> and a == b</p>',
    "~~gone~~": "<p><s>gone</s></p>",
    "a %%hidden%% b": "<p>a  b</p>",
    "%%\nhidden\n\nall\n%%": "",
    "$x^2$ costs $5 or $6": "<p><code>x^2</code> costs $5 or $6</p>",
    "one\ntwo": "<p>one<br>two</p>",
    "**b** *i* `c < d`": "<p><b>b</b> <em>i</em> <code>c &lt; d</code></p>",
    "Vec<String> and a <b>tag</b>": "<p>Vec&lt;String&gt; and a <b>tag</b></p>",
    "<u>open": "<p><u>open</u></p>",
    "</u>closed": "<p>closed</p>",
    "## Head ##": "<h2>Head</h2>",
    "---": "<hr>",
    "- a\n- b": '<ul style="-qt-list-indent:1"><li>a</li><li>b</li></ul>',
    "3. a\n4. b": '<ol start="3" style="-qt-list-indent:1"><li>a</li><li>b</li></ol>',
    "- [x] done\n- [ ] open\n- [-] left": (
        '<ul style="list-style-type:none;-qt-list-indent:0"><li>☑ '
        '<span class="done">done</span></li><li>☐ open</li><li>☒ left</li></ul>'
    ),
    "- [ ] open\n\n- [X] loose": (
        '<ul style="list-style-type:none;-qt-list-indent:0"><li><p>☐ open</p></li>'
        '<li><p>☑ <span class="done">loose</span></p></li></ul>'
    ),
    "[a]\n\n[a]: https://a.example": '<p><a href="https://a.example">a</a></p>',
    "| a |\n|--:|\n| b |": (
        '<table class="grid" cellspacing="0"><thead><tr><th align="right">a</th></tr></thead>'
        '<tbody><tr><td align="right">b</td></tr></tbody></table>'
    ),
    "| a |\n|---|\n| [[Home\\|x]] |": (
        '<table class="grid" cellspacing="0"><thead><tr><th>a</th></tr></thead>'
        '<tbody><tr><td><a href="axon-note:Home.md">x</a></td></tr></tbody></table>'
    ),
}


@pytest.mark.parametrize(("source", "html"), SNIPPETS.items(), ids=SNIPPETS)
def test_markdown_becomes_the_html_that_the_view_expects(source: str, html: str) -> None:
    assert render(source) == html


CALLOUTS = {
    "> [!note]\n> body": ("ⓘ Note", "body"),
    "> [!WARNING] Mind the **gap**\n> body": ("⚠ Mind the gap", "body"),
    "> [!tip]- Folded\n> body": ("✦ Folded", "body"),
    "> [!faq]+\n> body": ("? Faq", "body"),
    "> [!my-type]\n> body": ("ⓘ My type", "body"),
    "> [!info|wide] Title": ("ⓘ Title", ""),
    "> [!bug] 中文标题\n> 正文": ("✱ 中文标题", "正文"),
}


@pytest.mark.parametrize(("source", "shown"), CALLOUTS.items(), ids=CALLOUTS)
def test_a_callout_is_a_table_with_bar_title_and_body(source: str, shown: tuple[str, str]) -> None:
    html = render(source)
    title, body = shown
    assert html.startswith('<table class="block" width="100%"')
    assert '<td class="bar" width="3"' in html
    assert text_of(html) == title + body


def test_callouts_nest_and_hold_blocks() -> None:
    html = render("> [!note] Outer\n> - item\n>\n> ```py\n> x = 1\n> ```\n> > [!tip] Inner\n> > text")
    assert html.count('<td class="bar"') == 2
    assert html.count('<td class="code">') == 1
    assert "<li>item</li>" in html


def test_a_callout_too_deep_for_a_frame_still_has_its_title() -> None:
    for depth in range(1, 12):
        html = render("> " * depth + "[!tip]- Deep **title**\n" + "> " * depth + "inner\n")
        assert "Deep <b>title</b>" in html
        assert "inner" in html


def test_later_parts_of_a_callout_keep_its_colour_without_title() -> None:
    blocks = scan("> [!danger] Stop\n" + "> a line of text in the body\n" * 300)
    definitions = collect_definitions(blocks)
    last = Renderer(LIGHT).render(blocks[-1:], definitions)
    assert 'class="callout"' in last
    assert "Stop" not in last
    assert 'class="part"' in last


def test_footnotes_are_numbered_by_reference_and_come_last() -> None:
    html = render("One[^b] two[^a] again[^b] none[^c].\n\n[^a]: Note A.\n[^b]: Note **B**\n\n    more\n\nafter\n")
    assert html.index(">1</a>") < html.index(">2</a>")
    assert html.count('href="#fn-1"') == 2
    assert "none[^c]" in html
    assert html.index("after") < html.index('name="fn-1"') < html.index("Note <b>B</b>") < html.index("Note A.")
    assert html.count("<hr>") == 1


def test_footnote_marks_in_code_do_not_count() -> None:
    html = render("`[^x]` then[^y]\n\n[^x]: X\n[^y]: Y\n")
    assert '<a href="#fn-1">1</a>' in html
    assert "X" not in html


def test_code_is_coloured_by_its_language_and_kept_as_it_is() -> None:
    html = render("```python\ndef f():\n    return 'x'  # <b>\n```")
    assert '<td class="code">' in html
    assert re.search(r'<span style="color:#[0-9a-f]{6}">def</span>', html)
    assert text_of(html.replace("<br>", "\n")) == "def f():\n    return 'x'  # &lt;b&gt;"
    assert "color:" not in render("```nosuchlanguage\ndef\n```")


@pytest.mark.parametrize("language", ["python", "sh", "json", "js", "html", "diff", "yaml", "c", "sql", "md"])
def test_colouring_never_changes_the_code(language: str) -> None:
    code = 'a = "1"  # x\n\n  if (b < 2) { return null; }\n- c: d\n+ e\n<p class="x">text</p>'
    html = render(f"```{language}\n{code}\n```")
    assert text_of(html.replace("<br>", "\n")).replace("&lt;", "<").replace("&gt;", ">") == code


def test_parts_of_one_table_have_the_same_widths_and_one_header() -> None:
    blocks = scan("| head | other |\n|---|---|\n" + "| x | y |\n" * 60)
    definitions = collect_definitions(blocks)
    parts = [Renderer(LIGHT).render([block], definitions) for block in blocks]
    assert [part.count("<th") - part.count("<thead") for part in parts] == [2, 0, 0, 0, 0]
    assert all(re.findall(r'width="(\d+)%"', part)[1:3] == ["46", "53"] for part in parts)
    assert sum(part.count("<tr>") for part in parts) == 61


def test_parts_of_one_list_go_on_counting_and_stay_loose() -> None:
    blocks = scan("1. first\n\n" + "1. the same number again\n" * 200)
    definitions = collect_definitions(blocks)
    parts = [Renderer(LIGHT).render([block], definitions) for block in blocks]
    count = 1
    for part in parts:
        assert f'start="{count}"' in part or count == 1
        assert part.count("<li><p>") == part.count("<li>")
        count += part.count("<li>")
    assert count == 202


def test_parts_inside_a_nested_list_keep_their_indentation() -> None:
    blocks = scan("- top\n" + "  - nested item with some text\n" * 300)
    html = Renderer(LIGHT).render(blocks[1:2], collect_definitions(blocks))
    assert html.startswith('<ul style="-qt-list-indent:2"><li>nested')


def test_deep_nesting_loses_no_text() -> None:
    quotes = render(">" * 300 + " deep")
    assert "deep" in quotes
    assert quotes.count("<table") <= 6
    nested = render("".join("  " * n + f"- item{n}\n" for n in range(30)))
    assert all(f"item{n}<" in nested for n in range(30))


@pytest.mark.parametrize("begun", ["> - <!-- x\n>", "> - <!-- x\n> ", "1. > - <!--\n   >"])
def test_a_text_that_ends_within_a_comment_is_rendered(begun: str) -> None:
    assert "before" in render(f"before\n\n{begun}")


def test_a_more_block_is_a_link() -> None:
    blocks = scan("```\n" + "x\n" * 20_000 + "```\n")
    html = Renderer(LIGHT, words=Words(more="显示更多")).render(blocks[-1:], collect_definitions(blocks))
    assert f'href="axon-more:{blocks[-1].offset}"' in html
    assert "显示更多" in html


HEADER = """---
tags: [project, "project/desktop"]
status: active   # a comment
aliases:
  - One
  - 'Two: three'
source: "[[Home]]"
url: https://a.example/x
empty:
text: >
  folded
  lines
: broken [
long: LONG
---
""".replace("LONG", "word " * 100)


def test_the_header_shows_title_tags_and_properties() -> None:
    html = Renderer(LIGHT, KNOWN.get).render_header("A <title>", HEADER)
    assert html.startswith('<h1>A &lt;title&gt;</h1><p class="properties"><a class="tag" href=')
    shown = text_of(html)
    for part in (
        "#project",
        "#project/desktop",
        "status: active",
        "aliases: One, Two: three",
        "text: folded lines",
    ):
        assert part in shown
    assert ": broken [" in shown
    assert "comment" not in shown
    assert '<a href="axon-note:Home.md">Home</a>' in html
    assert '<a href="https://a.example/x">' in html
    assert "…" in shown
    assert len(shown) < 600


@pytest.mark.parametrize("text", ["", "---\n---\n", "[[[\n}}}", "- a\n- b", "a: [", "a: 'x", "\t\ta: b", '"": x'])
def test_broken_front_matter_never_fails(text: str) -> None:
    assert Renderer(LIGHT).render_header("T", text).startswith("<h1>T</h1>")


def test_a_header_without_properties_is_only_the_title() -> None:
    assert Renderer(DARK).render_header("T") == "<h1>T</h1>"


@pytest.mark.parametrize("path", NOTES, ids=lambda path: path.stem)
@pytest.mark.parametrize("colors", [LIGHT, DARK], ids=["light", "dark"])
def test_every_sample_note_renders(path: Path, colors: Colors) -> None:
    source = path.read_text(encoding="utf-8")
    html = render(source, colors)
    assert html
    assert not re.search(r"</(?:p|h\d|li|td|tr|table|ul|ol)>\n", html)
    assert html.count("<table") == html.count("</table>")
    assert html.count("<ul") == html.count("</ul>")


def test_rendering_a_chunk_takes_few_milliseconds() -> None:
    source = "".join(
        f"## Part {n}\n\nSome *text* with **bold**, [[Home]], `code` and a [link](https://a.example) in it.\n\n"
        f"- item one\n- item two\n  - nested\n\n> [!note]\n> A callout.\n\n| a | b |\n|---|---|\n| {n} | 2 |\n\n"
        for n in range(10)
    )
    blocks = scan(source)
    definitions = collect_definitions(blocks)
    renderer = Renderer(LIGHT, KNOWN.get)
    renderer.render(blocks, definitions)
    begin = time.process_time()
    for _ in range(5):
        renderer.render(blocks, definitions)
    # About 3 ms for 2,000 characters on an idle machine; the bound only catches another order of magnitude.
    assert (time.process_time() - begin) / 5 / len(source) * 2_000 < 0.03


def test_parser_and_highlighter_are_imported_at_first_use_only() -> None:
    code = (
        "import sys\n"
        "from axon_desktop.markdown.html import render, style\n"
        "from axon_desktop.markdown.scan import blocks, definitions\n"
        "loaded = {n.partition('.')[0] for n in sys.modules}\n"
        "assert not loaded & {'markdown_it', 'pygments', 'nh3', 'PySide6'}, loaded\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(__file__).parents[3])
