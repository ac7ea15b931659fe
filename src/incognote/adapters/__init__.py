"""Other programs' ways to call this one: Spark."""
