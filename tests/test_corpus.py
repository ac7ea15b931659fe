import re
from collections import Counter
from pathlib import Path

import incognote
from incognote import corpus
from incognote.labels import LABELS
from incognote.layout.tokens import token_bounds

DOCS = list(corpus.read())


def test_size():
    assert len(DOCS) == 1_042
    assert sum(len(doc.spans) for doc in DOCS) == 14_819
    assert len({doc.id for doc in DOCS}) == 1_042


def test_twelve_authors():
    authors = Counter(doc.id.partition("-")[0] for doc in DOCS)
    assert sorted(authors, key=lambda name: int(name[1:])) == [f"t{number}" for number in range(1, 13)]


def test_only_our_labels_and_all_of_them():
    assert {span.label for doc in DOCS for span in doc.spans} == set(LABELS)


def test_spans_begin_and_end_with_something_visible():
    edges = [doc[span] for doc in DOCS for span in doc.spans]
    assert all(text.strip() == text for text in edges)


def test_strip_the_tags_and_the_note_is_left():
    doc = DOCS[0]
    raw = (corpus.path() / f"{doc.id}.txt").read_bytes().decode()
    assert re.sub(r'<PHI TYPE="[^"]+">|</PHI>', "", raw) == doc.text


def test_phi_begins_and_ends_where_fine_tokens_do():
    """At most one PHI in 150 doesn't; those are fused to lower-case words, such as `onDeepavali,`."""
    parted = 0
    for doc in DOCS:
        starts, ends = (set(bounds.tolist()) for bounds in token_bounds(doc.text))
        parted += sum(span.start not in starts or span.end not in ends for span in doc.spans)
    assert parted <= 14_819 / 150


def test_the_package_offers_it():
    assert incognote.corpus.path() == corpus.path()
    assert next(iter(incognote.read(corpus.path()))) == DOCS[0]


def test_it_comes_with_its_papers():
    folder = Path(corpus.path())
    assert {"README.md", "ANNOTATION.md", "LICENSE"} <= {file.name for file in folder.iterdir()}
