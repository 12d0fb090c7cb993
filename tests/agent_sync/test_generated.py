"""The committed client is the one that docs/swagger.yaml gives."""

import os
import subprocess
import sys
from pathlib import Path

from tests.agent_sync.task_manager import ROOT

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
    command = [str(scripts / "openapi-python-client"), "generate", "--meta", "none", "--output-path", str(made)]
    command += ["--path", str(ROOT / "docs/swagger.yaml"), "--config", str(ROOT / "docs/swagger-client.yaml")]
    environment = os.environ | {"PATH": f"{scripts}{os.pathsep}{os.environ['PATH']}"}
    run = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert sources(made) == sources(COMMITTED)
