"""The calls of a turn in the user's words: one as a line, all as one sentence."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

from msgspec import Struct

from axon_desktop.agent.plan.plan_prompts import FAIL_STEP, PROPOSE_PLAN
from axon_desktop.llm.messages import ResultKind, ToolCall, ToolResult
from axon_desktop.text.file_names import without_suffix
from axon_desktop.text.visible import visible
from axon_desktop.ui.chat.cards.wording import call_argument, describe_result, short_error
from axon_desktop.ui.language.formats import format_size
from axon_desktop.ui.language.translation import translate

Kind: TypeAlias = Literal[
    "read",
    "list",
    "search",
    "find",
    "links",
    "create",
    "change",
    "move",
    "trash",
    "run",
    "use",
    "plan",
    "give_up",
    "unclear",
]
EndState: TypeAlias = Literal["ok", "error", "undone"]

_KINDS: dict[str, Kind] = {
    "read_note": "read", "list_folder": "list", "search_notes": "search", "find_notes": "find",
    "note_links": "links", "create_note": "change", "edit_note": "change", "move_note": "move",
    "trash_note": "trash", "run_command": "run", FAIL_STEP: "give_up", PROPOSE_PLAN: "plan", "": "unclear",
}  # fmt: skip
_HIT = re.compile(r"(.+?):\d+: |(.+?): .*\(the (?:name|note itself)\)$")
"""A hit of a search, in the text for the model."""
_MORE = re.compile(r"\((\d+) more; ")


class CallWords(Struct, frozen=True):
    """The line of one call."""

    before: str
    """The words before the subject."""
    subject: str
    """The object of the call: a note, a folder, a query."""
    after: str
    detail: str
    """The text at the end of the line: a size, a number of hits, the reason of a failure."""

    @property
    def text(self) -> str:
        """The line without its detail."""
        return f"{self.before}{self.subject}{self.after}"


def kind_of(call: ToolCall, result: ToolResult | None = None) -> Kind:
    """Return the kind of a call as the user sees it; with its result, what it really did."""
    kind = _KINDS.get(call.tool, "use")
    return "create" if kind == "change" and result is not None and result.kind == "created" else kind


def icon_of(kind: Kind) -> str:
    """Return the name of the icon for a kind of call."""
    icons: dict[Kind, str] = {
        "read": "eye", "list": "folder", "search": "search", "find": "search", "links": "link",
        "create": "note_new", "change": "pencil", "move": "forward", "trash": "trash", "run": "prompt",
        "use": "settings", "plan": "outline", "give_up": "outline", "unclear": "help",
    }  # fmt: skip
    return icons[kind]


def call_words(call: ToolCall, result: ToolResult | None, *, failed: bool) -> CallWords:
    """Return the line of a finished call."""
    kind = kind_of(call, result)
    template = (_failed_words() if failed else _words())[kind]
    before, _, after = template.partition("{what}")
    return CallWords(before, _subject(call, result, kind), after, _detail(call, result, kind, failed=failed))


def _words() -> dict[Kind, str]:
    return {
        "read": translate("Deeds", "Read {what}"),
        "list": translate("Deeds", "Looked into {what}"),
        "search": translate("Deeds", "Searched {what}"),
        "find": translate("Deeds", "Looked for {what}"),
        "links": translate("Deeds", "Looked at the links of {what}"),
        "create": translate("Deeds", "Created {what}"),
        "change": translate("Deeds", "Changed {what}"),
        "move": translate("Deeds", "Moved {what}"),
        "trash": translate("Deeds", "Moved {what} to the trash"),
        "run": translate("Deeds", "Ran {what}"),
        "use": translate("Deeds", "Used {what}"),
        "plan": translate("Deeds", "Made a plan"),
        "give_up": translate("Deeds", "Gave up a step of the plan"),
        "unclear": translate("Deeds", "Made a call that has no name"),
    }


def _failed_words() -> dict[Kind, str]:
    return {
        "read": translate("Deeds", "Could not read {what}"),
        "list": translate("Deeds", "Could not look into {what}"),
        "search": translate("Deeds", "Could not search {what}"),
        "find": translate("Deeds", "Could not look for {what}"),
        "links": translate("Deeds", "Could not look at the links of {what}"),
        "create": translate("Deeds", "Could not create {what}"),
        "change": translate("Deeds", "Could not change {what}"),
        "move": translate("Deeds", "Could not move {what}"),
        "trash": translate("Deeds", "Could not move {what} to the trash"),
        "run": translate("Deeds", "Could not run {what}"),
        "use": translate("Deeds", "Could not use {what}"),
        "plan": translate("Deeds", "Could not make a plan"),
        "give_up": translate("Deeds", "Gave up a step of the plan"),
        "unclear": translate("Deeds", "Made a call that cannot be understood"),
    }


def _subject(call: ToolCall, result: ToolResult | None, kind: Kind) -> str:
    if kind in ("plan", "give_up", "unclear"):
        return ""
    if kind == "use":
        return tool_words(call.tool)
    if kind == "move":
        target = result.path if result is not None and result.path else call.params.get("to")
        return f"{_name(call.params.get('path'))} → {_name(target)}"
    if kind in ("search", "find", "run"):
        tag = call.params.get("tag")
        argument = call_argument(call)
        return f"#{tag.lstrip('#')}" if argument in ("", "“”") and isinstance(tag, str) and tag else argument
    path = result.path if result is not None and result.path else call.params.get("path")
    return translate("Deeds", "the vault") if kind == "list" and path in ("", "/") else _name(path)


def _name(path: object) -> str:
    """Return the displayed name of a vault path."""
    return visible(without_suffix(path.strip("/")), keep="") if isinstance(path, str) else "?"


def tool_words(tool: str) -> str:
    """Return the name of an MCP tool, `server.tool_name`, as words: `server: tool name`."""
    server, dot, name = visible(tool, keep="").partition(".")
    words = " ".join(re.split(r"[_\-.\s]+", name if dot else server)).strip()
    return translate("Deeds", "{server}: {tool}").format(server=server, tool=words) if dot else words or tool


def _detail(call: ToolCall, result: ToolResult | None, kind: Kind, *, failed: bool) -> str:
    if result is None:
        return translate("Deeds", "not finished")
    if failed:
        return "" if result.success else _reason(result)
    data = result.data or ""
    match kind:
        case "read":
            return format_size(len(data.encode()))
        case "search":
            return _hits(data)
        case "find":
            return _found(data)
        case "run":
            return _exit(data)
        case "list" | "use":
            return describe_result(call, result)
        case _:
            return translate("Deeds", "cannot be undone") if result.unrecorded else ""


def _reason(result: ToolResult) -> str:
    """Return why a call failed, as short as possible."""
    reasons: dict[ResultKind, str] = {
        "not_found": translate("Deeds", "no such note"),
        "no_folder": translate("Deeds", "no such folder"),
        "not_allowed": translate("Deeds", "not allowed"),
        "resend": translate("Deeds", "not allowed"),
        "stopped": translate("Deeds", "stopped"),
    }
    return reasons.get(result.kind) or short_error(result)


def _hits(data: str) -> str:
    """Return the number of hits of a search; for the model its first line states it in English."""
    lines = data.split("\n")
    found = [match[1] or match[2] for line in lines[1:] if (match := _HIT.match(line))]
    hits, notes = len(found), len(set(found))
    if hits == 0:
        return translate("Deeds", "no hits")
    if hits == 1:
        return translate("Deeds", "1 hit")
    if notes == 1:
        return translate("Deeds", "{hits} hits in 1 note").format(hits=hits)
    return translate("Deeds", "{hits} hits in {notes} notes").format(hits=hits, notes=notes)


def _found(data: str) -> str:
    """Return the number of names found."""
    first, *rest = data.split("\n")
    near = first.startswith("No path")  # then only similar names follow
    more = _MORE.match(rest[-1]) if rest else None
    count = 0 if near else 1 + len(rest) + (int(more[1]) - 1 if more else 0)
    return translate("Deeds", "{count} found").format(count=count) if count else translate("Deeds", "none found")


def _exit(data: str) -> str:
    """Return how a command ended; empty for success."""
    try:
        shape = json.loads(data)
    except (ValueError, RecursionError):
        return ""
    code = shape.get("exit_code") if isinstance(shape, dict) else None
    return translate("Deeds", "exit code {code}").format(code=code) if code else ""


class FinishedCall(Struct, frozen=True):
    """One call for the sentence about all calls."""

    call: ToolCall
    result: ToolResult | None
    state: EndState


def summary(done: Iterable[FinishedCall]) -> str:
    """Return what was done as one sentence without a full stop: `Read 3 notes, searched twice, changed 1 note`."""
    parts = list(_parts(list(done)))
    text = parts[0] if parts else ""
    for part in parts[1:]:
        text = translate("Deeds", "{one}, {two}").format(one=text, two=part)
    return text[:1].upper() + text[1:]


def _parts(done: list[FinishedCall]) -> Iterator[str]:
    worked = [one for one in done if one.state == "ok"]
    counts = _counts(worked)
    for kind, (one, many) in _counted().items():
        if count := counts[kind]:
            yield one if count == 1 else many.format(count=count)
    if count := sum(kind_of(one.call) in ("search", "find") for one in worked):
        words = {1: translate("Deeds", "searched once"), 2: translate("Deeds", "searched twice")}
        yield words.get(count, translate("Deeds", "searched {count} times")).format(count=count)
    for kind, (one, many) in _written().items():
        if count := counts[kind]:
            yield one if count == 1 else many.format(count=count)
    servers = Counter(one.call.tool.partition(".")[0] for one in worked if kind_of(one.call) in ("use", "unclear"))
    for server, count in servers.items():
        once = translate("Deeds", "used {server} once")
        often = translate("Deeds", "used {server} {count} times")
        yield (once if count == 1 else often).format(server=visible(server, keep=""), count=count)
    if count := sum(one.state == "undone" for one in done):
        one, many = translate("Deeds", "1 change undone"), translate("Deeds", "{count} changes undone")
        yield one if count == 1 else many.format(count=count)
    if count := sum(one.state == "error" for one in done):
        one, many = translate("Deeds", "1 attempt failed"), translate("Deeds", "{count} attempts failed")
        yield one if count == 1 else many.format(count=count)


def _counts(worked: list[FinishedCall]) -> Counter[Kind]:
    """Return for each kind the number of notes, folders or commands; a note that was read twice counts once."""
    things: set[tuple[Kind, str]] = set()
    for number, one in enumerate(worked):
        kind = kind_of(one.call, one.result)
        path = (one.result.path if one.result is not None else None) or one.call.params.get("path")
        named = isinstance(path, str) and kind != "run"
        things.add((kind, without_suffix(str(path).strip("/")) if named else str(number)))
    return Counter(kind for kind, _ in things)


def _counted() -> dict[Kind, tuple[str, str]]:
    """Return the words for one and for several read-only calls of a kind."""
    return {
        "read": (translate("Deeds", "read 1 note"), translate("Deeds", "read {count} notes")),
        "list": (translate("Deeds", "looked into 1 folder"), translate("Deeds", "looked into {count} folders")),
        "links": (
            translate("Deeds", "looked at the links of 1 note"),
            translate("Deeds", "looked at the links of {count} notes"),
        ),
        "plan": (translate("Deeds", "made a plan"), translate("Deeds", "made {count} plans")),
        "give_up": (translate("Deeds", "gave up 1 step"), translate("Deeds", "gave up {count} steps")),
    }


def _written() -> dict[Kind, tuple[str, str]]:
    """Return the words for one and for several writing calls of a kind."""
    return {
        "create": (translate("Deeds", "created 1 note"), translate("Deeds", "created {count} notes")),
        "change": (translate("Deeds", "changed 1 note"), translate("Deeds", "changed {count} notes")),
        "move": (translate("Deeds", "moved 1 note"), translate("Deeds", "moved {count} notes")),
        "trash": (
            translate("Deeds", "moved 1 note to the trash"),
            translate("Deeds", "moved {count} notes to the trash"),
        ),
        "run": (translate("Deeds", "ran 1 command"), translate("Deeds", "ran {count} commands")),
    }
