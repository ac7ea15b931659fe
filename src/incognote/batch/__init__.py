"""Whole archives: many notes by several processes, resumable, with nothing lost."""
