"""Learners: what is learned from annotated notes, and how it labels the words of new ones."""
