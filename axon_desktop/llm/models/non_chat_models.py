"""Models that do not chat, such as embedding models, by their names: servers list them with the others."""

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


def other_task(model: str) -> OtherWork:
    """Return the task of a model that does not chat, by its id; empty for one that does, or is not known."""
    name = model.lower().replace("_", "-")
    return next((work for work, names in _WORK if names.search(name)), "")
