from itertools import count
from multiprocessing import forkserver, get_context
from pathlib import Path

import pytest

from incognote import corpus
from incognote.batch import pool
from tests import postgres

ROOT = Path(__file__).parents[2]


def line(doc):
    return f"{doc.id}|{doc.id.rpartition('-')[0]}|{' '.join(doc.text.split())}\n"


@pytest.fixture(scope="module", autouse=True)
def forked_workers():
    """Workers are forked off a process that has nothing of this one, but has read already what takes them a second.

    Those of programs that tests start, and of the tests of the pool, are started as users' are.
    """
    context = get_context("forkserver")
    context.set_forkserver_preload(["tests.batch.ready"])
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(ROOT)  # where it finds that module
        forkserver.ensure_running()
        patch.undo()
        patch.setattr(pool, "get_context", lambda _: context)
        yield


@pytest.fixture(scope="module")
def lines():
    return [line(doc) for doc in list(corpus.read())[::9]]


@pytest.fixture
def archive(tmp_path, lines):
    path = tmp_path / "notes.lines"
    path.write_text("".join(lines), "utf-8")
    return path


@pytest.fixture(scope="session")
def postgres_server():
    with postgres.server() as url_of:
        yield url_of


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request, tmp_path):
    """An empty database."""
    return request.getfixturevalue(f"{request.param}_url")


@pytest.fixture
def sqlite_url(tmp_path):
    return f"sqlite:///{tmp_path / 'clinic.db'}"


_NUMBERS = count(1)


@pytest.fixture
def postgresql_url(postgres_server):
    sa = pytest.importorskip("sqlalchemy")
    name = f"clinic{next(_NUMBERS)}"
    engine = sa.create_engine(postgres_server("postgres").replace("postgresql:", "postgresql+psycopg:"))
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.exec_driver_sql(f"CREATE DATABASE {name}")
    engine.dispose()
    return postgres_server(name)
