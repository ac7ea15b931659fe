"""Projects: notes that people annotate, adjudicate, measure and learn from."""
