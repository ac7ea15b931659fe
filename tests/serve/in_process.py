"""A service in this process, for tests that need no worker processes: its engines do real work, here."""

from contextlib import contextmanager

from fastapi.testclient import TestClient

from incognote.errors import DetectionError
from incognote.serve.app import make_app
from incognote.serve.engines.catalogue import Catalogue
from incognote.serve.engines.work import Find, Loaded
from incognote.serve.people import Person, Role, Tokens, digest
from incognote.serve.service import Service, Settings

HOSTS = frozenset({"testserver"})
TOKENS = {role: f"token of a {role.word}" for role in Role}


class Here:
    """Engines without processes. What `fails` is a note's id on which all engines fail."""

    def __init__(self, models=None, default="deid"):
        self.catalogue = Catalogue(models)
        self._loaded = Loaded(self.catalogue)
        self._default = default
        self.fails = None
        self.raises = None
        self.asked = []

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


def service(settings=None, store=None, **options):
    settings = settings or Settings(hosts=HOSTS)
    people = {digest(token): Person(role.word, role) for role, token in TOKENS.items()}
    return Service(settings, Tokens(people), Here(**options), store)


def client(made, role=Role.ADMIN):
    """What asks as someone of a role; as nobody if there is none. A fault is answered, as it is by a real service."""
    headers = {"Authorization": f"Bearer {TOKENS[role]}"} if role else {}
    return TestClient(make_app(made), headers=headers, raise_server_exceptions=False)


@contextmanager
def failing(made, **how):
    """Engines fail meanwhile."""
    before = {name: getattr(made.engines, name) for name in how}
    vars(made.engines).update(how)
    yield
    vars(made.engines).update(before)
