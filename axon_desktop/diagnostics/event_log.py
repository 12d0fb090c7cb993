"""The event log, without the user's words: what happened and where in the program, never to which note.

The log proper names notes, folders and addresses, as its reader needs them. Every line of this one may be given to
strangers, since it holds only the templates of messages without the values, and of exceptions the type and the
positions in the code. It is what a diagnostics bundle contains.
"""

from __future__ import annotations

import logging
import re
from collections.abc import Iterator, Mapping
from types import TracebackType

_OWN = "axon_desktop"
_GAP = "…"
_PLACE = re.compile(r"%%|%(?:\(\w+\))?[-#0 +]*[\d*]*(?:\.[\d*]+)?[a-zA-Z]")


class EventFormatter(logging.Formatter):
    """Writes the template of a message instead of the message."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def format(self, record: logging.LogRecord) -> str:
        """Return time, level, logger and the parts of the message that may be shared."""
        words = _format_message(record) if record.name.partition(".")[0] == _OWN else ""
        lines = [f"{self.formatTime(record)} {record.levelname} {record.name}: {words}"]
        if record.exc_info and record.exc_info[1] is not None:
            lines += _format_error(record.exc_info[1])
        return "\n".join(lines)


def _format_message(record: logging.LogRecord) -> str:
    """Return the program's own words; only numbers and kinds of errors are put into them."""
    if not isinstance(record.msg, str):
        return type(record.msg).__name__
    values = iter(() if isinstance(record.args, Mapping) or record.args is None else record.args)
    return _PLACE.sub(lambda place: "%" if place[0] == "%%" else _format_value(next(values, None)), record.msg)


def _format_value(value: object) -> str:
    if isinstance(value, int | float):
        return f"{value:g}"
    return type(value).__name__ if isinstance(value, BaseException) else _GAP


def _format_error(error: BaseException | None) -> Iterator[str]:
    """Yield an exception and those that led to it, the newest first, each without its words."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        number = f" (errno {error.errno})" if isinstance(error, OSError) and error.errno else ""
        yield f"  {type(error).__module__}.{type(error).__qualname__}{number}"
        yield from _format_traceback(error.__traceback__)
        error = error.__cause__ or error.__context__


def _format_traceback(trace: TracebackType | None) -> Iterator[str]:
    while trace is not None:
        code = trace.tb_frame.f_code
        yield f"    {module_file(code.co_filename)}:{trace.tb_lineno} {code.co_name}"
        trace = trace.tb_next


def module_file(file: str) -> str:
    """Return a file from its package on: what is before it is a folder of the user's disk."""
    parts = file.replace("\\", "/").split("/")
    for root in ("site-packages", _OWN):
        if root in parts:
            return "/".join(parts[parts.index(root) + (root != _OWN) :])
    return parts[-1]
