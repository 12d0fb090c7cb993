"""Texts about reporting to a Task Manager."""

from __future__ import annotations

from typing import TYPE_CHECKING

from axon_desktop.agent_sync.target import without_password
from axon_desktop.text.visible import visible
from axon_desktop.ui.language.error_texts import in_users_language
from axon_desktop.ui.language.translation import translate

if TYPE_CHECKING:
    from axon_desktop.agent_sync.health import Health
    from axon_desktop.agent_sync.reporter import ReporterState
    from axon_desktop.agent_sync.target import Target
    from axon_desktop.ui.status_bar.status_bar import StatusTone

_MAX_REASON = 300


def light_words(state: ReporterState) -> str:
    """Return the state of reporting in a few words."""
    words = {
        "timeout": translate("TaskManagerWords", "Task Manager does not answer in time"),
        "unreachable": translate("TaskManagerWords", "Task Manager does not answer"),
        "unreadable": translate("TaskManagerWords", "Answers from Task Manager are unreadable"),
        "rejected": translate("TaskManagerWords", "Task Manager refuses reports"),
        "broken": translate("TaskManagerWords", "Task Manager has an internal error"),
        "slow": translate("TaskManagerWords", "Task Manager is slow"),
        "good": translate("TaskManagerWords", "Reported to Task Manager"),
        "idle": translate("TaskManagerWords", "Nothing reported yet"),
        "closed": "",
    }[state.problem or state.condition]
    if not state.dropped:
        return words
    one, more = (
        translate("TaskManagerWords", "1 report dropped"),
        translate("TaskManagerWords", "{count} reports dropped"),
    )
    return f"{words} · {one if state.dropped == 1 else more.format(count=state.dropped)}"


def light_tone(state: ReporterState) -> StatusTone:
    """Return the colour of the light."""
    if state.condition == "failing":
        return "err"
    if state.condition == "slow" or state.dropped:
        return "warn"
    return "ok" if state.condition == "good" else ""


def light_details(state: ReporterState, target: Target) -> list[str]:
    """Return the details of the state of reporting, in sentences."""
    where = translate("TaskManagerWords", "Turns are reported to {address} for the execution {execution}.")
    lines = [where.format(address=shown(without_password(target.url)), execution=shown(target.execution_id))]
    if state.reason:
        lines.append(
            translate("TaskManagerWords", "Problem: {reason}").format(
                reason=shown(in_users_language(state.reason))
            )
        )
    elif state.condition == "slow" and state.asked is not None:
        waits = translate("TaskManagerWords", "No answer for {seconds} s so far.")
        lines.append(waits.format(seconds=f"{state.seconds:.0f}"))
    elif state.condition == "slow":
        took = translate("TaskManagerWords", "The last answer took {seconds} s.")
        lines.append(took.format(seconds=f"{state.seconds:.1f}"))
    if state.problem is not None or state.condition == "slow":
        lines.append(translate("TaskManagerWords", "Your turns do not wait for it."))
    counts = translate("TaskManagerWords", "Reports: {sent} arrived, {waiting} waiting, {dropped} dropped.")
    lines.append(counts.format(sent=state.sent, waiting=state.waiting, dropped=state.dropped))
    return lines


def health_sentence(health: Health, address: str) -> str:
    """Return the result of a test: that all is well, or the error and what to do about it."""
    words = {
        None: translate("TaskManagerWords", "✓ The Task Manager answers ({ms} ms)."),
        "timeout": translate(
            "TaskManagerWords", "There was no answer within {seconds} s. Is that the address of a Task Manager?"
        ),
        "unreachable": translate(
            "TaskManagerWords",
            "Nothing answers at {address}. Check the address, the network, and whether the Task"
            " Manager is running.",
        ),
        "unreadable": translate(
            "TaskManagerWords", "The program that answers at {address} is not a Task Manager."
        ),
        "rejected": translate(
            "TaskManagerWords", "The Task Manager refuses the request (HTTP {status}). Check the address."
        ),
        "broken": translate(
            "TaskManagerWords", "The Task Manager has an internal error (HTTP {status}). Try again later."
        ),
    }
    sentence = words[health.problem].format(
        ms=max(1, round(health.seconds * 1000)),
        seconds=f"{health.seconds:.0f}",
        address=shown(without_password(address)),
        status=health.status,
    )
    return (
        f"{sentence}\n{shown(in_users_language(health.reason))}"
        if health.problem in ("unreadable", "rejected", "broken")
        else sentence
    )


def shown(text: str) -> str:
    """Return a foreign text on one line, without hidden characters, and not too long."""
    text = visible(" ".join(text.split()))
    return text if len(text) <= _MAX_REASON else f"{text[: _MAX_REASON - 1]}…"
