"""What a note shows, element by element: as Reading renders it, and as Live lays it out with the caret elsewhere.

An element is its kind and what can be seen of it: `("heading", "2", "Title")`, `("bold", "word")`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from html.parser import HTMLParser
from urllib.parse import unquote

from PySide6.QtGui import QTextBlock

from axon_desktop.markdown.html.callouts import Folding
from axon_desktop.markdown.scan.blocks import scan_blocks
from axon_desktop.markdown.scan.definitions import collect_definitions
from axon_desktop.markdown.scan.model import Block
from axon_desktop.ui.editor.live.block_layout import BlockData, Places
from axon_desktop.ui.editor.text_edit import NoteTextEdit
from axon_desktop.vault.links.link_text import link_at

Element = tuple[str, ...]
_SPANS = {
    "b": "bold", "strong": "bold", "em": "italic", "i": "italic", "s": "strike", "del": "strike", "code": "code",
    "u": "under", "sub": "sub", "sup": "sup", "kbd": "kbd", "small": "small", "big": "big",
}  # fmt: skip


def said(text: str) -> str:
    """Return text with its blanks as one sees them."""
    return " ".join(text.replace("\xa0", " ").replace("\u2028", " ").split())


class Rendered(HTMLParser):
    """Collects the elements of the renderer's HTML."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[Element] = []
        self._open: list[tuple[str, str, list[str], dict[str, str]]] = []
        """Tag, kind, text and attributes of what is open."""
        self._lists: list[list[int]] = []
        """For each open list the number of its next item; -1 for none."""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag == "img":
            self._picture(given)
        elif tag == "hr":
            self.found.append(("rule",))
        elif tag == "br":
            self.handle_data("\n")
        else:
            if tag in ("ul", "ol"):
                self._lists.append([int(given.get("start", "1")) if tag == "ol" else -1])
            elif tag == "li":
                number = self._lists[-1][0]
                self._lists[-1][0] += number > 0
                self.found.append(("item", str(len(self._lists)), f"{number}" if number >= 0 else "•"))
            self._open.append((tag, self._kind(tag, given), [], given))

    def _kind(self, tag: str, given: dict[str, str]) -> str:
        css = given.get("class", "")
        if tag in _SPANS:
            return _SPANS[tag]
        if tag in ("h1", "h2", "h3", "h4", "h5", "h6"):
            return f"heading {tag[1]}"
        if tag == "a" and (href := given.get("href", "")):
            if href.startswith("axon-task:"):
                at = max(at for at, found in enumerate(self.found) if found[0] == "item")
                self.found[at] = ("task", self.found[at][1], "open" if href.endswith("+") else "done")
                return ""
            if href.startswith("#fn-"):
                return "footnote"
            return "" if href.startswith("axon-fold:") else f"link {unquote(href)}"
        if tag in ("td", "th"):
            kinds = {"code": "code block", "callout": "callout", "bar": "", "quote": "", "details": ""}
            return kinds.get(css, "cell")
        if css == "title":
            return "title"
        return "highlight" if css == "hl" else ""

    def _picture(self, given: dict[str, str]) -> None:
        scheme, _, rest = given["src"].partition(":")
        if scheme == "axon-math":
            self.found.append(("formula", said(unquote(rest.partition(":")[2]))))
        elif scheme == "axon-img":
            self.found.append(("image", unquote(rest), given.get("width", "0")))
        elif scheme == "axon-diagram":
            self.found.append(("diagram",))

    def handle_data(self, data: str) -> None:
        for _, kind, text, _ in self._open:
            if kind:
                text.append(data)

    def handle_endtag(self, tag: str) -> None:
        if not any(name == tag for name, *_ in self._open):
            return
        while self._open:
            name, kind, text, _ = self._open.pop()
            self._close(kind, "".join(text))
            if name == tag:
                break
        if tag in ("ul", "ol"):
            self._lists.pop()

    def _close(self, kind: str, text: str) -> None:
        name, _, detail = kind.partition(" ")
        if kind == "code block":
            self.found.append(_code(text.split("\n")))
        elif kind == "callout":
            pass
        elif kind == "title":
            self.found.append(("callout", said(text)))
        elif kind:
            self.found.append((name, *((detail,) if detail else ()), said(text)))


def of_html(html: str) -> list[Element]:
    """Return the elements of the renderer's HTML."""
    parser = Rendered()
    parser.feed(html)
    parser.close()
    return parser.found


def top_blocks(text: str) -> list[list[Block]]:
    """Return the blocks of a note; those that are parts of one are together."""
    found: list[list[Block]] = []
    for block in scan_blocks(text):
        if block is not None and block.continues and found:
            found[-1].append(block)
        elif block is not None:
            found.append([block])
    return found


def in_reading(edit: NoteTextEdit, blocks: Sequence[Sequence[Block]]) -> list[list[Element]]:
    """Return the elements of each block as Reading shows them, with the files of an editor."""
    drawn = edit.note_looks.drawn
    assert drawn is not None
    renderer = drawn._builder._renderer
    definitions = collect_definitions(part for parts in blocks for part in parts)
    found = [of_html(renderer.render(parts, definitions, Folding(), "Note.md")) for parts in blocks]
    for parts, shown in zip(blocks, found, strict=True):
        if len(parts) > 1 and parts[0].kind == "fence":
            shown[:] = [_code(code for _, code in shown)]
    return found


def in_live(edit: NoteTextEdit, blocks: Sequence[Sequence[Block]]) -> list[list[Element]]:
    """Return the elements of each block as Live shows them; their note is open, without the keyboard focus."""
    found: list[list[Element]] = []
    starts = [parts[0].line for parts in blocks] + [edit.document().blockCount()]
    for number, start in enumerate(starts[:-1]):
        lines = []
        block = edit.document().findBlockByNumber(start)
        while block.isValid() and block.blockNumber() < starts[number + 1]:
            lines.append((block, edit.note_layout.laid_out(block)))
            block = block.next()
        found.append([*_of_lines(edit, lines)])
    return found


def _of_lines(edit: NoteTextEdit, lines: Sequence[tuple[QTextBlock, BlockData]]) -> Iterator[Element]:
    indents: list[int] = []
    title: list[str] = []
    code: list[str] | None = None
    for block, data in lines:
        line, text = data.line, block.text()
        if data.group is None and (line.kind in ("code", "fence") or (code and line.kind == "blank")):
            code = [*(code or []), *([] if line.kind == "fence" else [text[line.content :].expandtabs(4)])]
            continue
        if code is not None:
            yield _code(code)
            code = None
        if data.group is not None:
            yield from _of_group(edit, data)
            continue
        if line.kind in ("heading", "underline"):
            title.append(seen(data, text, line.content, len(text)))
            if data.underlined is None or line.kind == "underline":
                yield "heading", str(line.level), said(" ".join(title))
                title.clear()
        yield from _of_mark(data, text, indents)
        yield from _of_spans(edit, data, text)
    if code is not None:
        yield _code(code)


def _code(lines: Iterable[str]) -> Element:
    return "code block", "\n".join(line if line.strip() else "" for line in lines).strip("\n")


def _of_group(edit: NoteTextEdit, data: BlockData) -> Iterator[Element]:
    if data.chunk is not None:
        assert edit.note_looks.drawn is not None
        yield from of_html(edit.note_looks.drawn._builder.render(data.chunk))


def _of_mark(data: BlockData, text: str, indents: list[int]) -> Iterator[Element]:
    line = data.line
    if line.kind == "rule":
        yield ("rule",)
    elif line.kind in ("list", "number", "task"):
        width = len(text[slice(*line.indent)].expandtabs(4))
        while indents and width < indents[-1] + 2:
            indents.pop()
        indents.append(width)
        if line.kind == "task":
            yield "task", str(len(indents)), "done" if text[line.box] != " " else "open"
        else:
            mark = text[line.indent[1] :].split()[0].rstrip(".)")
            yield "item", str(len(indents)), str(int(mark)) if line.kind == "number" else "•"


def _of_spans(edit: NoteTextEdit, data: BlockData, text: str) -> Iterator[Element]:
    kinds = {"strong": "bold", "emphasis": "italic", "strike": "strike", "highlight": "highlight", "code": "code"}
    kinds |= {kind: kind for kind in ("under", "sub", "sup", "kbd", "small", "big")}
    resolve = edit.note_looks.resolve_link
    assert resolve is not None
    places = Places(text)
    drawn = {picture.start for picture, _ in data.pictures}
    for picture, _ in data.pictures:
        if picture.is_formula:
            yield "formula", said(unquote(picture.name.split(":", 2)[2]))
        else:
            yield "image", picture.name, str(picture.asked)
    for start, end, kind in (*data.line.spans, *data.line.tagged):
        if kind in kinds:
            yield kinds[kind], said(seen(data, text, start, end))
        elif kind in ("link", "tag") and places.of(start) not in drawn:
            href, words = (
                link_at(text, start + 1, resolve).replace("axon-tag:%23", "axon-tag:"),
                said(seen(data, text, start, end)),
            )
            if text.startswith("[^", start):
                yield "footnote", words
            elif href:
                yield "link", unquote(href), words


def seen(data: BlockData, text: str, start: int, end: int) -> str:
    """Return what can be read of a part of a line."""
    places = Places(text)
    gone: set[int] = set()
    for first, last in data.line.hidden:
        gone.update(range(first, last))
    for picture, _ in data.pictures:
        gone.update(at for at in range(len(text)) if picture.start <= places.of(at) < picture.end)
    return "".join(letter for at, letter in enumerate(text[start:end], start) if at not in gone)


def differences(reading: Iterable[Element], live: Iterable[Element]) -> tuple[Counter[Element], Counter[Element]]:
    """Return what only Reading shows, and what only Live shows."""
    one, other = Counter(reading), Counter(live)
    return one - other, other - one
