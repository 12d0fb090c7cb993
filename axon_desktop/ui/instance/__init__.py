"""One program per user: a second start hands what it was asked for to the first one, and ends."""
