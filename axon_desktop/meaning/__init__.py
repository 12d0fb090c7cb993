"""Meaning: passages of notes are found by what they say, whatever words and language they say it in.

`meaning_index.MeaningIndex` is the entry point: it starts a child process (`worker`) that encodes passages, keeps
their vectors in one file beside the index, and answers queries; it ends when it has nothing to do.
`meaning_search.MeaningSearch` is the search of tools and commands, by words, by meaning, or by both.
"""
