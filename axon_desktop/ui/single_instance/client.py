"""Sending a request to the first program; the second one has no event loop and waits with Qt's blocking calls."""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections.abc import Mapping
from enum import Enum

from PySide6.QtNetwork import QLocalSocket

from axon_desktop.ui.single_instance.instance_lock import InstanceLock
from axon_desktop.ui.single_instance.request import OpenRequest

PATIENCE = 5.0
"""Timeout of the first program in seconds; it may be starting just now."""
_PAUSE = 0.05
_CONNECT_MS = 500


class Outcome(Enum):
    """Result of the request."""

    TAKEN = "taken"
    """The first program has accepted the request."""
    FIRST = "first"
    """The first program ended: this one is the first now."""
    SILENT = "silent"
    """The first program does not answer."""


def activation_token(environ: Mapping[str, str] | None = None) -> str:
    """Return the desktop's token that lets a window of this program come to the front."""
    environ = os.environ if environ is None else environ
    return environ.get("XDG_ACTIVATION_TOKEN", "") or environ.get("DESKTOP_STARTUP_ID", "")


def hand_over(request: OpenRequest, claim: InstanceLock, patience: float = PATIENCE) -> Outcome:
    """Send the request to the holder of the lock, or become the holder; needs a QCoreApplication."""
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline:
        if _send(request, claim.address, deadline):
            return Outcome.TAKEN
        if claim.take():
            return Outcome.FIRST
        time.sleep(_PAUSE)
    return Outcome.SILENT


def _send(request: OpenRequest, address: str, deadline: float) -> bool:
    """Tell whether the listener there accepted the request."""
    socket = QLocalSocket()
    socket.connectToServer(address)
    if not socket.waitForConnected(_CONNECT_MS):
        return False
    socket.write(request.to_line())
    while not socket.canReadLine():
        left = round((deadline - time.monotonic()) * 1000)
        if left <= 0 or not socket.waitForReadyRead(left):
            break
    taken = bytes(socket.readLine().data()).strip() == b"taken"
    socket.abort()
    return taken


def hand_over_options(options: argparse.Namespace, token: str, claim: InstanceLock) -> Outcome:
    """Send the command line to the holder of the lock; report if it does not answer."""
    vault = str(options.vault) if options.vault is not None else ""
    outcome = hand_over(OpenRequest(vault, options.note or "", options.link, token), claim)
    if outcome is Outcome.SILENT and sys.stderr is not None:
        sys.stderr.write(
            f"axon-desktop: it is open already (process {claim.holder() or '?'}) but does not answer. Try again in"
            " a moment, end that process, or start another window with --new-window.\n"
        )
    return outcome


def has_reader() -> bool:
    """Tell whether a person reads the output of this program."""
    return sys.stderr is not None and sys.stderr.isatty()
