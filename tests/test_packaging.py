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
from xml.etree import ElementTree

import pytest
import yaml
from PySide6.QtGui import QImageReader

from axon_desktop import __version__
from axon_desktop.ui.selftest.selftest import steps_by_hand

ROOT = Path(__file__).resolve().parents[1]
PACKAGING = ROOT / "packaging"


POSIX = re.compile(
    r"\bfcntl\b|os\.(fork|killpg|get(e?)uid|mkfifo|setxattr|symlink|fchmod|openpty)\b|symlink_to|/proc/|/bin/sh"
    r"|signal\.SIG(KILL|STOP)|import (resource|pwd|pty)\b|O_DIRECTORY|strace"
)
"""Calls and files that Windows has not."""
ELSEWHERE = {
    "pywin32",
    "pywin32-ctypes",
    "colorama",
    "backports-tarfile",
    "importlib-metadata",
    "lazy-importer",
    "zipp",
}
"""Packages of Windows, and of Python 3.11."""
WINGET_NEEDS = {
    "version": {"DefaultLocale"},
    "installer": {"Installers", "InstallerType"},
    "defaultLocale": {"PackageLocale", "Publisher", "PackageName", "License", "ShortDescription"},
}
"""What the schemas of winget want beside identifier, version and kind."""


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


def project() -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return found


def read_yaml(place: str) -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((PACKAGING / place).read_text(encoding="utf-8"))
    return found


def test_metainfo_has_the_name_the_version_and_the_programs() -> None:
    file = PACKAGING / "linux" / "io.github.axon_desktop.metainfo.xml"
    root = ElementTree.parse(file).getroot()
    assert f"{root.findtext('id')}.metainfo.xml" == file.name
    assert (PACKAGING / "linux" / (root.findtext("launchable") or "")).is_file()
    assert project()["version"] == __version__ == root.find("releases/release").attrib["version"]  # type: ignore[union-attr]
    scripts = {*project()["scripts"], *project()["gui-scripts"]}
    assert {binary.text for binary in root.iter("binary")} == scripts
    assert {f"{name}.1" for name in scripts} == {page.name for page in (PACKAGING / "linux").glob("*.1")}


def test_flatpak_names_what_is_there() -> None:
    place = PACKAGING / "flatpak" / "io.github.axon_desktop.yml"
    manifest = read_yaml("flatpak/io.github.axon_desktop.yml")
    assert f"{manifest['app-id']}.yml" == place.name
    assert manifest["command"] in project()["gui-scripts"]
    [module] = manifest["modules"]
    made = {"wheels.json", f"../../dist/axon_desktop-{__version__}-py3-none-any.whl"}
    names = {source if isinstance(source, str) else source["path"] for source in module["sources"]}
    assert made <= names
    assert [name for name in names - made if not (place.parent / name).is_file()] == []
    copied = {Path(name).name for name in names - made}
    installed = {word for line in module["build-commands"][1:] for word in line.split()[2:] if "$" not in word}
    assert installed - {"-t"} == copied
    assert not [way for way in manifest["finish-args"] if "filesystem" in way or "org.freedesktop.Flatpak" in way]


def test_flatpak_installs_one_wheel_of_each_package_that_linux_needs() -> None:
    sources = runpy.run_path(str(PACKAGING / "flatpak" / "wheels.py"))["sources"]()
    for arch in ("x86_64", "aarch64"):
        files = [source["url"].rsplit("/", 1)[1] for source in sources if arch in source["only-arches"]]
        names = [file.partition("-")[0].replace("_", "-").replace(".", "-").lower() for file in files]
        assert set(names) == set(needed()) - ELSEWHERE
        assert len(names) == len(set(names))
    assert all(re.fullmatch(r"[0-9a-f]{64}", source["sha256"]) for source in sources)


def test_winget_has_what_its_schemas_want(tmp_path: Path) -> None:
    installer = tmp_path / "setup.exe"
    installer.write_bytes(b"installer")
    url = "https://example.org/setup.exe"
    runpy.run_path(str(PACKAGING / "windows" / "winget.py"))["main"](__version__, url, installer, tmp_path)
    made = [yaml.safe_load(file.read_text(encoding="utf-8")) for file in sorted(tmp_path.glob("*.yaml"))]
    kinds = {manifest["ManifestType"]: manifest for manifest in made}
    assert len(made) == len(kinds) == len(WINGET_NEEDS)
    for kind, needs in WINGET_NEEDS.items():
        assert needs <= kinds[kind].keys()
        assert kinds[kind]["PackageVersion"] == __version__
        assert kinds[kind]["PackageIdentifier"] == "AxonDesktop.AxonDesktop"
    [one] = kinds["installer"]["Installers"]
    assert one["InstallerUrl"] == url
    assert re.fullmatch(r"[0-9A-F]{64}", one["InstallerSha256"])
    assert kinds["installer"]["ProductCode"] in (PACKAGING / "windows" / "axon-desktop.nsi").read_text("utf-8-sig")
    assert kinds["defaultLocale"]["ShortDescription"] == project()["description"]


def test_installers_of_windows_speak_three_languages_and_name_what_is_there() -> None:
    folder = PACKAGING / "windows"
    nsi, inno = ((folder / f"axon-desktop.{kind}").read_bytes() for kind in ("nsi", "iss"))
    assert nsi[:3] == inno[:3] == b"\xef\xbb\xbf"  # else the compilers on Windows read the machine's code page
    languages = re.findall(rb"MUI_LANGUAGE (\w+)", nsi)
    assert languages == [b"English", b"SimpChinese", b"TradChinese"]
    texts = re.findall(r'!insertmacro TEXT \w+((?:\s*\\?\s*"[^"]+")+)', nsi.decode("utf-8"))
    assert [text.count('"') for text in texts] == [6] * 4
    assert re.findall(rb'^Name: "(\w+)"; MessagesFile', inno, re.MULTILINE) == [b"en", b"zh_CN", b"zh_TW"]
    assert len(re.findall(rb"^\w+\.OnPath=", inno, re.MULTILINE)) == 3
    assert (folder / "../../LICENSE").is_file()


def test_ci_names_what_is_there_and_lists_each_secret() -> None:
    check, release = (read_yaml(f"ci/{name}.yml") for name in ("check", "release"))
    text = (PACKAGING / "ci" / "release.yml").read_text(encoding="utf-8")
    head = text.partition("\nname:")[0]
    used = set(re.findall(r"\b(?:secrets|vars)\.(\w+)", text))
    assert used == set(re.findall(r"\b(?:MACOS|APPIMAGE)_\w+", head))
    assert release["jobs"]["check"]["uses"].endswith("/check.yml")
    assert {"linux", "windows", "macos", "publish", "check"} == release["jobs"].keys()
    for place in re.findall(r"packaging/[\w/.-]+\.\w+", text):
        assert (ROOT / place).is_file(), place
    rooms = check["jobs"]["elsewhere"]["env"]
    assert all((ROOT / room).is_dir() for room in [*rooms["ROOMS"].split(), *rooms["PARTLY"].split()])
    files = [file for room in rooms["ROOMS"].split() for file in (ROOT / room).rglob("*.py")]
    assert [str(file) for file in files if POSIX.search(file.read_text(encoding="utf-8"))] == []


@pytest.mark.parametrize("platform", ["linux", "darwin", "win32"])
def test_steps_of_each_system_are_numbered_through(platform: str) -> None:
    numbers = re.findall(r"^(\d+)\. \S", steps_by_hand(platform), re.MULTILINE)
    assert numbers == [str(number + 1) for number in range(len(numbers))]
    assert len(numbers) == len(steps_by_hand(platform).splitlines()) > 10


def test_faults_of_macos_name_steps_that_are_there() -> None:
    table = (
        (ROOT / "docs" / "building.md").read_text(encoding="utf-8").partition("## macOS")[2].partition("\n## ")[0]
    )
    rows = [row.strip("| ").rsplit("|", 1)[1] for row in table.splitlines() if row.startswith("| ")][2:]
    named = {int(number) for row in rows for number in re.findall(r"\d+", row)}
    assert len(rows) > 12
    assert named <= set(range(1, len(steps_by_hand("darwin").splitlines()) + 1))
