"""Short texts for times, token counts, the main argument of a call, and errors."""

from __future__ import annotations

import json
import re
from typing import Literal

from axon_desktop.agent.events import Stopped, StopReason
from axon_desktop.agent.plan.plan_prompts import FAIL_STEP
from axon_desktop.errors import ModelTrouble, Text
from axon_desktop.llm.messages import Attachment, ResultKind, ToolCall, ToolResult
from axon_desktop.markdown.scan.plain_line import plain_lines
from axon_desktop.text.visible import visible
from axon_desktop.tools.tool import Progress
from axon_desktop.ui.language.error_texts import in_users_language
from axon_desktop.ui.language.formats import format_cost, format_size, format_tokens
from axon_desktop.ui.language.translation import is_english, translate

_RESULT_LIMIT = 20_000
_WRITERS = {"create_note", "edit_note", "move_note", "trash_note"}
"""Tools whose result is a sentence of Axon's about what was written."""
_LONGEST_MESSAGE = 200
_BEGINNING = 2_000
_SENTENCE = re.compile(r".*?(?:[.!?…]+[”\"')]*(?=\s|$)|[。！？]+[”」』]?)")


def call_argument(call: ToolCall) -> str:
    """Return the argument that characterizes the call."""
    path = call.params.get("path")
    target = call.params.get("to")
    if isinstance(path, str) and isinstance(target, str):
        return f"{path} → {target}"
    if isinstance(path, str):
        shown = path or "/"
        return append_words() + shown if call.params.get("mode") == "append" else shown
    for name in ("query", "pattern", "command"):
        value = call.params.get(name)
        if isinstance(value, str):
            return f"“{value}”"
        if isinstance(value, list) and value and all(isinstance(part, str) for part in value):
            return f"“{' '.join(value)}”"
    return next((value for value in call.params.values() if isinstance(value, str)), "")


def tool_with_server(name: str) -> str:
    """Return the name of a tool, with the server that it belongs to if it is another program's."""
    server, dot, tool = name.partition(".")
    if not dot:
        return f"“{name}”"
    return translate("Chat", "“{tool}” of the server “{server}”").format(tool=tool, server=server)


def answer_text(content: str, *, first: bool) -> str:
    """Return an answer as it is said, or its first sentence; to be called in a thread."""
    lines = plain_lines(content[:_BEGINNING] if first else content)
    if not first:
        return "\n".join(lines)
    sentence = _SENTENCE.match(lines[0]) if lines else None
    return sentence[0] if sentence is not None else "\n".join(lines[:1])


def append_words() -> str:
    """Return the words before the path of a note that is appended to."""
    return translate("Chat", "append") + " · "


def is_about_path(call: ToolCall) -> bool:
    """Return whether `call_argument` is a path."""
    return isinstance(call.params.get("path"), str)


def note_path(call: ToolCall, result: ToolResult | None) -> str | None:
    """Return the vault path of a call's note, if it can be shown."""
    if call.tool in ("list_folder", "trash_note") or result is None or not result.success:
        return None
    path = result.path or call.params.get("path")
    return path if isinstance(path, str) and path else None


def progress_words(progress: Progress) -> str:
    """Return the progress of a call, as its tool reports it: `step 3 · 30%`; empty if it reports nothing."""
    message = visible(" ".join(progress.message[:_LONGEST_MESSAGE].split()), keep="")
    done = fraction(progress)
    amount = "" if done is None else f"{done * 100:.0f}%"
    if done is None and progress.done:
        amount = f"{progress.done:g}"
    return " · ".join(part for part in (message, amount) if part)


def fraction(progress: Progress) -> float | None:
    """Return the progress of a call from 0 to 1; None if unknown."""
    if progress.total is None or not progress.total > 0:
        return None
    return min(1.0, max(0.0, progress.done / progress.total))


def short_error(result: ToolResult) -> str:
    """Return an error without its details, such as `File not found`; empty if unknown."""
    error = result.error or ""
    if result.kind == "too_slow" and isinstance(error, Text):
        return translate("Chat", "took more than {seconds} s").format(seconds=error.values["seconds"])
    head = error.split("\n", 1)[0].split(": ", 1)[0].strip()
    head = _kinds_of_errors().get(result.kind, head)
    return head if len(head) <= 40 else head[:39].rstrip() + "…"


def _kinds_of_errors() -> dict[ResultKind, str]:
    return {
        "not_found": translate("Chat", "File not found"),
        "no_folder": translate("Chat", "Folder not found"),
        "bad_path": translate("Chat", "Invalid path"),
        "invalid": translate("Chat", "Invalid parameters"),
        "no_change": translate("Chat", "Invalid parameters"),
        "unreadable": translate("Chat", "Failed to read file"),
        "unwritten": translate("Chat", "Failed to write file"),
        "not_allowed": translate("Chat", "Not allowed"),
        "resend": translate("Chat", "Not allowed"),
        "not_run": translate("Chat", "Not run"),
        "stopped": translate("Chat", "Not run"),
        "unavailable": translate("Chat", "not available"),
        "gone": translate("Chat", "server disconnected"),
    }


def outcome(call: ToolCall, result: ToolResult) -> Literal["ok", "error"]:
    """Return the state of a finished call: giving up a step of a plan succeeds, but is shown as an error."""
    return "ok" if result.success and call.tool != FAIL_STEP else "error"


def describe_result(call: ToolCall, result: ToolResult) -> str:
    """Return the size of a result in the unit that fits the tool."""
    data = result.data or ""
    if call.tool == "list_folder":
        count = _count_items(data)
        if count is not None:
            return (
                translate("Chat", "1 item")
                if count == 1
                else translate("Chat", "{count} items").format(count=count)
            )
    return format_size(len(data.encode()))


def _count_items(data: str) -> int | None:
    try:
        value = json.loads(data)
    except (ValueError, RecursionError):
        return None
    if isinstance(value, dict):
        value = next((part for part in value.values() if isinstance(part, list)), None)
    return len(value) if isinstance(value, list) else None


def attachment_words(thing: Attachment) -> str:
    """Return an attachment in words, with the whole address of a link."""
    name = visible(thing.name, keep="")
    if thing.data is None:
        return f"{name} <{visible(thing.uri, keep='')}>" if name else visible(thing.uri, keep="")
    size = format_size(len(thing.data))
    return " · ".join(part for part in (name, visible(thing.mime, keep=""), size) if part)


def call_details(call: ToolCall, result: ToolResult | None) -> str:
    """Return arguments and result in full, each cut where it would slow down a card."""
    parts = [translate("Chat", "Arguments"), _cut(json.dumps(call.params, ensure_ascii=False, indent=2))]
    if result is not None:
        text = _result_text(call, result) if result.success else in_users_language(result.error or "")
        parts += [
            "",
            translate("Chat", "Result") if result.success else translate("Chat", "Error"),
            _cut(text),
            *map(attachment_words, result.attachments),
        ]
    return "\n".join(parts)


def _result_text(call: ToolCall, result: ToolResult) -> str:
    """Return the result of a tool; sentences of Axon's are in the user's language."""
    data = result.data or ""
    return in_users_language(data) if call.tool in _WRITERS else data


def _cut(text: str) -> str:
    if len(text) <= _RESULT_LIMIT:
        return text
    rest = translate("Chat", "… {size} more. Open the note to see all of it.").format(
        size=format_size(len(text[_RESULT_LIMIT:].encode()))
    )
    return f"{text[:_RESULT_LIMIT]}\n{rest}"


def error_sentence(trouble: ModelTrouble, message: str, provider: str) -> str:
    """Return what went wrong and what helps; `trouble` is the model's, if any."""
    details = in_users_language(message)
    if trouble and message and (is_english() or details != message):
        return details  # the same as the sentence below, with the provider's details
    key = translate("Chat", "{provider} does not accept the API key. Check it in the settings.")
    sentences: dict[ModelTrouble, str] = {
        "unreachable": translate("Chat", "{provider} cannot be reached, or the connection was lost."),
        "silent": translate("Chat", "{provider} accepted the request, but sent nothing for too long."),
        "busy": translate("Chat", "{provider} reports too many requests. Wait a moment, then try again."),
        "server": translate("Chat", "{provider} is having problems on its side. Try again later."),
        "key": key,
        "no_key": key,
        "balance": translate("Chat", "Your {provider} account has no balance left."),
        "refused": translate("Chat", "{provider} rejected the request."),
        "too_long": translate("Chat", "The conversation is too long for this model. Start a new one."),
        "unusable": translate("Chat", "The reply from {provider} cannot be used."),
    }
    sentence = sentences.get(trouble, translate("Chat", "Something went wrong.")).format(provider=provider)
    return f"{sentence}\n{details}" if details else sentence


def stop_sentence(event: Stopped) -> str:
    """Return which limit ended the turn."""
    if event.reason == "budget" and (ceiling := _ceiling(event)):
        text = translate("Chat", "Stopped: this request has reached its limit of {ceiling}.")
        return text.format(ceiling=ceiling)
    one_round = translate("Chat", "Stopped after 1 round.")
    sentences = {
        "max_rounds": one_round if event.rounds == 1 else translate("Chat", "Stopped after {rounds} rounds."),
        "declined": translate("Chat", "Stopped as you asked. Changes made so far are kept and can be undone."),
        "repeated_call": translate(
            "Chat", "Stopped: the model made the same call with the same result three times."
        ),
        "length": translate("Chat", "Stopped: the reply reached the model’s length limit."),
        "repetition": translate("Chat", "Stopped: the model was repeating itself."),
        "budget": translate("Chat", "Stopped: this request has reached its limit for tokens or costs."),
        "plan_discarded": translate("Chat", "The plan was discarded. Nothing was changed."),
        "plan_failed": translate("Chat", "Stopped: a step of the plan failed. Changes made so far are kept."),
    }
    return sentences.get(event.reason, translate("Chat", "Stopped.")).format(rounds=event.rounds)


def stop_advice(reason: StopReason) -> str:
    """Return a hint about continuing after that; empty for none."""
    return translate("Chat", "Continue allows the same amount again.") if reason == "budget" else ""


def _ceiling(event: Stopped) -> str:
    """Return the budget that was reached; empty if it was not recorded."""
    if event.max_tokens is not None:
        return translate("Chat", "{tokens} tokens").format(tokens=format_tokens(event.max_tokens))
    return format_cost(event.max_cost) if event.max_cost is not None else ""
