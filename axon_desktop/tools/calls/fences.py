"""Detection of fenced code in Markdown, line by line, by CommonMark's rules.

Only the constructs that affect fences are tracked: quotes, lists, HTML blocks, paragraphs (since some blocks
cannot interrupt one) and the fences themselves. `<think>` counts as an HTML block that ends with `</think>`, for
models that put their thinking into the reply. Every line costs time in proportion to its length.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum

from msgspec import Struct

from axon_desktop.markdown.scan.structure import HTML_NAMES

_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")
_BLANKS = re.compile(r" *")
_BACKTICK_FENCE = re.compile(r"(`{3,})([^`]*)\Z")
_TILDE_FENCE = re.compile(r"(~{3,})(.*)\Z")
_LIST_MARKER = re.compile(r"(?:[-+*]|(\d{1,9})[.)])(?= |\Z)")
_THEMATIC_BREAK = re.compile(r"(?:\*[ ]*+){3,}\Z|(?:-[ ]*+){3,}\Z|(?:_[ ]*+){3,}\Z")
_HEADING = re.compile(r"#{1,6}(?: |\Z)")
_SETEXT = re.compile(r"(?:=+|-+) *\Z")
_THOUGHT_END = re.compile(r" *</think(?:ing)?>|(?!.*<think).*</think(?:ing)?> *\Z", re.IGNORECASE)

_ATTRIBUTE = r"\s++[A-Za-z_:][\w.:-]*+(?:\s*+=\s*+(?:[^\s\"'=<>`]++|'[^']*+'|\"[^\"]*+\"))?"
_HTML = [
    (re.compile(r"<think(?:ing)?>", re.IGNORECASE), re.compile(r"</think(?:ing)?>", re.IGNORECASE)),
    (
        re.compile(r"<(?:script|pre|style|textarea)(?=[\s>]|\Z)", re.IGNORECASE),
        re.compile(r"</(?:script|pre|style|textarea)>", re.IGNORECASE),
    ),
    (re.compile(r"<!--"), re.compile(r"-->")),
    (re.compile(r"<\?"), re.compile(r"\?>")),
    (re.compile(r"<![A-Za-z]"), re.compile(r">")),
    (re.compile(r"<!\[CDATA\["), re.compile(r"\]\]>")),
    (re.compile(rf"</?(?:{HTML_NAMES})(?=\s|/?>|\Z)", re.IGNORECASE), None),
]
"""Start of an HTML block and its end; None ends it at a blank line."""
_HTML_TAG = re.compile(
    rf"<(?!(?:invoke|function|param|tools?)\b)[A-Za-z][A-Za-z0-9-]*+(?:{_ATTRIBUTE})*+\s*+/?>\s*\Z|</[A-Za-z][A-Za-z0-9-]*+\s*+>\s*\Z"
)
"""Any other complete tag alone on its line: ends at a blank line too, but cannot interrupt a paragraph. Those of
calls in other markup are none."""

_MAX_DEPTH = 32
"""Deeper containers count as text, so that a line costs no more than its length times this."""
_QUOTE = -1


class LineKind(Enum):
    """Kind of a line in relation to fences."""

    TEXT = "text"
    """Outside every fence, quote, list and HTML block."""
    NESTED = "nested"
    """In a quote, a list or an HTML block, or in thinking; a fence there is ignored."""
    OPEN = "open"
    """Opens a fence outside quotes that begins its line after up to 3 blanks."""
    INSIDE = "inside"
    """Content of such a fence."""
    CLOSE = "close"
    """Closes such a fence."""
    THOUGHT_END = "thought_end"
    """Begins or ends with a `</think>` that nothing opened: everything before it was thinking."""


class Fence(Struct, frozen=True):
    """An open fence."""

    marker: str
    """The run of backticks or tildes that opened it."""
    info: str
    """Info string without blanks around it."""
    indent: int
    """Column of the marker in its line."""
    plain: bool
    """Whether it is outside quotes and begins its line after up to 3 blanks."""

    def closed_by(self, text: str) -> bool:
        """Tell whether the line `text` (without containers and line end) closes this fence."""
        bare = text.lstrip(" ")
        run = bare.rstrip(" ")
        return len(text) - len(bare) <= 3 and len(run) >= len(self.marker) and not run.strip(self.marker[0])


def split_lines(text: str) -> Iterator[str]:
    """Yield the lines of `text` with their ends; only LF, CR and CRLF end a line, as in CommonMark."""
    return (match[0] for match in _LINE.finditer(text))


class FenceReader:
    """Follows the block structure of a text that is given line by line."""

    def __init__(self) -> None:
        self.fence: Fence | None = None
        """The open fence."""
        self._containers: list[int] = []
        """Open quotes (_QUOTE) and list items (the width of their content's indentation), outermost first."""
        self._html: re.Pattern[str] | None = None
        self._html_till_blank = False
        self._paragraph = False
        self._empty_item = False
        """Whether the last line was the first of a list item and had nothing after the marker."""
        self._first = True
        self.lazy = False
        """Whether the last line only continues a paragraph of a list or quote, without their marks."""

    def read(self, line: str) -> LineKind:
        """Take the next line, with or without its end, and tell what it is."""
        text = line.rstrip("\r\n")
        self.lazy = False
        if self._first:
            text = text.removeprefix("\ufeff")
            self._first = False
        if "\t" in text:
            text = text.expandtabs(4)
        matched, at = self._match_containers(text)
        if matched == len(self._containers):
            kind = self._continue_leaf(text[at:])
            if kind is not None:
                return kind
        elif self.fence is not None or self._html is not None or self._html_till_blank:
            self._close(matched)
        return self._start(text, matched, at)

    def _match_containers(self, text: str) -> tuple[int, int]:
        """Return how many open containers continue in this line and where their content begins."""
        at = matched = 0
        empty_item, self._empty_item = self._empty_item, False
        for width in self._containers:
            indent, blank = _indent(text, at)
            if width == _QUOTE:
                if blank or indent > 3 or text[at + indent] != ">":
                    break
                at = _after_quote_mark(text, at + indent)
            elif blank:
                if empty_item and matched == len(self._containers) - 1:
                    break
                at = min(at + width, len(text))
            elif indent >= width:
                at += width
            else:
                break
            matched += 1
        return matched, at

    def _continue_leaf(self, rest: str) -> LineKind | None:
        """Add the line to the open fence or HTML block, if there is one."""
        if self.fence is not None:
            fence = self.fence
            closes = fence.closed_by(rest)
            if closes:
                self.fence = None
            if not fence.plain:
                return LineKind.NESTED
            return LineKind.CLOSE if closes else LineKind.INSIDE
        if self._html is not None:
            if self._html.search(rest):
                self._html = None
            return LineKind.NESTED
        if self._html_till_blank:
            self._html_till_blank = bool(rest.strip(" "))
            return LineKind.NESTED
        return None

    def _close(self, matched: int) -> None:
        """Close the containers that do not continue, and with them what was open inside."""
        if matched < len(self._containers):
            del self._containers[matched:]
            self._paragraph = False
        self.fence = self._html = None
        self._html_till_blank = False

    def _start(self, text: str, matched: int, at: int) -> LineKind:
        """Open the containers and the block that begin in this line."""
        if matched == 0 and "</" in text and _THOUGHT_END.match(text):
            self._close(0)
            self._paragraph = False
            return LineKind.THOUGHT_END
        paragraph = self._paragraph and matched == len(self._containers)
        while True:
            indent, blank = _indent(text, at)
            if blank or indent > 3:
                break
            here = at + indent
            if text[here] == ">" and matched < _MAX_DEPTH:
                self._push(matched, _QUOTE)
                at = _after_quote_mark(text, here)
            elif self._starts_leaf(text, here, matched, paragraph):
                return self._kind()
            else:
                width, content = self._list_item(text, here, paragraph)
                if not width or matched >= _MAX_DEPTH:
                    break
                self._push(matched, indent + width)
                at = content
                self._empty_item = content >= len(text)
            matched += 1
            paragraph = False
        return self._take_text(text, at, matched, paragraph)

    def _push(self, matched: int, container: int) -> None:
        self._close(matched)
        self._containers.append(container)
        self._paragraph = False

    def _starts_leaf(self, text: str, here: int, matched: int, paragraph: bool) -> bool:
        """Open the fence, HTML block, heading or rule that begins at `here`."""
        rest = text[here:]
        first = rest[0]
        opener = (
            _BACKTICK_FENCE.match(rest) if first == "`" else _TILDE_FENCE.match(rest) if first == "~" else None
        )
        if opener:
            self._close(matched)
            plain = _QUOTE not in self._containers and here <= 3 and not text[:here].strip(" ")
            self.fence = Fence(opener[1], opener[2].strip(" "), here, plain)
        elif first == "<" and self._starts_html(rest, matched, paragraph):
            pass
        elif (
            (first == "#" and _HEADING.match(rest))
            or (paragraph and first in "=-" and _SETEXT.match(rest))
            or (first in "*-_" and _THEMATIC_BREAK.match(rest))
        ):
            self._close(matched)
        else:
            return False
        self._paragraph = False
        return True

    def _starts_html(self, rest: str, matched: int, paragraph: bool) -> bool:
        for start, end in _HTML:
            opening = start.match(rest)
            if opening:
                self._close(matched)
                self._html_till_blank = end is None
                self._html = end if end is not None and not end.search(rest, opening.end()) else None
                return True
        lazy = self._paragraph and matched < len(self._containers)
        if paragraph or lazy or not _HTML_TAG.match(rest):
            return False
        self._close(matched)
        self._html_till_blank = True
        return True

    def _list_item(self, text: str, here: int, paragraph: bool) -> tuple[int, int]:
        """Return the width of the list marker at `here` (0 if there is none), and where its content begins."""
        marker = _LIST_MARKER.match(text, here)
        if marker is None:
            return 0, here
        blanks, empty = _indent(text, marker.end())
        if paragraph and (empty or marker[1] not in (None, "1")):
            return 0, here  # neither an empty item nor one with another number interrupts a paragraph
        if empty or blanks > 4:
            blanks = 1
        content = len(text) if empty else marker.end() + blanks
        return len(marker[0]) + blanks, content

    def _take_text(self, text: str, at: int, matched: int, paragraph: bool) -> LineKind:
        """Take a line that begins no block: blank, text, a lazy continuation or indented code."""
        indent, blank = _indent(text, at)
        lazy = self._paragraph and matched < len(self._containers) and not blank
        if lazy:
            self.lazy = matched == 0
            return self._kind()
        self._close(matched)
        self._paragraph = not blank and (paragraph or indent <= 3)
        return self._kind()

    def _kind(self) -> LineKind:
        if self.fence is not None:
            return LineKind.OPEN if self.fence.plain else LineKind.NESTED
        nested = self._containers or self._html is not None or self._html_till_blank
        return LineKind.NESTED if nested else LineKind.TEXT


def _indent(text: str, at: int) -> tuple[int, bool]:
    """Return the number of blanks at `at`, and whether nothing follows them."""
    end = _BLANKS.match(text, at).end()  # type: ignore[union-attr]  # it always matches
    return end - at, end == len(text)


def _after_quote_mark(text: str, at: int) -> int:
    """Return where the content of a quote begins, given the position of its `>`."""
    return at + 2 if text.startswith("> ", at) else at + 1
