"""Plan mode: making a plan, having it reviewed, and running its steps."""
