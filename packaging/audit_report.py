"""Judge a report of pip-audit: a known vulnerability fails unless a written exception speaks of it."""

from __future__ import annotations

import datetime
import json
import sys
import tomllib
from pathlib import Path

UNREACHED = 3


def main(report: Path, exceptions: Path) -> int:
    """Print each vulnerability; return 1 if one is not excepted, 3 if the database knows none of the packages."""
    packages = json.loads(report.read_text(encoding="utf-8"))["dependencies"]
    allowed = tomllib.loads(exceptions.read_text(encoding="utf-8")).get("exception", [])
    today = datetime.datetime.now(datetime.UTC).date()
    until = {exception["id"]: exception["until"] for exception in allowed if exception["why"].strip()}
    unseen = [package["name"] for package in packages if "skip_reason" in package]
    if len(unseen) == len(packages):
        sys.stderr.write("audit: the advisory database cannot be reached from here; nothing was audited\n")
        return UNREACHED
    open_ones = 0
    for package in packages:
        for found in package.get("vulns", []):
            excepted = until.get(found["id"], datetime.date.min) >= today
            open_ones += not excepted
            fixed = ", ".join(found["fix_versions"]) or "no version"
            sys.stdout.write(
                f"{'excepted' if excepted else 'FAIL'}  {package['name']} {package['version']}:"
                f" {found['id']}, mended in {fixed}\n"
            )
    for name in unseen:
        sys.stdout.write(f"FAIL  {name} was not audited\n")
    sys.stdout.write(f"audit: {len(packages)} packages, {open_ones} open vulnerabilities\n")
    return 1 if open_ones or unseen else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), Path(sys.argv[2])))
