"""A conversation with a real model on this computer, in the real window: how long it takes, pictures of it.

    python tests/flows/local_model_scene.py http://127.0.0.1:8123/v1 MODEL FOLDER

Nothing is scripted but the requests; the approval dialog is answered with Return whenever it comes.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import msgspec
from desktop import APPROVAL, ROOT, approve, ask, close, maximise, open_window, turns_ended
from screen import Screen, screen

NOTES = ROOT / "bench" / "competence" / "vault"
REQUESTS = (
    "Where did I leave the winter tyres?",
    "Add a line to the bottom of the Packing list: swimming goggles",
    "去成都的高铁是哪一趟,几点发车?",
    "What is the password of the guest Wi-Fi?",
    "Write a note Travel/Chengdu plan with what my notes say about that trip",
)
LIMIT = 1800.0


def play(desk: Screen, vault: Path, home: Path, base_url: str, model: str, theme: str) -> None:
    """Ask one request after another, and take a picture of each answer."""
    (home / "config").mkdir(parents=True)
    chosen = {"provider": "openai_compatible", "base_url": base_url, "model": model, "temperature": 0.0}
    (home / "config" / "settings.json").write_bytes(msgspec.json.encode({"model": chosen}))
    open_window(desk, vault, home, "--theme", theme, "--note", "Home.md")
    maximise(desk, "1440x900")
    for number, request in enumerate(REQUESTS, 1):
        begun, ended = time.monotonic(), turns_ended(home)
        ask(desk, request)
        waiting, asked = time.monotonic(), 0
        pictured = False
        while turns_ended(home) == ended and time.monotonic() - begun < LIMIT:
            if desk.window(APPROVAL):
                asked += 1
                desk.shot(f"local-model-{theme}-{number}-approval-{asked}")
                approve(desk)
            elif not pictured and time.monotonic() - waiting > 4:
                desk.grab(f"local-model-{theme}-{number}-waiting")
                pictured = True
            time.sleep(0.5)
        desk.shot(f"local-model-{theme}-{number}-answer")
        print(f"{time.monotonic() - begun:5.0f} s, asked {asked} times: {request}", flush=True)
    changed = subprocess.run(("diff", "-r", NOTES, vault), capture_output=True, text=True, check=False)
    print(changed.stdout)
    close(desk)


def main() -> None:
    """Play the conversation once."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("base_url")
    parser.add_argument("model")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--theme", default="light", choices=("light", "dark"))
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="axon-scene-") as temp, screen("1440x900", options.folder) as desk:
        vault = Path(temp) / "My notes"
        shutil.copytree(NOTES, vault)
        play(desk, vault, Path(temp) / "home", options.base_url, options.model, options.theme)


if __name__ == "__main__":
    main()
