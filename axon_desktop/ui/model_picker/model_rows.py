"""The rows of the model picker: servers, their models with prices, and further actions."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Literal, TypeAlias

from msgspec import Struct

from axon_desktop.llm.models.non_chat_models import OtherWork, other_task
from axon_desktop.net_address import host_of, is_local, is_loopback
from axon_desktop.settings.settings import ModelSettings, Settings
from axon_desktop.ui.language.formats import format_tokens
from axon_desktop.ui.language.translation import translate
from axon_desktop.ui.model_picker.server_models import ModelServers, ServerModels, model_name
from axon_desktop.ui.quick_open.row_list import QuickOpenRow
from axon_desktop.ui.session.model_availability import trouble_words

if TYPE_CHECKING:
    from axon_desktop.llm.models.model_catalog import ModelInfo

RowKind: TypeAlias = Literal["server", "model", "ask", "settings"]


class ModelRow(Struct, frozen=True):
    """One line."""

    kind: RowKind
    offer: QuickOpenRow
    model: ModelSettings | None = None
    """The model that is chosen with the line; None if the line is no model, or one that does not chat."""


def model_rows(servers: ModelServers, settings: Settings, query: str) -> list[ModelRow]:
    """Return the lines that contain every word of the query, with their servers; and further actions."""
    words = query.casefold().split()
    rows: list[ModelRow] = []
    for server in servers.servers(settings):
        name = server_name(server)
        found = [row for row in _rows_of(server, servers, settings) if _has(words, f"{row.offer.name} {name}")]
        if found or not words:
            heading = QuickOpenRow(name, details=trouble_words(server.trouble), is_heading=True, is_apart=True)
            rows += [ModelRow("server", heading), *found]
    rows += _offline_rows(settings, words)
    rows.append(ModelRow("ask", _ask_offer(servers)))
    rows.append(ModelRow("settings", QuickOpenRow(translate("ModelPicker", "Models and keys…"), "settings")))
    return rows


def _has(words: Sequence[str], text: str) -> bool:
    return all(word in text.casefold() for word in words)


def server_name(server: ServerModels) -> str:
    """Return the display name of a server."""
    sample = server.sample
    here = is_loopback(sample.base_url) if sample.base_url else False
    if server.program:
        return translate("ModelPicker", "{program} on this computer").format(program=server.program)
    if name := sample.provider_info.name:
        return f"{name} · {host_of(sample.base_url)}" if sample.base_url else name
    address = sample.base_url.partition("://")[2].partition("/")[0] or sample.base_url
    return translate("ModelPicker", "This computer, {address}").format(address=address) if here else address


def _rows_of(server: ServerModels, servers: ModelServers, settings: Settings) -> list[ModelRow]:
    """Return the models of a server: the configured ones, the others that chat, those that do not."""
    set_up = list(dict.fromkeys(map(model_name, server.set_up)))
    others = [name for name in server.listed if name not in set_up]
    talking = [name for name in others if not other_task(name)]
    rest = [(name, _work_words(work)) for name in others if (work := other_task(name))]
    return [
        *(_model_row(server.settings_of(name), name, servers, settings) for name in (*set_up, *talking)),
        *(ModelRow("model", QuickOpenRow(name, "blank", details=why, enabled=False)) for name, why in rest),
    ]


def _model_row(model: ModelSettings, name: str, servers: ModelServers, settings: Settings) -> ModelRow:
    current = model is settings.model
    facts = model_facts(model, servers.info_of(model))
    offer = QuickOpenRow(
        name, "check" if current else "blank", details=facts, is_chosen=current, tip=f"{name}\n{facts}"
    )
    return ModelRow("model", offer, model)


def _offline_rows(settings: Settings, words: Sequence[str]) -> list[ModelRow]:
    """Return Offline if it is configured, now or before."""
    for model in settings.models:
        name = translate("Chat", "Offline")
        if model.provider == "offline" and _has(words, name):
            current = model is settings.model
            details = translate("ModelPicker", "no AI · simple commands only")
            offer = QuickOpenRow(name, "check" if current else "blank", details=details, is_chosen=current)
            heading = QuickOpenRow(translate("ModelPicker", "Without a model"), is_heading=True, is_apart=True)
            return [ModelRow("server", heading), ModelRow("model", offer, model)]
    return []


def model_facts(model: ModelSettings, info: ModelInfo | None) -> str:
    """Return context size and price of a model: `1M · $0.15 in, $0.60 out`."""
    window = model.context_window or (info.context_window if info is not None else None)
    parts = [_window_words(window)] if window else []
    prices = info.prices_at(datetime.now(UTC)) if info is not None else None
    if model.base_url and is_local(model.base_url):
        parts.append(translate("ModelPicker", "free"))
    elif prices is not None:
        words = translate("ModelPicker", "{input} in, {output} out")
        parts.append(words.format(input=_dollars(prices.input), output=_dollars(prices.output)))
    return " · ".join(parts)


def _window_words(tokens: int) -> str:
    """Return a context size in the usual form: 32k for 32,768."""
    if tokens >= 1_000_000:
        return format_tokens(tokens)
    return f"{tokens // 1024}k" if tokens % 1024 == 0 else format_tokens(tokens)


def _dollars(price: float) -> str:
    return f"${price:.2f}" if round(price, 2) == price else f"${price:.4f}".rstrip("0")


def _work_words(work: OtherWork) -> str:
    """Return why a model cannot be chosen."""
    return {
        "": "",
        "meaning": translate("ModelPicker", "only for search by meaning"),
        "sorting": translate("ModelPicker", "only sorts results"),
        "sound": translate("ModelPicker", "only for sound"),
        "pictures": translate("ModelPicker", "only makes pictures"),
        "checking": translate("ModelPicker", "only checks texts"),
        "completing": translate("ModelPicker", "cannot talk"),
    }[work]


def _ask_offer(servers: ModelServers) -> QuickOpenRow:
    if servers.asking:
        return QuickOpenRow(translate("ModelPicker", "Asking the servers…"), "retry", enabled=False, is_apart=True)
    return QuickOpenRow(
        translate("ModelPicker", "Ask the servers again"), "retry", details=_age_words(servers.age), is_apart=True
    )


def _age_words(seconds: float | None) -> str:
    """Return an age in words."""
    if seconds is None:
        return ""
    minutes, hours = int(seconds // 60), int(seconds // 3600)
    if hours:
        one, many = translate("ModelPicker", "1 hour ago"), translate("ModelPicker", "{count} hours ago")
        return one if hours == 1 else many.format(count=hours)
    if minutes:
        one, many = translate("ModelPicker", "1 minute ago"), translate("ModelPicker", "{count} minutes ago")
        return one if minutes == 1 else many.format(count=minutes)
    return translate("ModelPicker", "just now")
