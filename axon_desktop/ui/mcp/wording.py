"""Texts about servers and their tools."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Literal, TypeAlias

from axon_desktop.mcp_host.config.config import ServerConfig
from axon_desktop.mcp_host.config.server_secrets import PLACEHOLDER, Section, looks_secret
from axon_desktop.mcp_host.failure_reasons import Reason
from axon_desktop.mcp_host.status import ServerStatus, TestResult, ToolStatus
from axon_desktop.mcp_host.visible_text import show_invisible
from axon_desktop.ui.language.error_texts import in_users_language
from axon_desktop.ui.language.formats import format_time, format_tokens
from axon_desktop.ui.language.translation import translate

Tone: TypeAlias = Literal["muted", "ok", "warn", "err"]


_NODE = ("npx", "npm", "node")
_UV = ("uvx", "uv")


def tone_of(status: ServerStatus) -> Tone:
    """Return the tone of a server's state."""
    tones: dict[str, Tone] = {"ready": "ok", "unconfirmed": "warn", "waiting": "warn", "failed": "err"}
    return tones.get(status.state, "muted")


def state_words(status: ServerStatus, now: datetime | None = None) -> str:
    """Return the state of a server in a few words, with a dot before them."""
    match status.state:
        case "off":
            return translate("Servers", "○ off")
        case "unconfirmed":
            return translate("Servers", "● waiting for your agreement")
        case "connecting":
            return translate("Servers", "● starting…")
        case "ready":
            if status.seconds is None:
                return translate("Servers", "● ready")
            return translate("Servers", "● ready after {time}").format(time=format_time(status.seconds))
        case "waiting":
            if status.retry_at is None:
                return translate("Servers", "● connection lost, restarting…")
            left = (status.retry_at - (now or datetime.now(UTC))).total_seconds()
            return translate("Servers", "● retrying in {seconds} s").format(seconds=max(0, round(left)))
        case "failed":
            return translate("Servers", "● failed")
        case "stopped":
            return translate("Servers", "○ stopped")


def reason_words(reason: Reason) -> str:
    """Return why a server is not available, and what helps, in sentences."""
    details = show_invisible(in_users_language(reason.details))
    if reason.code == "not_found":
        return _missing_program(details)
    if reason.code == "http":
        return _http_words(details)
    sentences = {
        "cannot_start": translate("Servers", "Its program cannot be started: {details}."),
        "exited": translate("Servers", "Its program ended: {details}. The log may say why."),
        "no_answer": translate("Servers", "It did not answer within {details} seconds. The log may say why."),
        "unreachable": translate("Servers", "It cannot be reached: {details}. Check the address and the network."),
        "protocol": translate("Servers", "It does not speak the protocol: {details}."),
        "flood": translate("Servers", "It would not stop sending data, so it was stopped."),
        "lost": translate("Servers", "The connection was lost."),
        "secret": translate("Servers", "The value of {details} is missing: enter it under Edit."),
        "key_store": translate("Servers", "The key store cannot be read: {details}."),
        "failed": translate("Servers", "Something went wrong: {details}."),
    }
    return sentences[reason.code].format(details=details.rstrip(".。"))


def _missing_program(program: str) -> str:
    name = program.replace("\\", "/").rpartition("/")[2].removesuffix(".cmd").removesuffix(".exe")
    if name in _NODE:
        text = translate("Servers", "The program {details} was not found. It comes with Node.js (nodejs.org).")
    elif name in _UV:
        text = translate("Servers", "The program {details} was not found. It comes with uv (docs.astral.sh/uv).")
    else:
        text = translate("Servers", "The program {details} was not found. Install it, or enter its full path.")
    return text.format(details=program)


def _http_words(status: str) -> str:
    if status.startswith(("401", "403")):
        text = translate("Servers", "It refuses the key (HTTP status {details}). Check the headers under Edit.")
    elif status.startswith("404"):
        text = translate("Servers", "There is no server at this address (HTTP status {details}).")
    else:
        text = translate("Servers", "It answered with HTTP status {details}.")
    return text.format(details=status)


def status_sentence(status: ServerStatus) -> str:
    """Return a remark on a server beyond its state; empty for none."""
    if status.state == "unconfirmed":
        return translate(
            "Servers",
            "Axon starts it only after you agree to exactly this. It can then do whatever you can do.",
        )
    return reason_words(status.reason) if status.reason is not None else ""


def setup_facts(config: ServerConfig) -> list[str]:
    """Return what else determines what a server does: folder, variables, headers, without secrets."""
    facts = []
    if config.cwd:
        words = translate("Servers", "In the folder {folder}")
        facts.append(words.format(folder=show_invisible(config.cwd)))
    sections: tuple[tuple[Section, dict[str, str], str], ...] = (
        ("env", config.env, translate("Servers", "With the variable {name} = {value}")),
        ("headers", config.headers, translate("Servers", "With the header {name}: {value}")),
    )
    for section, values, words in sections:
        for name, value in values.items():
            secret = PLACEHOLDER in value or looks_secret(section, name, value)
            shown = translate("Servers", "(secret, kept in the key store)") if secret else show_invisible(value)
            facts.append(words.format(name=show_invisible(name), value=shown))
    return facts


def tool_count(status: ServerStatus) -> str:
    """Return how many of a server's tools are offered, such as `12` or `10 of 12`."""
    total = len(status.tools)
    if not total:
        return "—"
    offered = sum(tool.state == "on" for tool in status.tools)
    if offered == total:
        return str(total)
    return translate("Servers", "{offered} of {total}").format(offered=offered, total=total)


def token_words(status: ServerStatus) -> str:
    """Return the token cost of a server's tools, such as `3.4k`."""
    tokens = status.tokens or sum(tool.tokens for tool in status.tools if tool.state == "on")
    return format_tokens(tokens) if status.tools else "—"


def tool_note(tool: ToolStatus) -> str:
    """Return why a tool is not offered, if that is not the user's choice."""
    match tool.state:
        case "new":
            return translate("Servers", "new: review it first")
        case "changed":
            return translate("Servers", "changed: review it first")
        case "refused":
            return translate("Servers", "cannot be used: {reason}").format(
                reason=show_invisible(in_users_language(tool.reason))
            )
        case _:
            return ""


def test_sentence(result: TestResult) -> str:
    """Return the result of testing a server."""
    if result.reason is not None:
        return reason_words(result.reason)
    count = len(result.tools)
    text = (
        translate("Servers", "It works: ready after {time} with 1 tool, protocol {protocol}.")
        if count == 1
        else translate("Servers", "It works: ready after {time} with {count} tools, protocol {protocol}.")
    )
    return text.format(count=count, time=format_time(result.seconds), protocol=result.protocol)
