"""The tools and the model over HTTP, on this machine only."""
