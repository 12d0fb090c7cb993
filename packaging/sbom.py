"""Write what the program is made of as CycloneDX JSON: each package of uv.lock with its hashes and its licence.

uv exports the lock; its licences come from THIRD_PARTY_NOTICES.md, which must name every package, its date and
number from the commit, so that the same tree gives the same file.
"""

from __future__ import annotations

import datetime
import json
import os
import re
import subprocess
import sys
import uuid
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
_NOTICE = re.compile(r"^\| (\w[\w.-]*) \| (.+) \|$", re.MULTILINE)


def export(uv: str) -> dict[str, Any]:
    """Return the lock's own list."""
    command = [
        uv, "export", "--locked", "--no-default-groups", "--no-emit-project", "--quiet",
        "--preview-features", "sbom-export", "--format", "cyclonedx1.5",
    ]  # fmt: skip
    done = subprocess.run(command, cwd=ROOT, capture_output=True, check=True)
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def read_notices() -> dict[str, str]:
    """Return the licence of each package that is named."""
    text = (ROOT / "THIRD_PARTY_NOTICES.md").read_text(encoding="utf-8")
    return {name: licence for name, licence in _NOTICE.findall(text) if (name, licence) != ("package", "licence")}


def complete(listed: dict[str, Any], licences: dict[str, str]) -> dict[str, Any]:
    """Add licences, and replace what differs from run to run."""
    listed["metadata"]["component"]["type"] = "application"
    for component in listed["components"]:
        if component["name"] in licences:
            component["licenses"] = [{"expression": licences[component["name"]]}]
    moment = datetime.datetime.fromtimestamp(int(os.environ["SOURCE_DATE_EPOCH"]), datetime.UTC)
    listed["metadata"]["timestamp"] = moment.isoformat().replace("+00:00", "Z")
    listed.pop("serialNumber", None)
    text = json.dumps(listed, sort_keys=True)
    listed["serialNumber"] = f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_OID, text)}"
    return listed


def main(uv: str, target: Path) -> int:
    """Write the list; return 1 if a package is in it without hash, or without a notice."""
    licences = read_notices()
    listed = complete(export(uv), licences)
    names = {component["name"] for component in listed["components"]}
    bare = sorted(
        component["name"]
        for component in listed["components"]
        if not all(place.get("hashes") for place in component.get("externalReferences", [{}]))
    )
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(json.dumps(listed, indent=1) + "\n", encoding="utf-8")
    for name in bare:
        sys.stderr.write(f"sbom: {name} has no hash\n")
    for name in sorted(names - licences.keys()):
        sys.stderr.write(f"sbom: THIRD_PARTY_NOTICES.md does not name {name}\n")
    for name in sorted(licences.keys() - names):
        sys.stderr.write(f"sbom: THIRD_PARTY_NOTICES.md names {name}, which is not used\n")
    sys.stdout.write(f"sbom: {len(names)} packages, all with hashes, in {target}\n" if not bare else "")
    return 1 if bare or names ^ licences.keys() else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], Path(sys.argv[2])))
