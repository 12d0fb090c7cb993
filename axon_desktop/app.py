"""The `axon-desktop` program: its command line, its log, the one instance per user, and the event loop."""

from __future__ import annotations

import argparse
import asyncio
import gc
import os
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING

import axon_desktop.ui.runtime.import_hook  # before all that it makes quick  # noqa: F401

# isort: split
from PySide6.QtWidgets import QApplication

from axon_desktop import __version__, paths
from axon_desktop.desktop import Desktop
from axon_desktop.diagnostics.log_files import start_log, stop_log
from axon_desktop.options import parse_options, peek_look
from axon_desktop.settings.keys import KeyStore
from axon_desktop.ui import aio
from axon_desktop.ui.aio import Loop
from axon_desktop.ui.language.translation import install_translations
from axon_desktop.ui.look.theme import Theme
from axon_desktop.ui.runtime.excepthook import crash_hooks
from axon_desktop.ui.runtime.ime_guard import FieldGuards
from axon_desktop.ui.runtime.input_method import reachable_input_method

if TYPE_CHECKING:
    from axon_desktop.ui.single_instance.instance_lock import InstanceLock

_CLEAN_UP_SECONDS = 5.0
_THREADS = 8
_STYLE = "-style=fusion"
"""For Qt: the style that our style sheet is made for. `setStyle` would have PySide make all names of QStyle."""


def _run_window(options: argparse.Namespace, claim: InstanceLock | None = None) -> int:
    """Run the program from its first object to its last."""
    gc.disable()  # nothing becomes garbage before the first paint; `collect_garbage` begins then
    keys = KeyStore.from_environment()
    log = start_log(keys)
    app = _make_app()

    def make_loop() -> Loop:
        loop = Loop(app)
        loop.set_default_executor(ThreadPoolExecutor(_THREADS, thread_name_prefix="axon"))
        return loop

    async def run() -> int:
        return await Desktop(app, options, keys, claim).run()

    try:
        with crash_hooks():
            return aio.run_program(run(), make_loop, _CLEAN_UP_SECONDS)
    finally:
        stop_log(log)


def _make_app() -> QApplication:
    with reachable_input_method(os.environ):
        app = QApplication.instance() or _new_app([*sys.argv[:1], _STYLE])
    assert isinstance(app, QApplication)
    FieldGuards(app)
    app.setApplicationName(paths.APP_NAME)
    app.setApplicationDisplayName("Axon Desktop")
    app.setApplicationVersion(__version__)
    app.setDesktopFileName(os.environ.get("FLATPAK_ID", paths.APP_NAME))
    app.setQuitOnLastWindowClosed(False)
    return app


def _new_app(arguments: list[str]) -> QApplication:
    if sys.platform == "darwin":  # elsewhere what is to be opened stands in the command line
        from axon_desktop.ui.runtime.application import Application

        return Application(arguments)
    return QApplication(arguments)


def _run_first(options: argparse.Namespace) -> int:
    """Run the program as the first of its user, or hand the request over to the one that runs."""
    from axon_desktop.ui.single_instance.instance_lock import InstanceLock

    claim = None if options.exit_after_paint else InstanceLock.of_user()
    if claim is None:
        return _run_window(options)
    try:
        if claim.take():
            return _run_window(options, claim)
        return _run_window(options) if options.new_window else _run_second(options, claim)
    finally:
        claim.release()


def _run_second(options: argparse.Namespace, claim: InstanceLock) -> int:
    """Hand the request over; report it if nobody accepts it."""
    from axon_desktop.ui.single_instance.client import Outcome, activation_token, hand_over_options, has_reader

    token = activation_token()  # before Qt takes it out of the environment
    app = _make_app()
    outcome = hand_over_options(options, token, claim)
    if outcome is Outcome.FIRST:
        return _run_window(options, claim)
    if outcome is Outcome.SILENT and not has_reader() and app.platformName() != "offscreen":
        from axon_desktop.ui.single_instance.raise_window import report_silent

        look, language = peek_look()
        install_translations(app, language)
        Theme(app, look)
        with asyncio.Runner(loop_factory=lambda: Loop(app)) as runner:
            runner.run(report_silent(claim.holder()))
    return int(outcome is Outcome.SILENT)


def _without_display() -> bool:
    has_display = os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    return sys.platform.startswith("linux") and not has_display and "QT_QPA_PLATFORM" not in os.environ


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the program; return its exit code."""
    options = parse_options(arguments)
    if options.selftest:
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
        options.vault, options.note, options.tour = None, None, Path("pictures")
    if _without_display():
        os.environ["QT_QPA_PLATFORM"] = "offscreen"
        if not options.tour and not options.exit_after_paint:
            asked = options.vault or options.link
            unopened = f" {asked} was not opened." if asked else ""
            options.vault, options.note, options.link, options.tour = None, None, "", Path("out") / "tour"
            sys.stderr.write(
                f"There is no display here, so the window cannot be shown.{unopened} Its tour is played"
                f" without one in a copy of the sample vault; the pictures will be in {options.tour}.\n"
            )
    if options.tour is None:
        return _run_first(options)
    with tempfile.TemporaryDirectory(prefix="axon-tour-") as home:  # the tour leaves the user's own folders alone
        os.environ["AXON_HOME"] = home
        if options.selftest:
            options.tour = Path(home) / "pictures"
        return _run_window(options)
