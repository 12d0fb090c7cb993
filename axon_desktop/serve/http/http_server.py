"""The HTTP server: it listens on this machine, on no other address, until a signal ends it."""

from __future__ import annotations

import contextlib
import errno
import socket
from collections.abc import Generator

import uvicorn

from axon_desktop.errors import SettingsError
from axon_desktop.serve.http.guard import App
from axon_desktop.serve.stop_signals import stopped_by_signals

ADDRESS = "127.0.0.1"
_PATIENCE = 3
"""Seconds that running requests have at the end."""


def open_port(port: int) -> socket.socket:
    """Return a socket on the loopback address; port 0 takes any that is free.

    Raises:
        SettingsError: the port is taken or not allowed.
    """
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        if hasattr(socket, "SO_EXCLUSIVEADDRUSE"):  # Windows lets others take a port that is in use
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
        else:
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((ADDRESS, port))
        listening.listen()  # from here on callers wait instead of being turned away
    except (OSError, OverflowError) as error:
        listening.close()
        taken = isinstance(error, OSError) and error.errno == errno.EADDRINUSE
        why = "another program uses it" if taken else str(error)
        raise SettingsError(f"Cannot listen on port {port}: {why}. Choose another one.") from error
    return listening


def port_of(listening: socket.socket) -> int:
    """Return the port of a socket of `open_port`."""
    port: int = listening.getsockname()[1]
    return port


class _Listener(uvicorn.Server):
    """A server that leaves the signals to us: uvicorn raises them again, which would end the program at once."""

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield


async def listen(app: App, listening: socket.socket) -> None:
    """Serve the app until a signal comes; what runs then is finished."""
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        ws="none",
        lifespan="on",
        server_header=False,
        timeout_graceful_shutdown=_PATIENCE,
    )
    server = _Listener(config)

    def stop() -> None:
        server.should_exit = True

    with stopped_by_signals(stop):
        await server.serve(sockets=[listening])
