"""Axon with the fault that it once had: a question takes the keyboard at once, and holds keys for 600 ms only."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QTimer

from axon_desktop.app import main
from axon_desktop.ui.decisions import decision_keys, decisions

_HOLD_MS = 600
_ask = decisions.Decisions.ask


async def _ask_at_once(self: decisions.Decisions, pending: Any) -> Any:
    QTimer.singleShot(0, self, lambda: self.open(pending))
    return await _ask(self, pending)


def _is_held(self: Any, _event: object, press: decision_keys.Press) -> bool:
    return self._painted_at is None or press.at < self._painted_at + _HOLD_MS


decisions.Decisions.ask = _ask_at_once  # type: ignore[method-assign,assignment]
decision_keys.DecisionKeys._is_held = _is_held  # type: ignore[method-assign]

if __name__ == "__main__":
    raise SystemExit(main())
