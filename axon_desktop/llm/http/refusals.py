"""What a server refuses of requests to a model, learned from its errors and left out from then on."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from axon_desktop.errors import LLMError
from axon_desktop.llm.learned_file import Learned, LearnedFile, server_of, today
from axon_desktop.llm.messages import JsonObject, ToolDefinition

_NEEDED = frozenset({"model", "messages", "system", "tools"})
_OTHER_NAMES = {"max_tokens": "max_completion_tokens", "max_completion_tokens": "max_tokens"}
_UNSUPPORTED = re.compile(
    r"un(supported|recogni[sz]ed|known|expected)"
    r"|not (yet |currently |be )*(support|permit|allow|recogni|accept|valid)"
    r"|forbidden|additional propert|extra (inputs|fields)|invalid (field|argument|parameter)"
    r"|does(n't| not) (support|accept|take)|only .{1,40} (allowed|supported)|may (only|not) be|deprecated"
    r"|cannot be used",
    re.IGNORECASE,
)
_STREAMING = re.compile(r"\bstream(ing)?\b", re.IGNORECASE)
_SYSTEM = re.compile(
    r"system.{0,20}(role|message|prompt|instruction).{0,40}\bnot\b"
    r"|(role|developer instruction).{0,20}\bsystem\b.{0,40}\bnot\b"
    r"|developer instruction is not enabled|(invalid|unsupported|unexpected|unknown) role:? .{0,3}system",
    re.IGNORECASE,
)
_ALTERNATION = re.compile(r"roles? must alternate|alternate between|alternating roles", re.IGNORECASE)
_STRICT = re.compile(
    r"additionalProperties['\"`]* (is required|must be|needs to be).{0,40}false"
    r"|required['\"`]* is required to be supplied and to be an array including every key",
    re.IGNORECASE,
)
_TOOLS = re.compile(r"\btools?\b|\bfunctions?\b|function_declarations|schema|\bparameters\b", re.IGNORECASE)
_PLACE = re.compile(r"(?:\btools\[\d+\]\.)?function_declarations\[(\d+)\]|\btools(?:\[|\.|/|, ?)(\d+)")

FUNCTION_CALLING = "function calling"
_ROLE = "system role"
_NEIGHBOURS = "neighbours of one role"
_DAYS = 30
"""After which a refusal is learned again: the server may have learned something."""


class LearnedRefusals(Learned, frozen=True, kw_only=True):
    """What one server refuses with one model."""

    fields: tuple[str, ...] = ()
    """Of requests; also what stands for the system role, neighbours of one role and function calling."""
    strict: bool = False
    """Whether it demands strict schemas of tools."""
    tools: tuple[str, ...] = ()
    """Hashes of tools, so that one that has changed is tried again."""


class RefusalFile(LearnedFile[LearnedRefusals]):
    """The file of what servers refuse."""

    def __init__(self, file: Path | None = None) -> None:
        super().__init__(file, list[LearnedRefusals], _DAYS)


def is_about_form(words: str) -> bool:
    """Tell whether a server complains about the roles of messages."""
    return bool(_SYSTEM.search(words) or _ALTERNATION.search(words))


def is_about_a_tool(error: LLMError) -> bool:
    """Tell whether a server may have refused a request for one of its tools."""
    return error.status in (400, 422) and bool(_TOOLS.search(error.words))


class Refusals:
    """Remembers what one server refuses with one model, also for the next start.

    A value out of range must be corrected by the user.
    """

    def __init__(self, base_url: str, model: str, file: RefusalFile | None = None) -> None:
        self._place = base_url, model
        self._file = file or RefusalFile()
        known = self._file.find(base_url, model) or LearnedRefusals(server="", model="", day=today())
        self.strict = known.strict
        """Whether it demands strict schemas of tools."""
        self._fields = set(known.fields) - _NEEDED
        self._tools = set(known.tools)
        self._too_many: set[str] = set()
        """Tools of which each is taken alone."""
        self._sent: frozenset[str] = frozenset()
        self.unsaved = False
        """Whether something was learned that is not in the file."""

    def __contains__(self, field: str) -> bool:
        return field in self._fields

    def save(self) -> None:
        """Save what was learned, once a request without it was accepted; blocks for a moment."""
        server, model = server_of(self._place[0]), self._place[1]
        fields, tools = tuple(sorted(self._fields)), tuple(sorted(self._tools))
        self.unsaved = False
        self._file.put(
            LearnedRefusals(
                server=server, model=model, day=today(), fields=fields, strict=self.strict, tools=tools
            )
        )

    def forget(self) -> None:
        """Drop all that is known, from the file too; blocks for a moment."""
        self._file.forget(*self._place)
        self.strict = self.unsaved = False
        for known in (self._fields, self._tools, self._too_many):
            known.clear()

    def learn_no_function_calling(self) -> None:
        """Record that no tools can be offered by function calling."""
        self._fields.add(FUNCTION_CALLING)
        self.unsaved = True

    def learn(self, error: LLMError, *further: str) -> bool:
        """Record what of the last request the error refuses; return whether another one makes sense.

        `further` are fields that may stand deeper in it.
        """
        words = error.words
        new: set[str] = set()
        if _SYSTEM.search(words):
            new = {_ROLE}
        elif _ALTERNATION.search(words):
            new = {_NEIGHBOURS}
        elif _STRICT.search(words) and not self.strict:
            self.strict = self.unsaved = True
            return True
        elif error.status in (400, 422) and _UNSUPPORTED.search(words):
            named = (field for field in {*self._sent, *further} - _NEEDED - {"stream"})
            new = {field for field in named if re.search(rf"\b{field}\b", words)}
            if not new and "stream" in self._sent and _STREAMING.search(words):
                new = {"stream", "stream_options"}
        new -= self._fields
        self._fields |= new
        self.unsaved = self.unsaved or bool(new)
        return bool(new)

    def offered(self, tools: Sequence[ToolDefinition]) -> Sequence[ToolDefinition]:
        """Return the tools that are not refused."""
        aside = self._tools | self._too_many
        return [tool for tool in tools if _hash(tool) not in aside] if aside else tools

    def set_aside(self, refused: Iterable[ToolDefinition], too_many: Iterable[ToolDefinition] = ()) -> None:
        """Leave these tools out from now on; those that are too many only in this run, for there may be fewer."""
        self._too_many |= {_hash(tool) for tool in too_many}
        if new := {_hash(tool) for tool in refused}:
            self._tools |= new
            self.unsaved = True

    def strip(self, body: JsonObject) -> JsonObject:
        """Return the body without what is refused; the reply's limit is sent by its other name if that is not."""
        stripped: JsonObject = {}
        for field, value in body.items():
            name = _OTHER_NAMES.get(field, field) if field in self._fields else field
            if name not in self._fields:
                stripped[name] = value
        if _ROLE in self._fields:
            stripped["messages"] = _without_system(stripped["messages"])
        if _NEIGHBOURS in self._fields:
            stripped["messages"] = _alternating(stripped["messages"])
        self._sent = frozenset(stripped)
        return stripped


def _hash(tool: ToolDefinition) -> str:
    whole = json.dumps([tool.name, tool.description, tool.parameters], sort_keys=True)
    return hashlib.sha256(whole.encode()).hexdigest()[:16]


def named_tools(words: str, tools: Sequence[ToolDefinition], wire_names: Sequence[str]) -> list[ToolDefinition]:
    """Return the tools that a server's words name, by names on the wire or places in the request."""
    places = {int(match[1] or match[2]) for match in _PLACE.finditer(words)}
    return [
        tool
        for at, (tool, name) in enumerate(zip(tools, wire_names, strict=True))
        if at in places
        or re.search(rf"['\"`“‘]{re.escape(name)}['\"`”’]|(?:tool|function):? {re.escape(name)}\b", words)
    ]


def _without_system(messages: Sequence[JsonObject]) -> list[JsonObject]:
    """Return the messages with the system prompt at the beginning of the first one of the user."""
    prompt = "\n\n".join(message["content"] for message in messages if message["role"] == "system")
    rest = [message for message in messages if message["role"] != "system"]
    if not prompt:
        return rest
    if not rest or rest[0]["role"] != "user":
        return [{"role": "user", "content": prompt}, *rest]
    return [{**rest[0], "content": f"{prompt}\n\n{rest[0]['content']}"}, *rest[1:]]


def _alternating(messages: Sequence[JsonObject]) -> list[JsonObject]:
    """Return the messages with neighbours of one role made one."""
    joined: list[JsonObject] = []
    for message in messages:
        last = joined[-1] if joined else {}
        if message["role"] == last.get("role") and not ({"tool_calls", "tool_call_id"} & {*message, *last}):
            joined[-1] = {**last, "content": f"{last['content']}\n\n{message['content']}"}
        else:
            joined.append(message)
    return joined
