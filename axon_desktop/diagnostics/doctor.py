"""The checks of `axon doctor`: what works on this machine, and what to do about the rest."""

from __future__ import annotations

import asyncio
import json
import os
import platform
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias

from axon_desktop import __version__, paths
from axon_desktop.errors import KeyStoreError, SettingsError, system_reason
from axon_desktop.settings import settings
from axon_desktop.settings.keys import VARIABLES, KeyStore
from axon_desktop.settings.settings import ModelSettings
from axon_desktop.theme import fonts
from axon_desktop.worker_process import worker_command, worker_environment

State: TypeAlias = Literal["good", "warning", "bad"]

MARKS: dict[State, str] = {"good": "ok  ", "warning": "note", "bad": "FAIL"}

_PROBE_SECONDS = 60

_LINUX_LIBRARIES = {
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libglib-2.0.so.0": "libglib2.0-0",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
}
"""What Qt's windows need on Linux, with the Debian package of each."""


_MODEL_ADVICE = {
    "key": f"Enter the key again in the settings, or set {', '.join(VARIABLES.values())} before the start.",
    "balance": "Top up the account, or choose another provider.",
    "model": "Choose another model in the settings.",
    "network": "Check the network and the address; a server on this machine must be running.",
    "tls": "Check this computer's clock, and whether the address should begin with http://.",
    "proxy": "Check HTTPS_PROXY, HTTP_PROXY and NO_PROXY.",
    "server": "The server itself has failed: try again in a moment.",
    "address": "Check the base URL in the settings: for many servers it ends with /v1.",
}
"""What to do about each thing that a probe of the model finds."""

_FONT_ADVICE = {
    "win32": "Add Chinese to the languages in the settings of Windows: its fonts come with it.",
    "darwin": "Font Book shows whether the fonts that come with macOS are switched off.",
}
_MOST_MODELS = 12


@dataclass(frozen=True, slots=True)
class Check:
    """The outcome of one check."""

    name: str
    """What was checked."""
    state: State
    """Whether it works; a warning leaves the program usable."""
    found: str
    """What was found, in one line."""
    advice: str = ""
    """What to do about it; empty when nothing needs doing."""


def run_checks(vault: Path | None = None, *, ask_model: bool = False) -> list[Check]:
    """Run all checks; the vault is the one that was opened last unless one is named.

    The model is asked for a word only if `ask_model` is set: that needs the network and may cost a little.
    """
    checks = [_check_python(), *_check_qt(), _check_display(), _check_keys()]
    checks += [
        _check_settings(),
        *_check_tables(),
        *check_model(ask=ask_model),
        check_sandbox(),
        *_check_folders(),
    ]
    checks.append(_check_vault(vault or _last_vault()))
    return checks


def _check_python() -> Check:
    found = f"Axon {__version__}, Python {platform.python_version()}, {platform.platform()}"
    if (3, 11) <= sys.version_info[:2] < (3, 14):
        return Check("Program", "good", found)
    return Check("Program", "bad", found, "Use Python 3.11, 3.12 or 3.13.")


def _probe_qt() -> dict[str, Any]:
    names = list(_LINUX_LIBRARIES) if sys.platform == "linux" else []
    try:
        child = subprocess.run(
            [*worker_command("axon_desktop.ui.selftest.qt_probe"), *names],
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="replace",
            timeout=_PROBE_SECONDS,
            check=False,
            env={name: value for name, value in worker_environment().items() if name not in VARIABLES.values()},
        )
        report: dict[str, Any] = json.loads(child.stdout)
        return report
    except subprocess.TimeoutExpired:
        return {"error": f"Qt did not start within {_PROBE_SECONDS} s"}
    except OSError as error:
        return {"error": f"{sys.executable} does not run ({system_reason(error)})"}
    except ValueError:
        lines = child.stderr.strip().splitlines()
        return {"error": lines[-1] if lines else f"the probe ended with code {child.returncode}"}


def _check_qt() -> Iterator[Check]:
    report = _probe_qt()
    missing = report.get("missing", [])
    install = ""
    if missing:
        packages = " ".join(_LINUX_LIBRARIES[name] for name in missing)
        install = f"On Debian or Ubuntu: sudo apt install {packages}"
    if "error" in report:
        advice = install or "Install the program again: pip install axon-desktop"
        yield Check("Qt", "bad", f"cannot be used: {report['error']}", advice)
        return
    yield Check("Qt", "good", f"PySide6 {report['version']}")
    if sys.platform == "linux":
        found = f"missing: {', '.join(missing)}" if missing else "all there"
        yield Check("Window libraries", "warning" if missing else "good", found, install)
    yield check_fonts(report["fonts"], report["chinese"])


def check_fonts(families: int, chinese: int) -> Check:
    """Look whether there are letters of every script; Qt has counted its families, and those with Chinese."""
    count = f"{families} families"
    covered = fonts.find_fonts()
    if covered is None:  # systems that bring their own
        missing: list[fonts.Script] = [] if chinese else ["Chinese"]
    else:
        missing = [script for script, family in covered.items() if not family]
    if not missing:
        return Check("Fonts", "good", f"{count}: Latin, Chinese and emoji can be shown")
    found = f"{count}, none with {' or '.join(missing)}: such letters are shown as boxes"
    return Check("Fonts", "warning", found, _FONT_ADVICE.get(sys.platform) or fonts.advice(missing))


def _check_display() -> Check:
    if sys.platform != "linux":
        return Check("Display", "good", "the system's own")
    for variable in ("WAYLAND_DISPLAY", "DISPLAY"):
        if os.environ.get(variable):
            return Check("Display", "good", f"{variable}={os.environ[variable]}")
    advice = "The window cannot open here; the axon command works without it."
    return Check("Display", "warning", "neither DISPLAY nor WAYLAND_DISPLAY is set", advice)


def _check_keys() -> Check:
    store = KeyStore.from_environment(dict(os.environ))
    given = [variable for variable in VARIABLES.values() if os.environ.get(variable)]
    try:
        name = store.backend_name
    except KeyStoreError as error:
        return Check("Key store", "warning", str(error))
    if name:
        return Check("Key store", "good", ", ".join([name, *given]))
    advice = f"Keys can be given in the environment ({', '.join(VARIABLES.values())}) or typed in for one run."
    return Check("Key store", "warning", ", ".join(["none that Axon can use", *given]), advice)


def _check_settings() -> Check:
    file = settings.settings_file()
    problems: list[SettingsError] = []
    try:
        settings.effective_limits(settings.load(on_problem=problems.append))
    except SettingsError as error:
        problems.append(error)
    if problems:
        return Check("Settings", "bad", f"{file}: {' '.join(str(problem) for problem in problems)}")
    return Check("Settings", "good", str(file) if file.exists() else f"{file} (not there yet: defaults)")


def _check_tables() -> Iterator[Check]:
    """Look at the user's own data of models and profiles, if there is any."""
    from axon_desktop.llm.models import model_catalog as catalog
    from axon_desktop.llm.models import profiles

    problems: list[SettingsError] = []
    catalog.load(catalog.user_file(), problems.append)
    profiles.load(profiles.user_file(), problems.append)
    if problems:
        yield Check("Own data of models", "bad", " ".join(str(problem) for problem in problems))


def check_model(*, ask: bool) -> Iterator[Check]:
    """Look at the model of the settings."""
    keys = KeyStore.from_environment(dict(os.environ))
    model = settings.load().model
    by_key = keys.default_provider if model.unchosen else ""
    model = model.for_provider(by_key or model.provider)
    where = " at ".join(part for part in (model.model, model.base_url) if part)
    name = f"{model.provider} ({where})" if where else model.provider
    if by_key:
        name += f", by the key in {keys.variable(model.provider)}"
    if not ask or model.provider == "offline":
        advice = "" if model.provider == "offline" else "To ask it for a word: axon doctor --test-model"
        yield Check("Model", "good", name, advice)
        return
    from axon_desktop.llm.models.probe import probe

    result = asyncio.run(probe(model, keys))
    if result.ok:
        yield Check("Model", "good", f"{name} answers within {result.seconds:.1f} s")
        if model.provider_info.needs_address:
            yield _check_tools(model)
        return
    advice = _MODEL_ADVICE[result.code]
    if result.code == "model" and result.models:
        advice = f"Choose one of these: {', '.join(result.models[:_MOST_MODELS])}"
    yield Check("Model", "bad", f"{name}: {result.detail}", advice)


def _check_tools(model: ModelSettings) -> Check:
    """See in which form a model that is not known calls a tool; on a slow computer this takes minutes."""
    from axon_desktop.llm.models.profiles import find_profile
    from axon_desktop.llm.models.tool_probe import PROBE_TOOL, probe_tools
    from axon_desktop.tools import ToolParser

    parser = ToolParser([PROBE_TOOL.name])
    keys = KeyStore.from_environment(dict(os.environ))
    found = asyncio.run(probe_tools(model, keys, lambda text: parser.parse(text).has_tool_calls))
    window = f"; context {found.context_window} tokens" if found.context_window else ""
    match found.form:
        case "native":
            return Check("Tools", "good", f"native calls work{window}")
        case "text":
            known = "text" in (model.protocol, find_profile(model.provider, model.model).protocol)
            advice = "" if known else "Test the model once in the settings, so that Axon remembers it."
            return Check("Tools", "good", f"calls as text work{window}", advice)
        case "neither":
            advice = "It may be too small: choose a larger one, or one made for tools."
            return Check("Tools", "warning", f"this model did not manage a tool call{window}", advice)
    advice = "Run this again when the server is less busy, or press Test in the settings."
    return Check("Tools", "warning", f"not found out: {found.detail}", advice)


def check_sandbox() -> Check:
    """Find out in what commands of the agent would run, by trying forbidden things in it."""
    from axon_desktop.tools.shell import sandbox
    from axon_desktop.tools.shell.run_command import HAS_COMMANDS

    if not HAS_COMMANDS:
        return Check("Commands", "good", "not offered: Axon cannot run commands of the agent on Windows")
    finding = sandbox.find()
    said = [
        f"{kind}: {', '.join(trial.broke) or trial.problem}" for kind, trial in finding.trials if not trial.works
    ]
    if finding.kind is None:
        found = f"no sandbox works here ({'; '.join(said)})"
        install = " On Debian or Ubuntu: sudo apt install bubblewrap" if sys.platform == "linux" else ""
        return Check("Sandbox", "warning", found, f"Every command asks, and no shell line is run.{install}")
    tried = len(finding.trials[-1][1].tried)
    found = f"{finding.kind}: of {tried} forbidden things none could be done in it"
    if finding.kind != "landlock":
        return Check("Sandbox", "good", found)
    advice = f"bubblewrap would hide more ({said[0]}). On Debian or Ubuntu: sudo apt install bubblewrap"
    return Check("Sandbox", "good", found, advice)


def _check_folders() -> Iterator[Check]:
    for name, folder in (("Data folder", paths.data_dir()), ("Cache folder", paths.cache_dir())):
        try:
            folder.mkdir(parents=True, exist_ok=True)
            with tempfile.TemporaryFile(dir=folder):
                yield Check(name, "good", str(folder))
        except OSError as error:
            advice = "Make it writable, or set AXON_HOME to a folder that is."
            yield Check(name, "bad", f"{folder}: {system_reason(error)}", advice)


def _last_vault() -> Path | None:
    last = settings.load().general.last_vault
    return Path(last) if last else None


def _check_vault(vault: Path | None) -> Check:
    if vault is None:
        return Check("Vault", "warning", "none was opened yet", "Name one with --vault DIR to check it.")
    try:
        if not vault.is_dir():
            return Check("Vault", "bad", f"{vault} is not a folder", "Choose the folder that holds your notes.")
        with tempfile.TemporaryDirectory(prefix=".axon-doctor-", dir=vault) as folder:
            exchanged = _can_exchange(Path(folder))
            linked = _can_link(Path(folder))
    except OSError as error:
        advice = "Axon can write no notes here: make the folder writable."
        return Check("Vault", "bad", f"{vault}: {system_reason(error)}", advice)
    if exchanged:
        steps = "two steps" if sys.platform == "win32" else "one step"
        return Check("Vault", "good", f"{vault}: writable, files are swapped in {steps}")
    advice = (
        "Writing works, but less safely: this file system cannot swap two files in one step"
        f"{'' if linked else ', and has no hard links'}. What another program saves to a note in the very moment"
        f" in which Axon writes it may be lost{', if it saves by renaming' if linked else ''}."
    )
    return Check("Vault", "warning", f"{vault}: writable", advice)


def _can_exchange(folder: Path) -> bool:
    """Return whether two files can change places, and neither text is lost on the way."""
    from axon_desktop.vault.files import atomic_rename as swap

    one, two = folder / "one", folder / "two"
    one.write_bytes(b"1")
    two.write_bytes(b"2")
    try:
        swap.exchange(str(one), str(two), None)
    except swap.SwapUnsupportedError:
        return False
    return one.read_bytes() == b"2"


def _can_link(folder: Path) -> bool:
    """Return whether a file can have a second name, by which it is held while another takes its place."""
    (folder / "three").write_bytes(b"3")
    try:
        (folder / "four").hardlink_to(folder / "three")
    except OSError:
        return False
    return True
