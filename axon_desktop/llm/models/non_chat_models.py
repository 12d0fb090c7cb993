"""Which models do other work than to answer, by their names: a server lists them beside those that talk."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

OtherWork: TypeAlias = Literal["", "meaning", "sorting", "sound", "pictures", "checking", "completing"]

_WORK: tuple[tuple[OtherWork, re.Pattern[str]], ...] = (
    ("sorting", re.compile(r"rerank")),
    ("meaning", re.compile(r"embed|\bbge-|\bgte-|\be5-|\ball-minilm|\bclip\b|\bminilm")),
    ("sound", re.compile(r"whisper|\btts\b|\btts-|-tts|transcribe|\baudio\b|realtime|\bkokoro\b|\bparakeet")),
    ("pictures", re.compile(r"dall-e|gpt-image|\bsora|stable-diffusion|\bsdxl|\bflux\b|-image\b|image-\d")),
    ("checking", re.compile(r"moderation|llama-?guard|shieldgemma|granite\S*guardian|\bprompt-guard")),
    ("completing", re.compile(r"\b(?:babbage|davinci)-00\d|turbo-instruct")),
)


def work_of(model: str) -> OtherWork:
    """Return what else a model does, by its id; empty for one that talks, and for one that nobody knows."""
    name = model.lower().replace("_", "-")
    return next((work for work, names in _WORK if names.search(name)), "")
