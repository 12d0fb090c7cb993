"""A reply while it streams: only its last block is rendered again, at most thirty times a second."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from PySide6.QtCore import QObject, QTimer

from axon_desktop.markdown.scan.blocks import Block, scan_blocks

FLUSH_MS = 33
TAIL_CHARS = 600
"""When the unfinished end is longer, its whole blocks are sealed."""
RESCAN_CHARS = 8000
"""Above this length the sealed parts of a block are not scanned again; the end of the stream corrects it."""


class Stream(QObject):
    """Collects deltas and passes on finished blocks and the growing end."""

    def __init__(
        self,
        write: Callable[[Sequence[Block], Sequence[Block]], Iterator[None]],
        is_ready: Callable[[], bool],
        parent: QObject,
    ) -> None:
        """Take a function that shows blocks step by step, and one that tells whether that would be quick."""
        super().__init__(parent)
        self._write = write
        self._is_ready = is_ready
        self._parts: list[str] = []
        self._tail = ""
        self._sealed = 0  # blocks at the start of the tail that are sealed already
        self._cut = False  # whether the tail begins inside a block
        self._waiting: list[str] = []
        self._steps: Iterator[None] = iter(())
        self._timer = QTimer(self, singleShot=True, interval=FLUSH_MS)
        self._timer.timeout.connect(self._flush_if_ready)
        self._step_timer = QTimer(self, interval=0)
        self._step_timer.timeout.connect(self._step)

    def append(self, text: str) -> None:
        """Append a delta; it is shown in about 33 ms."""
        if not text:
            return
        self._waiting.append(text)
        if not (self._timer.isActive() or self._step_timer.isActive()):
            self._timer.start()

    def close(self) -> str:
        """Stop, and return the whole text."""
        self._timer.stop()
        self._step_timer.stop()
        self._parts += self._waiting
        self._waiting.clear()
        return "".join(self._parts)

    def flush(self) -> None:
        """Show the received text now."""
        for _ in self._steps:
            pass
        for _ in self._flush():
            pass
        self._rest()

    def _flush_if_ready(self) -> None:
        if self._is_ready():
            self._steps = self._flush()
            self._step_timer.start()
        else:
            self._timer.start()

    def _step(self) -> None:
        """Run one step in a turn of the event loop."""
        if next(self._steps, self) is self:
            self._rest()

    def _rest(self) -> None:
        """Wait for the next delta."""
        self._step_timer.stop()
        self._timer.stop()
        if self._waiting:
            self._timer.start()

    def _flush(self) -> Iterator[None]:
        """Show the received text, in steps short enough for one turn of the event loop each."""
        if not self._waiting:
            return
        text = "".join(self._waiting)
        self._waiting.clear()
        self._parts.append(text)
        self._tail += text
        blocks = [block for block in scan_blocks(self._tail, front_matter=False) if block is not None]
        if self._cut and blocks:
            blocks[0] = replace(blocks[0], continues=True)
        ready: list[Block] = []
        if sum(len(block.source) for block in blocks[self._sealed :]) > TAIL_CHARS:
            ready = blocks[self._sealed : -1]
        yield from self._write(ready, blocks[self._sealed + len(ready) :])
        self._seal(blocks, self._sealed + len(ready))

    def _seal(self, blocks: Sequence[Block], sealed: int) -> None:
        """Drop the blocks before the last whole one whose parts are not all sealed."""
        start = sealed
        while 0 < start < len(blocks) and blocks[start].continues:
            start -= 1
        if sealed < len(blocks):
            self._cut = self._cut and start == 0
            offset, head = blocks[start].offset, ""
            last = blocks[min(sealed, len(blocks) - 1)]
            if last.offset - offset > RESCAN_CHARS and not last.depth:
                start, offset, head, self._cut = sealed, last.offset, last.head, True
            self._tail = head + self._tail[offset:]
        self._sealed = sealed - start
