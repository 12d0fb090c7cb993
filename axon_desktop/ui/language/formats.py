"""Formatting of sizes, durations, tokens, costs, and names of providers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QLocale

from axon_desktop.ui.language.translation import translate

if TYPE_CHECKING:
    from axon_desktop.agent.approval.taint import Origin

_STEP = 1024
_UNITS = ("KB", "MB", "GB", "TB")
_ORIGINS_NAMED = 3
_NAMED = 80
"""Characters of an origin's name: a longer one would take the room of a question."""


def format_size(size: int) -> str:
    """Return a number of bytes for people: `963 bytes`, `1.5 KB`, `2 MB`."""
    if size < _STEP:
        count = translate("FileSize", "{count} bytes").format(count=size)
        return translate("FileSize", "1 byte") if size == 1 else count
    amount, unit = size / _STEP, 0
    while amount >= _STEP and unit < len(_UNITS) - 1:
        amount, unit = amount / _STEP, unit + 1
    amount = round(amount, 1)
    return f"{QLocale().toString(amount, 'f', 0 if amount.is_integer() else 1)} {_UNITS[unit]}"


def format_time(seconds: float) -> str:
    """Return a duration: `4 ms`, `1.2 s`, `3 min`."""
    if seconds < 0.0995:
        return f"{max(1, round(seconds * 1000))} ms"
    if seconds < 1:
        return f"{round(seconds, 2) * 1000:.0f} ms"
    if seconds < 100:
        return f"{seconds:.1f} s"
    return f"{seconds / 60:.0f} min"


def format_tokens(tokens: int) -> str:
    """Return a token count: `812`, `12.4k`, `1.2M`."""
    if tokens < 1000:
        return str(tokens)
    if tokens < 999_950:
        return f"{tokens / 1000:.1f}".removesuffix(".0") + "k"
    return f"{tokens / 1_000_000:.1f}".removesuffix(".0") + "M"


def format_cost(dollars: float) -> str:
    """Return an amount of US dollars: `$0`, `$0.003`, `$1.25`."""
    if dollars <= 0:
        return "$0"
    if dollars < 0.0005:
        return "<$0.001"
    return f"${dollars:.3f}" if dollars < 0.1 else f"${dollars:,.2f}"


def provider_name(name: str) -> str:
    """Return the display name of a provider."""
    return translate("Chat", "Offline") if name == "Offline" else name


def provider_text(name: str, model: str) -> str:
    """Return provider and model: `DeepSeek · deepseek-flash`."""
    if name == "Offline":
        return translate("Chat", "Offline · no AI")
    return f"{name} · {model}" if model and model != name else name


def model_text(model: str) -> str:
    """Return the model of a conversation from its stored form: a model, or the name `Offline` gives itself."""
    return provider_text("Offline", "") if model == "no AI" else model


def origins_text(origins: Sequence[Origin]) -> str:
    """Name the first few texts that are not the user's."""
    from axon_desktop.text.visible import visible  # not needed before the first question

    words = {
        "clipped": translate("ApprovalDialog", "{name} (clipped)"),
        "hidden": translate("ApprovalDialog", "{name} (contains hidden text)"),
        "server": translate("ApprovalDialog", "{name} (a program’s output)"),
    }
    named = [words[one.kind].format(name=_short(visible(one.name))) for one in origins[:_ORIGINS_NAMED]]
    if len(origins) > _ORIGINS_NAMED:
        more = translate("ApprovalDialog", "{count} more")
        named.append(more.format(count=len(origins) - _ORIGINS_NAMED))
    return ", ".join(named)


def _short(name: str) -> str:
    half = _NAMED // 2
    return name if len(name) <= _NAMED else f"{name[:half]}…{name[-half:]}"
