"""The parser of tool calls in a model's reply."""

from __future__ import annotations

from collections.abc import Collection

from msgspec import Struct

from axon_desktop.llm.messages import JsonObject, ToolCall
from axon_desktop.tools.calls.call_forms import Item
from axon_desktop.tools.calls.fences import split_lines
from axon_desktop.tools.calls.reply_reader import ReplyReader
from axon_desktop.tools.validation import find_problem


class ParsedResponse(Struct, frozen=True):
    """A reply, split into text and calls."""

    text_content: str
    """The reply without its tool blocks, otherwise exactly as it was."""
    items: tuple[Item, ...] = ()
    """Calls and the error texts of broken ones, in the order of the reply."""

    @property
    def tool_calls(self) -> list[ToolCall]:
        """The calls that may be run, in the order of the reply."""
        return [item for item in self.items if isinstance(item, ToolCall)]

    @property
    def errors(self) -> list[str]:
        """What is wrong with each broken call, for the model to correct."""
        return [item for item in self.items if isinstance(item, str)]

    @property
    def has_tool_calls(self) -> bool:
        """Whether there is a call that may be run."""
        return any(isinstance(item, ToolCall) for item in self.items)


class ToolParser:
    """Reads replies; never raises, in time proportional to the reply's length."""

    def __init__(self, tool_names: Collection[str] = ()) -> None:
        self._names = frozenset(tool_names)

    def parse(self, text: str) -> ParsedResponse:
        """Return the reply's text and its calls in every accepted form."""
        return _read(ReplyReader(self._names), text)

    def parse_tool_calls(self, text: str) -> ParsedResponse:
        """Return only the calls of {"tool_calls": …, "message": …}, the whole reply or in a `json` fence.

        The message becomes the text; without such an object the text is returned as it is.
        """
        return _read(ReplyReader(blocks=False), text)

    def validate_tool_call(self, call: ToolCall, schema: JsonObject) -> bool:
        """Tell whether the call's params fit the JSON Schema, by the validator that the manager uses."""
        return find_problem(schema, call.params) is None


def _read(reader: ReplyReader, text: str) -> ParsedResponse:
    shown = [reader.read(line) for line in split_lines(text)]
    shown.append(reader.finish())
    return ParsedResponse("".join(shown), tuple(reader.items))
