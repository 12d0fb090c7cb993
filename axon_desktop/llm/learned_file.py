"""Files of what was learned of models on servers, saved for the next start."""

from __future__ import annotations

import datetime
import logging
import threading
from pathlib import Path
from typing import Generic, TypeVar
from urllib.parse import urlsplit

import msgspec
from msgspec import Struct

from axon_desktop.persistence.atomic_write import write_atomically

log = logging.getLogger(__name__)

_MOST = 200
_writing = threading.Lock()


class Learned(Struct, frozen=True, kw_only=True):
    """What was learned of one model of one server."""

    server: str
    """Its address, without a name or password."""
    model: str
    day: datetime.date


_L = TypeVar("_L", bound=Learned)


class LearnedFile(Generic[_L]):
    """A file of such entries, which count for some days; without a file nothing is saved."""

    def __init__(self, file: Path | None, form: type[list[_L]], days: int) -> None:
        self._file = file
        self._form = form
        self._days = datetime.timedelta(days)

    def find(self, base_url: str, model: str) -> _L | None:
        """Return what is known of a model, unless that is too long ago."""
        oldest = today() - self._days
        place = server_of(base_url), model
        return next((one for one in self._read() if (one.server, one.model) == place and one.day >= oldest), None)

    def put(self, new: _L) -> None:
        """Save an entry in the place of the model's old one; blocks for a moment."""
        with _writing:
            self._write([new, *self._others(new.server, new.model)])

    def forget(self, base_url: str, model: str) -> None:
        """Drop what is known of a model; blocks for a moment."""
        with _writing:
            others = self._others(server_of(base_url), model)
            if len(others) < len(self._read()):
                self._write(others)

    def _others(self, server: str, model: str) -> list[_L]:
        return [one for one in self._read() if (one.server, one.model) != (server, model)]

    def _write(self, entries: list[_L]) -> None:
        if self._file is None:
            return
        try:
            self._file.parent.mkdir(parents=True, exist_ok=True)
            write_atomically(self._file, msgspec.json.encode(entries[:_MOST]), lasting=False)
        except OSError as error:
            log.warning("What was learned of a server cannot be saved: %s", error)

    def _read(self) -> list[_L]:
        if self._file is None:
            return []
        try:
            return msgspec.json.decode(self._file.read_bytes(), type=self._form)
        except FileNotFoundError:
            return []
        except (OSError, msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            log.warning("What was learned of servers cannot be read: %s", error)
            return []


def server_of(base_url: str) -> str:
    """Return an address without a name or password."""
    try:
        parts = urlsplit(base_url.strip().rstrip("/"))
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return ""
    return f"{parts.scheme}://{parts.hostname or ''}{port}{parts.path}"


def today() -> datetime.date:
    """Return the day by UTC."""
    return datetime.datetime.now(datetime.UTC).date()
