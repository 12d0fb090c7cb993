"""The result of a model's test, as a sentence for the user."""

from __future__ import annotations

from collections.abc import Sequence

from axon_desktop.errors import Text
from axon_desktop.llm.models.probe import ProbeResult
from axon_desktop.llm.models.tool_probe import ToolProbe
from axon_desktop.ui.language.error_texts import in_users_language, join_sentences
from axon_desktop.ui.language.formats import format_tokens
from axon_desktop.ui.language.translation import translate


def probe_sentence(result: ProbeResult, provider: str) -> str:
    """Return the error and what to do about it, or that all is well."""
    words = {
        "ok": translate("ProbeWords", "✓ {provider} answers ({seconds} s)."),
        "key": translate("ProbeWords", "{provider} does not accept the key. Check it, or enter another one."),
        "balance": translate("ProbeWords", "The account at {provider} has no balance. Top it up, then try again."),
        "model": translate("ProbeWords", "{provider} has no model with this name. Choose one from its list."),
        "network": translate(
            "ProbeWords",
            "{provider} cannot be reached. Check the address, the network, and whether the server is running.",
        ),
        "tls": translate(
            "ProbeWords",
            "The certificate of {provider} is not trusted. Check this computer’s date and the proxy.",
        ),
        "proxy": translate(
            "ProbeWords",
            "The proxy between this computer and {provider} refuses the connection or does not"
            " respond. Check HTTPS_PROXY.",
        ),
        "server": translate("ProbeWords", "{provider} is having problems. Try again later."),
        "address": translate("ProbeWords", "No model answers at this address. Check the base URL."),
    }
    if result.code == "network" and isinstance(result.detail, Text) and "address" in result.detail.values:
        return in_users_language(result.detail)  # it says the same, with the address
    sentence = words[result.code].format(provider=provider, seconds=f"{result.seconds:.1f}")
    return sentence if result.ok or not result.detail else f"{sentence}\n{in_users_language(result.detail)}"


def models_sentence(models: Sequence[str]) -> str:
    """Return how many models a server offers, and what to do with them."""
    if not models:
        return translate("ProbeWords", "The server answers, but offers no model. Load one there.")
    if len(models) == 1:
        return translate("ProbeWords", "✓ The server has one model: {name}").format(name=models[0])
    return translate("ProbeWords", "✓ The server has {count} models. Choose one.").format(count=len(models))


def tools_sentence(found: ToolProbe) -> str:
    """Return how a model calls tools, and its context size."""
    words = {
        "native": translate("ProbeWords", "Tools: native calls work."),
        "text": translate("ProbeWords", "Tools: text calls work."),
        "neither": translate("ProbeWords", "This model could not make a tool call. It may be too small."),
        "unknown": translate("ProbeWords", "Tools: could not be determined."),
    }
    window = ""
    if found.context_window is not None:
        window = translate("ProbeWords", "Context: {tokens} tokens.")
        if found.window_assumed:
            window = translate(
                "ProbeWords",
                "Context: unknown, so Axon assumes {tokens} tokens. If the actual size is different,"
                " enter it as the context size.",
            )
        window = window.format(tokens=format_tokens(found.context_window))
    return join_sentences(words[found.form], in_users_language(found.detail), window)
