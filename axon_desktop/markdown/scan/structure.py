"""Where the top-level blocks of a note begin: the first half of a CommonMark parser, one line at a time.

It follows containers (quotes, list items, footnotes) and the open leaf (paragraph, fence, HTML …) exactly as
markdown-it does, because a wrong guess would cut a block in two; it makes no tokens and ignores inline text.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import Literal, TypeAlias

Kind: TypeAlias = Literal[
    "front_matter", "blank", "paragraph", "heading", "hr", "fence", "code", "html", "list", "quote", "table",
    "footnote", "comment", "math", "text", "more", "note", "details",
]  # fmt: skip

MAX_DEPTH = 32
"""Most containers that are tracked; deeper ones count as text of the last one."""

LONG_LINE = 5_000
"""Characters from which a line is checked for being only blanks."""

HTML_NAMES = (
    "address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl"
    "|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h1|h2|h3|h4|h5|h6|head|header|hr|html|iframe|legend"
    "|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td"
    "|tfoot|th|thead|title|tr|track|ul"
)
"""Tags that begin an HTML block by CommonMark's sixth rule, as a regular expression."""
_ATTRIBUTE = r"""\s+[a-zA-Z_:][a-zA-Z0-9:._-]*(?:\s*=\s*(?:[^"'=<>`\x00-\x20]+|'[^']*'|"[^"]*"))?"""
_BLANK_LINE = re.compile(r"^$")
_HTML: tuple[tuple[re.Pattern[str], re.Pattern[str]], ...] = (
    (
        re.compile(r"<(?:script|pre|style|textarea)(?=\s|>|$)", re.IGNORECASE),
        re.compile(r"</(?:script|pre|style|textarea)>", re.IGNORECASE),
    ),
    (re.compile(r"<!--"), re.compile(r"-->")),
    (re.compile(r"<\?"), re.compile(r"\?>")),
    (re.compile(r"<![A-Za-z]"), re.compile(r">")),
    (re.compile(r"<!\[CDATA\["), re.compile(r"\]\]>")),
    (re.compile(rf"</?(?:{HTML_NAMES})(?=\s|/?>|$)", re.IGNORECASE), _BLANK_LINE),
)
_HTML_ANY = re.compile(
    rf"(?:<[A-Za-z][A-Za-z0-9-]*(?:{_ATTRIBUTE})*\s*/?>|</[A-Za-z][A-Za-z0-9-]*\s*>|<!---?>|<!--[\s\S]*?-->"
    r"|<\?[\s\S]*?\?>|<![A-Za-z][^>]*>|<!\[CDATA\[[\s\S]*?\]\]>)\s*$"
)
_HEADING = re.compile(r"#{1,6}(?:[ \t]|$)")
_RULE = re.compile(r"([-*_])[ \t]*(?:\1[ \t]*){2,}$")
_SETEXT = re.compile(r"(?:=+|-+)[ \t]*$")
_FENCE = re.compile(r"`{3,}(?=[^`]*$)|~{3,}")
_ITEM = re.compile(r"([-+*]|(\d{1,9})[.)])( +|$)")
_DEFINITION = re.compile(
    r"""\[(?:[^\[\]\\]|\\.)+\]:[ ]*(?:<[^<>]*>|[^<\s()][^\s()]*)(?:[ ]+(?:"[^"]*"|'[^']*'|\([^()]*\)))?[ ]*$"""
)
_FOOTNOTE = re.compile(r"\[\^[^\]\s]+\]:[ ]*")
_DELIMITERS = re.compile(r"[-:|][-:|][-:| \t]*$|[|:][ \t][-:| \t]*$")
_COLUMN = re.compile(r":?-+:?$")


class Step(Enum):
    """What a line does to the top level."""

    CONTINUES = 0
    STARTS = 1
    STARTS_BEFORE = 2
    """A table whose header was taken for the last line of a paragraph: the block began one line earlier."""


@dataclass(slots=True)
class _Container:
    """A quote, a list item or a footnote that is open."""

    kind: Literal["quote", "item", "footnote"]
    width: int = 0
    """Columns that a line needs to belong to it; 0 for a quote."""
    empty: bool = False
    """A list item without text so far: a blank line ends it."""


class Structure:
    """Follow the block structure of a note."""

    def __init__(self) -> None:
        self.kind: Kind = "blank"
        """Kind of the top-level block that is open."""
        self.loose = False
        """Whether the open top-level list is loose."""
        self.item_column = -1
        """Column of the list marker that the last line began with; -1 if it began none that could be cut at."""
        self.item_depth = 0
        """How many lists are around that item."""
        self.number: int | None = None
        """Number of that marker in an ordered list."""
        self._containers: list[_Container] = []
        self._leaf: Kind | Literal[""] = ""
        self._list = ""
        self._end = _BLANK_LINE
        self._fence = ""
        self._header: str | None = None
        self._paragraph_lines = 0
        self._opening = ""
        self._bracket = False
        self._definition = False
        self._after_blank = False

    @property
    def depth(self) -> int:
        """How many containers are open; the cost of the next line."""
        return len(self._containers)

    def feed(self, line: str) -> Step:
        """Take the next line, without its line break, and tell whether a top-level block begins with it."""
        self.item_column = -1
        if len(line) > LONG_LINE and line[0] in " \t" and not line.strip(" \t"):
            line = ""
        if not line and not self._containers:
            self._opening = ""
            self._definition, self._after_blank = False, True
            self._blank(0)
            return Step.CONTINUES
        if line[:1].isalpha() and self._leaf == "paragraph" and not self._containers and not self._definition:
            self._header = line
            self._opening = ""
            self._paragraph_lines += 1
            return Step.CONTINUES
        if self._leaf == "fence" and not self._containers and not self._opening and self._fence not in line:
            return Step.CONTINUES
        text = line.expandtabs(4) if "\t" in line else line
        opening, self._opening = self._opening, ""
        if opening and _indent(text) < 4 and _is_table(opening, text.strip(" ")):
            # markdown-it checks for a table before anything else, whatever the header line would begin.
            self._containers.clear()
            self._leaf = self.kind = "table"
            return Step.CONTINUES
        matched, column = self._match(text)
        rest = text[column:].lstrip(" ")
        after_blank, self._after_blank = self._after_blank, not rest
        defined = self._definition
        if defined and rest[:1] not in ('"', "'", "("):
            self._leaf = ""  # a link definition is complete: the next line continues nothing
        self._definition = False
        if not rest:
            self._blank(matched)
            return Step.CONTINUES
        whole = matched == len(self._containers)
        if whole and self._continue_leaf(rest, len(text) - column - len(rest)):
            return Step.CONTINUES
        step = self._start(text, column, matched, after_blank)
        if step is Step.STARTS and _indent(text) < 4:
            self._opening = text.strip(" ")
        if step is Step.STARTS and defined and self._definition and not after_blank:
            return Step.CONTINUES  # a run of definitions is one block
        return step

    def _match(self, text: str) -> tuple[int, int]:
        """Count the open containers that the line belongs to, and the column where their content begins."""
        column = 0
        start = len(text) - len(text.lstrip(" "))
        blank = start == len(text)
        for index, container in enumerate(self._containers):
            if container.kind == "quote":
                if blank or start - column > 3 or text[start] != ">":
                    return index, column
                column = start + 1 + text.startswith(" ", start + 1)
                start = len(text) - len(text[column:].lstrip(" "))
                blank = start == len(text)
            elif blank:
                if container.empty:
                    return index, column
            elif start - column >= container.width:
                column += container.width
            else:
                return index, column
        return len(self._containers), column

    def _blank(self, matched: int) -> None:
        """Close what a blank line closes."""
        if matched < len(self._containers):
            del self._containers[matched:]
            self._leaf = ""
        elif self._leaf in ("paragraph", "table", "math") or (self._leaf == "html" and self._end is _BLANK_LINE):
            self._leaf = ""

    def _continue_leaf(self, rest: str, indent: int) -> bool:
        """Add the line to the open leaf if that takes every line or this one."""
        if self._leaf == "fence":
            mark = rest.rstrip(" ")
            if indent <= 3 and mark.startswith(self._fence) and not mark.strip(self._fence[0]):
                self._leaf = ""
            return True
        if self._leaf in ("html", "comment", "math"):
            if self._end.search(rest):
                self._leaf = ""
            return True
        return self._leaf == "code" and indent >= 4

    def _start(self, text: str, column: int, matched: int, after_blank: bool) -> Step:
        """Open the blocks that begin on this line, or continue the paragraph or table."""
        whole = matched == len(self._containers)
        paragraph = self._leaf == "paragraph"
        table = self._leaf == "table" and whole
        opened: list[_Container] = []
        leaf: Kind | Literal[""] = "paragraph"
        first: Kind | None = None
        marker = ""
        cuttable = all(container.kind == "item" for container in self._containers[:matched])
        while True:
            rest = text[column:].lstrip(" ")
            indent = len(text) - column - len(rest)
            in_paragraph = paragraph and whole and not opened
            if not rest:
                leaf = ""
                break
            if indent >= 4:
                leaf = "paragraph" if paragraph and not opened else "code"
                break
            if in_paragraph and (step := self._underline(rest, matched)):
                return step
            kind = self._leaf_kind(rest, (paragraph or table) and not opened, matched + len(opened))
            if kind is not None:
                leaf = kind
                break
            container = self._container(rest, indent, in_paragraph, matched + len(opened))
            if container is None:
                break
            opened.append(container[0])
            if container[0].kind == "item":
                if cuttable and self.item_column < 0:
                    self.item_column = column + indent
                    self.item_depth = matched
                    self.number = int(container[2]) if container[2] else None
                marker = marker or container[1]
            else:
                cuttable = False
            first = first or {"quote": "quote", "item": "list", "footnote": "footnote"}[container[0].kind]  # type: ignore[assignment]
            column += indent + container[3]
        if leaf == "paragraph" and not opened and (paragraph or table):
            self._header = rest if whole and indent < 4 else None
            self._paragraph_lines += 1
            return Step.CONTINUES
        starts = matched == 0 and not (first == "list" and self.kind == "list" and marker == self._list)
        if self.kind == "list" and after_blank and (not starts if matched == 0 else matched == 1):
            self.loose = True
        self._open(text, matched, opened, leaf, rest)
        if not starts:
            return Step.CONTINUES
        self.kind = first or leaf or "paragraph"
        self._list = marker if first == "list" else ""
        self.loose = False
        return Step.STARTS

    def _open(
        self, text: str, matched: int, opened: list[_Container], leaf: Kind | Literal[""], rest: str
    ) -> None:
        """Make the new containers and the new leaf the open ones."""
        del self._containers[matched:]
        for container in self._containers:
            container.empty = False
        self._containers += opened
        if opened and opened[-1].kind == "item" and not rest:
            opened[-1].empty = True
        self._leaf = "" if leaf in ("heading", "hr") else leaf
        if leaf == "html" and self._end is not _BLANK_LINE and self._end.search(rest):
            self._leaf = ""
        self._header = rest if leaf == "paragraph" else None
        self._bracket = rest.startswith("[")
        self._definition = leaf == "paragraph" and self._bracket and _DEFINITION.match(rest) is not None
        self._paragraph_lines = 1

    def _underline(self, rest: str, matched: int) -> Step | None:
        """Turn the open paragraph into a heading, or its last line into the header of a table."""
        if rest[0] in "|-:" and self._header is not None and _is_table(self._header, rest):
            self._leaf = "table"
            if matched:
                return Step.CONTINUES
            self.kind = "table"
            return Step.STARTS_BEFORE if self._paragraph_lines > 1 else Step.CONTINUES
        if rest[0] in "=-" and _SETEXT.match(rest):
            # After a link definition comes a paragraph, not a heading: then nothing is known to end here.
            self._leaf = "paragraph" if self._bracket else ""
            self.kind = self.kind if matched or self._bracket else "heading"
            return Step.CONTINUES
        return None

    def _leaf_kind(self, rest: str, lazy: bool, depth: int) -> Kind | None:
        """Name the leaf that the text begins; None for a paragraph or a container."""
        character = rest[0]
        if character == "#":
            return "heading" if _HEADING.match(rest) else None
        if character in "`~" and (match := _FENCE.match(rest)):
            self._fence = match.group()
            return "fence"
        if character == "<":
            return self._html_kind(rest, lazy)
        if character in "-*_" and _RULE.match(rest):
            return "hr"
        if (
            not depth
            and not lazy
            and character in "%$"
            and rest[:2] == character * 2
            and rest.find(character * 2, 2) < 0
        ):
            self._end = re.compile(re.escape(character * 2))
            return "comment" if character == "%" else "math"
        return None

    def _html_kind(self, rest: str, lazy: bool) -> Kind | None:
        """Tell whether an HTML block begins here and remember what ends it."""
        for begin, end in _HTML:
            if begin.match(rest):
                self._end = end
                return "html"
        if not lazy and _HTML_ANY.match(rest):
            self._end = _BLANK_LINE
            return "html"
        return None

    def _container(
        self, rest: str, indent: int, in_paragraph: bool, depth: int
    ) -> tuple[_Container, str, str, int] | None:
        """Read a container's marker: the container, the list type, its number and the columns it takes."""
        if depth >= MAX_DEPTH:
            return None
        if rest[0] == ">":
            return _Container("quote"), "", "", 1 + rest.startswith(" ", 1)
        if rest[0] == "[" and not depth and (match := _FOOTNOTE.match(rest)):
            return _Container("footnote", 4), "", "", match.end()
        item = _ITEM.match(rest)
        if item is None:
            return None
        marker, number, spaces = item.group(1), item.group(2), len(item.group(3))
        empty = item.end() == len(rest)
        if in_paragraph and (empty or (number is not None and int(number) != 1)):
            return None
        width = len(marker) + (1 if empty or spaces > 4 else spaces)
        return _Container("item", indent + width), marker[-1], number or "", min(width, len(rest))


def split_row(row: str) -> list[str]:
    r"""Cut a table row at its pipes, as markdown-it does: `\|` is no cut, outer pipes make no cells."""
    cells = re.split(r"(?<!\\)\|", row.strip(" \t"))
    if cells and not cells[0]:
        cells.pop(0)
    if cells and not cells[-1]:
        cells.pop()
    return cells


def _indent(text: str) -> int:
    """Count the spaces that a line begins with."""
    return len(text) - len(text.lstrip(" "))


def _is_table(header: str, delimiters: str) -> bool:
    """Tell whether two lines are the head of a table."""
    if "|" not in header or not _DELIMITERS.match(delimiters):
        return False
    columns = [column.strip(" \t") for column in delimiters.split("|")]
    inner = columns[1:-1] if len(columns) > 1 else []
    if not all(_COLUMN.match(column) for column in inner):
        return False
    count = len(inner)
    for column in {0: columns[0], len(columns) - 1: columns[-1]}.values():
        if column and not _COLUMN.match(column):
            return False
        count += bool(column)
    return count > 0 and count == len(split_row(header))
