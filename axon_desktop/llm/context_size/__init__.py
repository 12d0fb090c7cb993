"""Context size: how many tokens a model takes, and how many a request has."""
