"""Invented numbers to call and addresses of the net keep their form and reach no one."""

import ipaddress
import re
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from incognote.synth.contacts import contact_in_form, fill_contact
from incognote.synth.surfaces import digits_of, shape
from tests.synth.models import models

LABELS = ["PHONE", "FAX", "EMAIL", "URL", "IPADDR", "USERNAME"]
RESERVED = re.compile(r"(?i)(?:\.(?:example|test|invalid)|(?:^|\.)example\.(?:com|org|net))$")


def drawn(label, model, **more):
    return {fill_contact(label, model, Random(seed), **more) for seed in range(40)}


@pytest.mark.parametrize("label", LABELS)
def test_every_model_of_the_corpus_becomes_another(label):
    for model in models(label):
        new = fill_contact(label, model, Random(model))
        assert new != model
        assert new == fill_contact(label, model, Random(model))
        assert [char for char in new if char in "\n@()/+#"] == [char for char in model if char in "\n@()/+#"]


@pytest.mark.parametrize("label", ["PHONE", "FAX", "USERNAME"])
def test_numbers_and_logins_keep_their_shape(label):
    for model in models(label):
        if digits_of(model) == "".join(filter(str.isdigit, model)):
            assert shape(fill_contact(label, model, Random(model))) == shape(model)


@pytest.mark.parametrize(
    ("model", "form"),
    [
        ("617-162-7409", r"[2-9]\d\d-1\d\d-\d{4}"),
        ("617-523-7409", r"[2-9]\d\d-555-01\d\d"),
        ("(859) 55\n5-0113", r"\([2-9]\d\d\) 55\n5-01\d\d"),
        ("1-800-421-0133", r"1-8\d\d-555-01\d\d"),
        ("+1 612 421 0128", r"\+1 [2-9]\d\d 555 01\d\d"),
        ("6124210128", r"[2-9]\d{2}55501\d\d"),
        ("421-0130", r"555-01\d\d"),
        ("206-421-0158 x 12", r"[2-9]\d\d-555-01\d\d x [1-9]\d"),
        ("718 421 0131 EXT. 2207", r"[2-9]\d\d 555 01\d\d EXT\. [1-9]\d{3}"),
        ("617-523-7409x12", r"[2-9]\d\d-555-01\d\dx[1-9]\d"),
        ("x4471", r"x[1-9]\d{3}"),
        ("4-4471", r"[1-9]-\d{4}"),
        ("07700 900417", r"07700 900\d{3}"),
        ("+44 7700 900417", r"\+44 7700 900\d{3}"),
        ("+49 7161 5550-299", r"\+49 [1-9]\d{3} \d{4}-\d{3}"),
        ("+41215550164", r"\+41[1-9]\d{8}"),
        ("(02) 8555-0119", r"\(0\d\) \d{4}-\d{4}"),
        ("five two one, oh one three one", r"five five five, oh one \w+ \w+"),
    ],
)
def test_numbers_reach_no_one_and_keep_their_groups(model, form):
    found = drawn("PHONE", model)
    assert len(found) > 3
    assert all(re.fullmatch(form, new) for new in found)


@pytest.mark.parametrize(
    ("label", "more", "cut"),
    [("EMAIL", "a.b@mail.hospital.co.uk", r".*@"), ("URL", "http://www.hospital.org/x", r"^(?:\w+://)?")],
)
def test_domains_are_no_ones(label, more, cut):
    for model in [*models(label), more]:
        new = fill_contact(label, "".join(model.split()), Random(3))
        host = re.split(r"[/:]", re.sub(cut, "", new, count=1))[0]
        assert RESERVED.search(host), label


NAMES = {"whitmire": "Okafor", "anna": "Ngozi", "lee": "de la Cruz"}


@pytest.mark.parametrize(
    ("label", "model", "form"),
    [
        ("EMAIL", "anna.whitmire@x.example", r"ngozi\.okafor@.*"),
        ("EMAIL", "bwhitmire61@x.example", r"[a-z]okafor[1-9]\d@.*"),
        ("EMAIL", "ANNA.W@X.EXAMPLE", r"NGOZI\.[A-Z]@[A-Z.-]+"),
        ("EMAIL", "lee@x.example", r"delacruz@.*"),
        ("EMAIL", "nurses@x.example", r"[a-z]+@.*"),
        ("USERNAME", "BWHITMIRE2", r"[A-Z]OKAFOR[1-9]"),
        ("USERNAME", "@anna_w", r"@ngozi_[a-z]"),
        ("USERNAME", "rg5", r"[a-z]{2}[1-9]"),
        ("USERNAME", "t.b.", r"[a-z]\.[a-z]\."),
        (
            "URL",
            "https://visit.oldmill.example/portal/anna/v/8f21",
            r"https://visit\.[a-z.]+/portal/ngozi/[a-z]/[1-9][a-z]\d\d",
        ),
        ("URL", "www.oldmill.example:8443/pay", r"www\.[a-z.]+:[1-9]\d{3}/pay"),
    ],
)
def test_names_follow_the_people_of_the_record(label, model, form):
    found = drawn(label, model, name_of=lambda old: NAMES.get(old.lower()))
    assert len(found) > 3
    assert all(re.fullmatch(form, new) for new in found)


DOCUMENTED = [
    ipaddress.ip_network(net) for net in ("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32")
]


@pytest.mark.parametrize("model", [*models("IPADDR"), "fe80::1ff:fe23:4567:890a", "8.8.8.8"])
def test_addresses_of_computers_are_those_for_documents(model):
    for new in drawn("IPADDR", model):
        assert any(ipaddress.ip_address(new) in net for net in DOCUMENTED)


@given(st.sampled_from(LABELS), st.text("aZé9 0-/.,:'\n@lOx#+日٣_", min_size=1, max_size=12))
def test_any_text_is_filled(label, model):
    assert isinstance(fill_contact(label, model, Random(1)), str)


@pytest.mark.parametrize("label", LABELS)
def test_slots_without_a_model_get_usual_forms(label):
    found = [contact_in_form(label, Random(seed)) for seed in range(40)]
    assert found == [contact_in_form(label, Random(seed)) for seed in range(40)]
    assert len({shape(new) for new in found}) > 3
