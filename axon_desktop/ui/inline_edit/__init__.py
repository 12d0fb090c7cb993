"""Edit in place: a passage of a note rewritten by the model and taken word by word; comments on passages."""
