"""A second log that holds no words of the user's: what happened and where in the program, never to which note.

The log proper names notes, folders and addresses, as its reader needs them. Of this one every line may be given to
strangers, by the way it is made: the program's own words with what was put into them left out, and of exceptions
the type and the places in the code. It is what a diagnostics bundle shows.
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
        """Return time, level, logger and what may be told of the rest."""
        words = _tell(record) if record.name.partition(".")[0] == _OWN else ""
        lines = [f"{self.formatTime(record)} {record.levelname} {record.name}: {words}"]
        if record.exc_info and record.exc_info[1] is not None:
            lines += _tell_error(record.exc_info[1])
        return "\n".join(lines)


def _tell(record: logging.LogRecord) -> str:
    """Return the program's own words; only numbers and kinds of errors are put into them."""
    if not isinstance(record.msg, str):
        return type(record.msg).__name__
    values = iter(() if isinstance(record.args, Mapping) or record.args is None else record.args)
    return _PLACE.sub(lambda place: "%" if place[0] == "%%" else _tell_value(next(values, None)), record.msg)


def _tell_value(value: object) -> str:
    if isinstance(value, int | float):
        return f"{value:g}"
    return type(value).__name__ if isinstance(value, BaseException) else _GAP


def _tell_error(error: BaseException | None) -> Iterator[str]:
    """Yield an exception and those that led to it, the newest first, each without its words."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        number = f" (errno {error.errno})" if isinstance(error, OSError) and error.errno else ""
        yield f"  {type(error).__module__}.{type(error).__qualname__}{number}"
        yield from _tell_places(error.__traceback__)
        error = error.__cause__ or error.__context__


def _tell_places(trace: TracebackType | None) -> Iterator[str]:
    while trace is not None:
        code = trace.tb_frame.f_code
        yield f"    {module_file(code.co_filename)}:{trace.tb_lineno} {code.co_name}"
        trace = trace.tb_next


def module_file(file: str) -> str:
    """Return a file from its package on: what is before it is a place on the user's disk."""
    parts = file.replace("\\", "/").split("/")
    for root in ("site-packages", _OWN):
        if root in parts:
            return "/".join(parts[parts.index(root) + (root != _OWN) :])
    return parts[-1]
