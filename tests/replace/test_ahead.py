"""What notes tell of their patients is put together without going through it again for each note."""

from incognote.known.people import Detail, Person
from incognote.replace.ahead import Gathering, Glimpse, Look, gathered
from incognote.types import Document
from tests.steps import grows_in_proportion


def test_gathered_one_by_one_they_tell_what_they_do_together():
    glimpses = [
        Glimpse(frozenset({f"w{at % 3}"}), known=Person(numbers=(Detail("MRN", str(at % 2)),)) if at else None)
        for at in range(5)
    ]
    gathering, together = Gathering(), Glimpse()
    for glimpse in glimpses:
        gathering.add(glimpse)
        together |= glimpse
    assert gathering.all() == together
    assert Gathering().all() == Glimpse()


def test_what_all_records_say_of_a_patient_is_gone_through_once():
    """As where each of many texts of a file brings along all relatives."""

    def together(number):
        known = Person(numbers=tuple(Detail("PHONE", str(at)) for at in range(number)))
        found = Glimpse()
        for _ in range(number):
            found |= Glimpse(known=known)
        return found

    assert grows_in_proportion(together)


def test_notes_are_not_read_where_nothing_is_to_be_looked_for():
    doc = Document("a", "Mr. Smith, 97 years old", patient="1")
    assert gathered(lambda: [doc], Look(False, False)) == {}
    (ages,) = gathered(lambda: [doc, doc], Look(False, True)).values()
    assert ages.ages.over_89
