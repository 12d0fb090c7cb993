"""The catalog of models: window, longest reply, kind of thinking, and prices by the hour.

The data is resources/models.toml, which says what each field means; a file models.toml in the config folder
overrides it. Loopback servers are not in it: they cost nothing.
"""

from __future__ import annotations

import datetime
import logging
import re
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct, field

from axon_desktop import paths
from axon_desktop.errors import N_, SettingsError
from axon_desktop.llm.context_size.tokens import UNKNOWN_VOCABULARY
from axon_desktop.llm.messages import Usage
from axon_desktop.llm.models.data_files import (
    OnProblem,
    convert,
    convert_own,
    line_of,
    read_own,
    read_toml,
    stamp_of,
)

log = logging.getLogger(__name__)

ThinkingKind: TypeAlias = Literal["none", "adaptive", "enabled", "always"]
Price: TypeAlias = Annotated[float, Meta(ge=0)]
Count: TypeAlias = Annotated[int, Meta(ge=1)]
Hour: TypeAlias = Annotated[int, Meta(ge=0, le=24)]

_MILLION = 1_000_000
_SNAPSHOT = re.compile(r"-(\d{8}|\d{4}-\d{2}-\d{2}|latest)$")
"""Suffix of ids that name one release of a model."""


class Prices(Struct, frozen=True, forbid_unknown_fields=True):
    """US dollars for one million tokens."""

    input: Price
    """Of the prompt, where it is not in the provider's cache."""
    output: Price
    cached: Price | None = None
    """Of the prompt, read from the cache; None for no discount."""
    cache_write: Price | None = None
    """Of the prompt, written to the cache; None for no surcharge."""

    def cost(self, usage: Usage) -> float:
        """Return what these tokens cost."""
        plain = max(usage.prompt_tokens - usage.cached_tokens - usage.cache_write_tokens, 0)
        cached = self.input if self.cached is None else self.cached
        cache_write = self.input if self.cache_write is None else self.cache_write
        dollars = plain * self.input + usage.cached_tokens * cached + usage.cache_write_tokens * cache_write
        return (dollars + usage.completion_tokens * self.output) / _MILLION


class LongPrices(Prices, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Prices of a request with a long prompt, all of its tokens."""

    over: Count
    """Tokens of the prompt, cached or not, above which these prices hold."""


class Schedule(Struct, frozen=True, forbid_unknown_fields=True):
    """When a provider's peak hours are: Monday to Friday, but not on holidays."""

    hours: tuple[tuple[Hour, Hour], ...]
    """From and to on the same day, full hours of UTC, the end not included."""
    holidays: tuple[datetime.date, ...] = ()

    def is_peak(self, when: datetime.datetime) -> bool:
        """Say whether the moment (aware) is in peak hours."""
        moment = when.astimezone(datetime.UTC)
        if moment.weekday() >= 5 or moment.date() in self.holidays:
            return False
        return any(start <= moment.hour < end for start, end in self.hours)


class ModelInfo(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The entry of one model."""

    provider: str
    """Id of the provider as in the settings."""
    id: str
    """Id on the wire."""
    aliases: tuple[str, ...] = ()
    """Further ids of the same model."""
    prefixes: tuple[str, ...] = ()
    """Prefixes of ids that this entry covers when no other does."""
    context_window: Count
    """Tokens that the prompt and the reply may have together."""
    max_output: Count
    """Tokens of the longest reply, thinking included."""
    thinking: ThinkingKind = "none"
    """Whether it can think, and who decides: `adaptive` the model, `enabled` a budget, `always` nobody."""
    thinking_off: Literal["omit", "disabled", "between_tools"] = "omit"
    """How thinking is switched off on the wire."""
    bound_thinking: bool = False
    """Whether its thinking is valid only in the conversation that it was made in, unchanged."""
    temperature: Literal["always", "without_thinking", "never"] = "always"
    """When the temperature may be sent."""
    token_factor: Annotated[float, Meta(gt=0)] = UNKNOWN_VOCABULARY
    """Factor that turns an estimate of tokens into an upper one."""
    prices: Prices | None = None
    """None for unknown."""
    peak: Prices | None = None
    """In the peak hours of `schedule`."""
    long: LongPrices | None = None
    """For long prompts."""
    schedule: Schedule | None = None
    """When `peak` holds."""

    def prices_at(self, when: datetime.datetime, prompt_tokens: int = 0) -> Prices | None:
        """Return the prices at that moment (aware) for a prompt of that length."""
        if self.long is not None and prompt_tokens > self.long.over:
            return self.long
        if self.peak is not None and self.schedule is not None and self.schedule.is_peak(when):
            return self.peak
        return self.prices


class Catalog:
    """Models by provider and id."""

    def __init__(self, models: tuple[ModelInfo, ...], checked: datetime.date | None) -> None:
        self.models = models
        self.checked = checked
        """Day on which the prices were last compared with the providers' pages."""

    def find(self, provider: str, model: str) -> ModelInfo | None:
        """Return the entry with this id or alias, of any release, else that with the longest matching prefix."""
        known = [info for info in self.models if info.provider == provider]
        for name in (model, _SNAPSHOT.sub("", model)):
            for info in known:
                if name == info.id or name in info.aliases:
                    return info
        fitting = [(len(prefix), info) for info in known for prefix in info.prefixes if model.startswith(prefix)]
        return max(fitting, key=lambda pair: pair[0])[1] if fitting else None


class _Schedules(Struct, frozen=True):
    schedules: dict[str, Schedule] = field(default_factory=dict)


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    checked: datetime.date | None = None
    schedules: dict[str, Schedule] = field(default_factory=dict)
    models: tuple[ModelInfo, ...] = ()


def shipped_file() -> Path:
    """Return the path of the data that came with the program."""
    return paths.resources_dir() / "models.toml"


def user_file() -> Path:
    """Return the path of the user's own data, which need not exist."""
    return paths.config_dir() / "models.toml"


def load(own_file: Path | None = None, on_problem: OnProblem = lambda _problem: None) -> Catalog:
    """Read the shipped data and override it by the user's own, if there is any.

    An entry of the user's in which something is wrong is left out; `on_problem` is called for it, with file and
    line.
    """
    base, own = read_toml(shipped_file()), read_own(own_file, on_problem)
    schedules = dict(base.get("schedules", {}))
    mine = own.pop("schedules", {})
    for name, schedule in mine.items() if isinstance(mine, dict) else ():
        schedules.update(convert_own({"schedules": {name: schedule}}, _Schedules, own_file, on_problem).schedules)
    theirs = _convert_own(own, schedules, own_file, on_problem)
    ours = convert(_with_schedules(base, schedules), _File)
    replaced = {(info.provider, info.id) for info in theirs.models}
    others = tuple(info for info in ours.models if (info.provider, info.id) not in replaced)
    return Catalog(theirs.models + others, theirs.checked or ours.checked)


def find_model(provider: str, model: str) -> ModelInfo | None:
    """Return what is known of a model; a damaged file of the user is left out, with a warning in the log."""
    file = user_file()
    return _current(file, stamp_of(file)).find(provider, model)


def cost(usage: Usage, info: ModelInfo | None, when: datetime.datetime) -> float | None:
    """Return what one request cost at that time (aware) in US dollars; None when the price is not known."""
    prices = info.prices_at(when, usage.prompt_tokens) if info is not None else None
    return prices.cost(usage) if prices is not None else None


@lru_cache(maxsize=2)
def _current(file: Path, _stamp: int) -> Catalog:
    """Return the catalog, read again when the user's file has changed."""
    return load(file, lambda problem: log.warning("Going on without an entry of the user's: %s", problem))


def _convert_own(
    own: dict[str, Any], schedules: dict[str, Any], file: Path | None, on_problem: OnProblem
) -> _File:
    models = own.get("models")
    for number, model in enumerate(models if isinstance(models, list) else []):
        name = model.get("schedule") if isinstance(model, dict) else None
        if isinstance(name, str) and name not in schedules and file is not None:
            line = line_of(file, f"$.models[{number}].schedule")
            on_problem(
                SettingsError(
                    N_("Core", "{file}, line {line}: there is no schedule {name}. Mend that line."),
                    file=file,
                    line=line,
                    name=f"{name!r}",
                )
            )
            del model["schedule"]
    return convert_own(_with_schedules(own, schedules), _File, file, on_problem)


def _with_schedules(raw: dict[str, Any], schedules: dict[str, Any]) -> dict[str, Any]:
    """Return the data with the schedules filled in where models name them."""
    models = raw.get("models", [])
    if isinstance(models, list):
        models = [_with_schedule(model, schedules) for model in models]
    return {**raw, "models": models, "schedules": schedules}


def _with_schedule(model: object, schedules: dict[str, Any]) -> object:
    if isinstance(model, dict) and isinstance(model.get("schedule"), str):
        return {**model, "schedule": schedules[model["schedule"]]}
    return model
