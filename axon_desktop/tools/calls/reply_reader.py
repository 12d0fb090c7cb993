"""Reads a model's reply line by line, and splits it into text to show and tool calls to run.

The parser and the view's filter both use this reader, so what runs is exactly what is hidden.

Four forms count as calls:

- the protocol's: a fence of backticks with the info string `json:tool`;
- {"tool_calls": [{"name", "arguments"}], "message"} as the whole reply or in a fence; of one that is broken or cut
  the calls that can be read;
- near misses: `json` fences or bare JSON at the very end of a reply without calls of the other forms, no example
  inside other text, of the form {tool or name, params or arguments}, or a list of these, and naming known tools;
- the markup of model families (`tools.calls.markup`), outside of fences, quotes and backticks: near misses too.

Lines that might be such a form are held back until it is decided, and shown if they are none.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from enum import Enum

from axon_desktop.tools.calls.call_forms import (
    Item,
    begins_list,
    decode_any,
    read_block,
    read_broken_list,
    read_list,
    read_near_miss,
)
from axon_desktop.tools.calls.call_json import ObjectScanner, ObjectState
from axon_desktop.tools.calls.fences import FenceReader, LineKind
from axon_desktop.tools.calls.markup import find_opening, opens_call, read_markup

_PROTOCOL_INFO = "json:tool"
_CUT_OFF = "Invalid JSON: the json:tool block is not closed, so it was not run; send the whole block again"
_CALL_FENCES = frozenset({"tool_code", "tool_call", "tool_calls", "function_call"})
"""Names of fences in which some models write calls."""
_EXAMPLE = re.compile(
    r"\bexamples?\b|\be\.\s?g\.|\bfor instance\b|\bsuch as\b|\b(?:would|could|might|should) look like\b"
    r"|例如|比如|示例|例子|举例|舉例|範例|范例|たとえば|예를 들",
    re.IGNORECASE,
)
_FORMAT = re.compile(
    r"(?:\bformats?\b(?! (?:the|it|this|your|my)\b)|\bsyntax\b|\bmarkup\b|\blooks? like\b|\bemits?\b"
    r"|格式|语法|語法|写法|寫法|形如)(?:(?![.。!！?？]\s).)*\Z",
    re.IGNORECASE | re.DOTALL,
)
"""Announces, in the last sentence before it, an explanation of markup rather than a call in it."""
_LEAD_LENGTH = 400
_INDENTED = 3
"""More blanks make a line code."""
_LIST_START = re.compile(r'\s*(?:\{\s*(?:"tool_calls".*)?)?\Z', re.DOTALL)
_OBJECT_START = re.compile(r"\ufeff? {0,3}(?:\{|\[\s*(?:\{|\Z))")


class _Mode(Enum):
    TEXT = "text"
    BLOCK = "block"
    """In a protocol block."""
    FENCE = "fence"
    """In a `json` fence, or in one without a name that holds {"tool_calls": …."""
    OBJECT = "object"
    """In a bare JSON object or list."""
    MARKUP = "markup"
    """In what may be the markup of a model family; to the end of the reply."""


class ReplyReader:
    """Takes a reply's lines and returns what may be shown of them."""

    def __init__(self, tool_names: Collection[str] = (), *, blocks: bool = True) -> None:
        """Take near misses that name one of `tool_names`; without `blocks`, protocol blocks are plain code."""
        self.items: list[Item] = []
        """Calls and errors so far, in the order of the reply."""
        self._names = frozenset(tool_names)
        self._blocks = blocks
        self._fences = FenceReader()
        self._mode = _Mode.TEXT
        self._indent = 0
        self._content: list[str] = []
        """Content of the block, fence or object being read."""
        self._scanner = ObjectScanner()
        self._held: list[str] = []
        """Lines held back; in TEXT mode they are calls if the reply ends here."""
        self._candidate = 0
        """Where in `_held` the fence or object being read begins."""
        self._ending: list[Item] = []
        """The calls in `_held`."""
        self._message = ""
        """What is shown in place of `_held` if the reply ends here."""
        self._whole = False
        """Whether `_held` is an object that must be the whole reply."""
        self._agreed = False
        """Whether a call in an agreed form was seen: then nothing is a near miss."""
        self._blank = True
        """Whether nothing but blank lines came so far."""
        self._lead = ""
        """End of the last paragraph, which may announce an example."""
        self._lead_over = False

    @property
    def holding(self) -> bool:
        """Whether the next line may be hidden or held back, whatever it begins with."""
        return self._mode is not _Mode.TEXT or bool(self._held)

    def read(self, line: str) -> str:
        """Take the next line with its end and return the text that may be shown now."""
        kind = self._fences.read(line)
        if self._mode is _Mode.MARKUP and kind is not LineKind.THOUGHT_END:
            self._held.append(line)
            return ""
        if self._mode is _Mode.OBJECT and not self._opens_protocol(kind):
            return self._read_object(line)
        if self._mode is _Mode.FENCE and kind in (LineKind.INSIDE, LineKind.CLOSE):
            return self._read_fence(kind, line)
        if self._mode is _Mode.BLOCK:
            if kind is LineKind.INSIDE:
                self._content.append(self._without_indent(line))
                return ""
            closed = kind is LineKind.CLOSE
            self.items.append(read_block("".join(self._content)) if closed else _CUT_OFF)
            self._mode = _Mode.TEXT
            if closed:
                return ""
            return self._read_text(kind, line)
        if self._mode is not _Mode.TEXT:  # a protocol block follows, or the list around a fence ended
            self._mode = _Mode.TEXT
            return self._release() + self._read_text(kind, line)
        return self._read_text(kind, line)

    def finish(self) -> str:
        """End the reply and return the rest of the text."""
        mode, self._mode = self._mode, _Mode.TEXT
        shown = ""
        if mode is _Mode.BLOCK:
            self.items.append(_CUT_OFF)
        elif mode is _Mode.MARKUP:
            held = "".join(self._held[self._candidate :])
            found = read_markup(held, self._names)
            if found is None:
                return self._release()
            self._ending += found[0]
            shown = found[1]
        elif mode is not _Mode.TEXT:  # a fence or an object is cut
            if not self._take_broken():
                return self._release()
        elif not (self._ending or self._whole):
            return self._release()
        self.items += self._ending
        shown = self._message + shown
        self._release()
        return shown

    def _take_broken(self) -> bool:
        """Take the calls of a {"tool_calls": … that cannot be read as a whole."""
        text = "".join(self._content)
        if not begins_list(text) or self._agreed or self._is_example():
            return False
        self._ending += read_broken_list(text)
        return True

    def _read_text(self, kind: LineKind, line: str) -> str:
        blank = not line.strip()
        if blank and self._held:
            self._held.append(line)
            return ""
        if self._opens_protocol(kind):
            shown = self._release()
            self._begin(_Mode.BLOCK)
            self._agreed, self._blank = True, False
            return shown
        fence = self._fences.fence
        if kind is LineKind.OPEN and fence is not None and fence.info.lower() in ("json", ""):
            self._begin(_Mode.FENCE)
            self._held.append(line)
            return ""
        # Functionary's `>>>` is no quote, and what goes on without the marks of a list is not in the list.
        lazy = kind is LineKind.NESTED and (self._fences.lazy or (fence is None and line.startswith(">>>")))
        outside = kind is LineKind.TEXT or lazy
        if kind is LineKind.OPEN and fence is not None and fence.info in _CALL_FENCES and not self._agreed:
            return self._hold_markup(line, 0)
        if kind is LineKind.TEXT and not self._agreed and _OBJECT_START.match(line):
            self._begin(_Mode.OBJECT)
            self._scanner = ObjectScanner()
            return self._read_object(line)
        if outside and not self._agreed and (at := self._find_markup(line)) >= 0:
            return self._hold_markup(line, at)
        shown = self._release() + line
        self._follow(line, blank)
        if kind is LineKind.THOUGHT_END:
            self.items.clear()
            self._agreed, self._blank = False, True
        return shown

    def _hold_markup(self, line: str, at: int) -> str:
        """Hold back a line from where the markup begins, and all that follows."""
        shown = (self._release() if at or not self._ending else "") + line[:at]
        self._begin(_Mode.MARKUP)
        self._held.append(line[at:])
        return shown

    def _find_markup(self, line: str) -> int:
        """Return where in a line the markup of a model family begins; -1 if nowhere, or if it is explained."""
        at = 0 if opens_call(line, self._names) else find_opening(line)
        if at < 0:
            return -1
        before = line[:at]
        if len(before) > _INDENTED and not before.strip():
            return -1
        lead = self._lead + before
        return -1 if _EXAMPLE.search(lead) or _FORMAT.search(lead) else at

    def _begin(self, mode: _Mode) -> None:
        self._mode = mode
        self._candidate = len(self._held)
        self._content = []
        self._indent = self._fences.fence.indent if self._fences.fence else 0

    def _read_fence(self, kind: LineKind, line: str) -> str:
        self._held.append(line)
        if kind is LineKind.INSIDE:
            self._content.append(self._without_indent(line))
            return self._leave_fence() if len(self._content) == 1 else ""
        text = "".join(self._content)
        value = decode_any(text)
        if begins_list(text) and not self._is_example():
            whole = isinstance(value, dict)
            self.items += read_list(value) if whole else read_broken_list(text)
            before = "".join(self._held[: self._candidate])
            self._agreed = True
            self._mode = _Mode.TEXT
            self._release()
            message = _message_of(value) if whole else ""
            return before + message + ("\n" if message and line.endswith(("\n", "\r")) else "")
        return self._decide(read_near_miss(value, self._names))

    def _leave_fence(self) -> str:
        """Release a fence without a name, unless it begins as a list of calls."""
        named = "json" in self._held[self._candidate].lower()
        if named or _LIST_START.match(self._content[0]):
            return ""
        self._mode = _Mode.TEXT
        return self._release()

    def _read_object(self, line: str) -> str:
        self._held.append(line)
        self._content.append(line)
        state = self._scanner.feed(line)
        text = "".join(self._content) if state is not ObjectState.OPEN else ""
        if not text or (state is ObjectState.BROKEN and begins_list(text)):
            return ""  # what is broken is held to the end of the reply
        value = decode_any(text.lstrip("\ufeff")) if state is ObjectState.COMPLETE else None
        if value is None and begins_list(text):
            return ""
        first = self._blank and not self._held[: self._candidate]
        if isinstance(value, dict) and "tool_calls" in value and first:
            self._mode = _Mode.TEXT
            self._whole, self._ending, self._message = True, read_list(value), _message_of(value)
            return ""
        return self._decide(read_near_miss(value, self._names))

    def _decide(self, calls: Collection[Item]) -> str:
        """Keep holding back what is a near miss so far, release anything else."""
        self._mode = _Mode.TEXT
        if not calls or self._agreed or self._whole or self._is_example():
            return self._release()
        self._ending += calls
        return ""

    def _release(self) -> str:
        """Release the held lines as text."""
        shown = "".join(self._held)
        if shown.strip():
            self._blank = False
        self._whole, self._held, self._ending, self._message = False, [], [], ""
        return shown

    def _opens_protocol(self, kind: LineKind) -> bool:
        fence = self._fences.fence
        return (
            self._blocks
            and kind is LineKind.OPEN
            and fence is not None
            and fence.marker[0] == "`"
            and fence.info == _PROTOCOL_INFO
        )

    def _is_example(self) -> bool:
        return _EXAMPLE.search(self._lead) is not None

    def _follow(self, line: str, blank: bool) -> None:
        """Remember the end of the last paragraph."""
        if blank:
            self._lead_over = True
            return
        self._blank = False
        self._lead = ("" if self._lead_over else self._lead) + line[-_LEAD_LENGTH:]
        self._lead = self._lead[-_LEAD_LENGTH:]
        self._lead_over = False

    def _without_indent(self, line: str) -> str:
        """Remove as many leading blanks as the fence was indented by."""
        blanks = len(line) - len(line.lstrip(" "))
        return line[min(blanks, self._indent) :]


def _message_of(value: dict[str, object]) -> str:
    message = value.get("message")
    return message if isinstance(message, str) else ""
