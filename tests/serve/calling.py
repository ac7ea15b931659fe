"""The service called in one process, with engines that are told what they find."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from starlette.testclient import TestClient

from incognote.serve.app import make_app
from incognote.serve.engines.catalogue import Catalogue
from incognote.serve.people import Person, Tokens, digest, role_of
from incognote.serve.service import Service, Settings
from incognote.serve.store import Store
from incognote.types import Span
from tests.serve.running import PEOPLE


@dataclass
class FakeEngines:
    """Each engine finds some words, wherever they stand, and says that they are patients."""

    words: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: {"incognote": ("Ada",)})
    catalogue: Catalogue = field(default_factory=Catalogue)

    def names(self):
        return list(self.words)

    def default(self):
        return self.names()[0]

    def find(self, docs, engine):
        return [doc.with_spans(self._spans(doc, engine)) for doc in docs]

    def _spans(self, doc, engine):
        places = ((doc.text.find(word), word) for word in self.words[engine.partition("@")[0]])
        return [Span(at, at + len(word), "PATIENT") for at, word in places if at >= 0]

    def close(self):
        pass


class Called:
    """A service, and what asks it as someone."""

    def __init__(self, folder, engines=None):
        tokens = Tokens({digest(name): Person(name, role_of(role)) for name, role in PEOPLE.items()})
        settings = Settings(hosts=frozenset({"testserver"}), data=folder)
        self.service = Service(settings, tokens, engines or FakeEngines(), Store(folder))
        self.client = TestClient(make_app(self.service))

    def get(self, who, path, status=200, **query):
        answer = self.client.get(f"/api/{path}", params=query, headers=_headers(who))
        assert answer.status_code == status, answer.text
        return answer.json()

    def post(self, who, path, body=None, status=200):
        answer = self.client.post(f"/api/{path}", json=body or {}, headers=_headers(who))
        assert answer.status_code == status, answer.text
        return answer.json()


def _headers(who):
    return {"Authorization": f"Bearer {who}"}
