"""The service: what incognote does, for programs and in a browser. It wraps the rest; nothing of the rest knows it."""
