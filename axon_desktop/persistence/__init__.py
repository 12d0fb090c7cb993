"""Small files and databases that survive a crash, a full disk and damage."""
