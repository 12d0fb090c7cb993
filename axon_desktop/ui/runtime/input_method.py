"""Lets the desktop's input method work where Qt has no plugin of its own for it.

Desktops with fcitx set QT_IM_MODULE=fcitx. The Qt of PyPI has no such plugin, so only Latin letters could be
typed. But fcitx also implements the protocol of ibus, for which there is a plugin, on the session bus.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager

_ONE, _SEVERAL, _ON_BUS = "QT_IM_MODULE", "QT_IM_MODULES", "IBUS_USE_PORTAL"


@contextmanager
def reachable_input_method(environment: MutableMapping[str, str]) -> Iterator[None]:
    """Let Qt, which must be created inside, try ibus after fcitx; other programs get the original environment."""
    before = {name: environment[name] for name in (_ONE, _SEVERAL, _ON_BUS) if name in environment}
    wanted = [name for name in (before.get(_SEVERAL) or before.get(_ONE, "")).split(";") if name]
    if any(name.startswith("fcitx") for name in wanted) and "ibus" not in wanted:
        environment.pop(_ONE, None)  # either of the two may take precedence
        environment[_SEVERAL] = ";".join((*wanted, "ibus"))
        environment[_ON_BUS] = "1"  # else the plugin requires an installed ibus-daemon
    try:
        yield
    finally:
        for name in (_ONE, _SEVERAL, _ON_BUS):
            if name in before:
                environment[name] = before[name]
            else:
                environment.pop(name, None)
