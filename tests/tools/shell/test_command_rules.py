"""Judgements of commands before anything is run; the cases are data beside this file."""

from __future__ import annotations

import json
import re
import subprocess
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from axon_desktop.errors import InvalidPathError, ToolExecutionError
from axon_desktop.tools.shell.command_programs import find_needs
from axon_desktop.tools.shell.command_rules import judge, judge_command
from axon_desktop.tools.shell.shell_words import UNKNOWN, read_shell_line

CASES = Path(__file__).with_name("command_cases.toml")


@dataclass(frozen=True)
class Case:
    group: str
    rule: str
    shell: bool
    needs: list[str] | None
    command: Any


def cases() -> Iterator[Case]:
    for group in tomllib.loads(CASES.read_text(encoding="utf-8"))["group"]:
        for line in group["commands"].strip().splitlines():
            command = json.loads(line)
            if isinstance(command, dict) and "repeat" in command:
                command = command["repeat"] * command["times"]
            yield Case(group["name"], group["rule"], group.get("shell", False), group.get("needs"), command)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path / "vault"
    (root / "Notes").mkdir(parents=True)
    for name in ("Home.md", "Notes/Plan.md", "tool.sh"):
        (root / name).write_text("text\n")
    (tmp_path / "secret.md").write_text("secret\n")
    (root / "out").symlink_to(tmp_path / "secret.md")
    (root / "leads").symlink_to(tmp_path)
    return root


def test_every_case_is_judged_as_it_must_be(root: Path) -> None:
    found = list(cases())
    assert len(found) >= 500
    assert len({(case.shell, json.dumps(case.command)) for case in found}) == len(found)
    wrong = []
    for case in found:
        judgement = judge_command(case.command, shell=case.shell, root=root, sandboxed=True)
        if judgement.rule != case.rule or (judgement.answer == "ask") != (case.rule == "each_asks"):
            wrong.append(f"{case.group}: {str(case.command)[:80]!r} is {judgement.rule}")
        if case.needs is not None:
            needed = {need.rstrip("+") for need in case.needs}
            more = any(need.endswith("+") for need in case.needs)
            if not (needed <= judgement.needs if more else needed == judgement.needs):
                wrong.append(f"{case.group}: {str(case.command)[:80]!r} needs {sorted(judgement.needs)}")
    assert not wrong, "\n".join(wrong)


def test_without_a_sandbox_no_line_and_no_code_is_run(root: Path) -> None:
    for case in cases():
        judgement = judge_command(case.command, shell=case.shell, root=root, sandboxed=False)
        if case.rule != "each_asks":
            assert judgement.answer == "refuse"
        elif (
            case.shell
            or {"shell", "code"} & judge_command(case.command, shell=False, root=root, sandboxed=True).needs
        ):
            assert (judgement.answer, judgement.rule) == ("refuse", "needs_sandbox"), case.command
        else:
            assert judgement.answer == "ask"


def test_judging_runs_nothing_and_says_why(root: Path) -> None:
    before = sorted(root.rglob("*"))
    refused = judge_command("touch made.md; ls", shell=False, root=root, sandboxed=True)
    assert (refused.answer, refused.argv, "only a shell understands" in refused.text) == ("refuse", (), True)
    asked = judge_command("touch made.md", shell=False, root=root, sandboxed=True)
    assert (asked.answer, asked.argv, asked.text) == ("ask", ("touch", "made.md"), "")
    assert sorted(root.rglob("*")) == before


@given(st.one_of(st.text(), st.lists(st.text()), st.none()), st.booleans(), st.booleans())
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_a_call_holds_there_is_a_judgement(
    root: Path, command: Any, shell: bool, sandboxed: bool
) -> None:
    judgement = judge_command(command, shell=shell, root=root, sandboxed=sandboxed)
    assert (judgement.answer == "refuse") == bool(judgement.text) == (judgement.argv == ())


@given(st.text(alphabet="ab $(){}`'\"\\/.~;|\n!#%-:=", max_size=60))
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_any_line_for_a_shell_is_read_to_its_end(root: Path, line: str) -> None:
    words, _ = read_shell_line(f"{line} ")
    assert all("\n" not in word or "\n" in line for word in words)
    try:
        command = judge(line, shell=True, root=root)
    except (InvalidPathError, ToolExecutionError):
        return
    assert command.argv == ("/bin/sh", "-c", line)


@given(st.text(alphabet="ab/.~'\"\\ \n${}x`", max_size=30))
@settings(max_examples=100, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_every_word_that_a_real_shell_finds_is_found(root: Path, line: str) -> None:
    script = f"set -f; HOME='~'; x=; b=; a=; ab=; ba=; printf '%s\\0' {line}"
    shell = subprocess.run(["/bin/sh", "-c", script], capture_output=True, cwd=root, env={}, check=False)
    if shell.returncode != 0 or shell.stderr:
        return
    found = [".*".join(map(re.escape, word.split(UNKNOWN))) for word in read_shell_line(line)[0]]
    for word in filter(None, shell.stdout.decode().split("\0")):
        assert any(re.fullmatch(pattern, word, re.DOTALL) for pattern in found), word


QUOTED = st.sampled_from(
    ["{}", "'{}'", '"{}"', "$'{}'", "\\{}", "''{}", '""{}', "$@{}", "${{x}}{}", "{}''", "`true`{}"]
)


@given(st.lists(QUOTED, min_size=10, max_size=11), st.sampled_from(["../secret.md", "/etc/passwd", "leads/x"]))
@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_way_of_quoting_hides_a_path_outside(root: Path, ways: list[str], path: str) -> None:
    (root / "leads" / "x").write_text("x")
    pieces = [path[at : at + 1] for at in range(len(path))]
    word = "".join(ways[at % len(ways)].format(piece) for at, piece in enumerate(pieces))
    assert judge_command(f"cat {word}", shell=True, root=root, sandboxed=True).rule == "outside", word


def test_commands_that_bring_code_do_not_run_without_a_sandbox() -> None:
    table = json.loads((Path(__file__).parents[2] / "data" / "code_bringing_commands.json").read_text("utf-8"))
    assert [command for command in table["code"] if "code" not in find_needs(command)] == []
    assert [command for command in table["harmless"] if find_needs(command) & {"code", "shell"}] == []
    assert len(table["code"]) >= 25
    assert len(table["harmless"]) >= 15
