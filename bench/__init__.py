"""`make bench`: speed and weight as ratios between a subject and its floor, measured in one run."""
