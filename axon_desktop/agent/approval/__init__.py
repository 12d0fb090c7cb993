"""Which calls need the user's answer, by which rules, and what is asked."""
