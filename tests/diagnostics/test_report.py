"""Neither a key nor anything of a vault gets into a diagnostics bundle or into the log that it shows."""

from __future__ import annotations

import getpass
import json
import logging
import os
import signal
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from axon_desktop import cli
from axon_desktop.diagnostics import report as diagnostics
from axon_desktop.diagnostics.event_log import EventFormatter
from axon_desktop.diagnostics.log_files import EVENTS, log_dir, start_log, stop_log
from axon_desktop.errors import VaultError
from axon_desktop.settings import settings
from axon_desktop.settings.keys import KeyStore
from axon_desktop.settings.settings import (
    FolderRule,
    GeneralSettings,
    ModelSettings,
    SafetySettings,
    Settings,
    ToolRule,
)
from axon_desktop.vault import Vault
from bench.canary_key import CANARY, find_key

NOTE, TEXT, FOLDER = "Divorce papers", "wants-the-house-CANARY", "Secret garden"
ADDRESS = "llm.intranet.example"
log = logging.getLogger("axon_desktop.somewhere")


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Vault]:
    """Yield a vault whose user has done all that could give something away."""
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("OPENAI_API_KEY", CANARY)
    root = tmp_path / FOLDER
    root.mkdir()
    made = Vault(root)
    made.open()
    settings.save(
        Settings(
            general=GeneralSettings(last_vault=str(root)),
            model=ModelSettings(
                provider="openai_compatible",
                base_url=f"http://u:{CANARY}@{ADDRESS}/v1",
                model=CANARY,
                stop=(TEXT,),
            ),
            other_models=[ModelSettings(provider="openai", model="gpt-5"), ModelSettings(model="/home/me/m.gguf")],
            safety=SafetySettings(rules=[FolderRule("id", NOTE, allow=True)], tools=[ToolRule(NOTE, allow=True)]),
        )
    )
    servers = {NOTE: {"command": "run", "args": [str(root)], "env": {"TOKEN": CANARY}}}
    (tmp_path / "home" / "config" / "mcp.json").write_text(json.dumps({"mcpServers": servers}), "utf-8")
    yield made
    made.close()


def leaks(texts: dict[str, bytes], vault: Vault) -> list[str]:
    """Say what stands where it must not."""
    words = (NOTE, TEXT, FOLDER, ADDRESS, str(vault.root), str(vault.root.parent))
    return find_key(texts) + [
        f"{place}: {word}" for place, text in texts.items() for word in words if word.encode() in text
    ]


@pytest.fixture(autouse=True)
def no_log_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out what another test of this process logs to: its filter puts the words into the record."""
    for name in (None, "axon_desktop", "asyncio"):
        monkeypatch.setattr(logging.getLogger(name), "handlers", [])


def say_it_all(vault: Vault, keys: KeyStore) -> None:
    """Log everything that must not be shared."""
    handlers = start_log(keys)
    assert len(handlers) == 2
    try:
        log.info("%s is kept as a draft: %s", NOTE, TEXT)
        log.warning("key %s after %d s in %s", CANARY, 3, vault.root)
        logging.getLogger("asyncio").error("Task %s of %s", NOTE, TEXT)
        try:
            try:
                (vault.root / NOTE).read_text("utf-8")
            except OSError as error:
                raise VaultError(f"Failed to read {NOTE}: {TEXT} {CANARY}") from error
        except VaultError as error:
            log.exception("A task failed: %s", error)  # noqa: TRY401 - the words of the error are the point
    finally:
        stop_log(handlers)


def test_neither_key_nor_vault_gets_into_the_bundle(
    vault: Vault, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keys = KeyStore({"openai": CANARY})
    vault.apply(vault.preview(NOTE, TEXT, "overwrite"), turn="1")
    drafts = vault.data_dir / "drafts"
    drafts.mkdir()
    (drafts / f"{NOTE}.json").write_text(TEXT, "utf-8")
    say_it_all(vault, keys)
    file = tmp_path / "bundle.zip"
    assert cli.main(["doctor", "--bundle", str(file)]) == 0
    with zipfile.ZipFile(file) as bundle:
        texts = {name: bundle.read(name) for name in bundle.namelist()}
    assert leaks(texts, vault) == []
    assert set(texts) == {
        *("README.txt", "about.txt", "checks.txt", "settings.json", "stores.txt", "servers.txt", "events.txt"),
        "faults.txt",
    }
    assert all(name in capsys.readouterr().out for name in ["events.txt"])
    kept = json.loads(texts["settings.json"])
    assert (kept["model"]["base_url"], kept["model"]["model"]) == ("[set]", "[set]")
    assert [model["model"] for model in kept["other_models"]] == ["gpt-5", "[set]"]
    assert b"vault 1, journal: " in texts["stores.txt"]
    assert b"healthy" in texts["stores.txt"]
    assert b"1 MCP servers" in texts["servers.txt"]
    assert b"axon_desktop.errors.VaultError" in texts["events.txt"]
    assert b"FileNotFoundError (errno 2)" in texts["events.txt"]
    assert b"after 3 s" in texts["events.txt"]


def test_log_that_may_be_given_away_names_nothing(vault: Vault) -> None:
    say_it_all(vault, KeyStore({"openai": CANARY}))
    given, kept = log_dir() / EVENTS, log_dir() / "axon-desktop.log"
    assert leaks({"events": given.read_bytes()}, vault) == []
    assert NOTE in kept.read_text("utf-8")
    assert find_key({"log": kept.read_bytes()}) == []


def test_known_names_are_replaced_wherever_they_stand(vault: Vault) -> None:
    guard = diagnostics.Redactor(KeyStore({"openai": CANARY}))
    text = f"{vault.root}/x of {getpass.getuser()} with {CANARY} in {Path.home()}"
    cleaned = guard.clean(text)
    assert leaks({"text": cleaned.encode()}, vault) == []
    assert cleaned.startswith("[vault]/x of ")


def test_every_setting_that_is_typed_is_left_out(vault: Vault) -> None:
    """A field that is added later is left out too until somebody says that its words are the program's."""

    class More(Settings, kw_only=True):
        """Settings of a later version."""

        diary: str = TEXT

    reported = diagnostics._shareable(msgspec.to_builtins(More()), "")
    assert reported["diary"] == "[set]"
    assert reported["general"]["theme"] == "system"


def test_bundle_is_made_of_a_home_where_nothing_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "empty"))
    parts = diagnostics.collect(KeyStore(), servers=["server 1: ready, 3 tools"])
    assert "not there" in parts["stores.txt"]
    assert parts["servers.txt"] == "server 1: ready, 3 tools\n"


def test_damaged_stores_are_named_as_such(vault: Vault, tmp_path: Path) -> None:
    (tmp_path / "home" / "data").mkdir(exist_ok=True)
    (tmp_path / "home" / "data" / "conversations.sqlite").write_bytes(b"no database at all" * 100)
    (tmp_path / "home" / "config" / "mcp.json").write_text("{", "utf-8")
    (tmp_path / "home" / "config" / "settings.json").write_text("{", "utf-8")
    parts = diagnostics.collect(KeyStore())
    assert "conversations: 1800 bytes, cannot be read (DatabaseError)" in parts["stores.txt"]
    assert "cannot be read" in parts["servers.txt"]
    assert json.loads(parts["settings.json"])["cannot_be_used"] == 1


def test_a_file_that_is_there_is_replaced_by_force_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("AXON_HOME", str(tmp_path / "home"))
    file = tmp_path / "taxes.zip"
    file.write_bytes(b"mine")
    assert cli.main(["doctor", "--bundle", str(file)]) == 1
    reported = capsys.readouterr()
    assert (reported.out, file.read_bytes()) == ("", b"mine")
    assert f"{file} is there already" in reported.err
    assert "--force" in reported.err
    assert cli.main(["doctor", "--bundle", str(file), "--force"]) == 0
    assert zipfile.is_zipfile(file)


def test_disk_that_refuses_leaves_the_old_bundle(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        diagnostics.save({"a.txt": "x"}, tmp_path / "no folder" / "b.zip")
    file = tmp_path / "b.zip"
    diagnostics.save({"a.txt": "x"}, file)
    assert [path.name for path in tmp_path.iterdir()] == ["b.zip"]


@pytest.mark.parametrize(
    ("template", "values", "line"),
    [
        ("%s of %d bytes", ("Secret", 3), "… of 3 bytes"),
        ("%r took %.2f s", ("Secret", 0.5), "… took 0.5 s"),
        ("failed: %s", (ValueError("Secret"),), "failed: ValueError"),
        ("100%% of %(name)s", ({"name": "Secret"},), "100% of …"),
        ("too few %s %s", ("Secret",), "too few … …"),
    ],
)
def test_only_the_programs_own_words_are_reported(template: str, values: object, line: str) -> None:
    record = logging.LogRecord("axon_desktop.x", logging.INFO, __file__, 1, template, values, None)  # type: ignore[arg-type]
    assert EventFormatter().format(record).endswith(f"INFO axon_desktop.x: {line}")


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_crash_below_python_is_logged_and_reported_without_folders(vault: Vault, tmp_path: Path) -> None:
    broken = (
        "import os, signal\nfrom axon_desktop.diagnostics.log_files import start_log\n"
        "from axon_desktop.settings.keys import KeyStore\n"
        "from axon_desktop.ui.runtime.excepthook import crash_hooks\nstart_log(KeyStore())\n"
        "with crash_hooks():\n    os.kill(os.getpid(), signal.SIGSEGV)\n"
    )
    script = tmp_path / FOLDER / "broken.py"
    script.write_text(broken, "utf-8")
    environ = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2]), "QT_QPA_PLATFORM": "offscreen"}
    ended = subprocess.run([sys.executable, str(script)], env=environ, check=False, capture_output=True)
    assert ended.returncode == -signal.SIGSEGV, ended.stderr
    parts = diagnostics.collect(KeyStore())
    assert 'File "broken.py", line 7' in parts["faults.txt"]
    assert leaks({"faults": parts["faults.txt"].encode()}, vault) == []


def test_error_that_leads_to_itself_is_reported_once() -> None:
    try:
        raise ValueError("Secret")
    except ValueError as error:
        error.__cause__ = error
        record = logging.LogRecord("other", logging.ERROR, __file__, 1, "Secret %s", ("x",), sys.exc_info())
    reported = EventFormatter().format(record)
    assert reported.count("ValueError") == 1
    assert "Secret" not in reported
    assert "test_report.py:" in reported


def test_list_of_the_parts_is_not_wrapped_in_the_window() -> None:
    table = [line for line in diagnostics.collect()["README.txt"].splitlines() if line.startswith("  ")]
    assert len(table) == 7
    assert max(map(len, table)) <= 73  # what the dialog has room for
