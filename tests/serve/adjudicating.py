"""A project that two annotators have marked, put there as they would."""

import base64

TEXTS = {
    "7041": "Seen by Dr. Osei 🙂 on 3 May.\r\nHer sister Ada Marsh came from Porto, and Ada will phone 555-0199.\r\n",
    "7042": "Will Benning, 93, fell at home. Sent to Elm House by Dr. Osei.\r\n",
    "7043": "Slept well. No pain. <script>alert('x')</script>\r\n",
}
THEIRS = {
    "ann": {
        "7041": [("Osei", "DOCTOR"), ("3 May", "DATE"), ("Ada Marsh", "PATIENT"), ("555-0199", "PHONE")],
        "7042": [("Will", "PATIENT"), ("93", "AGE"), ("Elm House", "HOSPITAL"), ("Osei", "DOCTOR")],
        "7043": [],
    },
    "ben": {
        "7041": [("Osei", "DOCTOR"), ("3 May", "DATE"), ("Ada", "PATIENT"), ("555-0199", "PHONE")],
        "7042": [("Will Benning", "PATIENT"), ("93", "AGE"), ("Elm House", "CITY"), ("Osei", "DOCTOR")],
        "7043": [("script", "DOCTOR")],
    },
}


def make_project(running, name="falls", texts=TEXTS, theirs=THEIRS):
    """A project whose annotators are done; its number."""
    adam = running.client("adam")
    project = _sent(adam, "projects", {"name": name, "annotators": list(theirs)})["project"]
    files = [{"path": f"{one}.txt", "content": base64.b64encode(text.encode()).decode()} for one, text in texts.items()]
    _sent(adam, f"projects/{project}/notes", {"files": files})
    for who, marks in theirs.items():
        client = running.client(who)
        for number, (note, text) in enumerate(texts.items(), 1):
            put = [mark(text, word, label) for word, label in marks[note]]
            _sent(client, f"projects/{project}/notes/{number}/edits", {"base": None, "take": [], "put": put})
            _sent(client, f"projects/{project}/notes/{number}/done", {"done": True})
    return project


def mark(text, word, label):
    start = text.index(word)
    return {"start": start, "end": start + len(word), "label": label}


def _sent(client, path, body):
    answer = client.post(f"/api/{path}", json=body)
    assert answer.is_success, answer.text
    return answer.json()
