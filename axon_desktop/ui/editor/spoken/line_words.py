"""What a line of a note is, in words: a heading, an item and its place, a row, with its links and formulas."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct
from PySide6.QtGui import QTextBlock

from axon_desktop.markdown.html.callouts import callout_of
from axon_desktop.markdown.html.links import is_image, parse_wikilink
from axon_desktop.text.edits.tables import cells_of
from axon_desktop.ui.editor.live.drawn.groups import Group, group_of
from axon_desktop.ui.editor.live.layout import NoteLayout
from axon_desktop.ui.editor.live.tokens import Line
from axon_desktop.ui.editor.syntax import FENCE, LIST, QUOTE, WHAT, Span
from axon_desktop.ui.language.translation import translate
from axon_desktop.ui.markdown_view.reading.formulas import formula_words
from axon_desktop.ui.markdown_view.reading.parts import table_words

_MOST_LINES = 500
"""Lines above and below that are looked at to find the place in a list, or where code begins."""
_MOST_INNER = 3
"""Links and the like that are said when their line is entered."""
_ITEMS = ("list", "number", "task")


class Inner(Struct, frozen=True):
    """A part of a line that is said when the caret enters it; positions are those of the text."""

    kind: str
    start: int
    end: int
    words: str


class SpokenLine(Struct, frozen=True):
    """One line."""

    kind: str
    """Changes when typing makes another kind of line of it."""
    around: str = ""
    """What it is in together with other lines: a quote, code, a table."""
    begins: int = 0
    """The number of the first line of that, where it is known."""
    about: str = ""
    """What the line itself is."""
    inner: Sequence[Inner] = ()
    shown: str = ""
    """Its words without marks and addresses."""
    is_quoted: bool = False

    def entered(self, before: SpokenLine | None, place: int, *, whole: bool = False) -> str:
        """Return what is said when the caret comes to a place of it; `whole` if nobody else reads its words."""
        came = before is None or (self.around, self.begins) != (before.around, before.begins)
        said = [self.around] if came and self.around else []
        if before is not None and came and before.around and not (self.around or self.about) and self.shown:
            said.append(translate("SpokenLine", "Text"))
        said.append(self.about)
        here = [one.words for one in self.inner if one.kind == "cell" and one.start <= place < one.end]
        others = [one.words for one in self.inner if one.kind != "cell"]
        said += here + ([] if whole else others[:_MOST_INNER])
        return ", ".join(one for one in (*said, self.shown if whole else "") if one)

    def at(self, place: int) -> Inner | None:
        """Return the part at a place; the innermost one."""
        return next((one for one in reversed(self.inner) if one.start <= place < one.end), None)


def spoken_line(layout: NoteLayout, block: QTextBlock) -> SpokenLine:
    """Return what a line is, in words."""
    line, text = layout.laid_out(block).line, block.text()
    group = group_of(block, layout.states)
    inner = [*_inner(line, text)]
    shown = _shown(line, text, inner)
    kind = f"{line.kind}{line.level}{line.done}"
    if group is not None and group.kind == "table":
        return _row(group, block, text, [*inner])
    if line.kind == "property":
        return SpokenLine(kind, translate("SpokenLine", "Properties"), 0, "", inner, shown)
    if line.kind in ("code", "fence"):
        return _code(layout, block, line, text.strip())
    if line.kind == "comment":
        return SpokenLine(kind, translate("SpokenLine", "Comment"), 0, "", inner, shown)
    if group is not None and group.kind == "math":
        words = translate("MarkdownView", "Formula: {text}").format(text=formula_words(group.source.strip("$ \n")))
        return SpokenLine("math", words, group.first, shown=words)
    return SpokenLine(kind, *_quoted(block, line), _about(block, line, text), inner, shown, line.quotes > 0)


def _about(block: QTextBlock, line: Line, text: str) -> str:
    """Return what a line itself is; empty for plain text."""
    if line.kind == "heading":
        return translate("SpokenLine", "Heading level {level}").format(level=line.level)
    if line.kind in _ITEMS:
        return _item(block, line)
    if line.kind == "rule":
        return translate("SpokenLine", "Separator")
    if line.kind == "underline":
        return translate("SpokenLine", "Underline of the heading")
    if text.startswith("[^") and "]:" in text:
        return translate("MarkdownView", "Footnote {number}").format(number=text[2 : text.index("]")])
    return ""


# --- lists


def _item(block: QTextBlock, line: Line) -> str:
    number, count, depth = place_in_list(block)
    words = translate("SpokenLine", "Item {number} of {count}")
    if line.kind == "task":
        words = translate("SpokenLine", "Task, not done, {number} of {count}")
        words = translate("SpokenLine", "Task, done, {number} of {count}") if line.done else words
    said = words.format(number=number, count=count)
    level = translate("MarkdownView", "level {level}").format(level=depth)
    return f"{said}, {level}" if depth > 1 else said


def place_in_list(block: QTextBlock) -> tuple[int, int, int]:
    """Return which item of its list a line begins, of how many, and how deep the list is."""
    indent, is_number = _mark(block.text()) or (0, False)
    above = below = 0
    depth, least = 1, indent
    for text in _beside(block, QTextBlock.previous):
        mark = _mark(text)
        if mark is None:
            if _ends_list(text):
                break
        elif least == indent and mark == (indent, is_number):
            above += 1
        elif mark[0] < least:
            depth, least = depth + 1, mark[0]
        elif mark[0] == least == indent:
            break
    for text in _beside(block, QTextBlock.next):
        mark = _mark(text)
        if mark is None and _ends_list(text):
            break
        if mark is not None and (mark[0] < indent or (mark[0] == indent and mark[1] is not is_number)):
            break
        below += mark == (indent, is_number)
    return above + 1, above + 1 + below, depth


def _mark(text: str) -> tuple[int, bool] | None:
    """Return how deep the mark of an item stands, and whether it is a number; None for what begins no item."""
    quote = QUOTE.match(text)
    text = text[quote.end() :] if quote is not None else text
    item = LIST.match(text)
    if item is None:
        return None
    mark = item[0].lstrip()
    return len(item[0].expandtabs(4)) - len(mark.expandtabs(4)), mark[0].isdigit()


def _ends_list(text: str) -> bool:
    bare = text.lstrip("> \t") if text.startswith(">") else text
    return bool(bare) and not bare[0].isspace()


def _beside(block: QTextBlock, step: Callable[[QTextBlock], QTextBlock]) -> Iterator[str]:
    for _ in range(_MOST_LINES):
        block = step(block)
        if not block.isValid():
            return
        yield block.text()


# --- quotes, code, tables


def _quoted(block: QTextBlock, line: Line) -> tuple[str, int]:
    """Return the quote or callout that a line is in, and where that begins."""
    if not line.quotes:
        return "", 0
    first = block
    for _ in range(_MOST_LINES):
        above = first.previous()
        if not above.isValid() or not QUOTE.match(above.text()):
            break
        first = above
    callout = callout_of(first.text())
    if callout is not None:
        words = translate("SpokenLine", "Callout, {kind}: {title}")
        return words.format(kind=callout.kind, title=callout.title), first.blockNumber()
    level = translate("MarkdownView", "level {level}").format(level=line.quotes)
    words = translate("SpokenLine", "Quote")
    return (f"{words}, {level}" if line.quotes > 1 else words), first.blockNumber()


def _code(layout: NoteLayout, block: QTextBlock, line: Line, text: str) -> SpokenLine:
    first = block
    for _ in range(_MOST_LINES):
        if layout.states.before(first) & WHAT != FENCE or not first.previous().isValid():
            break
        first = first.previous()
    language = first.text().strip("> \t`~").partition(" ")[0] if first.text().strip("> \t")[:1] in "`~" else ""
    words = translate("SpokenLine", "Code, {language}") if language else translate("SpokenLine", "Code")
    ends = line.kind == "fence" and block.userState() & WHAT != FENCE
    about = translate("SpokenLine", "End of the code") if ends else ""
    return SpokenLine(line.kind, words.format(language=language), first.blockNumber(), about, shown=text)


def _row(group: Group, block: QTextBlock, text: str, inner: list[Inner]) -> SpokenLine:
    rows = group.source.split("\n")
    titles, number = cells_of(rows[0]), block.blockNumber() - group.first
    if number == 0:
        about = translate("SpokenLine", "Titles of the columns")
    elif number == 1:
        about = translate("SpokenLine", "Line below the titles")
    else:
        about = translate("SpokenLine", "Row {row} of {rows}").format(row=number - 1, rows=len(rows) - 2)
    ends = [at for at, letter in enumerate(text) if letter == "|" and text[at - 1 : at] != "\\"]
    starts = [0, *(at + 1 for at in (ends[1:] if text.lstrip().startswith("|") else ends))]
    words = translate("SpokenLine", "{title}, column {number} of {count}")
    cells = [
        Inner("cell", start, end + 1, words.format(title=title, number=at + 1, count=len(titles)))
        for at, (title, start, end) in enumerate(zip(titles, starts, [*starts[1:], len(text)], strict=False))
    ]
    shown = cells_of(text)
    said = ", ".join(f"{title}: {cell}" for title, cell in zip(titles, shown, strict=False))
    around, parts = table_words(len(titles), len(rows) - 2), inner if number == 1 else [*cells, *inner]
    return SpokenLine("table", around, group.first, about, parts, said if number > 1 else "")


# --- what is in a line


def _inner(line: Line, text: str) -> Iterator[Inner]:
    """Yield links, pictures, formulas and marks of footnotes."""
    for number, (start, end, kind) in enumerate(line.spans):
        following = line.spans[number + 1] if number + 1 < len(line.spans) else None
        if kind == "math":
            words = formula_words(text[start:end].strip("$"))
            yield Inner("formula", start, end, translate("MarkdownView", "Formula: {text}").format(text=words))
        elif kind == "link" and not (text.startswith("[^") and start == 0 and text.startswith(":", end)):
            yield _link(text, start, end, following)


def _link(text: str, start: int, end: int, following: Span | None) -> Inner:
    is_picture = text.startswith("!", start)
    opens = text.find("[", start, end)
    if text.startswith("[^", start):
        words = translate("MarkdownView", "Footnote {number}").format(number=text[start + 2 : end - 1])
        return Inner("footnote", start, end, words)
    if following is not None and following.kind == "address" and following.start == end:
        shown, end = text[opens + 1 : end - 1], following.end
    elif opens >= 0 and text.startswith("[[", opens):
        link = parse_wikilink(text[opens + 2 : end - 2])
        named = text[opens + 2 : end - 2].rpartition("|")
        shown = named[2].lstrip("#")
        is_picture = is_picture and link is not None and is_image(link.target)
        if text.startswith("!", start) and not is_picture:
            return Inner("link", start, end, translate("SpokenLine", "Embedded: {text}").format(text=shown))
    else:
        shown = text[start:end].strip("<>")
    if is_picture:
        shown = shown.partition("|")[0] or text[start:end]
        return Inner("picture", start, end, translate("MarkdownView", "Picture: {text}").format(text=shown))
    return Inner("link", start, end, translate("SpokenLine", "Link: {text}").format(text=shown))


def _shown(line: Line, text: str, inner: Sequence[Inner]) -> str:
    """Return the words of a line without its marks, with words for what is drawn."""
    drawn = [one for one in inner if one.kind in ("formula", "picture")]
    parts = [(one.start, one.end, one.words) for one in drawn]
    parts += [(*part, "") for part in line.hidden if not any(one.start <= part[0] < one.end for one in drawn)]
    said, at = "", 0
    for start, end, words in sorted(parts):
        said += text[at:start] + words
        at = max(at, end)
    return " ".join((said + text[at:]).split())
