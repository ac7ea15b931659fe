"""The papers' claims, in their own words."""

from incognote.experiments.printed.claims import aramaki2006, he2015, neamatullah2006, sibanda2006, uzuner2008
from incognote.experiments.printed.tables import Claim

CLAIMS: dict[str, Claim] = {
    claim.key: claim
    for module in (uzuner2008, sibanda2006, aramaki2006, he2015, neamatullah2006)
    for claim in module.CLAIMS
}
"""All claims, by key, in the order of the papers."""
