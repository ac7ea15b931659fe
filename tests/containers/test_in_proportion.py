"""Of records with very many patients, relatives or texts, each is gone through once."""

import json

import pytest

from incognote.containers import ccda, fhir, hl7
from tests.containers.passing import through
from tests.steps import grows_in_proportion


def related(at):
    name, telecom = [{"family": f"Abel{at}"}], [{"value": f"555-{at}"}]
    return {"resourceType": "RelatedPerson", "patient": {"reference": "Patient/1"}, "name": name, "telecom": telecom}


def observation(at):
    return {"resourceType": "Observation", "id": str(at), "note": [{"text": "x"}]}


RESOURCES = {
    "contained": lambda numbers: {"resourceType": "Observation", "contained": [observation(at) for at in numbers]},
    "relatives": lambda numbers: {"resourceType": "Bundle", "entry": [{"resource": related(at)} for at in numbers]},
    "contacts": lambda numbers: {"resourceType": "Patient", "id": "1", "contact": [related(at) for at in numbers]},
}


@pytest.mark.parametrize("many", RESOURCES)
def test_fhir(tmp_path, many):
    def read(number):
        raw = json.dumps(RESOURCES[many](range(number))).encode()
        return through(fhir.LINES, raw, tmp_path, ".ndjson")[1]

    assert len(read(50)) == (1 if many == "contacts" else 50)
    assert grows_in_proportion(read)


@pytest.mark.parametrize("many", ["PID|||1\rNTE|||a\r", "NK1||Abel^Ana\r", "OBX||TX|A||a\r", "NTE|||a\\T\\b\r"])
def test_hl7(tmp_path, many):
    head = "MSH|^~\\&|A|B|||2024||ORU^R01|7|P|2.5\rPID|1||55^^^B^MR||Ruiz^Ana\r"
    assert grows_in_proportion(lambda number: through(hl7.CONTAINER, (head + many * number).encode(), tmp_path, ".hl7"))


CCDA = (
    '<ClinicalDocument xmlns="urn:hl7-org:v3"><recordTarget><patientRole><id root="1.2" extension="P7"/>'
    "</patientRole></recordTarget>{}</ClinicalDocument>"
)


@pytest.mark.parametrize(
    "many",
    [
        '<participant><associatedEntity classCode="NOK"><associatedPerson><name><family>Abel{}</family></name>'
        "</associatedPerson></associatedEntity></participant>",
        "<section><text>x<paragraph>{}</paragraph></text></section>",
    ],
)
def test_ccda(tmp_path, many):
    def read(number):
        raw = CCDA.format("".join(map(many.format, range(number)))).encode()
        return through(ccda.CONTAINER, raw, tmp_path, ".xml")

    assert not read(50)[2]
    assert grows_in_proportion(read)
