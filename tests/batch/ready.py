"""What the process imports that tests fork workers off: it has read then what engines and surrogates read."""

from dataclasses import replace

from incognote import corpus
from incognote.batch.job import Job
from incognote.containers.base import Note
from incognote.engine_choice import EngineChoice
from incognote.replace.choices import ReplaceChoice
from tests.batch.lines import KEY

notes = [Note(replace(doc, spans=()), 1) for doc in list(corpus.read())[::30]]
for engine in ("deid", "incognote-fast"):
    Job(KEY, EngineChoice(engine), replacing=ReplaceChoice("surrogates")).open().rewrite(notes, {})
