"""Releases: a random sample of an output, what reviewers say of it, and the report of what that proves."""
