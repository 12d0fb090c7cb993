"""What the command line of `axon-desktop` says, and how it lies over the settings for one run."""

from __future__ import annotations

import argparse
import copy
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from axon_desktop import __version__, paths
from axon_desktop.errors import SettingsError
from axon_desktop.settings.providers import provider_ids
from axon_desktop.theme.look import Look

if TYPE_CHECKING:
    from axon_desktop.settings.settings import ProviderId, Settings  # at run time it comes after the first paint


_LINK = "obsidian:"


class Override(NamedTuple):
    """A setting that the command line replaces for this run."""

    section: str
    name: str
    saved: Any
    """The value of the settings file."""
    value: Any


def parse_options(arguments: Sequence[str] | None) -> argparse.Namespace:
    """Read the command line; wrong usage ends the program."""
    parser = argparse.ArgumentParser(prog="axon-desktop", description="Open an Obsidian vault in Axon Desktop.")
    parser.add_argument(
        "vault", nargs="?", metavar="VAULT", help="folder of the vault, a note in one, or an obsidian:// link"
    )
    parser.add_argument("--note", metavar="PATH", help="vault path of the note to show")
    parser.add_argument("--theme", choices=("light", "dark"), help="for this run; else as in the settings")
    parser.add_argument(
        "--provider",
        choices=provider_ids(),
        help="who answers in this run",
    )
    parser.add_argument("--tour", metavar="DIR", type=Path, help="play a short tour and save its pictures in DIR")
    parser.add_argument(
        "--selftest", action="store_true", help="check every part of this install without a window, and end"
    )
    parser.add_argument(
        "--full", action="store_true", help="with --selftest: also print the steps that only a person can try here"
    )
    parser.add_argument("--exit-after-paint", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--version", action="version", version=f"axon-desktop {__version__}")
    parser.add_argument(
        "--new-window",
        action="store_true",
        help="start a second program even if a window is open, which otherwise gets the arguments",
    )
    options = parser.parse_args(arguments)
    options.link = ""
    if options.vault is not None and options.vault.lower().startswith(_LINK):
        options.vault, options.link = None, options.vault
    elif options.vault is not None:
        _find_vault(options, parser)
    if options.full and not options.selftest:
        parser.error("--full belongs to --selftest.")
    if options.tour and (options.vault or options.link):
        parser.error("--tour plays in a copy of the sample vault: leave out VAULT.")
    return options


def _find_vault(options: argparse.Namespace, parser: argparse.ArgumentParser) -> None:
    """Take a folder as the vault, and a file as a note of the vault that it is in."""
    path = options.vault = Path(options.vault).absolute()
    if path.is_file():
        from axon_desktop.vault.obsidian.known_vaults import vault_around

        root = vault_around(path)
        if root is None:
            parser.error(f"{path} is in no vault: name the folder too, as in: axon-desktop FOLDER --note PATH")
        options.vault, options.note = root, path.relative_to(root).as_posix()
    elif not path.is_dir():
        parser.error(f"{path} is not a folder.")


def apply_options(settings: Settings, options: argparse.Namespace, by_key: str = "") -> list[Override]:
    """Lay the command line over the settings; return what must not be saved.

    `by_key` is the provider that answers by a key in the environment if nobody has chosen one.

    The model is replaced as a whole: no other provider's key may go to the address that was set up for one.
    """
    overrides = []
    unchosen = by_key if settings.model.unchosen else ""
    provider: ProviderId = "offline" if options.tour else options.provider or unchosen or settings.model.provider
    other = provider != settings.model.provider
    for section, name, value in (
        (settings.general, "theme", options.theme),
        (settings, "model", settings.model.for_provider(provider) if other else None),
        (settings.safety, "mode", "ask" if options.tour else None),
    ):
        if value:
            saved = getattr(section, name)
            overrides.append(Override(type(section).__name__, name, saved, copy.deepcopy(value)))
            setattr(section, name, value)
    return overrides


def without_options(settings: Settings, overrides: Sequence[Override]) -> Settings:
    """Return a copy in which values of the command line, if they still hold, give way to those of the file."""
    copied = copy.deepcopy(settings)
    for override in overrides:
        if override.section == "Settings":
            _give_back_model(copied, override)
        for section in (copied.general, copied.safety):
            if type(section).__name__ == override.section and getattr(section, override.name) == override.value:
                setattr(section, override.name, override.saved)
    return copied


def _give_back_model(settings: Settings, override: Override) -> None:
    """Put the file's model where the command line's stands, be it one of the others by now."""
    models = [settings.model, *settings.other_models]
    if override.value in models:
        models = [override.saved if model == override.value else model for model in models]
    elif override.saved.provider != "offline" and override.saved not in models:
        models.append(override.saved)  # the command line's was changed or removed; this one nobody has seen
    if settings.model.provider == "offline" and override.value.provider != "offline":
        models[0].decided = True  # chosen in place of the one of this run
    settings.model, settings.other_models = models[0], models[1:]


def peek_look() -> tuple[Look, str]:
    """Return look and language of the settings file, without what reads all of it: the first paint waits.

    Anything odd gives the defaults; it is complained about when the settings are really read.
    """
    try:
        general = _peek((paths.config_dir() / "settings.json").read_bytes())["general"]
        look, language = Look.of(general), general.get("language")
    except (OSError, KeyError, TypeError, AttributeError):
        return Look(), "system"
    return look, language if isinstance(language, str) else "system"


def _peek(data: bytes) -> Any:
    try:
        return json.loads(data)
    except (ValueError, RecursionError):
        from axon_desktop.persistence.damaged_json import (
            read_damaged,  # not before the first paint, if all is well
        )

        return read_damaged(data).value


def load_settings(on_problem: Callable[[SettingsError], object]) -> Settings:
    """Return the settings; `on_problem` is called for each value of their file that cannot be used."""
    from axon_desktop.settings import settings as settings_file

    return settings_file.load(on_problem=on_problem)
