"""Search with regular expressions, in a child process: a pattern that a model wrote may run forever."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from axon_desktop.errors import N_, InvalidParametersError
from axon_desktop.vault.search.excerpts import Excerpt
from axon_desktop.vault.search.found import Found, FoundNote, Query
from axon_desktop.worker_process import worker_command, worker_environment

LIMIT = 5
"""Seconds of work after which the child is ended."""
_PATIENCE = 4
"""So many times these seconds it may take while others have the processor."""
_KILLED = -9
"""Exit code of a child that the system has killed."""
_STEP = 0.1

if sys.platform == "win32":
    import ctypes

    def _worked(child: subprocess.Popen[bytes]) -> float:
        """Return the seconds of the processor that a child has used."""
        made, ended, system, user = (ctypes.c_uint64() for _ in range(4))
        ctypes.windll.kernel32.GetProcessTimes(
            ctypes.c_void_p(child._handle),  # noqa: SLF001 - Popen has no public name for it
            *map(ctypes.byref, (made, ended, system, user)),
        )
        return (system.value + user.value) / 1e7

else:

    def _worked(_child: subprocess.Popen[bytes]) -> float:
        """Return nothing: the system ends the child when it has worked too long."""
        return 0.0


def search_regex(root: Path, query: Query, cancelled: Callable[[], bool]) -> Found:
    """Return what was found; see `Search.find`."""
    task = json.dumps({"root": str(root), "query": asdict(query), "work": LIMIT, "seconds": _PATIENCE * LIMIT + 1})
    with subprocess.Popen(
        worker_command("axon_desktop.vault.search.regex_worker"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=worker_environment(),
    ) as child:
        output = _wait(child, task.encode(), cancelled)
    if output is None:
        return Found()
    try:
        found: dict[str, Any] = json.loads(output)
    except ValueError as error:
        raise InvalidParametersError(N_("Core", "query: the search for this regular expression failed")) from error
    notes = tuple(
        FoundNote(note["path"], tuple(map(_excerpt, note["excerpts"])), note["named"]) for note in found["notes"]
    )
    return Found(notes, found["total"], found["whole"], tuple(found["missing"]))


def _excerpt(found: dict[str, Any]) -> Excerpt:
    return Excerpt(found["line"], found["text"], tuple((begin, end) for begin, end in found["marks"]))


def _wait(child: subprocess.Popen[bytes], task: bytes, cancelled: Callable[[], bool]) -> bytes | None:
    """Return what the child writes; None if it was cancelled."""
    deadline, before = time.monotonic() + _PATIENCE * LIMIT, _worked(child)
    unsent: bytes | None = task
    while True:
        try:
            output = child.communicate(unsent, timeout=_STEP)[0]
        except subprocess.TimeoutExpired:
            unsent = None
            stopped = cancelled()
            if not stopped and time.monotonic() < deadline and _worked(child) - before < LIMIT:
                continue
            child.kill()
            child.communicate()
            if stopped:
                return None
        else:
            if child.returncode != _KILLED:
                return output
        raise InvalidParametersError(
            N_(
                "Core",
                "query: the regular expression took longer than {seconds} s; make it simpler, or name a folder",
            ),
            seconds=LIMIT,
        )
