"""The sample vault, as a copy in the user's data folder, where the agent may write."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from axon_desktop import paths

SAMPLE_NAME = "Axon Sample Vault"


def copy_sample_vault() -> Path:
    """Copy the sample vault to where the agent may write; an existing copy is the user's and stays as it is."""
    target = paths.data_dir() / SAMPLE_NAME
    if not target.is_dir():
        target.parent.mkdir(parents=True, exist_ok=True)
        half = Path(tempfile.mkdtemp(dir=target.parent))
        shutil.copytree(paths.resources_dir() / "sample_vault", half, dirs_exist_ok=True)
        half.chmod(0o755)
        half.replace(target)
    return target
