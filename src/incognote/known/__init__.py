"""What is known beforehand: who the patients and providers are, and whose note a note is."""
