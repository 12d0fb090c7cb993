"""Detection of drives that do not report changes made by other machines."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

_REMOTE = frozenset({
    "nfs", "nfs4", "cifs", "smb2", "smb3", "smbfs", "9p", "drvfs", "vboxsf", "vmhgfs", "afs", "afpfs", "ceph",
    "coda", "davfs", "webdav", "glusterfs", "lustre", "ncpfs", "prl_fs", "macfuse", "osxfuse",
    "fuse.sshfs", "fuse.rclone", "fuse.davfs2", "fuse.gvfsd-fuse", "fuse.glusterfs", "fuse.s3fs", "fuse.gcsfuse",
    "fuse.vmhgfs-fuse",
})  # fmt: skip
_NETWORK_DRIVE = 4
_OCTAL = re.compile(r"\\([0-7]{3})")
_MAC_MOUNT = re.compile(r"^.* on (?P<place>/.*) \((?P<kind>\w+)")


if sys.platform == "win32":
    import ctypes

    def is_remote(folder: Path) -> bool:
        """Tell whether a folder is on a network drive."""
        drive = os.path.splitdrive(os.path.realpath(folder))[0]
        return drive.startswith("\\\\") or ctypes.windll.kernel32.GetDriveTypeW(drive + "\\") == _NETWORK_DRIVE

else:

    def is_remote(folder: Path) -> bool:
        """Tell whether a folder is on a network drive, or on one that another system shares with this one."""
        real = os.path.realpath(folder)
        mounts = _mac_mounts() if sys.platform == "darwin" else _linux_mounts()
        around = [mount for mount in mounts if f"{real}/".startswith(f"{mount[0].rstrip('/')}/")]
        return bool(around) and max(around, key=lambda mount: len(mount[0]))[1] in _REMOTE


def _linux_mounts() -> list[tuple[str, str]]:
    """Return mount points and their types, the last one mounted over a folder last."""
    try:
        lines = Path("/proc/self/mounts").read_text("utf-8", "surrogateescape").splitlines()
    except OSError:
        return []
    fields = [line.split(" ") for line in lines]
    return [
        (_OCTAL.sub(lambda match: chr(int(match[1], 8)), some[1]), some[2]) for some in fields if len(some) > 2
    ]


def _mac_mounts() -> list[tuple[str, str]]:
    try:
        output = subprocess.run(["/sbin/mount"], capture_output=True, text=True, check=False, timeout=5).stdout
    except (OSError, subprocess.SubprocessError):
        return []
    return [(match["place"], match["kind"]) for line in output.splitlines() if (match := _MAC_MOUNT.match(line))]
