"""Regular expressions of a base, in linear time: a base may come from anybody, and runs over every note."""

from __future__ import annotations

import re
from functools import lru_cache, partial
from typing import Any

from axon_desktop.vault.bases.values import MAX_TEXT, Pattern

_CODE_POINT = re.compile(r"\\u(?:\{([0-9a-fA-F]{1,6})\}|([0-9a-fA-F]{4}))|\\.", re.DOTALL)
_GROUP = re.compile(r"\$(?:(\$)|(&)|(\d{1,2})|<(\w+)>)")
_FLAGS = frozenset("gimsu")
_MAX_PATTERNS = 50
_MAX_GROUPS = 100_000
"""Matches and groups that one text may be made of."""


class PatternError(ValueError):
    """A regular expression is not valid, needs to look around (linear time cannot), or makes too much."""


def is_valid(pattern: Pattern) -> bool:
    """Tell whether a regular expression can be used here."""
    try:
        return _compiled(pattern) is not None
    except PatternError:
        return False


def has_match(pattern: Pattern, text: str) -> bool:
    """Tell whether a text has a match."""
    return _compiled(pattern).search(text) is not None


def replace_matches(pattern: Pattern, text: str, new: str) -> str:
    """Replace the first match, with the flag `g` all; `$1`, `$<name>` and `$&` stand for what was matched."""
    made, end, left = "", 0, _MAX_GROUPS
    cost = 1 + len(_GROUP.findall(new))
    for match in _compiled(pattern).finditer(text):
        left -= cost
        if left < 0:
            raise PatternError(pattern.source)
        made += text[end : match.start()] + _GROUP.sub(partial(_group, match), new)
        end = match.end()
        if "g" not in pattern.flags or len(made) > MAX_TEXT:
            break
    return (made + text[end:])[:MAX_TEXT]


def _group(match: Any, name: re.Match[str]) -> str:
    """Return what `$1` and its like stand for; what stands for nothing is left as it is."""
    if name[1]:
        return "$"
    try:
        return match.group(int(name[3]) if name[3] else name[4] or 0) or ""
    except (IndexError, KeyError):
        return name[0]


def split_at_matches(pattern: Pattern, text: str) -> list[str]:
    """Return what stands between the matches."""
    return [part or "" for part in _compiled(pattern).split(text)]


@lru_cache(_MAX_PATTERNS)
def _compiled(pattern: Pattern) -> Any:
    """Compile with RE2; JavaScript's code points are written in its way.

    Raises:
        PatternError: as said there.
    """
    import re2

    if not _FLAGS.issuperset(pattern.flags):
        raise PatternError(pattern.flags)
    options = re2.Options()
    options.log_errors = False
    options.case_sensitive = "i" not in pattern.flags
    source = _CODE_POINT.sub(
        lambda match: f"\\x{{{match[1] or match[2]}}}" if match[1] or match[2] else match[0], pattern.source
    )
    modes = "".join(flag for flag in "ms" if flag in pattern.flags)
    try:
        return re2.compile(f"(?{modes}){source}" if modes else source, options)
    except re2.error as error:
        raise PatternError(pattern.source) from error
