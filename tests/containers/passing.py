"""What the tests of containers share: files cut, opened, rewritten and joined again."""

from incognote.containers.base import Cutting, Edit, NewNote
from incognote.replace.shifts import Shift

WEEK = Shift(1)


def unchanged(note):
    return NewNote(note.doc, (), None, lambda text: None)


def rewriting(doc=lambda doc: doc, shift=None, date=lambda text: None):
    return lambda note: NewNote(doc(note.doc), (), shift, date)


def replacing(old, new):
    """Puts a new text in each place of the old one, as a rewriter does."""

    def rewritten(note):
        text, edits, at = note.doc.text, [], -1
        while (at := text.find(old, at + 1)) >= 0:
            edits.append(Edit(at, at + len(old), new))
        return NewNote(note.doc, edits, None, lambda text: None)

    return rewritten


def opened(container, path, cutting):
    for chunk in container.chunks(path, cutting):
        yield chunk, container.open(chunk, cutting)


def passed(container, path, out, cutting=None, new=unchanged):
    """The file's notes and failures; `out` is the file again."""
    cutting = cutting or Cutting()
    notes, failures, parts = [], [], []
    for chunk, part in opened(container, path, cutting):
        notes += part.notes
        failures += [*part.failures, *chunk.refused]
        parts.append(part.written([new(note) for note in part.notes]))
    container.join(iter(parts), out, path, cutting)
    return notes, sorted(failures, key=lambda failure: failure.record)


def through(container, raw, folder, suffix, cutting=None, new=unchanged):
    """As `passed`, with bytes in and bytes out."""
    path, out = folder / f"in{suffix}", folder / f"out{suffix}"
    path.write_bytes(raw)
    out.unlink(missing_ok=True)
    notes, failures = passed(container, path, out, cutting, new)
    return out.read_bytes(), notes, failures
