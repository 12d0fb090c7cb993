"""Finding paths by a glob pattern, a part of the path, or a similar name."""

from __future__ import annotations

import fnmatch
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from axon_desktop.errors import N_, InvalidParametersError
from axon_desktop.text.file_names import same_name, without_suffix

MAX_PATTERN = 500
_MAX_CHOICES = 1000
_NEAR = 70.0
_MAX_NEAR = 10
_GLOB_SIGN = re.compile(r"[*?\[{]")


@dataclass(frozen=True, slots=True)
class FoundPaths:
    """What was found."""

    paths: tuple[str, ...]
    """Best first; those that match a glob pattern in the order of the vault."""
    near: bool = False
    """Whether no path holds the pattern, and these are only like it."""


def find_paths(paths: Sequence[str], pattern: str) -> FoundPaths:
    """Return the paths that match a pattern; case and Unicode form do not count.

    `*`, `?` and `[…]` stay within one part of a path, `**` stands for any number of folders, `{a,b}` for either; a
    pattern without `/` is for the file's name, in any folder. Without these characters the pattern is a part of a
    path, or words that are parts of it; if no path holds them, names that are like it are returned.

    Raises:
        InvalidParametersError: the pattern is empty, too long or stands for too many.
    """
    pattern = pattern.strip()
    if not pattern.strip("/") or len(pattern) > MAX_PATTERN:
        raise InvalidParametersError(N_("Core", "pattern must have 1 to {most} characters"), most=MAX_PATTERN)
    if _GLOB_SIGN.search(pattern):
        matches = glob_matcher(pattern)
        return FoundPaths(tuple(path for path in paths if matches(path)))
    words = same_name(pattern).split()
    whole = [path for path in paths if all(word in same_name(path) for word in words)]
    if whole:
        return FoundPaths(tuple(sorted(whole, key=lambda path: _distance(path, words))))
    return FoundPaths(tuple(_near(paths, pattern)), near=True)


def glob_matcher(pattern: str) -> Callable[[str], bool]:
    """Return a function that matches paths with a glob pattern; takes linear time for each part.

    Raises:
        InvalidParametersError: its braces stand for too many patterns.
    """
    import bracex

    try:
        choices = bracex.expand(same_name(pattern), limit=_MAX_CHOICES)
    except bracex.ExpansionLimitException as error:
        raise InvalidParametersError(
            N_("Core", "pattern: its braces stand for more than {most} patterns"), most=_MAX_CHOICES
        ) from error
    ways = [_compile(choice.strip("/")) for choice in dict.fromkeys(choices) if choice.strip("/")]
    return lambda path: any(_matches(way, same_name(path).split("/")) for way in ways)


_Part = re.Pattern[str] | None
"""What one part of a path must look like; None for any number of parts."""


def _compile(pattern: str) -> list[_Part]:
    parts = pattern.split("/")
    if len(parts) == 1 and parts != ["**"]:
        parts.insert(0, "**")
    # fnmatch makes each star but the last atomic, so that a hostile pattern costs no more than a kind one
    return [None if part == "**" else re.compile(fnmatch.translate(part)) for part in parts]


def _matches(way: list[_Part], parts: list[str]) -> bool:
    """Tell whether the parts of a path match, with the set of positions in the pattern that can be reached."""
    reached = _skip_any(way, {0})
    for part in parts:
        following: set[int] = set()
        for at in reached:
            if at == len(way):
                continue
            wanted = way[at]
            if wanted is None:
                following.add(at)
            elif wanted.match(part):
                following.add(at + 1)
        reached = _skip_any(way, following)
    return len(way) in reached


def _skip_any(way: list[_Part], reached: set[int]) -> set[int]:
    """Add the positions behind a `**`, which may match nothing."""
    for at in sorted(reached):
        while at < len(way) and way[at] is None:
            at += 1
            reached.add(at)
    return reached


def _distance(path: str, words: list[str]) -> tuple[bool, bool, int, str]:
    """Return how far a path is from the words that it holds: the whole name first, then names, then folders."""
    name = same_name(path.rsplit("/", 1)[-1])
    return (
        without_suffix(name) != " ".join(words),
        not all(word in name for word in words),
        len(path),
        path,
    )


def _near(paths: Sequence[str], pattern: str) -> list[str]:
    from rapidfuzz import fuzz, process

    names = [same_name(without_suffix(path).rsplit("/", 1)[-1]) for path in paths]
    wanted = same_name(without_suffix(pattern).rsplit("/", 1)[-1])
    hits = process.extract(wanted, names, scorer=fuzz.WRatio, limit=_MAX_NEAR, score_cutoff=_NEAR)
    return [paths[index] for _, _, index in hits]
