"""What of a note a query is held against: its text and name, its parts, its tags and properties."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from axon_desktop.text.file_names import is_note, same_name
from axon_desktop.text.fold import fold
from axon_desktop.vault.canvas.unescape import unescape_canvas
from axon_desktop.vault.search.query import AllOf, AnyOf, HasProperty, Node, Not, Regex, Scope, Text, Within

if TYPE_CHECKING:
    from axon_desktop.vault.links.note_parser import Marks

_TASK = re.compile(r"[ \t>]*(?:(?:[-+*]|\d{1,9}[.)])[ \t]+(?:>[ \t]*)*)+\[([^\]\n])\](?:[ \t]|$)")
_NO_TASKS = ("fence", "code", "comment", "math", "html", "front_matter")
_HEADING_LINE = re.compile(r"\n#{1,6}[ \t]+(\S[^\r\n]*)")  # it begins with a literal, which is found fast
_ALIAS_LINES = re.compile(r"^alias(?:es)?:([^\r\n]*(?:\r?\n[ \t]*-[ \t][^\r\n]*)*)", re.MULTILINE | re.IGNORECASE)
_MAX_FRONT_MATTER = 16 << 10
_LESS_OR_MORE = re.compile(r"([<>])\s*(-?\d+(?:\.\d+)?)$")


class Part:
    """A text that words and regular expressions may match."""

    __slots__ = ("folded", "text")

    def __init__(self, text: str, folded: str | None = None) -> None:
        self.text = text
        self.folded = fold(text) if folded is None else folded

    def has(self, sought: Text) -> bool:
        """Tell whether it contains a word or phrase."""
        return sought.folded in self.folded


class _Tag(Part):
    """A tag, which a query matches that names it, or one above it."""

    __slots__ = ()

    def has(self, sought: Text) -> bool:
        known, wanted = same_name(self.text), same_name(sought.text)
        return known == wanted or known.startswith(f"{wanted}/")


class _Value(Part):
    """A value of a property: matched by a part of it, or in quotes by all of it; empty for `null`."""

    __slots__ = ()

    def has(self, sought: Text) -> bool:
        if sought.quoted:
            return self.folded.strip() == sought.folded
        if sought.folded == "null":
            return not self.text.strip()
        compared = _LESS_OR_MORE.match(sought.text)
        if compared is None:
            return super().has(sought)
        try:
            value, limit = float(self.text), float(compared[2])
        except ValueError:
            return False
        return value < limit if compared[1] == "<" else value > limit


class NoteText(Part):
    """A file as a search sees it."""

    def __init__(self, path: str, text: str) -> None:
        """Take the path and the text of a file; of a canvas its letters are unescaped."""
        self.path = path
        text = unescape_canvas(path, text)
        super().__init__(text.replace("\r\n", "\n").replace("\r", "\n") if "\r" in text else text)
        self.place = fold(f"/{path}")
        """The path, folded, after a slash."""

    def has(self, sought: Text) -> bool:
        """Tell whether the text or the name contains a word or phrase."""
        return sought.folded in self.folded or self.is_named(sought.folded)

    @property
    def name(self) -> str:
        """The name of the file."""
        return self.path.rpartition("/")[2]

    def is_named(self, folded: str) -> bool:
        """Tell whether the file's name contains a word; what is only a part of the suffix does not count."""
        if folded not in self.place:
            return False
        name = self.place.rpartition("/")[2]
        return 0 <= name.find(folded) < (len(name.rpartition(".")[0]) or len(name))

    @cached_property
    def names(self) -> list[str]:
        """The name of the file and the note's aliases, folded."""
        return [self.place.rpartition("/")[2], *read_aliases(self.path, self.folded)]

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the text."""
        return self.text.split("\n")

    @cached_property
    def marks(self) -> Marks:
        """Tags, properties and headings."""
        from axon_desktop.vault.links.note_parser import read_marks  # a search for words does without

        return read_marks(self.path, self.text)

    @cached_property
    def _blocks(self) -> list[tuple[str, int, int]]:
        """The kind of each block, its first line from 0, and the one after its last."""
        from axon_desktop.markdown.scan.blocks import scan_blocks

        found: list[tuple[str, int, int]] = []
        for block in scan_blocks(self.text):
            if block is not None and block.kind != "blank":
                end = block.line + block.source.rstrip("\n").count("\n") + 1
                if block.continues and found:
                    found[-1] = (*found[-1][:2], end)
                else:
                    found.append((block.kind, block.line, end))
        return found

    @property
    def front_matter(self) -> range:
        """The lines of the properties."""
        kind, first, end = self._blocks[0] if self.text.startswith("---") and self._blocks else ("", 0, 0)
        return range(first, end if kind == "front_matter" else first)

    def spans(self, scope: Scope) -> Iterator[range]:
        """Yield the lines of each line, block, section or task, from 0."""
        match scope:
            case "line":
                yield from (range(line, line + 1) for line in range(len(self.lines)))
            case "block":
                yield from (range(first, end) for _, first, end in self._blocks)
            case "section":
                begins = [0, *(heading.line - 1 for heading in self.marks.headings)]
                yield from filter(len, map(range, begins, [*begins[1:], len(self.lines)]))
            case "task" | "task-todo" | "task-done":
                for line in self._tasks:
                    box = _TASK.match(self.lines[line])
                    if box is not None and (scope == "task" or (box[1] == " ") == (scope == "task-todo")):
                        yield range(line, line + 1)

    @property
    def _tasks(self) -> Iterator[int]:
        if "[" in self.text:
            for kind, first, end in self._blocks:
                if kind not in _NO_TASKS:
                    yield from range(first, end)

    def within(self, scope: Scope) -> Iterator[Part]:
        """Yield the parts that an operator is about."""
        match scope:
            case "path":
                yield Part(f"/{self.path}", self.place)
            case "file":
                yield Part(self.name)
            case "content":
                yield Part(self.text, self.folded)
            case "tag":
                yield from map(_Tag, self.marks.tags)
            case _:
                for span in self.spans(scope):
                    yield self.part(span)

    def part(self, span: range) -> Part:
        """Return some of its lines."""
        return Part("\n".join(self.lines[span.start : span.stop]))

    def values(self, name: str) -> Iterator[Sequence[str]]:
        """Yield the values of each property of a name."""
        return (item.values for item in self.marks.properties if fold(item.name) == name)


def read_aliases(path: str, text: str) -> list[str]:
    """Return the aliases of a note."""
    if not (is_note(path) and text.startswith(("---", "\ufeff---"))):
        return []
    lines = _ALIAS_LINES.search(text, 3, _MAX_FRONT_MATTER)
    return [name for part in re.split(r"[\n,]", lines[1]) if (name := part.strip(" \t\r-[]\"'"))] if lines else []


def read_headings(path: str, text: str) -> list[str]:
    """Return roughly the headings of a note: code that looks like one counts, an underlined one does not."""
    return _HEADING_LINE.findall(f"\n{text}") if "#" in text and is_note(path) else []


def holds(node: Node, part: Part, note: NoteText) -> bool:
    """Tell whether a part of a note, or the note itself, matches a query."""
    match node:
        case Text():
            return part.has(node)
        case Regex(pattern):
            lines = note.lines if part is note else part.text.split("\n")
            return any(pattern.search(line) for line in lines if line.strip())
        case Not(inner):
            return not holds(inner, part, note)
        case AllOf(parts):
            return all(holds(inner, part, note) for inner in parts)
        case AnyOf(parts):
            return any(holds(inner, part, note) for inner in parts)
        case Within(scope, inner):
            return any(holds(inner, unit, note) for unit in note.within(scope))
        case HasProperty(name, value):
            return any(
                value is None or any(holds(value, _Value(one), note) for one in values or [""])
                for values in note.values(name)
            )


def needed_words(node: Node) -> set[str] | None:
    """Return words of which any note that matches has one in its text or path; None if that is not known."""
    match node:
        case Text(_, folded) if folded:
            return {folded}
        case HasProperty(name, _):
            return {name}
        case Within(_, part):
            return needed_words(part)
        case AllOf(parts):
            known = [words for part in parts if (words := needed_words(part)) is not None]
            return min(known, key=len, default=None)
        case AnyOf(parts):
            each = [needed_words(part) for part in parts]
            return None if None in each else {word for words in each if words is not None for word in words}
    return None
