"""The default engine adapted to a hospital by a few dozen corrected notes: its tagger, the last layer of its encoder
and its thresholds go on from what is shipped, and cross-validation says whether that helps."""
