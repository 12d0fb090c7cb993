"""Definitions of a note: link reference definitions and footnotes."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from axon_desktop.markdown.html.wikilinks import INLINE_FOOTNOTE
from axon_desktop.markdown.scan.model import Block

MAX_REFERENCES = 10_000
"""Most link definitions of one note."""

_MARK = re.compile(rf"\[\^(?P<label>[^\]\s]{{1,100}})\](?P<defines>:?)|{INLINE_FOOTNOTE.pattern}")
_FOOTNOTE = re.compile(r"[ \t]*(?:\r?\n)*[ ]{0,3}\[\^([^\]\s]+)\]:[ \t]*")
_CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)", re.DOTALL)
_SIMPLE = re.compile(
    r"""[ ]{0,3}\[((?:[^\[\]\\\n]|\\.)+)\]:[ \t]*(<[^<>\\&%\n]*>|[^<\s()"'\\&%]+)"""
    r"""(?:[ \t]+("[^"\\&]*"|'[^'\\&]*'|\([^()\\&]*\)))?[ \t]*$"""
)


@dataclass(slots=True)
class Definitions:
    """Collect definitions block by block, in the order of the note."""

    references: dict[str, dict[str, Any]] = field(default_factory=dict)
    """Link definitions as markdown-it stores them, by normalised label."""
    numbers: dict[str, int] = field(default_factory=dict)
    """Numbers of the footnotes that are referred to, by label, in the order of reference."""
    _notes: dict[str, list[Block]] = field(default_factory=dict)
    _label: str = ""
    _footnotes: dict[str, int] | None = field(default=None, compare=False)
    """Cached result of `footnotes`; None when it is out of date."""

    @property
    def footnotes(self) -> dict[str, int]:
        """Numbers of the footnotes that are both referred to and defined."""
        found = self._footnotes
        if found is None:
            labels = [label for label in self.numbers if label in self._notes]
            found = self._footnotes = {label: number for number, label in enumerate(labels, 1)}
        return found

    def add(self, block: Block) -> None:
        """Add the next block."""
        kind = block.of if block.kind == "more" else block.kind
        if kind in ("fence", "code", "front_matter", "comment", "math", "blank", "hr"):
            return
        if kind == "footnote":
            self._footnotes = None
            self._add_footnote(block)
        if "[^" in block.source or "^[" in block.source:
            self._footnotes = None
            self._add_marks(block)
        holds_links = block.kind in ("paragraph", "list", "quote", "footnote")
        if holds_links and len(self.references) < MAX_REFERENCES and "]:" in block.source:
            self._add_references(block.source)

    def note_blocks(self) -> list[Block]:
        """Return the footnotes as blocks of kind `note`, in order; the view shows them after all others.

        The first is the only one that does not continue; `start` is the number, the anchor `fn-<number>`.
        """
        blocks: list[Block] = []
        for label, number in self.footnotes.items():
            for count, part in enumerate(self._notes[label]):
                start = None if count else number
                blocks.append(replace(part, kind="note", start=start, continues=bool(blocks)))
        return blocks

    def _add_marks(self, block: Block) -> None:
        """Number the footnotes that a block refers to, and store its inline ones."""
        text = _CODE.sub("", block.source) if "`" in block.source else block.source
        for match in _MARK.finditer(text):
            if match["label"] is None:
                self.numbers.setdefault(match.group(), len(self.numbers) + 1)
                note = replace(block, source=match.group()[2:-1], weight=len(match.group()), head="", depth=0)
                self._notes.setdefault(match.group(), [note])
            elif not match["defines"]:
                self.numbers.setdefault(match["label"], len(self.numbers) + 1)

    def _add_footnote(self, block: Block) -> None:
        """Store the text of a footnote; the first definition of a label wins."""
        if not block.continues:
            match = _FOOTNOTE.match(block.source)
            self._label = match.group(1) if match and match.group(1) not in self._notes else ""
            if self._label:
                self._notes[self._label] = [block]
        elif self._label:
            self._notes[self._label].append(block)

    def _add_references(self, source: str) -> None:
        """Collect the link definitions of a paragraph, list or quote."""
        import markdown_it  # noqa: F401 - the package before its parts: another thread may be importing it
        from markdown_it.common.utils import normalizeReference

        found: dict[str, dict[str, Any]] = {}
        for line in source.splitlines():
            match = _SIMPLE.match(line)
            if match is None:
                if line.strip():
                    break
                continue
            label = normalizeReference(match.group(1))
            title = (match.group(3) or "")[1:-1]
            found.setdefault(label, {"title": title, "href": match.group(2).strip("<>")})
        else:
            for label, target in found.items():
                self.references.setdefault(label, target)
            return
        from axon_desktop.markdown.html.markup import shared_parser

        md = shared_parser()
        md.block.parse(source, md, {"references": self.references}, [])


def collect_definitions(blocks: Iterable[Block]) -> Definitions:
    """Collect what all the blocks of a note define."""
    definitions = Definitions()
    for block in blocks:
        definitions.add(block)
    return definitions


def note_text(source: str) -> str:
    """Return the Markdown of a footnote without its label and indentation."""
    text = _FOOTNOTE.sub("", source, count=1)
    return re.sub(r"^(?: {1,4}|\t)", "", text, flags=re.MULTILINE)
