import pytest

from incognote.errors import UnknownNameError
from incognote.label_maps import NAMES, label_map, relabel
from incognote.labels import HIPAA_LABELS, LABELS, MAIN_CATEGORIES, SAFE_HARBOR, left_out, main_category
from incognote.types import Document, Span

MEDDOCAN_TYPES = set(
    """
    CALLE CENTRO_SALUD CORREO_ELECTRONICO EDAD_SUJETO_ASISTENCIA FAMILIARES_SUJETO_ASISTENCIA FECHAS HOSPITAL
    ID_ASEGURAMIENTO ID_CONTACTO_ASISTENCIAL ID_EMPLEO_PERSONAL_SANITARIO ID_SUJETO_ASISTENCIA
    ID_TITULACION_PERSONAL_SANITARIO INSTITUCION NOMBRE_PERSONAL_SANITARIO NOMBRE_SUJETO_ASISTENCIA NUMERO_FAX
    NUMERO_TELEFONO OTROS_SUJETO_ASISTENCIA PAIS PROFESION SEXO_SUJETO_ASISTENCIA TERRITORIO
    """.split()  # noqa: SIM905
)


def test_the_i2b2_2014_set():
    assert len(LABELS) == len(set(LABELS)) == 30
    assert list(MAIN_CATEGORIES) == ["NAME", "PROFESSION", "LOCATION", "AGE", "DATE", "CONTACT", "ID"]
    assert main_category("CITY") == main_category("LOCATION") == "LOCATION"
    assert main_category("NOMBRE") == "OTHER"


def test_safe_harbor_has_18_identifiers_and_serves_all_but_what_it_lets_stay():
    assert len(SAFE_HARBOR) == 18
    served = [label for labels in SAFE_HARBOR.values() for label in labels]
    assert sorted(served) == sorted(set(LABELS) - {"STATE", "COUNTRY"})


def test_a_choice_of_labels_leaves_out_the_others():
    assert {*LABELS, *MAIN_CATEGORIES} - left_out(["NAME", "CITY"]) == {
        *("NAME", "PATIENT", "DOCTOR", "USERNAME"),
        *("LOCATION", "CITY"),  # what finds places without telling which finds cities
    }
    assert left_out(MAIN_CATEGORIES) == frozenset()
    assert left_out(["CALLE"], ["CALLE", "FECHAS"]) == {*LABELS, *MAIN_CATEGORIES, "FECHAS"}
    with pytest.raises(UnknownNameError, match="no label is called 'CALLE'"):
        left_out(["CALLE"])


def test_hipaa_labels():
    assert set(LABELS) > HIPAA_LABELS
    assert {"DOCTOR", "HOSPITAL", "STATE", "COUNTRY", "LOCATION-OTHER", "PROFESSION", "IDNUM"} & HIPAA_LABELS == set()


@pytest.mark.parametrize("name", NAMES)
def test_maps_lead_to_our_labels_from_all_of_them(name):
    found = label_map(name)
    assert set(found.inward.values()) <= {*LABELS, ""}
    if name != "thesis":
        assert set(found.outward) == set(LABELS)
        assert {label for label in found.outward.values() if label} <= set(found.inward)


@pytest.mark.parametrize("name", NAMES)
def test_a_label_that_goes_out_and_in_stays_in_its_main_category_or_close(name):
    found = label_map(name)
    moved = {
        (main_category(label), main_category(found.inward[out]))
        for label, out in found.outward.items()
        if out and main_category(label) != main_category(found.inward[out])
    }
    assert moved <= {("NAME", "ID"), ("CONTACT", "ID")}  # logins and addresses of machines are ids to some


def test_all_types_of_other_sets_are_known():
    assert MEDDOCAN_TYPES.issubset(label_map("meddocan").inward)
    assert len(label_map("meddocan").inward) == 29
    assert len(label_map("i2b2-2006").inward) == 8
    wnut17 = {"person", "location", "corporation", "group", "creative-work", "product"}
    assert set(label_map("conll").inward) == {"PER", "LOC", "ORG", "MISC", *wnut17}
    assert {"PERSON", "LOCATION", "DATE_TIME", "PHONE_NUMBER", "US_SSN", "NRP"} <= set(label_map("presidio").inward)


def test_relabelling_notes():
    text = "Ada Osei, 93, of Troy, a baker"
    doc = Document(
        "1", text, (Span(0, 8, "PATIENT"), Span(10, 12, "AGE"), Span(17, 21, "CITY"), Span(25, 30, "PROFESSION"))
    )
    assert [span.label for span in relabel(doc, "i2b2-2014", "i2b2-2006").spans] == ["PATIENT", "AGE", "LOCATION"]
    assert [span.label for span in relabel(doc, "i2b2-2014", "thesis").spans] == [
        "Full name",
        "Age over 89",
        "Location",
    ]
    assert relabel(doc, "i2b2-2014", "i2b2-2014") == doc
    spanish = doc.with_spans([Span(0, 8, "NOMBRE_SUJETO_ASISTENCIA"), Span(10, 12, "SEXO_SUJETO_ASISTENCIA")])
    assert relabel(spanish, "meddocan", "i2b2-2014").spans == (Span(0, 8, "PATIENT"),)


def test_unknown_labels_and_sets_are_errors():
    doc = Document("1", "Ada", (Span(0, 3, "PERSONA"),))
    with pytest.raises(UnknownNameError, match=r"note '1': the label 'PERSONA' is not in the set presidio"):
        relabel(doc, "presidio", "i2b2-2014")
    with pytest.raises(UnknownNameError, match="no label set is called 'prsidio'"):
        label_map("prsidio")
