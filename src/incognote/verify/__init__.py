"""Whether an output is what it should be: complete, unchanged where nothing was replaced, and without what was."""
