"""Figures for people and programs: tables, and how a terminal and JSON show them."""
