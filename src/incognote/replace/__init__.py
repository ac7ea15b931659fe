"""What stands in the place of PHI."""
