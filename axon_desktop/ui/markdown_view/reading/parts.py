"""The parts of a laid-out document: what each one is, and what a screen reader says for it."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from msgspec import Struct
from PySide6.QtGui import QTextBlock, QTextCursor, QTextFormat, QTextList, QTextListFormat, QTextTable

from axon_desktop.markdown.html.pictures import ICON_SCHEME, MATH_SCHEME
from axon_desktop.markdown.html.style import CODE_FAMILY
from axon_desktop.ui.language.translation import translate
from axon_desktop.ui.markdown_view.layout.chunk import TASK_SCHEME
from axon_desktop.ui.markdown_view.layout.chunk_document import ChunkDocument
from axon_desktop.ui.markdown_view.layout.plain_text import as_copied
from axon_desktop.ui.markdown_view.reading.formulas import formula_words

PartKind: TypeAlias = Literal[
    "heading", "paragraph", "item", "task", "cell", "quote", "callout", "code", "formula", "picture", "footnote"
]

_PICTURE = "\ufffc"
_BULLET = re.compile(r"^(?:[•◦▪☐☑]\s*)+")
_MISSING_PICTURE = "▧ "
_FOOTNOTE = "fn-"


class Part(Struct, frozen=True):
    """One paragraph, item or cell of a document."""

    kind: PartKind
    words: str
    """What is said for it."""
    start: int
    end: int
    """Its positions in the document."""
    level: int = 0
    """The level of a heading."""
    done: bool = False
    """Whether a task is done."""
    begins: bool = True
    """Whether it is the first one of a list, table, quote or block of code."""


def parts_of(document: ChunkDocument) -> list[Part]:
    """Return the parts of a document in reading order; what has no words is none."""
    found: list[Part] = []
    block = document.begin()
    boxes: set[int] = set()
    while block.isValid():
        part = _part(block, boxes)
        if part is not None and part.words.strip():
            found.append(part)
        block = block.next()
    return found


def _part(block: QTextBlock, boxes: set[int]) -> Part | None:
    """Return what a paragraph is; `boxes` are the tables and lists that were met before."""
    text, drawn, anchors = _read(block)
    start, end = block.position(), block.position() + max(0, block.length() - 1)
    if not text.strip():
        return None
    if level := block.blockFormat().headingLevel():
        return Part("heading", text, start, end, level)
    if note := next((name for name in anchors if name.startswith(_FOOTNOTE)), ""):
        words = translate("MarkdownView", "Footnote {number}: {text}")
        return Part("footnote", words.format(number=note.removeprefix(_FOOTNOTE), text=text), start, end)
    table: QTextTable | None = QTextCursor(block).currentTable()
    if table is not None and (boxed := _in_table(block, table, text, boxes)) is not None:
        return Part(boxed[0], boxed[1], start, end, begins=boxed[2])
    items: QTextList | None = block.textList()
    if items is not None:
        words, task = _with_place(block, _BULLET.sub("", text)), _task(block)
        kind: PartKind = "item" if task is None else "task"
        return Part(kind, words, start, end, done=task is True, begins=items.itemNumber(block) == 0)
    if drawn and block.text().strip() == _PICTURE:
        kind = "formula" if drawn == MATH_SCHEME else "picture"
        return Part(kind, text, start, end)
    return Part("paragraph", text, start, end)


def _in_table(
    block: QTextBlock, table: QTextTable, text: str, boxes: set[int]
) -> tuple[PartKind, str, bool] | None:
    """Return kind and words of what stands in a table, or in one of those that are drawn as a box."""
    begins = table.firstPosition() not in boxes
    boxes.add(table.firstPosition())
    rows, columns = table.rows(), table.columns()
    cell = table.cellAt(block.position())
    if (rows, columns) == (1, 1) and CODE_FAMILY in (_families(block) or ()):
        return "code", translate("MarkdownView", "Code: {text}").format(text=text), begins
    if (rows, columns) == (1, 2) and not table.cellAt(0, 0).firstCursorPosition().block().text():
        is_callout = cell.format().background().style().value != 0
        if not begins:
            return None  # a paragraph, an item, within it
        template = translate("MarkdownView", "Callout: {text}") if is_callout else ""
        template = template or translate("MarkdownView", "Quote: {text}")
        return ("callout" if is_callout else "quote"), template.format(text=text), begins
    if (rows, columns) == (1, 1):
        return None
    head = table.cellAt(0, cell.column()).firstCursorPosition().block().text().strip()
    if cell.row() == 0:
        words = translate("MarkdownView", "{text}, title of column {number} of {count}")
        said = words.format(text=text, number=cell.column() + 1, count=columns)
    else:
        words = translate("MarkdownView", "{title}: {text}, row {row} of {rows}")
        said = words.format(title=as_copied(head), text=text, row=cell.row(), rows=rows - 1)
    if begins:
        said = f"{table_words(columns, rows - 1)}\n{said}"
    return "cell", said, begins


def table_words(columns: int, rows: int) -> str:
    """Return how large a table is; its titles are no row."""
    wide, high = translate("MarkdownView", "{count} columns"), translate("MarkdownView", "{count} rows")
    wide = translate("MarkdownView", "1 column") if columns == 1 else wide.format(count=columns)
    high = translate("MarkdownView", "1 row") if rows == 1 else high.format(count=rows)
    return translate("MarkdownView", "Table with {columns} and {rows}").format(columns=wide, rows=high)


def _with_place(block: QTextBlock, text: str) -> str:
    """Add to an item its place in the list, and how deep it is."""
    items = block.textList()
    number = items.itemText(block) if items.format().style() == QTextListFormat.Style.ListDecimal else ""
    depth = items.format().indent()
    place = translate("MarkdownView", "{number} of {count}")
    said = [f"{number} {text}".strip(), place.format(number=items.itemNumber(block) + 1, count=items.count())]
    if depth > 1:
        said.append(translate("MarkdownView", "level {level}").format(level=depth))
    return ", ".join(said)


def _task(block: QTextBlock) -> bool | None:
    """Return whether a task is done; None for what is no task."""
    run = block.begin()
    while not run.atEnd():
        href = run.fragment().charFormat().anchorHref()
        if href.startswith(TASK_SCHEME):
            return href.endswith("-")
        run += 1
    return None


def _read(block: QTextBlock) -> tuple[str, str, list[str]]:
    """Return the text of a paragraph with words for what is drawn, the last scheme of that, and its anchors."""
    said: list[str] = []
    anchors: list[str] = []
    drawn = ""
    run = block.begin()
    while not run.atEnd():
        fragment = run.fragment()
        look = fragment.charFormat()
        anchors += look.anchorNames()
        if look.isImageFormat():
            name = look.toImageFormat().name()
            alt = str(look.property(QTextFormat.Property.ImageAltText.value) or "")
            drawn = name.partition(":")[0]
            if drawn == MATH_SCHEME:
                said.append(translate("MarkdownView", "Formula: {text}").format(text=formula_words(alt)))
            elif drawn != ICON_SCHEME:
                shown = alt or name.rpartition("/")[2].partition(":")[2]
                said.append(translate("MarkdownView", "Picture: {text}").format(text=shown))
        else:
            said.append(fragment.text())
        run += 1
    text = as_copied("".join(said)).replace("\u2028", "\n").replace(_PICTURE, "")
    missing = translate("MarkdownView", "Picture: {text}").format(text="").rstrip()
    return text.replace(_MISSING_PICTURE, f"{missing} ").strip(), drawn, anchors


def _families(block: QTextBlock) -> list[str]:
    """Return the fonts of a paragraph."""
    run = block.begin()
    own = list(block.charFormat().fontFamilies() or ())
    return own or ([] if run.atEnd() else list(run.fragment().charFormat().fontFamilies() or ()))
