"""Scripts that are written without blanks between words, as ranges for a character class of `re`.

Each user combines the ranges that it needs: counting words and finding their limits are not the same.
"""

from __future__ import annotations

HAN = "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
"""Chinese characters."""
KANA = "\u3041-\u3096\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\uff66-\uff9d\U0001b000-\U0001b16f"
HANGUL = "\u1100-\u11ff\u3131-\u318e\ua960-\ua97c\uac00-\ud7fb"
SOUTH_EAST = "\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff"
"""Thai, Lao, Burmese, Khmer."""
EAST_ASIAN_MARKS = "\u2e80-\u31ff\u4dc0-\u4dff\uff00-\uff9f"
"""What stands among Chinese and Japanese: punctuation, radicals, Bopomofo, hexagrams, forms of full width."""
