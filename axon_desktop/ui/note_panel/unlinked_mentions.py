"""Unlinked mentions of a note; call this in a thread."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, NamedTuple

from axon_desktop.markdown.scan.plain_line import plain_line
from axon_desktop.ui.note_panel.link_rows import LINE_END, shorten
from axon_desktop.ui.note_panel.rows import PanelRow, RowTarget
from axon_desktop.ui.tree.model import display_name

if TYPE_CHECKING:
    from axon_desktop.index.vault_index import VaultIndex
    from axon_desktop.vault import Vault

_MOST_NOTES = 200
_MOST_LINES = 20
"""Maximum per note."""
_MOST_NAMES = 10


class UnlinkedMentions(NamedTuple):
    """The result."""

    lines: list[PanelRow]
    found: int
    """Number of lines, also those beyond the shown ones of a note."""
    more: bool
    """Whether there may be others in notes that were not read."""


def find_mentions(
    vault: Vault, index: VaultIndex, note: str, cancelled: Callable[[], bool] = lambda: False
) -> UnlinkedMentions | None:
    """Return the lines of other notes that name a note or one of its aliases outside of links.

    None while the index is incomplete.

    Raises:
        IndexUnavailableError: the index is damaged, or was closed.
        ValueError: the same, raised by its other half.
    """
    from axon_desktop.index.catalog.text_index import tokens
    from axon_desktop.vault.files.bulk_read import read_files
    from axon_desktop.vault.files.path_gateway import PathGateway
    from axon_desktop.vault.search.found import Query

    finder, links = index.finder(), index.links()
    if finder is None or links is None:
        return None
    entry = links.entry(note)
    names = list(dict.fromkeys([display_name(note), *(entry.aliases if entry is not None else ())]))
    names = [name for name in names if tokens(name) and '"' not in name][:_MOST_NAMES]
    paths: dict[str, None] = {}
    more = False
    for name in names:
        found = finder.find(Query(f'"{name}"', limit=_MOST_NOTES), cancelled)
        more = more or found.total > _MOST_NOTES
        paths.update(dict.fromkeys(hit.path for hit in found.notes if hit.path != note))
    lines: list[PanelRow] = []
    count = 0
    patterns = [re.compile(re.escape(name), re.IGNORECASE) for name in names]
    for path, data in read_files(PathGateway(vault.root), sorted(paths)):
        if cancelled():
            break
        rows = [*_rows(path, data.decode("utf-8", "replace"), patterns)]
        if rows:
            count += len(rows)
            shown = str(len(rows)) if len(rows) > 1 else ""
            lines.append(
                PanelRow(
                    f"by:{path}", display_name(path), 1, note=shown, foldable=True, tip=path, target=rows[0].target
                )
            )
            lines += rows[:_MOST_LINES]
    return UnlinkedMentions(lines, count, more)


def _rows(path: str, text: str, patterns: Sequence[re.Pattern[str]]) -> Iterator[PanelRow]:
    for number, source in enumerate(LINE_END.split(text), 1):
        if not any(pattern.search(source) for pattern in patterns):
            continue
        plain = plain_line(source)
        marks = sorted(
            span
            for pattern in patterns
            for match in pattern.finditer(plain.text)
            if _is_word(plain.text, span := match.span())
            and not any(span[0] < link.end and link.start < span[1] for link in plain.links)
        )
        marks = [mark for at, mark in enumerate(marks) if not at or mark[0] >= marks[at - 1][1]]
        if marks:
            shown, kept = shorten(plain.text, marks)
            yield PanelRow(
                f"mention:{path}:{number}",
                shown,
                2,
                "snippet",
                marks=kept,
                tip=shown,
                target=RowTarget(path, line=number),
            )


def _is_word(text: str, span: tuple[int, int]) -> bool:
    """Tell whether a name is a whole word; between Chinese characters there are no gaps."""
    start, end = span
    return not (_joins(text[start - 1 : start], text[start]) or _joins(text[end - 1], text[end : end + 1]))


def _joins(left: str, right: str) -> bool:
    from axon_desktop.text.fold import is_unspaced

    return (
        left.isalnum()
        and right.isalnum()
        and not is_unspaced(left.casefold())
        and not is_unspaced(right.casefold())
    )
