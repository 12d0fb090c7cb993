"""The committed client is the one that docs/swagger.yaml gives, and can be used by itself."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

from tests.agent_sync.task_manager import ROOT, TaskManager

COMMITTED = ROOT / "axon_desktop" / "agent_sync" / "clients" / "generated"


def sources(folder: Path) -> dict[str, str]:
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in folder.rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }


def test_regenerating_changes_nothing(tmp_path: Path) -> None:
    scripts = Path(sys.executable).parent
    made = tmp_path / "generated"
    command = [str(scripts / "openapi-python-client"), "generate", "--meta", "uv", "--output-path", str(made)]
    command += ["--path", str(ROOT / "docs/swagger.yaml"), "--config", str(ROOT / "docs/swagger-client.yaml")]
    environment = os.environ | {"PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}"}
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert sources(made) == sources(COMMITTED)


def test_the_example_of_the_guide_adds_a_step(task_manager: TaskManager) -> None:
    page = (ROOT / "docs/agent-sync.md").read_text("utf-8")
    (example,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    ran: dict[str, Any] = {}
    exec(example.replace("http://localhost:8080", task_manager.url), ran)
    ran["client"].get_httpx_client().close()
    (asked,) = task_manager.asked
    assert (asked.method, asked.path) == ("POST", "/api/executions/exec-123/steps")
    assert asked.body == {"step_name": "analyzing", "message": "Analyzing code", "status": "running"}
    assert ran["response"].success is True


def test_clean_removes_the_client_and_nothing_else() -> None:
    run = subprocess.run(
        ["make", "--no-print-directory", "-n", "clean"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert run.stdout.split() == ["rm", "-rf", COMMITTED.relative_to(ROOT).as_posix()]
