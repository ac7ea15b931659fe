"""Names of people by culture, for notes with invented names: those that are written in Latin letters."""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Iterable
from importlib import import_module
from pathlib import Path

from distil.lists import OWN_SOURCE, own_sections
from distil.sources import FAKER

LANGUAGES = {
    "azerbaijani": "az_AZ",
    "british": "en_GB",
    "croatian": "hr_HR",
    "czech": "cs_CZ",
    "danish": "da_DK",
    "dutch": "nl_NL",
    "estonian": "et_EE",
    "finnish": "fi_FI",
    "french": "fr_FR",
    "german": "de_DE",
    "ghanaian": "tw_GH",
    "hausa": "ha_NG",
    "hungarian": "hu_HU",
    "igbo": "ig_NG",
    "indian": "en_IN",
    "indonesian": "id_ID",
    "irish": "en_IE",
    "italian": "it_IT",
    "japanese": "ja_JP",
    "kenyan": "en_KE",
    "latvian": "lv_LV",
    "maghrebi": "fr_DZ",
    "mexican": "es_MX",
    "colombian": "es_CO",
    "norwegian": "no_NO",
    "pakistani": "en_PK",
    "polish": "pl_PL",
    "portuguese": "pt_BR",
    "quebecois": "fr_CA",
    "romanian": "ro_RO",
    "slovak": "sk_SK",
    "slovenian": "sl_SI",
    "spanish": "es_ES",
    "swahili": "sw",
    "swedish": "sv_SE",
    "thai": "en_TH",
    "turkish": "tr_TR",
    "uzbek": "uz_UZ",
    "vietnamese": "vi_VN",
    "yoruba": "yo_NG",
    "zulu": "zu_ZA",
}
"""Culture -> the language of the package whose names are its."""
FIELDS = {
    "male": ("first_romanized_names_male", "first_names_male", "first_names"),
    "female": ("first_romanized_names_female", "first_names_female", "first_names"),
    "surname": ("last_romanized_names", "unisex_last_names", "last_names"),
}
"""Kind -> where the package may have it; the first that holds Latin names counts."""
MOST = 120


def write(target: Path, date: str) -> None:
    """Write the names: a line a culture and kind, names between commas."""
    found = {f"{culture} {kind}": _faker(language, kind) for culture, language in LANGUAGES.items() for kind in FIELDS}
    rows = sorted((found | {section: _plain(items) for section, items in own_sections("cultures").items()}).items())
    target.mkdir(parents=True, exist_ok=True)
    text = "".join(
        f"{culture}\t{kind}\t{','.join(names)}\n" for (section, names) in rows for culture, kind in [section.split()]
    )
    (target / "items.txt").write_text(text, "utf-8", newline="\n")
    head = f'what = "names of people by culture: culture, kind, names"\nsources = {json.dumps([FAKER, OWN_SOURCE])}\n'
    count = sum(len(names) for _, names in rows)
    source = f'{head}distilled = "{date}"\ncount = {count}\n'
    (target / "source.toml").write_text(source, "utf-8", newline="\n")


def _faker(language: str, kind: str) -> list[str]:
    provider = import_module(f"faker.providers.person.{language}").Provider
    for field in FIELDS[kind]:
        if names := _plain(getattr(provider, field, ())):
            return names
    raise LookupError(f"the package has no {kind} names for {language}")


def _plain(names: Iterable[str]) -> list[str]:
    """Single words in Latin letters, sorted; of long lists every so many."""
    words = sorted({unicodedata.normalize("NFC", name) for name in names if _latin(name)})
    return [words[i * len(words) // MOST] for i in range(MOST)] if len(words) > MOST else words


def _latin(name: str) -> bool:
    return len(name) > 1 and all("LATIN" in unicodedata.name(letter, "") for letter in name)
