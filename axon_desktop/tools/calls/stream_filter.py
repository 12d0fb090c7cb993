"""Hides tool blocks from a reply while it streams."""

from __future__ import annotations

from collections.abc import Collection

from axon_desktop.tools.calls.call_forms import Item
from axon_desktop.tools.calls.fences import split_lines
from axon_desktop.tools.calls.markup import find_opening, may_open, unfinished_opening
from axon_desktop.tools.calls.reply_reader import ReplyReader

_MAX_FENCE_INDENT = 3


class StreamFilter:
    """Returns what may be shown of a reply that comes in pieces.

    However it is cut, the joined output equals `ToolParser(tool_names).parse(reply).text_content`. Text is shown
    as soon as it is certain that no call is being written, mostly at once; every piece costs time in proportion to
    its length.
    """

    def __init__(self, tool_names: Collection[str] = ()) -> None:
        self._reader = ReplyReader(tool_names)
        self._names = frozenset(tool_names)
        self._line: list[str] = []
        """Pieces of the line that is not complete yet."""
        self._head = ""
        """Beginning of that line, while it is open whether the line may be hidden."""
        self._free: bool | None = None
        """Whether that line is sure to be shown; None while that is open."""
        self._shown = 0
        """How much of that line was shown already."""
        self._tail = ""
        """What of a line that is shown may be the beginning of a call."""
        self._ticks = 0
        """Backticks of that line that were shown."""
        self._return = False
        """Whether a CR came last, which may be half of a CRLF."""

    @property
    def items(self) -> tuple[Item, ...]:
        """Calls and the error texts of broken ones; all of them are here only after `finish`."""
        return tuple(self._reader.items)

    def feed(self, text: str) -> str:
        """Take the next piece and return the text that may be shown now."""
        if not text:
            return ""
        if self._return:
            text = "\r" + text
        self._return = text.endswith("\r")
        if self._return:
            text = text[:-1]
        return "".join(self._take(piece) for piece in split_lines(text))

    def finish(self) -> str:
        """End the reply and return the rest of the text."""
        rest = self._take("\r") if self._return else ""
        self._return = False
        if self._line:
            rest += self._end_line()
        return rest + self._reader.finish()

    def _take(self, piece: str) -> str:
        self._line.append(piece)
        if piece.endswith(("\n", "\r")):
            return self._end_line()
        if self._free is None:
            self._head += piece
            self._free = self._decide()
            piece = self._head
        if not self._free:
            return ""
        self._tail += piece
        at = find_opening(self._tail, self._ticks)
        self._free = at < 0
        shown = self._tail[: unfinished_opening(self._tail) if at < 0 else at]
        self._tail = self._tail[len(shown) :]
        self._ticks += shown.count("`")
        self._shown += len(shown)
        return shown

    def _decide(self) -> bool | None:
        """Tell whether the line that begins with `_head` is sure to be shown."""
        if self._reader.holding:
            return False
        bare = self._head.lstrip(" ")
        if len(self._head) - len(bare) > _MAX_FENCE_INDENT:
            return True
        if not bare:
            return None
        if bare[0] == "`":
            run = len(bare) - len(bare.lstrip("`"))
            return False if run >= 3 else None if run == len(bare) else True
        if bare[0] == "[" and bare[1:].strip() in ("", "{"):
            return None if len(bare) < 3 else False
        if bare[0] in "~{<\ufeff" or bare.startswith("[{"):
            return False
        return None if may_open(bare, self._names) else True

    def _end_line(self) -> str:
        shown = self._reader.read("".join(self._line))[self._shown :]
        self._line, self._head, self._free, self._shown = [], "", None, 0
        self._tail, self._ticks = "", 0
        return shown
