"""The log files: rotating, in the user's data folder, with API keys taken out.

`axon-desktop.log` is for the user; `events.log` holds less and may be shared, see `event_log`. `faults.log` is
written by Python itself at a crash.
"""

from __future__ import annotations

import logging
from logging.handlers import RotatingFileHandler
from pathlib import Path

from axon_desktop import paths
from axon_desktop.diagnostics.event_log import EventFormatter
from axon_desktop.settings.keys import KeyFilter, KeyStore

_MAX_BYTES = 1_000_000
_FILES = 4
_EVENT_BYTES = 200_000
EVENTS = "events.log"
"""Name of the log that may be shared."""
FAULTS = "faults.log"
"""Name of the file that says where each thread was when the program crashed below Python."""


def log_dir() -> Path:
    """Return the folder of the log files."""
    return paths.data_dir() / "log"


def start_log(keys: KeyStore, level: int = logging.INFO) -> tuple[logging.Handler, ...]:
    """Write the program's logs from now on; where the folder cannot be written the program runs without."""
    try:
        log_dir().mkdir(parents=True, exist_ok=True)
        events = _open(EVENTS, _EVENT_BYTES, 2, EventFormatter())
        words = logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s")
        log = _open("axon-desktop.log", _MAX_BYTES, _FILES, words)
    except OSError:
        return ()
    log.addFilter(KeyFilter(keys))
    root = logging.getLogger()
    for handler in (events, log):  # in this order: the filter of the second changes the record
        handler.setLevel(level)
        root.addHandler(handler)
    root.setLevel(level)
    for chatty in ("httpx", "httpcore", "markdown_it", "qasync"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
    return events, log


def _open(name: str, size: int, files: int, formatter: logging.Formatter) -> logging.Handler:
    handler = RotatingFileHandler(
        log_dir() / name, maxBytes=size, backupCount=files - 1, encoding="utf-8", delay=False
    )
    handler.setFormatter(formatter)
    return handler


def stop_log(handlers: tuple[logging.Handler, ...]) -> None:
    """Close the log files."""
    for handler in handlers:
        logging.getLogger().removeHandler(handler)
        handler.close()
