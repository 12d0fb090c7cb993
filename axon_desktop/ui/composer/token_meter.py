"""The text of the token meter above the input box: tokens, context window, costs."""

from __future__ import annotations

from axon_desktop.agent.events import BudgetWarning, ContextSized, UsageReported
from axon_desktop.llm.context_size.context_window import reply_reserve
from axon_desktop.ui.language.formats import format_cost, format_tokens
from axon_desktop.ui.language.translation import translate


def meter_text(tokens: int, window: int, cost: float | None, *, estimated: bool) -> str:
    """Return `Context 12.4k / 1M · $0.003`, without the window or the costs if unknown."""
    used = f"≈ {format_tokens(tokens)}" if estimated else format_tokens(tokens)
    amount = f"{used} / {format_tokens(window)}" if window else used
    text = translate("Chat", "Context {amount}").format(amount=amount)
    return f"{text} · {format_cost(cost)}" if cost is not None else text


def filled(event: UsageReported) -> int:
    """Return the tokens in the context window, as far as known."""
    if event.context:
        return event.context
    return event.usage.prompt_tokens + event.usage.completion_tokens


def meter_details(event: UsageReported, window: int) -> str:
    """Return the composition of the figures, one line each."""
    total = event.total
    lines = [
        translate("Chat", "This conversation so far:"),
        translate("Chat", "Prompt: {tokens} tokens, {cached} of them from the cache").format(
            tokens=_number(total.prompt_tokens), cached=_number(total.cached_tokens)
        ),
        translate("Chat", "Reply: {tokens} tokens, {thinking} of them thinking").format(
            tokens=_number(total.completion_tokens), thinking=_number(total.reasoning_tokens)
        ),
    ]
    if event.total_cost is not None:
        lines.append(translate("Chat", "Cost: {cost}").format(cost=format_cost(event.total_cost)))
    if event.cost is not None:
        lines.append(translate("Chat", "Last request: {cost}").format(cost=format_cost(event.cost)))
    if window:
        share = filled(event) / window
        lines.append(
            translate("Chat", "The model’s context window is {share} full ({tokens} of {window} tokens).").format(
                share=f"{share:.1%}" if share < 0.1 else f"{share:.0%}",
                tokens=_number(filled(event)),
                window=_number(window),
            )
        )
        lines.append(
            translate(
                "Chat", "{tokens} of them are kept for the reply; older messages are summarized before that."
            ).format(tokens=_number(reply_reserve(window)))
        )
    return "\n".join(lines)


def budget_sentence(event: BudgetWarning) -> str:
    """Return how much of the budget for one request is used."""
    parts = []
    if event.max_tokens is not None:
        parts.append(
            translate("Chat", "{used} of {ceiling} tokens").format(
                used=format_tokens(event.tokens), ceiling=format_tokens(event.max_tokens)
            )
        )
    if event.max_cost is not None and event.cost is not None:
        parts.append(
            translate("Chat", "{used} of {ceiling}").format(
                used=format_cost(event.cost), ceiling=format_cost(event.max_cost)
            )
        )
    return translate("Chat", "This request has used {amounts}. It stops at the limit.").format(
        amounts=", ".join(parts)
    )


def context_sentence(event: ContextSized) -> str:
    """Return what was found out about the model's context window, and what Axon does about it."""
    words = {
        "assumed": translate(
            "Chat", "This server does not say how large the model’s context is. Axon assumes {tokens} tokens."
        ),
        "refused": translate(
            "Chat",
            "The request was too long for the model. Axon shortened it and sent it again, and keeps to {tokens}"
            " tokens from now on.",
        ),
        "cut": translate(
            "Chat",
            "The server read only {read} of about {sent} tokens and left out the rest without saying so."
            " Axon keeps to {tokens} tokens from now on.",
        ),
    }
    return words[event.finding].format(
        tokens=_number(event.tokens), read=_number(event.read), sent=_number(event.sent)
    )


def _number(tokens: int) -> str:
    return f"{tokens:,}"
