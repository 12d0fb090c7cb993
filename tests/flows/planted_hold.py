"""Axon with the fault that it once had: a question takes the keyboard at once, and holds keys for 600 ms only."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QTimer

from axon_desktop.app import main
from axon_desktop.ui.decisions.decisions import Decisions
from axon_desktop.ui.dialog_keys import DecisionKeys
from axon_desktop.ui.typing_clock import Press

_HOLD_MS = 600
_ask = Decisions.ask


async def _ask_at_once(self: Decisions, pending: Any) -> Any:
    QTimer.singleShot(0, self, lambda: self.open(pending))
    return await _ask(self, pending)


def _is_held(self: Any, _event: object, press: Press) -> bool:
    return self._painted_at is None or press.at < self._painted_at + _HOLD_MS


for fault, place, name in ((_ask_at_once, Decisions, "ask"), (_is_held, DecisionKeys, "is_held")):
    setattr(place, name, fault)

if __name__ == "__main__":
    raise SystemExit(main())
