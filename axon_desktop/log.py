"""The log file: rotating, in the user's data folder, with API keys taken out."""

from __future__ import annotations

import logging
from logging.handlers import RotatingFileHandler
from pathlib import Path

from axon_desktop import paths
from axon_desktop.keys import KeyFilter, KeyStore

_MAX_BYTES = 1_000_000
_FILES = 4


def log_dir() -> Path:
    """Return the folder of the log files."""
    return paths.data_dir() / "log"


def start_log(keys: KeyStore, level: int = logging.INFO) -> logging.Handler | None:
    """Write the program's log from now on; None when the folder cannot be written (the program runs without)."""
    try:
        log_dir().mkdir(parents=True, exist_ok=True)
        handler = RotatingFileHandler(
            log_dir() / "axon-desktop.log",
            maxBytes=_MAX_BYTES,
            backupCount=_FILES - 1,
            encoding="utf-8",
            delay=False,
        )
    except OSError:
        return None
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    handler.addFilter(KeyFilter(keys))
    handler.setLevel(level)
    root = logging.getLogger()
    root.addHandler(handler)
    root.setLevel(level)
    for chatty in ("httpx", "httpcore", "markdown_it", "qasync"):
        logging.getLogger(chatty).setLevel(logging.WARNING)
    return handler


def stop_log(handler: logging.Handler | None) -> None:
    """Close the log file."""
    if handler is not None:
        logging.getLogger().removeHandler(handler)
        handler.close()
