"""Engines for the service: worker processes, and the routes by which they find and replace PHI."""
