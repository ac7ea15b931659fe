import threading
from pathlib import Path

import pytest

from incognote.errors import ConfigError
from incognote.serve.problems import ConflictError, MissingError
from incognote.serve.releases.drawing import Drawn
from incognote.serve.releases.figures import figures_of
from incognote.serve.releases.own_gold import last_seen
from incognote.serve.releases.releases import ReleaseSettings, new_release, review_of
from incognote.serve.releases.reviewing import (
    change_settings,
    draw_more,
    find,
    judge,
    mark_read,
    sign,
    unsettled,
    withdraw,
)
from incognote.serve.store import Store
from incognote.types import Document, Span

TEXT = "Ada Osei, 93, came 🙂 from Harlow on 3/9.\r\nAda slept."
LEAK = {"start": 0, "end": 8, "kind": "leak", "label": "PATIENT", "comment": ""}
INDIRECT = {"start": 27, "end": 33, "kind": "indirect", "label": "ethnicity with town", "comment": "one family there"}
SIGN = {"name": "Ada", "position": "officer", "method": "safe harbor", "statement": "Fine.", "anyway": ""}


@pytest.fixture
def release(store):
    docs = tuple(Document(f"n{number}", TEXT, (Span(10, 12, "AGE"),)) for number in range(1, 7))
    drawn = Drawn(docs, 100, 2)
    settings = ReleaseSettings(("ann", "ben"), 0.05)
    return new_release(store, "May", drawn, 4, 1, {}, [], settings, "adam").id


def aim_low(store, release):
    """A target that any sample shows."""
    change_settings(store, release, ReleaseSettings(("ann", "ben"), 1.0), "adam")


def read_all(store, release):
    for note in review_of(store, release).sample:
        mark_read(store, release, note, "ann" if note % 2 else "ben", True)


def test_a_new_release(store, release):
    review = review_of(store, release)
    assert list(review.sample) == [1, 2, 3, 4]
    assert review.words == [11] * 6
    assert [review.reader_of(note) for note in review.sample] == ["ann", "ben", "ann", "ben"]
    assert review.unread == [1, 2, 3, 4]
    assert store.note(release, 1).meta == {"replaced": [[10, 12, "AGE"]]}
    assert store.note(release, 1).text == TEXT


def test_a_finding_is_open_then_confirmed_by_someone_else(store, release):
    number = find(store, release, 1, "ann", LEAK)
    assert [one.id for one in review_of(store, release).open] == [number]
    with pytest.raises(ConflictError, match="somebody else"):
        judge(store, release, number, "ann", True)
    judge(store, release, number, "ben", True)
    found = review_of(store, release).findings[number]
    assert (found.real, found.judge, found.author) == (True, "ben", "ann")
    judge(store, release, number, "cleo", False)  # the last word counts
    assert review_of(store, release).findings[number].real is False


def test_only_an_open_finding_of_ones_own_is_withdrawn(store, release):
    number = find(store, release, 1, "ann", LEAK)
    with pytest.raises(ConflictError, match="ann marked this"):
        withdraw(store, release, number, "ben")
    withdraw(store, release, number, "ann", "w1")
    withdraw(store, release, number, "ann", "w1")  # sent again
    assert not review_of(store, release).findings
    with pytest.raises(MissingError):
        withdraw(store, release, number, "ann")
    number = find(store, release, 1, "ann", LEAK)
    judge(store, release, number, "ben", True)
    with pytest.raises(ConflictError, match="can be rejected, but not withdrawn"):
        withdraw(store, release, number, "ann")


def test_what_is_sent_again_counts_once(store, release):
    first = find(store, release, 1, "ann", LEAK, "a")
    assert find(store, release, 1, "ann", LEAK, "a") == first
    judge(store, release, first, "ben", True, "b")
    judge(store, release, first, "cleo", False, "c")
    judge(store, release, first, "ben", True, "b")
    assert review_of(store, release).findings[first].real is False


@pytest.mark.parametrize(
    ("change", "error"),
    [
        ({"start": 8}, ConfigError),
        ({"end": len(TEXT) + 1}, ConfigError),
        ({"label": "Osei"}, ConfigError),
        ({"kind": "indirect"}, ConfigError),
    ],
)
def test_findings_that_do_not_fit_are_refused(store, release, change, error):
    with pytest.raises(error):
        find(store, release, 1, "ann", {**LEAK, **change})


def test_a_stretch_is_a_leak_once(store, release):
    number = find(store, release, 1, "ann", LEAK)
    with pytest.raises(ConflictError, match="marked already, by ann"):
        find(store, release, 1, "ben", {**LEAK, "start": 4})
    find(store, release, 1, "ben", {**INDIRECT, "start": 0})
    judge(store, release, number, "ben", False)
    find(store, release, 1, "ben", LEAK)  # what was rejected may be marked by somebody else


def test_notes_in_reserve_are_not_read_yet(store, release):
    for act in (lambda: find(store, release, 5, "ann", LEAK), lambda: mark_read(store, release, 5, "ann", True)):
        with pytest.raises(MissingError):
            act()
    draw_more(store, release, 6, "adam")
    mark_read(store, release, 5, "ann", True)
    with pytest.raises(ConflictError):
        draw_more(store, release, 6, "adam")
    with pytest.raises(ConfigError, match="--reserve"):
        draw_more(store, release, 7, "adam")


def test_a_note_is_its_first_reader_s(store, release):
    mark_read(store, release, 1, "ben", True)
    mark_read(store, release, 1, "ann", True)
    assert review_of(store, release).reader_of(1) == "ben"
    mark_read(store, release, 1, "ben", False)
    assert review_of(store, release).reader_of(1) == "ann"
    change_settings(store, release, ReleaseSettings(("cleo",)), "adam")
    review = review_of(store, release)
    assert [review.reader_of(note) for note in (1, 2)] == ["ann", "cleo"]


def test_open_findings_count_as_leaks_until_they_are_settled(store, release):
    read_all(store, release)
    first = find(store, release, 1, "ann", LEAK)
    second = find(store, release, 2, "ben", LEAK)
    figures = figures_of(store, review_of(store, release))
    assert (figures.proof.leaky, figures.doubtful.leaky) == (0, 2)
    judge(store, release, first, "ben", True)
    judge(store, release, second, "ann", False)
    figures = figures_of(store, review_of(store, release))
    assert (figures.proof.leaky, figures.doubtful.leaky) == (1, 1)
    assert figures.tags == {"Full name": 1}
    assert figures.per_note == (1, 0, 0, 0)
    assert [(share.evaluator, share.notes, share.words, share.leaks) for share in figures.shares] == [
        ("ann", 2, 22, 1),
        ("ben", 2, 22, 0),
    ]


def test_a_note_in_which_something_leaked_was_read(store, release):
    find(store, release, 3, "ann", LEAK)
    proof = figures_of(store, review_of(store, release)).doubtful
    assert (proof.read, proof.leaky) == (1, 1)


def test_all_looks_share_the_level(store, release):
    def alpha():
        proof = figures_of(store, review_of(store, release)).proof
        return proof.alpha, proof.alpha_of_more

    assert alpha() == (0.025, 0.025)  # the sample can grow
    draw_more(store, release, 5, "adam")
    assert alpha() == (0.025, 0.025)  # nobody had read anything
    mark_read(store, release, 1, "ann", True)
    mark_read(store, release, 1, "ann", False)
    assert alpha() == (0.025, 0.0125)
    draw_more(store, release, 6, "adam")
    assert alpha() == (0.0125, 0.0125)


def test_a_sample_that_cannot_grow_has_the_whole_level(store):
    drawn = Drawn((Document("n", TEXT),), 100, 0)
    made = new_release(store, "June", drawn, 1, 1, {}, [], ReleaseSettings(), "adam").id
    assert review_of(store, made).alpha == 0.05


def test_indirect_identifiers_are_no_leaks(store, release):
    number = find(store, release, 1, "ann", INDIRECT)
    figures = figures_of(store, review_of(store, release))
    assert figures.doubtful.leaks == 0
    assert figures.indirect["ethnicity with town"] == (0, 1)
    judge(store, release, number, "ben", True)
    assert figures_of(store, review_of(store, release)).indirect["ethnicity with town"] == (1, 0)


def test_types_that_the_thesis_does_not_have_are_counted(store, release):
    number = find(store, release, 1, "ann", {**LEAK, "label": "PROFESSION"})
    judge(store, release, number, "ben", True)
    figures = figures_of(store, review_of(store, release))
    assert figures.tags == {"PROFESSION": 1}
    tables = {table.key: table for table in figures.tables({})}
    assert ("Not ranked", 1, 1.0, None, None) in tables["leak_risks"].rows


def signed(store, release, author, body):
    return sign(store, release, author, last_seen(store, review_of(store, release)), body)


class TestSigning:
    def test_is_refused_while_something_is_unsettled(self, store, release):
        with pytest.raises(ConflictError, match="4 notes of the sample are unread"):
            signed(store, release, "ada", SIGN)
        read_all(store, release)
        find(store, release, 1, "ann", INDIRECT)
        with pytest.raises(ConflictError, match="1 finding is neither"):
            signed(store, release, "ada", SIGN)
        signed(store, release, "ada", {**SIGN, "anyway": "It is known."})
        assert review_of(store, release).signatures[0].anyway == "It is known."

    def test_is_refused_where_the_target_is_not_shown(self, store, release):
        read_all(store, release)
        with pytest.raises(ConflictError, match="doesn't show the target"):
            signed(store, release, "ada", SIGN)

    def test_a_reason_is_kept_only_where_there_is_need(self, store, release):
        aim_low(store, release)
        read_all(store, release)
        assert unsettled(review_of(store, release)) == []
        signed(store, release, "ada", {**SIGN, "anyway": "for luck"})
        assert review_of(store, release).signatures[0].anyway == ""

    def test_what_is_said_later_makes_it_outdated(self, store, release):
        aim_low(store, release)
        read_all(store, release)
        signed(store, release, "ada", SIGN)
        signed(store, release, "adam", SIGN)
        review = review_of(store, release)
        assert [review.is_outdated(one) for one in review.signatures] == [False, False]
        find(store, release, 1, "ann", LEAK)
        review = review_of(store, release)
        assert [review.is_outdated(one) for one in review.signatures] == [True, True]

    def test_by_a_known_method_alone(self, store, release):
        read_all(store, release)
        with pytest.raises(ConfigError):
            signed(store, release, "ada", {**SIGN, "method": "hope"})


def test_what_many_say_at_once_is_all_kept(store, release):
    other = Store(Path(store.folder))  # as another process has it

    def say(kept, name, note):
        mark_read(kept, release, note, name, True)
        find(kept, release, note, name, LEAK)

    threads = [
        threading.Thread(target=say, args=(kept, name, note))
        for kept, name in ((store, "ann"), (other, "ben"))
        for note in ((1, 3) if name == "ann" else (2, 4))
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    other.close()
    review = review_of(store, release)
    assert sorted((one.note, one.author) for one in review.findings.values()) == [
        (1, "ann"),
        (2, "ben"),
        (3, "ann"),
        (4, "ben"),
    ]
    assert review.unread == []


def test_two_who_mark_the_same_at_once_mark_it_once(store, release):
    refused = []

    def say(name):
        try:
            find(store, release, 1, name, LEAK)
        except ConflictError:
            refused.append(name)

    threads = [threading.Thread(target=say, args=(name,)) for name in ("ann", "ben", "cleo")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(refused) == 2
    assert len(review_of(store, release).findings) == 1
