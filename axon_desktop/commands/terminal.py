"""What a turn looks like on a terminal: progress, questions, or one JSON object per event."""

from __future__ import annotations

import asyncio
import json
import os
import sys
import threading
from collections.abc import Sequence
from typing import Any, TextIO

import msgspec

from axon_desktop.agent.approval.approval import (
    ApprovalRequest,
    AskReason,
    Decision,
    PlanAnswer,
    PlanReview,
    RoundAnswer,
    RoundSummary,
    Verdict,
)
from axon_desktop.agent.approval.change_lines import SAME_LINES, compare_lines
from axon_desktop.agent.approval.review_groups import sort_change
from axon_desktop.agent.approval.taint import OriginKind
from axon_desktop.agent.events import (
    Action,
    AgentEvent,
    Answer,
    BudgetWarning,
    Cancelled,
    Compacted,
    ContextCut,
    ContextSized,
    Error,
    Observation,
    PlanProposed,
    QueuedAtProvider,
    RetryScheduled,
    Steered,
    StepComplete,
    StepStarted,
    Stopped,
    StopReason,
    Thought,
    ToolsSetAside,
)
from axon_desktop.agent.plan.plan import Plan, StepStatus
from axon_desktop.errors import Text
from axon_desktop.llm.messages import ToolCall, ToolResult
from axon_desktop.text.visible import visible
from axon_desktop.vault.history.changes import ChangePreview

_YES = frozenset({"y", "yes", "是", "好"})
_NO = frozenset({"n", "no", "否", "不"})
_LOOK = frozenset({"l", "look", "看"})
_DERIVED: dict[type[AgentEvent], tuple[str, ...]] = {Action: ("tool", "params"), Stopped: ("code",)}
"""What is printed of an event besides its fields."""
_EXIT_CODES: dict[type[AgentEvent], int] = {Answer: 0, Error: 1, Stopped: 1, Cancelled: 130}

_STOPPED: dict[StopReason, str] = {
    "max_rounds": "Stopped: the limit of rounds has been reached. Ask again to continue.",
    "declined": "Stopped before the next round: nobody agreed to it (--approve all does). What was done stays.",
    "repeated_call": "Stopped: the same call gave the same result three rounds running.",
    "length": "Stopped: the reply was cut off at the model's output limit.",
    "repetition": "Stopped: the reply repeated itself.",
    "budget": "Stopped: the turn has reached its limit of tokens or money.",
    "plan_discarded": "Stopped: the plan was discarded; nothing of it was done.",
    "plan_failed": "Stopped: a step of the plan failed. What was done stays and can be undone.",
}

_REASONS: dict[AskReason, str] = {
    "near_miss": "the call was not in the tool protocol's form",
    "empties": "this empties the note",
    "shrinks": "this removes more than half of the note",
    "instructions": "every conversation about this vault begins with what this note says",
    "executable": "this adds code to the note that Obsidian or a plugin would run",
    "hidden": "this adds invisible characters",
    "outside": "you may not have asked for this; the agent has read text from elsewhere that may have led to it:",
    "unrecorded": "this change cannot be undone: the record of changes cannot be written",
}
_ORIGINS: dict[OriginKind, str] = {
    "clipped": "clipped from elsewhere",
    "hidden": "contains hidden text",
    "server": "output of another program",
}
_MARKS: dict[StepStatus, str] = {"pending": " ", "running": ">", "completed": "x", "failed": "!", "skipped": "-"}


def _write(stream: TextIO, text: str) -> None:
    stream.write(text + "\n")
    stream.flush()


def _show(text: str) -> None:
    """Print the model's text: as it is into a file or a pipe, harmless on a terminal."""
    _write(sys.stdout, visible(text) if sys.stdout.isatty() else text)


def event_json(event: AgentEvent) -> dict[str, Any]:
    """Return an event as a JSON object: its type and its fields."""
    names = (*event.__struct_fields__, *_DERIVED.get(type(event), ()))
    return {"type": event.type, **{name: _json(getattr(event, name)) for name in names}}


def _json(value: object) -> Any:
    if isinstance(value, ToolCall):
        return {"tool": value.tool, "params": value.params, "id": value.id, "near_miss": value.near_miss}
    if isinstance(value, ToolResult):
        return value.to_json()
    if isinstance(value, msgspec.Struct):
        return msgspec.to_builtins(value)
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
        self._plan: Plan | None = None

    def show(self, event: AgentEvent) -> None:
        """Print one event."""
        self.exit_code = _EXIT_CODES.get(type(event), self.exit_code)
        match event:
            case Thought():
                self._thought = event.content
                if event.calls and event.content.strip():
                    _write(sys.stderr, visible(event.content.strip()))
            case PlanProposed():
                self._plan = event.plan
            case StepStarted():
                steps = {step.id: step.description for step in self._plan.steps} if self._plan else {}
                words = f"Step {event.index + 1} of {event.total}: {steps.get(event.step, '')}"
                _write(sys.stderr, visible(words.rstrip(": ")))
            case Answer():
                _show(event.content)
            case Stopped() | Cancelled():
                self._show_partial(event.partial)
                _write(sys.stderr, _STOPPED[event.reason] if isinstance(event, Stopped) else "Stopped.")
            case Error():
                self._show_partial(event.partial)
                _write(sys.stderr, f"axon: {event.message}")
            case _:
                line = _notice(event)
                if line:
                    _write(sys.stderr, visible(line))

    def _show_partial(self, partial: str) -> None:
        if partial and self._thought.strip():
            _show(self._thought)


def _for_people(error: str) -> str:
    """Return the error of a call without the advice for the model."""
    return error.values.get("refusal", error) if isinstance(error, Text) else error


def _notice(event: AgentEvent) -> str:
    """Return the line for something that happened in the middle of a turn; empty for an event without one."""
    match event:
        case Action():
            return f"> {event.call.tool} {_main_argument(event.call)}"
        case Observation():
            text = "done" if event.result.success else _for_people(event.result.error or "failed")
            return f"  {text} ({event.elapsed:.1f} s)"
        case QueuedAtProvider():
            return f"{'Queued at' if event.alive else 'Waiting for'} the provider for {event.seconds:.0f} s ..."
        case RetryScheduled():
            return f"{event.error} Trying again in {event.delay:.0f} s (attempt {event.attempt})."
        case ToolsSetAside():
            return f"The server refuses {', '.join(event.tools)}; going on without. It says: {event.words}"
        case StepComplete():
            return f"Step {'done' if event.success else 'failed'}: {event.result}"
        case BudgetWarning():
            return _budget(event)
        case ContextCut():
            return f"{event.messages} old messages no longer fit: the model does not see them."
        case ContextSized():
            return _context(event)
        case Compacted():
            return f"{event.messages} old messages are sent as a summary from now on."
        case Steered():
            return f"Passed on to the model: {event.text}"
        case _:
            return ""


def _context(event: ContextSized) -> str:
    match event.finding:
        case "assumed":
            return f"The server does not say how large its context is: {event.tokens} tokens are assumed."
        case "refused":
            return f"The request was too long: shortened to {event.tokens} tokens and sent again."
        case "cut":
            return (
                f"The server read only {event.read} of about {event.sent} tokens:"
                f" from now on it is sent at most {event.tokens}."
            )


def _main_argument(call: ToolCall) -> str:
    """Return the argument of a call that matters most to people: its path."""
    value = call.params.get("path", next(iter(call.params.values()), ""))
    return json.dumps(value, ensure_ascii=False)


def plan_lines(plan: Plan) -> list[str]:
    """Return a plan as numbered lines with the state of each step."""
    lines = [f"Plan: {plan.goal}"]
    for number, step in enumerate(plan.steps, 1):
        lines.append(f"  [{_MARKS[step.status]}] {number}. {step.description}")
        lines.append(f"         expect: {step.expected_outcome}")
    return lines


def _budget(event: BudgetWarning) -> str:
    used = f"{event.tokens} of {event.max_tokens} tokens" if event.max_tokens else f"{event.tokens} tokens"
    if event.max_cost is not None:
        used += f", ${event.cost or 0:.3f} of ${event.max_cost:.2f}"
    return f"This turn has used {used}."


def agrees(question: str) -> bool:
    """Ask at the terminal; anything but a clear yes is a no."""
    sys.stderr.write(question)
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in _YES


class TerminalApprover:
    """Asks at the terminal; anything but a clear yes is a no."""

    def __init__(self) -> None:
        self._rest = b""

    async def approve(self, request: ApprovalRequest) -> Decision:
        """Show exactly what would be done and ask for a yes."""
        lines = await asyncio.to_thread(_request_lines, request)
        why = f" ({request.trouble.details})" if request.trouble else ""
        words = {**_REASONS, "unrecorded": _REASONS["unrecorded"] + why}
        lines += [f"! {words[reason]}" for reason in request.reasons if reason in words]
        lines += [f"  - {_ORIGINS[origin.kind]}: {origin.name}" for origin in request.origins]
        _write(sys.stderr, visible("\n".join(lines)))
        word = "Apply" if request.proposal else "Run"
        return Decision(Verdict.ONCE if await self._yes(f"{word}? [y/n] ") else Verdict.REJECT)

    async def approve_together(self, requests: Sequence[ApprovalRequest]) -> Sequence[Decision]:
        """List what would be done and ask for a yes; what calls for care, or all of it, is asked one by one."""
        listed = await asyncio.to_thread(lambda: [_headline(request) for request in requests])
        careful = [care for _, care in listed]
        marked = [f"{'!' if care else ' '} {line}" for line, care in listed]
        plain = careful.count(False)
        if 0 < plain < len(requests):
            marked.append("What is marked with ! is then asked about one by one.")
        _write(sys.stderr, visible("\n".join([f"The agent wants to make {len(requests)} changes:", *marked])))
        words = f"Apply {plain}? [y/n, or l to look at each] " if plain else "Look at each? [y/n] "
        answer = (await self._ask(words)).lower()
        look = answer in _LOOK or (not plain and answer in _YES)
        if not look and answer not in _YES:
            return [Decision(Verdict.REJECT)] * len(requests)
        return [
            await self.approve(request) if look or care else Decision(Verdict.ONCE)
            for request, care in zip(requests, careful, strict=True)
        ]

    async def review_plan(self, plan: Plan) -> PlanReview:
        """Show the steps and ask: yes runs them, no discards them, other words say what should be different."""
        _write(sys.stderr, visible("\n".join(plan_lines(plan))))
        answer = await self._ask("Run this plan? [y/n, or what should be different] ")
        if answer.lower() in _YES:
            return PlanReview(PlanAnswer.APPROVE, plan)
        if not answer or answer.lower() in _NO:
            return PlanReview(PlanAnswer.DISCARD, plan)
        return PlanReview(PlanAnswer.REVISE, plan, answer)

    async def confirm_round(self, summary: RoundSummary) -> RoundAnswer:
        """Ask whether the turn continues."""
        _write(sys.stderr, f"{summary.next_round - 1} rounds and {len(summary.calls)} tool calls so far.")
        return RoundAnswer.CONTINUE if await self._yes("Continue? [y/n] ") else RoundAnswer.STOP

    async def _yes(self, question: str) -> bool:
        return (await self._ask(question)).lower() in _YES

    async def _ask(self, question: str) -> str:
        sys.stderr.write(question)
        sys.stderr.flush()
        return (await self._read_line()).strip()

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


def _request_lines(request: ApprovalRequest) -> list[str]:
    """Return all that a call would do, as far as it can be known."""
    proposal = request.proposal
    if proposal is None:
        arguments = json.dumps(request.call.params, ensure_ascii=False, indent=2)
        if request.effect == "command":
            where = (
                "in a sandbox" if request.sandboxed else "without a sandbox: it can write whatever you may write"
            )
            return [f"Run this command in the vault's folder, {where}?", arguments]
        return [f"Use {request.call.tool}, a tool of another program?", arguments]
    match proposal.action:
        case "move":
            changed = [line for change in proposal.changes for line in (f"@ {change.path}", *_diff(change))]
            return [f"Move {proposal.path} to {proposal.target}?", *changed]
        case "trash":
            where = f"the vault's trash, as {proposal.target}" if proposal.target else "the system's trash"
            lines = compare_lines(request.removed, b"", None).lines if request.removed else ()
            return [f"Move {proposal.path} to {where}? It can be undone.", *lines]
        case "write":
            change = proposal.changes[0]
            return [f"{'Create' if change.kind == 'create' else 'Change'} {change.path}?", *_diff(change)]


def _headline(request: ApprovalRequest) -> tuple[str, bool]:
    """Return what a write would do as one line, and whether it calls for care."""
    proposal = request.proposal
    if proposal is None:
        return f"{request.call.tool} {_main_argument(request.call)}", True
    diffs = [compare_lines(change.before, change.after, None) for change in proposal.changes]
    added, removed = sum(diff.added for diff in diffs), sum(diff.removed for diff in diffs)
    care = sort_change(request, added, removed).group == "look"
    counts = f" +{added} -{removed}" if diffs else ""
    match proposal.action:
        case "move":
            return f"Move {proposal.path} to {proposal.target}{counts}", care
        case "trash":
            return f"Move {proposal.path} to the trash", care
        case "write":
            verb = "Create" if proposal.changes[0].kind == "create" else "Change"
            return f"{verb} {proposal.path}{counts}", care


def _diff(change: ChangePreview) -> tuple[str, ...]:
    lines = compare_lines(change.before, change.after, None).lines
    return lines if lines or change.before == change.after else (SAME_LINES,)
