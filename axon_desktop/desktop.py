"""The running program: the window and the objects behind it, from start to shutdown.

The window is painted first, empty; the vault, the provider and the conversation follow. Everything is given to
its users by constructor here and nowhere else.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import signal
import sys
from collections.abc import Mapping
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

import axon_desktop.ui.runtime.import_hook  # before all that it makes quick  # noqa: F401

# isort: split
import PySide6.QtCore  # before qasync, which takes the binding that it finds  # noqa: F401
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from axon_desktop import paths
from axon_desktop.diagnostics.log_files import log_dir
from axon_desktop.options import load_settings, peek_look
from axon_desktop.sample_vault import copy_sample_vault
from axon_desktop.settings.keys import KeyStore
from axon_desktop.ui import aio
from axon_desktop.ui.aio import spawn
from axon_desktop.ui.features import add_features, load_later
from axon_desktop.ui.language.error_texts import error_text
from axon_desktop.ui.language.translation import install_translations
from axon_desktop.ui.look.icons import app_icon
from axon_desktop.ui.look.theme import Theme
from axon_desktop.ui.runtime.excepthook import loop_failed
from axon_desktop.ui.runtime.first_paint import show_painted
from axon_desktop.ui.runtime.garbage_collector import collect_garbage, give_memory_back
from axon_desktop.ui.runtime.qt_preload import make_classes
from axon_desktop.ui.session.conversation_store import StoreOpener
from axon_desktop.ui.settings.settings_saver import SettingsSaver
from axon_desktop.ui.shortcuts.keymap import save_keys
from axon_desktop.ui.window.main_window import MainWindow

if TYPE_CHECKING:
    from axon_desktop.llm.provider import Provider
    from axon_desktop.mcp_host.host import McpHost
    from axon_desktop.options import Override
    from axon_desktop.settings.settings import ChangedKeys, EditorSettings, ModelSettings, Settings
    from axon_desktop.theme.look import Look
    from axon_desktop.ui.crash_recovery.run_marker import RunMarker
    from axon_desktop.ui.meaning.window_meaning import WindowMeaning
    from axon_desktop.ui.single_instance.instance_lock import InstanceLock
    from axon_desktop.ui.single_instance.request import OpenRequest
    from axon_desktop.ui.task_manager.reporting import TurnReporting
    from axon_desktop.ui.window.workspace import Workspace

_CLEAN_UP_SECONDS = 5.0
_GLANCE_SECONDS = 0.3
_GLANCES = 10
"""Interval for checking whether the first note is shown: perhaps there is none."""


class Desktop:
    """The running program."""

    def __init__(
        self, app: QApplication, options: argparse.Namespace, keys: KeyStore, claim: InstanceLock | None = None
    ) -> None:
        """Take the command line, and the claim to be the first program of its user if this is the first."""
        self._options = options
        self._claim = claim
        self._keys = keys
        self._closing = asyncio.Event()
        self.workspace: Workspace | None = None
        """The open vault, None while there is none."""
        self._opening = asyncio.Lock()
        self._store: StoreOpener | None = None
        self.host: McpHost | None = None
        """The user's MCP servers, None before the settings are read."""
        self._reporting: TurnReporting | None = None
        self._mark: RunMarker | None = None
        self._meaning: WindowMeaning | None = None
        self._settings: Settings
        self._kept: list[Override] = []
        look, language = peek_look()
        language = install_translations(app, language)
        self._theme = Theme(app, replace(look, theme=options.theme or look.theme))
        state = QSettings(str(paths.config_dir() / "window.ini"), QSettings.Format.IniFormat)
        self.window = MainWindow(app_icon(), state)
        self._file = SettingsSaver(self.window, self._settings_to_keep)
        self.window.status.set_language(language)
        self.window.menus.set_theme(self._theme.look.theme)
        self.window.close_requested.connect(self._closing.set)
        app.commitDataRequest.connect(self._closing.set)  # the user logs off: no signal comes on Windows
        self.window.menus.actions["help.open_the_log_folder"].triggered.connect(self._open_log)

    async def _read_settings(self) -> None:
        """Read the settings and the list of servers, and from now on handle the requests that need them."""
        self._settings = await asyncio.to_thread(load_settings, self._file.damage.append)
        self.window.groups.set_default_mode(self._settings.general.default_mode)
        self.window.take_editor_settings(self._settings.editor)
        await asyncio.to_thread(import_module, "axon_desktop.ui.mcp.host")
        from axon_desktop.options import apply_options
        from axon_desktop.ui.first_run.choices import is_first_run
        from axon_desktop.ui.mcp.host import make_host
        from axon_desktop.ui.meaning.window_meaning import WindowMeaning

        asked = is_first_run(self._settings, self._options, self.window.state)  # then the user decides
        self._kept = apply_options(self._settings, self._options, "" if asked else self._keys.default_provider)
        self._file.report_damage()
        self._meaning = WindowMeaning(self.window, self._keys, self._settings.meaning)
        self.host = await make_host(self._keys, self.window)
        self.window.vault_requested.connect(self._open_folder)
        self.window.settings_requested.connect(lambda page: spawn(self._edit_settings(page), name="settings"))
        self.window.theme_requested.connect(
            lambda choice: self._choose_look(replace(self._theme.look, theme=choice))
        )
        self.window.editor_requested.connect(self._choose_editor)
        self.window.text_size_requested.connect(lambda step: self._choose_look(self._theme.look.with_text(step)))
        self.window.model_chosen.connect(lambda model: spawn(self._choose_model(model), name="choose model"))
        actions = self.window.menus.actions
        actions["help.welcome"].triggered.connect(lambda: spawn(self._welcome(), name="welcome"))
        actions["help.save_diagnostics"].triggered.connect(
            lambda: spawn(self._save_diagnostics(), name="save diagnostics")
        )

    async def run(self) -> int:
        """Show the window, open the vault, and return when all is closed."""
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(loop_failed)
        code = 0
        try:
            await show_painted(self.window)
            if self._options.exit_after_paint:
                sys.stdout.write(json.dumps({"modules": sorted(sys.modules)}) + "\n")
                return 0
            if sys.platform != "win32":  # until here there is nothing to lose
                for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
                    loop.add_signal_handler(number, self._closing.set)
            await make_classes()
            spawn(collect_garbage(), name="collect garbage")
            await asyncio.gather(add_features(self.window), self._read_settings())
            save_keys(self.window.menus.keymap, self._settings.shortcuts, self._keep_shortcuts)
            self._store = StoreOpener(self.window)
            opening = spawn(self._open_first(), name="open vault")
            self._listen(opening)
            spawn(self._welcome_new_user(opening), name="first run")
            spawn(self._look_after_crash(opening), name="look after a crash")
            spawn(self._start_servers(opening), name="start servers")
            spawn(self._report_turns(), name="report turns")
            spawn(self._load_later(opening), name="load later")
            if self._options.tour:
                await opening
                code = await self._play_tour()
            else:
                await self._closing.wait()
        finally:
            await self._shut_down()
        return code

    async def _shut_down(self) -> None:
        if self._store is not None:
            self._store.stop_opening()
        await self._file.save_last()
        is_draft = await self.window.groups.save_or_draft()
        self.window.begin_close()
        closing = [self.workspace.close()] if self.workspace is not None else []
        if self.host is not None:
            from axon_desktop.ui.mcp.host import close_host

            closing.append(close_host(self.host, _CLEAN_UP_SECONDS))
        await asyncio.gather(*closing)
        if self._reporting is not None:
            await aio.in_time(self._reporting.close(), _CLEAN_UP_SECONDS, name="report the last")
        if self._store is not None:
            await self._store.close(_CLEAN_UP_SECONDS)
        await aio.cancel_all(_CLEAN_UP_SECONDS)
        if self._mark is not None:
            await aio.in_time(aio.apart(self._mark.leave if is_draft else self._mark.release), _CLEAN_UP_SECONDS)
        self.window.close_for_good()

    async def _start_servers(self, opening: asyncio.Task[None]) -> None:
        """Start the MCP servers after the vault is open, which comes first."""
        await asyncio.wait([opening])
        if self.host is not None and not self._closing.is_set():
            self.host.start()

    async def _load_later(self, opening: asyncio.Task[None]) -> None:
        """Load what nobody waits for now, once everything that a user sees and types into first is there."""
        await asyncio.wait([opening])
        await self._rest()
        await load_later()
        from axon_desktop.ui.settings.damaged_file import check_user_tables

        await check_user_tables(self.window)

    async def _rest(self) -> None:
        """Wait until the window has shown the note with which a vault opens."""
        for _ in range(_GLANCES):
            await asyncio.sleep(_GLANCE_SECONDS)
            view = self.window.preview.body.made_view
            if view is not None and not view.at_work:
                return

    async def _play_tour(self) -> int:
        assert self.workspace is not None
        if self._options.selftest:
            from axon_desktop.ui.selftest.selftest import run_selftest

            return await run_selftest(self.window, self.workspace, self._options.tour, self._options.full)
        from axon_desktop.ui.selftest.tour import play_tour

        return await play_tour(self.window, self.workspace.vault, self._options.tour)

    # --- the first run

    async def _welcome_new_user(self, opening: asyncio.Task[None]) -> None:
        """Welcome a user who has set up nothing yet, over the window with the sample vault."""
        from axon_desktop.ui.first_run.choices import is_first_run

        if is_first_run(self._settings, self._options, self.window.state) and not self._file.damage:
            await asyncio.wait([opening])
            if not self._closing.is_set():
                await self._welcome()

    async def _welcome(self) -> None:
        """Ask for a vault, a model, a mode and a first question, and apply the choices."""
        from axon_desktop.ui.first_run.choices import with_choices
        from axon_desktop.ui.first_run.feature import ask_choices

        choices = await ask_choices(self.window, self._settings, self._keys)
        self._settings = with_choices(self._settings, choices)
        folder = await asyncio.to_thread(copy_sample_vault) if choices.sample else choices.vault
        stays = folder is not None and not await self._is_open(folder) and not await self.open_vault(folder)
        if self.workspace is not None:
            provider = await self._make_provider()
            self.workspace.session.reconfigure(self._settings, provider)
        if folder is not None:
            await self._remember_vault()
        await self._save_settings()
        if choices.question and self.workspace is not None and not stays:
            self.workspace.session.send(choices.question)
        self.window.focus_chat()

    # --- crashes

    async def _look_after_crash(self, opening: asyncio.Task[None]) -> None:
        """Mark this run; show what was saved if the one before crashed, or had to leave a text in no file."""
        from axon_desktop.ui.crash_recovery.run_marker import RunMarker

        mark = RunMarker(paths.data_dir() / "running")
        is_something_left = await asyncio.to_thread(mark.take)
        self._mark = mark
        if is_something_left and not self._options.tour:
            from axon_desktop.ui.crash_recovery.feature import show_leftovers

            await asyncio.wait([opening])
            if self.workspace is not None and not self._closing.is_set():
                await show_leftovers(self.window, self.workspace, crashed=mark.crashed)

    async def _save_diagnostics(self) -> None:
        from axon_desktop.ui.diagnostics.saving import save_diagnostics

        await save_diagnostics(self.window, self._keys, self.host)

    # --- the vault

    async def _open_first(self) -> None:
        """Open the vault of the command line, else the last one, else the sample vault."""
        folder: Path | None = self._options.vault
        last = Path(self._settings.general.last_vault) if self._settings.general.last_vault else None
        if folder is None and last is not None and await asyncio.to_thread(last.is_dir):
            folder = last
        try:
            if folder is None:
                await self.open_vault(await asyncio.to_thread(copy_sample_vault), self._options.note or "")
                if last is not None:
                    self.window.say_vault_is_gone(last)
            else:
                await self.open_vault(folder, self._options.note or "")
                await self._remember_vault()
        finally:
            if self.workspace is None:
                self.window.show_no_vault()

    def _open_folder(self, folder: str) -> None:
        from axon_desktop.ui.single_instance.request import OpenRequest

        spawn(self._fulfil(OpenRequest(folder)), name="open vault")

    async def _fulfil(self, request: OpenRequest) -> None:
        """Open what is requested: a vault unless it is open already, a note, a link."""
        if request.folder is not None and not await self._is_open(request.folder):
            if not await self.open_vault(request.folder, request.note):
                return
            await self._remember_vault()
        elif request.note:
            self.window.preview.open_note(request.note)
        if request.link:
            self.window.preview.obsidian_link_requested.emit(request.link)

    async def _is_open(self, folder: Path) -> bool:
        from axon_desktop.vault.obsidian.known_vaults import same_folder

        root = self.workspace.vault.root if self.workspace is not None else None
        return root is not None and await asyncio.to_thread(same_folder, root, folder)

    def _listen(self, opening: asyncio.Task[None]) -> None:
        """Handle what later starts of the program request, and the link of this one's command line."""
        from axon_desktop.ui.runtime.application import Application
        from axon_desktop.ui.single_instance.feature import OpenRequests
        from axon_desktop.ui.single_instance.request import OpenRequest

        requests = OpenRequests(self.window, self._claim, opening, self._fulfil)
        if self._options.link:
            requests.take(OpenRequest(link=self._options.link))
        app = QApplication.instance()
        if isinstance(app, Application):
            requests.hear(app)

    async def _remember_vault(self) -> None:
        root = str(self.workspace.vault.root) if self.workspace is not None else ""
        if root and root != self._settings.general.last_vault:
            self._settings.general.last_vault = root
            await self._save_settings()

    async def open_vault(self, folder: Path, note: str = "") -> bool:
        """Open a folder in place of the open vault, one at a time; False if the user stays with unsaved text."""
        await asyncio.to_thread(import_module, "axon_desktop.ui.window.workspace")  # not before the first paint
        from axon_desktop.ui.conversations.last_conversation import LastConversation
        from axon_desktop.ui.mcp.feature import show_servers
        from axon_desktop.ui.model_picker.server_models import ModelServers
        from axon_desktop.ui.window import workspace

        async with self._opening:
            if self.window.model_servers is None:
                self.window.model_servers = ModelServers(self._keys, parent=self.window)
            vault, problem = await asyncio.to_thread(workspace.open_vault, folder)
            if problem is not None:
                self.window.show_error(error_text(problem), problem)
            provider = await self._make_provider()
            if not await self.window.groups.leave():
                await asyncio.to_thread(vault.close)
                return False
            index = await asyncio.to_thread(workspace.make_index, vault, self.window.context.take_index_event)
            if self.workspace is not None:  # its index must not report changes of the vault that comes
                await aio.in_time(asyncio.to_thread(self.workspace.index.close), _CLEAN_UP_SECONDS)
            assert self.host is not None
            store = self._store.opened if self._store is not None else None
            made = workspace.make_workspace(vault, index, self._settings, provider, store, self.window, self.host)
            session = made.session
            session.settings_changed.connect(lambda _settings: spawn(self._save_settings(), name="save settings"))
            old, self.workspace = self.workspace, made
            self.window.show_vault(vault, session, made.keeper, index)
            if self._reporting is not None:
                self._reporting.follow(session, made.keeper)
            if not self._options.tour:
                last = LastConversation(made.keeper, session, self.window.state, vault.id)
                spawn(last.go_on(), name="go on with the chat")
                spawn(self._offer_later(), name="find local servers")
            spawn(show_servers(self.window, self.host, self._keys), name="show servers")
            if old is not None:
                await old.close()
                await asyncio.to_thread(give_memory_back)
            first = note or self.window.last_note(vault)
            if first:
                self.window.preview.open_note(first, focus=False)
            await asyncio.to_thread(vault.names.scan)
            self.window.names_ready()
            index.start()
            if not first:
                from axon_desktop.ui.vault_picker.known_vaults import first_names

                known = set(vault.names.paths)
                if found := next((note for name in first_names() if (note := f"{name}.md") in known), ""):
                    self.window.preview.open_note(found, focus=False)
            return True

    # provider

    async def _offer_later(self) -> None:
        await self._rest()
        await self.offer_local_servers()

    async def offer_local_servers(self, ports: Mapping[int, str] | None = None) -> None:
        """Until a model is chosen, look for model servers on this computer and offer them in the chat."""
        from axon_desktop.ui.chat.welcome import is_unconfigured
        from axon_desktop.ui.session.provider import find_servers

        if is_unconfigured(self._settings):
            servers = await find_servers(ports)
            panel = self.window.chat_panel
            if servers and panel is not None and is_unconfigured(self._settings):
                panel.welcome.offer_servers(servers)

    # --- settings

    async def _edit_settings(self, page: str) -> None:
        from axon_desktop.ui.settings.dialog import SettingsDialog

        vault_id = self.workspace.vault.id if self.workspace is not None else ""
        dialog = SettingsDialog(
            self._settings,
            self._keys,
            self.window,
            page=page,
            vault_id=vault_id,
            host=self.host,
            note_pixels=self.window.note_pixels,
            meaning=self._meaning,
        )
        if not await aio.ask(dialog):
            return
        before, self._settings = self._settings, dialog.new_settings
        if self.workspace is not None:
            self.workspace.session.settings = self._settings  # a turn that ends now adds its rules to them
        self._apply_look(self._settings.general.look)
        self.window.groups.set_default_mode(self._settings.general.default_mode)
        self.window.take_editor_settings(self._settings.editor)
        self.window.set_note_pixels(dialog.editor.text_size.value())
        await self._save_settings(mend=True)
        if self._meaning is not None:
            self._meaning.use(self._settings.meaning)
        await self._report_turns()
        from axon_desktop.ui.session.provider import forget_refusals

        await forget_refusals(model for model in self._settings.models if model not in before.models)
        if self.workspace is not None:
            provider = await self._make_provider()
            self.workspace.session.reconfigure(self._settings, provider)

    async def _make_provider(self) -> Provider:
        """Return what answers with the chosen model."""
        from axon_desktop.ui.session.provider import make_provider  # not needed before the first paint

        return await make_provider(self._settings.model, self._keys)

    async def _choose_model(self, model: ModelSettings) -> None:
        """Switch to another model, which is then among the configured ones; the conversation stays."""
        settings = self._settings
        if self.workspace is None or model is settings.model:
            return
        others = [other for other in settings.other_models if other is not model]
        settings.model, settings.other_models = model, [settings.model, *others]
        await self._save_settings()
        self.workspace.session.reconfigure(settings, await self._make_provider())

    def _settings_to_keep(self) -> Settings:
        from axon_desktop.options import without_options

        return without_options(self._settings, self._kept)

    async def _save_settings(self, *, mend: bool = False) -> None:
        if not self._options.tour:
            await (self._file.mend() if mend else self._file.save())

    def _choose_look(self, look: Look) -> None:
        """Apply a look now and for later starts."""
        self._settings.general.look = look
        self._apply_look(look)
        spawn(self._save_settings(), name="save settings")

    def _choose_editor(self, editor: EditorSettings) -> None:
        self._settings.editor = editor
        self.window.take_editor_settings(editor)
        spawn(self._save_settings(), name="save settings")

    def _apply_look(self, look: Look) -> None:
        self._theme.choose(look)
        self.window.menus.set_theme(look.theme)

    def _keep_shortcuts(self, changed: list[ChangedKeys]) -> None:
        self._settings.shortcuts = changed
        spawn(self._save_settings(), name="save settings")

    async def _report_turns(self) -> None:
        """Report turns to a Task Manager, once one is set up."""
        from axon_desktop.agent_sync.target import target_of

        is_set_up = not self._options.tour and target_of(self._settings.task_manager) is not None
        if self._reporting is None and is_set_up:
            from axon_desktop.ui.task_manager.light import report_window

            self._reporting = report_window(self.window)
            if self.workspace is not None:
                self._reporting.follow(self.workspace.session, self.workspace.keeper)
        if self._reporting is not None:
            await self._reporting.apply(self._settings.task_manager)

    def _open_log(self) -> None:
        from axon_desktop.ui.runtime.open_external import open_folder

        open_folder(log_dir())
