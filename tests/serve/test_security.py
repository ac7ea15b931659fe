"""What must not happen: by whom, by which way, and what of a note is seen where it mustn't be."""

import json
import re
from dataclasses import replace
from hashlib import sha256

import pytest
from fastapi.routing import APIRoute

from incognote.errors import ConfigError
from incognote.serve.app import make_app
from incognote.serve.people import Role
from incognote.serve.routes import ROUTERS
from incognote.serve.service import Settings, host_name
from incognote.serve.store import Store
from tests.serve.in_process import HOSTS, TOKENS, client, failing, service

WORDS = ("Zanderquist", "Okonjoweil", "Vrendelburg", "Quillomatic", "zqx-77-zqx", "Thrombelina", "Yxmarth", "wolpertz")
NOTE = f"Mr. {WORDS[0]} {WORDS[1]} of {WORDS[2]} saw Dr. {WORDS[3]} on 3/4/2024, MRN {WORDS[4]}.\r\n{WORDS[5]} 😀\r\n"
JSON = {"Content-Type": "application/json"}
ATTACK = '<script>window.hit=1</script> Dr. "><img src=x onerror=window.hit=1> Boris Adams </mark><b>'


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data")
    store = Store(folder)
    yield service(Settings(hosts=HOSTS, data=folder, largest=100_000), store)
    store.close()


@pytest.fixture(scope="module")
def document(made):
    return client(made, None).get("/api/openapi.json").json()


ROUTES = [
    (method, f"/api{route.path}")
    for router in ROUTERS
    for route in router.routes
    if isinstance(route, APIRoute)
    for method in sorted(route.methods)
]
"""Every route that the program has, so that a new one is tested too."""


FASTAPIS = {"HTTPValidationError", "ValidationError"}


def filled(path):
    return re.sub(r"\{\w+\}", "1", path)


def test_all_routes_are_in_the_document(document):
    there = {(method.upper(), path) for path, methods in document["paths"].items() for method in methods}
    assert there == set(ROUTES)


def test_each_shape_has_a_name_of_its_own_and_a_description(document):
    """Two of one name would be told apart by the names of modules."""
    shapes = {name: shape for name, shape in document["components"]["schemas"].items() if name not in FASTAPIS}
    assert not [name for name in shapes if "__" in name]
    assert not [name for name, shape in shapes.items() if not shape.get("description")]


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_the_document_says_all_of_a_route(document, method, path):
    route = document["paths"][path][method.lower()]
    assert route["summary"]
    assert route["description"]
    assert route["tags"]
    answers = next(route["responses"][status] for status in ("200", "201", "202") if status in route["responses"])
    assert answers.get("content"), "what is answered"
    for kind, content in answers["content"].items():
        assert content.get("schema") or not kind.endswith("json")
    if path == "/api/health":
        assert "security" not in route
        return
    assert route["security"]
    assert route["x-role"] in [role.word for role in Role]
    (refused,) = route["responses"]["401"]["content"].values()
    assert refused["schema"]["$ref"].endswith("ErrorShape")


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_without_a_token_nobody_gets_in(made, method, path):
    if path == "/api/health":
        return
    for headers in (
        {},
        {"Authorization": "Bearer "},
        {"Authorization": "Bearer wrong"},
        {"Authorization": "Basic YTpi"},
    ):
        refused = client(made, None).request(method, filled(path), headers=headers)
        assert refused.status_code == 401
        assert refused.headers["WWW-Authenticate"] == "Bearer"
    by_cookie = client(made, None).request(method, filled(path), headers={"Cookie": f"token={TOKENS[Role.ADMIN]}"})
    assert by_cookie.status_code == 401
    in_address = client(made, None).request(method, f"{filled(path)}?token={TOKENS[Role.ADMIN]}")
    assert in_address.status_code == 401


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_a_role_that_does_not_reach_is_refused(made, document, method, path):
    asked = document["paths"][path][method.lower()].get("x-role")
    for role in Role:
        answer = client(made, role).request(method, filled(path), content="{}", headers=JSON)
        refused = bool(asked) and role.word != asked and role < Role[asked.upper()]
        assert (answer.status_code == 403) == refused, role


PLACES = [
    "/../app.py",
    "/%2e%2e/app.py",
    "/js/../../app.py",
    "/js/%2e%2e/%2e%2e/guard.py",
    "/..%2f..%2fpyproject.toml",
    "//etc/passwd",
    "/%2fetc%2fpasswd",
    "/js/..\\..\\app.py",
    "/..%5capp.py",
    "/js/shared/app.js%00.txt",
    "/.git/config",
    "/%c0%ae%c0%ae/app.py",
    "/" + "a" * 5000,
]


@pytest.mark.parametrize("place", PLACES)
def test_no_file_but_the_pages_is_served(made, place):
    answer = client(made).get(place)
    assert answer.status_code in (400, 404)
    assert "import" not in answer.text
    assert "root:" not in answer.text


@pytest.mark.parametrize(
    "place", ["../../etc/passwd", "%2e%2e%2f", "1;DROP TABLE notes", "-1", "1e3", "99999999999999999999"]
)
@pytest.mark.parametrize(("method", "path"), [one for one in ROUTES if "{" in one[1]])
def test_parts_of_addresses_are_what_they_should_be(made, method, path, place):
    answer = client(made).request(method, re.sub(r"\{\w+\}", place, path), content="{}", headers=JSON)
    assert answer.status_code in (400, 404, 405, 409, 422)


@pytest.mark.parametrize("way", ["length", "chunks"])
def test_what_is_too_large_is_refused(made, way):
    piece = b'{"text": "' + b"a" * 60_000

    def pieces():
        yield piece
        yield piece[10:] + b'"}'

    content = b"".join(pieces()) if way == "length" else pieces()
    refused = client(made).post("/api/detect", content=content, headers=JSON)
    assert refused.status_code == 413
    assert "--largest" in refused.json()["error"]


def test_a_wrong_length_is_no_way_in(made):
    body = {"text": "a" * 99_000}
    for length in ("-1", "1_0", "99999999999999999999999", "abc"):
        answer = client(made).post("/api/detect", content=json.dumps(body), headers={**JSON, "Content-Length": length})
        assert answer.status_code in (200, 400, 413)


def test_notes_with_scripts_are_only_text(made):
    answer = client(made).post("/api/detect", json={"text": ATTACK, "reasons": True})
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-content-type-options"] == "nosniff"
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    plain = client(made).post("/api/deidentify", json={"text": ATTACK}, headers={"Accept": "text/plain"})
    assert plain.headers["content-type"].startswith("text/plain")
    assert plain.headers["x-content-type-options"] == "nosniff"


def test_other_sites_pages_may_not_ask(made):
    here = client(made)
    for origin in ("https://evil.example", "null", "http://testserver.evil.example", "http://testserver:81",
                   "http://[::1", "http://evil@testserver", "testserver", ""):  # fmt: skip
        assert here.post("/api/detect", json={"text": "a"}, headers={"Origin": origin}).status_code == 403
    for origin in ("http://testserver", "https://testserver", "HTTP://TestServer"):
        assert here.post("/api/detect", json={"text": "a"}, headers={"Origin": origin}).status_code == 200
    by_form = client(made, None).post("/api/detect", data={"text": "a"}, headers={"Origin": "http://testserver"})
    assert by_form.status_code == 401
    assert not any(name.startswith("access-control") for name in here.get("/api/me").headers)


def test_other_names_are_not_ours(made):
    for host in ("evil.example", "testserver.evil.example", "", "evil.example:80", "testserver:80@evil.example",
                 "testserver:evil", "[::1]evil.example", "[::1", "testserver,evil.example", "testserver:"):  # fmt: skip
        assert client(made).get("/api/me", headers={"Host": host}).status_code == 421


def test_names_are_ours_however_they_are_written(made):
    names = frozenset(map(host_name, ("DeID.Our-Hospital.example", "::1", "[FD00:0::7]", "10.0.0.7")))
    called = client(replace(made, settings=replace(made.settings, hosts=names)))
    for host in ("deid.our-hospital.EXAMPLE", "deid.our-hospital.example:8321", "[::1]:80", "[fd00::7]", "10.0.0.7:1"):
        assert called.get("/api/me", headers={"Host": host}).status_code == 200
    for name in ("deid.example:8321", "http://deid.example"):
        with pytest.raises(ConfigError, match="without a port"):
            host_name(name)


def test_only_who_may_import_may_send_as_much(made):
    """A body is read before the route knows who sends it."""
    for path in ("/api/projects/1/notes", "/api/releases"):
        for role in Role:
            sent = client(made, role).post(path, content=b"{" + b" " * made.settings.largest, headers=JSON)
            assert (sent.status_code != 413) == (role is Role.ADMIN)


def test_methods_that_nobody_knows_are_not_named(made, caplog):
    caplog.set_level("INFO", "incognote.serve")
    for number in range(3):
        client(made, None).request(f"SMITH{'x' * number}", "/api/me")
    logged = [record.getMessage() for record in caplog.records if record.name == "incognote.serve"]
    told = "\n".join([*logged, client(made).get("/api/metrics").text])
    assert len(logged) == 3
    assert "SMITH" not in told
    assert 'method="(other)"' in told


def test_no_word_of_a_note_is_in_logs_metrics_or_errors(made, caplog):
    """Every route is sent the words in every place, rightly and wrongly, and with engines that fail."""
    caplog.set_level("DEBUG")
    here, errors = client(made), []
    notes = {"notes": [{"id": WORDS[6], "text": NOTE, "patient": WORDS[4]}]}
    marks = [{"start": 4, "end": 15, "label": "PATIENT"}]
    gold = [{"id": WORDS[6], "text": NOTE, "spans": marks}]
    bodies = [
        *({"text": NOTE, "reasons": True}, {"text": NOTE, "style": "surrogates"}, notes, {"gold": gold}),
        {"gold": gold, "engines": ["deid"]},
        {"gold": gold, "predicted": [{"name": WORDS[0], "notes": [{"id": WORDS[1], "spans": marks}]}]},
        {"gold": gold, "predicted": [{"name": WORDS[0], "notes": [{"id": WORDS[6], "spans": [{"start": 1}]}]}]},
        {"text": NOTE + "\0"},
        {WORDS[7]: NOTE, "text": NOTE},
        *(
            {"text": NOTE, name: WORDS[7]}
            for name in ("engine", "point", "style", "patient", "notes", "reasons", "keep")
        ),
        {"text": NOTE, "labels": [WORDS[0]]},
        {"text": [NOTE]},
        {"notes": {WORDS[7]: NOTE}},
        {"notes": [NOTE]},
    ]

    def send(content, path, **headers):
        for method in ("POST", "PUT", "GET"):
            answer = here.request(method, path, content=content, headers={**JSON, **headers})
            if answer.status_code >= 400:
                errors.append(answer.text)

    paths = sorted({filled(path) for _, path in ROUTES})
    for path in paths:
        for body in bodies:
            send(json.dumps(body), path)
        for content in (NOTE.encode(), json.dumps(notes)[:-2].encode(), NOTE.encode("utf-16")):
            send(content, path)
        send(NOTE.encode(), f"{path}?engine={WORDS[7]}&{WORDS[7]}={WORDS[0]}", **{"Content-Type": "text/plain"})
        send(b"{}", f"{path}/{WORDS[7]}")
        send(b"{}", f"/{WORDS[7]}")
        send(b"{}", path, Origin=f"http://{WORDS[0]}", Authorization=f"Bearer {WORDS[7]}", Host=WORDS[0])
    for how in (
        {"fails": f"text-{sha256(NOTE.encode()).hexdigest()[:16]}"},
        {"raises": ValueError(NOTE)},
        {"raises": KeyError(NOTE)},
    ):
        with failing(made, **how):
            for path in paths:
                send(json.dumps({"text": NOTE}), path)
    assert any('"a fault of the program' in error for error in errors)
    logged = [record.getMessage() for record in caplog.records if not record.name.startswith(("httpx", "httpcore"))]
    seen = "\n".join([*errors, *logged, here.get("/api/metrics").text])
    assert "/api/detect" in seen
    assert not [word for word in WORDS if word.casefold() in seen.casefold()]


def test_a_service_in_its_own_name_only(made):
    """The document and health are all that nobody's token is asked for."""
    nobody = client(made, None)
    assert nobody.get("/api/health").status_code == nobody.get("/api/openapi.json").status_code == 200
    assert nobody.get("/docs").status_code == nobody.get("/redoc").status_code == 404
    assert "servers" not in make_app(made).openapi()


def test_what_is_asked_is_told_to_no_other_service(monkeypatch):
    """FastAPI sends traces, with errors, to wherever the environment says, unless it is told not to."""
    asked = []
    trace = pytest.importorskip("opentelemetry.trace")
    monkeypatch.setattr(trace, "get_tracer_provider", lambda: asked.append(1) or trace.NoOpTracerProvider())
    assert client(service()).post("/api/detect", json={"text": NOTE}).status_code == 200
    assert asked == []
