"""What a turn looks like on a terminal: progress, questions, or one JSON object per event."""

from __future__ import annotations

import asyncio
import dataclasses
import json
import os
import sys
import threading
import unicodedata
from typing import Any, TextIO

from axon_desktop.agent.approval import ApprovalRequest, AskReason, Decision, RoundAnswer, RoundSummary, Verdict
from axon_desktop.agent.diff import diff_lines
from axon_desktop.agent.events import (
    Action,
    AgentEvent,
    Answer,
    Cancelled,
    Error,
    Observation,
    QueuedAtProvider,
    RetryScheduled,
    Stopped,
    StopReason,
    Thought,
)
from axon_desktop.llm.messages import ToolCall, ToolResult

_EXIT_CODES: dict[type[AgentEvent], int] = {Answer: 0, Error: 1, Stopped: 1, Cancelled: 130}

_STOPPED: dict[StopReason, str] = {
    "max_rounds": "Stopped: the limit of rounds is reached. Ask again to go on.",
    "declined": "Stopped, as you asked.",
    "repeated_call": "Stopped: the same call gave the same result three rounds running.",
    "length": "Stopped: the reply was cut off at the model's output limit.",
    "repetition": "Stopped: the reply repeated itself.",
}

_REASONS: dict[AskReason, str] = {
    "near_miss": "the call was not in the tool protocol's form",
    "empties": "this empties the note",
    "shrinks": "this removes more than half of the note",
    "journal": "the undo journal cannot be written: this could not be undone",
}


_HIDDEN = frozenset({"Cc", "Cf", "Cs"})


def _write(stream: TextIO, text: str) -> None:
    stream.write(text + "\n")
    stream.flush()


def _printable(text: str) -> str:
    """Return the text with control and format characters made visible: they could show something else."""
    return "".join(
        "\N{REPLACEMENT CHARACTER}" if unicodedata.category(char) in _HIDDEN and char not in "\n\t" else char
        for char in text
    )


def _show(text: str) -> None:
    """Print the model's text: as it is into a file or a pipe, harmless on a terminal."""
    _write(sys.stdout, _printable(text) if sys.stdout.isatty() else text)


def event_json(event: AgentEvent) -> dict[str, Any]:
    """Return an event as a JSON object: its type and its fields."""
    fields = {field.name: _json(getattr(event, field.name)) for field in dataclasses.fields(event)}
    return {"type": event.type, **fields}


def _json(value: object) -> Any:
    if isinstance(value, ToolCall):
        return {"tool": value.tool, "params": value.params, "id": value.id, "near_miss": value.near_miss}
    if isinstance(value, ToolResult):
        return value.to_json()
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return dataclasses.asdict(value)
    return list(value) if isinstance(value, tuple) else value


class JsonPrinter:
    """Prints each event as one line of JSON on stdout."""

    exit_code = 1

    def show(self, event: AgentEvent) -> None:
        """Print one event."""
        self.exit_code = _EXIT_CODES.get(type(event), self.exit_code)
        _write(sys.stdout, json.dumps(event_json(event), ensure_ascii=False))


class ProgressPrinter:
    """Prints what is done on stderr, and the answer alone on stdout."""

    exit_code = 1

    def __init__(self) -> None:
        self._thought = ""

    def show(self, event: AgentEvent) -> None:
        """Print one event."""
        self.exit_code = _EXIT_CODES.get(type(event), self.exit_code)
        match event:
            case Thought():
                self._thought = event.content
                if event.calls and event.content.strip():
                    _write(sys.stderr, _printable(event.content.strip()))
            case Action():
                _write(sys.stderr, _printable(f"> {event.call.tool} {_main_argument(event.call)}"))
            case Observation():
                text = "done" if event.result.success else event.result.error or "failed"
                _write(sys.stderr, _printable(f"  {text} ({event.elapsed:.1f} s)"))
            case QueuedAtProvider():
                _write(sys.stderr, f"Queued at the provider for {event.seconds:.0f} s ...")
            case RetryScheduled():
                _write(sys.stderr, f"{event.error} Trying again in {event.delay:.0f} s (attempt {event.attempt}).")
            case Answer():
                _show(event.content)
            case Stopped() | Cancelled():
                self._show_partial(event.partial)
                _write(sys.stderr, _STOPPED[event.reason] if isinstance(event, Stopped) else "Stopped.")
            case Error():
                self._show_partial(event.partial)
                _write(sys.stderr, f"axon: {event.message}")
            case _:
                pass

    def _show_partial(self, partial: str) -> None:
        if partial and self._thought.strip():
            _show(self._thought)


def _main_argument(call: ToolCall) -> str:
    """Return what a person wants to know of a call first: its path."""
    value = call.params.get("path", next(iter(call.params.values()), ""))
    return json.dumps(value, ensure_ascii=False)


class TerminalApprover:
    """Asks at the terminal; anything but a clear yes is a no."""

    def __init__(self) -> None:
        self._rest = b""

    async def approve(self, request: ApprovalRequest) -> Decision:
        """Show the exact change and ask for a yes."""
        preview = request.preview
        word = "Create" if preview.kind == "create" else "Change"
        diff = await asyncio.to_thread(diff_lines, preview.before, preview.after, None)
        if not diff and preview.before != preview.after:
            diff = ("! only line ends or a mark at the beginning change",)
        lines = [f"{word} {preview.path}?", *diff]
        lines += [f"! {_REASONS[reason]}" for reason in request.reasons if reason in _REASONS]
        _write(sys.stderr, _printable("\n".join(lines)))
        return Decision(Verdict.ONCE if await self._yes("Apply? [y/n] ") else Verdict.REJECT)

    async def confirm_round(self, summary: RoundSummary) -> RoundAnswer:
        """Ask whether the turn goes on."""
        _write(sys.stderr, f"{summary.next_round - 1} rounds and {len(summary.calls)} tool calls so far.")
        return RoundAnswer.CONTINUE if await self._yes("Continue? [y/n] ") else RoundAnswer.STOP

    async def _yes(self, question: str) -> bool:
        sys.stderr.write(question)
        sys.stderr.flush()
        return (await self._read_line()).strip().lower() in {"y", "yes", "是", "好"}

    async def _read_line(self) -> str:
        """Read one line in a thread that nobody has to wait for: Ctrl+C ends the program, not the next Enter.

        The file descriptor is read directly, because a thread that is left inside sys.stdin would keep the
        interpreter from ending.
        """
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[bytes] = loop.create_future()

        def deliver(line: bytes) -> None:
            if not answer.done():
                answer.set_result(line)

        def read() -> None:
            data = self._rest
            while b"\n" not in data and (piece := os.read(sys.stdin.fileno(), 4096)):
                data += piece
            line, _, self._rest = data.partition(b"\n")
            if not loop.is_closed():
                loop.call_soon_threadsafe(deliver, line)

        threading.Thread(target=read, daemon=True, name="axon-terminal").start()
        return (await answer).decode("utf-8", errors="replace")
