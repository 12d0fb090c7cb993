"""What is shipped: the lock, the notices, the judgement of an audit, icons for other systems."""

from __future__ import annotations

import json
import re
import runpy
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QImageReader

ROOT = Path(__file__).resolve().parents[1]
PACKAGING = ROOT / "packaging"


def locked() -> dict[str, dict[str, Any]]:
    packages = tomllib.loads((ROOT / "uv.lock").read_text(encoding="utf-8"))["package"]
    return {package["name"]: package for package in packages}


def needed() -> Iterator[str]:
    """Walk from the program to everything that it needs, on any system."""
    packages = locked()
    todo, seen = ["axon-desktop"], {"axon-desktop"}
    while todo:
        package = packages[todo.pop()]
        wanted = package.get("dependencies", [])
        extras = package.get("optional-dependencies", {})
        for need in [*wanted, *(need for extra in extras.values() for need in extra)]:
            if need["name"] not in seen:
                seen.add(need["name"])
                todo.append(need["name"])
                yield need["name"]


def test_every_file_of_the_lock_has_a_hash() -> None:
    files = [
        (name, file.get("hash", ""))
        for name, package in locked().items()
        for file in [*package.get("wheels", []), *([package["sdist"]] if "sdist" in package else [])]
    ]
    assert len(files) > 500
    assert [name for name, digest in files if not re.fullmatch(r"sha256:[0-9a-f]{64}", digest)] == []
    assert [name for name, package in locked().items() if "registry" not in package["source"]] == ["axon-desktop"]


def test_notices_name_what_the_program_needs() -> None:
    notices = (ROOT / "THIRD_PARTY_NOTICES.md").read_text(encoding="utf-8")
    named = set(re.findall(r"^\| (\w[\w.-]*) \|", notices, re.MULTILINE)) - {"package"}
    assert named == set(needed())


@pytest.mark.parametrize(
    ("vulnerable", "exception", "code"),
    [
        (False, "", 0),
        (True, "", 1),
        (True, 'id = "PYSEC-1"\nwhy = "not reached"\nuntil = 2999-01-01', 0),
        (True, 'id = "PYSEC-1"\nwhy = "not reached"\nuntil = 2000-01-01', 1),
        (True, 'id = "PYSEC-1"\nwhy = ""\nuntil = 2999-01-01', 1),
        (True, 'id = "PYSEC-2"\nwhy = "not reached"\nuntil = 2999-01-01', 1),
    ],
)
def test_audit_passes_only_what_is_safe_or_excepted(
    vulnerable: bool, exception: str, code: int, tmp_path: Path
) -> None:
    found = [{"id": "PYSEC-1", "fix_versions": ["2"]}] if vulnerable else []
    packages: list[dict[str, Any]] = [
        {"name": "one", "version": "1", "vulns": found},
        {"name": "two", "version": "1", "vulns": []},
    ]
    assert audit(packages, exception, tmp_path) == code


def test_audit_that_looked_at_nothing_has_a_code_of_its_own(tmp_path: Path) -> None:
    unseen = {"name": "one", "skip_reason": "not found"}
    seen = {"name": "two", "version": "1", "vulns": []}
    assert audit([unseen], "", tmp_path) == 3
    assert audit([unseen, seen], "", tmp_path) == 1


def audit(packages: list[dict[str, Any]], exception: str, folder: Path) -> int:
    report, exceptions = folder / "report.json", folder / "exceptions.toml"
    report.write_text(json.dumps({"dependencies": packages}))
    exceptions.write_text(f"[[exception]]\n{exception}" if exception else "")
    command = [sys.executable, str(PACKAGING / "audit_report.py"), str(report), str(exceptions)]
    return subprocess.run(command, capture_output=True, check=False).returncode


@pytest.mark.parametrize(("kind", "pictures"), [("ico", 7), ("icns", 6)])
def test_icons_of_other_systems_can_be_read(kind: str, pictures: int, tmp_path: Path) -> None:
    write = runpy.run_path(str(PACKAGING / "icon_files.py"))[f"write_{kind}"]
    reader = QImageReader(str(write(ROOT / "resources" / "icons", tmp_path / f"axon.{kind}")))
    assert reader.canRead()
    assert reader.imageCount() == pictures


@pytest.mark.skipif(sys.platform == "win32", reason="needs bash")
def test_scripts_are_well_formed() -> None:
    scripts = sorted(PACKAGING.rglob("*.sh"))
    assert len(scripts) > 7
    for script in scripts:
        done = subprocess.run(["bash", "-n", str(script)], capture_output=True, text=True, check=False)
        assert (script.name, done.stderr) == (script.name, "")
