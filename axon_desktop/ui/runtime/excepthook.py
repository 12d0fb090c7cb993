"""Uncaught exceptions: logged, and shown in the window's error bar like any failed task.

If the program crashes below Python (a fault in a library), the stacks of all threads are written to a file.
"""

from __future__ import annotations

import asyncio
import faulthandler
import logging
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from types import TracebackType

from PySide6.QtCore import QMessageLogContext, QtMsgType, qInstallMessageHandler

from axon_desktop.diagnostics.log_files import FAULTS, log_dir
from axon_desktop.ui.aio import failures

_log = logging.getLogger(__name__)

_MOST_BYTES = 200_000

_LEVELS = {
    QtMsgType.QtDebugMsg: logging.DEBUG,
    QtMsgType.QtInfoMsg: logging.INFO,
    QtMsgType.QtWarningMsg: logging.WARNING,
    QtMsgType.QtCriticalMsg: logging.ERROR,
    QtMsgType.QtFatalMsg: logging.CRITICAL,
}


@contextmanager
def crash_hooks() -> Iterator[None]:
    """Catch exceptions of slots and threads, and Qt's messages, while the program runs."""
    sys.excepthook = _report
    threading.excepthook = _thread_failed
    qInstallMessageHandler(_log_qt_message)
    try:
        with ExitStack() as stack:
            _note_faults(stack, log_dir() / FAULTS)
            yield
    finally:
        qInstallMessageHandler(None)
        sys.excepthook = sys.__excepthook__
        threading.excepthook = threading.__excepthook__


def _note_faults(stack: ExitStack, file: Path) -> None:
    """Let a crash write the stacks of all threads, until the exit stack is closed."""
    try:
        mode = "a" if file.exists() and file.stat().st_size < _MOST_BYTES else "w"
        out = stack.enter_context(file.open(mode, encoding="utf-8"))
    except OSError:
        return
    faulthandler.enable(out)
    stack.callback(faulthandler.disable)


def _report(kind: type[BaseException], error: BaseException | None, trace: TracebackType | None) -> None:
    """Log an exception of a slot, and show it."""
    if issubclass(kind, KeyboardInterrupt) or error is None:
        sys.__excepthook__(kind, error or kind(), trace)
        return
    _log.error("Uncaught exception", exc_info=(kind, error, trace))
    failures.task_failed.emit("event", error)


def _log_qt_message(kind: QtMsgType, _context: QMessageLogContext, text: str) -> None:
    _log.log(_LEVELS.get(kind, logging.WARNING), "Qt: %s", text)


def _thread_failed(args: threading.ExceptHookArgs) -> None:
    if args.exc_value is not None and not isinstance(args.exc_value, SystemExit):
        _report(args.exc_type, args.exc_value, args.exc_traceback)


def loop_failed(_loop: asyncio.AbstractEventLoop, context: dict[str, object]) -> None:
    """Handle an exception that the event loop could not deliver."""
    error = context.get("exception")
    if isinstance(error, BaseException):
        _report(type(error), error, error.__traceback__)
    else:
        _log.error("Event loop: %s", context.get("message"))
