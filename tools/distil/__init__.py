"""The parts of the distillery: sources, lists, and a module a field."""
