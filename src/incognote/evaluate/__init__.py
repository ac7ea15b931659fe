"""Measuring one annotation of notes against another: every score is a function of two documents with one id."""
