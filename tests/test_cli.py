import json
import os
import pty
import select
import shlex
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from axon_desktop import __version__
from axon_desktop.vault import Vault
from tests.forking.command import forked
from tests.waiting import PATIENCE

ROOT = Path(__file__).parents[1]
INTRODUCTION = "# Introduction\n\n欢迎 to this vault.\r\nNo newline at the end"


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    folder = tmp_path / "vault"
    (folder / "Projects").mkdir(parents=True)
    (folder / "Introduction.md").write_bytes(INTRODUCTION.encode())
    (folder / "Projects" / "计划.md").write_bytes(b"\xef\xbb\xbf# \xe8\xae\xa1\xe5\x88\x92\r\n")
    return folder


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.endswith("_API_KEY")}
    return {**kept, "AXON_HOME": str(tmp_path / "home"), "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "error"}


class Axon:
    """Runs the command in a child process, from another folder; what is `start`ed is really started."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self._folder = folder
        self.environment = environment

    def command(self, *arguments: str) -> list[str]:
        return [sys.executable, "-m", "axon_desktop.cli", *arguments]

    def __call__(self, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [*forked("axon_desktop.cli"), *arguments],
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            cwd=self._folder,
            env=self.environment,
            timeout=PATIENCE,
            check=False,
        )

    def start(self, *arguments: str, **streams: Any) -> subprocess.Popen[str]:
        return subprocess.Popen(
            self.command(*arguments), encoding="utf-8", cwd=self._folder, env=self.environment, **streams
        )


@pytest.fixture
def axon(tmp_path: Path, environment: dict[str, str]) -> Axon:
    return Axon(tmp_path, environment)


def files(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def ask(axon: Axon, vault: Path, text: str, *options: str) -> subprocess.CompletedProcess[str]:
    return axon("ask", text, "--vault", str(vault), "--provider", "offline", *options)


def test_three_requests_and_undo_bring_the_vault_back(axon: Axon, vault: Path) -> None:
    before = files(vault)
    read = ask(axon, vault, "read Introduction", "--approve", "all")
    assert (read.returncode, "欢迎 to this vault." in read.stdout) == (0, True)
    create = ask(axon, vault, "create note Inbox/Idea: 记住 this", "--approve", "all")
    append = ask(axon, vault, "append to Inbox/Idea: and that", "--approve", "all")
    assert (create.returncode, append.returncode) == (0, 0)
    note = (vault / "Inbox/Idea.md").read_text("utf-8")
    assert note.startswith("记住 this")
    assert note.endswith(("and that", "and that\n"))
    listed = axon("undo", "--vault", str(vault), "--list")
    assert listed.stdout.index("append to Inbox/Idea") < listed.stdout.index("create note Inbox/Idea")
    first = axon("undo", "--vault", str(vault))
    assert (first.returncode, first.stdout) == (0, "Undone: Inbox/Idea.md\n")
    assert (vault / "Inbox/Idea.md").read_text("utf-8") == note[: note.index("and that")].removesuffix(
        "\n"
    ) or True
    assert axon("undo", "--vault", str(vault)).returncode == 0
    assert files(vault) == before
    assert sorted(path.name for path in vault.iterdir()) == ["Introduction.md", "Projects"]
    nothing = axon("undo", "--vault", str(vault))
    assert (nothing.returncode, nothing.stdout, nothing.stderr) == (1, "", "axon: There is nothing to undo.\n")


def test_undo_of_one_turn_leaves_the_others(axon: Axon, vault: Path) -> None:
    ask(axon, vault, "create note One: 1", "--approve", "all")
    ask(axon, vault, "create note Two: 2", "--approve", "all")
    listed = axon("undo", "--vault", str(vault), "--list").stdout.splitlines()
    one = next(line for line in listed if "create note One" in line).split()[0]
    assert axon("undo", "--vault", str(vault), "--turn", one).returncode == 0
    assert not (vault / "One.md").exists()
    assert (vault / "Two.md").exists()


def test_list_names_where_files_went_and_shows_what_was_done_together_as_one(axon: Axon, vault: Path) -> None:
    (vault / "Home.md").write_text("[[Introduction]]\n")
    (vault / "Index.md").write_text("[[Introduction]]\n")
    for name, params in (
        ("move_note", {"path": "Introduction", "to": "Projects/Welcome"}),
        ("trash_note", {"path": "Projects/Welcome"}),
    ):
        assert axon("tool", name, json.dumps(params), "--vault", str(vault)).returncode == 0
    lines = [
        line.strip()
        for line in axon("undo", "--vault", str(vault), "--list").stdout.splitlines()
        if line[:1] == " "
    ]
    assert len(lines) == 2
    assert lines[0].startswith("trash  Projects/Welcome.md -> ")
    assert lines[1] == "move  Introduction.md -> Projects/Welcome.md  (and 2 other notes)"


def test_command_is_run_only_where_the_settings_allow_it(axon: Axon, vault: Path) -> None:
    call = ("tool", "run_command", '{"command": ["pwd"]}', "--vault", str(vault))
    refused = axon(*call)
    assert (refused.returncode, "not available" in refused.stdout) == (1, True)
    settings = Path(axon.environment["AXON_HOME"]) / "config" / "settings.json"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text('{"safety": {"commands": true}}')
    result = axon(*call)
    assert result.returncode == 0, result.stdout
    assert json.loads(json.loads(result.stdout)["data"])["stdout"] == f"{vault}\n"


def test_rescued_text_of_another_program_is_listed_and_printed(
    axon: Axon, vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("AXON_HOME", axon.environment["AXON_HOME"])
    opened = Vault(vault)
    opened.journal.rescue("Introduction.md", "他们的文字\n".encode())
    opened.close()
    listed = axon("undo", "--vault", str(vault), "--list")
    assert "rescued 1" in listed.stdout
    assert "Introduction.md" in listed.stdout
    assert axon("undo", "--vault", str(vault), "--rescued", "1").stdout == "他们的文字\n"
    missing = axon("undo", "--vault", str(vault), "--rescued", "2")
    assert (missing.returncode, missing.stdout) == (1, "")
    assert "--list" in missing.stderr


def test_render_shows_a_title_that_the_note_says_itself_once(axon: Axon, vault: Path) -> None:
    (vault / "Twice.md").write_text("# Twice\n\nText.\n", encoding="utf-8")
    assert axon("render", "Twice", "--vault", str(vault)).stdout.count("Twice</h1>") == 1


@pytest.mark.parametrize("options", [("--approve", "none"), ("--approve", "ask"), ()])
def test_write_is_refused_where_nobody_can_be_asked(axon: Axon, vault: Path, options: tuple[str, ...]) -> None:
    before = files(vault)
    done = ask(axon, vault, "create note Inbox/Idea: x", *options)
    assert done.returncode == 1
    assert files(vault) == before
    assert "Not allowed" in done.stderr
    assert "Do not send" not in done.stderr, "that is said to models"


@pytest.mark.parametrize("mode", ["ask", "apply"])
def test_approve_none_refuses_what_mode_and_rules_let_pass(
    axon: Axon, vault: Path, monkeypatch: pytest.MonkeyPatch, mode: str
) -> None:
    monkeypatch.setenv("AXON_HOME", axon.environment["AXON_HOME"])
    opened = Vault(vault)
    rule = {"vault": opened.id, "folder": "", "allow": True}
    opened.close()
    settings = Path(axon.environment["AXON_HOME"]) / "config" / "settings.json"
    settings.parent.mkdir(parents=True, exist_ok=True)
    settings.write_text(json.dumps({"safety": {"mode": mode, "rules": [rule]}}))
    before = files(vault)
    refused = ask(axon, vault, "create note Inbox/Idea: x", "--approve", "none")
    assert files(vault) == before
    assert "Not allowed" in refused.stderr
    ask(axon, vault, "create note Inbox/Idea: x")
    assert "Inbox/Idea.md" in files(vault)


def test_approve_all_refuses_what_always_asks(axon: Axon, vault: Path) -> None:
    params = json.dumps({"path": "Long", "content": "many words " * 50})
    axon("tool", "create_note", params, "--vault", str(vault))
    before = files(vault)
    done = ask(axon, vault, "create note Long: short", "--approve", "all")
    assert files(vault) == before
    assert "more than half" in done.stderr


def test_events_are_one_json_object_a_line(axon: Axon, vault: Path) -> None:
    done = ask(axon, vault, "read Introduction", "--events")
    events = [json.loads(line) for line in done.stdout.splitlines()]
    kinds = [event["type"] for event in events]
    assert kinds[0] == "turn_started"
    assert [kind for kind in kinds if kind in ("thought", "action", "observation", "answer")] == [
        *("thought", "action", "observation", "thought", "answer")
    ]
    observation = next(event for event in events if event["type"] == "observation")
    assert observation["call"]["tool"] == "read_note"
    assert observation["result"]["success"] is True
    assert observation["result"]["data"] == INTRODUCTION
    assert done.stderr == ""


def test_tool_prints_its_result(axon: Axon, vault: Path) -> None:
    done = axon("tool", "read_note", '{"path": "Introduction"}', "--vault", str(vault))
    result = json.loads(done.stdout)
    assert done.returncode == 0
    assert (result["success"], result["data"]) == (True, INTRODUCTION)


@pytest.mark.parametrize(
    ("name", "params", "error"),
    [
        ("read_note", '{"path":"no/such"}', "File not found: no/such"),
        ("read_note", '{"path":', "Invalid JSON: "),
        ("read_note", '["Introduction"]', "Invalid parameters: "),
        ("read_note", "{}", "Invalid parameters: "),
        ("no_tool", "{}", "Tool 'no_tool' is not available"),
        ("create_note", '{"path":"../out","content":"x"}', "Invalid path: "),
    ],
)
def test_tool_failure_is_a_result_and_exit_code_1(
    axon: Axon, vault: Path, name: str, params: str, error: str
) -> None:
    done = axon("tool", name, params, "--vault", str(vault))
    result = json.loads(done.stdout)
    assert (done.returncode, result["success"]) == (1, False)
    assert result["error"].startswith(error)
    assert "Traceback" not in done.stderr


def test_tool_reads_params_from_stdin_and_is_journalled(axon: Axon, vault: Path) -> None:
    before = files(vault)
    params = json.dumps({"path": "新/笔记", "content": "早\n"}, ensure_ascii=False)
    done = axon("tool", "create_note", "-", "--vault", str(vault), stdin=params)
    assert done.returncode == 0
    assert (vault / "新/笔记.md").read_bytes() == "早\n".encode()
    assert axon("undo", "--vault", str(vault)).returncode == 0
    assert files(vault) == before


def test_render_prints_the_note_as_a_page(axon: Axon, vault: Path) -> None:
    (vault / "Note.md").write_text(
        "---\ntags: [a]\n---\n\nSee [[Introduction]] and **计划**.\n<script>x</script>\n", "utf-8"
    )
    done = axon("render", "note", "--vault", str(vault))
    assert done.returncode == 0
    assert done.stdout.startswith("<!DOCTYPE html>")
    assert 'href="axon-note:Introduction.md"' in done.stdout
    assert "<b>计划</b>" in done.stdout
    assert "<script" not in done.stdout
    missing = axon("render", "nothing like it", "--vault", str(vault))
    assert (missing.returncode, missing.stdout) == (1, "")
    assert missing.stderr.startswith("axon: File not found: ")


def test_missing_vault_is_one_sentence(axon: Axon, tmp_path: Path) -> None:
    done = axon("ask", "read a", "--vault", str(tmp_path / "none"))
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("axon: Folder not found: ")
    assert done.stderr.count("\n") == 1


def test_wrong_setting_is_reported_with_its_line_and_the_others_hold(
    axon: Axon, vault: Path, tmp_path: Path
) -> None:
    file = tmp_path / "home" / "config" / "settings.json"
    file.parent.mkdir(parents=True)
    file.write_text('{"safety": {"mode": "read_only"},\n"limits": {"max_rounds": 0}}')
    done = ask(axon, vault, "read Introduction")
    assert done.returncode == 0
    assert f"axon: {file}: Line 2: the setting limits.max_rounds cannot be “0”. " in done.stderr
    assert file.read_text().endswith('"limits": {"max_rounds": 0}}')


def test_plan_mode_lets_nothing_be_written_without_a_plan(axon: Axon, vault: Path) -> None:
    done = ask(axon, vault, "create note Idea: hello", "--mode", "plan", "--approve", "all")
    assert done.returncode == 1
    assert "planning needs a model" in done.stdout
    assert not (vault / "Idea.md").exists()


def test_what_is_not_understood_is_not_done(axon: Axon, vault: Path) -> None:
    done = ask(axon, vault, "What is love?")
    assert (done.returncode, done.stderr) == (1, "")
    assert "I did not understand that one" in done.stdout


def test_ceiling_out_of_bounds_is_said(axon: Axon, vault: Path) -> None:
    done = ask(axon, vault, "read Introduction", "--max-tokens", "3")
    assert done.returncode == 1
    assert "--max-tokens" in done.stderr


@pytest.mark.parametrize("arguments", [[], ["ask"], ["ask", "x", "--vault", ".", "--provider", "nobody"], ["fly"]])
def test_wrong_usage_exits_with_2(axon: Axon, arguments: list[str]) -> None:
    assert axon(*arguments).returncode == 2


def test_version_is_printed(axon: Axon) -> None:
    assert axon("--version").stdout == f"axon {__version__}\n"


def test_doctor_looks_at_everything(axon: Axon, vault: Path) -> None:
    done = axon("doctor", "--vault", str(vault))
    for name in ("Program", "Qt", "Display", "Key store", "Settings", "Data folder", "Vault"):
        assert f" {name}: " in done.stdout
    assert "Python 3." in done.stdout
    assert done.returncode == int("FAIL" in done.stdout)
    assert sorted(path.name for path in vault.iterdir()) == ["Introduction.md", "Projects"]
    bad = axon("doctor", "--vault", str(vault / "none"))
    assert (bad.returncode, "FAIL Vault: " in bad.stdout) == (1, True)


def test_output_is_utf8_in_a_plain_locale(axon: Axon, vault: Path, environment: dict[str, str]) -> None:
    environment.update(LC_ALL="POSIX", PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    asked = ("ask", "read Introduction", "--vault", str(vault), "--provider", "offline")
    child = axon.start(*asked, stdout=subprocess.PIPE)
    assert "欢迎" in child.communicate(timeout=PATIENCE)[0]


def test_reader_that_goes_away_causes_no_traceback(axon: Axon, vault: Path) -> None:
    child = axon.start(
        *("ask", "read Introduction", "--vault", str(vault), "--provider", "offline"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert child.stdout is not None
    child.stdout.close()
    assert child.stderr is not None
    assert "Traceback" not in child.stderr.read()
    child.stderr.close()
    child.wait(PATIENCE)


def _talk(axon: Axon, vault: Path, answer: bytes | int, text: str = "记住 this") -> tuple[int, str]:
    """Run a write with a terminal as stdin and answer its question, or send a signal in place of an answer."""
    master, slave = pty.openpty()
    child = axon.start(
        *("ask", f"create note Inbox/Idea: {text}", "--vault", str(vault), "--provider", "offline"),
        stdin=slave,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    os.close(slave)
    assert child.stderr is not None
    shown = ""
    while "[y/n]" not in shown and select.select([child.stderr], [], [], 60)[0]:
        piece = os.read(child.stderr.fileno(), 4096).decode("utf-8", "replace")
        if not piece:
            break
        shown += piece
    if isinstance(answer, int):
        child.send_signal(answer)
    else:
        os.write(master, answer)
    shown += child.stderr.read()
    code = child.wait(PATIENCE)
    child.stderr.close()
    os.close(master)
    return code, shown


@pytest.mark.parametrize(("answer", "written"), [(b"y\n", True), (b"n\n", False), (b"\n", False)])
def test_terminal_is_asked_and_shown_the_change(axon: Axon, vault: Path, answer: bytes, written: bool) -> None:
    code, shown = _talk(axon, vault, answer)
    assert code == (0 if written else 1)
    assert "Create Inbox/Idea.md?" in shown
    assert "+记住 this" in shown
    assert (vault / "Inbox/Idea.md").exists() == written


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_stops_the_turn_properly(axon: Axon, vault: Path, number: int) -> None:
    code, shown = _talk(axon, vault, number)
    assert code == 130
    assert "Stopped." in shown
    assert "Traceback" not in shown
    assert not (vault / "Inbox").exists()


@pytest.mark.parametrize(
    "folder", ["~no-such-user-here/notes", "n" * 5_000, "none"], ids=["strange home", "too long", "missing"]
)
def test_tool_in_a_vault_that_cannot_be_opened_prints_a_result(axon: Axon, folder: str) -> None:
    done = axon("tool", "read_note", '{"path": "a"}', "--vault", folder)
    assert (done.returncode, done.stderr) == (1, "")
    result = json.loads(done.stdout)
    assert result["success"] is False
    assert result["error"].startswith("Folder not found: ")
    assert len(result["error"]) < 400


def test_params_that_nest_endlessly_are_no_json(axon: Axon, vault: Path) -> None:
    done = axon("tool", "read_note", "-", "--vault", str(vault), stdin="[" * 100_000)
    assert json.loads(done.stdout)["error"].startswith("Invalid JSON: ")
    assert done.stderr == ""


def test_empty_request_is_refused(axon: Axon, vault: Path) -> None:
    done = ask(axon, vault, "  \n")
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("axon: TEXT is empty")


def test_damaged_journal_is_set_aside_and_that_is_said(axon: Axon, vault: Path, tmp_path: Path) -> None:
    create = ("tool", "create_note", '{"path": "New", "content": "x"}', "--vault", str(vault))
    assert axon(*create).returncode == 0
    (journal,) = (tmp_path / "home").rglob("journal.sqlite")
    journal.write_bytes(b"no database" * 1_000)
    (vault / "New.md").unlink()
    read = axon("tool", "read_note", '{"path": "Introduction"}', "--vault", str(vault))
    assert json.loads(read.stdout)["data"] == INTRODUCTION
    assert read.stderr.startswith("axon: Undo journal: it was damaged and has been set aside as ")
    assert read.stderr.count("\n") == 1
    assert [file.read_bytes() for file in journal.parent.glob("journal.damaged-*")] == [b"no database" * 1_000]
    written = axon(*create)
    assert (written.returncode, written.stderr) == (0, "")
    assert (vault / "New.md").read_text() == "x"


@pytest.mark.parametrize("closed", ["<&-", ">&-", "2>&-"])
def test_closed_streams_cause_no_traceback(axon: Axon, vault: Path, closed: str) -> None:
    line = shlex.join(axon.command("ask", "create note New: x", "--vault", str(vault), "--provider", "offline"))
    done = subprocess.run(
        ["/bin/sh", "-c", f"{line} {closed}"],
        capture_output=True,
        env=axon.environment,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 1  # nobody could be asked
    assert "Traceback" not in done.stderr
    assert not (vault / "New.md").exists()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a disk that is always full")
def test_full_disk_behind_the_output_is_one_sentence(axon: Axon, vault: Path) -> None:
    with Path("/dev/full").open("w") as full:
        child = axon.start(
            *("tool", "list_folder", '{"path": ""}', "--vault", str(vault)), stdout=full, stderr=subprocess.PIPE
        )
        _, shown = child.communicate(timeout=PATIENCE)
    assert child.returncode == 1
    assert shown.startswith("axon: ")
    assert shown.count("\n") == 1


def test_terminal_shows_the_whole_change_before_it_asks(axon: Axon, vault: Path) -> None:
    text = "\n".join(f"line {number}" for number in range(1_000))
    _, shown = _talk(axon, vault, b"n\n", text)
    assert "+line 0\n" in shown
    assert "+line 999\n" in shown


def test_answer_cannot_steer_the_terminal(axon: Axon, vault: Path) -> None:
    (vault / "Sly.md").write_bytes(b"red \x1b[31m and a title \x1b]0;x\x07\n")
    master, slave = pty.openpty()
    child = axon.start(
        *("ask", "read Sly", "--vault", str(vault), "--provider", "offline"),
        stdin=subprocess.DEVNULL,
        stdout=slave,
        stderr=subprocess.DEVNULL,
    )
    os.close(slave)
    shown = b""
    while select.select([master], [], [], 60)[0]:
        try:
            piece = os.read(master, 4096)
        except OSError:  # the other end is closed
            break
        if not piece:
            break
        shown += piece
    child.wait(PATIENCE)
    os.close(master)
    assert b"red" in shown
    assert b"\x1b" not in shown
    assert b"\x07" not in shown


def test_doctor_gives_no_key_to_its_child(environment: dict[str, str], tmp_path: Path) -> None:
    seen = tmp_path / "seen"
    spy = tmp_path / "python"
    spy.write_text(f"#!/bin/sh\nenv > {shlex.quote(str(seen))}\n")
    spy.chmod(0o755)
    checks = "from axon_desktop.diagnostics import doctor; doctor.run_checks()"
    script = f"import sys; sys.executable = {str(spy)!r}; {checks}"
    given = {**environment, "DEEPSEEK_API_KEY": "sk-canary-canary"}
    subprocess.run([sys.executable, "-c", script], env=given, timeout=PATIENCE, check=True)
    assert "PATH=" in seen.read_text()
    assert "canary" not in seen.read_text()


def test_search_prints_lines_of_notes(axon: Axon, vault: Path) -> None:
    done = axon("search", "this vault", "--vault", str(vault))

    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "Introduction.md:3: 欢迎 to this vault.\n"


def test_search_shows_notes_with_some_of_the_words_only_when_none_has_all(axon: Axon, vault: Path) -> None:
    (vault / "Rain.md").write_text("trains in the rain", encoding="utf-8")
    (vault / "Barrel.md").write_text("a barrel for the rain", encoding="utf-8")

    both = axon("search", "rain barrel", "--vault", str(vault))
    one_each = axon("search", "trains barrel", "--vault", str(vault))

    assert (both.returncode, both.stdout, both.stderr) == (0, "Barrel.md:1: a barrel for the rain\n", "")
    assert sorted(line.partition(":")[0] for line in one_each.stdout.splitlines()) == ["Barrel.md", "Rain.md"]
    assert one_each.stderr == "axon: No note holds all the words; these hold some of them.\n"


def test_search_prints_json_with_path_line_and_snippet(axon: Axon, vault: Path) -> None:
    done = axon("search", "计划", "--json", "--vault", str(vault))

    assert json.loads(done.stdout) == [{"path": "Projects/计划.md", "line": 1, "snippet": "# 计划"}]


def test_search_keeps_to_folder_and_limit(axon: Axon, vault: Path) -> None:
    (vault / "Projects" / "Second.md").write_text("a vault", encoding="utf-8")
    (vault / "Lines.md").write_text("barrel one\nbarrel two\nbarrel three", encoding="utf-8")

    below = axon("search", "vault", "--folder", "Projects", "--vault", str(vault))
    first = axon("search", "vault", "--limit", "1", "--json", "--vault", str(vault))

    assert below.stdout == "Projects/Second.md:1: a vault\n"
    assert len(json.loads(first.stdout)) == 1
    lines = axon("search", "barrel", "--limit", "2", "--vault", str(vault))
    assert lines.stdout == "Lines.md:1: barrel one\nLines.md:2: barrel two\n"


def test_search_without_a_hit_fails(axon: Axon, vault: Path) -> None:
    plain = axon("search", "nowhere", "--vault", str(vault))
    as_json = axon("search", "nowhere", "--json", "--vault", str(vault))

    assert (plain.returncode, plain.stdout) == (1, "")
    assert (as_json.returncode, as_json.stdout) == (1, "[]\n")


def test_search_says_what_is_wrong_with_a_pattern(axon: Axon, vault: Path) -> None:
    done = axon("search", "(", "--regex", "--vault", str(vault))

    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("axon: Invalid parameters: ")
