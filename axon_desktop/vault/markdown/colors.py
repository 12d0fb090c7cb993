"""The colours of both themes, as in the design; the renderer puts them into HTML, `ui.theme` into Qt."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Colors:
    """Named colours as `#rrggbb`."""

    bg: str
    panel: str
    raised: str
    line: str
    text: str
    muted: str
    faint: str
    accent: str
    accent_soft: str
    on_accent: str
    ok: str
    warn: str
    err: str
    code: str
    card: str
    add: str
    delete: str
    call: str
    call_bar: str
    dark: bool


LIGHT = Colors(
    bg="#fbfbfa", panel="#f3f3f1", raised="#ffffff", line="#e2e1de", text="#25262b", muted="#5d5f66",
    faint="#66686f", accent="#5b5bd6", accent_soft="#ececfb", on_accent="#ffffff", ok="#1f7248", warn="#8a5a10",
    err="#b3332d", code="#f0efed", card="#eeeeec", add="#e4f4ea", delete="#fbe7e5", call="#eef2fb",
    call_bar="#5b7fd6", dark=False,
)  # fmt: skip
DARK = Colors(
    bg="#1e1f22", panel="#191a1d", raised="#26272b", line="#33353a", text="#e4e4e7", muted="#a3a5ad",
    faint="#979aa3", accent="#8f8ff2", accent_soft="#2d2d4a", on_accent="#15151c", ok="#5cc08d", warn="#e0b252",
    err="#ef7b74", code="#2a2b30", card="#2a2b2f", add="#1f3a2c", delete="#442724", call="#232a3b",
    call_bar="#7f9ef0", dark=True,
)  # fmt: skip
