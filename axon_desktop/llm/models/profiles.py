"""Profiles: how to address a family of models. The data is in resources/profiles.toml.

A file profiles.toml in the config folder overrides it: the first entry that matches a model's name is used, and
the user's come first. Models of DeepSeek, OpenAI and Anthropic need no profile.
"""

from __future__ import annotations

import logging
import re
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Literal

from msgspec import Meta, Struct

from axon_desktop import paths
from axon_desktop.errors import SettingsError
from axon_desktop.llm.models.data_files import OnProblem, convert, convert_own, read_own, read_toml, stamp_of
from axon_desktop.settings.providers import provider_info

log = logging.getLogger(__name__)

_SIZE = re.compile(r"(?<![a-z0-9.])(?:(?:(\d+)x)?e?(\d+(?:\.\d+)?)b|(\d{2,4})m)(?![a-z0-9])")
"""`1.5b`, `8x7b`, `e4b` or `270m`: neither the active part of a mixture (`a3b`), `4bit`, nor a window of `1m`."""

_DASH = re.compile(r"(?<=[a-z])-(?=\d)")


class Profile(Struct, frozen=True, kw_only=True):
    """Settings for a family of models; the defaults suit strong ones."""

    family: str = ""
    """Name for people; empty for models that no profile knows."""
    protocol: Literal["native", "text"] | None = None
    """What the setting "auto" means; None for what the provider offers."""
    small: bool = False
    """Whether the model needs guidance: a first reply without a call is always requested once more, and the names
    of the vault's notes are in the prompt."""
    listed_notes: int = 0
    """Most note paths in the prompt; 0 for none."""
    context_window: int | None = None
    """Tokens of prompt and reply together that such models usually have, without a number of server or user."""
    temperature: float | None = None
    """Sampling for tool use, unless the user sets one; None for the server's own."""


class Entry(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An entry of the data file."""

    family: str
    """Name for people; empty for models of unknown family."""
    names: tuple[str, ...] = ()
    """Parts of names, in small letters and without a dash before a digit (`llama3.2`), `*` for anything between;
    empty for every model."""
    up_to: Annotated[float, Meta(gt=0)] | None = None
    """Fits only models whose name has a size up to this, in billions of parameters."""
    protocol: Literal["native", "text"] | None = None
    small: bool | None = None
    """None to decide by the size in the name."""
    listed_notes: Annotated[int, Meta(ge=0)] | None = None
    """None for the usual number of small models, or 0."""
    context_window: Annotated[int, Meta(ge=1024)] | None = None
    temperature: Annotated[float, Meta(ge=0, le=2)] | None = None

    def fits(self, name: str, size: float | None) -> bool:
        """Tell whether the entry matches a model of this plain name and size."""
        if self.up_to is not None and (size is None or size > self.up_to):
            return False
        return not self.names or any(_part(part).search(name) for part in self.names)


class SmallModels(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Definition and treatment of small models."""

    up_to: Annotated[float, Meta(gt=0)] = 4.0
    """Billions of parameters."""
    listed_notes: Annotated[int, Meta(ge=0)] = 0


class Profiles(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Entries in the order in which they are tried."""

    small: SmallModels = SmallModels()
    profiles: tuple[Entry, ...] = ()

    def find(self, model: str) -> Profile:
        """Return the profile of the first entry that fits the name, however the server spells it."""
        segments = [_plain(segment) for segment in re.split(r"[/\\]", model.strip()) if segment]
        for segment in reversed(segments):  # a path may end in a revision that says nothing
            size = size_of(segment)
            for entry in self.profiles:
                if entry.fits(segment, size):
                    return self._profile(entry, size)
        return Profile()

    def _profile(self, entry: Entry, size: float | None) -> Profile:
        small = entry.small if entry.small is not None else size is not None and size <= self.small.up_to
        listed = entry.listed_notes if entry.listed_notes is not None else self.small.listed_notes * small
        return Profile(
            family=entry.family,
            protocol=entry.protocol,
            small=small,
            listed_notes=listed,
            context_window=entry.context_window,
            temperature=entry.temperature,
        )


def find_profile(provider: str, model: str) -> Profile:
    """Return the profile of a model; a damaged file of the user is left out, with a warning in the log."""
    if not provider_info(provider).needs_address:
        return Profile()
    file = user_file()
    return _current(file, stamp_of(file)).find(model)


def size_of(name: str) -> float | None:
    """Return the billions of parameters, all experts together, in a name in small letters."""
    sizes = [
        float(many) / 1000 if many else float(size) * int(experts or 1)
        for experts, size, many in _SIZE.findall(name)
    ]
    return max(sizes, default=None)


def shipped_file() -> Path:
    """Return the path of the data that came with the program."""
    return paths.resources_dir() / "profiles.toml"


def user_file() -> Path:
    """Return the path of the user's own data, which need not exist."""
    return paths.config_dir() / "profiles.toml"


def load(own_file: Path | None = None, on_problem: OnProblem = lambda _problem: None) -> Profiles:
    """Read the shipped data and lay the user's own over it, if there is a file of it.

    An entry of the user's in which something is wrong is left out; `on_problem` is called for it, with file and
    line.
    """
    shipped = read_toml(shipped_file())
    ours = convert(shipped, Profiles)
    own = read_own(own_file, on_problem)
    lacking: list[SettingsError] = []
    small = ours.small
    if "small" in own:
        found = convert_own({"small": own.pop("small")}, Profiles, own_file, lacking.append)
        small = small if lacking else found.small
    theirs = convert_own(own, Profiles, own_file, lacking.append)
    for problem in lacking:
        on_problem(problem)
    return Profiles(small=small, profiles=theirs.profiles + ours.profiles)


@lru_cache(maxsize=2)
def _current(file: Path, _stamp: int) -> Profiles:
    """Return the profiles, read again when the user's file has changed."""
    return load(file, lambda problem: log.warning("Going on without an entry of the user's: %s", problem))


def _plain(name: str) -> str:
    """Return a name as profiles spell it: `Llama_3.2:3B` is `llama3.2-3b`."""
    dashed = re.sub(r"[_: ]", "-", name.lower())
    return _DASH.sub(lambda dash: "-" if _SIZE.match(dashed, dash.end()) else "", dashed)


@lru_cache(maxsize=256)
def _part(part: str) -> re.Pattern[str]:
    """Return the pattern of a part of a name: `phi` does not match in `dolphin`, nor `phi4` in `phi40`."""
    last = r"(?!\d)" if part[-1:].isdigit() else ""
    return re.compile(rf"(?<![a-z]){'.*'.join(re.escape(piece) for piece in part.split('*'))}{last}")
