"""Ids of patients as they are compared: the tables of a hospital and its notes disagree about leading zeros."""

from __future__ import annotations


def plain_id(patient: str) -> str:
    """The id without blanks around it, and a number without leading zeros: 07042 is 7042."""
    patient = patient.strip()
    return patient.lstrip("0") or "0" if patient.isdecimal() else patient
