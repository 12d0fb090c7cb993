"""Whether a question in other words, or in another language, finds its note.

`notes_*.toml` are notes as people keep them, `queries_*.toml` one question for each of them, written without the
words of the note and before any result of an encoder was seen. Whoever tunes a ranking looks at the `a` half of
the queries; the `b` half is for checking alone. `near_*.toml` are short notes on neighbouring subjects,
`others_*.toml` parts of sentences from which the rest of the vault is made.
"""
