import pytest

from incognote.serve.projects.adding import add
from incognote.serve.projects.marks import Mark, edit
from incognote.serve.projects.settings import ProjectSettings, new_project
from incognote.serve.store import New
from incognote.types import Document, Span
from tests.serve.in_process import serving

TEXT = "Seen: 🙂 Ada Osei,\r\nand Will <script>.\r\n"
ADA, ADA_OSEI, WILL = (8, 11), (8, 16), (23, 27)


@pytest.fixture
def called(tmp_path):
    """Two notes of one text; ann and ben agree about Will in both, ben isn't done with the second."""
    with serving(tmp_path / "data") as made:
        set_up(made.store)
        yield made


def set_up(store):
    project = new_project(store, "falls", ProjectSettings(("ann", "ben")), "adam").id
    store.add_notes(project, [Document("a", TEXT), Document("b", TEXT)], New("adam", "notes", {}))
    for note in (1, 2):
        for name, place in (("ann", ADA), ("ben", ADA_OSEI)):
            edit(store, project, note, name, (), [Mark(*place, "PATIENT"), Mark(*WILL, "DOCTOR")])
            store.append(project, New(name, "done", {"done": (name, note) != ("ben", 2)}, note))


def decide(called, start, end, *put, note=1, base=10**6, status=200, who="ada"):
    told = {"start": start, "end": end, "put": [dict(zip(("start", "end", "label"), one, strict=True)) for one in put]}
    return called.post(who, f"projects/1/notes/{note}/decisions", {"base": base, "decisions": [told]}, status)


def test_rows_come_in_pages_and_by_state(called):
    all_rows = called.get("ada", "projects/1/adjudication")
    assert [(row["id"], row["start"], row["unanimous"]) for row in all_rows["rows"]] == [
        *(("a", 8, False), ("a", 23, True)),
        *(("b", 8, False), ("b", 23, True)),
    ]
    first = all_rows["rows"][0]
    assert first["cells"]["ann"] == [{"start": 8, "end": 11, "label": "PATIENT", "text": "Ada"}]
    assert first["suggestion"] == [{"start": 8, "end": 16, "label": "PATIENT", "text": "Ada Osei"}]
    assert [row["waiting"] for row in all_rows["rows"]] == [[], [], ["ben"], ["ben"]]
    assert called.get("ada", "projects/1/adjudication", offset=1, limit=2)["rows"] == all_rows["rows"][1:3]
    differ = called.get("ada", "projects/1/adjudication", show="disagreements")
    assert (differ["total"], [row["start"] for row in differ["rows"]]) == (2, [8, 8])
    decide(called, *ADA_OSEI)
    assert called.get("ada", "projects/1/adjudication", show="open")["total"] == 3


def test_the_history_tells_what_was_decided(called):
    for put in ([(*ADA_OSEI, "PATIENT")], []):
        decide(called, *ADA_OSEI, *put)
    history = called.get("ada", "projects/1/history")
    assert {"from 8 to 16: 1 PHI", "from 8 to 16: no PHI"} <= {event["told"] for event in history}


def test_what_changed_is_told(called):
    last = called.get("ada", "projects/1/adjudication")["last"]
    assert called.get("ada", "projects/1/adjudication", after=last)["changed"] == []
    decide(called, *ADA_OSEI, note=2)
    since = called.get("ada", "projects/1/adjudication", after=last)
    assert (since["changed"], {row["note"] for row in since["rows"]}) == ([2], {2})


def test_who_annotates_is_a_change_too(called):
    last = called.get("ada", "projects/1/adjudication")["last"]
    called.post("adam", "projects/1/assign", {"each": 1})
    since = called.get("ada", "projects/1/adjudication", after=last)
    assert (since["changed"], since["rows"][0]["note"]) == ([1, 2], 1)
    called.post("adam", "projects/1/settings", {"annotators": ["ann"]})
    again = called.get("ada", "projects/1/adjudication", after=since["last"])
    assert again["changed"] == [1, 2] and list(again["rows"][0]["cells"]) == ["ann"]
    assert called.get("ada", "projects/1/adjudication", after=again["last"])["changed"] == []


def test_gold_has_labels_of_ours_or_of_the_project(called):
    refused = decide(called, *ADA_OSEI, (*ADA_OSEI, "KIN"), status=400)
    assert "label" in refused["error"] and not called.service.store.events(1, ("decide",))
    spans = (Span(*ADA, "KIN"),)
    add(called.service.store, 1, [Document("a", TEXT, spans)], "adam", "engine:other")
    assert called.get("ada", "projects/1/adjudication")["labels"] == ["KIN"]
    decide(called, *ADA_OSEI, (*ADA_OSEI, "KIN"))
    decide(called, *ADA_OSEI, (*ADA_OSEI, "KIN"), note=2)


def test_through_to_the_gold(called):
    assert called.post("ada", "projects/1/adjudication/unanimous")["confirmed"] == 1
    done = decide(called, *ADA_OSEI, (*ADA_OSEI, "PATIENT"))
    assert [row["state"] for row in done["rows"]] == ["confirmed", "confirmed"]
    assert done["progress"] == {"notes": 2, "gold_notes": 1, "phi": 2, "rows": 4, "open": 2}
    assert called.post("ada", "projects/1/adjudication/unanimous")["confirmed"] == 0
    assert called.get("ada", "projects/1/agreement")["progress"] == done["progress"]


def test_agreement_is_of_what_both_are_done_with(called):
    (pair,) = called.get("ada", "projects/1/agreement")["pairs"]
    assert (pair["one"], pair["other"], pair["notes"], pair["strict_f"]) == ("ann", "ben", 1, 0.5)
    assert 0 < pair["kappa_phi"] < 1


def test_the_note_is_shown_with_everybodys_marks(called):
    note = called.get("ada", "projects/1/adjudication/notes/2")
    assert (note["text"], note["base"]) == (TEXT, 0)
    assert [(one["name"], one["done"], len(one["marks"])) for one in note["annotators"]] == [
        ("ann", True, 2),
        ("ben", False, 2),
    ]
    called.get("ada", "projects/1/adjudication/notes/3", 404)


def test_one_adjudicator_does_not_undo_anothers_decision_unseen(called):
    base = decide(called, *ADA_OSEI, base=0)["base"]
    refused = decide(called, *ADA_OSEI, base=0, who="adam", status=409)
    assert "another adjudicator" in refused["error"]
    decide(called, *ADA_OSEI, base=base, who="adam")
    assert {event.author for event in called.service.store.events(1, ("decide",))} == {"ada", "adam"}


def test_what_an_adjudicator_has_not_seen_stays_open(called):
    seen = called.get("ada", "projects/1/adjudication/notes/1")["last"]
    edit(called.service.store, 1, 1, "ann", [Mark(*WILL, "DOCTOR")], [Mark(23, 26, "DOCTOR")])
    told = {"seen": seen, "decisions": [{"start": 23, "end": 27, "put": []}]}
    answer = called.post("ada", "projects/1/notes/1/decisions", told)
    assert [row["state"] for row in answer["rows"]] == ["open", "open"]
    again = called.post("ada", "projects/1/notes/1/decisions", {**told, "seen": answer["last"], "base": answer["base"]})
    assert [row["state"] for row in again["rows"]] == ["open", "rejected"]


@pytest.mark.parametrize("path", ["adjudication", "adjudication/notes/1", "agreement"])
def test_annotators_may_not_look(called, path):
    called.get("ann", f"projects/1/{path}", 403)
    called.get("ada", f"projects/7/{path}", 404)


def test_annotators_may_not_decide(called):
    decide(called, *ADA_OSEI, who="ann", status=403)
    called.post("ann", "projects/1/adjudication/unanimous", status=403)


def test_a_refusal_quotes_nothing(called):
    body = {"decisions": [{"start": 8, "end": 16, "put": [{"start": 8, "end": 16, "label": "", "Osei": 1}]}]}
    assert "Osei" not in called.post("ada", "projects/1/notes/1/decisions", body, 422)["error"]
    assert "Ada" not in decide(called, 8, 10, status=409)["error"]
