"""Nothing in a note runs, loads from the network, reads a file, or leads to a scheme that is not allowed."""

import json
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from axon_desktop.markdown.html.render import Renderer
from axon_desktop.markdown.scan.blocks import scan_blocks
from axon_desktop.markdown.scan.definitions import collect_definitions
from axon_desktop.theme.colors import LIGHT

TAGS = {
    "a", "abbr", "b", "big", "blockquote", "br", "caption", "center", "cite", "code", "dd", "del", "div", "dl",
    "dt", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "i", "img", "ins", "kbd", "li", "ol", "p", "pre",
    "q", "s", "small", "span", "strong", "sub", "sup", "table", "tbody", "td", "tfoot", "th", "thead", "tr",
    "u", "ul",
}  # fmt: skip
ATTRIBUTES = {
    "href", "src", "alt", "width", "height", "class", "style", "align", "bgcolor", "cellspacing", "cellpadding",
    "start", "colspan", "rowspan", "name",
}  # fmt: skip
LINKS = ("#", "axon-note:", "axon-new:", "axon-more:", "axon-tag:", "http://", "https://", "mailto:", "obsidian:")
STYLES = ("color:#", "background-color:#", "list-style-type:none", "-qt-list-indent:", "margin-left:", "margin:0")

PAYLOADS = r"""
<script>alert(1)</script>
<script src=https://evil.example/x.js></script>
<SCRIPT SRC=//evil.example/x.js>
<img src=x onerror=alert(1)>
<img src="file:///etc/passwd">
<img src="http://evil.example/x.png">
<img src="//evil.example/share/x.png">
<img src="\\evil.example\share\x.png">
<img src="data:image/svg+xml;base64,PHN2Zz4=">
<img src=pic.png onload=alert(1) style="background:url(http://evil.example)">
<img srcset="http://evil.example/x.png 2x" src="http://evil.example">
<img/src="x"/onerror=alert(1)>
<img ""><script>alert(1)</script>">
<svg onload=alert(1)><image href="http://evil.example/x"/></svg>
<svg><script>alert(1)</script></svg>
<iframe src="https://evil.example"></iframe>
<iframe srcdoc="<script>alert(1)</script>"></iframe>
<object data="file:///etc/passwd"></object>
<embed src="http://evil.example/x.swf">
<link rel=stylesheet href="http://evil.example/x.css">
<style>@import url(file:///etc/passwd);</style>
<style>body{background:url(http://evil.example/x)}</style>
<div style="background-image:url(http://evil.example/x)">x</div>
<table background="http://evil.example/x.png"><tr><td background="file:///etc/passwd">x</td></tr></table>
<body background="file:///etc/passwd" onload=alert(1)>
<base href="https://evil.example/">
<meta http-equiv="refresh" content="0;url=https://evil.example">
<form action="https://evil.example"><input type=image src="http://evil.example/x"></form>
<button onclick=alert(1)>x</button>
<video src="http://evil.example/x" poster="http://evil.example/y"></video>
<audio src="file:///etc/passwd" autoplay></audio>
<math><mi xlink:href="javascript:alert(1)">x</mi></math>
<a href="javascript:alert(1)">x</a>
<a href=" javascript:alert(1)">x</a>
<a href="jav&#x09;ascript:alert(1)">x</a>
<a href="JaVaScRiPt:alert(1)">x</a>
<a href="file:///etc/passwd">x</a>
<a href="data:text/html,<script>alert(1)</script>">x</a>
<a href="vbscript:msgbox(1)">x</a>
<a href="smb://evil.example/share">x</a>
<a href="ms-msdt:/id">x</a>
<a href="search-ms:query=x">x</a>
<a href="//evil.example/share">x</a>
<a href="\\evil.example\share">x</a>
<a href="axon-img:secret" onclick=x>x</a>
<a href="https://ok.example" target=_blank onmouseover=alert(1)>x</a>
[x](javascript:alert(1))
[x](JAVASCRIPT:alert(1))
[x](<javascript:alert(1)>)
[x](java&#115;cript:alert(1))
[x](file:///etc/passwd)
[x](data:text/html;base64,PHNjcmlwdD4=)
[x](smb://evil.example/x)
[x](//evil.example/x)
[x](\\\\evil.example\\x)
[x](%6aavascript:alert(1))
[x](https://ok.example" onclick="alert(1))
[x](https://ok.example "t\" onclick=\"alert(1)")
![x](file:///etc/passwd)
![x](../../../etc/passwd)
![x](/etc/passwd.png)
![x](http://evil.example/x.png)
![x](//evil.example/x.png)
![x](\\\\evil.example\\x.png)
![x](data:image/png;base64,AAAA)
![x" onerror="alert(1)](pic.png)
![x](https://evil.example/x.png" onerror="alert(1))
![[file:///etc/passwd]]
![[//evil.example/x.png]]
![[http://evil.example/x.png]]
![[pic.png|200" onerror="alert(1)]]
![[pic.png"onerror="x.png]]
[[javascript:alert(1)]]
[[x" onclick="alert(1)]]
[[x|<img src=http://evil.example/x>]]
[[x#"><script>alert(1)</script>]]
<javascript:alert(1)>
<file:///etc/passwd>
[r]

[r]: javascript:alert(1)
![r]

[r]: file:///etc/passwd
#tag"><img src=x onerror=alert(1)>
```"><script>
<script>alert(1)</script>
```
```py"onclick="x
x = "<img src=http://evil.example>"
```
`<img src=http://evil.example>`
$<img src=http://evil.example>$
> [!note"><img src=http://evil.example>] <script>alert(1)</script>
> x
| <img src=http://evil.example> |
|---|
| <script>x</script> |
[^1]

[^1]: <img src=http://evil.example/x> <script>alert(1)</script>
<b onclick=alert(1)>x</b> <span style="position:fixed">y</span>
<td colspan=99999999 rowspan=99999999>x</td>
<table><tr><td colspan=99999999 width=999999>x</td></tr></table>
<!--><img src=http://evil.example>-->
<!-- --!><img src=http://evil.example> -->
<![CDATA[<img src=http://evil.example>]]>
<?xml <img src=http://evil.example> ?>
<p title="</p><script>alert(1)</script>">x</p>
<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>
<a href="https://ok.example/
" onclick=alert(1)>x</a>
%%
<script>alert(1)</script>
%%
""".strip("\n")


class Inspector(HTMLParser):
    """Collect what is in rendered HTML that must not be there."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in TAGS:
            self.found.append(f"<{tag}>")
        for name, value in attrs:
            value = value or ""
            if name not in ATTRIBUTES:
                self.found.append(f"{tag}.{name}")
            if name == "href" and not value.startswith(LINKS):
                self.found.append(f"href={value}")
            if name == "src" and (not value.startswith("axon-img:") or "etc/passwd" in unquote(value)):
                self.found.append(f"src={value}")
            if name == "style" and not all(part.startswith(STYLES) for part in value.split(";") if part):
                self.found.append(f"style={value}")
            if name in ("colspan", "rowspan") and int(value) > 64:
                self.found.append(f"{name}={value}")


def payloads() -> list[str]:
    """Join lines that belong to one payload: after a blank line, in a fence, quote or table, in an open tag."""
    found: list[str] = []
    lines = PAYLOADS.split("\n")
    while lines:
        entry = [lines.pop(0)]
        first = entry[0]
        if first.startswith("```"):
            while not lines[0].startswith("```"):
                entry.append(lines.pop(0))
            entry.append(lines.pop(0))
        elif first.startswith("%%"):
            entry += [lines.pop(0), lines.pop(0)]
        elif first.endswith("ok.example/"):
            entry.append(lines.pop(0))
        while lines and (not lines[0] or not entry[-1] or lines[0][:2] == first[:2] in ("> ", "| ", "|-")):
            entry.append(lines.pop(0))
        found.append("\n".join(entry))
    return found


def inspect(source: str) -> list[str]:
    blocks = [block for block in scan_blocks(source) if block is not None]
    definitions = collect_definitions(blocks)
    known = {"pic.png": "img/pic.png", "x": "x.md"}
    renderer = Renderer(LIGHT, known.get)
    inspector = Inspector()
    inspector.feed(renderer.render([*blocks, *definitions.note_blocks()], definitions))
    inspector.feed(renderer.render_header(source[:200], f"a: {source[:200]}\n{source}"))
    inspector.close()
    return inspector.found


def test_there_are_enough_payloads() -> None:
    assert len(payloads()) >= 90


@pytest.mark.parametrize("payload", payloads())
@pytest.mark.parametrize("frame", ["{}", "text {} text", "> {}", "- {}", "<div>{}</div>", "| a |\n|---|\n| {} |"])
def test_no_payload_survives(payload: str, frame: str) -> None:
    assert inspect(frame.format(payload) if "\n" not in payload else payload) == []


PIECES = st.sampled_from(
    [
        "<", ">", '"', "'", "=", "/", " ", "\n", "\n\n", "img", "src", "script", "onerror", "style",
        "[[", "a href",
        "file:", "javascript:", "//", "![", "[", "]", "](", ")", "]]", "|", "`", "```", "*", "==", "%%", "$",
        "http:",
        "> ", "- ", "<!--", "-->", "&#x3c;", "&lt;", "\\", "x", "pic.png", "#", "<b>", "</b>", "<td ", "<svg ",
    ]
)  # fmt: skip


@settings(max_examples=250, deadline=None)
@given(st.lists(PIECES, max_size=30))
@example(["<", "http:", ">"])
@example(["[x](https:/", "/", ")"])
def test_no_combination_of_pieces_survives(pieces: list[str]) -> None:
    assert inspect("".join(pieces)) == []


def test_a_file_outside_is_no_image_even_if_the_resolver_knows_nothing_better() -> None:
    assert (
        Renderer(LIGHT, lambda _target: None).render(
            [block for block in scan_blocks("![x](/etc/passwd.png)") if block], collect_definitions([])
        )
        == '<p><span class="muted">▧ x</span></p>'
    )


RAW: list[tuple[str, list[str], list[str]]] = json.loads(
    (Path(__file__).parents[2] / "data/raw_html.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize(("source", "has", "lacks"), RAW)
def test_colours_and_pictures_of_raw_html_are_shown_safely(source: str, has: list[str], lacks: list[str]) -> None:
    blocks = [block for block in scan_blocks(source) if block is not None]
    html = Renderer(LIGHT, {"pic.png": "img/pic.png"}.get).render(blocks, collect_definitions(blocks))
    assert [part for part in has if part not in html] == [], html
    assert [part for part in lacks if part in html] == [], html
    assert inspect(source) == []


def test_a_huge_picture_in_an_address_is_only_named() -> None:
    assert "<img" not in Renderer(LIGHT).render(
        [block for block in scan_blocks(f'<img src="data:image/png;base64,{"A" * 400_000}">') if block],
        collect_definitions([]),
    )
