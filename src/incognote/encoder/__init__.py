"""A small transformer that reads a note in pieces of words and gives each token the probabilities of its labels."""
