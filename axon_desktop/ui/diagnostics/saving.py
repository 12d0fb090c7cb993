"""Collecting a diagnostics bundle, showing it, and saving it where the user chooses."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from shiboken6 import isValid

from axon_desktop.settings.keys import KeyStore
from axon_desktop.ui.aio import ask, spawn
from axon_desktop.ui.diagnostics.dialog import BundleDialog
from axon_desktop.ui.language.translation import translate
from axon_desktop.ui.widgets.file_dialog import ask_save_file

if TYPE_CHECKING:
    from axon_desktop.mcp_host.host import McpHost
    from axon_desktop.ui.window.main_window import MainWindow


async def save_diagnostics(window: MainWindow, keys: KeyStore, host: McpHost | None) -> None:
    """Show what a bundle would contain, and save it if the user agrees."""
    dialog = BundleDialog(window)
    parts: dict[str, str] = {}
    collecting = spawn(_collect(dialog, parts, keys, server_states(host)), name="collect diagnostics")
    try:
        if not await ask(dialog):
            return
    finally:
        collecting.cancel()
    title = translate("Diagnostics", "Save diagnostics")
    name = f"axon-diagnostics-{time.strftime('%Y%m%d-%H%M')}.zip"
    file = await ask_save_file(window, title, name)
    if file is None:
        return
    from axon_desktop.diagnostics.report import save

    try:
        await asyncio.to_thread(save, parts, file)
    except OSError as error:
        words = translate("Diagnostics", "{file} cannot be written: {reason}.")
        window.show_error(words.format(file=file, reason=error.strerror or error), error)
        return
    words = translate("Diagnostics", "Saved as {file}. Nothing was sent.")
    window.status.show_message(words.format(file=file))


def server_states(host: McpHost | None) -> Sequence[str] | None:
    """Return the state of each MCP server, without names; None if unknown yet."""
    if host is None:
        return None
    lines = []
    for number, server in enumerate(host.status(), 1):
        started = f", started in {server.seconds:.1f} s" if server.seconds is not None else ""
        lines.append(f"server {number}: {server.state}, {len(server.tools)} tools{started}")
    return lines or ["no MCP server is set up"]


async def _collect(
    dialog: BundleDialog, parts: dict[str, str], keys: KeyStore, servers: Sequence[str] | None
) -> None:
    from axon_desktop.diagnostics import report as diagnostics

    parts.update(await asyncio.to_thread(diagnostics.collect, keys, servers))
    if (own := _readme()) != diagnostics.README:  # the English text stays below, for the recipient
        parts["README.txt"] = f"{own}\n{parts['README.txt']}"
    if isValid(dialog):
        dialog.show_parts(parts)


def _readme() -> str:
    """Return `diagnostics.README` in the window's language."""
    return translate(
        "Diagnostics",
        "Axon Desktop diagnostics. You can read everything in this file in a text editor.\n"
        "\n"
        "It contains:\n"
        "  about.txt      versions of the program, the system and the packages\n"
        "  checks.txt     what `axon doctor` finds\n"
        "  settings.json  settings, without anything you typed in yourself\n"
        "  stores.txt     size and health of the data that Axon keeps\n"
        "  servers.txt    number and state of the MCP servers\n"
        "  events.txt     the latest lines of events.log, which names no notes\n"
        "  faults.txt     where each thread was when the program crashed\n"
        "\n"
        "It contains no note text, note names, folders, addresses, conversations or keys.\n",
    )
