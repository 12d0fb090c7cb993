"""The write gateway and its parts."""
