"""The words shown for a canvas and its cards."""

from __future__ import annotations

from urllib.parse import quote, urlsplit

from axon_desktop.text.file_names import without_suffix
from axon_desktop.ui.canvas.card_reader import CardContent
from axon_desktop.ui.language.translation import translate
from axon_desktop.ui.tree.model import display_name
from axon_desktop.vault.canvas.reader import MAX_CARDS, MAX_EDGES, Canvas, CanvasError, Card

_OPENED = ("https", "http", "mailto", "obsidian")
"""Schemes of addresses that are opened after the user has agreed."""
_SPOKEN = 300
"""Characters of a card that a screen reader says."""


def fault_sentence(error: CanvasError) -> str:
    """Return why a file cannot be shown as a canvas."""
    return {
        "too_large": translate("CanvasView", "This canvas is too large to show."),
        "not_json": translate(
            "CanvasView",
            "This canvas is damaged: it is not valid JSON. Fix it in a text editor to see it here.",
        ),
        "no_canvas": translate("CanvasView", "This file is not a canvas."),
    }[error.fault]


def oddity_sentences(canvas: Canvas) -> list[str]:
    """Return what was left out of a canvas or corrected."""
    words = {
        "unknown_type": translate("CanvasView", "Cards of an unknown type are left out: {number}."),
        "same_id": translate(
            "CanvasView", "Cards with the same ID as another card: {number}; lines lead to the first one."
        ),
        "odd_position": translate(
            "CanvasView", "Cards with an invalid position or size: {number}; these were adjusted."
        ),
        "loose_edge": translate("CanvasView", "Lines to cards that do not exist are left out: {number}."),
        "too_many_cards": translate("CanvasView", "Only the first {most} cards are shown; left out: {number}."),
        "too_many_edges": translate("CanvasView", "Only the first {most} lines are shown; left out: {number}."),
        "text_cut": translate("CanvasView", "Cards whose text is cut off: {number}."),
    }
    most = {"too_many_cards": MAX_CARDS, "too_many_edges": MAX_EDGES}
    return [
        words[oddity].format(number=f"{count:,}", most=f"{most.get(oddity, 0):,}")
        for oddity, count in canvas.oddities
    ]


def card_title(card: Card, content: CardContent | None) -> str:
    """Return the title of a card; empty for one without."""
    if card.kind == "link":
        return _host(card.target) or card.target
    if card.kind != "file" or (content is not None and content.state == "image"):
        return ""
    places = " › ".join(part for part in card.anchor.split("#") if part)
    name = display_name(content.path if content is not None and content.path else card.target)
    return f"{name} › {places}" if places else name


def card_link(card: Card, path: str) -> str:
    """Return the link of a card, as the reading pane understands it; empty for none."""
    if card.kind == "link":
        return card.target if card.target.partition(":")[0].lower() in _OPENED else ""
    if card.kind != "file" or not card.target:
        return ""
    if not path:
        return "axon-new:" + quote(without_suffix(card.target))
    return "axon-note:" + quote(path) + (f"#{quote(card.anchor, safe='')}" if card.anchor else "")


def card_note(card: Card, content: CardContent | None) -> tuple[str, str]:
    """Return the text shown instead of a card's content, and its icon; both may be empty."""
    if card.kind == "link":
        return card.target, "forward"
    if content is None or card.kind != "file":
        return "", ""
    return {
        "missing": (translate("CanvasView", "This file does not exist."), "warning"),
        "large": (translate("CanvasView", "This note is too large for a card."), "info"),
        "file": (translate("CanvasView", "Press Enter to open it."), "note"),
    }.get(content.state, ("", ""))


def card_description(card: Card, title: str, text: str, leads_to: list[str]) -> str:
    """Return what a screen reader says for a card."""
    kinds = {
        "text": translate("CanvasView", "Text card"),
        "file": translate("CanvasView", "File card"),
        "link": translate("CanvasView", "Link card"),
        "group": translate("CanvasView", "Group"),
    }
    own = title if card.kind in ("file", "link") else card.text
    said = " ".join(f"{own} {text}".split())
    found = f"{kinds[card.kind]}: {said[:_SPOKEN]}" if said else kinds[card.kind]
    if leads_to:
        found += ". " + translate("CanvasView", "Leads to: {cards}").format(cards="; ".join(leads_to[:5]))
    return found


def card_name(card: Card) -> str:
    """Return a short name of a card."""
    own = card_title(card, None) or " ".join(card.text[:80].split())
    return own[:60]


def _host(address: str) -> str:
    try:
        return urlsplit(address).hostname or ""
    except ValueError:
        return ""
