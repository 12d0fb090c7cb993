"""What the user can change, as one typed tree; it feeds the settings file and the settings dialog.

The file is JSON in the config folder. Keys that this version does not know are kept. API keys are never in it
(see `keys`).
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct, field

from axon_desktop import paths
from axon_desktop.atomic_write import write_atomically
from axon_desktop.errors import SettingsError
from axon_desktop.look import (
    DESIGN_TEXT,
    LARGEST_TEXT,
    SMALLEST_TEXT,
    AccentName,
    ContrastChoice,
    Density,
    Look,
    ThemeChoice,
)
from axon_desktop.server_address import host_of

ProviderId: TypeAlias = Literal["offline", "deepseek", "openai", "anthropic", "openai_compatible"]
Protocol: TypeAlias = Literal["auto", "native", "text"]


class GeneralSettings(Struct, kw_only=True):
    """The program as a whole."""

    language: Literal["system", "en", "zh_CN", "zh_TW"] = "system"
    theme: ThemeChoice = "system"
    accent: AccentName = "iris"
    contrast: ContrastChoice = "system"
    text_size: Annotated[int, Meta(ge=SMALLEST_TEXT, le=LARGEST_TEXT)] = DESIGN_TEXT
    """Pixels of the window's text; notes and code keep their proportion to it."""
    density: Density = "comfortable"
    last_vault: str = ""
    """Absolute path of the vault opened last; empty for none."""
    notify: bool = True
    """Tell when a turn waits or is done while the window is not in front."""

    @property
    def look(self) -> Look:
        """How the window is to look."""
        return Look(self.theme, self.accent, self.contrast, self.text_size, self.density)

    @look.setter
    def look(self, look: Look) -> None:
        self.theme, self.accent, self.contrast = look.theme, look.accent, look.contrast
        self.text_size, self.density = look.text_size, look.density


class ToolsFound(Struct, frozen=True):
    """How a model managed a tool call when it was tested."""

    base_url: str
    """Address of the server that was asked; what was found holds for no other."""
    model: str
    """Name of the model that was asked, likewise."""
    protocol: Literal["native", "text"]


class ModelSettings(Struct, kw_only=True):
    """Who answers."""

    provider: ProviderId = "offline"
    base_url: str = ""
    """Empty for the provider's own address."""
    model: str = ""
    """Empty for the provider's default model."""
    protocol: Protocol = "auto"
    tools_found: ToolsFound | None = None
    """What "auto" means for this server and model; None before a test, and for one that managed no call."""
    thinking: bool = True
    """Whether the model thinks before it answers, where that can be chosen."""
    temperature: Annotated[float, Meta(ge=0, le=2)] | None = None
    max_tokens: Annotated[int, Meta(ge=1)] | None = None
    """Limit of one reply."""
    stop: tuple[str, ...] = ()
    """Texts at which a reply ends."""
    context_window: Annotated[int, Meta(ge=1024)] | None = None
    """Tokens of prompt and reply together; None for what is known of the model."""

    def for_provider(self, provider: ProviderId) -> ModelSettings:
        """Return a copy for a provider; another one gets how replies are wished for, nothing of the old server."""
        if provider == self.provider:
            return msgspec.structs.replace(self)
        return ModelSettings(
            provider=provider, thinking=self.thinking, temperature=self.temperature, stop=self.stop
        )


class FolderRule(Struct, frozen=True):
    """What the user decided once and for all about writes to one folder of one vault."""

    vault: str
    """Vault id."""
    folder: str
    """Vault path; empty for the root. Covers everything below it."""
    allow: bool


class ToolRule(Struct, frozen=True):
    """What the user decided once and for all about a tool of another program."""

    tool: str
    allow: bool


class SafetySettings(Struct, kw_only=True):
    """When the user is asked."""

    mode: Literal["ask", "apply", "read_only"] = "ask"
    rules: list[FolderRule] = field(default_factory=list)
    tools: list[ToolRule] = field(default_factory=list)
    commands: bool = False
    """Whether run_command is offered at all."""


class LimitSettings(Struct, kw_only=True):
    """How far a turn may go."""

    tool_timeout: Annotated[float, Meta(gt=0, le=3600)] = 30.0
    """Seconds for one tool call, waiting for approval not counted."""
    calls_per_round: Annotated[int, Meta(ge=1, le=100)] = 10
    confirm_round: Annotated[int, Meta(ge=2, le=1000)] = 5
    """The user is asked before this round."""
    max_rounds: Annotated[int, Meta(ge=1, le=1000)] = 10
    turn_tokens: Annotated[int, Meta(ge=1000)] | None = None
    """Tokens, prompt and reply of every round together, that a turn may use; None for no ceiling."""
    turn_cost: Annotated[float, Meta(gt=0)] | None = None
    """US dollars that a turn may cost; None for no ceiling."""


class TaskManagerSettings(Struct, kw_only=True):
    """Whom Axon's own turns are reported to; the environment goes before it (see `agent_sync.target`)."""

    report: bool = False
    """Whether turns are reported."""
    url: str = ""
    """Address of the Task Manager; empty for its usual one."""
    execution_id: str = ""
    """The execution that the turns work for, as the Task Manager knows it."""


class ChangedKeys(Struct, frozen=True):
    """Shortcuts of a command that are not those that the program gives it."""

    command: str
    """Its id, such as `view.refresh`."""
    keys: tuple[str, ...]
    """As `Ctrl+Shift+N`; none for a command without keys."""


class Settings(Struct, kw_only=True):
    """The whole tree."""

    general: GeneralSettings = field(default_factory=GeneralSettings)
    model: ModelSettings = field(default_factory=ModelSettings)
    """The model that answers."""
    other_models: list[ModelSettings] = field(default_factory=list)
    """Models that are set up as well, to switch to."""
    safety: SafetySettings = field(default_factory=SafetySettings)
    limits: LimitSettings = field(default_factory=LimitSettings)
    task_manager: TaskManagerSettings = field(default_factory=TaskManagerSettings)
    shortcuts: list[ChangedKeys] = field(default_factory=list)


# DeepSeek closed these names on 24 July 2026 (research: DeepSeek news260424); thinking was their only difference.
_RETIRED_MODELS = {"deepseek-chat": False, "deepseek-reasoner": True}
_DEEPSEEK_HOST = "api.deepseek.com"
_DEEPSEEK_MODEL = "deepseek-flash"
"""What takes their place, for a server that must be told a name."""


def settings_file() -> Path:
    """Return the path of the settings file."""
    return paths.config_dir() / "settings.json"


def _read(file: Path) -> dict[str, Any]:
    try:
        raw = msgspec.json.decode(file.read_bytes())
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise SettingsError(f"Cannot read {file}: {error.strerror}.") from error
    except (msgspec.DecodeError, RecursionError) as error:
        raise SettingsError(
            f"{file} is not valid JSON ({error}). Mend it, or delete it to start with defaults."
        ) from error
    if not isinstance(raw, dict):
        raise SettingsError(f"{file} must hold a JSON object. Mend it, or delete it to start with defaults.")
    return raw


def load(file: Path | None = None) -> Settings:
    """Read the settings; a missing file gives the defaults.

    Raises:
        SettingsError: the file is not JSON, or a value in it is out of bounds; the message names it.
    """
    file = file or settings_file()
    raw = _read(file)
    try:
        settings = msgspec.convert(raw, Settings)
    except msgspec.ValidationError as error:
        setting, value = _faulty(str(error), raw)
        allowed = _allowed(setting)
        raise SettingsError(
            f"The setting {setting} cannot be “{value}”. {f'Allowed: {allowed}. ' if allowed else ''}"
            f"Mend it, or delete it to use the default. The file is {file}"
        ) from error
    for model in (settings.model, *settings.other_models):
        _move_over(model)
    return settings


def _faulty(problem: str, raw: object) -> tuple[str, str]:
    """Return which setting a problem of the decoder is about, and what it holds."""
    setting = problem.rpartition(" - at `$.")[2].rstrip("`")
    for key in re.findall(r"[^.\[\]]+", setting):
        if isinstance(raw, list) and key.isdecimal():
            raw = raw[int(key)]
        else:
            raw = raw.get(key, "…") if isinstance(raw, dict) else "…"
    text = raw if isinstance(raw, str) else msgspec.json.encode(raw).decode()
    return setting, text if len(text) <= _LONGEST_VALUE else f"{text[:_LONGEST_VALUE]}…"


def _allowed(setting: str) -> str:
    """Return what a setting may be, where that is a choice or a range of numbers; else nothing."""
    schema = msgspec.json.schema(Settings)
    kind: dict[str, Any] = schema["$defs"]["Settings"]
    for key in re.findall(r"[^.\[\]]+", setting):
        kind = kind.get("items", {}) if key.isdecimal() else kind.get("properties", {}).get(key, {})
        kind = next((option for option in kind.get("anyOf", ()) if option.get("type") != "null"), kind)
        if "$ref" in kind:
            kind = schema["$defs"][kind["$ref"].rpartition("/")[2]]
    if "enum" in kind:
        return ", ".join(f"“{value}”" for value in kind["enum"])
    if "minimum" in kind and "maximum" in kind:
        return f"{kind['minimum']}–{kind['maximum']}"
    return "true, false" if kind.get("type") == "boolean" else ""


def _move_over(model: ModelSettings) -> None:
    """Take DeepSeek's new model in place of a retired one; another server may well have one of that name."""
    if model.model not in _RETIRED_MODELS:
        return
    if model.provider == "deepseek":
        name = ""
    elif model.provider == "openai_compatible" and host_of(model.base_url) == _DEEPSEEK_HOST:
        name = _DEEPSEEK_MODEL
    else:
        return
    model.thinking, model.model = _RETIRED_MODELS[model.model], name


def put_aside(file: Path | None = None) -> Path | None:
    """Rename a damaged file before another one is written in its place; return where it is, None if nowhere."""
    file = file or settings_file()
    damaged = file.with_name(f"{file.name}.damaged")
    try:
        file.replace(damaged)
    except OSError:
        return None
    return damaged


def _merge(old: dict[str, Any], new: dict[str, Any]) -> dict[str, Any]:
    merged = dict(old)
    for key, value in new.items():
        kept = old.get(key)
        merged[key] = _merge(kept, value) if isinstance(kept, dict) and isinstance(value, dict) else value
    return merged


def save(settings: Settings, file: Path | None = None) -> None:
    """Write the settings atomically, keeping keys that this version does not know.

    Raises:
        SettingsError: the folder or the file cannot be written.
    """
    file = file or settings_file()
    try:
        old = _read(file)
    except SettingsError:
        old = {}
    merged = _merge(old, msgspec.to_builtins(settings))
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(file, msgspec.json.format(msgspec.json.encode(merged), indent=2))
    except OSError as error:
        raise SettingsError(f"Cannot write {file}: {error.strerror}.") from error


_LONGEST_VALUE = 60
_LIMIT_VARIABLES = {
    "MCP_TOOL_CALL_TIMEOUT": ("tool_timeout", 0.001),  # milliseconds
    "MCP_MAX_TOOL_CALLS_PER_ROUND": ("calls_per_round", 1),
    "MCP_MAX_INTERACTION_ROUNDS": ("confirm_round", 1),
}


def limits_every_call(environ: Mapping[str, str] | None = None) -> bool:
    """Tell whether the environment says how long a call may take, which goes before every setting."""
    return bool((os.environ if environ is None else environ).get("MCP_TOOL_CALL_TIMEOUT", "").strip())


def effective_limits(settings: Settings, environ: Mapping[str, str] | None = None) -> LimitSettings:
    """Return the limits with the environment's variables laid over the settings.

    Raises:
        SettingsError: a variable is not a number or out of bounds.
    """
    environ = os.environ if environ is None else environ
    values = msgspec.to_builtins(settings.limits)
    for variable, (name, factor) in _LIMIT_VARIABLES.items():
        text = environ.get(variable, "").strip()
        if text:
            try:
                values[name] = float(text) * factor if factor != 1 else int(text)
                msgspec.convert(values, LimitSettings)
            except (ValueError, msgspec.ValidationError) as error:
                raise SettingsError(
                    f"{variable}={text}: {error}. Set it to a number in range, or unset it."
                ) from error
    limits: LimitSettings = msgspec.convert(values, LimitSettings)
    return limits
