"""winget.py VERSION URL INSTALLER FOLDER: the manifests of a version for winget, from the templates in winget/.

URL is where the installer can be downloaded, INSTALLER the same file here, whose hash is taken.
"""

from __future__ import annotations

import hashlib
import sys
from pathlib import Path
from string import Template

TEMPLATES = Path(__file__).resolve().parent / "winget"


def main(version: str, url: str, installer: Path, folder: Path) -> None:
    """Write the manifests of one version."""
    digest = hashlib.sha256(installer.read_bytes()).hexdigest().upper()
    folder.mkdir(parents=True, exist_ok=True)
    for template in sorted(TEMPLATES.glob("*.yaml")):
        text = Template(template.read_text(encoding="utf-8").replace(" $schema", " $$schema"))
        (folder / template.name).write_text(
            text.substitute(VERSION=version, URL=url, SHA256=digest), encoding="utf-8", newline="\n"
        )


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2], Path(sys.argv[3]), Path(sys.argv[4]))
