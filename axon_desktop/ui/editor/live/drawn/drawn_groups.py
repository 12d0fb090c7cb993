"""DrawnGroups: tables, callouts, pictures and the like of a note, rendered and laid out as Reading does it."""

from __future__ import annotations

from collections import OrderedDict

from PySide6.QtCore import QObject, QPointF, QRectF, Signal
from PySide6.QtGui import QFont, QFontMetrics, QPainter

from axon_desktop.markdown.html.embed_keys import EmbedKey
from axon_desktop.markdown.scan.blocks import scan_blocks
from axon_desktop.ui.editor.live.drawn.groups import Group
from axon_desktop.ui.editor.live.drawn.pictures import LinePicture, Room, room_of
from axon_desktop.ui.editor.live.looks import Sources
from axon_desktop.ui.look.theme import current_colors
from axon_desktop.ui.markdown_view.embeds.embedded_notes import NoteStore
from axon_desktop.ui.markdown_view.embeds.images import ImageStore
from axon_desktop.ui.markdown_view.embeds.picture import PictureFormat
from axon_desktop.ui.markdown_view.layout.chunk import FOLD_SCHEME, Chunk, Item
from axon_desktop.ui.markdown_view.layout.chunk_builder import ChunkBuilder
from axon_desktop.ui.markdown_view.layout.disposal import Disposal
from axon_desktop.ui.markdown_view.painter import Painting, paint_chunk
from axon_desktop.ui.markdown_view.tables.wide_tables import into_document

_MOST = 300
"""Groups that are remembered."""


class DrawnGroups(QObject):
    """A chunk for each group, by its source."""

    changed = Signal()
    """Something is there, or looks different, that was not before."""

    def __init__(self, sources: Sources, font: QFont, ratio: float, parent: QObject) -> None:
        super().__init__(parent)
        self._sources, self._font, self._ratio = sources, font, ratio
        self.path = ""
        """Vault path of the note."""
        self._images = ImageStore(sources.load_image, self._look(), self)
        self._notes = NoteStore(sources.load_note, self)
        self._builder = ChunkBuilder(font, sources.resolve_link, self._images, self._notes, Disposal(self), self)
        self._chunks: OrderedDict[tuple[str, str, str], Chunk] = OrderedDict()
        self._wanted: dict[Chunk, None] = {}
        """Those that the worker must render first."""
        self._builder.rendered.connect(self._take)
        self._images.loaded.connect(self._images_loaded)
        self._notes.loaded.connect(self._note_loaded)

    def _look(self) -> PictureFormat:
        hint = self.tr("This formula could not be parsed")
        return PictureFormat(current_colors(), self._font, self._ratio, hint)

    @property
    def at_work(self) -> bool:
        """Whether something is still to be rendered or loaded."""
        return bool(self._wanted) or self._images.at_work or self._notes.at_work

    def restyle(self, font: QFont) -> None:
        """Draw all again in the colours in force, and in this font."""
        self._font = font
        self._images.set_look(self._look())
        self._builder.set_font(font)
        self.renew()

    def renew(self) -> None:
        """Render all again: links may lead elsewhere."""
        self._builder.set_style(self._sources.resolve_link)
        self._builder.forget(self._chunks.values(), html=True)
        self._chunks.clear()
        self._wanted.clear()
        self.changed.emit()

    def files_changed(self, paths: frozenset[str] | None) -> None:
        """Read embedded notes and pictures again: these, or all."""
        self._notes.outdate(paths)
        self._images.outdate(paths)

    def forget_files(self) -> None:
        """Drop what was read: the next files belong to another vault."""
        self._notes.clear()
        self._images.clear()
        self.renew()

    def chunk(self, group: Group) -> Chunk:
        """Return the chunk for a group."""
        key = self.path, group.kind, group.source
        chunk = self._chunks.get(key)
        if chunk is None:
            item = Item(0, "note", path=self.path)
            blocks = scan_blocks(group.source + "\n", front_matter=False)
            chunk = Chunk(item, blocks=tuple(block for block in blocks if block is not None))
            self._chunks[key] = chunk
            if len(self._chunks) > _MOST:
                _, oldest = self._chunks.popitem(last=False)
                self._builder.forget([oldest], html=True)
                self._wanted.pop(oldest, None)
        self._chunks.move_to_end(key)
        return chunk

    def height(self, chunk: Chunk, width: float) -> int:
        """Return the height of a chunk, laid out if that is quick; else a guess, and it is asked for."""
        if self._builder.is_built(chunk, width):
            return round(chunk.height)
        if chunk.html is None and not self._builder.is_quick(chunk):
            if chunk not in self._wanted:
                self._wanted[chunk] = None
                self._builder.render_soon(self._wanted)
            if chunk.document is None:
                return round(chunk.height or chunk.guess_height(width, self._font.pixelSize()))
            return round(chunk.height)  # the old drawing stays
        self._wanted.pop(chunk, None)
        chunk.height = self._builder.build(chunk, width)
        return round(chunk.height)

    def paint(self, painter: QPainter, chunk: Chunk, place: QRectF, *, selected: bool) -> None:
        """Paint a chunk at its place."""
        if chunk.document is None:
            return
        self._builder.touch(chunk)
        colors = current_colors()
        painting = Painting(painter, colors, place, place.left(), place.width(), colors.bg)
        last = chunk.document.characterCount() - 1
        paint_chunk(
            painting,
            chunk,
            place.top(),
            focused=None,
            selected=(0, last) if selected else None,
            hits=[],
            hit=-1,
            link=None,
        )

    def room(self, picture: LinePicture, metrics: QFontMetrics, most: float) -> Room:
        """Return the room of a picture among words in this font."""
        return room_of(picture, self._images, metrics, most)

    def has_picture(self, name: str) -> bool:
        """Tell whether a picture is there, and no placeholder."""
        return self._images.picture(name) is not None

    def paint_picture(self, painter: QPainter, picture: LinePicture, place: QRectF) -> None:
        """Paint a picture among words."""
        painter.drawImage(place, self._images.image(picture.name))

    def link_at(self, chunk: Chunk, point: QPointF) -> str:
        """Return the address of the link at a point of a chunk."""
        if chunk.document is None:
            return ""
        return chunk.document.documentLayout().anchorAt(into_document(chunk.tables, point))

    def fold(self, chunk: Chunk, href: str) -> None:
        """Fold or unfold the callout that a link is for."""
        chunk.flipped ^= {int(href.removeprefix(FOLD_SCHEME).rstrip("!"))}
        self._builder.renew(chunk)
        self.changed.emit()

    def _take(self) -> None:
        for chunk in [chunk for chunk in self._wanted if chunk.html is not None]:
            del self._wanted[chunk]
        if self._wanted:
            self._builder.render_soon(self._wanted)
        else:
            self._builder.warm_up()  # from then on most drawings are made at once
        self.changed.emit()

    def _images_loaded(self, paths: frozenset[str]) -> None:
        for chunk in self._chunks.values():
            if chunk.document is not None and not paths.isdisjoint(chunk.images):
                chunk.width = None
        self.changed.emit()

    def _note_loaded(self, key: EmbedKey) -> None:
        for chunk in self._chunks.values():
            if key.mark in chunk.html if chunk.html is not None else chunk.has_embeds():
                self._builder.renew(chunk)
        self.changed.emit()
