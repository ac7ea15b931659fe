"""What takes the place of PHI: tags, masks and shifted dates, and how they are put into a note."""
