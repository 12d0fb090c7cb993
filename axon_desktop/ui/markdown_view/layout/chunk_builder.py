"""Turns chunks into laid-out documents: renders, lays out, and drops what is far away."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import ClassVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QFont, QFontMetricsF

from axon_desktop.markdown.html.callouts import Folding
from axon_desktop.markdown.html.highlight import is_quick, note_quick
from axon_desktop.markdown.html.render import Renderer, Words
from axon_desktop.markdown.html.style import CODE_FONTS, families, stylesheet
from axon_desktop.markdown.scan.blocks import Block, scan_blocks
from axon_desktop.markdown.scan.definitions import Definitions
from axon_desktop.markdown.scan.split import is_dense
from axon_desktop.ui.look.theme import current_colors, in_force
from axon_desktop.ui.markdown_view.embeds.embed_kinds import EMBED_KINDS
from axon_desktop.ui.markdown_view.embeds.embedded_notes import NoteStore
from axon_desktop.ui.markdown_view.embeds.images import ImageStore
from axon_desktop.ui.markdown_view.layout.chunk import MUTED_ROLES, Chunk, Look, Role, look_of
from axon_desktop.ui.markdown_view.layout.chunk_document import ChunkDocument
from axon_desktop.ui.markdown_view.layout.column import BUBBLE_PAD_X
from axon_desktop.ui.markdown_view.layout.disposal import Disposal
from axon_desktop.ui.markdown_view.layout.plain_text import plain_text
from axon_desktop.ui.markdown_view.painter import chip_corners
from axon_desktop.ui.markdown_view.render_worker import RenderWorker
from axon_desktop.ui.markdown_view.tables.wide_tables import SharedTable

MAX_DOCUMENTS = 100
"""Number of cached documents, if no more of them are near the viewport."""
MAX_SPARE = 6
"""Documents kept for reuse: creating one and its style sheet takes as long as laying out a paragraph."""
MAX_HTML_CHARS = 8_000_000
BUBBLE_SHARE = 0.85
"""The maximum width of a user's bubble, as a share of the column."""

ResolveLink = Callable[[str], str | None]
Job = tuple[Chunk, object, int]
"""A chunk, the style in which it is rendered or `TEXT`, and the version of its blocks."""
TEXT = "text"
TEXTS_AHEAD = 8
MANY_BRACKETS = 150
"""Number of brackets in one block from which the parser may be slow: it searches for the end of each."""
MANY_LINES = 100
"""Number of lines in one chunk from which the parser is slow: it checks for each whether a block begins there."""
WARM = "warm"
"""The job that only imports."""


class ChunkBuilder(QObject):
    """Renders and lays out chunks, within limits of memory."""

    warm: ClassVar[bool] = False
    """Whether some builder of this process has imported the parser and the highlighter (0.1 s each)."""
    rendered = Signal()
    """The worker has rendered a chunk."""

    def __init__(
        self,
        font: QFont,
        resolve_link: ResolveLink | None,
        images: ImageStore,
        notes: NoteStore,
        disposal: Disposal,
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._disposal = disposal
        self._images = images
        self._notes = notes
        self._font = font
        self._sheets: dict[bool, str] = {}
        self._worker = RenderWorker("axon-markdown", self)
        self._worker.finished.connect(self._take)
        self._documents: OrderedDict[Chunk, None] = OrderedDict()
        self._room = MAX_DOCUMENTS
        self._spare: list[ChunkDocument] = []
        self._htmls: OrderedDict[Chunk, int] = OrderedDict()
        self._html_chars = 0
        self._texts: dict[Chunk, None] = {}
        self._pieces: dict[Look, str] = {}
        """HTML of the blocks at the growing end of a stream, of which only the last one changes."""
        self._style = object()  # replaced whenever existing HTML is outdated
        self.set_style(resolve_link)
        self.laid_out = 0

    def set_style(self, resolve_link: ResolveLink | None, *, strict_breaks: bool = False) -> None:
        """Set how to render; call `forget` for existing chunks."""
        self._sheets.clear()
        self._pieces.clear()
        self._renderer = Renderer(
            current_colors(),
            resolve_link or _leads_nowhere,
            words=self._words(),
            find_note=self._notes.find,
            pictures=True,
            strict_breaks=strict_breaks,
            embeds=EMBED_KINDS,
        )
        self._style = object()

    def _words(self) -> Words:
        return Words(
            more=self.tr("Show more"),
            rest=self.tr("Open the note to read the rest"),
            loop=self.tr("This note embeds itself"),
            deep=self.tr("Notes are nested too deeply"),
            unreadable=self.tr("This note cannot be shown here"),
            no_place=self.tr("This note has no such part"),
            details=self.tr("Details"),
            audio=self.tr("Audio"),
            video=self.tr("Video"),
        )

    def set_font(self, font: QFont) -> None:
        """Set the font of the layout."""
        self._font = font
        self._sheets.clear()

    @property
    def at_work(self) -> bool:
        """Whether a thread is rendering."""
        return self._worker.busy

    def render(self, chunk: Chunk) -> str:
        """Return a chunk's HTML, rendering it at once if necessary."""
        if chunk.html is None:
            self._keep_html(chunk, _render(self._renderer, *_parts(chunk)))
        assert chunk.html is not None
        return chunk.html

    def is_quick(self, chunk: Chunk) -> bool:
        """Tell whether this chunk can be rendered at once: otherwise use the worker."""
        blocks = [block for block in chunk.blocks if block.kind not in _WITHOUT_CODE]
        if not self.warm or not all(is_quick(block.head) and is_quick(block.source) for block in blocks):
            return False
        if chunk.has_embeds() or sum(_lines(block.source) for block in blocks) > MANY_LINES:
            return False
        return not any(
            block.source.count("[") > MANY_BRACKETS or is_dense(block.source, 0, len(block.source))
            for block in blocks
        )

    def render_soon(self, chunks: Iterable[Chunk]) -> None:
        """Let the worker render these chunks, in this order, instead of those still waiting."""
        style, renderer = self._style, self._renderer
        jobs: dict[Hashable, Callable[[], object]] = {
            (chunk, style, chunk.version): partial(_render, renderer, *_parts(chunk)) for chunk in chunks
        }
        for chunk in list(self._texts)[:TEXTS_AHEAD]:
            if chunk.text is None:
                jobs[chunk, TEXT, chunk.version] = partial(_render_text, renderer, chunk.html, *_parts(chunk))
            else:
                del self._texts[chunk]
        if jobs or self._worker.busy:
            self._worker.want(jobs)

    def text(self, chunk: Chunk) -> str:
        """Return the plain text of a chunk, rendering it at once if necessary."""
        if chunk.text is None:
            chunk.text = plain_text(self.render(chunk))
        return chunk.text

    def want_texts(self, chunks: Iterable[Chunk]) -> None:
        """Let the worker compute the plain text of these chunks with low priority."""
        self._texts = {chunk: None for chunk in chunks if chunk.text is None}
        self.rendered.emit()

    def warm_up(self) -> bool:
        """Import the modules for rendering in the background; return whether that is done."""
        if not self.warm:
            self._worker.add(WARM, self._warming())
        return self.warm

    def _warming(self) -> Callable[[], object]:
        blocks = tuple(block for block in scan_blocks("A *word*.\n") if block is not None)
        return partial(self._renderer.render, blocks, Definitions())

    def is_built(self, chunk: Chunk, column_width: float) -> bool:
        """Tell whether a chunk is laid out for this width."""
        return chunk.document is not None and chunk.width == column_width

    def build(self, chunk: Chunk, column_width: float) -> float:
        """Lay out a chunk for a column width and return its height."""
        document = chunk.document
        available = text_width(chunk.item.role, column_width)
        if document is None:
            document = chunk.document = self._spare.pop() if self._spare else ChunkDocument(self._images)
            self._fill(chunk, document, available)
        elif chunk.stale:
            self._fill(chunk, document, available)
        else:
            if chunk.images:
                chunk.images = document.fit_images(available)
                document.grids.measure_again()
            self._fit_tables(chunk, document, available)
        document.set_width(available)
        chunk.indent = 0.0
        if chunk.item.role == "user":
            width = min(available, math.ceil(document.idealWidth()) + 1.0)
            document.set_width(width)
            chunk.indent = column_width - BUBBLE_PAD_X - width
        grounds = [] if chunk.item.role == "user" or _is_cut(chunk) else document.chips()
        chunk.tables = document.grids.wide(chunk.shared)
        chunk.links = None  # the frame of a table is a keyboard stop, like a link
        chunk.codes = document.codes()
        chunk.chips = [(chip.rect, chip_corners(chip.rect, chip.radius), chip.around) for chip in grounds]
        chunk.width = column_width
        self.renew_look(chunk)
        self.touch(chunk)
        return 0.0 if document.isEmpty() and not chunk.images else math.ceil(document.size().height())

    def renew(self, chunk: Chunk) -> None:
        """Have a chunk rendered again; until then the old drawing stays."""
        self.drop_html(chunk)
        chunk.stale = True
        chunk.width = None

    def renew_look(self, chunk: Chunk) -> None:
        """Note that the drawing of a chunk has changed."""
        self.laid_out += 1
        chunk.look = self.laid_out

    def render_pieces(self, blocks: Sequence[Block]) -> Iterator[None]:
        """Render the growing end of a stream block by block; rendered blocks are reused."""
        pieces: dict[Look, str] = {}
        style = self._style
        for block in blocks:
            if (html := self._pieces.get(look_of(block))) is None:
                while not is_quick(block.source):
                    self._worker.add((WARM, block.source), partial(_render, self._renderer, None, (block,), None))
                    yield
                html = self._renderer.render((block,), Definitions(), Folding())
                yield
            pieces[look_of(block)] = html
        if style is self._style:
            self._pieces = pieces

    def show_blocks(self, chunk: Chunk, blocks: Sequence[Block], column_width: float) -> float:
        """Give a chunk other blocks (the growing end of a stream) and lay it out in the same document."""
        chunk.blocks = tuple(blocks)
        self.drop_html(chunk)
        self.show_pieces(chunk)
        chunk.stale = True
        return self.build(chunk, column_width)

    def show_pieces(self, chunk: Chunk) -> None:
        """Join a chunk's HTML from the blocks that `render_pieces` rendered."""
        self._keep_html(chunk, "".join(map(self._piece, chunk.blocks)))

    def _piece(self, block: Block) -> str:
        html = self._pieces.get(look_of(block))
        return html if html is not None else self._renderer.render((block,), Definitions(), Folding())

    def make_room(self, near: int) -> None:
        """Raise the cache size to so many documents: a near one must not be dropped to create another."""
        self._room = max(MAX_DOCUMENTS, near + MAX_SPARE)

    def touch(self, chunk: Chunk) -> None:
        """Mark a chunk's document as just used, and drop the least recently used one if there are too many."""
        self._documents[chunk] = None
        self._documents.move_to_end(chunk)
        while len(self._documents) > self._room:
            oldest, _ = self._documents.popitem(last=False)
            self._drop_document(oldest)

    def forget(self, chunks: Iterable[Chunk], *, html: bool) -> None:
        """Drop the documents of these chunks, and their HTML if it is outdated."""
        for chunk in chunks:
            self._documents.pop(chunk, None)
            self._drop_document(chunk)
            if html:
                self.drop_html(chunk)

    def drop_html(self, chunk: Chunk) -> None:
        """Drop the HTML and its text, and any rendering in progress of the old blocks."""
        self._html_chars -= self._htmls.pop(chunk, 0)
        chunk.html = chunk.text = None
        chunk.version += 1
        self._texts.pop(chunk, None)

    def _drop_document(self, chunk: Chunk) -> None:
        if chunk.document is not None and len(self._spare) < MAX_SPARE:
            self._spare.append(chunk.document)
        elif chunk.document is not None:
            self._disposal.take(chunk.document)
        chunk.document = None
        chunk.links = None

    def _fill(self, chunk: Chunk, document: ChunkDocument, width: float) -> None:
        chunk.stale = False
        chunk.links = None
        sheet = self._sheet(muted=chunk.item.role in MUTED_ROLES)
        fit_tables = partial(self._fit_tables, chunk, document, width)
        chunk.images = document.show_html(self.render(chunk), sheet, self._font, width, fit_tables)

    def _fit_tables(self, chunk: Chunk, document: ChunkDocument, width: float) -> None:
        """Set the column widths of all tables; the parts of one table have the same."""
        grids = document.grids
        chunk.share_tables(grids.titles())
        for number, shared in enumerate(chunk.shared):
            part = chunk.part_of_table(number)
            if part is not None and not shared.needs:
                shared.needs = grids.needs_of(number, part.longest)
            whole = part is None and shared not in chunk.shared[:number]
            if shared.take(grids.needs(number), whole=whole):
                self._spread(chunk, shared)
        grids.fit(width, chunk.shared, open_end=chunk.ends_in_cut_table)

    def _spread(self, chunk: Chunk, shared: SharedTable) -> None:
        """Schedule a new layout for the other parts of a table, since its columns became wider."""
        for other in self._documents:
            if other is not chunk and shared in other.shared:
                other.width = None
                self.rendered.emit()

    def _sheet(self, *, muted: bool) -> str:
        if muted not in self._sheets:
            colors = current_colors()
            colors = replace(colors, text=colors.muted) if muted else colors
            self._sheets[muted] = stylesheet(colors, self._font.pixelSize(), self._letter_height, in_force.notes)
        return self._sheets[muted]

    def _letter_height(self, pixels: int, code: bool) -> int:
        """Return the height of a line of text in Qt."""
        font = QFont(self._font)
        font.setPixelSize(pixels)
        if code:
            fonts = families(in_force.notes.code_font, CODE_FONTS)
            font.setFamilies([name.strip(' "') for name in fonts.split(",")])
        return math.ceil(QFontMetricsF(font).height())

    def _keep_html(self, chunk: Chunk, html: str) -> None:
        self._html_chars += len(html) - self._htmls.pop(chunk, 0)
        self._htmls[chunk] = len(html)
        chunk.html = html
        while self._html_chars > MAX_HTML_CHARS and len(self._htmls) > 1:
            oldest, size = self._htmls.popitem(last=False)
            self._html_chars -= size
            oldest.html = None

    def _take(self, job: Job | tuple[str, str] | str, result: str) -> None:
        if isinstance(job, str) or len(job) == 2:
            ChunkBuilder.warm = True
            self.rendered.emit()
            return
        chunk, style, version = job
        if version != chunk.version:
            self.rendered.emit()
            return
        if style is TEXT:
            if chunk in self._texts:
                del self._texts[chunk]
                chunk.text = result
        elif style is self._style and chunk.html is None:
            self._keep_html(chunk, result)
        self.rendered.emit()


_WITHOUT_CODE = frozenset({"more", "blank", "comment", "front_matter", "text"})


def _lines(source: str) -> int:
    return max(source.count("\n"), source.count("\r"))


def text_width(role: Role, column_width: float) -> float:
    """Return how wide the text of an item may be."""
    if role == "user":
        return max(40.0, column_width * BUBBLE_SHARE - 2 * BUBBLE_PAD_X)
    return column_width


def _is_cut(chunk: Chunk) -> bool:
    """Tell whether a chunk ends inside a fence that continues in the next one."""
    last = chunk.blocks[-1] if chunk.blocks else None
    return last is not None and last.kind == "fence" and not last.source.rstrip().endswith(("```", "~~~"))


_Parts = tuple[tuple[str, str] | None, Sequence[Block], Definitions | None, frozenset[int], str | None]


def _parts(chunk: Chunk) -> _Parts:
    """Return the current inputs for rendering a chunk."""
    return chunk.header, chunk.blocks, chunk.item.definitions, chunk.flipped, chunk.item.path


def _leads_nowhere(_target: str) -> None:
    return None


def _render(
    renderer: Renderer,
    header: tuple[str, str] | None,
    blocks: Sequence[Block],
    definitions: Definitions | None,
    flipped: frozenset[int] = frozenset(),
    own_path: str | None = None,
) -> str:
    if header is not None:
        return renderer.render_header(*header)
    html = renderer.render(blocks, definitions or Definitions(), Folding(flipped), own_path)
    for block in blocks:
        if block.kind not in _WITHOUT_CODE:
            note_quick(block.head)
            note_quick(block.source)
    return html


def _render_text(
    renderer: Renderer,
    html: str | None,
    header: tuple[str, str] | None,
    blocks: Sequence[Block],
    definitions: Definitions | None,
    flipped: frozenset[int],
    own_path: str | None,
) -> str:
    return plain_text(
        html if html is not None else _render(renderer, header, blocks, definitions, flipped, own_path)
    )
