"""CardCache: a cache of card contents, rendered in a thread and laid out in short slices."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import partial
from time import perf_counter

from PySide6.QtCore import QObject, QSizeF, Qt, QTimer, Signal
from PySide6.QtGui import QFont, QImage

from axon_desktop.errors import VaultError
from axon_desktop.markdown.html.render import Words
from axon_desktop.markdown.html.style import stylesheet
from axon_desktop.ui.canvas.card_layout import CardLayout
from axon_desktop.ui.canvas.card_reader import CardContent, CardReader
from axon_desktop.ui.language.translation import translate
from axon_desktop.ui.look.theme import current_colors, in_force
from axon_desktop.ui.markdown_view.embeds.images import ImageStore
from axon_desktop.ui.markdown_view.embeds.picture import PictureFormat
from axon_desktop.ui.markdown_view.layout.disposal import Disposal
from axon_desktop.ui.markdown_view.render_worker import RenderWorker
from axon_desktop.vault import Vault
from axon_desktop.vault.canvas.reader import Card

MAX_CARDS = 240
"""Cards whose laid out text is cached."""
MAX_CONTENTS = 2_000
MAX_IMAGE = 20_000_000
"""Maximum size of a picture in bytes."""
_AHEAD = 60
"""Cards that the thread is given at once."""
_TURN = 0.006
"""Seconds of layout per slice, before other events are handled."""


class CardCache(QObject):
    """Returns what is cached; what is missing is made on request."""

    changed = Signal(int)
    """Number of a card whose content has changed."""

    def __init__(self, font: QFont, ratio: float, parent: QObject) -> None:
        super().__init__(parent)
        self._vault: Vault | None = None
        self._canvas = ""
        self._cards: Sequence[Card] = ()
        self._font, self._ratio = font, ratio
        self._sheet = stylesheet(current_colors(), font.pixelSize(), notes=in_force.notes)
        self._reader: CardReader | None = None
        self._contents: OrderedDict[int, CardContent] = OrderedDict()
        self._texts: OrderedDict[int, CardLayout] = OrderedDict()
        self._requested: dict[int, QSizeF] = {}
        """Visible cards that are not laid out far enough, with the width and height of their text."""
        self._disposal = Disposal(self)
        self._worker = RenderWorker("axon-cards", self)
        # Queued even within one thread: a direct call would change a document while it is drawn.
        self._worker.finished.connect(self._take, Qt.ConnectionType.QueuedConnection)
        self.images = ImageStore(self._load_image, self._look(), self)
        """Pictures of cards and groups."""
        self.images.loaded.connect(self._pictures_came, Qt.ConnectionType.QueuedConnection)
        self._turn = QTimer(self, interval=0, singleShot=True)
        self._turn.timeout.connect(self._lay_out)

    # Content

    def show(self, vault: Vault, canvas: str, cards: Sequence[Card]) -> None:
        """Set the cards of another canvas, or of a new version of it: then equal cards stay as they are."""
        again = vault is self._vault and canvas == self._canvas
        if vault is not self._vault:
            self.images.clear()
        before, self._cards = self._cards, cards
        self._vault, self._canvas = vault, canvas
        if not again:
            self._restart()
            return
        self._requested.clear()
        self._new_reader()
        for number in list(self._contents):
            if number >= len(cards) or cards[number] != before[number]:
                del self._contents[number]
                self._drop(number)

    def set_style(self, font: QFont, ratio: float) -> None:
        """Render in this style from now on."""
        self._font, self._ratio = font, ratio
        self._sheet = stylesheet(current_colors(), font.pixelSize(), notes=in_force.notes)
        self.images.set_look(self._look())
        self._restart()

    def outdate(self, paths: Iterable[str], *, many: bool = False) -> None:
        """Read cards again that show these files, miss theirs, or embed something; with `many`, all cards."""
        changed = set(paths)
        self._new_reader()
        for number, content in list(self._contents.items()):
            if (
                many
                or content.path in changed
                or content.state == "missing"
                or any("axon-embed:" in part for part in content.parts)
            ):
                del self._contents[number]
                self._drop(number)
                self.changed.emit(number)
        self.images.outdate(None if many else changed)
        self.images.forget_refusals()

    def _restart(self) -> None:
        self._contents.clear()
        self._requested.clear()
        for number in list(self._texts):
            self._drop(number)
        self._worker.want({})
        self._new_reader()

    def _new_reader(self) -> None:
        if self._vault is not None:
            self._reader = CardReader(self._vault, self._canvas, _words())

    # Cache

    def content(self, number: int) -> CardContent | None:
        """Return the content of a card, if it was read."""
        return self._contents.get(number)

    def text(self, number: int) -> CardLayout | None:
        """Return the text of a card, if some of it is laid out."""
        if number in self._texts:
            self._texts.move_to_end(number)
        return self._texts.get(number)

    def picture(self, path: str) -> QImage | None:
        """Return a picture of the vault, if it is loaded; otherwise request it."""
        self.images.image(path)
        picture = self.images.picture(path)
        return None if picture is None else picture.image

    @property
    def busy(self) -> bool:
        """Whether something that was requested is still being made."""
        return self._worker.busy or self._turn.isActive()

    def is_made(self, number: int, size: QSizeF, *, far: bool) -> bool:
        """Tell whether a card is in its final form; seen from afar it needs no text."""
        content = self._contents.get(number)
        return content is not None and (far or not content.parts or self._reaches(number, size))

    def request(self, cards: dict[int, QSizeF], *, far: bool = False) -> None:
        """Make the contents of these cards, in this order, in this width and height; `far` ones without text."""
        self._requested = {} if far else {n: size for n, size in cards.items() if not self._reaches(n, size)}
        reader = self._reader
        if reader is None:
            return
        missing = [number for number in cards if number not in self._contents][:_AHEAD]
        jobs: dict[Hashable, Callable[[], object]] = {
            (number, reader): partial(reader.read, self._cards[number]) for number in missing
        }
        if jobs or self._worker.busy:
            self._worker.want(jobs)
        if any(self._contents[number].parts for number in self._requested if number in self._contents):
            self._turn.start()

    def _reaches(self, number: int, size: QSizeF) -> bool:
        return number in self._texts and self._texts[number].reaches(size.height())

    # Loading and layout

    def _take(self, key: tuple[int, CardReader], content: CardContent) -> None:
        number, reader = key
        if reader is not self._reader:
            self.changed.emit(number)  # requested again if it is still visible
            return
        self._contents[number] = content
        while len(self._contents) > MAX_CONTENTS:
            oldest, _ = self._contents.popitem(last=False)
            self._drop(oldest)
        self.changed.emit(number)
        if number in self._requested and content.parts:
            self._turn.start()

    def _lay_out(self) -> None:
        """Lay out requested cards for one slice, then let other events be handled."""
        end = perf_counter() + _TURN
        for number, size in list(self._requested.items()):
            content = self._contents.get(number)
            if content is None:
                continue
            while content.parts and not self._reaches(number, size):
                self._grow(number, content, size.width())
                if perf_counter() > end:
                    self.changed.emit(number)
                    self._turn.start()
                    return
            del self._requested[number]
            self.changed.emit(number)

    def _grow(self, number: int, content: CardContent, width: float) -> None:
        if number not in self._texts:
            self._texts[number] = CardLayout(content.parts, width)
        self._texts[number].grow(self.images, self._sheet, self._font)
        while len(self._texts) > MAX_CARDS:
            self._drop(next(iter(self._texts)))

    def _drop(self, number: int) -> None:
        text = self._texts.pop(number, None)
        if text is not None:
            for document in text.documents:
                self._disposal.take(document)
            text.documents = []

    def _pictures_came(self, names: frozenset[str]) -> None:
        for number, text in list(self._texts.items()):
            if not names.isdisjoint(text.pictures):
                text.fit_pictures()
                self.changed.emit(number)
        self.changed.emit(-1)

    def _load_image(self, path: str) -> bytes | None:
        """Read a picture; called in a thread."""
        try:
            return None if self._vault is None else self._vault.read_attachment(path, MAX_IMAGE)
        except VaultError:
            return None

    def _look(self) -> PictureFormat:
        return PictureFormat(current_colors(), self._font, self._ratio)


def _words() -> Words:
    return Words(
        more=translate("Builder", "Show more"),
        rest=translate("Builder", "Open the note to read the rest"),
        loop=translate("Builder", "This note embeds itself"),
        deep=translate("Builder", "Notes are nested too deeply"),
        unreadable=translate("Builder", "This note cannot be shown here"),
        no_place=translate("Builder", "This note has no such part"),
    )
