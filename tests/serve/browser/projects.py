"""Projects as an admin makes them for the tests of pages."""

import base64


def make(running, name, texts, annotators=("ann",), **settings):
    """A project of a running service; its number."""
    adam = running.client("adam")
    sent = {"name": name, "annotators": list(annotators), **settings}
    project = adam.post("/api/projects", json=sent).json()["project"]
    files = [
        {"path": f"{note}.txt", "content": base64.b64encode(text.encode()).decode()} for note, text in texts.items()
    ]
    answer = adam.post(f"/api/projects/{project}/notes", json={"files": files})
    assert answer.status_code == 200, answer.text
    return project


def marks(running, project, note, name="ann"):
    """Someone's marks as the service has them: what is marked, and the label."""
    found = running.client(name).get(f"/api/projects/{project}/notes/{note}").json()
    return [(found["text"][mark["start"] : mark["end"]], mark["label"]) for mark in found["marks"]]
