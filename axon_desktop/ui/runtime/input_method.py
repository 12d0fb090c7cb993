"""Lets the desktop's input method reach the program where Qt has no plugin of its own for it.

Desktops with fcitx say QT_IM_MODULE=fcitx. The Qt of PyPI has no such plugin: nothing but Latin letters could be
written. But fcitx also speaks as ibus does, for which there is a plugin, and answers it on the session bus.
"""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from contextlib import contextmanager

_ONE, _SEVERAL, _ON_BUS = "QT_IM_MODULE", "QT_IM_MODULES", "IBUS_USE_PORTAL"


@contextmanager
def reachable_input_method(environment: MutableMapping[str, str]) -> Iterator[None]:
    """Let Qt, which is made inside, try ibus after fcitx; other programs see the environment as it was."""
    before = {name: environment[name] for name in (_ONE, _SEVERAL, _ON_BUS) if name in environment}
    wanted = [name for name in (before.get(_SEVERAL) or before.get(_ONE, "")).split(";") if name]
    if any(name.startswith("fcitx") for name in wanted) and "ibus" not in wanted:
        environment.pop(_ONE, None)  # either of the two may count for more
        environment[_SEVERAL] = ";".join((*wanted, "ibus"))
        environment[_ON_BUS] = "1"  # or the plugin wants an ibus-daemon to be installed
    try:
        yield
    finally:
        for name in (_ONE, _SEVERAL, _ON_BUS):
            if name in before:
                environment[name] = before[name]
            else:
                environment.pop(name, None)
