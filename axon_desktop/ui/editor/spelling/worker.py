"""The child process of `checker`: looks words up in dictionaries; a request and an answer are a line of JSON each.

Hunspell holds the interpreter, a tenth of a second and more for suggestions, and a damaged dictionary can end it.
"""

from __future__ import annotations

import json
import sys
import unicodedata
from functools import cache
from pathlib import Path
from typing import Any

_SAMPLE = 400
"""Entries of a dictionary that show in which script it is."""
_MOST = 6
"""Suggestions."""


class Speller:
    """Knows a word if one of its dictionaries does."""

    def __init__(self, dictionaries: list[str]) -> None:
        from hunspell import Hunspell

        self._dictionaries = []
        self._scripts: set[str] = set()
        for name in dictionaries:
            file = Path(name)
            try:
                made = Hunspell(file.stem, hunspell_data_dir=str(file.parent))
            except Exception:  # noqa: BLE001, S112 - the others are there all the same
                continue
            self._dictionaries.append(made)
            with file.open("rb") as entries:
                encoding = made._dic_encoding  # noqa: SLF001 - there is no other way to it
                for _, line in zip(range(_SAMPLE), entries, strict=False):
                    self._scripts |= {script_of(one) for one in line.decode(encoding, "ignore") if one.isalpha()}

    def is_right(self, word: str) -> bool:
        """Tell whether a word is known, or of a script that no dictionary is for."""
        if script_of(word[0]) not in self._scripts:
            return True
        return any(_call(one.spell, word) for one in self._dictionaries)

    def suggestions(self, word: str) -> list[str]:
        """Return words that may be meant, those of each language by turns."""
        lists = [list(_call(one.suggest, word) or ()) for one in self._dictionaries]
        turns = [words[place] for place in range(_MOST) for words in lists if place < len(words)]
        return list(dict.fromkeys(turns))[:_MOST]


def _call(function: Any, word: str) -> Any:
    try:
        return function(word)
    except (UnicodeError, ValueError):
        return None  # the dictionary's encoding has no such letter


@cache
def script_of(letter: str) -> str:
    """Return the first word of a letter's name, such as LATIN."""
    return unicodedata.name(letter, "").partition(" ")[0]


def main() -> None:
    """Answer requests until the input ends."""
    speller = Speller(json.loads(sys.stdin.readline()))
    for line in sys.stdin:
        request = json.loads(line)
        if "suggest" in request:
            answer = speller.suggestions(request["suggest"])
        else:
            answer = [word for word in request["check"] if not speller.is_right(word)]
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
