"""The advice to try again, at the end of error texts; left out where the program itself retries."""

from __future__ import annotations

from axon_desktop.errors import N_, Text

TRY_AGAIN = N_("Core", "{sentence} Try again.")
IN_A_MOMENT = N_("Core", "{sentence} Try again in a moment.")
WAIT_A_LITTLE = N_("Core", "{sentence} Wait a little, then try again.")
IN_SECONDS = N_("Core", "{sentence} Try again in {seconds} seconds.")
IN_MINUTES = N_("Core", "{sentence} Try again at {time} (in about {minutes} minutes).")
IN_HOURS = N_("Core", "{sentence} Try again at {time} (in about {hours} hours).")

_ADVICE = frozenset({TRY_AGAIN, IN_A_MOMENT, WAIT_A_LITTLE, IN_SECONDS, IN_MINUTES, IN_HOURS})


def without_advice(text: str) -> str:
    """Return the text of an error without the advice to try again, also within another sentence."""
    sentence = text.values.get("sentence") if isinstance(text, Text) else None
    if not isinstance(text, Text) or sentence is None:
        return text
    if text.template in _ADVICE:
        return sentence
    return Text(text.template, **{**text.values, "sentence": without_advice(sentence)})
