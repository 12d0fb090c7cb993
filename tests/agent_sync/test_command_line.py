"""`axon ask` reports itself where somebody gave it an execution."""

import os
import subprocess
import sys
from pathlib import Path

from tests.agent_sync.clients.test_clients import free_port
from tests.agent_sync.task_manager import ROOT, TaskManager
from tests.waiting import PATIENCE


def ask(folder: Path, **variables: str) -> subprocess.CompletedProcess[str]:
    vault = folder / "vault"
    vault.mkdir(exist_ok=True)
    (vault / "Home.md").write_text("my secret\n", encoding="utf-8")
    own = {"AXON_HOME": str(folder / "home"), "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "error"}
    return subprocess.run(
        [sys.executable, "-m", "axon_desktop.cli", "ask", "read Home", "--vault", vault, "--provider", "offline"],
        env={**os.environ, **own, **variables},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


def test_turn_is_reported_to_the_task_manager(task_manager: TaskManager, tmp_path: Path) -> None:
    run = ask(tmp_path, NOVA_EXECUTION_ID="exec 7", TASK_MANAGER_URL=task_manager.url)
    assert (run.returncode, "my secret" in run.stdout) == (0, True)
    assert "Task Manager" not in run.stderr
    assert task_manager.refused == []
    assert [*task_manager.sessions] == ["exec 7"]
    (step,) = task_manager.steps.values()
    assert (step["step_name"], step["message"], step["status"]) == ("read_note", "Home", "completed")
    assert "secret" not in str(task_manager.asked)


def test_dead_task_manager_is_said_and_nothing_else_changes(tmp_path: Path) -> None:
    url = f"http://127.0.0.1:{free_port()}"
    run = ask(tmp_path, NOVA_EXECUTION_ID="exec-7", TASK_MANAGER_URL=url)
    assert (run.returncode, "my secret" in run.stdout) == (0, True)
    said = run.stderr.splitlines()[-1]
    assert said == f"axon: the Task Manager did not get 3 reports (Connection failed to {url})"


def test_without_an_execution_nobody_is_asked(task_manager: TaskManager, tmp_path: Path) -> None:
    run = ask(tmp_path, TASK_MANAGER_URL=task_manager.url)
    assert run.returncode == 0
    assert task_manager.asked == []
