"""Parser of links and tags in a run of inline Markdown, in linear time and with their exact positions.

Marks are taken from left to right as markdown-it takes them, so that nothing is found in code, math, comments,
HTML tags or behind a backslash; but no tokens are made, since a rewritten link needs its position in the text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from axon_desktop.markdown.html.links import parse_wikilink
from axon_desktop.markdown.html.wikilinks import MATH, WIKILINK
from axon_desktop.text.tags import TAG, begins_tag
from axon_desktop.vault.links.link import Address, Link, LinkForm, Region, Writing, read_address

_MARK = re.compile(r"\\[!-/:-@\[-`{-~]|``*|%%|<|\$|!\[|\[|\]|#")  # each part begins with a mark: found fast
_FOOTNOTE = re.compile(r"\[\^[^\]\s]{1,100}\]")
_TAG_SIGN = re.compile(r"</?[A-Za-z][^<>]*>|<[!?][^<>]*>")
_HTML_MARK = re.compile(r"</?[A-Za-z][A-Za-z0-9-]*(?:[\s/][^<>]*)?>|<[!?].*>", re.DOTALL)
"""A tag or comment, not an address in angle brackets: `#tag` may follow it at once."""
_HTML_ADDRESS = re.compile(
    r"<!--.*?-->|<(?P<tag>a|img)\s(?:[^<>]*?\s)?(?:href|src)\s*=\s*"
    r"""(?:"(?P<double>[^"<>]+)"|'(?P<single>[^'<>]+)'|(?P<bare>[^\s"'<>=`]+))""",
    re.DOTALL | re.IGNORECASE,
)
_MAX_ADDRESS = 4000
_MAX_NESTED = 32
"""Brackets within brackets in an address; CommonMark asks for three."""
_BLANKS = re.compile(r"[ \t]*(?:\r\n?|\n)?[ \t]*")
_ANGLE = re.compile(r"<((?:[^<>\r\n\\]|\\.){0,4000})>")
_LINK_END = re.compile(
    r"""(?:[ \t\r\n]+(?:"(?:[^"\\]|\\.){0,1000}"|'(?:[^'\\]|\\.){0,1000}'|\((?:[^()\\]|\\.){0,1000}\)))?"""
    r"[ \t\r\n]*\)"
)
_DEFINITION = re.compile(
    r"[ \t]*(?:(?:>|[-+*]|\d{1,9}[.)])[ \t]*)*\[(?!\^)(?P<label>(?:[^\[\]\\\r\n]|\\.)+)\]:[ \t]*"
    r"""(?:<(?P<angle>[^<>\r\n]*)>|(?P<bare>[^\s<]\S*))(?:[ \t]+(?:"[^"]*"|'[^']*'|\([^()]*\)))?[ \t]*$"""
)


@dataclass(slots=True)
class _Bracket:
    """A `[` that may begin a Markdown link."""

    at: int
    image: bool
    active: bool = True


class InlineReader:
    """Collects the links and tags of one file, run by run."""

    def __init__(self, line_of: Callable[[int], int], *, html: bool = False) -> None:
        """Take a function from a position in the file to its line, and whether the addresses in HTML are links."""
        self.links: list[Link] = []
        """In the order in which the runs were read."""
        self.tags: list[str] = []
        """Without `#`, each as often as it occurs."""
        self._line_of = line_of
        self.html = html

    def read(self, region: Region, begin: int = 0, end: int | None = None) -> set[str]:
        """Read a run of inline text: a paragraph, a heading, a row of a table, a string.

        Return the marks in it that would be syntax if the run continued and closed them.
        """
        text = region.text
        end = len(text) if end is None else end
        brackets: list[_Bracket] = []
        unclosed: set[str] = set()
        position = begin
        html_end = -1
        while match := _MARK.search(text, position, end):
            mark, at, position = match[0], match.start(), match.end()
            match mark[0]:
                case "`":
                    position = _after_code(text, mark, position, end, unclosed)
                case "[" | "!":
                    position = self._open(region, at, mark, end, brackets)
                case "]" if brackets:
                    position = self._close(region, at, end, brackets, unclosed)
                case "#":
                    position = self._tag(text, at, end, behind_html=at == html_end)
                case "\\" | "]":
                    pass
                case "<":
                    position = _after_hidden(text, mark, at, end, unclosed)
                    html_end = position if _HTML_MARK.match(text, at, position) else -1
                    if self.html:
                        self.read_html(region, at, position)
                case _:
                    position = _after_hidden(text, mark, at, end, unclosed)
        return unclosed | {"["} if brackets else unclosed

    def read_definition(self, region: Region, begin: int, end: int) -> bool:
        """Read a link reference definition, if the line is one."""
        match = _DEFINITION.match(region.text, begin, end)
        if match is None:
            return False
        group = "bare" if match["angle"] is None else "angle"
        if (address := read_address(match[group], angle=group == "angle")) is not None:
            self._add_address("definition", region, match.start(group), address, match["label"], embed=False)
        return True

    def read_html(self, region: Region, begin: int, end: int) -> None:
        """Read the addresses of links and pictures in HTML."""
        for match in _HTML_ADDRESS.finditer(region.text, begin, end):
            group = next((name for name in ("double", "single", "bare") if match[name] is not None), "")
            if group and (address := read_address(match[group], angle=False)) is not None:
                embed = match["tag"].lower() == "img"
                self._add_address("html", region, match.start(group), address, "", embed=embed)

    def add_path(self, region: Region, place: str) -> None:
        """Add a string that is the path of a file as a whole."""
        self._add("canvas", region, 0, len(region.text), region.text, place, "", True)

    def _open(self, region: Region, at: int, mark: str, end: int, brackets: list[_Bracket]) -> int:
        """Read a wikilink, step over a footnote mark, or remember the bracket."""
        match = WIKILINK.match(region.text, at, end)
        if match is not None:
            link = parse_wikilink(match[2])
            if link is not None:
                start = match.start(2) + match[2].index(link.target or "#")
                self._add(
                    "wikilink",
                    region,
                    start,
                    len(link.target),
                    link.target,
                    link.anchor,
                    link.text,
                    bool(match[1]),
                )
            return match.end()
        if footnote := _FOOTNOTE.match(region.text, at, end):
            return footnote.end()
        brackets.append(_Bracket(at, mark[0] == "!"))
        return at + len(mark)

    def _close(self, region: Region, at: int, end: int, brackets: list[_Bracket], unclosed: set[str]) -> int:
        """End a bracket, and read the address behind it if it is a link."""
        bracket = brackets.pop()
        if not bracket.active or not region.text.startswith("(", at + 1):
            return at + 1
        found = _read_tail(region.text, at + 2, end)
        if found is None:
            unclosed.add("(")
            return at + 1
        start, length, angle, after = found
        address = read_address(region.text[start : start + length], angle=angle)
        if address is not None:
            label = region.text[bracket.at + 1 + bracket.image : at]
            self._add_address("markdown", region, start, address, label, embed=bracket.image)
        if not bracket.image:  # a link holds no link
            for outer in brackets:
                outer.active = outer.image
        return after

    def _tag(self, text: str, at: int, end: int, *, behind_html: bool) -> int:
        match = TAG.match(text, at, end) if behind_html or begins_tag(text, at) else None
        if match is None:
            return at + 1
        self.tags.append(match[1])
        return match.end()

    def _add_address(
        self, form: LinkForm, region: Region, start: int, address: Address, text: str, *, embed: bool
    ) -> None:
        if address.target or address.anchor:
            self._add(
                form, region, start, address.length, address.target, address.anchor, text, embed, address.writing
            )

    def _add(
        self,
        form: LinkForm,
        region: Region,
        start: int,
        length: int,
        target: str,
        place: str,
        text: str,
        embed: bool,
        writing: Writing = "plain",
    ) -> None:
        begin, end = region.offsets[start], region.offsets[start + length]
        line = self._line_of(begin)
        self.links.append(Link(form, target, place, text, embed, line, begin, end, writing, region.quoting))


def _after_code(text: str, run: str, position: int, end: int, unclosed: set[str]) -> int:
    """Return where a code span ends; the backticks are text if nothing closes them."""
    if run in unclosed:
        return position
    closer = re.compile(rf"(?<!`){run}(?!`)").search(text, position, end)
    if closer is None:
        unclosed.add(run)
        return position
    return closer.end()


def _after_hidden(text: str, mark: str, at: int, end: int, unclosed: set[str]) -> int:
    """Return where a comment, an HTML tag or math ends; the mark is text if it begins none."""
    after = at + len(mark)
    if mark == "$":
        math = MATH.match(text, at, end)
        return math.end() if math else after
    opener, closer = (mark, mark) if mark == "%%" else ("<!--", "-->")
    if text.startswith(opener, at, end):
        close = -1 if opener in unclosed else text.find(closer, at + len(opener), end)
        if close >= 0:
            return close + len(closer)
        unclosed.add(opener)
        return after
    if mark != "<":
        return after
    tag = _TAG_SIGN.match(text, at, end)
    if tag is None:
        unclosed.add(mark)
    return tag.end() if tag else after


def _read_tail(text: str, position: int, end: int) -> tuple[int, int, bool, int] | None:
    """Read `address "title")`: where the address is, its length, whether in `<>`, and where the link ends."""
    blanks = _BLANKS.match(text, position, end)
    start = blanks.end() if blanks else position
    angle = _ANGLE.match(text, start, end)
    stop = angle.end() if angle else _after_bare(text, start, end)
    closing = _LINK_END.match(text, stop, end)
    if closing is None:
        return None
    if angle:
        return angle.start(1), len(angle[1]), True, closing.end()
    return start, stop - start, False, closing.end()


def _after_bare(text: str, position: int, end: int) -> int:
    """Return where an address without `<>` ends: at a blank, or at a `)` that closes none of its own."""
    depth = 0
    end = min(end, position + _MAX_ADDRESS)
    while position < end and depth <= _MAX_NESTED:
        mark = text[position]
        if mark == "\\":
            position += 1
        elif mark == "(":
            depth += 1
        elif mark == ")":
            if not depth:
                break
            depth -= 1
        elif mark.isspace():
            break
        position += 1
    return min(position, end)
