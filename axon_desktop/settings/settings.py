"""What the user can change, as one typed tree; it feeds the settings file and the settings dialog.

The file is JSON in the config folder. Keys that this version does not know are preserved. API keys are never in it
(see `keys`).
"""

from __future__ import annotations

import codecs
import os
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import Meta, Struct, field

from axon_desktop import paths
from axon_desktop.errors import N_, SettingsError, Text, system_reason
from axon_desktop.net_address import host_of, with_scheme
from axon_desktop.persistence.atomic_write import save_damaged_copy, write_atomically
from axon_desktop.persistence.damaged_json import Place, read_damaged, read_strictly
from axon_desktop.persistence.partial_decode import (
    RejectedValue,
    allowed,
    convert_value_by_value,
    merge,
    name_of,
    shown,
    value_at,
    whole,
)
from axon_desktop.settings.languages import language_ids
from axon_desktop.settings.providers import ProviderInfo, provider_at, provider_ids, provider_info
from axon_desktop.theme.look import (
    DESIGN_TEXT,
    LARGEST_TEXT,
    SMALLEST_TEXT,
    AccentName,
    ContrastChoice,
    Density,
    Look,
    NoteStyle,
    ThemeChoice,
)

if TYPE_CHECKING:
    ProviderId: TypeAlias = str
    LanguageChoice: TypeAlias = str
else:
    LanguageChoice = Literal["system", *language_ids()]
    ProviderId = Literal[provider_ids()]
NoteMode: TypeAlias = Literal["live", "source", "reading"]
SpokenAnswers: TypeAlias = Literal["all", "first", "notice"]
Protocol: TypeAlias = Literal["auto", "native", "text"]


class GeneralSettings(Struct, kw_only=True):
    """The program as a whole."""

    language: LanguageChoice = "system"
    theme: ThemeChoice = "system"
    accent: AccentName = "iris"
    contrast: ContrastChoice = "system"
    text_size: Annotated[int, Meta(ge=SMALLEST_TEXT, le=LARGEST_TEXT)] = DESIGN_TEXT
    """Pixels of the window's text; notes and code keep their proportion to it."""
    density: Density = "comfortable"
    last_vault: str = ""
    """Absolute path of the vault opened last; empty for none."""
    default_mode: NoteMode = "live"
    """How a note is shown when it is opened."""
    notify: bool = True
    """Tell when a turn waits or is done while the window is not in front."""
    spoken_answers: SpokenAnswers = "all"
    """What of an answer is said to a screen reader: all, its first sentence, or only that it is there."""

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
    decided: bool = False
    """Whether Offline was chosen although a key in the environment would decide otherwise."""

    @property
    def unchosen(self) -> bool:
        """Whether nobody has chosen who answers."""
        return self.provider == "offline" and not self.decided

    @property
    def provider_info(self) -> ProviderInfo:
        """The provider's line in the table."""
        return provider_info(self.provider)

    def for_provider(self, provider: ProviderId) -> ModelSettings:
        """Return a copy for a provider; another one keeps how replies should be, nothing of the old server."""
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
    allow: bool = False


class ToolRule(Struct, frozen=True):
    """What the user decided once and for all about a tool of another program."""

    tool: str
    allow: bool = False


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
    confirm_round: Annotated[int, Meta(ge=1, le=1000)] = 5
    """The user is asked before this round; before the second one also where this is 1."""
    max_rounds: Annotated[int, Meta(ge=1, le=1000)] = 10
    turn_tokens: Annotated[int, Meta(ge=1000)] | None = None
    """Tokens, prompt and reply of every round together, that a turn may use; None for no ceiling."""
    turn_cost: Annotated[float, Meta(gt=0)] | None = None
    """US dollars that a turn may cost; None for no ceiling."""


class TaskManagerSettings(Struct, kw_only=True):
    """Whom Axon's own turns are reported to; the environment overrides it (see `agent_sync.target`)."""

    report: bool = False
    """Whether turns are reported."""
    url: str = ""
    """Address of the Task Manager; empty for its usual one."""
    execution_id: str = ""
    """The execution that the turns work for, as the Task Manager knows it."""


class EditorSettings(Struct, kw_only=True):
    """How notes are written."""

    close_brackets: bool = True
    """Whether brackets and quotes close as they are typed, and are put around what is selected."""
    format_bar: bool = True
    """Whether a small bar is shown over what was selected with the mouse."""
    tab_width: Annotated[int, Meta(ge=1, le=16)] = 4
    """As how many blanks a tab is drawn."""
    text_font: str = ""
    """Family of the text of notes; empty for the window's."""
    code_font: str = ""
    """Family of code and of the source; empty for the program's."""
    code_size: Annotated[int, Meta(ge=60, le=160)] = 100
    """Per cent of what the design has for code."""
    ligatures: bool = False
    """Whether the font may draw several characters of code as one."""
    line_width: Annotated[int, Meta(ge=0, le=4000)] = 760
    """Pixels of the longest line of a note; 0 for as wide as there is room."""
    line_numbers: bool = False
    typewriter: bool = False
    """Whether the line of the caret stays in the middle while one writes."""
    spelling: bool = True
    """Whether words that no dictionary knows are underlined."""
    spelling_languages: tuple[str, ...] = ()
    """Codes of dictionaries; none for those of the window's and the system's languages."""

    @property
    def style(self) -> NoteStyle:
        """How the text of notes looks."""
        return NoteStyle(self.text_font, self.code_font, self.code_size, self.ligatures, self.line_width)


class MeaningSettings(Struct, kw_only=True, frozen=True):
    """How notes are found by meaning."""

    encoder: Literal["bundled", "server", "off"] = "bundled"
    """What turns passages into vectors: what ships, on this computer, or a server; `off` for nothing."""
    base_url: str = ""
    """Address of the server, up to `/embeddings`; it is sent the text of all notes."""
    model: str = ""
    """Name of its model."""

    @property
    def provider(self) -> ProviderId:
        """Whose key the server gets; see `keys.key_id`."""
        return "openai_compatible"


class ChangedKeys(Struct, frozen=True):
    """Shortcuts of a command that are not those that the program gives it."""

    command: str
    """Its id, such as `view.refresh`."""
    keys: tuple[str, ...]
    """As `Ctrl+Shift+N`; none for a command without keys."""


class PromptSettings(Struct, frozen=True):
    """An instruction of the user's own for edits in place."""

    name: str
    text: str


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
    editor: EditorSettings = field(default_factory=EditorSettings)
    meaning: MeaningSettings = field(default_factory=MeaningSettings)
    shortcuts: list[ChangedKeys] = field(default_factory=list)
    prompts: list[PromptSettings] = field(default_factory=list)
    """What the context menu of an edited note offers beside Rewrite, Summarize and Translate."""

    @property
    def models(self) -> tuple[ModelSettings, ...]:
        """All models that are set up, the one that answers first."""
        return (self.model, *self.other_models)


def settings_file() -> Path:
    """Return the path of the settings file."""
    return paths.config_dir() / "settings.json"


class _Found(Struct, frozen=True):
    """What was read of a file."""

    settings: Settings
    raw: dict[str, Any]
    """What the file holds, with `Broken` where something is no value."""
    data: bytes | None
    """All of it; None without a file, and for one that cannot be read."""
    problems: list[SettingsError]
    bad: list[Place]
    """Values that could not be used."""
    is_json: bool
    """Whether what was read could be written again as it is."""


def _read(file: Path) -> _Found:
    try:
        data = file.read_bytes()
    except FileNotFoundError:
        return _Found(Settings(), {}, None, [], [], True)
    except OSError as error:
        problem = SettingsError(SettingsError.CANNOT_READ, file=file, why=system_reason(error))
        return _Found(Settings(), {}, None, [problem], [], False)
    try:
        raw = read_strictly(data)
        return _Found(msgspec.convert(raw, Settings), raw, data, [], [], True)
    except (ValueError, RecursionError, msgspec.ValidationError):
        return _read_value_by_value(file, data)


def _read_value_by_value(file: Path, data: bytes) -> _Found:
    """Take every value that can be used; each other one gives way to its default."""
    found = read_damaged(data)
    is_json = _is_json(data)
    if not isinstance(found.value, dict):
        empty = N_("Core", "{file} is empty. The defaults are used.")
        nothing = N_("Core", "{file} holds no settings. The defaults are used.")
        problem = SettingsError(nothing if data.strip(_NOTHING) else empty, file=file)
        return _Found(Settings(), {}, data, [problem], [()], False)
    problems: dict[Place, SettingsError] = {}
    for fault in found.faults:
        if fault.kind == "twice":
            problems[fault.place] = SettingsError(
                N_("Core", "Line {line}: the setting {setting} is there twice. The last one is used."),
                line=fault.line,
                setting=name_of(fault.place),
            )
    settings, refused = convert_value_by_value(found.value, Settings)
    for one in refused:
        problems[one.place] = _problem_of(one, found.lines.get(one.place, 1))
    for model in _without_address(settings, refused):
        model.provider = "openai_compatible"  # which has no server of its own: another one was meant
    end = next((fault.line for fault in found.faults if fault.kind == "cut"), None)
    for fault in found.faults:
        is_reported = fault.line == end or any(fault.place[: len(place)] == place for place in problems)
        if fault.kind == "broken" and not is_reported:
            this = N_("Core", "Line {line}: this is not valid JSON and is left out.")
            inside = N_("Core", "Line {line}: what is in {setting} is not valid JSON and is left out.")
            problems[fault.place] = SettingsError(
                inside if fault.place else this, line=fault.line, setting=name_of(fault.place)
            )
    if end is not None:
        cut = N_("Core", "Line {line}: the file ends in the middle. What is missing has its default.")
        problems.setdefault((), SettingsError(cut, line=end))
    return _Found(settings, found.value, data, list(problems.values()), [one.place for one in refused], is_json)


def _problem_of(refused: RejectedValue, line: int) -> SettingsError:
    choices = allowed(refused.place, Settings)
    wrong = Text(
        N_("Core", "Line {line}: the setting {setting} cannot be “{value}”."),
        line=line,
        setting=name_of(refused.place),
        value=shown(refused.value),
    )
    if choices:
        wrong = Text(N_("Core", "{sentence} Allowed: {allowed}."), sentence=wrong, allowed=choices)
    left_out = N_("Core", "{sentence} This entry is left out.")
    default = N_("Core", "{sentence} The default is used.")
    return SettingsError(left_out if refused.is_left_out else default, sentence=wrong)


def _is_json(data: bytes) -> bool:
    try:
        read_strictly(data.removeprefix(codecs.BOM_UTF8))
    except (ValueError, RecursionError):
        return False
    return True


def _without_address(settings: Settings, refused: list[RejectedValue]) -> Iterator[ModelSettings]:
    """Yield the models whose address could not be used."""
    left_out = set()
    for one in refused:
        match one.place:
            case ("other_models", int(number)):
                left_out.add(number)
    for one in refused:
        match one.place:
            case ("model", "base_url"):
                yield settings.model
            case ("other_models", int(number), "base_url"):
                yield settings.other_models[number - sum(other < number for other in left_out)]


def load(
    file: Path | None = None, on_problem: Callable[[SettingsError], object] = lambda _problem: None
) -> Settings:
    """Read the settings; a value that cannot be used gives way to its default, and all others hold.

    `on_problem` is called with an error for each such value, which names its line; a missing file gives the
    defaults.
    """
    found = _read(file or settings_file())
    for problem in found.problems:
        on_problem(problem)
    for model in found.settings.models:
        _move_over(model)
        model.base_url = with_scheme(model.base_url)
    return found.settings


def _move_over(model: ModelSettings) -> None:
    """Take a provider's new model in place of a retired one; another server may well have one of that name."""
    is_own = model.provider_info.needs_address
    info = provider_at(host_of(model.base_url)) if is_own else model.provider_info
    retired = dict(info.retired_models) if info is not None else {}
    if info is not None and model.model in retired:
        model.thinking, model.model = retired[model.model], info.default_model if is_own else ""


def save(settings: Settings, file: Path | None = None) -> Path | None:
    """Write what was changed atomically; keys that this version does not know stay, as does what cannot be used.

    Where something of the file would be lost, the original is saved beside it first.

    Returns:
        Where the original is, if it had to be saved.

    Raises:
        SettingsError: the folder or the file cannot be written.
    """
    file = file or settings_file()
    found = _read(file)
    return _write(file, settings, found, msgspec.to_builtins(found.settings))


def mend(settings: Settings, file: Path | None = None) -> Path | None:
    """Write the settings also in the place of what cannot be used; else as `save`."""
    file = file or settings_file()
    return _write(file, settings, _read(file), {})


def _write(file: Path, settings: Settings, found: _Found, old: dict[str, Any]) -> Path | None:
    saved = None
    merged = whole(merge(found.raw, old, msgspec.to_builtins(settings)))
    holds_all = found.is_json and all(value_at(merged, place) == value_at(found.raw, place) for place in found.bad)
    is_empty = found.data is not None and not found.data.strip(_NOTHING)
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        if not (holds_all or is_empty):
            saved = save_damaged_copy(file, found.data)
        write_atomically(file, msgspec.json.format(msgspec.json.encode(merged), indent=2))
    except OSError as error:
        raise SettingsError(SettingsError.CANNOT_WRITE, file=file, why=system_reason(error)) from error
    return saved


_NOTHING = b"\0 \t\r\n"
"""What a file may be full of that was cut off before anything was in it."""
_LIMIT_VARIABLES = {
    "MCP_TOOL_CALL_TIMEOUT": ("tool_timeout", 3_600_000),  # milliseconds
    "MCP_MAX_TOOL_CALLS_PER_ROUND": ("calls_per_round", 100),
    "MCP_MAX_INTERACTION_ROUNDS": ("confirm_round", 1000),
}
"""The limit that each sets, and the most that it may be."""


def limits_every_call(environ: Mapping[str, str] | None = None) -> bool:
    """Tell whether the environment says how long a call may take, which overrides every setting."""
    return bool((os.environ if environ is None else environ).get("MCP_TOOL_CALL_TIMEOUT", "").strip())


def effective_limits(settings: Settings, environ: Mapping[str, str] | None = None) -> LimitSettings:
    """Return the limits with the environment's variables laid over the settings.

    Raises:
        SettingsError: a variable is no whole number, or out of bounds.
    """
    environ = os.environ if environ is None else environ
    values = msgspec.to_builtins(settings.limits)
    for variable, (name, most) in _LIMIT_VARIABLES.items():
        text = environ.get(variable, "").strip()
        if text:
            number = int(text) if text.isdecimal() and len(text) < 10 else 0
            if not 1 <= number <= most:
                raise SettingsError(
                    N_("Core", "{setting}: this must be a whole number from 1 to {most}. Change it, or unset it."),
                    setting=f"{variable}={text}",
                    most=most,
                )
            values[name] = number / 1000 if name == "tool_timeout" else number
    limits: LimitSettings = msgspec.convert(values, LimitSettings)
    return limits
