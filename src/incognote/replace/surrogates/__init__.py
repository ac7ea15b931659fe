"""Surrogates: invented PHI in the place of what was found, drawn from the key."""
