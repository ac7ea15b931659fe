"""Learning engines: features of tokens, learners, models."""
