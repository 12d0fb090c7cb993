"""wheels.py [TARGET]: the wheels of uv.lock that the Flatpak installs, as sources for flatpak-builder.

One file of each package for each of two architectures, with the hash that the lock has; the build itself needs no
network then. PYTHON is that of the manifest's runtime. Needs the package `packaging` (pip has it, and .venv).
"""

from __future__ import annotations

import json
import sys
import tomllib
from pathlib import Path
from typing import Any

from packaging.markers import Marker
from packaging.tags import Tag, compatible_tags, cpython_tags
from packaging.utils import parse_wheel_filename

ROOT = Path(__file__).resolve().parents[2]
PYTHON = (3, 13)
GLIBC = 41
ARCHES = ("x86_64", "aarch64")


def best_wheel(package: dict[str, Any], arch: str) -> dict[str, str]:
    """Return the wheel of a package that pip would choose; an error if there is none."""
    order = {tag: place for place, tag in enumerate(_tags(arch))}
    fitting = []
    for wheel in package.get("wheels", ()):
        tags = parse_wheel_filename(wheel["url"].rsplit("/", 1)[1])[3]
        if places := [order[tag] for tag in tags if tag in order]:
            fitting.append((min(places), wheel["url"], wheel))
    if not fitting:
        raise SystemExit(f"wheels: {package['name']} has no wheel for Python {PYTHON} on {arch}")
    return min(fitting)[2]


def _tags(arch: str) -> list[Tag]:
    platforms = [*(f"manylinux_2_{minor}_{arch}" for minor in range(GLIBC, 4, -1)), f"manylinux2014_{arch}"]
    return [*cpython_tags(PYTHON, platforms=platforms), *compatible_tags(PYTHON, "cp", platforms)]


def needed(packages: dict[str, Any], arch: str) -> list[str]:
    """Return the names of what the program needs on Linux, itself left out."""
    version = ".".join(map(str, PYTHON))
    here = {
        "sys_platform": "linux", "platform_system": "Linux", "os_name": "posix", "platform_machine": arch,
        "python_version": version, "python_full_version": f"{version}.0", "extra": "",
        "implementation_name": "cpython", "platform_python_implementation": "CPython",
    }  # fmt: skip
    todo: list[tuple[str, str]] = [("axon-desktop", "")]
    seen = set(todo)
    while todo:
        name, extra = todo.pop()
        package = packages[name]
        extras = package.get("optional-dependencies", {})
        for need in extras.get(extra, ()) if extra else package.get("dependencies", ()):
            if "marker" not in need or Marker(need["marker"]).evaluate(here):
                found = {(need["name"], which) for which in ("", *need.get("extra", ()))} - seen
                seen |= found
                todo += found
    return sorted({name for name, _ in seen} - {"axon-desktop"})


def sources() -> list[dict[str, Any]]:
    """Return the sources in the form of a manifest."""
    locked = tomllib.loads((ROOT / "uv.lock").read_text(encoding="utf-8"))["package"]
    packages = {package["name"]: package for package in locked}
    arches: dict[tuple[str, str], list[str]] = {}
    for arch in ARCHES:
        for name in needed(packages, arch):
            wheel = best_wheel(packages[name], arch)
            arches.setdefault((wheel["url"], wheel["hash"].removeprefix("sha256:")), []).append(arch)
    return [
        {"type": "file", "url": url, "sha256": digest, "only-arches": only}
        for (url, digest), only in sorted(arches.items(), key=lambda item: item[0][0].rsplit("/", 1)[1])
    ]


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_name("wheels.json")
    target.write_text(json.dumps(sources(), indent=1) + "\n", encoding="utf-8")
