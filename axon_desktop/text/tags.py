"""Tags as Obsidian reads them: letters, marks, numbers and symbols of any script, up to a blank or punctuation."""

from __future__ import annotations

import re

_ENDS = (
    r"\s\x00-\x1f!-,.:-@\[-^`{-~\x7f-\xa1\xa7\xab\xb6\xb7\xbb\xbf\u037e\u0387\u055a-\u055f\u0589\u058a\u05be\u05c0\u05c3"
    r"\u05f3\u05f4\u060c\u060d\u061b\u061d-\u061f\u066a-\u066d\u06d4\u0964\u0965\u0e5a\u0e5b\u104a-\u104f"
    r"\u2000-\u200b\u200e-\u206f\u2e00-\u2e7f\u3000-\u3004\u3008-\u3020\u3030\u303d\u30fb\ufe10-\ufe1f\ufe30-\ufe6b"
    r"\ufeff\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65"
)
"""Characters at which a tag ends: ASCII but `_`, `-` and `/`, and the punctuation of other scripts."""
TAG_CHARACTER = f"[^{_ENDS}]"
"""Pattern of a character of a tag; joiners, variation selectors and combining marks are among them."""
TAG = re.compile(
    rf"#({TAG_CHARACTER}*[^{_ENDS}\d_/\u200c\u200d\ufe00-\ufe0f-]{TAG_CHARACTER}*"
    rf"|{TAG_CHARACTER}*[_/-]\w{TAG_CHARACTER}*)"
)
"""`#` and a tag, which is more than a number."""
_BEFORE = "([{,;，。；、（"


def begins_tag(text: str, at: int) -> bool:
    """Tell whether a `#` is where a tag may begin."""
    before = text[at - 1] if at else " "
    return before.isspace() or before in _BEFORE
