"""Orca beside the program: how it is started without a voice, and what it would have said."""

from __future__ import annotations

import re
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path

from screen import Screen, wait_until

_CUSTOM = """import __main__

from orca import debug

__main__.otherOrcas = list
if debug.debugFile:
    debug.debugFile.reconfigure(line_buffering=True)
"""
"""What Orca runs of its user's own: others on other screens are none of its business, and it writes at once."""
_SAID = re.compile(r"SPEECH OUTPUT: '(.*?)'(?:\[?\{| \{|$)", re.MULTILINE | re.DOTALL)


def missing() -> list[str]:
    """Return what the machine does not have."""
    return [] if shutil.which("orca") else ["orca"]


class Orca:
    """The screen reader of one screen; there is no server of speech, so that it writes down what it would say."""

    def __init__(self, desk: Screen, folder: Path) -> None:
        self._log = folder / "orca.debug"
        self._heard = 0
        self._notes: list[tuple[int, str]] = []
        own = Path(desk.environment["HOME"]) / ".local" / "share" / "orca"
        own.mkdir(parents=True)
        (own / "orca-customizations.py").write_text(_CUSTOM)
        self.process: subprocess.Popen[bytes] = desk.start(
            ("orca", "--debug-file", str(self._log)), folder / "orca.log"
        )
        self.hear("Screen reader on")

    def said(self) -> list[str]:
        """Return all that it has said."""
        return _SAID.findall(self._log.read_text(encoding="utf-8", errors="replace")) if self._log.exists() else []

    def follow(self, desk: Screen) -> None:
        """Note from now on what is pressed and typed, for `noted`."""
        press, write = desk.keys, desk.type

        def keys(*names: str) -> None:
            self._notes.append((len(self.said()), " ".join(names)))
            press(*names)

        def type_text(text: str) -> None:
            self._notes.append((len(self.said()), f"type {text}"))
            write(text)

        desk.keys, desk.type = keys, type_text  # type: ignore[method-assign]

    def noted(self) -> str:
        """Return all that it has said, after what was done each time."""
        said, lines = self.said(), list[str]()
        at = [*self._notes, (len(said), "")]
        for (first, done), (end, _) in pairwise([(0, "start"), *at]):
            lines += [f"[{done}]", *(f"    {one}" for one in said[first:end])]
        return "\n".join(lines) + "\n"

    def since(self) -> str:
        """Return what it has said since what was last heard."""
        return "\n".join(self.said()[self._heard :])

    def hear(self, *words: str) -> None:
        """Wait until it says all of this, in any order, after what was heard before."""

        def heard() -> bool:
            said = self.said()
            found = [next((at for at in range(self._heard, len(said)) if one in said[at]), None) for one in words]
            last = max((at for at in found if at is not None), default=self._heard)
            self._heard = self._heard if None in found else last + 1
            return None not in found

        try:
            wait_until(f"Orca to say {words}", heard)
        except AssertionError as fault:
            raise AssertionError(f"{fault}; it said:\n{self.since()}") from fault
