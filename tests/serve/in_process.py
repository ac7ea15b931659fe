"""A service in this process, for tests that need no worker processes, and what asks it as some people."""

import base64
import re
import time
from contextlib import contextmanager
from functools import cache

from fastapi.testclient import TestClient

from incognote.errors import DetectionError
from incognote.serve.app import make_app
from incognote.serve.engines.catalogue import Catalogue
from incognote.serve.engines.work import Find, Loaded
from incognote.serve.people import Person, Role, Tokens, digest, role_of
from incognote.serve.service import Service, Settings
from incognote.serve.store import Store
from incognote.types import Span
from tests.serve.running import PEOPLE

HOSTS = frozenset({"testserver"})
TOKENS = {role_of(role): f"token of {name}" for name, role in reversed(PEOPLE.items())}
TEXT = "Seen by Dr. Ada Osei\r\non 3 May 𝔸t Elm\u00e9 House."
CAPITALS = {"incognote-fast": r"\b[A-Z]\w+"}


class Here:
    """Engines without processes, which do real work. What `fails` is a note's id on which all engines fail."""

    def __init__(self, default="deid"):
        self.catalogue = Catalogue()
        self.fails = None
        self.raises = None
        self.asked = []
        self._loaded = Loaded(self.catalogue)
        self._default = default

    def names(self):
        return self.catalogue.names()

    def default(self):
        return self._default

    def find(self, docs, engine):
        return self.do(Find(self.catalogue.sound(engine), docs))

    def do(self, work):
        if self.raises:
            raise self.raises
        self.asked.append(type(work).__name__)
        done = work.done(self._loaded)
        if not isinstance(done, list):
            return done
        failed = [DetectionError(doc.id, "Test", "ValueError") if doc.id == self.fails else None for doc in work.docs]
        return [error or one for error, one in zip(failed, done, strict=True)]

    def is_full(self):
        return False

    def gauges(self):
        return {"workers": 0}

    def close(self):
        pass


class Finding(Here):
    """Engines that find what a pattern each tells, and fail on notes that say so. What they have `seen` are ids."""

    def __init__(self, patterns):
        super().__init__(next(iter(patterns)))
        self.seen = []
        self._patterns = patterns

    def find(self, docs, engine):
        self.seen += [doc.id for doc in docs]
        return [self._found(doc, self._patterns[engine.partition("@")[0]]) for doc in docs]

    def _found(self, doc, pattern):
        if "fails" in doc.text:
            return DetectionError(doc.id, "Finding", "ValueError")
        return doc.with_spans(Span(*found.span(), "PATIENT") for found in re.finditer(pattern, doc.text))


class InProcess:
    """A service, and by their names what asks it as each of some people."""

    def __init__(self, service):
        self.service = service
        self.store = service.store
        for name in PEOPLE:
            setattr(self, name, client(service, name, "/api"))

    def get(self, who, path, status=200, **query):
        return _answer(getattr(self, who).get(f"/{path}", params=query), status)

    def post(self, who, path, body=None, status=200):
        return _answer(getattr(self, who).post(f"/{path}", json=body or {}), status)

    def done(self, job):
        """A job when it has ended."""
        until = time.monotonic() + 120
        while job["state"] in ("waiting", "running"):
            assert time.monotonic() < until
            time.sleep(0.01)
            job = self.get("adam", f"jobs/{job['id']}")
        return job


def service(settings=None, store=None, engines=None):
    people = {digest(f"token of {name}"): Person(name, role_of(role)) for name, role in PEOPLE.items()}
    return Service(settings or Settings(hosts=HOSTS), Tokens(people), engines or Here(), store)


@contextmanager
def serving(folder, patterns=None):
    """A service that keeps projects in a folder, with engines that find what patterns tell: capitals, if none do."""
    store = Store(folder)
    yield InProcess(service(Settings(hosts=HOSTS, data=folder), store, Finding(patterns or CAPITALS)))
    store.close()


_app = cache(make_app)


def client(made, who=Role.ADMIN, below=""):
    """What asks as someone, by a role or a name; as nobody if it is None. A fault is answered, as in earnest."""
    token = TOKENS[who] if isinstance(who, Role) else f"token of {who}"
    headers = {"Authorization": f"Bearer {token}"} if who else {}
    return TestClient(_app(made), f"http://testserver{below}", headers=headers, raise_server_exceptions=False)


@contextmanager
def failing(made, **how):
    """Engines fail meanwhile."""
    before = {name: getattr(made.engines, name) for name in how}
    vars(made.engines).update(how)
    yield
    vars(made.engines).update(before)


def files(**texts):
    """Files to send: `files(a="…")` is `a.txt`."""
    return [{"path": f"{name}.txt", "content": coded(text)} for name, text in texts.items()]


def coded(text):
    return base64.b64encode(text.encode()).decode()


def make_project(clients, name="falls", annotators=("ann", "ben"), texts=(TEXT,), **settings):
    """A project with notes 1, 2, …; its number."""
    wanted = {"name": name, "annotators": list(annotators), **settings}
    project = clients.post("adam", "projects", wanted, 201)["project"]
    if texts:
        notes = files(**{f"note-{number}": text for number, text in enumerate(texts, 1)})
        clients.post("adam", f"projects/{project}/notes", {"files": notes})
    return project


def mark(start, end, label="DOCTOR", replacement=""):
    return {"start": start, "end": end, "label": label, "replacement": replacement}


def _answer(answer, status):
    assert answer.status_code == status, answer.text
    return answer.json()


def edit(client, project, note, take=(), put=(), base=None, **more):
    sent = {"base": base, "take": list(take), "put": list(put), **more}
    return client.post(f"/projects/{project}/notes/{note}/edits", json=sent)
