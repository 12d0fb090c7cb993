"""The fast reader of entries: parses an ordinary note in a tenth of the time that following its blocks takes.

The kind of a line matters only where it has a link, a tag, a heading or the name of a block. So lines without such
marks are skipped, and the others are checked to be nothing but text. Where that is not certain (HTML, comments,
formulas, underlined headings, code in lists, marks that another line may close) the note is not ordinary, and
`vault.links.note_parser` reads it, with the same result.
"""

from __future__ import annotations

import re

from axon_desktop.index.build.entry import Entry, LinkMark, as_marks, make_entry
from axon_desktop.markdown.html.links import parse_wikilink
from axon_desktop.markdown.scan.anchors import BLOCK_NAME
from axon_desktop.markdown.scan.model import Block
from axon_desktop.markdown.scan.properties import front_matter_end, read_properties
from axon_desktop.text.file_names import is_note
from axon_desktop.text.tags import TAG, TAG_CHARACTER, begins_tag
from axon_desktop.vault.links.inline_parser import InlineReader
from axon_desktop.vault.links.link import Region
from axon_desktop.vault.links.note_parser import BlockName, Heading, Marks, read_front_matter, unique_tags

_MOST = 200_000
"""Characters; huge notes are cut in ways of their own."""
_LONG_HEADING = 1_000
_CODE_INDENT = 4
_DEEP = 40
"""Characters of the markers of quotes and lists before the text of a line."""

_FRONT_MARK = re.compile(r"\[\[|\]\(|\]:|#|\\")
"""Marks that matter in front matter."""
_FENCE = re.compile(r"\n(> ?| *)(`{3,}(?=[^`\n]*\n)|~{3,})[^\n]*")
_COMMENT = re.compile(r"\n<!--(?!-?>)(?:[^-]|-(?!->))*-->[^\n]*")
_FOOTNOTE = r"\[\^[^\]\s]+\]:"
_MARKERS = rf"(?:{_FOOTNOTE}|(?!{_FOOTNOTE}))(?:[ \t]*(?:>|[-+*](?=[ \t])|\d{{1,9}}[.)](?=[ \t])))*[ \t]*"
"""The markers of a footnote, of quotes and list items at the beginning of a line."""
_HTML_LINE = re.compile(rf"\n{_MARKERS}<")
_WAVES = re.compile(rf"\n{_MARKERS}~~~")
_FENCE_OR_ADDRESS = re.compile(rf"\n{_MARKERS}(?:```|\[(?:[^\[\]\\\n]|\\.)*\]:)")
"""A fence that is not at the margin, or the definition of an address."""
_HTML = re.compile(r"<!--(?:[^\n-]|-(?!->))*-->|</?(?!script|pre|style|textarea)[a-z]", re.IGNORECASE)
_INLINE_TAG = re.compile(
    r"<(?:span|mark|kbd|su[bp]|small|font|code|em|strong|del|ins|[abisu])(?:[ \t][^<>\n]*)?>(?=[ \t]*[^\s<])",
    re.IGNORECASE,
)
"""HTML with text after it in its line: this begins a paragraph, not a block of HTML."""
_BLANK_LINE = re.compile(r"\n[ \t]*\n")
_MARK = re.compile(
    rf"\[\[|\]\(|\]:|#{TAG_CHARACTER}|```|~~~|\^[A-Za-z0-9-]+[ \t]*\n|\n#|\n[> ]*\.\n"
    r"|\n *(?:[-+*]|\d{1,9}[.)])[ \t]"
)
"""Marks that matter in a text, placeholders of fences, or what looks like a list item."""
_HEADING = re.compile(  # each part begins with a mark, so that most lines are passed over fast
    r"\n(?:#(#{0,5})(?:[ \t]([^\n]*))?(?=\n)| {1,3}(?:#|(?:=+|-+)[ \t]*(?=\n))|==*[ \t]*(?=\n)|--*[ \t]*(?=\n))"
)
"""A heading at the margin; or one that may belong to an item of a list, or the line under a heading or a list."""
_INLINE_MARK = re.compile(  # each part begins with a mark, so that it is found fast
    r"\\[!-/:-@\[-`{-~]|`[^`\n]+`(?!`)|\[[ xX]\](?=[ \t])"  # what the marks may be mistaken for
    r"|\[\[([^\[\]|#\\\n]{1,500})\]\]|\[\[([^\[\]\n]{1,500})\]\]|!\[\[([^\[\]\n]{1,500})\]\]"
    rf"|{TAG.pattern}|\^([A-Za-z0-9-]+)[ \t]*(?=\n)|`|<|\$|\["
)
_LINK, _LINK_WITH_MORE, _EMBED, _TAG, _NAME = range(1, 6)
"""Which group matched: all others are a single mark, or need no reading."""
_BLOCK_NAME = re.compile(rf"{BLOCK_NAME}(?=\n|\Z)", re.ASCII)
_BEFORE_TEXT = re.compile(_MARKERS)
_TEXT = re.compile(r"(?:[-+*>]|\d{1,9}[.)]) ?[^\s>+*\d-]|[^\s>+*\d\[-]")
"""Text at the margin, or right after one marker there: how nearly every line begins."""
_ITEM = re.compile(r" *((?:[-+*]|(\d{1,9})[.)]) {1,4})(?!\d+[.)])(?:[^\s#<>|`~=+$%*_-]|\*\*?\w|_\w|`\w)")
"""A list item that begins with text: certainly one, unless its number is not 1."""
_PLAIN = re.compile(r"[^\W\d_]|#{1,6} |\*{1,2}\w|`[^`]|!?\[(?!\^)|\|")
"""Beginning of a line in no list, quote or footnote, unless it continues the lines before it."""
_DELIMITERS = re.compile(r"[ \t]*[|:-][-:| \t]*$")
"""The delimiter row, which makes the line before it the head of a table."""
_LONG_LIST = 200
"""Lines; a longer one is not followed."""
_CLOSERS = {"`": "`", "<": ">", "[": "]", "(": ")"}


class _OddNoteError(Exception):
    """The note has to be parsed block by block."""


def read_plain(path: str, text: str) -> Entry | None:
    """Return the same as `read_entry`; None if the note is not ordinary."""
    if len(text) > _MOST or _has(text, "%%") or _has(text, "$$") or not is_note(path):
        return None
    text = text.removeprefix("\ufeff")
    if "\r" in text:
        text = text.replace("\r\n", "\n").replace("\r", "\n")
    front = front_matter_end(text)
    reader = _BodyReader("\n" * (1 + text.count("\n", 0, front)) + text[front:] + "\n")
    try:
        reader.read()
    except _OddNoteError:
        return None
    marks = Marks(headings=reader.headings, blocks=reader.blocks)
    tags = reader.tags
    if front:
        marks.properties = read_properties(text[:front])
    if _FRONT_MARK.search(text, 0, front):
        inline = InlineReader(lambda offset: 1 + text.count("\n", 0, offset))
        read_front_matter(Region(text, range(len(text) + 1)), front, inline)
        marks.links = inline.links
        tags += inline.tags
    marks.tags = unique_tags(marks.properties, tags)
    entry = make_entry(marks)
    entry.links.extend(reader.links)
    return entry


def _has(text: str, marks: str) -> bool:
    """Tell whether a text contains rare marks."""
    return marks[0] in text and marks in text  # a search for one character takes a tenth of the time


class _BodyReader:
    """Reads a text with a line break before and after it."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.links: list[LinkMark] = []
        self.tags: list[str] = []
        self.headings: list[Heading] = []
        self.blocks: list[BlockName] = []

    def read(self) -> None:
        """Read all of it.

        Raises:
            _OddNoteError: the note is not ordinary.
        """
        text = _without_fences(self._text)
        if "<" in text:
            text = _COMMENT.sub(_without_comment, text)
            for begun in _HTML_LINE.finditer(text):
                _check_html(text, begun.end() - 1)
        if _has(text, "~~~") and _WAVES.search(text):
            raise _OddNoteError
        self._text = text
        self._read_headings()
        self._read_marks()

    def _read_headings(self) -> None:
        text = self._text
        number = position = 0
        for match in _HEADING.finditer(text):
            if match[1] is None:
                if match[0][-1] == "#" or not _is_blank(text, match.start()):
                    raise _OddNoteError
                continue
            if "|" in match[0] or len(match[0]) > _LONG_HEADING:  # maybe the head of a table
                raise _OddNoteError
            number += text.count("\n", position, match.start() + 1)
            position = match.start() + 1
            level, title = 1 + len(match[1]), match[2] or ""
            if "#" in title or not title.isprintable():  # marks at its end, or a tab
                level, title = Block("heading", match[0], 0, 0, 0).heading or (level, title)
            self.headings.append(Heading(level, title.strip(), number))

    def _read_marks(self) -> None:
        """Read the links, tags and names of blocks."""
        text, links, tags = self._text, self.links, self.tags
        number = counted = position = end = 0
        links_before = tags_before = 0
        for mark in _INLINE_MARK.finditer(text):
            at, kind = mark.start(), mark.lastindex
            if at < position or (kind is None and mark.end() > at + 1):
                continue
            if at > end:
                begin, end = text.rfind("\n", 0, at) + 1, text.find("\n", at)
                if not _is_text(text, begin, end):
                    position = end
                    continue
                number += text.count("\n", counted, begin)
                counted = begin
                links_before, tags_before = len(links), len(tags)
            if kind == _LINK:
                if target := mark[_LINK].strip():
                    links.append(LinkMark("wikilink", target, "", "", False, number))
            elif kind == _TAG:
                if begins_tag(text, at):
                    tags.append(mark[_TAG])
            elif kind is not None:
                self._add_rarer(mark, kind, number)
            else:
                del links[links_before:], tags[tags_before:]
                self._read_line(begin, end, number)
                position = end

    def _add_rarer(self, mark: re.Match[str], kind: int, number: int) -> None:
        """Add the name of a block, or a link with more than a target."""
        if kind == _NAME:
            if _BLOCK_NAME.match(self._text, mark.start()):
                self.blocks.append(BlockName(mark[_NAME], number))
        elif link := parse_wikilink(mark[kind]):
            self.links.append(LinkMark("wikilink", link.target, link.anchor, link.text, kind == _EMBED, number))

    def _read_line(self, begin: int, end: int, number: int) -> None:
        """Read a line with marks that others may close."""
        text = self._text
        if _FENCE_OR_ADDRESS.match(text, begin - 1):
            raise _OddNoteError
        inline = InlineReader(lambda _: number)
        if opened := inline.read(Region(text, range(len(text) + 1)), begin, end):
            paragraph_end = text.find("\n\n", end)
            rest = text[end : len(text) if paragraph_end < 0 else paragraph_end]
            if any(_CLOSERS[mark[0]] in rest for mark in opened):
                raise _OddNoteError
        self.links += as_marks(inline.links)
        self.tags += inline.tags
        if name := _BLOCK_NAME.search(text[begin:end]):
            self.blocks.append(BlockName(name[1], number))


def _check_html(text: str, begin: int) -> None:
    """Check that HTML begins here that ends at the next blank line or before, with no marks in it.

    HTML that begins a paragraph is read with its line.
    """
    if _INLINE_TAG.match(text, begin):
        return
    end = _BLANK_LINE.search(text, begin)
    if not _HTML.match(text, begin) or _MARK.search(text, begin, end.start() + 1 if end else len(text)):
        raise _OddNoteError


def _without_fences(text: str) -> str:
    """Replace each fence at the margin, indented or in a quote, by words and line breaks."""
    if "```" not in text and not _has(text, "~~~"):
        return text
    done = ""
    position = 0
    while opener := _FENCE.search(text, position):
        if "|" in opener[0]:  # maybe the head of a table
            raise _OddNoteError
        before, mark = opener[1], opener[2]
        done += text[position : opener.start()]
        position = opener.end()
        if before:
            begin = len(done) + 1
            if len(before) >= _CODE_INDENT and _is_code(done + opener[0], begin):
                done += f"\n{before}."
                continue
            if len(before) >= _CODE_INDENT and not _is_within_list(
                done + opener[0], begin, begin + len(opener[0]) - 1
            ):
                raise _OddNoteError
            lines = _fence_lines(text, position, before, mark)
            done += f"\n{before}." + "".join([f"\n{before}." if line.strip(" \t") else "\n" for line in lines])
            position += len(lines) + sum(map(len, lines))
        else:
            closer = re.compile(rf"\n {{0,3}}{mark}{mark[0]}*[ \t]*(?=\n)").search(text, position)
            position = closer.end() if closer else len(text) - 1
            done += "\n." + "\n" * (text.count("\n", opener.start(), position) - 1)
    return done + text[position:]


def _fence_lines(text: str, position: int, before: str, mark: str) -> list[str]:
    """Return the lines of a fence that is not at the margin, its opener left out.

    Each begins with the prefix of its opener, so that the fence ends nowhere else, whatever is around it.
    """
    before = ">" if before[0] == ">" else before
    lines: list[str] = []
    while (end := text.find("\n", position + 1)) >= 0:
        line = text[position + 1 : end]
        lines.append(line)
        position = end
        if "^" in line or (not line.startswith(before) and (before == ">" or line.strip(" \t"))):
            break  # maybe the name of a block, which counts even in code
        inner = line[len(before) :]
        if inner.lstrip(" \t").startswith(mark[:3]):
            inner = inner.removeprefix(" ") if before == ">" else inner
            if inner.startswith(mark) and not inner.rstrip(" \t").strip(mark[0]):
                return lines
            break
    raise _OddNoteError


def _without_comment(comment: re.Match[str]) -> str:
    """Return a word and line breaks for a comment, unless it seems to have marks."""
    whole = comment[0]
    return whole if _MARK.search(f"{whole}\n", 1) else "\n." + "\n" * (whole.count("\n") - 1)


def _is_text(text: str, begin: int, end: int) -> bool:
    """Tell whether a line, whatever is around it, is text and no code."""
    if text[begin].isalpha() or _TEXT.match(text, begin):
        return True
    match = _BEFORE_TEXT.match(text, begin, end)
    before = match[0] if match else ""
    markers = before.lstrip(" \t")
    if len(before) > _DEEP or "\t" in markers or "     " in markers:
        raise _OddNoteError
    if _is_deep(text, begin, end):
        if _is_code(text, begin):
            return False
        _is_within_list(text, begin, end)
    return True


def _is_code(text: str, begin: int) -> bool:
    """Tell whether an indented line is certainly code: with lines like it after a blank one, below plain text."""
    blank = False
    plain = 0
    for _ in range(_LONG_LIST):
        start = text.rfind("\n", 0, begin - 1) + 1
        line = text[start : begin - 1]
        if start <= 1 and not line:  # the text begins here
            return blank or plain > 0
        begin = start
        if not line.strip(" \t"):
            if plain:
                return True
            blank = True
        elif plain or not line.startswith(("    ", "\t")):
            if not (blank and _PLAIN.match(line)):
                return False
            plain += 1
        else:
            blank = False
    return False


def _is_within_list(text: str, begin: int, end: int) -> bool:
    """Check that an indented line is no code, because it belongs to an item of a list above it.

    Return whether that is certainly an item, and not the text of a paragraph that continues here.
    """
    while begin > 1:
        begin = text.rfind("\n", 0, begin - 1) + 1
        if text[begin] not in " \t\n":  # here all lists end, or the first begins
            break
    lines = text[begin:end].split("\n")
    if len(lines) > _LONG_LIST:
        raise _OddNoteError
    columns = [0]
    """Where the text of each list item around begins."""
    sure = True
    for line in lines:
        if _DELIMITERS.match(line):
            raise _OddNoteError
        line = line.expandtabs(4)
        text_at = len(line) - len(line.lstrip(" "))
        if text_at == len(line):
            if not sure:  # the paragraph ends here
                raise _OddNoteError
            continue
        while text_at < columns[-1]:
            columns.pop()
        if text_at - columns[-1] >= _CODE_INDENT:
            raise _OddNoteError
        if item := _ITEM.match(line):
            columns.append(text_at + len(item[1]))
            sure = sure and (item[2] or "1") == "1"
    return sure


def _is_deep(text: str, begin: int, end: int) -> bool:
    """Tell whether a line is indented as far as code is."""
    line = text[begin : min(end, begin + 4)]
    return line.lstrip(" ")[:1] in ("", "\t")


def _is_blank(text: str, end: int) -> bool:
    """Tell whether the line that ends here is blank."""
    return not text[text.rfind("\n", 0, end) + 1 : end].strip(" \t")
