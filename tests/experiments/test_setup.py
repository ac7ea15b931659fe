"""What an experiment works on."""

import pytest

from incognote.errors import ConfigError, UnknownNameError
from incognote.experiments.papers import tables_of, verdicts_of
from incognote.experiments.printed.claims import CLAIMS
from incognote.experiments.setup import QUICK_FOLDS, prepare
from incognote.experiments.studies import CORPORA
from incognote.experiments.verdicts import CHECKS
from incognote.types import Document, Span

from .notes import made_up_results, small_notes


def test_five_corpora_in_their_order(setup, notes):
    assert tuple(setup.corpora) == tuple(setup.described) == CORPORA
    assert setup.folds == QUICK_FOLDS
    ids = {doc.id for doc in notes}
    assert all({doc.id for doc in docs} <= ids for docs in setup.corpora.values())
    assert setup.words["ambiguous"].ambiguous == setup.described["ambiguous"].ambiguous()
    assert setup.words["oov"].oov == setup.described["oov"].out_of_vocabulary()


def test_the_authentic_corpus_is_the_notes_as_they_are(setup, notes):
    by_id = {doc.id: doc for doc in notes}
    assert all(doc == by_id[doc.id] for doc in setup.corpora["authentic"])
    made = [doc for name in CORPORA if name != "authentic" for doc in setup.corpora[name] if doc.spans]
    assert all(doc.text != by_id[doc.id].text for doc in made)


def test_a_seed_tells_all():
    one, again, other = (prepare(small_notes(), CORPORA, seed, quick=True).corpora for seed in (1, 1, 2))
    assert one == again
    assert one["random"] != other["random"]


@pytest.mark.parametrize(
    ("docs", "problem"),
    [
        ([], "no note has annotations"),
        ([Document("a", "Mr. Smith")], "no note has annotations"),
        ([*small_notes(), small_notes()[0]], "two notes have one id"),
    ],
)
def test_notes_that_cannot_be_used(docs, problem):
    with pytest.raises(ConfigError, match=problem) as error:
        prepare(docs, CORPORA, 1, quick=True)
    assert "Smith" not in str(error.value)


def test_reprs_do_not_quote_a_note(setup):
    assert "Document" not in repr(setup)


def test_claims_of_a_paper_are_judged_by_its_tables(setup):
    tables = tables_of("neamatullah2006", made_up_results(["authentic, deid, labels"]), setup)
    verdicts = verdicts_of("neamatullah2006", tables)
    assert verdicts.keys() == {key for key in CLAIMS if key.startswith("neamatullah2006.") and key in CHECKS}
    assert all(verdict.evidence or not verdict.checks for verdict in verdicts.values())


@pytest.mark.usefixtures("link_grammar")
def test_the_information_gain_of_sibandas_features():
    from incognote.experiments.papers import _gains

    cells = _gains(small_notes()[:4]).cells
    bits = [row["bits"] for row in cells.values()]
    assert bits == sorted(bits, reverse=True)
    assert 0 < bits[0] < 1
    assert {"target word", "word before", "word after", "bigram before", "bigram after"} <= cells.keys()


def test_only_the_corpora_that_are_needed_are_made():
    setup = prepare(small_notes(), ("authentic", "oov"), 1, quick=True)
    assert tuple(setup.corpora) == ("oov", "authentic")
    assert set(setup.words) == {"oov"}


def test_labels_of_the_2006_challenge_are_understood():
    doc = Document("n", "Mr. Smith of Boston", (Span(4, 9, "PATIENT"), Span(13, 19, "LOCATION")))
    setup = prepare([doc], ("authentic",), 1)
    assert [span.label for span in setup.corpora["authentic"][0].spans] == ["PATIENT", "LOCATION-OTHER"]
    with pytest.raises(UnknownNameError, match="convert --labels"):
        prepare([doc.with_spans([Span(4, 9, "PERSON")])], ("authentic",), 1)
