"""A service in this process, with an engine that finds capitals."""

import base64
import re
import time
from contextlib import contextmanager

from fastapi.testclient import TestClient

from incognote.errors import DetectionError
from incognote.serve.app import make_app
from incognote.serve.engines.catalogue import Catalogue
from incognote.serve.people import Person, Role, Tokens, digest
from incognote.serve.service import Service, Settings
from incognote.serve.store import Store
from incognote.types import Span

PEOPLE = {"rita": Role.READER, "ann": Role.ANNOTATOR, "ben": Role.ANNOTATOR, "cleo": Role.ANNOTATOR,
          "ada": Role.ADJUDICATOR, "adam": Role.ADMIN}  # fmt: skip
TEXT = "Seen by Dr. Ada Osei\r\non 3 May 𝔸t Elm\u00e9 House."


class Capitals:
    """Finds words in capitals; fails on notes that say so."""

    catalogue = Catalogue()

    def __init__(self):
        self.seen = []

    def names(self):
        return ["incognote-fast"]

    def default(self):
        return "incognote-fast"

    def find(self, docs, engine):
        self.seen += [doc.id for doc in docs]
        return [self._find(doc) for doc in docs]

    def close(self):
        pass

    def _find(self, doc):
        if "fails" in doc.text:
            return DetectionError(doc.id, "Capitals", "ValueError")
        return doc.with_spans(Span(*found.span(), "PATIENT") for found in re.finditer(r"\b[A-Z]\w+", doc.text))


class Clients:
    """What asks as each of some people."""

    def __init__(self, folder, engines):
        tokens = Tokens({digest(name): Person(name, role) for name, role in PEOPLE.items()})
        self.store = Store(folder)
        self.service = Service(Settings(frozenset({"testserver"})), tokens, engines, self.store)
        app = make_app(self.service)
        for name in PEOPLE:
            headers = {"Authorization": f"Bearer {name}"}
            setattr(self, name, TestClient(app, "http://testserver/api", headers=headers))


@contextmanager
def clients(folder):
    made = Clients(folder, Capitals())
    yield made
    made.store.close()


def files(**texts):
    """Files to send: `files(a="…")` is `a.txt`."""
    return [{"path": f"{name}.txt", "content": coded(text)} for name, text in texts.items()]


def coded(text):
    return base64.b64encode(text.encode()).decode()


def make_project(clients, name="falls", annotators=("ann", "ben"), texts=(TEXT,), **settings):
    """A project with notes 1, 2, …; its number."""
    sent = {"name": name, "annotators": list(annotators), **settings}
    project = clients.adam.post("/projects", json=sent).json()["project"]
    if texts:
        notes = files(**{f"note-{number}": text for number, text in enumerate(texts, 1)})
        answer = clients.adam.post(f"/projects/{project}/notes", json={"files": notes})
        assert answer.status_code == 200, answer.text
    return project


def mark(start, end, label="DOCTOR", replacement=""):
    return {"start": start, "end": end, "label": label, "replacement": replacement}


def done(client, job):
    while job["state"] in ("waiting", "running"):
        time.sleep(0.01)
        job = client.get(f"/jobs/{job['id']}").json()
    return job


def edit(client, project, note, take=(), put=(), base=None, **more):
    sent = {"base": base, "take": list(take), "put": list(put), **more}
    return client.post(f"/projects/{project}/notes/{note}/edits", json=sent)
