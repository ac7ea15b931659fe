"""Figures for people and programs: tables, and how a terminal, JSON and a web page show them."""
