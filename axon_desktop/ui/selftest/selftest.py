"""`axon-desktop --selftest`: checks that every part of this installation works, one line for each.

It is for a new build: on a copy of the sample vault, with the Offline provider, without a display and without
the network. Everything that a build can lack is imported, read or started here at least once.
"""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import QLibraryInfo, QTranslator
from PySide6.QtGui import QFont, QImageReader

import axon_desktop
from axon_desktop import paths
from axon_desktop.settings.languages import LANGUAGES
from axon_desktop.ui.look.icons import app_icon
from axon_desktop.ui.selftest.tour import Tour
from axon_desktop.worker_process import worker_command, worker_environment

if TYPE_CHECKING:
    from axon_desktop.ui.window.main_window import MainWindow
    from axon_desktop.ui.window.workspace import Workspace
    from axon_desktop.vault import Vault

_Check: TypeAlias = Callable[[], Awaitable[str]]

_PATIENCE = 120.0
"""Timeout for one check, in seconds; a build on a busy machine starts slowly."""
_POLL_SECONDS = 0.05
_PICTURES = {"png", "jpg", "gif", "webp", "bmp", "svg"}
_ELSEWHERE = ("windows_process",)
"""Modules that only another system can import."""
_NOTE = "# Test\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```python\ndef f(): return 1\n```\n"
_SVG = b'<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><rect width="8" height="8"/></svg>'


class SelftestError(Exception):
    """A part of the program does not do what it should."""


async def run_selftest(window: MainWindow, workspace: Workspace, folder: Path, full: bool = False) -> int:
    """Check every part; `folder` takes the pictures of the tour. Return an exit code.

    `full`: print the steps for a person on this system, too.
    """
    code = await _Selftest(window, workspace, folder).run()
    if full:
        _print(f"\nWhat a person has to try here, with what must be seen:\n{steps_by_hand(sys.platform)}")
    return code


def steps_by_hand(platform: str) -> str:
    """Return the numbered steps of every system and of this one."""
    text = (paths.resources_dir() / "selftest_steps.md").read_text(encoding="utf-8")
    steps = dict(part.split("\n", 1) for part in text.removeprefix("# ").split("\n# "))
    return "\n".join((steps["every system"], steps.get(platform, ""))).strip()


class _Selftest:
    def __init__(self, window: MainWindow, workspace: Workspace, folder: Path) -> None:
        self._window = window
        self._workspace = workspace
        self._vault: Vault = workspace.vault
        self._folder = folder
        self._passed = self._failed = 0

    async def run(self) -> int:
        """Run all checks, in an order in which the first failed line says most."""
        checks: tuple[tuple[str, _Check], ...] = (
            ("modules", lambda: asyncio.to_thread(_import_all)),
            ("resources", lambda: asyncio.to_thread(_read_resources)),
            ("pictures", lambda: asyncio.to_thread(_know_pictures)),
            ("notes", lambda: asyncio.to_thread(_render)),
            ("formulas", lambda: asyncio.to_thread(_typeset)),
            ("key store", lambda: asyncio.to_thread(_find_key_store)),
            ("certificates", lambda: asyncio.to_thread(_trust)),
            ("probe of Qt", lambda: asyncio.to_thread(_probe_qt)),
            ("hidden marks", lambda: asyncio.to_thread(_hide_marks)),
            ("svg worker", lambda: asyncio.to_thread(_draw_svg)),
            ("spelling worker", lambda: asyncio.to_thread(_spell)),
            ("expression worker", lambda: asyncio.to_thread(self._search_expression)),
            ("index helpers", lambda: asyncio.to_thread(self._prepare)),
            ("index worker", self._await_index),
            ("search", lambda: asyncio.to_thread(self._search)),
            ("meaning worker", lambda: asyncio.to_thread(self._find_meaning)),
            ("server launcher", self._start_server),
            ("command launcher", lambda: asyncio.to_thread(self._run_command)),
            ("tour", self._tour),
        )
        for name, check in checks:
            await self._check(name, check)
        _print(f"{self._passed} of {self._passed + self._failed} checks passed")
        return 1 if self._failed else 0

    async def _check(self, name: str, check: _Check) -> None:
        # gathered, because an error of one check must not hide the others
        [outcome] = await asyncio.gather(asyncio.wait_for(check(), _PATIENCE), return_exceptions=True)
        if isinstance(outcome, BaseException):
            self._failed += 1
            _print(f"FAIL  {name}: {outcome or type(outcome).__name__}")
        else:
            self._pass(name, outcome)

    def _pass(self, name: str, found: str = "") -> None:
        self._passed += 1
        _print(f"ok    {name}: {found}" if found else f"ok    {name}")

    async def _tour(self) -> str:
        """Ask, read, write, move and undo in the window, by typing."""
        await Tour(self._window, self._vault, self._folder, lambda step: self._pass(f"window, {step}")).play()
        return "played to its end"

    async def _await_index(self) -> str:
        """Wait until the index contains all notes, which its own process reads."""
        index = self._workspace.index
        deadline = time.monotonic() + _PATIENCE
        while index.state.phase != "ready":
            if index.state.phase == "failed" or time.monotonic() > deadline:
                raise SelftestError(f"{index.state.phase}: {index.state.problem or 'no reason given'}")
            await asyncio.sleep(_POLL_SECONDS)
        if index.worker_pid is None:
            raise SelftestError("it is ready, but no process keeps it")
        return f"{len(self._vault.names.paths)} files, changes by others: {index.state.watch or 'not yet heard'}"

    def _search(self) -> str:
        from axon_desktop.index.search.indexed_search import IndexedSearch
        from axon_desktop.vault.search.found import Query

        if self._workspace.index.finder() is None:
            raise SelftestError("the index does not answer")
        search = IndexedSearch(self._vault, self._workspace.index)
        found = [search.find(Query(words)).total for words in ("rain barrel", "知识")]
        if not all(found):
            raise SelftestError(f"notes found: {found}")
        return f"{found[0]} and {found[1]} notes"

    def _find_meaning(self) -> str:
        index = self._window.context.meaning
        if index is None:
            raise SelftestError("the window has none")
        found = [index.find(text, 1) for text in ("water for the plants when it has not rained", "收集雨水的桶")]
        if not all(found):
            raise SelftestError("nothing found")
        return f"{found[0][0].path}, {found[1][0].path}"

    def _search_expression(self) -> str:
        from axon_desktop.vault.search.found import Query
        from axon_desktop.vault.search.regex import search_regex

        found = search_regex(self._vault.root, Query(r"\b[Rr]ain\b", regex=True), lambda: False)
        if not found.notes:
            raise SelftestError("nothing found")
        return f"{found.total} notes"

    def _prepare(self) -> str:
        from axon_desktop.index.build.document import DocumentWorkers

        helpers = DocumentWorkers(self._vault.root)
        try:
            helpers.ask(["Home.md"])
            prepared = helpers.receive()
        finally:
            helpers.close()
        if [note.path for note in prepared] != ["Home.md"]:
            raise SelftestError(f"prepared: {prepared}")
        return ""

    async def _start_server(self) -> str:
        """Start `axon mcp` as the user's MCP servers are started, and connect to it as to them."""
        from axon_desktop.mcp_host.config.config import ServerConfig
        from axon_desktop.mcp_host.elicitation import decline
        from axon_desktop.mcp_host.processes.log_ring import LogRing
        from axon_desktop.mcp_host.processes.process import Launch
        from axon_desktop.mcp_host.wire.callbacks import ServerCallbacks
        from axon_desktop.mcp_host.wire.connection import connect

        command = (*_console(), "mcp", "--vault", str(self._vault.root))
        config = ServerConfig(name="axon", command=command[0], args=command[1:])
        launch = Launch(command, worker_environment(), str(self._vault.root))
        callbacks = ServerCallbacks(tools_changed=lambda: None, ask=decline, log=LogRing())
        async with connect(config, launch, callbacks) as connection:
            return f"{connection.title} answers"

    def _run_command(self) -> str:
        """Run a command in the sandbox that needs a process of ours; it must not find our libraries."""
        from axon_desktop.tools.sandbox import landlock
        from axon_desktop.tools.shell import sandbox

        if not landlock.is_here():
            return "not needed: there is no Landlock here"
        launch = sandbox.prepare(("/bin/sh", "-c", "echo ${LD_LIBRARY_PATH-ran}"), self._vault.root, "landlock")
        try:
            done = subprocess.run(
                launch.argv,
                env=launch.environment,
                cwd=self._vault.root,
                pass_fds=launch.handles,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                start_new_session=True,
                timeout=_PATIENCE,
                check=False,
            )
        finally:
            launch.close()
        if done.stdout != "ran\n":
            raise SelftestError(done.stdout.strip() or done.stderr.strip() or f"code {done.returncode}")
        return ""


def _import_all() -> str:
    """Import each of our modules, and so everything that we use of others."""
    names = [
        module.name
        for module in walk_packages(axon_desktop.__path__, f"{axon_desktop.__name__}.")
        if not module.name.endswith("__main__")
        and (sys.platform == "win32" or not module.name.endswith(_ELSEWHERE))
    ]
    for name in names:
        import_module(name)
    return f"{len(names)}, Python {sys.version.split()[0]}"


def _read_resources() -> str:
    folder = paths.resources_dir()
    for file in (
        "styles/app.qss",
        "prompts/agent.md",
        "models.toml",
        "profiles.toml",
        "sample_vault/Home.md",
        "selftest_steps.md",
    ):
        if not (folder / file).is_file():
            raise SelftestError(f"{file} is missing")
    if app_icon().isNull():
        raise SelftestError("the program's icon is missing")
    qt = QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)
    languages = [info.id for info in LANGUAGES if info.id != "en"]
    for language in languages:
        for name, place in (("axon", str(folder / "i18n")), ("qtbase", qt)):
            if not QTranslator().load(f"{name}_{language}", place):
                raise SelftestError(f"the texts {name}_{language} are missing")
        if not (folder / "i18n" / f"axon_{language}.ts").is_file():
            raise SelftestError(f"the English of the texts axon_{language} is missing")
    return f"with the texts of {', '.join(languages)}"


def _know_pictures() -> str:
    known = {bytes(kind.data()).decode() for kind in QImageReader.supportedImageFormats()}
    if missing := _PICTURES - known:
        raise SelftestError(f"cannot read {', '.join(sorted(missing))}")
    return ", ".join(sorted(known))


def _render() -> str:
    from axon_desktop.markdown.html.render import Renderer
    from axon_desktop.markdown.scan.blocks import scan_blocks
    from axon_desktop.markdown.scan.definitions import collect_definitions
    from axon_desktop.theme.colors import LIGHT

    blocks = [block for block in scan_blocks(_NOTE) if block is not None]
    html = Renderer(LIGHT).render(blocks, collect_definitions(blocks))
    for part in ("<h1", "<table", "<span"):  # the last is highlighted code
        if part not in html:
            raise SelftestError(f"no {part}> in {html}")
    return ""


def _typeset() -> str:
    from axon_desktop.theme.colors import LIGHT
    from axon_desktop.ui.markdown_view.embeds.formula import draw_formula
    from axon_desktop.ui.markdown_view.embeds.picture import PictureFormat

    complaint = "this formula was not drawn " * 20
    picture = draw_formula(r"\frac{a}{\sqrt{b}}", "", PictureFormat(LIGHT, QFont(), 1.0, complaint))
    if picture.size.width() > len(complaint):
        raise SelftestError("its source is shown in place of it")
    return ""


def _find_key_store() -> str:
    from axon_desktop.settings.keys import KeyStore

    return KeyStore().backend_name or "none here; keys stay in memory"


def _trust() -> str:
    from axon_desktop.llm.http.connection import trusted_authorities

    authorities = trusted_authorities().cert_store_stats()["x509_ca"]
    if not authorities:
        raise SelftestError("no authority is trusted")
    return f"{authorities} authorities"


def _probe_qt() -> str:
    command = worker_command("axon_desktop.ui.selftest.qt_probe")
    done = subprocess.run(command, capture_output=True, env=worker_environment(), timeout=_PATIENCE, check=False)
    found = json.loads(done.stdout or b"{}")
    if "version" not in found:
        raise SelftestError(found.get("error") or done.stderr.decode(errors="replace").strip())
    return f"PySide6 {found['version']}, {found['fonts']} families of fonts, {found['chinese']} with Chinese"


def _hide_marks() -> str:
    """Check that the marks of Markdown take no room where they are hidden."""
    from axon_desktop.ui.editor.live.looks import HIDDEN_MOST, hidden_width, hiding

    width = hidden_width(hiding())
    if width > 4 * HIDDEN_MOST:  # the second way to hide them is a little wider
        raise SelftestError(f"a hidden mark is {width:.1f} pixels wide")
    return f"{width:.2f} pixels"


def _draw_svg() -> str:
    from axon_desktop.ui.files.decoding import LargePicture, draw_svg

    if not isinstance(draw_svg(_SVG), LargePicture):
        raise SelftestError("nothing was drawn")
    return ""


def _spell() -> str:
    from axon_desktop.ui.editor.spelling.dictionaries import find_dictionaries, has_hunspell

    if not has_hunspell():
        return "not in this install"
    request = json.dumps([str(find_dictionaries()["en_US"])]) + "\n" + json.dumps({"check": ["word", "wrod"]})
    command = worker_command("axon_desktop.ui.editor.spelling.worker")
    done = subprocess.run(
        command,
        input=request.encode(),
        capture_output=True,
        env=worker_environment(),
        timeout=_PATIENCE,
        check=False,
    )
    if done.stdout.strip() != b'["wrod"]':
        raise SelftestError(f"{done.stdout[:200]!r} {done.stderr[-200:]!r}")
    return ""


def _console() -> tuple[str, ...]:
    """Return the command line of `axon`: the program beside this one, or its module."""
    if getattr(sys, "frozen", False):
        return (str(Path(sys.executable).with_name("axon").with_suffix(Path(sys.executable).suffix)),)
    return (sys.executable, "-m", "axon_desktop.cli")


def _print(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()
