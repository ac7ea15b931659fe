"""The papers' experiments: their corpora, their tables with our figures beside theirs, and their claims."""
