"""Notes with invented PHI: slots in real or invented text, and what is put into them."""
