"""A fast look at all files of a vault by ripgrep, where it is installed: which of them may hold a word.

It never misses a file, but may name others. A letter of the query stands for all letters that are folded to it; a
file with any character that folding may change in another way is named whatever else it holds. Only for systems
where reading a file cannot make a sync service fetch it.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import unicodedata
from collections.abc import Iterable
from pathlib import Path

from axon_desktop.text.fold import fold

_LETTERS = (*range(0xA0, 0x530), *range(0x1E00, 0x2000))
"""Latin, Greek and Cyrillic: most are folded to one letter each."""
_SAFE = (
    r"\x00-\x7f\u200b-\u200d\u2010-\u2027\u2030-\u205e\u2190-\u2199\u2500-\u27bf\u3000-\u3029\u3030-\u3035\u3037\u303b-\u3098"
    r"\u309d\u309e\u30a0-\u30fe\u3400-\u9fff\uac00-\ud7a3\ufe0f\uff01-\uff0f\uff1a-\uff20"
)
_SAFE_BEYOND = r"\U0001f300-\U0001faff\U00020000-\U0002a6df"
"""With this one what folding leaves as it is: most of Chinese, Japanese and Korean, punctuation, emoji."""
_MARKS = re.compile(r"[\\.+*?()|\[\]{}^$#&~-]")
_OPTIONS = ("--no-config", "--no-ignore", "--no-messages", "--text", "--null", "--files-with-matches", "-i")


class Ripgrep:
    """One run, which goes on while other work is done."""

    def __init__(self, root: Path, words: Iterable[str]) -> None:
        """Begin to look for files with any of some folded words.

        Raises:
            OSError: it is not installed, or not for this system.
        """
        program = shutil.which("rg") if sys.platform == "linux" else None
        if program is None:
            raise FileNotFoundError("rg")
        self._run = subprocess.Popen(
            [program, *_OPTIONS, "-e", _pattern(words), "--", "."],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=root,
        )

    def found(self) -> set[str] | None:
        """Return the vault paths of the files; None if it failed."""
        output, _ = self._run.communicate()
        if self._run.returncode not in (0, 1):
            return None
        return {os.fsdecode(name).removeprefix("./") for name in output.split(b"\0")}


def _pattern(words: Iterable[str]) -> str:
    """Return the pattern for all files that may hold one of the words."""
    alike: dict[str, str] = {}
    safe = []
    for code in _LETTERS:
        folded = fold(chr(code))
        if len(folded) == 1 and not unicodedata.combining(chr(code)):
            safe.append(chr(code))
            alike[folded] = alike.get(folded, "") + chr(code)
    sought = ["".join(_class(letter + alike.get(letter, "")) for letter in word) for word in words]
    return "|".join([*sought, f"[^{_SAFE}{_SAFE_BEYOND}{''.join(safe)}]"])


def _class(letters: str) -> str:
    escaped = _MARKS.sub(r"\\\g<0>", letters)
    return f"[{escaped}]" if len(letters) > 1 else escaped
