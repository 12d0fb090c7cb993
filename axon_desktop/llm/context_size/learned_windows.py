"""Learned windows: sizes of context windows that servers do not report, saved for the next start."""

from __future__ import annotations

import datetime
import logging
import threading
from pathlib import Path
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from axon_desktop.persistence.atomic_write import write_atomically

log = logging.getLogger(__name__)

_MOST = 200
_DAYS = 60
"""After which a size is learned again: the server may have been given more."""
_writing = threading.Lock()


class LearnedWindow(Struct, frozen=True, kw_only=True):
    """One model of one server."""

    server: str
    """Its address, without a name or password."""
    model: str
    tokens: int | None = None
    """The window; None when it was only assumed."""
    day: datetime.date


class LearnedWindows:
    """The file of learned windows; without a file nothing is saved."""

    def __init__(self, file: Path | None = None) -> None:
        self._file = file

    def find(self, base_url: str, model: str) -> LearnedWindow | None:
        """Return what is known of a model, unless that is too long ago."""
        oldest = _today() - datetime.timedelta(days=_DAYS)
        server = _server(base_url)
        for known in self._read():
            if (known.server, known.model) == (server, model) and known.day >= oldest:
                return known
        return None

    def save(self, base_url: str, model: str, tokens: int | None) -> None:
        """Save the window of a model, or that the user has seen that it is unknown; blocks for a moment."""
        if self._file is None:
            return
        new = LearnedWindow(server=_server(base_url), model=model, tokens=tokens, day=_today())
        with _writing:
            others = [known for known in self._read() if (known.server, known.model) != (new.server, model)]
            try:
                self._file.parent.mkdir(parents=True, exist_ok=True)
                write_atomically(self._file, msgspec.json.encode([new, *others][:_MOST]), lasting=False)
            except OSError as error:
                log.warning("The size of a context cannot be saved: %s", error)

    def _read(self) -> list[LearnedWindow]:
        if self._file is None:
            return []
        try:
            return msgspec.json.decode(self._file.read_bytes(), type=list[LearnedWindow])
        except FileNotFoundError:
            return []
        except (OSError, msgspec.MsgspecError) as error:
            log.warning("The sizes of contexts cannot be read: %s", error)
            return []


def _server(base_url: str) -> str:
    try:
        parts = urlsplit(base_url.strip().rstrip("/"))
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return ""
    return f"{parts.scheme}://{parts.hostname or ''}{port}{parts.path}"


def _today() -> datetime.date:
    return datetime.datetime.now(datetime.UTC).date()
